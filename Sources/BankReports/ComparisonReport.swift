import BankCore
public import BankRecords
import BankSimulation

/// Several policies on the same days, beside the first of them.
public struct ComparisonReport: Sendable {
  /// What each policy came to; the first is the baseline.
  public let results: [SimulationReport]
  /// The differences of the others from the first.
  public let differences: [Difference]

  /// Makes a report of at least one result; a run that ended in a fault is not compared.
  public init(_ results: [SimulationReport]) {
    self.results = results
    var differences =
      results[0].fault == nil
      ? results.dropFirst().filter { $0.fault == nil }
        .flatMap { Difference.all($0, from: results[0]) }
      : []
    // The sentences speak of every service under every policy at once: of its wait, and of who is lost.
    let together = differences.count {
      $0.service != "all"
        && ($0.metric == .meanWait
          || ($0.metric == .lost || $0.metric == .unserved) && $0.isThere)
    }
    let widening = Interval.widening(together, degrees: results[0].summary.days.count - 1)
    for index in differences.indices { differences[index].widening = widening }
    self.differences = differences
  }

  /// The report as one object.
  public var json: JSON {
    [
      "baseline": .string(results[0].policy), "results": .array(results.map(\.json)),
      "differences": .array(differences.map(\.json)),
      "conclusions": .array(conclusions.map { .string($0) }),
    ]
  }

  /// The report for people: a table of waits, the differences, and what they mean in words.
  public var text: String {
    let hasLosses = SimulationReport.hasLosses(results)
    let hasTargets = SimulationReport.hasTargets(results)
    let scale = results[0].scale
    var waits = [
      [
        "policy", "service", scale.heading("mean wait"), "±", scale.heading("p95 wait"), "waited",
        "served",
      ]
        + (hasLosses ? ["lost"] : []) + (hasTargets ? ["late"] : [])
    ]
    for result in results {
      for line in result.lines {
        func mean(_ value: Double?) -> String {
          line.hasMean ? value.map(scale.number) ?? "–" : "–"
        }
        let figures = line.figures
        let cells = [
          result.policy + (result.fault == nil ? "" : " (dropped)"), line.name,
          mean(figures.wait.mean), mean(line.halfWidth), mean(line.quantiles[2]?.mean),
          figures.served > 0
            ? SimulationReport.percent(Double(figures.waited) / Double(figures.served)) : "–",
          String(figures.served),
        ]
        waits.append(
          cells + (hasLosses ? [line.share(line.lost)] : [])
            + (hasTargets ? [line.share(line.late)] : []))
      }
    }
    var paired = [
      [
        "mean wait beside \(results[0].policy)", "service", scale.heading("difference"), "±",
      ]
    ]
    for difference in differences where difference.metric == .meanWait {
      let sign = difference.interval.mean < 0 ? "−" : "+"
      paired.append([
        difference.policy, difference.service,
        sign + scale.number(abs(difference.interval.mean)),
        difference.interval.halfWidth.map(scale.number) ?? "–",
      ])
    }
    let days = results[0].summary.days.count
    let head =
      "\(results.count) \(results.count == 1 ? "policy" : "policies") on the same clients, seed \(results[0].seed), \(days) "
      + (days == 1 ? "day" : "days")
    return
      ([head, ""] + SimulationReport.table(waits) + [""]
      + (paired.count > 1 ? SimulationReport.table(paired) + together + [""] : []) + conclusions)
      .joined(separator: "\n")
  }

  /// What tells the table's intervals from those of the sentences.
  private var together: [String] {
    guard let widening = differences.map(\.widening).max(), widening > 1.005,
      differences.contains(where: { $0.interval.halfWidth != nil })
    else { return [] }
    let times = Time.seconds(widening).decimal(places: 2)
    return [
      "(± is of each difference by itself; the sentences below hold all at once, with \(times) times as much.)"
    ]
  }

  /// For each policy a sentence: who is better off with it, and whether the data can tell.
  public var conclusions: [String] {
    results.dropFirst().map { result in
      if let law = result.fault?.law {
        return "\(result.policy) was dropped for breaking \(law) and is not compared."
      }
      return conclusion(result)
    }
  }

