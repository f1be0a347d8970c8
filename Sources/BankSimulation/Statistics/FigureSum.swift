import BankCore

/// A sum of figures of a day, each times a number: a cost, or one side of a goal.
public struct FigureSum: Sendable, Equatable {
  /// A figure.
  public enum Kind: Sendable, Equatable {
    /// The mean wait of those served, in seconds.
    case wait
    /// A quantile of those waits, by its number among ``DaysSummary/DayFigures/levels``.
    case quantile(Int)
    /// The mean time from coming until being finished, in seconds.
    case sojourn
    /// The share that was not called within the target, whatever became of them.
    case late
    /// The share that left unserved.
    case lost
    /// How many were served, on a day.
    case served
    /// The share of their time that tellers are busy.
    case utilization
    /// How many tellers were there, on average over the day.
    case tellers

    /// What a figure is measured in.
    public enum Unit: Sendable { case time, share, count }

    /// What this one is measured in.
    public var unit: Unit {
      switch self {
      case .wait, .quantile, .sojourn: .time
      case .late, .lost, .utilization: .share
      case .served, .tellers: .count
      }
    }
  }

  /// A figure of somebody, times a number.
  public struct Term: Sendable, Equatable {
    /// The number.
    public var factor: Double
    /// The figure.
    public var kind: Kind
    /// Whose: a place among the figures of a day, or `nil` for all.
    public var place: Int?

    /// Makes a term.
    public init(_ factor: Double, _ kind: Kind, of place: Int?) {
      (self.factor, self.kind, self.place) = (factor, kind, place)
    }
  }

  /// The figures.
  public var terms: [Term]
  /// What is added to them.
  public var constant: Double

  /// Makes a sum.
  public init(_ terms: [Term], constant: Double = 0) {
    (self.terms, self.constant) = (terms, constant)
  }

  /// Whether it is a time, and no share or number.
  public var isTime: Bool {
    terms.allSatisfy { $0.kind.unit == .time }
  }

  /// The sum on each day; `nil` on a day on which one of the figures does not exist.
  public func values(_ summary: DaysSummary) -> [Double?] {
    summary.days.indices.map { value(summary, day: $0) }
  }

  private func value(_ summary: DaysSummary, day: Int) -> Double? {
    var sum = constant
    for term in terms {
      let figures = summary.days[day][term.place ?? summary.days[day].count - 1]
      let value: Double? =
        switch term.kind {
        case .wait: figures.mean
        case .quantile(let level): figures.quantiles?[level]
        case .sojourn: figures.served > 0 ? figures.sojourn : nil
        case .late: figures.late
        case .lost: figures.lost
        case .served: Double(figures.served)
        case .utilization: summary.utilization(day: day)
        case .tellers: summary.presentTellers(day: day)
        }
      guard let value else { return nil }
      sum += term.factor * value
    }
    return sum
  }
}
