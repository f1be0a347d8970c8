import BankCore
public import BankRecords
public import BankSimulation
import Foundation

/// What to use, by how much it is better, and what became of all the others.
public struct RecommendReport: Sendable {
  /// A branch under a policy.
  public struct Candidate: Sendable {
    /// The policy.
    public var policy: String
    /// What was set in the config.
    public var set: JSON
    /// What became of it.
    public var verdict: Selection.Verdict
    /// How many days it had.
    public var days: Int
    /// Its cost, with the 95 % interval by itself; `nil` where it has none.
    public var cost: Interval?
    /// The mean of the figure of each goal, with the 95 % interval by itself.
    public var goals: [Interval]
    /// What it costs more than the choice, with the 95 % interval of that: on the days of both.
    public var difference: Interval?
    /// What it surely costs more than the choice: at least and at most, for all candidates at once.
    public var bounds: ClosedRange<Double>?
    /// How many tellers it has, on average over their day.
    public var tellers: Double
    /// Why it has no figures.
    public var problem: String?
    /// The policy's options, with what they are where nobody gave them.
    public var options: JSON

    /// Makes a candidate.
    public init(
      policy: String, set: JSON, verdict: Selection.Verdict, days: Int, cost: Interval?,
      goals: [Interval], difference: Interval? = nil, bounds: ClosedRange<Double>? = nil,
      tellers: Double, problem: String? = nil,
      options: JSON = [:]
    ) {
      (self.policy, self.set, self.verdict, self.days) = (policy, set, verdict, days)
      (self.cost, self.goals, self.tellers, self.problem) = (cost, goals, tellers, problem)
      self.options = options
      (self.difference, self.bounds) = (difference, bounds)
    }

    /// The options as `--option` takes them: `first=loan`; empty for a policy without any.
    var optionText: String { PolicySummaries.text(ofOptions: options) }

    /// The same for Korean sentences, with a particle after it.
    package var koreanName: String {
      let branch = branch(in: .ko)
      return branch.isEmpty ? policy : "\(policy)(\(branch))"
    }

    /// What it is called: `c-mu with 4 tellers`.
    public var name: String {
      let branch = branch(in: .en)
      return branch.isEmpty ? policy : policy + " with " + branch
    }

    /// What was set in the config: `4 tellers`, `limit=7`.
    func branch(in language: Language) -> String {
      guard case .object(let members) = set else { return "" }
      return members.map { one in
        guard one.key == "tellers", case .number(let number) = one.value else {
          return "\(SweepGrid.shortName(of: one.key, language))=\(SweepReport.text(one.value))"
        }
        let count = Scale.label(number)
        return language("\(count) \(number == 1 ? "teller" : "tellers")", "창구 \(count)개")
      }.joined(separator: ", ")
    }
  }

  /// A service, or all, that fares worse under the choice than today: a share, or a mean wait in seconds.
  public struct Price: Sendable {
    let service: String?
    let measure: Help.Measure
    let before: Double
    let after: Double

    /// Makes a price.
    public init(service: String?, measure: Help.Measure, before: Double, after: Double) {
      (self.service, self.measure, self.before, self.after) = (service, measure, before, after)
    }
  }

  /// A goal: as it was written, its limit, and whether figures are to be at most that.
  public struct Goal: Sendable {
    let text: String
    /// The same as people say it.
    let words: String
    let limit: Double
    let isUpper: Bool
    /// Whether it is a time.
    let isTime: Bool

    /// Makes a goal.
    public init(text: String, words: FigureWords, limit: Double, isUpper: Bool, isTime: Bool) {
      (self.text, self.limit, self.isUpper, self.isTime) = (text, limit, isUpper, isTime)
      self.words = words.say(text)
    }

    /// What is to be at most or at least the limit.
    var figure: String { words.prefix { !"≤≥".contains($0) }.trimmingSuffix(" ") }

    /// The limit, with its sign.
    var target: String { String(words.dropFirst(words.prefix { !"≤≥".contains($0) }.count)) }

