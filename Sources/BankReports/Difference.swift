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

    func value(_ day: DaysSummary.DayFigures) -> Double? {
      switch self {
      case .meanWait: day.mean
      case .p95Wait: day.p95
      case .meanSojourn: day.served > 0 ? day.sojourn : nil
      case .waited: day.served > 0 ? day.waited : nil
      case .withinTarget: day.served > 0 ? day.withinTarget : nil
      case .abandoned: day.abandoned
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

  /// The differences of `report` from `baseline`, day by day on the same clients.
  public static func all(_ report: SimulationReport, from baseline: SimulationReport)
    -> [Difference]
  {
    let names = baseline.plan.services.map(\.name) + ["all"]
    let isTrusted = report.hasIntervals && baseline.hasIntervals
    let order = [names.count - 1] + Array(0..<names.count - 1)
    return order.flatMap { service -> [Difference] in
      let isAll = service == names.count - 1
      let hasNone: (SimulationReport) -> Bool = {
        isAll ? !$0.unstable.isEmpty : $0.unstable.contains(service)
      }
      guard !hasNone(report), !hasNone(baseline) else { return [] }
      return Metric.allCases.compactMap { metric in
        let pairs = zip(report.summary.days, baseline.summary.days).compactMap { new, old in
          metric.value(new[service]).flatMap { new in
            metric.value(old[service]).map { (new, $0) }
          }
        }
        guard !pairs.isEmpty else { return nil }
        func told(_ difference: Difference) -> Difference {
          isTrusted ? difference : difference.withoutInterval
        }
        if metric == .meanWait, let pooled = pooled(report, baseline, service, names[service]) {
          return told(pooled)
        }
        return told(
          Difference(
            policy: report.policy, service: names[service], metric: metric,
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

  /// The difference of the mean waits of all clients together, where on every day both policies
  /// served as many: what the means of the two reports differ by.
  private static func pooled(
    _ report: SimulationReport, _ baseline: SimulationReport, _ service: Int, _ name: String
  ) -> Difference? {
    let pairs = zip(report.summary.days, baseline.summary.days).map { ($0[service], $1[service]) }
    guard pairs.allSatisfy({ $0.served == $1.served }) else { return nil }
    let counts = pairs.map { Double($0.0.served) }
    return Difference(
      policy: report.policy, service: name, metric: .meanWait,
      interval: Interval(sums: pairs.map { $0.0.waits - $0.1.waits }, counts: counts),
      baseline: pairs.reduce(0) { $0 + $1.1.waits } / max(counts.reduce(0, +), 1))
  }

  /// The difference as an object.
  public var json: JSON {
    [
      "policy": .string(policy), "service": .string(service), "metric": .string(metric.rawValue),
      "difference": .number(interval.mean), "halfWidth": .optional(interval.halfWidth),
    ]
  }
}
