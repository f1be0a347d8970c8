public import BankCore

/// Everybody joins the shortest line of the tellers who can help and are there (of all who can, where none is there),
/// and stays.
///
/// A teller has a line for each group of services. The shortest is that of the teller with the fewest clients in all lines
/// of that teller; one more is counted for a teller who is not idle.
///
/// What a supermarket does (Adan et al. 1990). Clients are bound to a teller when they come; where that
/// teller goes away, anybody who can may call them.
public struct JoinShortestLinePolicy: TellerPolicy {
  public static let name = "join-shortest-line"
  public static let summary =
    "A line for each teller and group of services; all join the shortest and stay."
  public static let koreanSummary = "창구와 업무 묶음마다 한 줄. 가장 짧은 줄에 서서 그대로 기다림."
  public static let purposes: [Purpose] = [.simple]
  public static let claims = Claims(
    order: .line, idling: .declared([LinesByTeller.idleReason]), overtaking: .unbounded)

  private let tellerLines: LinesByTeller

  public init(options: NoOptions, plan: BranchPlan, random: RandomSource) {
    tellerLines = LinesByTeller(plan)
  }

  public func lines(for plan: BranchPlan) -> Int { tellerLines.count }

  public func line(for client: Client, on floor: Floor) -> Int {
    let shortest = tellerLines.leastLoaded(
      of: tellerLines.choices(for: client, on: floor), on: floor)
    return tellerLines.line(of: shortest ?? 0, for: client, on: floor)
  }

  public func next(on floor: Floor) -> Decision { tellerLines.next(on: floor) }
}
