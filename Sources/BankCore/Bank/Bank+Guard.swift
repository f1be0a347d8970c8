extension Bank {
  /// Counts `count` tickets as issued: for trying whether numbers matter.
  package mutating func skipTickets(_ count: Int) { _tickets += count }

  /// Drops the policy if it leaves somebody waiting for ever: nothing will happen any more, a free
  /// teller could serve, and the policy gives no reason that it declared.
  ///
  /// Returns whether it did.
  ///
  /// For a driver to call when nobody else will come. (A split that is left without the teller kept
  /// for a service has its reason; its clients end the day unserved.)
  @discardableResult
  public mutating func breakStall<Observer: BankObserver>(_ observer: inout Observer) -> Bool {
    guard fault == nil, _floor.waiting > 0, nextTime == .never, !isExcused, someoneCouldBeServed
    else { return false }
    eject(
      fault(
        .stall, "L2", "leaves \(_floor.waiting) waiting for ever, though a free teller could serve"),
      &observer)
    dispatch(&observer)
    return true
  }

  /// A teller the policy keeps for a client may be the one who is away.
  private var isExcused: Bool {
    idlesOnPurpose && Policy.claims.idling != .never
      && _floor.tellers.contains { !isPresent($0) }
  }

  /// Whether an idle teller can do what some waiting client came for, in whatever place they stand.
  private var someoneCouldBeServed: Bool {
    let idle = _floor.tellers.filter(_floor.isIdle)
    return queues.contains { queue in
      var rest = queue
      while let client = rest.dequeue() {
        if !departures.hasLeft(client),
          idle.contains(where: { _floor.plan.can($0, do: client.service) })
        {
          return true
        }
      }
      return false
    }
  }

  /// Drops the policy: the bank's own shared pool takes over at once, and nobody is lost.
  @usableFromInline
  mutating func eject<Observer: BankObserver>(
    _ reason: PolicyFault, _ observer: inout Observer
  ) {
    fault = reason
    wakeUp = .never
    let everybody = queues.indices.flatMap { clients(inLine: $0) }.sorted { $0.ticket < $1.ticket }

    let statesBefore = _floor.tellerStates
    let plan = _floor.plan
    let now = _floor.now
    _floor = Floor(plan: plan, lines: plan.serviceGroups, benches: plan.tellersBySkills)
    _floor._now = now
    queues = Array(repeating: emptyQueue, count: plan.serviceGroups)
    ghosts = Array(repeating: 0, count: plan.serviceGroups)
    for client in everybody {
      let line = fallbackLine(for: client)
      queues[line].enqueue(client)
      _floor.lineStates[line].count += 1
      _floor._waiting += 1
      if client.slot >= 0 { departures.note(client, in: line) }
    }
    for line in queues.indices { refreshHead(of: line) }

    // Whoever has been idle longest sits down first.
    let order = _floor.tellers.sorted {
      (statesBefore[$0].since, $0) < (statesBefore[$1].since, $1)
    }
    for teller in order {
      let before = statesBefore[teller]
      if before.status == .idle { _floor.seat(teller) }
      _floor.tellerStates[teller].status = before.status
      _floor.tellerStates[teller].onDuty = before.onDuty
      _floor.tellerStates[teller].since = before.since
    }
    tell(&observer, .ejected(reason))
  }

  @usableFromInline
  func fallbackLine(for client: Client) -> Int { _floor.plan.groupOfService[client.service] }

  @usableFromInline
  func fault(_ kind: PolicyFault.Kind, _ law: String, _ finding: String) -> PolicyFault {
    PolicyFault(kind: kind, law: law, finding: finding, time: _floor.now)
  }

  /// Says what is wrong with a call that is not legal.
  @usableFromInline
  func illegalCall(_ line: Int, _ teller: Int) -> PolicyFault {
    let call = "called line \(line) to teller \(teller)"
    func illegal(_ law: String, _ why: String) -> PolicyFault {
      fault(.illegalDecision, law, "\(call), \(why)")
    }
    guard _floor.lineStates.indices.contains(line) else {
      return illegal("L4", "but lines are 0 to \(_floor.lines.count - 1)")
    }
    guard let head = _floor.head(ofLine: line) else {
      return illegal("L4", "where nobody waits")
    }
    guard _floor.tellerStates.indices.contains(teller) else {
      return illegal("L4", "but tellers are 0 to \(_floor.tellers.count - 1)")
    }
    let name = _floor.plan.tellers[teller].name
    switch _floor.tellerStates[teller].status {
    case .absent: return illegal("L11", "but \(name) is not there")
    case .serving, .handingOver: return illegal("L4", "but \(name) is not idle")
    case .idle:
      let service = _floor.plan.services[head.service].name
      return illegal("L3", "but \(name) cannot do \"\(service)\" for client \(head.ticket)")
    }
  }

  /// Says what is wrong with the wish to be asked again at `time`, if anything is.
  @usableFromInline
  func faultInAsking(at time: Time) -> PolicyFault? {
    if time <= _floor.now {
      return fault(.illegalDecision, "L9", "asked to be woken at \(time) s, which is not later")
    }
    if wakeUpsInARow >= mostWakeUpsInARow {
      return fault(
        .wakeUpLoop, "L9", "was woken \(wakeUpsInARow) times in a row and served nobody")
    }
    return nil
  }
}
