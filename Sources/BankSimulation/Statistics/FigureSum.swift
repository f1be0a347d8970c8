import BankCore

/// A sum of figures, each times a number: a cost, or one side of a goal; see ``FigureDays``.
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
    /// How many were served, on average of the days.
    case served
    /// The share of their time that tellers are busy.
    case utilization
    /// How many tellers were there, on average over time.
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

  /// What it is measured in: a sum of unlike figures is a number.
  public var unit: Kind.Unit { isTime ? .time : isShare ? .share : .count }

  /// Whether it is one share of clients, which is from 0 to 1.
  public var isShare: Bool {
    terms.count == 1 && terms[0].factor == 1 && constant == 0
      && [.late, .lost].contains(terms[0].kind)
  }

  /// The least variance that is believed of a day's sum of shares with such a mean, for so many clients a day by
  /// place; 0 where it is not of shares of clients, or nobody is known to come.
  ///
  /// Clients of one crowd are late together, and ten count as one (as in ``Interval/errorOfShare(of:)``), as far as
  /// so many come on a day.
  public func leastVariance(at mean: Double, clients: [Double]) -> Double {
    // How many tellers there are is the same on every day.
    let shares = terms.filter { $0.kind != .tellers }
    let factors = shares.reduce(0) { $0 + abs($1.factor) }
    guard factors > 0, !clients.isEmpty,
      shares.allSatisfy({ $0.kind == .late || $0.kind == .lost })
    else { return 0 }
    let share = min(abs(mean - constant) / factors, 0.5)
    return shares.reduce(0) { sum, term in
      let count = max(clients[term.place ?? clients.count - 1], 1)
      return sum + term.factor * term.factor * min(count, 10) * share * (1 - share) / count
    }
  }
}
