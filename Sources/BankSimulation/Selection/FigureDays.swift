import BankCore

/// What days say of a ``FigureSum`` over all their clients, as a report has it: a busy day counts for more than one on
/// which hardly anybody came, and a quantile is that of all waits.
///
/// ``values`` has a number for each day. Their mean is the figure, and they vary as the figure does:
/// value(day) = figure + days · influence(day), the linearisation of a ratio estimate, as in
/// ``Interval/init(sums:counts:asNormal:fewest:)``.
public struct FigureDays: Sendable {
  private let sum: FigureSum
  /// Whether those count as lost, too, who were never served, though the days were not stopped before their end.
  public var countsUnserved = false
  /// What each term is a ratio of, a day each; nothing for quantiles.
  private var ratios: [[Interval.Ratio]]
  /// The days of each term that is a quantile, and all its waits.
  private var figures: [[DaysSummary.DayFigures]]
  private var waits: [Histogram]
  /// Whether a day has a number for some term.
  private var isKnown: [Bool] = []
  /// On how many days somebody came of whom a term is, and on how many of them it has a number.
  private var days: [(came: Int, known: Int)]

  /// Makes one without days.
  public init(_ sum: FigureSum) {
    self.sum = sum
    ratios = sum.terms.map { _ in [] }
    figures = sum.terms.map { _ in [] }
    waits = sum.terms.map { _ in Histogram() }
    days = sum.terms.map { _ in (0, 0) }
  }

  /// How many days there are.
  public var count: Int { isKnown.count }

  /// Whether the days tell the figure: most of those on which somebody came have a number for every term.
  ///
  /// Now and then nobody is served of a few who come; where that is so on most of ten days or more, the others are no
  /// picture of them.
  public var isTold: Bool { days.allSatisfy { $0.came < 10 || 2 * $0.known > $0.came } }

  /// Whether enough days are beyond each quantile: it is that of those few days, and the others do not vary with it.
  public var isSettled: Bool {
    sum.terms.enumerated().allSatisfy { number, term in
      guard case .quantile(let index) = term.kind,
        let value = waits[number].quantiles([DaysSummary.DayFigures.levels[index]])?[0], value > 0
      else { return true }
      // Where all wait as long, they are at it and not beyond.
      return figures[number].count {
        Double($0.served) * (1 - $0.share(upTo: value * 0.999)) >= 0.5
      } >= Self.fewestBeyond
    }
  }

  /// Whether something of each term was seen on enough days for an interval.
  ///
  /// On ``Interval/fewestDays``, or on all where they are fewer; or, of a term that adds nothing to a sum, on none of many.
  /// A quantile is judged by ``isSettled``.
  public var isSeen: Bool {
    zip(sum.terms, ratios).allSatisfy { term, days in
      if case .quantile = term.kind { return true }
      let (known, seen) = (days.count { $0.count > 0 }, days.count { $0.sum != 0 })
      return known >= min(days.count, Interval.fewestDays)
        && (seen >= min(known, Interval.fewestDays) || seen == 0 && known >= Selection.many)
    }
  }

  /// A quantile is that of at least so many days.
  private static let fewestBeyond = 20

  /// Adds days.
  public mutating func add(_ summary: DaysSummary) {
    for (number, term) in sum.terms.enumerated() {
      if case .quantile = term.kind {
        waits[number].merge(summary.figures(term.place).waits)
      }
    }
    for day in summary.days.indices { isKnown.append(add(summary, day)) }
  }

  /// Adds a day; returns whether it has a number for some term.
  private mutating func add(_ summary: DaysSummary, _ day: Int) -> Bool {
    var isKnown = sum.terms.isEmpty
    for (number, term) in sum.terms.enumerated() {
      let figures = summary.days[day][term.place ?? summary.days[day].count - 1]
      let part = term.kind.part(figures, of: summary, day: day, countsUnserved)
      let hasNumber = part?.count ?? 0 > 0
      isKnown = isKnown || hasNumber
      days[number].came += figures.arrived > 0 ? 1 : 0
      days[number].known += figures.arrived > 0 && hasNumber ? 1 : 0
      ratios[number].append(part ?? (0, 0))
      if case .quantile = term.kind { self.figures[number].append(figures) }
    }
    return isKnown
  }

  /// A number for each day, the mean of which is the figure; `nil` for a day on which nobody was served of whom it is.
  public var values: [Double?] {
    var values = isKnown.map { $0 ? sum.constant : nil }
    let known = Double(isKnown.count { $0 })
    for (number, term) in sum.terms.enumerated() {
      let (value, rests) = ratio(number, term.kind)
      for day in values.indices {
        values[day]? += term.factor * (value + rests[day] * known)
      }
    }
    return values
  }

  /// The figure of a term, and by how much each day moves it.
  private func ratio(_ number: Int, _ kind: FigureSum.Kind) -> (value: Double, rests: [Double]) {
    guard case .quantile(let index) = kind else { return Self.ratio(ratios[number]) }
    let level = DaysSummary.DayFigures.levels[index]
    // Where the waits lie far apart, a share means a long time.
    let step = min(0.05, min(level, 1 - level) / 2)
    let near = waits[number].quantiles([level - step, level, level + step]) ?? [0, 0, 0]
    let slope = (near[2] - near[0]) / (2 * step)
    let beyond = Self.ratio(
      figures[number].map {
        (Double($0.served) * (1 - $0.share(upTo: near[1])), Double($0.served))
      })
    return (near[1], beyond.rests.map { slope * $0 })
  }

  /// The ratio of the sums, and by how much each day moves it; 0 where nobody is counted.
  private static func ratio(_ days: [Interval.Ratio]) -> (value: Double, rests: [Double]) {
    let total = days.reduce((0.0, 0.0)) { ($0.0 + $1.sum, $0.1 + $1.count) }
    guard total.1 > 0 else { return (0, days.map { _ in 0 }) }
    let mean = total.0 / total.1
    return (mean, days.map { ($0.sum - mean * $0.count) / total.1 })
  }
}

extension FigureSum.Kind {
  /// What a day's figure is a ratio of; `nil` where it has none.
  fileprivate func part(
    _ figures: DaysSummary.DayFigures, of summary: DaysSummary, day: Int, _ countsUnserved: Bool
  ) -> Interval.Ratio? {
    let (arrived, served) = (Double(figures.arrived), Double(figures.served))
    return switch self {
    case .wait: (figures.waits, served)
    case .quantile: (0, served)
    case .sojourn: (figures.sojourn * served, served)
    case .late: figures.inTime.map { (arrived - Double($0), arrived) }
    case .lost: (countsUnserved ? arrived - served : Double(figures.left), arrived)
    case .served: (served, 1)
    case .utilization: summary.work(day: day)
    case .tellers: summary.present(day: day)
    }
  }
}