    /// Whether the limit is a number, and not another figure.
    var limitIsNumber: Bool { !(text.split { "<>≤≥".contains($0) }.last?.contains("(") ?? false) }

    func isMet(_ value: Double) -> Bool { isUpper ? value <= limit : value >= limit }

    /// A value as the goal has its limit: in per cent, as a time, or as a number.
    func told(_ value: Double, _ scale: TimeScale, _ language: Language) -> String {
      isTime
        ? scale.length(value, in: language)
        : text.contains("%")
          ? Self.shown(value * 100, places) + " %" : Self.shown(value, 4)
    }

    /// A number that is not 0 is not shown as if it were.
    private static func shown(_ value: Double, _ places: Int) -> String {
      let least = pow(10, -Double(places))
      return 0 < value && value < least / 2
        ? "<" + least.decimal(places: places) : value.decimal(places: places)
    }

    /// Enough decimals to tell a share from the limit: 0.05 % beside 0.02 %.
    private var places: Int {
      limit == 0 ? 3 : max(1, Int((-log10(abs(limit) * 100)).rounded(.up)) + 1)
    }
  }

  /// The cost as it was written.
  public var cost: String
  /// The same as people say it.
  let costWords: String
  /// What a cost is measured in: times are shown in the unit of times, shares in per cent.
  public var costUnit: FigureSum.Kind.Unit
  /// The goals.
  public var goals: [Goal]
  /// The probability of a wrong choice.
  public var error: Double
  /// The difference in cost that does not matter.
  public var indifference: Double
  /// All candidates, in order.
  public var candidates: [Candidate]
  /// The number of the second choice, if there is one.
  public var second: Int?
  /// The number of the candidate that is the config as it stands, if it is one.
  public var today: Int?
  /// By how much each service's mean wait is longer for the choice than for the config as it stands, or the second
  /// where that is the choice or no candidate: name, seconds.
  public var beside: [(service: String, difference: Interval)]
  /// Who fares worse under the choice than under the config as it stands.
  public var price: [Price]
  /// The share of visits that are lost under the choice, where neither goal nor cost asks for it.
  public var lost: Double?
  /// Whether clients on routes count at every step.
  public var hasRoutes = false
  /// The same under the config as it stands, where that is known.
  public var lostToday: Double?
  /// Whom the choice has called too late where neither goal nor cost asks for it: the services with the shares late
  /// under the choice and under the config as it stands, the latest first.
  public var late: [(service: String, title: String, share: Double, today: Double?)] = []
  /// The services that no goal asks for, with the mean waits under the choice, in seconds, the longest first.
  public var unwatched: [(service: String, wait: Double)] = []
  /// What is to be known of the tellers of all candidates, where they are others than the config's.
  public var staff: String?
  /// Whether the fewest tellers come before every cost.
  public var isFewest: Bool
  /// Whether it was ended before everything was decided.
  public var isUndecided: Bool
  /// Whether somebody ended it before.
  public var isInterrupted = false
  /// The number of the cheapest that surely keeps the goals, where it is not known whether a better one does.
  public var surest: Int?
  /// Whether times vary so much that nothing can be said of the probability of a wrong choice.
  public var isDoubtful: Bool
  /// What the reader has to know.
  public var warnings: [String]
  /// How times are shown.
  public var scale: TimeScale
  /// What people who read it speak.
  public var language: Language

  /// Makes a report.
  public init(
    cost: String, words: FigureWords, costUnit: FigureSum.Kind.Unit, goals: [Goal], error: Double,
    indifference: Double,
    candidates: [Candidate], second: Int?, today: Int? = nil,
    beside: [(service: String, difference: Interval)], price: [Price] = [],
    isFewest: Bool, isUndecided: Bool, isDoubtful: Bool = false, warnings: [String],
    scale: TimeScale, language: Language = .en
  ) {
    self.language = language
    costWords = words.say(cost)
    (self.cost, self.costUnit, self.goals, self.error) = (cost, costUnit, goals, error)
    (self.indifference, self.candidates, self.beside) = (indifference, candidates, beside)
    (self.isFewest, self.second, self.today) = (isFewest, second, today)
    self.price = price
    (self.isUndecided, self.isDoubtful) = (isUndecided, isDoubtful)
    (self.warnings, self.scale) = (warnings, scale)
  }

