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
    differences =
      results[0].fault == nil
      ? results.dropFirst().filter { $0.fault == nil }
        .flatMap { Difference.all($0, from: results[0]) }
      : []
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

  private func conclusion(_ result: SimulationReport) -> String {
    let name = "\(result.policy) beside \(results[0].policy)"
    let waits = differences.filter { $0.policy == result.policy && $0.metric == .meanWait }
    let services = waits.filter { $0.service != "all" }
    guard !services.isEmpty else {
      return "\(name): nothing can be compared, for one of them has no mean."
    }
    func list(_ chosen: [Difference]) -> String {
      chosen.map { difference in
        let share =
          difference.baseline > 0 ? abs(difference.interval.mean) / difference.baseline : 0
        return
          "\(difference.service) by \(SimulationReport.seconds(abs(difference.interval.mean))) s"
          + (share > 0 ? " (\(SimulationReport.percent(share)))" : "")
      }.joined(separator: " and ")
    }
    if waits.allSatisfy({ $0.interval.halfWidth == nil }) {
      let shorter = services.filter { $0.interval.mean < 0 }
      let longer = services.filter { $0.interval.mean > 0 }
      return "\(name), on this one day: "
        + ([
          shorter.isEmpty ? nil : "shorter waits for \(list(shorter))",
          longer.isEmpty ? nil : "longer waits for \(list(longer))",
        ].compactMap { $0 }.joined(separator: "; ").nonEmpty ?? "the same waits")
        + ". One day says nothing of others."
    }
    let shorter = services.filter { $0.isClear && $0.interval.mean < 0 }
    let longer = services.filter { $0.isClear && $0.interval.mean > 0 }
    let open = services.filter { !$0.isClear && $0.interval.mean != 0 }
    let same = services.filter { $0.interval.mean == 0 && $0.interval.halfWidth == 0 }
    let lost = result.unstable.sorted().map { result.plan.services[$0].name }
    let parts = [
      lost.isEmpty
        ? nil
        : "no mean at all for \(lost.joined(separator: " and ")), whose waits grow without end",
      shorter.isEmpty ? nil : "shorter waits for \(list(shorter))",
      longer.isEmpty ? nil : "longer waits for \(list(longer))",
      open.isEmpty
        ? nil
        : "the data cannot tell for \(open.map(\.service).joined(separator: " and "));"
          + " more --replications would",
      same.isEmpty ? nil : "the same for \(same.map(\.service).joined(separator: " and "))",
    ].compactMap { $0 }
    return "\(name): \(parts.joined(separator: "; "))."
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
