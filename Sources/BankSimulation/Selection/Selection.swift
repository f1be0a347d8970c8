import Foundation

/// Chooses the candidate of the lowest mean cost among those that meet their goals, with a stated error, from
/// days that all candidates have in common.
///
/// Everybody is looked at a little; who is clearly worse or clearly misses a goal is dropped, and the days go to
/// what is close. Clearly is: by more than a mean strays from the truth at any time, however often one looks
/// (the boundary of Fan, Hong & Nelson, *Indifference-zone-free selection of the best*, 2016), so that what is
/// far away is told soon, whatever difference matters. With a probability of at least 1 − ``error`` the choice meets
/// the goals to their tolerance and costs at most the indifference more than the best that does, where
/// day figures are normal. Half of the error is for the goals.
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
    /// Where the mean is known to within this, it alone decides whether the goal is kept.
    public var tolerance: Double
    /// The least variance of a day's figure that is believed: days on which nothing rare happened show none.
    public var leastVariance: Double

    /// Makes a goal.
    public init(limit: Double, tolerance: Double, leastVariance: Double = 0) {
      (self.limit, self.tolerance, self.leastVariance) = (limit, tolerance, leastVariance)
    }
  }

  /// What is to be least.
  public struct Cost: Sendable {
    /// The difference that does not matter; `nil` for 5 % of the least mean that may keep the goals.
    public var indifference: Double?
    /// It is at least this, for means that are 0 or next to it.
    public var leastIndifference: Double
    /// If costs differed on fewer than five days, the variance of a day's difference is taken to be at least this times
    /// the indifference.
    public var varianceRate: Double

    /// Makes a cost.
    public init(indifference: Double?, leastIndifference: Double = 0, varianceRate: Double = 0) {
      (self.indifference, self.leastIndifference) = (indifference, leastIndifference)
      self.varianceRate = varianceRate
    }
  }

  /// What became of each candidate.
  public private(set) var verdicts: [Verdict]
  /// The costs of each candidate, a day each; `nil` for a day that says nothing.
  public private(set) var costs: [[Double?]]
  /// The figures of the goals of each candidate, by goal and day.
  public private(set) var figures: [[[Double?]]]
  /// The probability of a wrong choice, at most.
  public let error: Double
  private let goals: [Goal]
  private let cost: Cost
  /// A candidate of a lower rank is better, whatever the costs.
  private let ranks: [Double]
  /// By candidate the goals of whose figures too little was seen to decide, and those of whose costs.
  private var unsettledGoals: [Int: Set<Int>] = [:]
  private var unsettledCosts: Set<Int> = []
  /// By whom each candidate was found to be beaten.
  private var beaten: [Int?]
  /// The days of the first stage, at which the boundary is closest.
  private let firstDays: Int
  private let costError: Double
  private let goalError: Double

  /// What is seen on fewer days than this is rare.
  private static let seldom = 5
  /// Nothing rare is known of fewer days than this.
  static let many = 150

  /// Begins with the first days of every candidate, at least 10 of the one that has most; `nil` for one without figures, as all may be.
  public init(
    costs first: [[Double?]?], figures goalFigures: [[[Double?]]?], ranks: [Double]? = nil,
    goals: [Goal], cost: Cost, error: Double
  ) {
    firstDays = first.compactMap { $0?.count }.max() ?? 10
    precondition(firstDays >= 10, "a first stage of \(firstDays) days")
    costs = first.map { $0 ?? [] }
    figures = goalFigures.map { $0 ?? [] }
    self.ranks = ranks ?? first.map { _ in 0 }
    (self.goals, self.cost, self.error) = (goals, cost, error)
    verdicts = first.indices.map { first[$0] == nil || goalFigures[$0] == nil ? .misses : .open }
    beaten = first.map { _ in nil }
    let open = verdicts.count { $0 == .open }
    costError = (goals.isEmpty ? error : error / 2) / Double(max(1, open - 1))
    goalError = error / 2 / Double(max(1, open * goals.count))
  }

  /// The candidates of which more days are wanted.
  public var open: [Int] { verdicts.indices.filter { verdicts[$0] == .open } }

  /// How many days the open candidates have, those that have most.
  public var days: Int { open.map { costs[$0].count }.max() ?? 0 }

  /// The difference in cost that does not matter.
  public var indifference: Double {
    if let given = cost.indifference { return given }
    let known = verdicts.indices.filter { Self.mean(costs[$0]) != nil }
    let keeping = known.filter { candidate in
      zip(goals, figures[candidate]).allSatisfy { goal, values in
        Self.mean(values).map { $0 <= goal.limit } ?? false
      }
    }
    let means = (keeping.isEmpty ? known : keeping).compactMap { Self.mean(costs[$0]) }
    guard let least = means.min() else { return cost.leastIndifference }
    return max(abs(least) * 0.05, cost.leastIndifference)
  }

  /// Takes all days of an open candidate, with those that came since the last look; every open one is to get as many.
  ///
  /// Nothing is decided by the figures of `unsettled` goals, or by costs unless they are settled: those of days vary less
  /// than they may.
  public mutating func take(
    _ candidate: Int, costs: [Double?], figures: [[Double?]], unsettled goals: Set<Int> = [],
    isCostSettled: Bool = true
  ) {
    (self.costs[candidate], self.figures[candidate]) = (costs, figures)
    unsettledGoals[candidate] = goals
    if isCostSettled {
      unsettledCosts.remove(candidate)
    } else {
      unsettledCosts.insert(candidate)
    }
  }

  /// Drops an open candidate that has no figures any more.
  public mutating func drop(_ candidate: Int) {
    verdicts[candidate] = .misses
    // Whoever was beaten by it is open again.
    for other in beaten.indices where beaten[other] == candidate {
      (verdicts[other], beaten[other]) = (.open, nil)
    }
  }

  /// Looks at all days so far; returns whether everything is decided.
  public mutating func look() -> Bool {
    var met: [Int] = []
    for candidate in open {
      switch meetsGoals(candidate) {
      case true?: met.append(candidate)
      case false?: drop(candidate)
      case nil: break
      }
    }
    let indifference = indifference
    let compared = open
    for one in compared {
      let worst = met.filter { $0 != one && verdicts[$0] == .open }
      guard let better = worst.first(where: { excess(one, over: $0, indifference).least > 0 })
      else { continue }
      (verdicts[one], beaten[one]) = (.worse, better)
    }
    let best = met.filter { verdicts[$0] == .open }.min { rank($0) < rank($1) }
    guard let best else { return open.isEmpty }
    let others = open.filter { $0 != best }
    // Nobody is better by more than what does not matter, whatever else is not known of them.
    guard others.allSatisfy({ excess(best, over: $0, indifference).most <= indifference }) else {
      return false
    }
    verdicts[best] = .best
    for other in others { verdicts[other] = .tied }
    return true
  }

  private func rank(_ candidate: Int) -> (Double, Double) {
    (ranks[candidate], Self.mean(costs[candidate]) ?? .infinity)
  }

  /// The cheapest of those that surely meet the goals, while it is not known whether a better one does.
  public var surest: Int? {
    open.filter { meetsGoals($0) == true }.min { rank($0) < rank($1) }
  }

  /// Whether a candidate meets all goals; `nil` while that is not known.
  private func meetsGoals(_ candidate: Int) -> Bool? {
    var isKnown = true
    for (number, (goal, values)) in zip(goals, figures[candidate]).enumerated() {
      guard unsettledGoals[candidate]?.contains(number) != true else {
        isKnown = false
        continue
      }
      let values = values.compactMap { $0 }
      let reach = reach(values, goalError, leastVariance: goal.leastVariance)
      let beyond = values.reduce(0) { $0 + $1 - goal.limit } / Double(max(1, values.count))
      // What never differs is met exactly, to the last digits of a sum.
      let isMet = beyond <= (reach == 0 ? 1e-9 * max(1, abs(goal.limit)) : 0)
      if abs(beyond) < reach, reach > goal.tolerance {
        isKnown = false
      } else if !isMet {
        return false
      }
    }
    return isKnown ? true : nil
  }

  /// By how much one costs more than another, on the days that both have: at least, and at most.
  private func excess(
    _ one: Int, over other: Int, _ indifference: Double
  ) -> (least: Double, most: Double) {
    if ranks[one] != ranks[other] {
      let sign = ranks[one] > ranks[other] ? Double.infinity : -.infinity
      return (sign, sign)
    }
    guard !unsettledCosts.contains(one), !unsettledCosts.contains(other) else {
      return (-.infinity, .infinity)
    }
    let days = differences(one, other)
    let variance = Self.isRare(days) ? cost.varianceRate * indifference : 0
    let reach = reach(days, costError, leastVariance: variance)
    let mean = days.reduce(0, +) / Double(max(1, days.count))
    return (mean - reach, mean + reach)
  }

  /// By how much one surely costs more than another: at least and at most, on the days that both have.
  ///
  /// The bounds are those by which candidates are dropped: they hold for all candidates at once, however often one
  /// looks. `nil` where the days give none.
  public func bounds(of one: Int, over other: Int) -> ClosedRange<Double>? {
    let (least, most) = excess(one, over: other, indifference)
    return least.isFinite && most.isFinite ? least...most : nil
  }

  private func differences(_ one: Int, _ other: Int) -> [Double] {
    zip(costs[one], costs[other]).compactMap { one, other in
      one.flatMap { one in other.map { one - $0 } }
    }
  }

  /// By how much the mean of so many numbers may be off on one side at any time, except with a probability of `error`.
  private func reach(_ values: [Double], _ error: Double, leastVariance: Double) -> Double {
    guard values.count >= 10 else { return .infinity }
    if leastVariance == 0, values.count < Self.many, Self.isRare(values) { return .infinity }
    let (days, first) = (Double(values.count), Double(firstDays))
    let mean = values.reduce(0, +) / days
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let variance = max(squares / (days - 1), leastVariance)
    let width = (days + first) * (log((days + first) / first) - 2 * log(2 * min(error, 0.25)))
    return (variance * width).squareRoot() / days
  }

  /// Whether hardly a day differs from most, by more than the last digits of a sum.
  private static func isRare(_ values: [Double]) -> Bool {
    let sorted = values.sorted()
    guard let low = sorted.first, let high = sorted.last else { return true }
    let (most, digits) = (sorted[sorted.count / 2], 1e-9 * max(abs(low), abs(high)))
    return values.count { abs($0 - most) > digits } < seldom
  }

  private static func mean(_ values: [Double?]) -> Double? {
    let known = values.compactMap { $0 }
    return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
  }
}
