import BankCore
public import BankRecords
public import BankSimulation

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
    /// The mean of the figure of each goal.
    public var goals: [Double]
    /// Why it has no figures.
    public var problem: String?

    /// Makes a candidate.
    public init(
      policy: String, set: JSON, verdict: Selection.Verdict, days: Int, cost: Interval?,
      goals: [Double], problem: String? = nil
    ) {
      (self.policy, self.set, self.verdict, self.days) = (policy, set, verdict, days)
      (self.cost, self.goals, self.problem) = (cost, goals, problem)
    }

    var name: String {
      guard case .object(let members) = set, !members.isEmpty else { return policy }
      return policy + " with "
        + members.map { "\($0.key)=\(SweepReport.text($0.value))" }.joined(separator: ", ")
    }
  }

  /// A goal: as it was written, its limit, and whether figures are to be at most that.
  public struct Goal: Sendable {
    let text: String
    let limit: Double
    let isUpper: Bool
    /// Whether it is a time.
    let isTime: Bool

    /// Makes a goal.
    public init(text: String, limit: Double, isUpper: Bool, isTime: Bool) {
      (self.text, self.limit, self.isUpper, self.isTime) = (text, limit, isUpper, isTime)
    }

    func isMet(_ value: Double) -> Bool { isUpper ? value <= limit : value >= limit }
  }

  /// The cost as it was written.
  public var cost: String
  /// Whether a cost is a time, and shown in the unit of times.
  public var costIsTime: Bool
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
  /// By how much each service's mean wait is longer for the choice than for the second: name, seconds.
  public var beside: [(service: String, difference: Interval)]
  /// Whether the fewest tellers come before every cost.
  public var isFewest: Bool
  /// Whether it was ended before everything was decided.
  public var isUndecided: Bool
  /// What the reader has to know.
  public var warnings: [String]
  /// How times are shown.
  public var scale: TimeScale

  /// Makes a report.
  public init(
    cost: String, costIsTime: Bool, goals: [Goal], error: Double, indifference: Double,
    candidates: [Candidate], second: Int?, beside: [(service: String, difference: Interval)],
    isFewest: Bool,
    isUndecided: Bool, warnings: [String], scale: TimeScale
  ) {
    (self.cost, self.costIsTime, self.goals, self.error) = (cost, costIsTime, goals, error)
    (self.indifference, self.candidates, self.beside) = (indifference, candidates, beside)
    (self.isFewest, self.second) = (isFewest, second)
    (self.isUndecided, self.warnings, self.scale) = (isUndecided, warnings, scale)
  }

  /// The choice.
  var best: Candidate? { candidates.first { $0.verdict == .best } }

  func number(_ value: Double, isTime: Bool) -> String {
    isTime ? scale.length(value) : Time.seconds(value).decimal(places: 4)
  }

  func cost(_ value: Double) -> String { number(value, isTime: costIsTime) }

  /// What to use, in words.
  public var sentence: String {
    let left = candidates.count - candidates.count { $0.verdict == .misses }
    guard let best, let own = best.cost else {
      if isUndecided { return "Not decided: it was ended before the data could tell." }
      return
        "None of \(candidates.count) candidates meets the goals; the table shows by how much each misses them."
    }
    var text =
      "Use \(best.name)" + (isFewest ? ", as few tellers as the goals allow" : "")
      + ": \(cost) is \(cost(own.mean))"
    if let halfWidth = own.halfWidth { text += " ± \(number(halfWidth, isTime: costIsTime))" }
    let tied = candidates.filter { $0.verdict == .tied }
    if !tied.isEmpty {
      let names = tied.prefix(3).map(\.name).joined(separator: "; ")
      text +=
        ". The data cannot tell it from \(names)"
        + (tied.count > 3 ? " and \(tied.count - 3) more" : "")
        + ": they differ by no more than \(cost(indifference)), or by chance"
    }
    if let worse = second.map({ candidates[$0] }), let mean = worse.cost?.mean {
      text +=
        ". \(tied.isEmpty ? "The second choice" : "The next"), \(worse.name), costs"
        + " \(cost(mean - own.mean)) more"
      if own.mean > 0 { text += " (\(SimulationReport.percent(mean / own.mean - 1)))" }
    }
    let changes = beside.filter { ($0.difference.halfWidth ?? .infinity) < abs($0.difference.mean) }
    if !changes.isEmpty {
      text +=
        ". Compared with it, "
        + changes.map { service, difference in
          "\(service) waits \(scale.length(abs(difference.mean)))"
            + " \(difference.mean < 0 ? "less" : "more")"
        }.joined(separator: ", ")
    }
    return text + ". \(left) of \(candidates.count) candidates "
      + (goals.isEmpty ? "were compared." : "were not found to miss a goal.")
  }

  /// How sure that is, and what it took.
  var foot: String {
    let days = candidates.reduce(0) { $0 + $1.days }
    let most = (candidates.map(\.days).max() ?? 0) * candidates.count
    return
      "Wrong with a probability of at most \(error), where differences up to \(cost(indifference)) do not"
      + " matter. \(days) days were run; as many for all as for the choice would have been \(most)."
  }

  /// The report for people.
  public var text: String {
    var rows = [
      ["candidate", "verdict", "days", costIsTime ? scale.heading("cost") : "cost", "±"]
        + goals.map(\.text)
    ]
    let order: [Selection.Verdict] = [.best, .tied, .open, .worse, .misses]
    func place(_ candidate: Candidate) -> (Int, Double) {
      (order.firstIndex(of: candidate.verdict) ?? 9, candidate.cost?.mean ?? .infinity)
    }
    let sorted = candidates.sorted { place($0) < place($1) }
    func bare(_ value: Double?, isTime: Bool) -> String {
      value.map { isTime ? scale.number($0) : Time.seconds($0).decimal(places: 4) } ?? "–"
    }
    for candidate in sorted.prefix(Self.shown) {
      rows.append(
        [
          candidate.name, candidate.problem == nil ? candidate.verdict.rawValue : "no figures",
          String(candidate.days), bare(candidate.cost?.mean, isTime: costIsTime),
          bare(candidate.cost?.halfWidth, isTime: costIsTime),
        ]
          + goals.indices.map { goal in
            guard candidate.goals.indices.contains(goal) else { return "–" }
            let value = candidate.goals[goal]
            let text =
              goals[goal].isTime ? scale.length(value) : Time.seconds(value).decimal(places: 4)
            return text + (goals[goal].isMet(value) ? "" : " *")
          })
    }
    var text = [sentence, "", foot, ""] + SimulationReport.table(rows)
    if sorted.count > Self.shown {
      text.append("and \(sorted.count - Self.shown) more, which --json has")
    }
    if !goals.isEmpty { text.append("(* misses the goal)") }
    return text.joined(separator: "\n")
  }

  /// So many candidates are shown to people.
  private static let shown = 30

  /// The report as one object; times are seconds.
  public var json: JSON {
    [
      "best": best.map { ["policy": .string($0.policy), "set": $0.set] } ?? .null,
      "error": .number(error), "indifference": .number(indifference), "cost": .string(cost),
      "sentence": .string(sentence), "decided": .bool(!isUndecided),
      "days": .number(candidates.reduce(0) { $0 + $1.days }),
      "candidates": .array(
        candidates.map { candidate in
          [
            "policy": .string(candidate.policy), "set": candidate.set,
            "verdict": .string(candidate.verdict.rawValue), "days": .number(candidate.days),
            "cost": .optional(candidate.cost?.mean),
            "halfWidth": .optional(candidate.cost?.halfWidth),
            "goals": .array(
              zip(goals, candidate.goals).map { goal, value in
                [
                  "goal": .string(goal.text), "value": .number(value),
                  "met": .bool(goal.isMet(value)),
                ]
              }),
            "problem": candidate.problem.map { .string($0) } ?? .null,
          ]
        }),
      "warnings": .array(warnings.map { .string($0) }),
    ]
  }
}
