import BankCore
import BankRecords
import BankSimulation

extension ReplayReport {
  /// A part of the clients: its name, its figures under a policy, and who of the record is in it.
  private typealias Part = (
    name: String, figures: (DayStatistics) -> ServiceFigures,
    has: (RecordedLog.Client) -> Bool
  )

  /// The services, the classes where there are such, the highest first, and all.
  private var parts: [Part] {
    titles.enumerated().map { service, name in
      (name, { $0.services[service] }, { $0.service == service })
    }
      + classes.enumerated().reversed().map { place, each in
        (each.name, { $0.classes[place] }, { $0.priority == each.number })
      } + [(language("all", "전체"), { $0.all }, { _ in true })]
  }

  /// For each service and class a row of what was recorded and one for each policy: who was served, how long
  /// they waited, who left.
  var serviceTable: [[String]] {
    let policies = policies.indices.compactMap { policy in
      statistics(policy).map { (name: self.policies[policy], statistics: $0) }
    }
    let hasTargets = policies.first?.statistics.all.calledInTime != nil
    let hasUnserved = policies.contains { $0.statistics.all.unserved > 0 }
    var rows = [
      [
        language("service", "업무"), language("policy", "정책"), language("served", "완료"),
        language("mean wait", "평균 대기"), language("p95 wait", "대기 95 %"), language("lost", "이탈률"),
      ] + (hasUnserved ? [language("never served", "업무 못 봄")] : [])
        + (hasTargets ? [language("late", "목표 초과")] : [])
    ]
    for part in parts {
      guard let control = policies.first, part.figures(control.statistics).arrived > 0 else {
        continue
      }
      let recorded = FitReport.Recorded(record, where: part.has)
      rows.append(
        [
          part.name, language("recorded", "기록"), String(recorded.served),
          recorded.served > 0 ? number(recorded.wait.mean) : "–",
          recorded.p95.map(number) ?? "–", SimulationReport.percent(recorded.lost.mean),
        ] + (hasUnserved ? ["–"] : []) + (hasTargets ? [""] : []))
      for policy in policies {
        let figures = part.figures(policy.statistics)
        func share(_ part: Int) -> String {
          figures.arrived > 0
            ? SimulationReport.percent(Double(part) / Double(figures.arrived)) : "–"
        }
        let late = figures.calledInTime.map { share(figures.arrived - $0) } ?? "–"
        rows.append(
          [
            part.name, policy.name, String(figures.served),
            figures.served > 0 ? number(figures.wait.mean) : "–",
            figures.waitQuantile(0.95).map(number) ?? "–", share(figures.left),
          ] + (hasUnserved ? [share(figures.unserved)] : []) + (hasTargets ? [late] : []))
      }
    }
    return rows
  }

  /// The report for people.
  public var text: String {
    (head + [""] + SimulationReport.table(table) + [""] + SimulationReport.table(serviceTable)
      + (policies.count > 1 ? [""] + conclusions : [])).joined(separator: "\n")
  }
}
