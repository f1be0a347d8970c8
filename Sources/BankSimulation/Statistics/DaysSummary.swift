public import BankCore

/// What came of one policy over one day or several independent ones.
public struct DaysSummary: Sendable {
  /// What one day says of one service, for comparing days.
  public struct DayFigures: Sendable, Equatable {
    /// How many came.
    public let arrived: Int
    /// How many were served.
    public let served: Int
    /// How many of those served had waited at all.
    public let waited: Int
    /// How many of those who came were called within the target; `nil` without a target.
    public let inTime: Int?
    /// Of how many it is known whether they were called within the target; see ``ServiceFigures/judged``.
    public let judged: Int
    /// How many lost patience.
    public let abandoned: Int
    /// How many were turned away for want of stock.
    public let refused: Int
    /// How many left unserved, for whatever reason.
    public let left: Int
    /// The waits of those served added up, in seconds.
    public let waits: Double
    /// The quantiles of those waits, at each of ``levels``; `nil` when nobody was served.
    public let quantiles: SIMD4<Double>?
    /// The longest of those waits.
    public let longest: Double
    /// The mean time from coming until being finished.
    public let sojourn: Double
    /// How the waits changed over the day.
    public let trend: Stability.Trend

    /// The levels of ``quantiles``.
    public static let levels: SIMD4<Double> = [0.5, 0.9, 0.95, 0.99]

    /// The mean wait.
    public var mean: Double? { served > 0 ? waits / Double(served) : nil }

    /// The share of those ``judged`` who were not called within the target; `nil` without a target, and where ``judged``
    /// is 0.
    public var late: Double? {
      inTime.flatMap { judged > 0 ? Double(judged - $0) / Double(judged) : nil }
    }

    /// The share of those who came that left unserved; `nil` where nobody came.
    public var lost: Double? { share(left) }

    private func share(_ count: Int) -> Double? {
      arrived > 0 ? Double(count) / Double(arrived) : nil
    }

    /// The share of those served who waited no longer than a time, in seconds: by linear interpolation between ``knots``.
    func share(upTo wait: Double) -> Double {
      guard served > 0, wait < longest else { return 1 }
      var (from, below) = (0.0, Double(served - waited) / Double(served))
      for knot in 0...Self.knots.count {
        let isLast = knot == Self.knots.count
        let (to, level) = isLast ? (longest, 1) : (Double(waitsAtKnots[knot]), Self.knots[knot])
        // Skips the knots below the share that did not wait: the quantiles there are 0.
        guard level > below else { continue }
        if wait < to { return below + (level - below) * (wait - from) / (to - from) }
        (from, below) = (to, level)
      }
      return 1
    }

    /// The quantiles of the waits at ``knots``.
    private let waitsAtKnots: SIMD16<Float>

    /// The levels at which a day keeps its quantiles, for ``share(upTo:)``.
    ///
    /// They are close enough for linear interpolation. With ``levels`` alone the intervals of the 90 % quantile were 1.6
    /// times as wide.
    private static let knots = [
      0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.925, 0.95, 0.965, 0.98, 0.99, 0.995,
    ]
    /// Where ``levels`` are among them.
    private static let places = levels.indices.map { knots.firstIndex(of: levels[$0]) ?? 0 }

    init(_ figures: ServiceFigures) {
      arrived = figures.arrived
      judged = figures.judged
      served = figures.served
      waited = figures.waited
      inTime = figures.calledInTime
      left = figures.left
      abandoned = figures.abandoned
      refused = figures.refused
      waits = figures.wait.total
      let atKnots = figures.waitQuantiles(Self.knots)
      quantiles = atKnots.map { waits in SIMD4(Self.places.map { waits[$0] }) }
      waitsAtKnots = atKnots.map { SIMD16($0.map { Float($0) }) } ?? .zero
      longest = figures.wait.max
      sojourn = figures.meanSojourn
      trend = Stability.Trend(figures.batches.means)
    }
  }

  /// The figures of all days together.
  public private(set) var statistics: DayStatistics

  /// For each day, what it says of each service, then of each priority class, of each route, of the times
  /// in the branch on each route, and at the end of all services together.
  ///
  /// The functions below take a place in this list, or `nil` for all services together.
  public private(set) var days: [[DayFigures]] = []

  /// For each teller, the time spent serving and the time present.
  private var work: [RatioTally]

  /// For each day the time that tellers were present, that they spent serving, and how long the day was,
  /// in seconds.
  private var presence: [(present: Double, busy: Double, length: Double)] = []

  /// When the last thing happened, in seconds, added up over all days: many long ones are more than a `Time` holds.
  public var end: Double { Double(ends) / 1e9 }
  private var ends: Int128 = 0

  /// For how long there was work, in seconds, over all days.
  public var workTime: Double { Double(workTimes) / 1e9 }
  private var workTimes: Int128 = 0

  /// Makes the summary of a day.
  public init(_ statistics: DayStatistics, end: Time, workTime: Time) {
    self.statistics = statistics
    work = statistics.tellers.map { _ in RatioTally() }
    add(statistics, end, workTime)
  }

  /// Adds another day.
  public mutating func merge(_ other: DayStatistics, end: Time, workTime: Time) {
    statistics.merge(other)
    add(other, end, workTime)
  }

  private mutating func add(_ day: DayStatistics, _ end: Time, _ workTime: Time) {
    days.append((day.parts + [day.all]).map { DayFigures($0) })
    presence.append(
      (
        day.tellers.reduce(0) { $0 + $1.presence.area }, day.tellers.reduce(0) { $0 + $1.busy },
        day.tellers.map(\.presence.duration).max() ?? 0
      ))
    for (teller, figures) in day.tellers.enumerated() {
      work[teller].add(figures.busy, figures.presence.area)
    }
    ends += Int128(end.nanoseconds)
    workTimes += Int128(workTime.nanoseconds)
  }

