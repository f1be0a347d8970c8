public import BankCore

/// A few tellers do it all while it is quiet; the others step in for whoever has waited long.
///
/// The tellers at work call whoever has waited longest. The others rest until a client they can
/// serve has waited `after` seconds, and then take that one. Resting is idling on purpose: it is
/// declared, with its reason, and the policy asks to be woken when the next wait is long enough.
public struct QuietHoursPolicy: TellerPolicy {
  /// How many tellers are always at work, and when the others step in.
  public struct Options: PolicyOptions {
    /// How many tellers are always at work; the first of the staff.
    public var tellers: Int
    /// After how many seconds of waiting the others step in.
    public var after: Double

    /// Makes options.
    public init(tellers: Int, after: Double) {
      self.tellers = tellers
      self.after = after
    }

    /// One teller, and a minute.
    public static func defaults(for plan: BranchPlan) -> Options {
      Options(tellers: min(1, plan.tellers.count), after: 60)
    }

    public static let guide = [
      OptionGuide("tellers", "how many are always at work", allowed: "0 to the number of tellers"),
      OptionGuide("after", "seconds of waiting that call the others", allowed: "0 to 86400"),
    ]
  }

  public static let name = "quiet-hours"
  public static let summary = "A few tellers do it all until somebody has waited long."
  public static let claims = Claims(order: .service, idling: .declared([resting]))
  private static let resting: IdleReason = "resting while it is quiet"

  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    var problems: [Problem] = []
    if !(0...plan.tellers.count ~= options.tellers) {
      problems.append(
        Problem("tellers", "\(options.tellers)", "allowed: 0 to \(plan.tellers.count)"))
    }
    if !(0...86_400 ~= options.after) {
      problems.append(Problem("after", "\(options.after)", "allowed: 0 to 86400 seconds"))
    }
    return problems
  }

  private let atWork: Int
  private let after: Time

  public init(options: Options, plan: BranchPlan, random: RandomSource) {
    atWork = options.tellers
    after = .seconds(options.after)
  }

  /// Those at work come before those who rest, so that they are found first.
  public func pools(for plan: BranchPlan) -> [[Int]] {
    let groups = plan.tellersBySkills
    return groups.map { $0.filter { $0 < atWork } } + groups.map { $0.filter { $0 >= atWork } }
  }

  public func next(on floor: Floor) -> Decision {
    var first: (client: Client, call: Decision)?
    var askAgain = Time.never
    for line in floor.lines {
      guard let head = floor.head(ofLine: line), let teller = floor.firstIdle(for: head.service)
      else { continue }
      let due = head.arrival + after
      if teller >= atWork, floor.now < due {
        askAgain = min(askAgain, due)
      } else if first.map({ head.joined(before: $0.client) }) ?? true {
        first = (head, .call(line: line, teller: teller))
      }
    }
    if let first { return first.call }
    return askAgain == .never ? .idle : .idle(because: Self.resting, askAgain: askAgain)
  }
}
