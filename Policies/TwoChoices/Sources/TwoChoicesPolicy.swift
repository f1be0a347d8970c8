public import BankCore

/// Everybody looks at a few tellers at random, of those who can help and are there (of all who can, where none is there),
/// joins the shortest of their lines, and stays.
///
/// The power of two choices (Vvedenskaya, Dobrushin & Karpelevich 1996): to choose between two tellers is nearly as good
/// as to choose among all.
public struct TwoChoicesPolicy: TellerPolicy {
  /// How many tellers a client looks at.
  public struct Options: PolicyOptions {
    /// How many tellers each client looks at.
    public var choices: Int

    /// Makes options.
    public init(choices: Int) { self.choices = choices }

    /// Two.
    public static func defaults(for plan: BranchPlan) -> Options { Options(choices: 2) }

    public static let guide = [
      OptionGuide("choices", "how many tellers each client looks at", allowed: "1 to 1000")
    ]
  }

  public static let name = "two-choices"
  public static let summary =
    "A line for each teller and group of services; all join the shortest of a few."
  public static let koreanSummary = "창구와 업무 묶음마다 한 줄. 무작위로 고른 몇 줄 중 가장 짧은 줄에 섬."
  public static let purposes: [Purpose] = [.simple]
  public static let claims = Claims(
    order: .line, idling: .declared([LinesByTeller.idleReason]), overtaking: .unbounded,
    random: .seeded)

  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    1...1000 ~= options.choices
      ? [] : [Problem("choices", "\(options.choices)", "allowed: 1 to 1000")]
  }

  private let tellerLines: LinesByTeller
  private let choices: Int
  private var random: RandomSource

  public init(options: Options, plan: BranchPlan, random: RandomSource) {
    tellerLines = LinesByTeller(plan)
    choices = options.choices
    self.random = random
  }

  public func lines(for plan: BranchPlan) -> Int { tellerLines.count }

  public mutating func line(for client: Client, on floor: Floor) -> Int {
    let seen = tellerLines.choices(for: client, on: floor).shuffled(using: &random).prefix(choices)
    let shortest = tellerLines.leastLoaded(of: seen, on: floor)
    return tellerLines.line(of: shortest ?? 0, for: client, on: floor)
  }

  public func next(on floor: Floor) -> Decision { tellerLines.next(on: floor) }
}
