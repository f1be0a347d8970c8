import Foundation

/// Chooses the candidate of the lowest mean cost among those that meet their goals, with a stated error, from
/// days that all candidates have in common.
///
/// Everybody is looked at a little; who is clearly worse or clearly misses a goal is dropped, and the days go to
/// what is close. The costs are compared by the fully sequential procedure of Kim & Nelson (2001), goals
/// by that of Andradóttir & Kim (2010): with a probability of at least 1 − ``error`` the choice meets the goals
/// to their tolerance and costs at most the indifference more than the best that does, where day figures are
/// normal. Half of the error is for the goals.
public struct Selection: Sendable {
  /// What is known of a candidate.
  public enum Verdict: String, Sendable {
    /// Nothing yet.
    case open
    /// It costs least.
    case best
    /// The data do not tell it from the best, or it costs no more than the indifference more.
    case tied
    /// It costs more.
    case worse
    /// It misses a goal, or has no figures.
    case misses
  }

  /// A figure that is to be at most a limit on average.
  public struct Goal: Sendable {
    /// The limit.
    public var limit: Double
    /// Within this of the limit either answer is right.
    public var tolerance: Double

    /// Makes a goal.
    public init(limit: Double, tolerance: Double) {
      (self.limit, self.tolerance) = (limit, tolerance)
    }
  }

  /// What became of each candidate.
  public private(set) var verdicts: [Verdict]
  /// The costs of each candidate, a day each.
  public private(set) var costs: [[Double]]
  /// The figures of the goals of each candidate, by goal and day.
  public private(set) var figures: [[[Double]]]
  /// The difference in cost that does not matter.
  public let indifference: Double
  /// The probability of a wrong choice, at most.
  public let error: Double
  private let goals: [Goal]
  /// Whether a candidate is known to meet each goal, or to miss it; `nil` while it is not known.
  private var meets: [[Bool?]]
  /// The variances of the first stage: of the differences of costs, and of the goals' figures.
  private let differences: [[Double]]
  private let spreads: [[Double]]
  private let boundary: Double
  private let goalBoundary: Double

  /// Begins with the first days of every candidate, at least 10; `nil` for one without figures, as all may be.
  public init(
    costs first: [[Double]?], figures goalFigures: [[[Double]]?], goals: [Goal], error: Double,
    indifference: Double
  ) {
    let days = first.compactMap { $0?.count }.max() ?? 10
    precondition(days >= 10, "a first stage of \(days) days")
    costs = first.map { $0 ?? [] }
    figures = goalFigures.map { $0 ?? [] }
    self.goals = goals
    self.error = error
    self.indifference = indifference
    verdicts = first.indices.map { first[$0] == nil || goalFigures[$0] == nil ? .misses : .open }
    meets = first.map { _ in goals.map { _ in nil } }
    let open = verdicts.count { $0 == .open }
    let degrees = Double(days - 1)
    func boundary(_ share: Double) -> Double { (pow(2 * share, -2 / degrees) - 1) * degrees }
    let selecting = goals.isEmpty ? error : error / 2
    self.boundary = boundary(min(0.5, selecting / Double(max(1, open - 1))))
    goalBoundary = boundary(min(0.5, error / 2 / Double(max(1, open * goals.count))))
    let costs = costs
    differences = costs.indices.map { one in
      costs.indices.map { other in
        guard one < other, !costs[one].isEmpty, !costs[other].isEmpty else { return 0 }
        return Self.variance(zip(costs[one], costs[other]).map { $0 - $1 })
      }
    }
    spreads = figures.map { $0.map(Self.variance) }
  }

  private static func variance(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
  }

  /// The candidates of which more days are wanted.
  public var open: [Int] { verdicts.indices.filter { verdicts[$0] == .open } }

  /// How many days each of the open candidates has.
  public var days: Int { open.first.map { costs[$0].count } ?? 0 }

  /// Adds days of an open candidate; every open one is to get as many.
  public mutating func add(_ candidate: Int, costs new: [Double], figures goalFigures: [[Double]]) {
    costs[candidate] += new
    for goal in goals.indices { figures[candidate][goal] += goalFigures[goal] }
  }

  /// Drops an open candidate that has no figures any more.
  public mutating func drop(_ candidate: Int) { verdicts[candidate] = .misses }

  /// Looks at all days so far; returns whether everything is decided.
  public mutating func look() -> Bool {
    let days = Double(self.days)
    for candidate in open { lookAtGoals(candidate, days) }
    let open = open
    let met = open.filter { candidate in meets[candidate].allSatisfy { $0 == true } }
    let means = costs.map { $0.reduce(0, +) / Double(max(1, $0.count)) }
    var dropped: Set<Int> = []
    var isClose = false
    for one in open {
      for other in met where other != one {
        let margin = margin(min(one, other), max(one, other), days)
        if means[one] > means[other] + margin, margin > 0 { dropped.insert(one) }
        if margin > 0 { isClose = true }
      }
    }
    for candidate in dropped { verdicts[candidate] = .worse }
    guard met.count == open.count, !isClose || self.open.count < 2 else { return self.open.isEmpty }
    // The days tell no more than the indifference.
    let rest = self.open.sorted { means[$0] < means[$1] }
    for (place, candidate) in rest.enumerated() {
      verdicts[candidate] =
        place == 0
        ? .best : means[candidate] - means[rest[0]] <= indifference ? .tied : .worse
    }
    if let best = rest.first {
      for candidate in verdicts.indices
      where verdicts[candidate] == .worse && !isClearlyWorse(candidate, than: best) {
        verdicts[candidate] = .tied
      }
    }
    return true
  }

  /// Whether the days that two have in common say that one costs more, whatever the indifference.
  ///
  /// One of two that are the same is dropped sooner or later, for it does not matter which; that is no
  /// reason to call it worse.
  private func isClearlyWorse(_ candidate: Int, than best: Int) -> Bool {
    let days = zip(costs[candidate], costs[best]).map { $0 - $1 }
    let interval = Interval(of: days)
    let widening = Interval.widening(max(1, costs.count - 1), degrees: days.count - 1)
    return interval.mean > (interval.halfWidth ?? .infinity) * widening
  }

  private mutating func lookAtGoals(_ candidate: Int, _ days: Double) {
    for (number, goal) in goals.enumerated() where meets[candidate][number] == nil {
      let sum = figures[candidate][number].reduce(0) { $0 + $1 - goal.limit }
      let margin = max(
        0,
        goalBoundary * spreads[candidate][number] / (2 * goal.tolerance) - goal.tolerance / 2 * days
      )
      // What never differs is met exactly, to the last digits of a sum.
      if sum <= (margin > 0 ? -margin : 1e-9 * max(1, abs(goal.limit)) * days) {
        meets[candidate][number] = true
      } else if sum >= margin {
        meets[candidate][number] = false
        verdicts[candidate] = .misses
      }
    }
  }

  /// By how much the means of two candidates must differ for one to be dropped.
  private func margin(_ one: Int, _ other: Int, _ days: Double) -> Double {
    let far = boundary * differences[one][other] / (indifference * indifference)
    return max(0, indifference / (2 * days) * (far - days))
  }
}
