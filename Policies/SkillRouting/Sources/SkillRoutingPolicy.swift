public import BankCore

/// Goes by each teller's levels (by default the order of the services in the branch), then by the longest wait.
///
/// Called first is the client for whose service some idle teller has the lowest level; at a tie whoever has waited longest.
/// Of the tellers with that level whoever has been idle longest serves: the routing of contact centres (Wallace & Whitt 2005).
public struct SkillRoutingPolicy: LinePerService {
  /// How good each teller is at each service.
  public struct Options: PolicyOptions {
    /// The level of each teller for each service, by name; the lowest is best, and what is left out is 1.
    public var level: [String: [String: Int]]

    /// Makes options.
    public init(level: [String: [String: Int]]) { self.level = level }

    /// The first service that a teller can do has level 1, the next one 2, and so on.
    public static func defaults(for plan: BranchPlan) -> Options {
      let levels = plan.tellers.indices.map { teller in
        let able = plan.services.indices.filter { plan.can(teller, do: $0) }
        let row = able.enumerated().map { (plan.services[$1].name, $0 + 1) }
        return (plan.tellers[teller].name, Dictionary(row, uniquingKeysWith: { first, _ in first }))
      }
      return Options(level: Dictionary(levels, uniquingKeysWith: { first, _ in first }))
    }

    public static let guide = [
      OptionGuide(
        "level", "the level of each teller for each service; the lowest is best",
        allowed: "-1000000 to 1000000 for names of tellers and services")
    ]
  }

  public static let name = "skill-routing"
  public static let summary =
    "By each teller's levels (by default services as listed), then the longest wait."
  public static let koreanSummary = "창구마다 정한 숙련 순위 순(기본은 업무가 적힌 순서), 그중 가장 오래 기다린 고객이 먼저."
  public static let purposes: [Purpose] = [.skill]
  public static let claims = Claims(overtaking: .unbounded)

  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    plan.problems(with: options.level, at: "level", allowed: -1_000_000...1_000_000)
  }

  private let level: [[Int]]

  public init(options: Options, plan: BranchPlan, random: RandomSource) {
    level = plan.byTellerAndService(options.level, otherwise: 1)
  }

  public func next(on floor: Floor) -> Decision {
    func best(for service: Int) -> Int? {
      floor.firstIdle(for: service) { level[$0][service] }
    }
    // The lowest level has the highest score. A client whom no idle teller can serve has none.
    return floor.call(
      by: { client in best(for: client.service).map { -level[$0][client.service] } },
      to: { best(for: $0.service) }) ?? .idle
  }
}
