// The guard against policies: what a policy may not do, and what the bank does about it. (The guard against queues is
// in `Bank+Lines`.) A policy that the bank sees breaking a law is dropped, and the fallback policy takes over at once
// (the longest wait first). No client is lost by it.
extension Bank {
  /// Drops the policy if it leaves somebody waiting for ever: an idle teller could serve them, and nothing more will
  /// happen by itself.
  ///
  /// First drops the queue if it has lost somebody. Not even a declared reason for idling saves the policy
  /// here. Called by ``Day`` once nobody else will come.
  @usableFromInline
  mutating func breakStall<Observer: BankObserver>(_ observer: inout Observer) {
    guard currentFloor.waiting > 0 else { return }
    makeUnique()
    if dropQueueIfItLost(&observer) { ask(&observer) }
    guard !isPolicyDropped, currentFloor.waiting > 0, nextTime == .never,
      let client = oneWhoCouldBeServed
    else { return }
    dropPolicy(
      fault(
        .stall(ticket: client.ticket, waited: currentFloor.now - client.arrival, limit: .never),
        .nobodyIsLost,
        "leaves \(currentFloor.waiting) waiting for ever, though an idle teller could serve ticket"
          + " \(client.ticket)"), &observer)
    ask(&observer)
  }

  /// A client whom an idle teller can serve, at the head of a line or behind it: the first such client, in the first
  /// line that has any.
  private var oneWhoCouldBeServed: Client? {
    let idle = currentFloor.tellers.filter(currentFloor.isIdle)
    return currentFloor.lines.lazy.compactMap { line in
      clients(inLine: line).first { client in
        idle.contains { currentFloor.plan.can($0, do: client.service) }
      }
    }.first
  }

  /// Drops the policy; everybody waits in the lines of the fallback policy from now on.
  private mutating func dropPolicy<Observer: BankObserver>(
    _ fault: BankFault, _ observer: inout Observer
  ) {
    makeUnique()
    // Checked now, while `LineState.ticketSquares` still says who joined which line: the lines begin anew below.
    dropQueueIfItLost(&observer)
    var fault = fault
    fault.answers = answers
    fault.culprit = String(String(reflecting: policy).prefix(2000))
    policyFault = fault
    wakeUpTime = .never

    let before = storage
    let everybody = everybodyByLine.joined().sorted { $0.joined(before: $1) }
    let plan = currentFloor.plan
    currentFloor.storage = FloorStorage(
      before.facts, lines: plan.serviceGroupCount, pools: plan.tellersBySkills)
    storage.state.serving = before.state.serving
    storage.state.events.free()
    storage.state.events = EventList(copying: before.state.events)
    for item in plan.stock.indices { storage.stock[item] = before.stock[item] }
    var empty = LineQueue(emptyQueue)
    if isQueueDropped { empty.drop(for: []) }
    queues = Array(repeating: empty, count: plan.serviceGroupCount)
    waitingList.leaveLines()

    // Whoever has been idle longest comes first in its pool.
    let states = before.tellers.elements
    for teller in states.indices.sorted(by: { (states[$0].since, $0) < (states[$1].since, $1) }) {
      var state = states[teller]
      state.pool = storage.tellers[teller].pool
      storage.tellers[teller] = state
      if state.status == .idle { storage.becomeIdle(teller, at: state.since) }
    }

    for client in everybody { put(client, in: fallbackLine(for: client), &observer) }
    // `put` may drop a queue that has lost all who were put so far. With nobody being served that stops the work clock,
    // which is started again here for those who were put after that.
    if !isEmpty { workClock.start(at: currentFloor.now) }
    tell(&observer, .ejected(fault))
  }

  @usableFromInline
  @inline(never)
  mutating func dropPolicy<Observer: BankObserver>(
    forSendingTo line: Int, _ observer: inout Observer
  ) {
    let finding: Phrase =
      badIndex
      ?? "sent a client to line \(line), but lines are 0 to \(currentFloor.lines.count - 1)"
    dropPolicy(fault(.illegalDecision(nil), .onlyLegalCalls, finding), &observer)
    // If the queue turned out to have lost everybody, the clock has stopped; the client who is about to join starts it.
    workClock.start(at: currentFloor.now)
  }

