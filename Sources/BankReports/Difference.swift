import BankCore
public import BankRecords
public import BankSimulation

/// How one policy differs from another in one figure, over the same days.
public struct Difference: Sendable, Equatable {
  /// The figures that are compared.
  public enum Metric: String, CaseIterable, Sendable {
    /// The mean wait of those served, in seconds.
    case meanWait = "wait.mean"
    /// The 95 % quantile of the waits, in seconds.
    case p95Wait = "wait.p95"
    /// The mean time from coming until being finished, in seconds.
    case meanSojourn = "sojourn.mean"
    /// The share who waited at all.
    case waited
    /// The share called within the target.
    case withinTarget
    /// The share who lost patience.
    case abandoned
    /// The share of those who came that was not called within the target, whatever became of them.
    case late
    /// The share of those who came that left unserved.
    case lost
    /// The share of those who came that was still there at the end.
    case unserved

    func value(_ day: DaysSummary.DayFigures) -> Double? {
      func share(_ part: Int, of whole: Int) -> Double? {
        whole > 0 ? Double(part) / Double(whole) : nil
      }
      return switch self {
      case .meanWait: day.mean
      case .p95Wait: day.quantiles?[2]
      case .meanSojourn: day.served > 0 ? day.sojourn : nil
      case .waited: share(day.waited, of: day.served)
      case .withinTarget: day.inTime.flatMap { share($0, of: day.served) }
      case .abandoned: share(day.abandoned, of: day.arrived)
      case .late: day.inTime.flatMap { share(day.arrived - $0, of: day.arrived) }
      case .lost: share(day.left, of: day.arrived)
      case .unserved: share(day.arrived - day.served - day.left, of: day.arrived)
      }
    }
  }

  /// The policy.
  public let policy: String
  /// The name of the service, or `all`.
  public let service: String
  /// The figure.
  public let metric: Metric
  /// The policy's value less the baseline's, averaged over the days, with its interval.
  public let interval: Interval
  /// The baseline's value, averaged over the days.
  public let baseline: Double

  /// How much wider than ``interval`` is what holds all differences of the comparison at once.
  public var widening = 1.0

  /// Whether the data can tell the two apart, beside all others that are told apart with them.
  public var isClear: Bool {
    guard let halfWidth = interval.halfWidth else { return false }
    return abs(interval.mean) > halfWidth * widening
  }

  /// Whether there is anything to compare: either value is not 0.
  var isThere: Bool { interval.mean != 0 || baseline != 0 }

  /// The differences of `report` from `baseline`, day by day on the same clients.
  public static func all(_ report: SimulationReport, from baseline: SimulationReport)
    -> [Difference]
  {
    let isTrusted = report.hasIntervals && baseline.hasIntervals
    return baseline.parts.flatMap { name, place -> [Difference] in
      let isUnstable = !report.isStable(place) || !baseline.isStable(place)
      let service = place ?? (baseline.summary.days.first?.count ?? 1) - 1
      return Metric.allCases.compactMap { metric in
        // Who was lost is counted; all else is of waits that grow without end.
        guard !isUnstable || metric == .lost || metric == .unserved else { return nil }
        let pairs = zip(report.summary.days, baseline.summary.days).compactMap { new, old in
          metric.value(new[service]).flatMap { new in
            metric.value(old[service]).map { (new, $0) }
          }
        }
        guard !pairs.isEmpty else { return nil }
        func told(_ difference: Difference) -> Difference {
          isTrusted ? difference : difference.withoutInterval
        }
        if let pooled = pooled(metric, report, baseline, service, name) {
          return told(pooled)
        }
        return told(
          Difference(
            policy: report.policy, service: name, metric: metric,
            interval: Interval(of: pairs.map { $0.0 - $0.1 }),
            baseline: pairs.reduce(0) { $0 + $1.1 } / Double(pairs.count)))
      }
    }
  }

  private var withoutInterval: Difference {
    Difference(
      policy: policy, service: service, metric: metric,
      interval: Interval(mean: interval.mean, halfWidth: nil), baseline: baseline)
  }

  /// The difference of a mean or a share of all clients together, where on every day it is of as many
  /// under both policies: what the figures of the two reports differ by.
  private static func pooled(
    _ metric: Metric, _ report: SimulationReport, _ baseline: SimulationReport, _ service: Int,
    _ name: String
  ) -> Difference? {
    func parts(_ day: DaysSummary.DayFigures) -> (sum: Double, count: Int)? {
      switch metric {
      case .meanWait: (day.waits, day.served)
      case .late: day.inTime.map { (Double(day.arrived - $0), day.arrived) }
      case .lost: (Double(day.left), day.arrived)
      case .unserved: (Double(day.arrived - day.served - day.left), day.arrived)
      default: nil
      }
    }
    let pairs = zip(report.summary.days, baseline.summary.days).compactMap { new, old in
      parts(new[service]).flatMap { new in parts(old[service]).map { (new: new, old: $0) } }
    }
    let count = pairs.reduce(0) { $0 + $1.old.count }
    guard count > 0, pairs.allSatisfy({ $0.new.count == $0.old.count }) else { return nil }
    return Difference(
      policy: report.policy, service: name, metric: metric,
      interval: Interval(
        sums: pairs.map { $0.new.sum - $0.old.sum }, counts: pairs.map { Double($0.old.count) }),
      baseline: pairs.reduce(0) { $0 + $1.old.sum } / Double(count))
  }

  /// The difference as an object.
  public var json: JSON {
    [
      "policy": .string(policy), "service": .string(service), "metric": .string(metric.rawValue),
      "difference": .number(interval.mean), "halfWidth": .optional(interval.halfWidth),
    ]
  }
}
