public import BankCore

/// What came of one policy over one day or several independent ones.
public struct DaysSummary: Sendable {
  /// What one day says of one service, for comparing days.
  public struct DayFigures: Sendable, Equatable {
    /// How many were served.
    public let served: Int
    /// Their waits added up, in seconds.
    public let waits: Double
    /// Their 95 % quantile, or `nil` when nobody was served.
    public let p95: Double?
    /// The mean time from coming until being finished.
    public let sojourn: Double
    /// The share who waited at all, of those served.
    public let waited: Double
    /// The share called within the target, of those served; `nil` without a target.
    public let withinTarget: Double?
    /// The share who lost patience, of those who came.
    public let abandoned: Double
    /// Whether the waits grew.
    public let trend: Stability.Trend

    /// The mean wait.
    public var mean: Double? { served > 0 ? waits / Double(served) : nil }

    init(_ figures: ServiceFigures) {
      let served = Double(max(figures.served, 1))
      self.served = figures.served
      waits = figures.wait.total
      p95 = figures.waitQuantile(0.95)
      sojourn = figures.meanSojourn
      waited = Double(figures.waited) / served
      withinTarget = figures.withinTarget.map { Double($0) / served }
      abandoned = Double(figures.abandoned) / Double(max(figures.arrived, 1))
      trend = Stability.Trend(figures.batches.means)
    }
  }

  /// The figures of all days together.
  public private(set) var statistics: DayStatistics

  /// For each day, what it says of each service and, last, of all.
  public private(set) var days: [[DayFigures]] = []

  /// When the last thing happened, over all days.
  public private(set) var end = Time.zero

  /// For how long there was work, over all days.
  public private(set) var workTime = Time.zero

  /// Makes the summary of a day.
  public init(_ statistics: DayStatistics, end: Time, workTime: Time) {
    self.statistics = statistics
    add(statistics, end, workTime)
  }

  /// Adds another day.
  public mutating func merge(_ other: DayStatistics, end: Time, workTime: Time) {
    statistics.merge(other)
    add(other, end, workTime)
  }

  private mutating func add(_ day: DayStatistics, _ end: Time, _ workTime: Time) {
    days.append((day.services + [day.all]).map { DayFigures($0) })
    self.end = self.end + end
    self.workTime = self.workTime + workTime
  }

  /// The least clients of a run whose batches say anything.
  public static let fewestForBatches = 1000

  /// The interval for the mean wait of a service, or of all for `nil`.
  ///
  /// Over days, Student's, of a ratio; within one long day, over batches.
  public func wait(_ service: Int?) -> Interval {
    let place = service ?? statistics.services.count
    let figures = service.map { statistics.services[$0] } ?? statistics.all
    if days.count > 1 {
      return Interval(
        sums: days.map { $0[place].waits }, counts: days.map { Double($0[place].served) })
    }
    guard figures.served >= Self.fewestForBatches else {
      return Interval(mean: figures.wait.mean, halfWidth: nil)
    }
    return Interval(
      mean: figures.wait.mean, halfWidth: Interval(of: figures.batches.means).halfWidth)
  }
}
