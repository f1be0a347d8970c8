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
    guard !isEjected, _floor.waiting > 0, nextTime == .never, !isExcused,
      let client = oneWhoCouldBeServed
    else { return false }
    eject(
      fault(
        .stall(ticket: client.ticket, waited: _floor.now - client.arrival, limit: .never), "L2",
        "leaves \(_floor.waiting) waiting for ever, though a free teller could serve client"
          + " \(client.ticket)"), &observer)
    dispatch(&observer)
    return true
  }

  /// A teller the policy keeps for a client may be the one who is away.
  private var isExcused: Bool {
    idlesOnPurpose && Policy.claims.idling != .never
      && _floor.tellers.contains { !isPresent($0) }
  }

  /// A client who waits, in whatever place, for what an idle teller can do.
  private var oneWhoCouldBeServed: Client? {
    let idle = _floor.tellers.filter(_floor.isIdle)
    return queues.indices.lazy.compactMap { line in
      clients(inLine: line).first { client in
        idle.contains { _floor.plan.can($0, do: client.service) }
      }
    }.first
  }

  /// Drops the policy: the bank's own shared pool takes over at once, and nobody is lost.
  private mutating func eject<Observer: BankObserver>(
    _ reason: PolicyFault, _ observer: inout Observer
  ) {
    var reason = reason
    reason.answers = answers
    reason.policy = String(String(reflecting: policy).prefix(2000))
    fault = reason
    _isEjected = true
    wakeUp = .never
    let everybody = queues.indices.flatMap { clients(inLine: $0) }.sorted { $0.ticket < $1.ticket }

    let before = _floor
    let plan = before.plan
    _floor = Floor(
      plan: plan, lines: plan.serviceGroups, benches: plan.tellersBySkills,
      agenda: Agenda(copying: hall.agenda.pointee))
    _floor._now = before.now
    queueTable = QueueTable(repeatElement(emptyQueue, count: plan.serviceGroups))
    for client in everybody {
      let line = fallbackLine(for: client)
      put(client, in: line)
    }

    // Whoever has been idle longest sits down first.
    let states = before.tellers.map { before.hall.tellers[$0] }
    for teller in before.tellers.sorted(by: { (states[$0].since, $0) < (states[$1].since, $1) }) {
      hall.takeOver(teller, from: states[teller])
    }
    tell(&observer, .ejected(reason))
  }

  @usableFromInline
  @inline(never)
  mutating func ejectForLine<Observer: BankObserver>(_ line: Int, _ observer: inout Observer) {
    eject(
      fault(
        .illegalDecision(nil), "L4", "sent a client to line \(line) of \(_floor.lines.count)"),
      &observer)
  }

  @usableFromInline
  @inline(never)
  mutating func ejectForCall<Observer: BankObserver>(
    _ line: Int, _ teller: Int, _ observer: inout Observer
  ) {
    eject(illegalCall(line, teller), &observer)
  }

  @usableFromInline
  @inline(never)
  mutating func ejectForThrowing<Observer: BankObserver>(
    _ error: any Error, _ observer: inout Observer
  ) {
    let what = String(String(describing: error).prefix(500))
    eject(fault(.threw(what), "L4", "threw an error instead of an answer: \(what)"), &observer)
  }

  /// Drops a policy that asks to be woken when it cannot be.
  @usableFromInline
  @inline(never)
  mutating func isEjected<Observer: BankObserver>(
    forAskingAt time: Time, _ observer: inout Observer
  ) -> Bool {
    guard let fault = faultInAsking(at: time) else { return false }
    eject(fault, &observer)
    return true
  }

  /// Drops a watched policy for an answer that breaks a claim.
  @usableFromInline
  @inline(never)
  mutating func isEjected<Observer: BankObserver>(
    forBreachBy decision: Decision, _ observer: inout Observer
  ) -> Bool {
    guard let breach = watch(decision) else { return false }
    eject(breach, &observer)
    return true
  }

  /// What the bank's own pool does.
  @usableFromInline var fallbackDecision: Decision {
    @inline(never) get { _floor.callLongestWaiting() ?? .idle }
  }

  @usableFromInline
  @inline(never)
  func fallbackLine(for client: Client) -> Int { _floor.plan.groupOfService[client.service] }

  private func fault(_ kind: PolicyFault.Kind, _ law: String, _ finding: String) -> PolicyFault {
    PolicyFault(kind: kind, law: law, finding: finding, time: _floor.now)
  }

  /// Says what is wrong with a call that is not legal.
  private func illegalCall(_ line: Int, _ teller: Int) -> PolicyFault {
    let call = "called line \(line) to teller \(teller)"
    func illegal(_ law: String, _ why: String) -> PolicyFault {
      fault(.illegalDecision(.call(line: line, teller: teller)), law, "\(call), \(why)")
    }
    guard hall.lines.indices.contains(line) else {
      return illegal("L4", "but lines are 0 to \(_floor.lines.count - 1)")
    }
    guard let head = _floor.head(ofLine: line) else {
      return illegal("L4", "where nobody waits")
    }
    guard hall.tellers.indices.contains(teller) else {
      return illegal("L4", "but tellers are 0 to \(_floor.tellers.count - 1)")
    }
    let name = _floor.plan.tellers[teller].name
    switch hall.tellers[teller].status {
    case .absent: return illegal("L11", "but \(name) is not there")
    case .serving, .handingOver: return illegal("L4", "but \(name) is not idle")
    case .idle:
      let service = _floor.plan.services[head.service].name
      return illegal("L3", "but \(name) cannot do \"\(service)\" for client \(head.ticket)")
    }
  }

  /// Says what is wrong with the wish to be asked again at `time`, if anything is.
  private func faultInAsking(at time: Time) -> PolicyFault? {
    if time <= _floor.now {
      return fault(
        .illegalDecision(.idle(reason: nil, askAgain: time)), "L9",
        "asked to be woken at \(time) s, which is not later")
    }
    if wakeUpsInARow >= mostWakeUpsInARow {
      return fault(
        .wakeUpLoop(times: wakeUpsInARow), "L9",
        "was woken \(wakeUpsInARow) times in a row and served nobody")
    }
    return nil
  }
}

