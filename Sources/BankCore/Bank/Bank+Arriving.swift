extension Bank {
  /// Lets a client in at `now`, after all that was due before.
  ///
  /// Stock is reserved all or nothing. When as many wait as the plan's limit allows, a client who
  /// is not called at once leaves again.
  ///
  /// - Precondition: the plan has the visit's service.
  @inlinable
  @discardableResult
  public mutating func arrive<Observer: BankObserver>(
    _ visit: Visit, at now: Time, _ observer: inout Observer
  ) -> Admission {
    catchUp(to: now, wakingUpBefore: now, &observer)
    if let admission = enter(visit, at: now, &observer) { return admission }
    dispatch(&observer)
    return .admitted(ticket: tickets)
  }

  /// Lets a client in, when all that was due before is done; returns `nil` where the policy is
  /// still to be asked.
  @inlinable
  @inline(__always)
  mutating func enter<Observer: BankObserver>(
    _ visit: Visit, at now: Time, _ observer: inout Observer
  ) -> Admission? {
    _floor._now = max(_floor.now, now)
    wakeUpsInARow = 0
    _tickets &+= 1
    guard hall.site.admitsAll, visit._patience == .never else {
      return enterWithLimits(visit, &observer)
    }
    if isEmpty { workClock.start(at: _floor.now) }
    join(client(for: visit, hidden: max(visit.time, .zero).nanoseconds), &observer)
    return nil
  }

  /// Reserves what `visit` needs, or refuses it.
  private mutating func reserve<Observer: BankObserver>(
    for visit: Visit, _ observer: inout Observer
  ) -> Admission? {
    guard hall.site.hasNeeds[visit.service] else { return nil }
    let missing = shortages(for: visit.service)
    guard missing.isEmpty else {
      tell(&observer, .refused(client(for: visit, hidden: 0), missing: missing))
      return .refused(ticket: tickets, missing: missing)
    }
    reserve(visit.service)
    return nil
  }

  @inlinable
  func client(for visit: Visit, hidden: Int64) -> Client {
    Client(ticket: tickets, kind: visit.kind, arrival: _floor.now, hidden: hidden)
  }

  @inlinable
  @inline(__always)
  mutating func join<Observer: BankObserver>(_ client: Client, _ observer: inout Observer) {
    var line = !isEjected ? policy.line(for: client, on: _floor) : fallbackLine(for: client)
    if UInt(bitPattern: line) >= UInt(bitPattern: hall.lines.count) {
      ejectForLine(line, &observer)
      line = fallbackLine(for: client)
    }
    own()
    put(client, in: line)
    observer.arrived(client, line: line, at: _floor.now, session: session)
  }

  /// The rest of an arrival where not everybody is let in, or for clients who may leave again.
  @usableFromInline
  @inline(never)
  mutating func enterWithLimits<Observer: BankObserver>(
    _ visit: Visit, _ observer: inout Observer
  ) -> Admission {
    if let refusal = reserve(for: visit, &observer) { return refusal }
    if isEmpty { workClock.start(at: _floor.now) }
    let isFull = _floor.plan.limit.map { _floor.waiting >= $0 } ?? false
    let mayLeave = isFull || visit.patience != nil
    let time = max(visit.time, .zero)
    let client = client(
      for: visit,
      hidden: mayLeave ? ~Int64(departures.takeSlot(time: time)) : time.nanoseconds)
    let ticket = tickets
    join(client, &observer)
    if let patience = visit.patience {
      addToAgenda(
        .patience, at: _floor.now + max(patience, .zero), sequence: ticket, index: client.slot)
    }
    dispatch(&observer)
    guard isFull, let limit = _floor.plan.limit, _floor.waiting > limit,
      let (_, line) = departures.waiting(slot: client.slot, ticket: ticket)
    else { return .admitted(ticket: ticket) }
    leave(client, line)
    tell(&observer, .balked(client, line: line))
    return .balked(ticket: ticket)
  }

  @usableFromInline
  mutating func losePatience<Observer: BankObserver>(
    slot: Int, ticket: Int, _ observer: inout Observer
  ) {
    guard let (client, line) = departures.waiting(slot: slot, ticket: ticket) else { return }
    leave(client, line)
    tell(&observer, .abandoned(client, line: line))
  }

  /// Takes a waiting client out of the line; what was reserved goes back.
  private mutating func leave(_ client: Client, _ line: Int) {
    own()
    departures.forget(client)
    takeOut(client, of: line)
    giveBack(client.service)
    if isEmpty { workClock.stop(at: _floor.now) }
  }
}
