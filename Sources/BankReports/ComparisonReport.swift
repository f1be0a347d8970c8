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
    // The sentences speak of the waits for every service under every policy at once.
    let together = differences.count { $0.metric == .meanWait && $0.service != "all" }
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
    var waits = [
      ["policy", "service", "mean wait", "±", "p95 wait", "waited", "served"]
        + (hasLosses ? ["not served"] : [])
    ]
    for result in results {
      for line in result.lines {
        func mean(_ value: Double?) -> String {
          line.hasMean ? value.map(SimulationReport.seconds) ?? "–" : "–"
        }
        let figures = line.figures
        let cells = [
          result.policy + (result.fault == nil ? "" : " (dropped)"), line.name,
          mean(figures.wait.mean), mean(line.halfWidth), mean(figures.waitQuantile(0.95)),
          figures.served > 0
            ? SimulationReport.percent(Double(figures.waited) / Double(figures.served)) : "–",
          String(figures.served),
        ]
        waits.append(cells + (hasLosses ? [SimulationReport.percent(line.lost)] : []))
      }
    }
    var paired = [["mean wait beside \(results[0].policy)", "service", "difference", "±"]]
    for difference in differences where difference.metric == .meanWait {
      let sign = difference.interval.mean < 0 ? "−" : "+"
      paired.append([
        difference.policy, difference.service,
        sign + SimulationReport.seconds(abs(difference.interval.mean)),
        difference.interval.halfWidth.map(SimulationReport.seconds) ?? "–",
      ])
    }
    let days = results[0].summary.days.count
    let head =
      "\(results.count) \(results.count == 1 ? "policy" : "policies") on the same clients, seed \(results[0].seed), \(days) "
      + (days == 1 ? "day" : "days")
    return
      ([head, ""] + SimulationReport.table(waits) + [""]
      + (paired.count > 1 ? SimulationReport.table(paired) + [""] : []) + conclusions)
      .joined(separator: "\n")
  }

  /// For each policy a sentence: who is better off with it, and whether the data can tell.
  public var conclusions: [String] {
    results.dropFirst().map { result in
      if let law = result.fault?.law {
        return "\(result.policy) was dropped for breaking \(law) and is not compared."
      }
      return conclusion(result) + losses(result)
    }
  }

  /// What the waits of those served do not show: that some are not.
  private func losses(_ result: SimulationReport) -> String {
    guard max(result.lost, results[0].lost) > 0 else { return "" }
    let shares = [result, results[0]].map {
      "\(SimulationReport.percent($0.lost)) with \($0.policy)"
    }
    return " Not served are \(shares[0]), \(shares[1]); waits are of those served."
  }

  /// Who gains with `result`, then who pays, then what is not known.
  private func conclusion(_ result: SimulationReport) -> String {
    let baseline = results[0]
    let name = "\(result.policy) beside \(baseline.policy)"
    let services = differences.filter {
      $0.policy == result.policy && $0.metric == .meanWait && $0.service != "all"
    }
    let isOneDay = result.summary.days.count == 1
    func isTold(_ difference: Difference) -> Bool { isOneDay || difference.isClear }
    func waits(_ word: String, _ chosen: [Difference]) -> String? {
      chosen.isEmpty ? nil : "\(word) waits for \(Self.list(chosen))"
    }
    func names(_ chosen: Set<Int>) -> String {
      chosen.sorted().map { result.plan.services[$0].name }.joined(separator: " and ")
    }

    let won = baseline.unstable.subtracting(result.unstable)
    let lost = result.unstable.subtracting(baseline.unstable)
    let never = baseline.unstable.intersection(result.unstable)
    let open = services.filter { !isTold($0) && $0.interval.mean != 0 }.map(\.service)
    let same = services.filter { $0.interval.mean == 0 }.map(\.service)
    var parts: [String?] = [
      won.isEmpty
        ? nil
        : "a mean wait for \(names(won)), whose waits grow without end with \(baseline.policy)",
      waits("shorter", services.filter { isTold($0) && $0.interval.mean < 0 }),
      lost.isEmpty ? nil : "no mean at all for \(names(lost)), whose waits grow without end",
      waits("longer", services.filter { isTold($0) && $0.interval.mean > 0 }),
      never.isEmpty ? nil : "no mean for \(names(never)) with either",
    ]
    if !open.isEmpty {
      let remedy =
        result.hasIntervals && baseline.hasIntervals
        ? "; more --replications would" : ", whose times vary too much"
      parts.append("the data cannot tell for \(open.joined(separator: " and "))\(remedy)")
    }
    if !same.isEmpty { parts.append("the same for \(same.joined(separator: " and "))") }
    let all = parts.compactMap { $0 }.joined(separator: "; ")
    return isOneDay
      ? "\(name), on this one day: \(all). One day says nothing of others." : "\(name): \(all)."
  }

  private static func list(_ differences: [Difference]) -> String {
    differences.map { difference in
      let change = abs(difference.interval.mean)
      let share =
        difference.baseline > 0
        ? " (\(SimulationReport.percent(change / difference.baseline)))" : ""
      return "\(difference.service) by \(SimulationReport.seconds(change)) s\(share)"
    }.joined(separator: " and ")
  }
}