  /// How many clients a single day has to serve, at least, for an interval from its batch means.
  public static let fewestForBatches = 1000

  /// The interval for the mean wait of a service, or of all for `nil`.
  ///
  /// With several days it is Student's interval of a ratio: all waits over all who were served, wider where it says
  /// little (`Interval.ofMeanWait()`). With a single day it comes from batch means.
  public func wait(_ service: Int?) -> Interval {
    let place = place(service)
    let figures = figures(service)
    if days.count > 1 {
      return Interval(
        sums: days.map { $0[place].waits }, counts: days.map { Double($0[place].served) }
      ).ofMeanWait()
    }
    guard figures.served >= Self.fewestForBatches else {
      return Interval(mean: figures.wait.mean, halfWidth: nil)
    }
    return Interval(
      mean: figures.wait.mean, halfWidth: Interval(batches: figures.batches.means).halfWidth)
  }

  /// The share of those who came for a service, or for any, that left unserved: out of patience, turned away
  /// or refused.
  public func lost(_ service: Int?) -> Interval {
    share(service) { Double($0.left) }
  }

  /// The share of those who came for a service, or for any, that was turned away for want of stock.
  public func refused(_ service: Int?) -> Interval {
    share(service) { Double($0.refused) }
  }

  /// The share of those who were not called within the target, whatever became of them; `nil` without a target.
  ///
  /// It is a share of those of whom that is known. Whoever still waits within the target, on a day that goes on, is not
  /// counted: `nil` where all do.
  public func late(_ service: Int?) -> Interval? {
    let figures = figures(service)
    guard days[0][place(service)].inTime != nil, figures.judged > 0 || figures.arrived == 0 else {
      return nil
    }
    return share(service, of: \.judged) { Double($0.judged - ($0.inTime ?? 0)) }
  }

  /// The share of its time present that a teller spent serving; `nil` for one who was never there.
  public func utilization(teller: Int) -> Interval? {
    statistics.tellers[teller].utilization.map {
      Interval(mean: $0, halfWidth: work[teller].interval().halfWidth)
    }
  }

  /// The share of their time present that all tellers together spent serving on a day; `nil` where nobody was
  /// there.
  public func utilization(day: Int) -> Double? {
    let (busy, present) = work(day: day)
    return present > 0 ? busy / present : nil
  }

  /// The time that all tellers together spent serving on a day, and that they were there, in seconds.
  func work(day: Int) -> Interval.Ratio { (presence[day].busy, presence[day].present) }

  /// The time that all tellers together were there on a day, and how long it was, in seconds.
  func present(day: Int) -> Interval.Ratio { (presence[day].present, presence[day].length) }

  /// The quantile of the waits of all days at the one of ``DayFigures/levels`` with this index; `nil` when
  /// nobody was served.
  ///
  /// Its interval is made in three steps: each day's share of those who waited longer; the interval of that share; the
  /// quantiles at its two ends. (The upper end of the share is taken in log-odds, so that it stays below 1.) The half-width
  /// is the way to the farther of these quantiles, for days may be skewed. The quantiles of single days are not used: where
  /// a day is a few busy hours they differ less than the share does, and the interval would be too narrow. There is none
  /// where, on average, fewer than five clients a day are beyond the quantile.
  public func quantile(_ service: Int?, level index: Int) -> Interval? {
    let place = place(service)
    let level = DayFigures.levels[index]
    let figures = figures(service)
    guard let mean = figures.waitQuantile(level) else { return nil }
    let own = days.map { $0[place] }
    let beyond = Double(figures.served) * min(level, 1 - level) / Double(days.count)
    let longer = Interval(
      sums: own.map { Double($0.served) * (1 - $0.share(upTo: mean)) },
      counts: own.map { Double($0.served) }, asNormal: true, fewest: 0)
    guard beyond >= 5, days.count >= Interval.fewestDays,
      !own.contains(where: { $0.served == 0 }), 0 < longer.mean, longer.mean < 1,
      let half = longer.halfWidth,
      let ends = longer.halfWidth.map({ longer.ends(ofShareWith: $0) }),
      let low = figures.waitQuantile(1 - ends.high),
      let high = longer.mean > half
        ? figures.waitQuantile(1 - longer.mean + half) : figures.wait.max
    else { return Interval(mean: mean, halfWidth: nil) }
    // No finer than the buckets that waits are counted in.
    let bucket = mean / 128
    return Interval(mean: mean, halfWidth: max(high - mean, mean - low, bucket))
  }

  /// The place of a service, or of all, in the figures of a day.
  private func place(_ service: Int?) -> Int { service ?? days[0].count - 1 }

  /// The figures of all days at a place among those of a day, or of all for `nil`.
  public func figures(_ place: Int?) -> ServiceFigures {
    guard let place else { return statistics.all }
    return statistics.part(place)
  }

  /// The place of a route among the figures, or that of its times in the branch.
  public func place(ofRoute route: Int, isTime: Bool = false) -> Int {
    statistics.services.count + statistics.classes.count + route
      + (isTime ? statistics.routes.count : 0)
  }

  /// A share over the days: of those who came, or of `all`.
  private func share(
    _ service: Int?, of all: (DayFigures) -> Int = \.arrived, _ part: (DayFigures) -> Double
  ) -> Interval {
    let figures = days.map { $0[place(service)] }
    return Interval(sums: figures.map(part), counts: figures.map { Double(all($0)) })
      .ofShare(over: days.count)
  }
}
