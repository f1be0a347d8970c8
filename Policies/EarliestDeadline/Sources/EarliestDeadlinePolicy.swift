public import BankCore

/// The earliest deadline first: the arrival plus the target of the service.
public struct EarliestDeadlinePolicy: LinePerService {
  /// Within what time clients are to be called.
  public struct Options: PolicyOptions {
    /// The target of each service in seconds, by name; what is left out has that of the branch.
    public var target: [String: Double]
    /// The target in seconds of services that have none.
    public var otherwise: Double

    /// Makes options.
    public init(target: [String: Double], otherwise: Double) {
      self.target = target
      self.otherwise = otherwise
    }

    /// The targets of the branch, and ten minutes where it has none.
    public static func defaults(for plan: BranchPlan) -> Options {
      Options(target: [:], otherwise: 600)
    }

    public static let guide = [
      OptionGuide(
        "target", "the wait in seconds within which a client is to be called",
        allowed: "0 to 100000000 for names of services"),
      OptionGuide(
        "otherwise", "the target in seconds of services that have none",
        allowed: "0 to 100000000"),
    ]
  }

  public static let name = "earliest-deadline"
  public static let summary =
    "Whoever should have been called first, by arrival and target, goes first."
  public static let koreanSummary = "도착과 목표로 보아 가장 먼저 불렸어야 할 고객이 먼저."
  public static let purposes: [Purpose] = [.target]
  public static let claims = Claims(overtaking: .unbounded)

  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    plan.problems(with: options.target, at: "target", by: .services, allowed: 0...1e8)
      + (0...1e8 ~= options.otherwise
        ? [] : [Problem("otherwise", "\(options.otherwise)", "allowed: 0 to 100000000")])
  }

  private let target: [Time]

  public init(options: Options, plan: BranchPlan, random: RandomSource) {
    target = plan.services.map { service in
      options.target[service.name].map(Time.seconds) ?? service.target
        ?? .seconds(options.otherwise)
    }
  }

  public func next(on floor: Floor) -> Decision {
    // The highest score goes first: the earlier the deadline, the higher.
    floor.call { .zero - ($0.arrival + target[$0.service]) } ?? .idle
  }
}
