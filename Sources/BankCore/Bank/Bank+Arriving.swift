// How a client comes in. A new one comes by `arrive`, which first does what was due, or by `Day.step`; both call
// `enter`. One who is let in again comes by `arrive` with a `Returning`, which calls `enterListed`. `beginEntry` issues
// the ticket.
//
// In an unwatched bank, on a branch without needs, routes or a limit, a client without a patience goes straight to
// `join`. Every other client, and everybody who is let in again, is listed (has a slot in the waiting list) unless
// refused, and goes through `enterListed` (stock, limit) and `joinListed` (waiting list, patience). `join` asks the
// policy for a line, and `put` puts the client into it. A further step of a route begins at `joinNextStep`.
extension Bank {
  /// A client comes at `now`, after all that was due before; says what became of them.
  ///
  /// Stock is reserved all or nothing, and a client who needs more than is left is refused. Any other client joins a
  /// line, and the policy is asked. If more than ``BranchPlan/limit`` clients wait then, and this client is one of
  /// them, this client leaves at once. A `now` in the past counts as the present. At ``Time/never`` the client
  /// comes once nothing more happens by itself, at the time that is the present then (see ``advance(to:_:)``). A negative service time or patience counts as 0.
  ///
  /// - Precondition: the plan has the visit's service.
  @inlinable
  @inline(never)
  @discardableResult
  public mutating func arrive<Observer: BankObserver>(
    _ visit: Visit, at now: Time, _ observer: inout Observer
  ) -> Admission {
    requireService(of: visit)
    let now = catchUpToArrival(at: now, &observer)
    if let admission = enter(visit, at: now, &observer) { return admission }
    ask(&observer)
    return .admitted(ticket: tickets)
  }

  /// A client who was in the branch before is let in again, at a place of a route or for one service.
  ///
  /// They get a new ticket, and their wait begins now. For `now` see the first `arrive`. They never balk, for the
  /// plan's limit is for those who come for the first time, but may be refused for want of stock.
  ///
  /// - Precondition: the plan has the visit's service. If a place is given, the bank has a ``RouteSource``, and the
  ///   step at that place is of this service.
  @discardableResult
  public mutating func arrive<Observer: BankObserver>(
    _ client: Returning, at now: Time, _ observer: inout Observer
  ) -> Admission {
    requireService(of: client.visit)
    precondition(
      client.place == nil || routes != nil, "a place on a route needs a bank with a RouteSource")
    beginEntry(at: catchUpToArrival(at: now, &observer))
    return enterListed(client.visit, at: client.place, isLimited: false, &observer)
  }

  /// Does everything that comes before an arrival at `now`; returns `now`, or for ``Time/never`` what is the
  /// present then.
  @inlinable
  mutating func catchUpToArrival<Observer: BankObserver>(
    at now: Time, _ observer: inout Observer
  ) -> Time {
    catchUp(before: Moment(max(currentFloor.now, now), .arrival), &observer)
    return now < .never ? now : currentFloor.now
  }

  @usableFromInline
  func requireService(of visit: Visit) {
    precondition(
      currentFloor.plan.services.indices.contains(visit.service), "the plan has no such service")
  }

  /// Sets the present to the arrival's time and issues a ticket.
  @inlinable
  @inline(__always)
  mutating func beginEntry(at now: Time) {
    currentFloor.instant = max(currentFloor.now, now)
    wakeUpsInARow = 0
    lastTicket &+= 1
  }

  /// Lets a client in; returns what became of them, or `nil` where the policy is still to be asked.
  ///
  /// The caller has done all that comes before.
  ///
  /// After `nil` the caller MUST ask the policy for its ``TellerPolicy/next(on:)``. It is not asked here, so that
  /// ``Day/step(until:_:)`` calls `next` in one place, where the compiler can inline it.
  @inlinable
  @inline(__always)
  mutating func enter<Observer: BankObserver>(
    _ visit: Visit, at now: Time, _ observer: inout Observer
  ) -> Admission? {
    beginEntry(at: now)
    guard storage.facts.hasPlainEntry, visit.longestWait == .never, !isWatched else {
      return enterListed(visit, at: place(of: visit), &observer)
    }
    if isEmpty { workClock.start(at: currentFloor.now) }
    let time = max(visit.serviceTime, .zero).nanoseconds
    join(
      Client(
        ticket: tickets, serviceAndClass: visit.serviceAndClass, arrival: currentFloor.now,
        hidden: time), &observer)
    return nil
  }

  /// Lets a client in where more is to be done than to join a line: because of stock, a route, a limit, a patience,
  /// a watched bank, or for somebody who is let in again.
  ///
  /// A *listed* client was given a slot in the bank's waiting list; the slot is free again once they no longer wait.
  @usableFromInline
  @inline(never)
  mutating func enterListed<Observer: BankObserver>(
    _ visit: Visit, at place: RoutePlace?, isLimited: Bool = true, _ observer: inout Observer
  ) -> Admission {
    makeUnique()
    if let place {
      let steps = currentFloor.plan.steps
      precondition(
        steps.indices.contains(place.route) && steps[place.route].indices.contains(place.step)
          && steps[place.route][place.step] == visit.service,
        "there is no such step of a route, or its service is not the visit's")
    }
    if let refusal = reserve(for: visit, place, &observer) { return refusal }
    let client = joinListed(visit, ticket: tickets, at: place, &observer)
    ask(&observer)
    guard isLimited, storage.state.waiting > storage.facts.limit,
      let line = waitingList.line(of: client)
    else { return .admitted(ticket: client.ticket) }
    leave(client, line, &observer)
    tell(&observer, .balked(client, line: line))
    if !isPolicyDropped { policy.left(client, on: currentFloor) }
    // Asks again: the last answer was for a floor that still had this client.
    ask(&observer)
    return .balked(ticket: client.ticket)
  }

