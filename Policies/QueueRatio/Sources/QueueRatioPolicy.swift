public import BankCore

/// The line most above its share of all who wait goes first.
///
/// Keeps the lengths of the lines in a ratio (Gurvich & Whitt 2009).
public struct QueueRatioPolicy: LinePerService {
  /// The shares of the lines.
  public struct Options: PolicyOptions {
    /// The share of each service among those who wait, by name; 1 for a service that is left out.
    ///
    /// Only the proportions count: 1 and 2 are the same as 2 and 4.
    public var ratio: [String: Double]

    /// Makes options.
    public init(ratio: [String: Double]) { self.ratio = ratio }

    /// Lines of equal length.
    public static func defaults(for plan: BranchPlan) -> Options {
      Options(ratio: plan.forEveryService(1))
    }

    public static let guide = [
      OptionGuide(
        "ratio", "the share of a service among those who wait; 1 for one that is left out",
        allowed: "0 to 1000000 for names of services, not all 0")
    ]
  }

  public static let name = "queue-ratio"
  public static let summary = "The line most above its share of all who wait goes first."
  public static let koreanSummary = "전체 대기 중 정해진 몫을 가장 많이 넘은 줄이 먼저."
  public static let purposes: [Purpose] = [.target, .fair]
  public static let claims = Claims(overtaking: .unbounded)

  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    let found = plan.problems(with: options.ratio, at: "ratio", by: .services, allowed: 0...1e6)
    let areAllZero = !plan.byService(options.ratio, otherwise: 1).contains { $0 > 0 }
    return areAllZero ? found + [Problem("ratio", "all are 0", "give one above 0")] : found
  }

  private let share: [Double]

  public init(options: Options, plan: BranchPlan, random: RandomSource) {
    let ratio = plan.byService(options.ratio, otherwise: 1)
    let total = ratio.reduce(0, +)
    share = ratio.map { $0 / total }
  }

  public func next(on floor: Floor) -> Decision {
    floor.call { client in
      Double(floor.count(inLine: client.service)) - share[client.service] * Double(floor.waiting)
    } ?? .idle
  }
}
