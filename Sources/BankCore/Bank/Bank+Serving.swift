extension Bank {
  /// `teller` calls the head of `line`; both were checked.
  @inlinable
  @inline(__always)
  mutating func start<Observer: BankObserver>(
    _ line: Int, _ teller: Int, _ observer: inout Observer
  ) {
    makeUnique()
    wakeUpsInARow = 0
    // Counts the client as being served before taking them out of the line: `takeHead` may drop the queue, which
    // stops the work clock if the bank looks empty.
    storage.state.serving &+= 1
    let (client, time) = takeHead(of: line, &observer)
    storage.leavePool(teller, to: .serving, at: currentFloor.now)
    storage.tellers[teller].client = client
    scheduleRelease(
      of: teller,
      after: storage.facts.everySpeedIsOne
        ? time : storage.facts.length(of: time, for: client.service, at: teller))
    observer.started(
      client, line: line, teller: teller, at: currentFloor.now, session: session)
    if !isPolicyDropped { policy.started(client, at: teller, on: currentFloor) }
  }

  /// Ends the service or the hand-over of `teller`.
  ///
  /// What is to be done only where the branch has needs, hand-overs or routes, or after a shift, is in
  /// ``settle(_:after:)`` and ``goOnAfterService(_:_:isOnDuty:_:)``, so that the rest is small enough to be inlined
  /// into ``Day/step(until:_:)``.
  @inlinable
  @inline(__always)
  mutating func release<Observer: BankObserver>(_ teller: Int, _ observer: inout Observer) {
    let state = storage.tellers[teller]
    guard state.status == .serving else {
      storage.becomeIdle(teller, at: currentFloor.now)
      return
    }
    let client = state.client
    storage.state.serving &-= 1
    let isPlain = state.isOnDuty && storage.facts.hasPlainFinish
    if isPlain {
      storage.becomeIdle(teller, at: currentFloor.now)
    } else {
      settle(teller, after: client)
    }
    if isEmpty { workClock.stop(at: currentFloor.now) }
    observer.finished(
      client, teller: teller, started: state.since, at: currentFloor.now, session: session)
    if !isPolicyDropped { policy.finished(client, at: teller, on: currentFloor) }
    if !isPlain { goOnAfterService(client, teller, isOnDuty: state.isOnDuty, &observer) }
  }

  /// What comes last after a service: observer and policy are told if the teller went home, and a client on a route
  /// joins the line of the next step.
  @usableFromInline
  @inline(never)
  mutating func goOnAfterService<Observer: BankObserver>(
    _ client: Client, _ teller: Int, isOnDuty: Bool, _ observer: inout Observer
  ) {
    if !isOnDuty { tellOfLeaving(teller, &observer) }
    joinNextStep(client, &observer)
  }

  /// Uses up what the client had reserved for this service; then `teller` goes home, hands over or is idle.
  @usableFromInline
  @inline(never)
  mutating func settle(_ teller: Int, after client: Client) {
    use(client.service)
    if !storage.tellers[teller].isOnDuty {
      storage.tellers[teller].status = .absent
      return
    }
    let length = currentFloor.plan.handover(
      of: teller, after: client, session: session, from: handovers)
    if length > .zero {
      storage.tellers[teller].status = .handingOver
      scheduleRelease(of: teller, after: length)
    } else {
      storage.becomeIdle(teller, at: currentFloor.now)
    }
  }

  @inlinable
  @inline(__always)
  mutating func scheduleRelease(of teller: Int, after length: Time) {
    storage.tellers[teller].releaseNumber = nextRelease
    schedule(.release, at: currentFloor.now + length, number: nextRelease, index: teller)
    nextRelease &+= 1
  }

  /// Adds to the event list.
  @inlinable
  @inline(__always)
  mutating func schedule(_ kind: EventKind, at time: Time, number: Int, index: Int) {
    storage.state.events.add(EventList.Entry(kind, at: time, number: number, index: index))
  }
}
