public import BankCore

/// Each teller is kept for one service, and helps another service only while more than a set number wait for that one,
/// or once all tellers kept for it have gone home.
///
/// Bell & Williams (2001) study such a rule for the N-design: two services, one group of tellers for one of them, and
/// another group that can do both. With a length of 0 every teller serves all they can do.
public struct ThresholdPolicy: LinePerService {
  /// How tellers are split, and how long a line is before others help.
  public struct Options: PolicyOptions {
    /// How many tellers are kept for each service, by name.
    public var tellers: [String: Int]
    /// Others help while more than this many of the service wait, by name; 0 for a service that is not named.
    public var length: [String: Int]

    /// Makes options.
    public init(tellers: [String: Int], length: [String: Int]) {
      self.tellers = tellers
      self.length = length
    }

    /// The split of `fixed-split`, and others help once three wait.
    public static func defaults(for plan: BranchPlan) -> Options {
      Options(tellers: TellerSplit.defaults(for: plan).tellers, length: plan.forEveryService(2))
    }

    public static let guide =
      TellerSplit.guide + [
        OptionGuide(
          "length", "others help while more than this many of a service wait",
          allowed: "0 to 1000000 for names of services")
      ]
  }

  public static let name = "threshold"
  public static let summary =
    "Tellers are kept for services, and help another while its line is long."
  public static let koreanSummary = "창구마다 맡은 업무가 있고, 다른 줄이 길면 도움."
  public static let purposes: [Purpose] = [.fair, .skill]
  public static let claims = Claims(
    idling: .declared([short]), overtaking: .unbounded)
  private static let short: IdleReason = "the other line is short"

  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    TellerSplit(tellers: options.tellers).problems(for: plan)
      + plan.problems(with: options.length, at: "length", by: .services, allowed: 0...1_000_000)
  }

  private let pools: [[Int]]
  private let length: [Int]

  public init(options: Options, plan: BranchPlan, random: RandomSource) {
    pools = TellerSplit(tellers: options.tellers).pools(in: plan)
    length = plan.byService(options.length, otherwise: 0)
  }

  /// The tellers kept for each service.
  public func pools(for plan: BranchPlan) -> [[Int]] { pools }

  public func next(on floor: Floor) -> Decision {
    func teller(for client: Client) -> Int? {
      let service = client.service
      if let kept = floor.firstIdle(inPool: service) { return kept }
      let mayHelp =
        floor.count(inLine: service) > length[service] || floor.hasGoneHome(pool: service)
      return mayHelp ? floor.firstIdle(for: service) : nil
    }
    return floor.callLongestWaiting(to: teller) ?? .idle(because: Self.short)
  }
}
