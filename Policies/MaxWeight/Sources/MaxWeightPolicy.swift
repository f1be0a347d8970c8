public import BankCore

/// The line with the highest length times weight goes first.
///
/// Where some policy can keep the lines from growing for ever, this one does, too (Tassiulas & Ephremides 1992), if
/// tellers are equally fast at a service and no weight is 0.
public struct MaxWeightPolicy: LinePerService {
  /// How much a waiting client counts.
  public struct Options: PolicyOptions {
    /// How much a waiting client counts, by name of the service; what is left out counts 1.
    public var weight: [String: Double]

    /// Makes options.
    public init(weight: [String: Double]) { self.weight = weight }

    /// All count the same: the longest line first.
    public static func defaults(for plan: BranchPlan) -> Options {
      Options(weight: plan.forEveryService(1))
    }

    public static let guide = [
      OptionGuide(
        "weight", "how much a waiting client counts", allowed: "0 to 1000000 for names of services")
    ]
  }

  public static let name = "max-weight"
  public static let summary =
    "The line goes first whose length times the weight of its service is highest."
  public static let koreanSummary = "업무별 가중치를 곱한 줄이 가장 긴 업무가 먼저."
  public static let purposes: [Purpose] = [.fair, .simple]
  public static let claims = Claims(overtaking: .unbounded)

  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    plan.problems(with: options.weight, at: "weight", by: .services, allowed: 0...1e6)
  }

  private let weight: [Double]

  public init(options: Options, plan: BranchPlan, random: RandomSource) {
    weight = plan.byService(options.weight, otherwise: 1)
  }

  public func next(on floor: Floor) -> Decision {
    floor.call { weight[$0.service] * Double(floor.count(inLine: $0.service)) } ?? .idle
  }
}
