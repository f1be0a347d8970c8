public import BankCore

/// Lines take turns by work: each gets a set number of seconds of expected work in its turn.
///
/// Deficit round robin (Shreedhar & Varghese 1995): what a turn leaves unused is kept for the next one, up to one
/// client's expected work plus one turn's seconds, and forgotten when the line is empty.
public struct DeficitRoundRobinPolicy: LinePerService {
  /// How much work a service gets in its turn.
  public struct Options: PolicyOptions {
    /// The seconds of expected work that a service gets in its turn, by name.
    ///
    /// A service that is left out gets the largest expected time of any service.
    public var quantum: [String: Double]

    /// Makes options.
    public init(quantum: [String: Double]) { self.quantum = quantum }

    /// As much for all as the longest service takes.
    public static func defaults(for plan: BranchPlan) -> Options {
      Options(quantum: plan.forEveryService(DeficitRoundRobinPolicy.longest(plan)))
    }

    public static let guide = [
      OptionGuide(
        "quantum", "the seconds of expected work that a service gets in its turn",
        allowed: "0.001 to 100000000 for names of services")
    ]
  }

  public static let name = "deficit-round-robin"
  public static let summary =
    "Lines take turns by expected work: each gets a set number of seconds."
  public static let koreanSummary = "줄마다 정해진 업무 시간만큼 차례로 맡음."
  public static let purposes: [Purpose] = [.fair]
  public static let claims = Claims(overtaking: .unbounded)

  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    plan.problems(with: options.quantum, at: "quantum", by: .services, allowed: 0.001...1e8)
  }

  private static func longest(_ plan: BranchPlan) -> Double {
    max(0.001, plan.services.map(\.meanTime.seconds).max() ?? 1)
  }

  private let quantum: [Double]
  /// The expected seconds of work for a client of each service.
  private let work: [Double]
  /// The seconds of work that are still due to each line.
  private var credit: [Double]
  /// The line whose turn it is.
  private var turn = 0

  public init(options: Options, plan: BranchPlan, random: RandomSource) {
    quantum = plan.byService(options.quantum, otherwise: Self.longest(plan))
    work = plan.services.map(\.meanTime.seconds)
    credit = quantum.map { _ in 0 }
  }

  public func next(on floor: Floor) -> Decision {
    let calls = floor.lines.compactMap { line in
      floor.call(line: line).map { (turns: turns(until: line), call: $0) }
    }
    return calls.min { $0.turns < $1.turns }?.call ?? .idle
  }

  public mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    let passed = turns(until: client.service)
    for line in credit.indices {
      // Every `credit.count`-th turn is this line's. A line keeps at most the credit of one client and one turn.
      let first = distance(to: line)
      let ownTurns = passed < first ? 0 : (passed - first) / credit.count + 1
      credit[line] = min(
        credit[line] + Double(ownTurns) * quantum[line], work[line] + quantum[line])
    }
    credit[client.service] -= work[client.service]
    for line in credit.indices where floor.count(inLine: line) == 0 { credit[line] = 0 }
    turn = client.service
  }

  public mutating func left(_ client: Client, on floor: Floor) {
    if floor.count(inLine: client.service) == 0 { credit[client.service] = 0 }
  }

  /// How many turns of any line pass until `line` has its turn and enough credit for its next client; 0 if that is now.
  private func turns(until line: Int) -> Int {
    if line == turn, credit[line] >= work[line] { return 0 }
    let rounds = max(1, ((work[line] - credit[line]) / quantum[line]).rounded(.up))
    return (Int(rounds) - 1) * credit.count + distance(to: line)
  }

  /// How many turns until `line` is next: 1 for the following line, a whole round for the line whose turn it is.
  private func distance(to line: Int) -> Int {
    (line - turn + credit.count - 1) % credit.count + 1
  }
}
