public import BankCore

/// The longest wait goes first, to the idle teller whose rank for the client's service is the lowest number.
///
/// Of equal ranks whoever has been idle longest (Koole & Mandelbaum 2002).
public struct AgentsPreferencePolicy: TellerPolicy {
  /// Which tellers are preferred for which service.
  public struct Options: PolicyOptions {
    /// The rank of each teller for each service, by name; the lowest is preferred, and what is left out is 1.
    public var rank: [String: [String: Int]]

    /// Makes options.
    public init(rank: [String: [String: Int]]) { self.rank = rank }

    /// Whoever can do fewer services is preferred.
    public static func defaults(for plan: BranchPlan) -> Options {
      let ranks = plan.tellers.indices.map { teller in
        (
          plan.tellers[teller].name,
          plan.forEveryService(plan.services.indices.count { plan.can(teller, do: $0) })
        )
      }
      return Options(rank: Dictionary(ranks, uniquingKeysWith: { first, _ in first }))
    }

    public static let guide = [
      OptionGuide(
        "rank", "the rank of each teller for each service; the lowest is preferred",
        allowed: "-1000000 to 1000000 for names of tellers and services")
    ]
  }

  public static let name = "agents-preference"
  public static let summary =
    "The longest wait goes first, to the idle teller ranking first for that service."
  public static let koreanSummary = "가장 오래 기다린 고객이 먼저, 그 업무에 순위가 가장 높은 빈 창구로."
  public static let purposes: [Purpose] = [.skill]
  public static let claims = Claims()

  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    plan.problems(with: options.rank, at: "rank", allowed: -1_000_000...1_000_000)
  }

  private let rank: [[Int]]

  public init(options: Options, plan: BranchPlan, random: RandomSource) {
    rank = plan.byTellerAndService(options.rank, otherwise: 1)
  }

  public func next(on floor: Floor) -> Decision {
    func preferred(_ client: Client) -> Int? {
      floor.firstIdle(for: client.service) { rank[$0][client.service] }
    }
    return floor.callLongestWaiting(to: preferred) ?? .idle
  }
}
