public import BankCore

/// The service with the highest cost of waiting per second of service goes first.
///
/// A client's index is the cost of a second of waiting divided by the expected time of the service (Cox & Smith
/// 1961). With equal costs the quickest service goes first.
public struct CMuPolicy: LinePerService {
  /// What waiting costs.
  public struct Options: PolicyOptions {
    /// What a second of waiting costs, by name of the service; what is left out costs 1.
    public var cost: [String: Double]

    /// Makes options.
    public init(cost: [String: Double]) { self.cost = cost }

    /// All cost the same.
    public static func defaults(for plan: BranchPlan) -> Options {
      Options(cost: plan.forEveryService(1))
    }

    public static let guide = [
      OptionGuide(
        "cost", "what a second of waiting costs", allowed: "0 to 1000000 for names of services")
    ]
  }

  public static let name = "c-mu"
  public static let summary = "The highest cost of waiting divided by expected time goes first."
  public static let koreanSummary = "기다리는 비용을 예상 업무 시간으로 나눈 값이 가장 큰 업무가 먼저."
  public static let purposes: [Purpose] = [.urgent]
  public static let claims = Claims(overtaking: .unbounded)

  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    plan.problems(with: options.cost, at: "cost", by: .services, allowed: 0...1e6)
  }

  private let index: [Double]

  public init(options: Options, plan: BranchPlan, random: RandomSource) {
    index = zip(plan.services, plan.byService(options.cost, otherwise: 1)).map { service, cost in
      // A service that takes no time has an infinite index, unless waiting for it costs nothing.
      cost == 0 ? 0 : cost / service.meanTime.seconds
    }
  }

  public func next(on floor: Floor) -> Decision {
    floor.call { index[$0.service] } ?? .idle
  }
}