// MARK: - Claims, watched

extension Bank {
  /// How many answers are kept.
  private static var mostAnswers: Int { 8 }

  /// Notes an answer and says what claim it breaks, if any, as far as the heads of the lines show.
  private mutating func watch(_ decision: Decision) -> PolicyFault? {
    if answers.count == Self.mostAnswers { answers.removeFirst() }
    answers.append(PolicyFault.Answer(time: _floor.now, decision: decision))
    switch decision {
    case .call(let line, let teller):
      return isLegal(line, teller) ? brokenOrder(line, teller) : nil
    case .idle(let reason, _): return brokenIdling(reason, decision)
    }
  }

  private func brokenOrder(_ line: Int, _ teller: Int) -> PolicyFault? {
    let claims = Policy.claims
    let called = hall.lines[line].head
    for other in _floor.lines {
      guard let head = _floor.head(ofLine: other), head.ticket < called.ticket else { continue }
      let isOutOfOrder =
        claims.order == .everybody || claims.order == .service && head.service == called.service
      let isOvertaken = claims.overtaking == .none && _floor.plan.can(teller, do: head.service)
      guard isOutOfOrder || isOvertaken else { continue }
      return fault(
        .illegalDecision(.call(line: line, teller: teller)), isOutOfOrder ? "L5" : "L10",
        "called client \(called.ticket) before client \(head.ticket), who came first")
    }
    return nil
  }

  private func brokenIdling(_ reason: IdleReason?, _ decision: Decision) -> PolicyFault? {
    guard case .call(let line, let teller)? = _floor.callLongestWaiting() else { return nil }
    let head = hall.lines[line].head
    let waited = _floor.now - head.arrival
    guard case .declared(let reasons, let limit) = Policy.claims.idling, let reason,
      reasons.contains(reason)
    else {
      return fault(
        .illegalDecision(decision), "L6",
        "left \(_floor.plan.tellers[teller].name) idle"
          + (reason.map { " for a reason that is not declared, \"\($0)\"," } ?? " without a reason")
          + " while client \(head.ticket) waited, whom they can serve")
    }
    guard waited > limit else { return nil }
    return fault(
      .stall(ticket: head.ticket, waited: waited, limit: limit), "L2",
      "let client \(head.ticket) wait \(waited) s beside a free teller, declared at most \(limit) s"
    )
  }
}