  /// Makes a client with a slot in the waiting list, lets the client join a line, and plans when the patience ends.
  private mutating func joinListed<Observer: BankObserver>(
    _ visit: Visit, ticket: Int, at place: RoutePlace?, _ observer: inout Observer
  ) -> Client {
    if isEmpty { workClock.start(at: currentFloor.now) }
    let leaves = visit.patience.map { currentFloor.now + max($0, .zero) }
    let client = waitingList.makeClient(
      visit, ticket: ticket, at: currentFloor.now, route: place?.route, step: place?.step ?? 0,
      leaves: leaves)
    join(client, &observer)
    if let leaves {
      dropEndedPatience()
      schedule(.patience, at: leaves, number: ticket, index: client.slot)
    }
    return client
  }

  /// Removes the patience events of waits that are over, once there are more than 64 of these events and they are
  /// more than half of the event list.
  private mutating func dropEndedPatience() {
    let ended = waitingList.endedPatience
    guard ended > 64, ended > storage.state.events.count / 2 else { return }
    makeUnique()
    storage.state.events.keep { [waitingList] event in
      event.kind != .patience
        || waitingList.find(event.index, ticket: event.number) != nil
          && waitingList.leavingTime(at: event.index) == event.time
    }
    waitingList.endedPatience = 0
  }

  /// The place on a route at which a client who comes with `visit` begins; `nil` for a client who takes no route.
  @usableFromInline
  func place(of visit: Visit) -> RoutePlace? {
    guard storage.facts.hasRoutes, let routes,
      let route = routes.route(of: visit, ticket: tickets, session: session)
    else { return nil }
    return RoutePlace(route: route, step: 0)
  }

  /// Lets a client who has finished a step join the line of the next, if there is one.
  mutating func joinNextStep<Observer: BankObserver>(_ client: Client, _ observer: inout Observer) {
    guard let route = client.route, let routes else { return }
    let (steps, step) = (currentFloor.plan.steps[route], client.step + 1)
    guard step < steps.count else { return }
    let next = routes.visit(
      toStep: step, ofRoute: route, ticket: client.ticket, session: session)
    let visit = Visit(
      service: steps[step], serviceTime: next.serviceTime, priority: client.priority,
      patience: next.patience)
    let place = RoutePlace(route: route, step: step)
    _ = joinListed(visit, ticket: client.ticket, at: place, &observer)
  }

  /// Reserves what `visit` and the further steps of a route need, or refuses the client.
  private mutating func reserve<Observer: BankObserver>(
    for visit: Visit, _ place: RoutePlace?, _ observer: inout Observer
  ) -> Admission? {
    guard storage.stock.count > 0 else { return nil }
    let step = place?.step ?? 0
    let services = currentFloor.plan.servicesToCome(
      visit.service, place?.route, from: step)
    let missing = shortages(for: services)
    guard !missing.isEmpty else {
      for service in services { reserve(service) }
      return nil
    }
    let client = Client(
      ticket: tickets, serviceAndClass: visit.serviceAndClass, arrival: currentFloor.now,
      hidden: Client.hidden(slot: Client.noSlot, route: place?.route, step: step))
    tell(&observer, .refused(client, missing: missing))
    return .refused(ticket: tickets, missing: missing)
  }

  /// Asks the policy which line `client` joins, and puts them there.
  @inlinable
  @inline(__always)
  mutating func join<Observer: BankObserver>(_ client: Client, _ observer: inout Observer) {
    // A look by the policy at an index that does not exist is noted in the storage. So the storage is made unique
    // first: nothing may be written into a floor that somebody outside has kept.
    makeUnique()
    var line =
      isPolicyDropped ? fallbackLine(for: client) : policy.line(for: client, on: currentFloor)
    if !line.isIndex(below: storage.lines.count) || storage.state.badIndex != nil {
      dropPolicy(forSendingTo: line, &observer)
      line = fallbackLine(for: client)
    }
    // The policy may have kept the floor.
    makeUnique()
    put(client, in: line, &observer)
    observer.arrived(client, line: line, at: currentFloor.now, session: session)
  }

  /// Takes the client whose patience ends now out of the line.
  ///
  /// - Returns: `false` if the wait to which that patience belonged is over: its client was called or balked. (One who
  ///   was called may wait again, at a later step of a route.)
  mutating func losePatience<Observer: BankObserver>(
    inSlot slot: Int, ticket: Int, _ observer: inout Observer
  ) -> Bool {
    // This event has left the event list. `endedPatience` counts those still in it whose waits are over.
    // `WaitingList.remove` has added this one to them (or adds it, in `leave` below), so it is taken off again.
    defer { waitingList.endedPatience -= 1 }
    guard let (client, line) = waitingList.find(slot, ticket: ticket),
      waitingList.leavingTime(at: slot) == currentFloor.now
    else { return false }
    leave(client, line, &observer)
    tell(&observer, .abandoned(client, line: line))
    if !isPolicyDropped { policy.left(client, on: currentFloor) }
    return true
  }

  /// Takes a waiting client out of the line; what was reserved goes back.
  private mutating func leave<Observer: BankObserver>(
    _ client: Client, _ line: Int, _ observer: inout Observer
  ) {
    makeUnique()
    takeOut(client, of: line, &observer)
    if storage.stock.count > 0 {
      let services = currentFloor.plan.servicesToCome(
        client.service, client.route, from: client.step)
      for service in services { giveBack(service) }
    }
    if isEmpty { workClock.stop(at: currentFloor.now) }
  }
}
