public import BankCore

/// Lines take turns: a set number of clients of one, then of the next.
public struct WeightedRoundRobinPolicy: LinePerService {
  /// How many clients a service gets in its turn.
  public struct Options: PolicyOptions {
    /// How many clients of a service are called in its turn, by name; 1 for what is left out.
    public var weight: [String: Int]

    /// Makes options.
    public init(weight: [String: Int]) { self.weight = weight }

    /// Two of the first service, one of each other.
    public static func defaults(for plan: BranchPlan) -> Options {
      var weight = plan.forEveryService(1)
      weight[plan.services[0].name] = 2
      return Options(weight: weight)
    }

    public static let guide = [
      OptionGuide(
        "weight", "how many clients of a service are called in its turn",
        allowed: "1 to 1000000 for names of services")
    ]
  }

  public static let name = "weighted-round-robin"
  public static let summary =
    "Lines take turns: a set number of clients of one service, then of the next."
  public static let koreanSummary = "줄마다 정해진 수의 고객을 차례로 맡음."
  public static let purposes: [Purpose] = [.simple, .fair]
  public static let claims = Claims(overtaking: .unbounded)

  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    plan.problems(with: options.weight, at: "weight", by: .services, allowed: 1...1_000_000)
  }

  private let weight: [Int]
  /// The service whose turn it is.
  private var turn = 0
  /// How many of it were called in this turn.
  private var called = 0

  public init(options: Options, plan: BranchPlan, random: RandomSource) {
    weight = plan.byService(options.weight, otherwise: 1)
  }

  public func next(on floor: Floor) -> Decision {
    // A service whose turn is over has the next turn too, if no other can be called.
    let first = called < weight[turn] ? 0 : 1
    for step in first..<first + weight.count {
      if let call = floor.call(line: (turn + step) % weight.count) { return call }
    }
    return .idle
  }

  public mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    let goesOn = client.service == turn && called < weight[turn]
    called = goesOn ? called + 1 : 1
    turn = client.service
  }
}
