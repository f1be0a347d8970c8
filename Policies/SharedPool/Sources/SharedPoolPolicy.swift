public import BankCore

/// Every teller serves all they can do: whoever has waited longest goes to an idle teller who can help.
///
/// Services that the same tellers can do share a line (the default), so nobody is blocked by a client ahead who
/// waits for somebody else's skill: where no head can be served, nobody can, and ``Decision/idle`` keeps law L6.
///
/// With tellers who can do everything, Poisson arrivals and one exponential time for all services this is the
/// M/M/c queue.
public struct SharedPoolPolicy: TellerPolicy {
  public static let name = "shared-pool"
  public static let summary = "Every teller serves all they can do; the longest wait goes first."
  public static let koreanSummary = "공동 창구. 가장 오래 기다린 고객이 먼저."
  public static let purposes: [Purpose] = [.fair, .simple]
  public static let claims = Claims(order: .service, overtaking: .none, isMonotone: true)
  public init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
  public func next(on floor: Floor) -> Decision { floor.callLongestWaiting() ?? .idle }
}