  /// Drops the policy if, when it was last told of something, it looked at an index that does not exist.
  ///
  /// During the day such a look is found when the policy is next asked. At a reset and at the end of a day it is not
  /// asked again, so this is called.
  @usableFromInline
  @inline(never)
  mutating func dropPolicyForBadIndex<Observer: BankObserver>(_ observer: inout Observer) {
    guard let badIndex else { return }
    dropPolicy(fault(.illegalDecision(nil), .onlyLegalCalls, badIndex), &observer)
  }

  @usableFromInline
  @inline(never)
  mutating func dropPolicy<Observer: BankObserver>(
    forCalling line: Int, _ teller: Int, _ observer: inout Observer
  ) {
    dropPolicy(illegalCall(line, teller), &observer)
  }

  @usableFromInline
  @inline(never)
  mutating func dropPolicy<Observer: BankObserver>(
    forThrowing error: any Error, _ observer: inout Observer
  ) {
    let what = String(String(describing: error).prefix(500))
    dropPolicy(
      fault(.threw(what), .onlyLegalCalls, "threw an error instead of an answer: \(what)"),
      &observer)
  }

  /// Drops a policy that asks for a wake-up at a time not later than now, or for too many in a row; returns whether it
  /// did.
  @usableFromInline
  @inline(never)
  mutating func dropPolicyIfWrong<Observer: BankObserver>(
    toAskAt time: Time, because reason: IdleReason?, _ observer: inout Observer
  ) -> Bool {
    guard let fault = faultInAsking(at: time, because: reason) else { return false }
    dropPolicy(fault, &observer)
    return true
  }

  /// Returns `decision`, unless the policy looked at an index that does not exist or, in a watched bank, broke a claim:
  /// then drops the policy and returns what the fallback policy decides.
  ///
  /// `ask` checks whether a call is legal.
  @usableFromInline
  @inline(never)
  mutating func checked<Observer: BankObserver>(
    _ decision: Decision, _ observer: inout Observer
  ) -> Decision {
    if let badIndex {
      dropPolicy(fault(.illegalDecision(nil), .onlyLegalCalls, badIndex), &observer)
      return fallbackDecision
    }
    guard isWatched, let breach = watch(decision) else { return decision }
    dropPolicy(breach, &observer)
    return fallbackDecision
  }

  /// What the fallback policy decides: the longest wait first.
  @usableFromInline var fallbackDecision: Decision {
    @inline(never) get { currentFloor.callLongestWaiting() ?? .idle }
  }

  /// The line that `client` joins under the fallback policy.
  @inlinable
  func fallbackLine(for client: Client) -> Int { currentFloor.plan.groupOfService[client.service] }

  private func fault(_ kind: BankFault.Kind, _ law: LawID, _ finding: Phrase) -> BankFault {
    BankFault(kind: kind, law: law, finding: finding, time: currentFloor.now)
  }

  /// Says which index the policy looked at that does not exist.
  private var badIndex: Phrase? {
    guard let (index, part) = storage.state.badIndex else { return nil }
    let (name, count): (Phrase, Int) =
      switch part {
      case .line: ("line", currentFloor.lines.count)
      case .teller: ("teller", currentFloor.tellers.count)
      case .pool: ("pool", currentFloor.pools.count)
      case .item: ("item", currentFloor.plan.stock.count)
      case .service: ("service", currentFloor.plan.services.count)
      }
    return count == 0
      ? "asked about \(name) \(index), but there is none"
      : "asked about \(name) \(index), but \(name)s are 0 to \(count - 1)"
  }

