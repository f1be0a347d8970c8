extension Bank {
  /// Does everything that is due up to and including `now`.
  ///
  /// A `now` in the past counts as the present. With ``Time/never`` it goes on until nothing more happens by itself;
  /// the present is then the time of the last thing that happened, or stays where it was if nothing did.
  @inlinable
  public mutating func advance<Observer: BankObserver>(
    to now: Time, _ observer: inout Observer
  ) {
    let end = max(currentFloor.now, now)
    // Up to the first moment after `end`, so that everything at `end` is done.
    catchUp(before: Moment(end + Time(nanoseconds: 1), .release), &observer)
    // For callers that change the storage next, such as `reset`: the policy may have kept the floor when it was last
    // asked.
    makeUnique()
    if now < .never { currentFloor.instant = max(currentFloor.now, now) }
  }

  /// Does everything that comes before `end`.
  @inlinable
  @inline(never)
  mutating func catchUp<Observer: BankObserver>(
    before end: Moment, _ observer: inout Observer
  ) {
    while happensNext(before: end) {
      if step(&observer) { ask(&observer) }
    }
  }

  /// Whether the next thing that happens by itself comes before `end`.
  @inlinable
  @inline(__always)
  func happensNext(before end: Moment) -> Bool {
    storage.hasEvent(before: end)
      || (wakeUpTime < .never && Moment(wakeUpTime, .wakeUp) < end)
  }

  /// Does the next thing that happens by itself; returns whether the policy is to be asked then.
  ///
  /// - Precondition: something is left to happen by itself.
  @inlinable
  @inline(__always)
  mutating func step<Observer: BankObserver>(_ observer: inout Observer) -> Bool {
    makeUnique()
    let before = currentFloor.instant
    if wakeUpTime < .never, !storage.hasEvent(before: Moment(wakeUpTime, .wakeUp)) {
      currentFloor.instant = wakeUpTime
      wakeUpTime = .never
      wakeUpsInARow += 1
    } else {
      let event = storage.state.events.removeFirst()
      currentFloor.instant = event.time
      if event.isRelease {
        // Nothing happens, and time does not go on, where the teller went home during the hand-over that would end now:
        // then the entry's number is not the teller's any more.
        guard storage.tellers[event.index].releaseNumber == event.number else {
          currentFloor.instant = before
          return false
        }
        release(event.index, &observer)
      } else if !performStaffOrPatience(event, &observer) {
        currentFloor.instant = before
        return false
      }
      wakeUpsInARow = 0
    }
    return true
  }

  /// Begins or ends a shift, or ends a patience; returns whether anybody came or left.
  @usableFromInline
  @inline(never)
  mutating func performStaffOrPatience<Observer: BankObserver>(
    _ event: EventList.Entry, _ observer: inout Observer
  ) -> Bool {
    guard event.kind == .staff else {
      return losePatience(inSlot: event.index, ticket: event.number, &observer)
    }
    return apply(staffChanges[event.index], &observer)
  }

  /// Asks the policy again and again while somebody waits and a teller is idle, until it calls nobody.
  ///
  /// After an illegal answer the policy is dropped, and the fallback policy is asked.
  @inlinable
  @inline(__always)
  mutating func ask<Observer: BankObserver>(_ observer: inout Observer) {
    wakeUpTime = .never
    while storage.state.waiting > 0, storage.state.idle > 0 {
      switch nextDecision(&observer) {
      case .call(let line, let teller):
        guard isLegal(line, teller) else {
          dropPolicy(forCalling: line, teller, &observer)
          continue
        }
        start(line, teller, &observer)
      case .callNobody(let reason, let time):
        guard let time else { return }
        if dropPolicyIfWrong(toAskAt: time, because: reason, &observer) { continue }
        wakeUpTime = time
        return
      }
    }
  }

  /// What the policy answers or, once the policy is dropped, what the fallback policy decides.
  @inlinable
  @inline(__always)
  mutating func nextDecision<Observer: BankObserver>(_ observer: inout Observer) -> Decision {
    guard !isPolicyDropped else { return fallbackDecision }
    do {
      let decision = try policy.next(on: currentFloor)
      guard storage.state.badIndex != nil || isWatched else { return decision }
      return checked(decision, &observer)
    } catch {
      dropPolicy(forThrowing: error, &observer)
      return fallbackDecision
    }
  }

  /// Whether the bank accepts this call.
  ///
  /// O(1).
  @inlinable
  @inline(__always)
  func isLegal(_ line: Int, _ teller: Int) -> Bool {
    line.isIndex(below: storage.lines.count) && teller.isIndex(below: storage.tellers.count)
      && storage.lines[line].count > 0 && storage.tellers[teller].status == .idle
      && (storage.facts.everybodyCanDoAll
        || currentFloor.plan.can(teller, do: storage.lines[line].head.service))
  }
}