  /// The choice.
  var best: Candidate? { candidates.first { $0.verdict == .best } }

  /// What a candidate costs, beside the choice.
  ///
  /// It is the cost of the choice and the difference on the days of both, so that means of other days do not stand
  /// side by side. Its interval is that of the difference.
  func cost(of candidate: Candidate) -> Interval? {
    // With more or fewer tellers days are so unlike that a difference does not carry over.
    guard let own = best?.cost, let more = candidate.difference,
      !isFewest || candidate.tellers == best?.tellers
    else { return candidate.cost }
    var mean = own.mean + more.mean
    // What none of its days was below, their mean is not either.
    if let alone = candidate.cost?.mean, alone >= 0 { mean = max(mean, 0) }
    return Interval(mean: mean, halfWidth: isDoubtful ? nil : more.halfWidth)
  }

  /// Whether a candidate misses goals by no more than its days can tell.
  func isNear(_ candidate: Candidate) -> Bool {
    candidate.verdict == .misses && candidate.problem == nil
      && zip(goals, candidate.goals).allSatisfy { goal, figure in
        goal.isMet(figure.mean + (goal.isUpper ? -1 : 1) * (figure.halfWidth ?? 0))
      }
  }

  /// What a candidate is called: `c-mu with 4 tellers`.
  func name(of candidate: Candidate) -> String {
    language(candidate.name, candidate.koreanName)
  }

  /// What became of a candidate, for people.
  func verdict(_ candidate: Candidate) -> String {
    if candidate.problem != nil { return language("no figures", "수치 없음") }
    if isNear(candidate) { return language("misses, perhaps", "미달일 수 있음") }
    if keeping(candidate) == .misses { return Selection.Verdict.misses.name(in: language) }
    if needsMore(candidate) { return language("more tellers than needed", "창구가 더 많음") }
    if candidate.verdict == .worse, let more = candidate.difference?.mean, more <= indifference {
      return language("slightly worse", "조금 더 나쁨")
    }
    return candidate.verdict.name(in: language)
  }

  /// Whether a candidate is worse for having more tellers than the choice, where the fewest are wanted.
  func needsMore(_ candidate: Candidate) -> Bool {
    isFewest && candidate.verdict == .worse && candidate.tellers > best?.tellers ?? .infinity
  }

  /// What a cost is more or less than another: 9 % more would be read as 9 % of the other.
  func difference(_ value: Double, halfWidth: Double? = nil) -> String {
    cost(value, halfWidth: halfWidth, share: language(" percentage points", "%p"))
  }

  /// A cost as a number, in the unit that the heading has.
  func costNumber(_ value: Double) -> String {
    switch costUnit {
    case .time: scale.number(value)
    case .share: (value * 100).decimal(places: 2)
    case .count: value.decimal(places: 4)
    }
  }

  /// What stands above such numbers.
  var costHeading: String {
    let cost = language("cost", "비용")
    return switch costUnit {
    case .time: scale.heading(cost, in: language)
    case .share: cost + " (%)"
    case .count: cost
    }
  }

  /// A cost, or its `±` and another.
  func cost(_ value: Double, halfWidth: Double? = nil, share unit: String = " %") -> String {
    func told(_ number: (Double) -> String) -> String {
      (halfWidth.map { number(value) + " ± " + number($0) } ?? number(value))
    }
    guard costUnit == .time else { return told(costNumber) + (costUnit == .share ? unit : "") }
    func isTiny(_ value: Double) -> Bool {
      value != 0 && abs(value) < 0.01 * self.scale.unit.seconds
    }
    // What the unit cannot show is said in seconds.
    let scale = isTiny(value) ? TimeScale() : self.scale
    let parts = scale.brief(value, half: halfWidth)
    let brief = [parts.value, parts.half].compactMap(\.self).joined(separator: " ")
    return (isTiny(value) || halfWidth.map(isTiny) ?? false ? brief : told(scale.number))
      + language(" ", "")
      + scale.unit.sign(in: language)
  }

