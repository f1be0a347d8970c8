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
    _floor._now = max(_floor.now, now)
    wakeUpsInARow = 0
    _tickets += 1
    if _floor.site.hasNeeds[visit.service], let refusal = reserve(for: visit, &observer) {
      return refusal
    }
    if isEmpty { workClock.start(at: _floor.now) }

    if visit._patience == .never, _floor.plan.limit == nil {
      join(client(for: visit, slot: -1), &observer)
      dispatch(&observer)
      return .admitted(ticket: tickets)
    }
    return arriveWithLimits(visit, &observer)
  }

  /// Reserves what `visit` needs, or refuses it.
  @usableFromInline
  @inline(never)
  mutating func reserve<Observer: BankObserver>(
    for visit: Visit, _ observer: inout Observer
  ) -> Admission? {
    let missing = shortages(for: visit.service)
    guard missing.isEmpty else {
      tell(&observer, .refused(client(for: visit, slot: -1), missing: missing))
      return .refused(ticket: tickets, missing: missing)
    }
    reserve(visit.service)
    return nil
  }

  @inlinable
  func client(for visit: Visit, slot: Int32) -> Client {
    Client(
      ticket: tickets, service: visit.service, priority: visit.priority, arrival: _floor.now,
      serviceTime: max(visit.time, .zero), slot: slot)
  }

  @inlinable
  @inline(__always)
  mutating func join<Observer: BankObserver>(_ client: Client, _ observer: inout Observer) {
    var line = !isEjected ? policy.line(for: client, on: _floor) : fallbackLine(for: client)
    if line < 0 || line >= _floor.lineStates.count {
      ejectForLine(line, &observer)
      line = fallbackLine(for: client)
    }
    _floor.own()
    queues[line].enqueue(client)
    _floor.enter(line)
    if client.slot >= 0 { note(client, in: line) }
    refreshHead(of: line)
    observer.arrived(client, line: line, at: _floor.now, session: session)
  }

  @usableFromInline
  mutating func note(_ client: Client, in line: Int) { departures.note(client, in: line) }

  /// The rest of an arrival for clients who may leave again.
  @usableFromInline
  mutating func arriveWithLimits<Observer: BankObserver>(
    _ visit: Visit, _ observer: inout Observer
  ) -> Admission {
    let isFull = _floor.plan.limit.map { _floor.waiting >= $0 } ?? false
    let mayLeave = isFull || visit.patience != nil
    let client = client(for: visit, slot: mayLeave ? departures.takeSlot() : -1)
    let ticket = tickets
    join(client, &observer)
    if let patience = visit.patience {
      agenda.pointee.add(
        .patience, at: _floor.now + max(patience, .zero), sequence: ticket,
        index: Int(client.slot))
    }
    dispatch(&observer)
    guard isFull, let limit = _floor.plan.limit, _floor.waiting > limit,
      let (_, line) = departures.waiting(slot: Int(client.slot), ticket: ticket)
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
    _floor.own()
    departures.forget(client)
    _floor.lineStates[line].ghosts += 1
    _floor.leave(line)
    refreshHead(of: line)
    giveBack(client.service)
    if isEmpty { workClock.stop(at: _floor.now) }
  }
}
