public import BankCore

/// The service with the highest cost of the next second of waiting, per second of service, goes first.
///
/// A wait w costs c·wᵖ; the index is what a second more costs now, c·p·wᵖ⁻¹, divided by the expected time of
/// the service (Van Mieghem 1995); p, the same for all, is left out. With a power of 1 it is the c-μ rule.
public struct GeneralizedCMuPolicy: LinePerService {
  /// What waiting costs, and how that grows.
  public struct Options: PolicyOptions {
    /// The factor c of each service, by name; what is left out has 1.
    public var cost: [String: Double]
    /// The power p of waits.
    public var power: Int

    /// Makes options.
    public init(cost: [String: Double], power: Int) {
      self.cost = cost
      self.power = power
    }

    /// All cost the same, and waits count squared.
    public static func defaults(for plan: BranchPlan) -> Options {
      Options(cost: plan.forEveryService(1), power: 2)
    }

    public static let guide = [
      OptionGuide(
        "cost", "the factor of what waiting costs", allowed: "0 to 1000000 for names of services"),
      OptionGuide("power", "the power of waits in what they cost", allowed: "1 to 10"),
    ]
  }

  public static let name = "generalized-c-mu"
  public static let summary =
    "The highest cost of the next second divided by expected time goes first."
  public static let koreanSummary = "다음 1초의 비용을 예상 업무 시간으로 나눈 값이 가장 큰 업무가 먼저."
  public static let purposes: [Purpose] = [.urgent, .fair]
  public static let claims = Claims(overtaking: .unbounded)

  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    plan.problems(with: options.cost, at: "cost", by: .services, allowed: 0...1e6)
      + (1...10 ~= options.power
        ? [] : [Problem("power", "\(options.power)", "allowed: 1 to 10")])
  }

  private let factor: [Double]
  private let power: Int

  public init(options: Options, plan: BranchPlan, random: RandomSource) {
    power = options.power
    factor = zip(plan.services, plan.byService(options.cost, otherwise: 1)).map { service, cost in
      // A service that takes no time has an infinite index, unless waiting for it costs nothing.
      cost == 0 ? 0 : cost / service.meanTime.seconds
    }
  }

  public func next(on floor: Floor) -> Decision {
    floor.call { client in
      let wait = (floor.now - client.arrival).seconds
      let factor = factor[client.service]
      guard factor.isFinite else { return factor }
      return (1..<power).reduce(factor) { index, _ in index * wait }
    } ?? .idle
  }
}