  /// Why no candidate has any figures, by the first of them; `nil` where one has.
  var noFigures: String? {
    candidates.allSatisfy { $0.problem != nil } ? candidates.first?.problem : nil
  }

  /// What a candidate makes of the goals.
  enum Keeping { case keeps, misses, unclear }

  /// Whether a candidate keeps the goals by its means, misses one beyond its interval, or cannot be told.
  func keeping(_ candidate: Candidate) -> Keeping {
    let all = zip(goals, candidate.goals)
    if candidate.verdict == .misses || candidate.problem != nil { return .misses }
    if all.allSatisfy({ $0.isMet($1.mean) }) { return .keeps }
    return all.contains { goal, figure in
      let half = figure.halfWidth ?? .infinity
      return !goal.isMet(figure.mean + (goal.isUpper ? -half : half))
    } ? .misses : .unclear
  }

  /// The report for people.
  public var text: String { text(columns: nil) }

  /// The same on a terminal of so many columns: what there is no room for is left out, and named.
  public func text(columns: Int?) -> String {
    var rows = [
      [
        language("candidate", "후보"), language("verdict", "판정"), language("days", "날"),
        costHeading, "±",
      ] + goals.map(\.words)
    ]
    let order: [Selection.Verdict] = [.best, .tied, .open, .worse, .misses]
    func place(_ candidate: Candidate) -> (Int, Double, Double) {
      (
        order.firstIndex(of: candidate.verdict) ?? 9, isFewest ? candidate.tellers : 0,
        cost(of: candidate)?.mean ?? .infinity
      )
    }
    let sorted = candidates.sorted { place($0) < place($1) }
    for candidate in sorted.prefix(Self.shown) {
      rows.append(
        [
          name(of: candidate), verdict(candidate), String(candidate.days),
          cost(of: candidate).map { costNumber($0.mean) } ?? "–",
          cost(of: candidate)?.halfWidth.map(costNumber) ?? "–",
        ]
          + goals.indices.map { goal in
            guard candidate.goals.indices.contains(goal) else { return "–" }
            let value = candidate.goals[goal].mean
            return goals[goal].told(value, scale, language) + (goals[goal].isMet(value) ? "" : " *")
          })
    }
    var text =
      [sentence, ""] + (foot.map { [$0, ""] } ?? [])
      + SimulationReport.table(rows, columns: columns, spare: [rows[0][2], rows[0][4]], language)
    if sorted.count > Self.shown {
      text.append(
        language(
          "and \(sorted.count - Self.shown) more, which --json has",
          "외 \(sorted.count - Self.shown)개는 --json에 있습니다"))
    }
    if candidates.contains(where: { $0.difference != nil }) {
      text.append(
        language(
          isFewest
            ? "(of others with as many tellers the cost is the choice's and what they cost more on the same days, ± is of that)"
            : "(of the others the cost is the choice's and what they cost more on the same days, ± is of that)",
          "(\(isFewest ? "창구 수가 같은 " : "")다른 후보의 비용은 선택의 비용에 같은 날의 차이를 더한 것, ±는 그 차이의 것)"))
    }
    if rows.joined().contains(where: { $0.hasSuffix(" *") }) {
      text.append(language("(* misses the goal)", "(* 목표 미달)"))
    }
    return text.joined(separator: "\n")
  }

  /// So many candidates are shown to people.
  private static let shown = 30
}

extension Selection.Verdict {
  /// What tables call it.
  func name(in language: Language) -> String {
    switch self {
    case .best: language(rawValue, "최선")
    case .tied: language(rawValue, "구별 불가")
    case .open: language(rawValue, "미정")
    case .worse: language(rawValue, "더 나쁨")
    case .misses: language(rawValue, "목표 미달")
    }
  }
}