  /// Says what is wrong with a call that is not legal.
  private func illegalCall(_ line: Int, _ teller: Int) -> BankFault {
    func illegal(_ law: LawID, _ finding: Phrase) -> BankFault {
      fault(.illegalDecision(.call(line: line, teller: teller)), law, finding)
    }
    guard currentFloor.lines.contains(line) else {
      return illegal(
        .onlyLegalCalls,
        "called line \(line) to teller \(teller), but lines are 0 to \(currentFloor.lines.count - 1)"
      )
    }
    guard let head = currentFloor.head(ofLine: line) else {
      return illegal(
        .onlyLegalCalls, "called line \(line), where nobody waits, to teller \(teller)")
    }
    guard currentFloor.tellers.contains(teller) else {
      let last = currentFloor.tellers.count - 1
      return illegal(
        .onlyLegalCalls,
        "called line \(line) to teller \(teller), but tellers are 0 to \(last)")
    }
    let name = currentFloor.plan.tellers[teller].name
    switch storage.tellers[teller].status {
    case .absent:
      return illegal(
        .absentTellers, "called line \(line) to teller \(teller) (\"\(name)\"), who is not there")
    case .serving, .handingOver:
      return illegal(
        .onlyLegalCalls, "called line \(line) to teller \(teller) (\"\(name)\"), who is not idle")
    case .idle:
      let service = currentFloor.plan.services[head.service].name
      return illegal(
        .onlySkilledTellers,
        "called line \(line) to teller \(teller) (\"\(name)\"), who cannot do \"\(service)\" for"
          + " ticket \(head.ticket)")
    }
  }

  /// Says what is wrong with asking for a wake-up at `time`, if anything is.
  private func faultInAsking(at time: Time, because reason: IdleReason?) -> BankFault? {
    if time <= currentFloor.now {
      return fault(
        .illegalDecision(.callNobody(because: reason, askAgain: time)), .wakeUpsEnd,
        "asked to be woken at \(time) s, which is not later than now")
    }
    if wakeUpsInARow >= mostWakeUpsInARow {
      return fault(
        .wakeUpLoop(times: wakeUpsInARow), .wakeUpsEnd,
        "was woken \(wakeUpsInARow) times in a row, called nobody, and asked to be woken again")
    }
    return nil
  }
}

// MARK: - Checking claims

extension Bank {
  /// How many answers are kept.
  private static var mostAnswers: Int { 8 }

  /// Notes an answer and says what claim it breaks, if any, as far as the heads of the lines show.
  private mutating func watch(_ decision: Decision) -> BankFault? {
    if answers.count == Self.mostAnswers { answers.removeFirst() }
    answers.append(BankFault.Answer(time: currentFloor.now, decision: decision))
    switch decision {
    case .call(let line, let teller):
      return isLegal(line, teller) ? brokenOrder(line, teller) : nil
    case .callNobody(let reason, _): return brokenIdling(reason, decision)
    }
  }

  private func brokenOrder(_ line: Int, _ teller: Int) -> BankFault? {
    let called = storage.lines[line].head
    for other in currentFloor.lines {
      guard let head = currentFloor.head(ofLine: other),
        currentFloor.plan.isEarlier(
          (head.ticket, head.arrival), than: (called.ticket, called.arrival))
      else { continue }
      let isOutOfOrder =
        claims.order == .everybody || claims.order == .service && head.service == called.service
      let isOvertaken =
        claims.overtaking == .none && currentFloor.plan.can(teller, do: head.service)
      guard isOutOfOrder || isOvertaken else { continue }
      return fault(
        .illegalDecision(.call(line: line, teller: teller)),
        isOutOfOrder ? .firstComeFirstServed : .boundedOvertaking,
        "called ticket \(called.ticket) before ticket \(head.ticket), who came first")
    }
    return nil
  }

  private func brokenIdling(_ reason: IdleReason?, _ decision: Decision) -> BankFault? {
    guard case .call(let line, let teller)? = currentFloor.callLongestWaiting() else { return nil }
    let head = storage.lines[line].head
    let waited = currentFloor.now - head.arrival
    let name = currentFloor.plan.tellers[teller].name
    guard let reason else {
      return fault(
        .illegalDecision(decision), .workConservation,
        "gave no reason for leaving teller \(teller) (\"\(name)\") idle, who can serve ticket \(head.ticket)"
      )
    }
    guard case .declared(let reasons, let longest) = claims.idling, reasons.contains(reason) else {
      return fault(
        .illegalDecision(decision), .workConservation,
        "left teller \(teller) (\"\(name)\") idle, who can serve ticket \(head.ticket), for a reason that is not declared: \"\(reason)\""
      )
    }
    guard waited > longest else { return nil }
    return fault(
      .stall(ticket: head.ticket, waited: waited, limit: longest), .nobodyIsLost,
      "left a teller idle who can serve ticket \(head.ticket); that client has waited \(waited) s, and the policy's claims allow \(longest) s"
    )
  }
}
