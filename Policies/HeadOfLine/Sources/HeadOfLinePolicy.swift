public import BankCore

/// One line for all, and tellers kept for a service each: the head waits for its own kind of
/// teller, and everybody behind it waits too.
///
/// Strictly first come, first served, at the price of tellers who idle while clients they could
/// serve stand further back. One of the bank-manager console apps from which this
/// framework grew has this rule (`docs/Background/Structure.md`).
public struct HeadOfLinePolicy: TellerPolicy {
  /// How many tellers are kept for each service.
  public typealias Options = TellerSplit

  public static let name = "head-of-line"
  public static let summary = "One line; its head waits for a teller kept for its service."
  public static let koreanSummary = "한 줄. 맨 앞 고객은 자기 업무를 맡은 창구를 기다림."
  public static let purposes: [Purpose] = [.simple]
  public static let claims = Claims(
    order: .everybody, idling: .declared([blocked]), overtaking: .none, work: .tellers)
  private static let blocked: IdleReason = "the head of the line waits for its own teller"

  private let pools: [[Int]]

  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    let problems = options.problems(for: plan)
    return problems.isEmpty ? Self.blockages(in: plan) : problems
  }

  /// A problem for each service whose last teller goes home while others are still there: a client who comes for it
  /// after that would block everybody behind for ever.
  private static func blockages(in plan: BranchPlan) -> [Problem] {
    func goesHome(_ teller: Int) -> Time {
      guard let shifts = plan.tellers[teller].shifts else { return BranchPlan.longestTime }
      return shifts.last?.end ?? .zero
    }
    func end(_ tellers: some Sequence<Int>) -> Time { tellers.map(goesHome).max() ?? .zero }
    let closing = end(plan.tellers.indices)
    return plan.services.indices.compactMap { service in
      guard end(plan.tellers.indices.filter { plan.can($0, do: service) }) < closing else {
        return nil
      }
      return Problem(
        "tellers",
        "the last teller who can do \"\(plan.services[service].name)\" goes home before others",
        "a client who comes for it would block the line: change the shifts, or use fixed-split")
    }
  }

  public init(options: Options, plan: BranchPlan, random: RandomSource) {
    pools = options.pools(in: plan)
  }

  public func lines(for plan: BranchPlan) -> Int { 1 }

  public func pools(for plan: BranchPlan) -> [[Int]] { pools }

  public func line(for client: Client, on floor: Floor) -> Int { 0 }

  public func next(on floor: Floor) -> Decision {
    guard let head = floor.head(ofLine: 0) else { return .idle }
    if let teller = floor.firstIdle(inPool: head.service) { return .call(line: 0, teller: teller) }
    // Whoever is left serves for those who have gone home.
    if floor.hasGoneHome(pool: head.service), let call = floor.call(line: 0) { return call }
    return .idle(because: Self.blocked)
  }
}
