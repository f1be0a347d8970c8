public import BankCore

/// The longest wait goes first, to whoever has been idle longest.
///
/// Fair to tellers: among those who can do the same, everybody is idle about equally long before the next client. A
/// faster teller serves more clients, and is idle more often (Armony & Ward 2010).
public struct LongestIdleFirstPolicy: TellerPolicy {
  public static let name = "longest-idle-first"
  public static let summary = "The longest wait goes first, to whoever has been idle longest."
  public static let koreanSummary = "가장 오래 기다린 고객이 먼저, 가장 오래 비어 있던 창구로."
  public static let purposes: [Purpose] = [.fair, .simple]
  public static let claims = Claims()

  public init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}

  public func next(on floor: Floor) -> Decision {
    // All cost the same, so whoever has been idle longest.
    floor.callLongestWaiting { floor.firstIdle(for: $0.service) { _ in 0 } } ?? .idle
  }
}
