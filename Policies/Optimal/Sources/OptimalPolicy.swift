public import BankCore

/// Follows a table of optimal decisions, written by `bank optimum --out` for a small branch.
///
/// What is best depends on how many wait for each service and on what each teller is doing. Without a table
/// the longest wait goes first.
public struct OptimalPolicy: LinePerService {
  /// The table, and how many waiting clients it tells apart.
  public struct Options: PolicyOptions {
    /// How many of each service may wait in the table; a longer line counts as this long.
    public var most: Int

    /// What to do in each state, run-length coded: `12a` is twelve times `a`.
    ///
    /// A state is what each teller does (nothing, or a service, in the plan's order) and how many wait for each service.
    /// The states are in the order in which an odometer counts. Its digits, from the one that changes fastest: how many
    /// wait for the first service, for the second and so on, then what the first teller does, the second and so on. With
    /// one teller, two services and `most` 1 the twelve entries are, in order:
    ///
    /// | the teller | waiting for the first and the second service |
    /// |---|---|
    /// | idle | 0 and 0, 1 and 0, 0 and 1, 1 and 1 |
    /// | serves the first service | the same four |
    /// | serves the second service | the same four |
    ///
    /// `.` calls nobody. A letter is a call; letters count from `a`, which is 0. The letter with the number
    /// service × (how many tellers) + teller means: that teller calls that service. Letters end at `z`: a table has at most
    /// 26 pairs of a service and a teller.
    public var table: String

    /// Makes options.
    public init(most: Int, table: String) { (self.most, self.table) = (most, table) }

    /// No table.
    public static func defaults(for plan: BranchPlan) -> Options { Options(most: 0, table: "") }

    public static let guide = [
      OptionGuide("most", "how many of each service the table knows", allowed: "0 to 1000"),
      OptionGuide(
        "table", "what to do in each state", allowed: "what bank optimum --out writes, or nothing"),
    ]
  }

  public static let name = "optimal"
  public static let summary =
    "Follows the best decisions for a small branch, as bank optimum found them."
  public static let koreanSummary = "bank optimum이 작은 지점에서 찾은 최선의 결정을 그대로 따름."
  public static let purposes: [Purpose] = [.best]
  public static let claims = Claims(
    idling: .declared([reason]), overtaking: .unbounded)
  private static let reason: IdleReason = "the table says so"

  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    guard 0...1000 ~= options.most else {
      return [Problem("most", "\(options.most)", "allowed: 0 to 1000")]
    }
    guard !options.table.isEmpty else { return [] }
    guard let states = states(options.most, plan) else {
      return [
        Problem(
          "most", "\(options.most)",
          "a table for this branch would have too many states; give a smaller number")
      ]
    }
    return states == actions(options, plan)?.count
      ? []
      : [
        Problem(
          "table", "is of another branch, or not whole",
          "allowed: what bank optimum --out writes for this branch")
      ]
  }

  /// How many states a table has; `nil` where the branch is too large for a table.
  private static func states(_ most: Int, _ plan: BranchPlan) -> Int? {
    let mostStates = 1 << 24
    var states = 1
    for factor in plan.services.map({ _ in most + 1 })
      + plan.tellers.map({ _ in plan.services.count + 1 })
    {
      states *= factor
      if states > mostStates { return nil }
    }
    return states
  }

  /// The table without its run-length coding: for each state −1 for nobody, or the number of a service and a teller; `nil`
  /// where the text is no table.
  private static func actions(_ options: Options, _ plan: BranchPlan) -> [Int8]? {
    guard let stateCount = states(options.most, plan) else { return nil }
    var actions: [Int8] = []
    var count = 0
    for letter in options.table.utf8 {
      switch letter {
      case UInt8(ascii: "0") where count == 0: return nil
      case UInt8(ascii: "0")...UInt8(ascii: "9") where count < 100_000_000:
        count = count * 10 + Int(letter - UInt8(ascii: "0"))
      case UInt8(ascii: "."), UInt8(ascii: "a")...UInt8(ascii: "z"):
        let action = letter == UInt8(ascii: ".") ? -1 : Int8(letter - UInt8(ascii: "a"))
        guard action < plan.services.count * plan.tellers.count,
          actions.count + max(1, count) <= stateCount
        else { return nil }
        actions += Array(repeating: action, count: max(1, count))
        count = 0
      default: return nil
      }
    }
    return count == 0 ? actions : nil
  }

  private let most: Int
  private let actions: [Int8]

  public init(options: Options, plan: BranchPlan, random: RandomSource) {
    most = options.most
    actions = options.table.isEmpty ? [] : Self.actions(options, plan) ?? []
  }

  public func next(on floor: Floor) -> Decision {
    guard !actions.isEmpty else { return floor.callLongestWaiting() ?? .idle }
    var state = 0
    for teller in floor.tellers.reversed() {
      let doing = floor.serving(teller).map { $0.client.service + 1 } ?? 0
      state = state * (floor.lines.count + 1) + doing
    }
    var (place, size) = (0, 1)
    for line in floor.lines {
      place += min(floor.count(inLine: line), most) * size
      size *= most + 1
    }
    let action = Int(actions[state * size + place])
    guard action >= 0 else { return .idle(because: Self.reason) }
    let (line, teller) = action.quotientAndRemainder(dividingBy: floor.tellers.count)
    // The table knows no absence and no hand-over.
    guard floor.isIdle(teller), let head = floor.head(ofLine: line),
      floor.plan.can(teller, do: head.service)
    else { return floor.callLongestWaiting() ?? .idle }
    return .call(line: line, teller: teller)
  }
}
