public import BankCore

/// The longest wait goes first, to the idle teller who is fastest at the client's service.
///
/// Of equally fast tellers whoever has been idle longest (Armony 2005).
public struct FastestFirstPolicy: TellerPolicy {
  public static let name = "fastest-first"
  public static let summary = "The longest wait goes first, to the fastest of the idle tellers."
  public static let koreanSummary = "가장 오래 기다린 고객이 먼저, 빈 창구 중 가장 빠른 창구로."
  public static let purposes: [Purpose] = [.skill, .simple]
  public static let claims = Claims()

  public init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}

  public func next(on floor: Floor) -> Decision {
    func fastest(_ client: Client) -> Int? {
      floor.firstIdle(for: client.service) { -floor.plan.speed(of: $0, doing: client.service) }
    }
    return floor.callLongestWaiting(to: fastest) ?? .idle
  }
}
