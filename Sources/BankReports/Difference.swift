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

    /// Whether it is a time, and no share.
    var isTime: Bool { [.meanWait, .p95Wait, .meanSojourn].contains(self) }

    /// Whether enough days show a difference: of a share both those who are counted and the others have to be more or fewer
    /// on five days.
    ///
    /// Where a policy changes few clients, most days show none of them, or only that more came; of such days intervals held
    /// the truth in 66 to 80 of 100.
    func isSeen(in pairs: [(of: Interval.Ratio, from: Interval.Ratio)]) -> Bool {
      guard !isTime else { return true }
      let telling = pairs.count { of, from in
        of.sum != from.sum && of.count - of.sum != from.count - from.sum
      }
      return telling >= min(pairs.count, Interval.fewestDays)
    }

    /// What each day adds to the figure under one policy and under another.
    func pairs(
      _ one: DaysSummary, _ other: DaysSummary, _ place: Int
    ) -> [(of: Interval.Ratio, from: Interval.Ratio)] {
      guard self == .p95Wait else {
        return zip(one.days, other.days).compactMap { one, other in
          part(one[place]).flatMap { one in part(other[place]).map { (of: one, from: $0) } }
        }
      }
      let place = place < one.days[0].count - 1 ? place : nil
      let both = [one, other].map { summary -> [Double?] in
        var days = FigureDays(FigureSum([.init(1, .quantile(2), of: place)]))
        days.add(summary)
        return days.values
      }
      return zip(both[0], both[1]).compactMap { one, other in
        one.flatMap { one in other.map { (of: (one, 1), from: ($0, 1)) } }
      }
    }

    /// What a day adds to a figure that is a sum over so many clients.
    private func part(_ day: DaysSummary.DayFigures) -> Interval.Ratio? {
      let (arrived, served) = (Double(day.arrived), Double(day.served))
      return switch self {
      case .meanWait: (day.waits, served)
      case .p95Wait: nil
      case .meanSojourn: (day.sojourn * served, served)
      case .waited: (Double(day.waited), served)
      case .withinTarget: day.inTime.map { (Double($0), served) }
      case .abandoned: (Double(day.abandoned), arrived)
      case .late: day.inTime.map { (Double(day.arrived - $0), arrived) }
      case .lost: (Double(day.left), arrived)
      case .unserved: (Double(day.arrived - day.served - day.left), arrived)
      }
    }
  }

  /// The policy.
  public let policy: String
  /// The name of the service, or `all`.
  public let service: String
  /// The figure.
  public let metric: Metric
  /// The policy's figure of all days together less the baseline's, with its interval.
  public let interval: Interval
  /// The baseline's figure.
  public let baseline: Double

  /// How much wider than ``interval`` is what holds all differences of the comparison at once.
  public var widening = 1.0

  /// By how much a share late may be off, because whoever is still there at the end counts as late, however short the wait.
  public var slack = 0.0

  /// On how many days it was seen.
  public var days = Int.max

  /// Half of an interval that holds the truth 95 times in a hundred; `nil` where too little is known.
  ///
  /// Whether there is a difference ``interval`` tells. How large it is hangs on few bad days more than waits do, and few
  /// days do not show it: this is wider by four parts for each day. Of a priority for few on days of two hours ``interval``
  /// held the truth on 5, 10, 20 and 50 days in 85, 87, 90 and 94 of 100; this in 92, 92, 93 and 95. What is clear does not
  /// reach beyond 0.
  public var halfWidth: Double? {
    guard let half = interval.halfWidth else { return nil }
    let wide = half * (1 + 4 / Double(days))
    return isClear ? min(wide, abs(interval.mean)) : wide
  }

  /// Whether the data can tell the two apart, beside all others that are told apart with them.
  public var isClear: Bool {
    guard let halfWidth = interval.halfWidth else { return false }
    return abs(interval.mean) > halfWidth * widening + slack
  }

  /// Whether a single day shows which is more.
  var isTold: Bool { widening.isFinite && abs(interval.mean) > slack }

  /// Whether the two are the same on every day.
  var isSame: Bool { interval.mean == 0 && interval.halfWidth ?? 0 == 0 }

  /// A share under the baseline, and under the policy: `13.9 % → 12.0 %`.
  var shares: String {
    let shares = [baseline, baseline + interval.mean]
    let told = shares.map(SimulationReport.percent)
    // As finely as they differ.
    let finer = (2...4).lazy.map { places in
      shares.map { Time.seconds($0 * 100).decimal(places: places) + " %" }
    }
    return (told[0] != told[1] ? told : finer.first { $0[0] != $0[1] } ?? told)
      .joined(separator: " → ")
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
        // Who was lost or late is counted; all else is of waits that grow without end.
        guard !isUnstable || [.lost, .unserved, .late].contains(metric) else { return nil }
        let pairs = metric.pairs(report.summary, baseline.summary, service)
        guard let interval = Interval(difference: pairs) else { return nil }
        let counted = pairs.reduce((0.0, 0.0)) {
          ($0.0 + $1.from.sum, $0.1 + $1.from.count)
        }
        // What never differed says nothing of how far it may; a share that always differs as much says no more.
        let isSeen = metric != .p95Wait || [report, baseline].allSatisfy { $0.knowsP95(of: name) }
        let isKnown =
          isTrusted && isSeen && metric.isSeen(in: pairs)
          && (interval.halfWidth != 0 || metric.isTime && interval.mean != 0)
        return Difference(
          policy: report.policy, service: name, metric: metric,
          interval: isKnown ? interval : Interval(mean: interval.mean, halfWidth: nil),
          baseline: counted.0 / counted.1, days: pairs.count)
      }
    }
  }

  /// The same of clients, each counted once, where all who are lost or still there are counted at every step of a route.
  func ofClients(in results: [SimulationReport]) -> Difference {
    guard service == "all", [.lost, .unserved].contains(metric), let base = results.first,
      let own = results.first(where: { $0.policy == policy })
    else { return self }
    let (before, after) = (base.steps, own.steps)
    let mean = (baseline + interval.mean) * after - baseline * before
    let half = interval.halfWidth.map { $0 * max(before, after) }
    return Difference(
      policy: policy, service: service, metric: metric,
      interval: Interval(mean: mean, halfWidth: half), baseline: baseline * before,
      widening: widening, slack: slack, days: days)
  }

  /// The difference as an object; without a half-width where too little is known of how far the truth may lie from it.
  public var json: JSON {
    [
      "policy": .string(policy), "service": .string(service), "metric": .string(metric.rawValue),
      "difference": .number(interval.mean), "halfWidth": .optional(halfWidth),
    ]
  }
}

extension SimulationReport {
  /// Whether enough clients were seen beyond the 95 % quantile of the waits to say how far it may be off.
  fileprivate func knowsP95(of name: String) -> Bool {
    lines.first { $0.name == name }?.quantiles[2]?.halfWidth != nil
  }
}