  /// Who gains with `result`, then who pays, then what is not known.
  ///
  /// Waits are of those served. Where more are lost, shorter waits are no gain: who would have waited
  /// longest has left.
  private func conclusion(_ result: SimulationReport) -> String {
    let baseline = results[0]
    let name = "\(result.policy) beside \(baseline.policy)"
    let isOneDay = result.summary.days.count == 1
    func told(_ metric: Difference.Metric) -> (less: [Difference], more: [Difference]) {
      let told = differences.filter {
        $0.policy == result.policy && $0.metric == metric && $0.service != "all"
          && (isOneDay || $0.isClear)
      }
      return (told.filter { $0.interval.mean < 0 }, told.filter { $0.interval.mean > 0 })
    }
    let waits = told(.meanWait)
    let lost = told(.lost)
    let unserved = told(.unserved)
    let emptied = Set((lost.more + unserved.more).map(\.service))
    let gains = waits.less.filter { !emptied.contains($0.service) }
    let hollow = waits.less.filter { emptied.contains($0.service) }
    let all = differences.filter {
      $0.policy == result.policy && $0.metric == .meanWait && $0.service != "all"
    }
    let open = all.filter { difference in
      !isOneDay && !difference.isClear && difference.interval.mean != 0
    }.map(\.service)
    let same = all.filter { $0.interval.mean == 0 }.map(\.service)
    let known = Set(all.map(\.service))
    let unmet = result.plan.services.indices.filter { service in
      !known.contains(result.plan.services[service].name)
        && !result.unstable.union(baseline.unstable).contains(service)
        && result.summary.statistics.services[service].arrived > 0
    }

    func names(_ chosen: some Sequence<Int>) -> String {
      Self.enumeration(chosen.sorted().map { result.plan.services[$0].name })
    }
    func part(_ words: String, _ chosen: some Collection, _ list: String, _ after: String = "")
      -> String?
    {
      chosen.isEmpty ? nil : words + list + after
    }
    let won = baseline.unstable.subtracting(result.unstable)
    let spoilt = result.unstable.subtracting(baseline.unstable)
    let never = baseline.unstable.intersection(result.unstable)
    let remedy =
      result.hasIntervals && baseline.hasIntervals
      ? "; more --replications would" : ", whose times vary too much"
    let parts = [
      part(
        "a mean wait for ", won, names(won),
        ", whose waits grow without end with \(baseline.policy)"),
      part("shorter waits for ", gains, list(gains)),
      part("fewer lost for ", lost.less, Self.shares(lost.less)),
      part("fewer still there at the end for ", unserved.less, Self.shares(unserved.less)),
      part("no mean at all for ", spoilt, names(spoilt), ", whose waits grow without end"),
      part("longer waits for ", waits.more, list(waits.more)),
      part("more lost for ", lost.more, Self.shares(lost.more)),
      part("more still there at the end for ", unserved.more, Self.shares(unserved.more)),
      part(
        "those who stay wait less for ", hollow, list(hollow),
        ", which is no gain for the others"),
      part("no mean for ", never, names(never), " with either"),
      part(
        "no wait to compare for ", unmet, names(unmet), ", for whom one of the two served nobody"),
      part(
        "the data cannot tell the waits apart for ", open, Self.enumeration(open), remedy),
      part("the same waits for ", same, Self.enumeration(same)),
    ].compactMap { $0 }.joined(separator: "; ")
    guard !parts.isEmpty else { return "\(name): nothing can be compared." }
    return isOneDay
      ? "\(name), on this one day: \(parts). One day says nothing of others." : "\(name): \(parts)."
  }

  /// `a, b and c`.
  private static func enumeration(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  private static func shares(_ differences: [Difference]) -> String {
    enumeration(
      differences.map { difference in
        let shares = [difference.baseline, difference.baseline + difference.interval.mean]
        return difference.service + " ("
          + shares.map(SimulationReport.percent).joined(separator: " → ") + ")"
      })
  }

  private func list(_ differences: [Difference]) -> String {
    Self.enumeration(
      differences.map { difference in
        let change = abs(difference.interval.mean)
        let share =
          difference.baseline > 0
          ? " (\(SimulationReport.percent(change / difference.baseline)))" : ""
        return "\(difference.service) by \(results[0].scale.length(change))\(share)"
      })
  }
}
