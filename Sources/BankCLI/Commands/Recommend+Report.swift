import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation

extension Recommend.Search {
  /// What was found, before the end where somebody interrupted it.
  func report(cost text: String, isInterrupted: Bool) -> RecommendReport {
    let doubts = doubts
    let best = selection.verdicts.firstIndex(of: .best)
    // What was the same on all days or seen on hardly any, or hangs on rare long times, has no interval.
    func interval(_ values: [Double], of sum: FigureSum, isSeen: Bool) -> Interval {
      let all = Interval(of: values)
      let isWait =
        sum.constant == 0 && sum.terms.allSatisfy { $0.kind == .wait && $0.factor > 0 }
      let interval = isWait ? all.ofMeanWait() : all
      return interval.halfWidth == 0 || !isSeen || !doubts.isEmpty
        ? Interval(mean: interval.mean, halfWidth: nil) : interval
    }
    let candidates = grid.cells.indices.map { number -> RecommendReport.Candidate in
      let cell = grid.cells[number]
      let values = selection.costs[number].compactMap { $0 }
      return RecommendReport.Candidate(
        policy: cell.policy, set: cell.json,
        verdict: unseen.contains(number) ? .open : selection.verdicts[number],
        days: selection.costs[number].count,
        cost: values.isEmpty
          ? nil : interval(values, of: cost, isSeen: measured[number]?.isCostSeen ?? true),
        goals: zip(goals.indices, selection.figures[number]).map { place, values in
          let goal = goals[place]
          let known = values.compactMap {
            $0.map { goal.isUpper ? $0 : -$0 }
          }
          let plain = interval(
            known, of: goal.figures, isSeen: measured[number]?.isGoalSeen(place) ?? true)
          let figure = goal.figures.isShare ? plain.ofShare(over: known.count) : plain
          // As it is written, with what is added to it.
          return Interval(mean: figure.mean + goal.constant, halfWidth: figure.halfWidth)
        }, difference: beyond(number),
        bounds: best.flatMap {
          number == $0 || !doubts.isEmpty ? nil : selection.bounds(of: number, over: $0)
        },
        tellers: cell.tellers,
        problem: problems[number].map(Console.say),
        options: (try? cell.setup.get().wired.options) ?? [:])
    }
    let hidden = problems.compactMap { $0 }.count
    var warnings: [String] = []
    if 0 < hidden, hidden < candidates.count {
      let first = problems.firstIndex { $0 != nil } ?? 0
      warnings.append(
        Console.say(
          "\(hidden) of \(candidates.count) candidates were set aside, the first of them \(Console.language(candidates[first].name, candidates[first].koreanName)): \(problems[first] ?? "")"
        ))
    }
    if case .success((_, let own)) = days[0], own.isSteady, own.warmup == .zero {
      warnings.append(
        Console.say(
          "the figures are of days that begin empty; --warmup auto leaves the beginning out"))
    }
    if case .success((_, let own)) = days[0], own.end != nil,
      (goals.map(\.text) + [text]).contains(where: { $0.contains("late(") })
    {
      warnings.append(
        Console.say("who still waits at --until counts as late, however short"))
    }
    if let best = selection.verdicts.firstIndex(of: .best), let chosen = measured[best],
      chosen.unserved > 0
    {
      warnings.append(
        Console.say(
          "under the choice \(chosen.unserved) of \(chosen.visits) were never served, on \(selection.costs[best].count) days: waits are of those served, and lost counts them"
        ))
    }
    warnings += Recommend.oddities(goals, cost, grid.base).map(Console.say) + doubts
    var report = RecommendReport(
      cost: text, words: grid.base.figureWords, costUnit: cost.unit,
      goals: goals.map {
        RecommendReport.Goal(
          text: $0.text, words: grid.base.figureWords, limit: $0.limit + $0.constant,
          isUpper: $0.isUpper,
          isTime: $0.figures.isTime)
      }, error: error, indifference: selection.indifference, candidates: candidates,
      second: second, today: today,
      beside: beside,
      price: price, isFewest: isFewest, isUndecided: isUndecided, isDoubtful: !doubts.isEmpty,
      warnings: warnings,
      scale: grid.base.configuration.scale, language: grid.base.messages.language)
    (report.lost, report.lostToday, report.staff) = (unaskedLoss, lostToday, grid.otherStaff)
    (report.unwatched, report.late) = (unwatched, unaskedLate)
    report.hasRoutes = !grid.base.plan.routes.isEmpty
    (report.surest, report.isInterrupted) = (selection.surest, isInterrupted)
    return report
  }
}
