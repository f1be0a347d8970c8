public import BankCore

/// Each teller is kept for one service: on the standard branch two for deposits and one for loans.
///
/// A line and a pool for every service. A teller who is idle while only other services' clients
/// wait stays idle on purpose, and the policy says so. When all tellers of a service have gone home for good,
/// the others serve whoever is left. With Poisson arrivals and exponential times every
/// service is an M/M/c queue of its own.
public struct FixedSplitPolicy: LinePerService {
  /// How many tellers are kept for each service.
  public typealias Options = TellerSplit

  public static let name = "fixed-split"
  public static let summary = "A fixed split: each teller is kept for one service."
  public static let koreanSummary = "고정 배분: 창구마다 한 업무만 맡음."
  public static let purposes: [Purpose] = [.simple]
  public static let claims = Claims(
    order: .service, idling: .declared([kept]), overtaking: .unbounded,
    work: .linesTimesTellers)
  private static let kept: IdleReason = "kept for another service"

  private let pools: [[Int]]

  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    options.problems(for: plan)
  }

  public init(options: Options, plan: BranchPlan, random: RandomSource) {
    pools = options.pools(in: plan)
  }

  public func pools(for plan: BranchPlan) -> [[Int]] { pools }

  public func next(on floor: Floor) -> Decision {
    if let call = floor.callToOwnPool() { return call }
    // Line n, pool n and service n belong together.
    guard floor.lines.contains(where: { floor.hasGoneHome(pool: $0) }) else {
      return .idle(because: Self.kept)
    }
    let help = floor.callLongestWaiting {
      floor.hasGoneHome(pool: $0.service) ? floor.firstIdle(for: $0.service) : nil
    }
    return help ?? .idle(because: Self.kept)
  }
}
