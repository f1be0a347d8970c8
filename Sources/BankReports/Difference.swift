import BankCore
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

    func value(_ day: RunSummary.DayFigures) -> Double? {
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

  /// Whether the data can tell the two apart.
  public var isClear: Bool {
    guard let halfWidth = interval.halfWidth else { return false }
    return abs(interval.mean) > halfWidth
  }

  /// The differences of `report` from `baseline`, day by day on the same clients.
  public static func all(_ report: SimulationReport, from baseline: SimulationReport)
    -> [Difference]
  {
    let names = baseline.plan.services.map(\.name) + ["all"]
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
        return Difference(
          policy: report.policy, service: names[service], metric: metric,
          interval: Interval(of: pairs.map { $0.0 - $0.1 }),
          baseline: pairs.reduce(0) { $0 + $1.1 } / Double(pairs.count))
      }
    }
  }

  /// The difference as an object.
  public var json: JSON {
    [
      "policy": .string(policy), "service": .string(service), "metric": .string(metric.rawValue),
      "difference": .number(interval.mean), "halfWidth": .optional(interval.halfWidth),
    ]
  }
}
