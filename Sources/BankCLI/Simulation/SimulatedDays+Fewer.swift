import BankCore
import BankReports
import BankSimulation

extension SimulatedDays {
  /// The tellers without whom a branch that is all well still is, on the same days; `nil` where there is none such, or
  /// where it would take more than `room` days.
  ///
  /// Again and again the kind of teller is left out that is missed least on the first few days; of those left out so,
  /// as many as all days surely allow stay out.
  func fewer(
    _ setup: Setup, beside base: DaysSummary, on few: SimulatedDays, room: inout Int
  ) -> HelpTrial.Fewer? {
    var (left, branches) = ([String](), [setup])
    while let branch = branches.last {
      let tellers = branch.plan.tellers
      let kinds = Self.kinds(of: branch.plan)
      let work = kinds.count * few.replications
      // What was found is tried on all days, perhaps twice.
      guard tellers.count > 1, room >= work + 2 * replications else { break }
      room -= work
      let next = kinds.compactMap {
        teller -> (teller: Int, branch: Setup, late: Double, wait: Double)? in
        var fewer = tellers
        fewer.remove(at: teller)
        guard let plan = try? branch.plan.changed(fewer),
          let smaller = (try? branch.growing(to: plan)) ?? (try? branch.staffed(by: plan))
        else { return nil }
        let result = few.run(smaller)
        guard result.fault == nil, !result.isInterrupted else { return nil }
        let late = plan.services.indices.compactMap { result.summary.late($0)?.mean }.max()
        return late.map { (teller, smaller, $0, result.summary.figures(nil).wait.mean) }
      }.min { ($0.late, $0.wait) < ($1.late, $1.wait) }
      guard let next, next.late <= SimulationReport.mostLateOnTarget else { break }
      left.append(tellers[next.teller].name)
      branches.append(next.branch)
    }
    while let branch = branches.popLast(), !left.isEmpty {
      room -= replications
      guard room >= 0 else { return nil }
      let result = run(branch)
      guard result.fault == nil, !result.isInterrupted else { return nil }
      let report = SimulationReport(branch, self, result)
      // Nobody stays half an hour longer for it.
      let longer = (result.summary.end - base.end) / Double(replications)
      if report.isWell, longer < 1800 {
        return HelpTrial.Fewer(
          without: left,
          latest: report.latestService.flatMap { service in
            result.summary.late(service).map { (service, $0) }
          })
      }
      left.removeLast()
    }
    return nil
  }
}
