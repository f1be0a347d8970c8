import BankConformance
import BankCore
import BankSimulation

/// What led to a fault: the last answers, the policy's value, and a line that repeats it.
struct FaultPage: CustomStringConvertible {
  /// The number of clients beyond which nobody looks for a world.
  static let mostClients = 1000

  let description: String

  /// The page of a day that was watched.
  init(_ setup: Setup, _ inputs: DayInputs, _ fault: BankFault) {
    func label(_ label: Phrase) -> String {
      let label = Console.say(label)
      return "  " + label + String(repeating: " ", count: max(1, 10 - label.columns))
    }
    var lines: [String] = []
    let plan = setup.plan
    for (index, answer) in fault.answers.enumerated() {
      lines.append(
        label(index == 0 ? "answers" : "")
          + Console.say("\(answer.time) s: \(answer.decision.words(in: plan))"))
    }
    if !fault.culprit.isEmpty {
      lines.append(label(fault.isOfQueue ? "queue" : "policy") + fault.culprit)
    }
    var arrivals: [Arrival] = []
    var source = inputs.arrivals
    while arrivals.count <= Self.mostClients, let arrival = source.next(),
      arrival.time <= fault.time
    {
      arrivals.append(arrival)
    }
    let world = World(plan, arrivals, queue: setup.queue.name, seed: setup.seed)
    if arrivals.count <= Self.mostClients,
      let found = setup.wired.smallest(world, fault.law), let smallest = found.world
    {
      lines.append(
        label("replay")
          + "\(BankCommand.executable) conformance \(setup.wired.name) --law \(fault.law) --world '\(smallest)'"
      )
    } else {
      lines.append(
        label("replay")
          + Console.say(
            "the same command with --seed \(setup.seed); no world of one line shows it"))
    }
    description = lines.joined(separator: "\n")
  }

  /// Says of a branch that goes on what was dropped, and why.
  static func tellDropped(_ fault: BankFault, under policy: String) {
    Console.tell(
      fault.isOfQueue
        ? "the queue was dropped \(fault.phrase); all go on in order of arrival"
        : "the policy \(policy) was dropped \(fault.phrase); the bank's own shared pool took over"
    )
  }

  /// Says why days stopped, if the policy's fault did it.
  static func tell(_ setup: Setup, _ days: SimulatedDays, _ result: SimulatedDays.Result) {
    guard let (fault, day) = result.fault else { return }
    let page = FaultPage(setup, days.session(setup, day: day), fault)
    let culprit: Phrase =
      fault.isOfQueue ? "the queue \(setup.queue.name)" : "the policy \(setup.wired.label)"
    Console.tell("stopped \(fault.phrase); \(culprit) may not do that")
    LineWriter.standardError.line("\(page)", isFlushed: true)
  }

  /// The page of a day that was not watched, which is run again for it.
  init(_ setup: Setup, _ session: SimulatedDay, _ fault: BankFault) {
    var session = session
    session.listener = nil
    session.isWatched = true
    session.isInterrupted = { false }
    let again = setup.wired.simulate(session).fault
    let isSame = again?.law == fault.law && again?.time == fault.time
    self.init(setup, session.inputs, isSame ? again ?? fault : fault)
  }
}

extension Decision {
  /// The decision in words, with names from `plan`.
  func words(in plan: BranchPlan) -> Phrase {
    switch self {
    case .call(let line, let teller):
      let name = plan.tellers.indices.contains(teller) ? plan.tellers[teller].name : "\(teller)"
      return "call line \(line) to teller \(name)"
    case .callNobody(let reason, let askAgain):
      let idle: Phrase = reason.map { "idle (\(Phrase(stringLiteral: $0.description)))" } ?? "idle"
      return askAgain.map { "\(idle), ask again at \($0) s" } ?? idle
    }
  }
}
