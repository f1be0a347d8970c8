extension Bank {
  /// Lets a client in at `now`, after all that was due before.
  ///
  /// Stock is reserved all or nothing. When as many wait as the plan's limit allows, a client who
  /// is not called at once leaves again.
  ///
  /// - Precondition: the plan has the visit's service.
  @inlinable
  @inline(never)
  @discardableResult
  public mutating func arrive<Observer: BankObserver>(
    _ visit: Visit, at now: Time, _ observer: inout Observer
  ) -> Admission {
    catchUp(before: Moment(max(currentFloor.now, now), .arrival), &observer)
    guard let admission = enter(visit, at: now, &observer) else {
      ask(&observer)
      return .admitted(ticket: tickets)
    }
    return admission
  }

  /// Lets a client in, when all that was due before is done; returns `nil` where the policy is still
  /// to be asked.
  @inlinable
  @inline(__always)
  mutating func enter<Observer: BankObserver>(
    _ visit: Visit, at now: Time, _ observer: inout Observer
  ) -> Admission? {
    currentFloor.instant = max(currentFloor.now, now)
    wakeUpsInARow = 0
    lastTicket &+= 1
    guard storage.tables.admitsAll, visit.longestWait == .never, !isWatched else {
      return enterListed(visit, &observer)
    }
    if isEmpty { workClock.start(at: currentFloor.now) }
    let time = max(visit.time, .zero).nanoseconds
    join(
      Client(ticket: tickets, kind: visit.kind, arrival: currentFloor.now, hidden: time), &observer)
    return nil
  }

  /// Lets a client in who may leave again, or is to be in the waiting list.
  @usableFromInline
  @inline(never)
  mutating func enterListed<Observer: BankObserver>(
    _ visit: Visit, _ observer: inout Observer
  ) -> Admission {
    makeUnique()
    if let refusal = reserve(for: visit, &observer) { return refusal }
    if isEmpty { workClock.start(at: currentFloor.now) }
    let isFull = storage.all[0].waiting >= storage.tables.limit
    let client = waitingList.add(visit, ticket: tickets, at: currentFloor.now)
    join(client, &observer)
    if let patience = visit.patience {
      plan(
        .patience, at: currentFloor.now + max(patience, .zero), number: client.ticket,
        index: client.place)
    }
    ask(&observer)
    guard isFull, storage.all[0].waiting > storage.tables.limit,
      let line = waitingList.line(of: client)
    else { return .admitted(ticket: client.ticket) }
    leave(client, line, &observer)
    tell(&observer, .balked(client, line: line))
    if !hasNoPolicy { policy.left(client, on: currentFloor) }
    return .balked(ticket: client.ticket)
  }

  /// Reserves what `visit` needs, or refuses it.
  private mutating func reserve<Observer: BankObserver>(
    for visit: Visit, _ observer: inout Observer
  ) -> Admission? {
    guard storage.tables.hasNeeds[visit.service] else { return nil }
    let missing = shortages(for: visit.service)
    guard !missing.isEmpty else {
      reserve(visit.service)
      return nil
    }
    let client = Client(ticket: tickets, kind: visit.kind, arrival: currentFloor.now, hidden: 0)
    tell(&observer, .refused(client, missing: missing))
    return .refused(ticket: tickets, missing: missing)
  }

  @inlinable
  @inline(__always)
  mutating func join<Observer: BankObserver>(_ client: Client, _ observer: inout Observer) {
    var line = hasNoPolicy ? ownLine(for: client) : policy.line(for: client, on: currentFloor)
    if UInt(bitPattern: line) >= UInt(bitPattern: storage.lines.count)
      || storage.all[0].badIndex != nil
    {
      dropPolicy(forSendingTo: line, &observer)
      line = ownLine(for: client)
    }
    makeUnique()
    put(client, in: line, &observer)
    observer.arrived(client, line: line, at: currentFloor.now, session: currentSession)
  }

  /// Lets the client go whose patience has run out; returns whether they still waited.
  mutating func losePatience<Observer: BankObserver>(
    at place: Int, ticket: Int, _ observer: inout Observer
  ) -> Bool {
    guard let (client, line) = waitingList.find(place, ticket: ticket) else { return false }
    leave(client, line, &observer)
    tell(&observer, .abandoned(client, line: line))
    if !hasNoPolicy { policy.left(client, on: currentFloor) }
    return true
  }

  /// Takes a waiting client out of the line; what was reserved goes back.
  private mutating func leave<Observer: BankObserver>(
    _ client: Client, _ line: Int, _ observer: inout Observer
  ) {
    makeUnique()
    takeOut(client, of: line, &observer)
    giveBack(client.service)
    if isEmpty { workClock.stop(at: currentFloor.now) }
  }
}
