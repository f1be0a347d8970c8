public import BankCore

/// Tellers are kept for services, and take clients of other services who have waited long enough, or whose own tellers have
/// all gone home.
///
/// Contact-centre practice. With a delay of 0 every teller serves all they can do; a very long one is the fixed split.
public struct DelayedOverflowPolicy: LinePerService {
  /// How tellers are split, and when others may help.
  public struct Options: PolicyOptions {
    /// How many tellers are kept for each service, by name.
    public var tellers: [String: Int]
    /// After how many seconds of waiting others may take a client of a service, by name; 0 for what is
    /// left out.
    public var after: [String: Double]

    /// Makes options.
    public init(tellers: [String: Int], after: [String: Double]) {
      self.tellers = tellers
      self.after = after
    }

    /// The split of `fixed-split`, and help after a minute.
    public static func defaults(for plan: BranchPlan) -> Options {
      Options(tellers: TellerSplit.defaults(for: plan).tellers, after: plan.forEveryService(60))
    }

    public static let guide =
      TellerSplit.guide + [
        OptionGuide(
          "after", "the seconds of waiting after which others may take a client of a service",
          allowed: "0 to 100000000 for names of services")
      ]
  }

  public static let name = "delayed-overflow"
  public static let summary =
    "Tellers are kept for services, and take others' clients who waited long enough."
  public static let koreanSummary = "창구마다 맡은 업무가 있고, 오래 기다린 다른 업무의 고객도 맡음."
  public static let purposes: [Purpose] = [.target, .skill]
  public static let claims = Claims(
    idling: .declared([early]), overtaking: .unbounded)
  private static let early: IdleReason = "others' clients have not waited long"

  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    TellerSplit(tellers: options.tellers).problems(for: plan)
      + plan.problems(with: options.after, at: "after", by: .services, allowed: 0...1e8)
  }

  private let pools: [[Int]]
  private let after: [Time]

  public init(options: Options, plan: BranchPlan, random: RandomSource) {
    pools = TellerSplit(tellers: options.tellers).pools(in: plan)
    after = plan.byService(options.after, otherwise: 0).map(Time.seconds)
  }

  /// The tellers kept for each service.
  public func pools(for plan: BranchPlan) -> [[Int]] { pools }

  public func next(on floor: Floor) -> Decision {
    var askAgain: Time?
    func teller(for client: Client) -> Int? {
      let service = client.service
      if let kept = floor.firstIdle(inPool: service) { return kept }
      let due = client.arrival + after[service]
      let other = floor.firstIdle(for: service)
      if floor.now >= due || floor.hasGoneHome(pool: service) { return other }
      if other != nil { askAgain = min(askAgain ?? due, due) }
      return nil
    }
    return floor.callLongestWaiting(to: teller)
      ?? .idle(because: Self.early, askAgain: askAgain)
  }
}
