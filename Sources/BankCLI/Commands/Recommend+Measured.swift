import BankConfiguration
import BankCore
import BankSimulation

extension Recommend {
  /// What the days of a candidate came to, over all their clients.
  struct Measured {
    private var cost: FigureDays
    private var goals: [(days: FigureDays, sign: Double)]
    /// The mean waits of each service.
    private(set) var waits: [FigureDays]
    /// The shares late of each service; `nil` where nothing says when that is.
    private(set) var lates: [FigureDays?]
    /// The share of all who are lost.
    private(set) var lost: FigureDays
    /// Which law its policy or queue broke, if one was.
    private(set) var fault: BankFault?
    /// How many were served, by service.
    private(set) var served: [Int]
    /// How many clients came, and at how many lines they stood: at several on a route.
    private(set) var clients = 0
    private(set) var visits = 0
    /// How many of those visits were never served, on days that went on to their end.
    private(set) var unserved = 0

    init(_ plan: BranchPlan, _ cost: FigureSum, _ goals: [FigureText.Goal]) {
      func days(_ kind: FigureSum.Kind, _ place: Int?) -> FigureDays {
        FigureDays(FigureSum([.init(1, kind, of: place)]))
      }
      self.cost = FigureDays(cost)
      self.goals = goals.map { (FigureDays($0.figures), $0.isUpper ? 1 : -1) }
      waits = plan.services.indices.map { days(.wait, $0) }
      lates = plan.services.enumerated().map { $1.target == nil ? nil : days(.late, $0) }
      lost = days(.lost, nil)
      served = plan.services.map { _ in 0 }
    }

    /// The costs, a day each.
    var costs: [Double?] { cost.values }

    /// The figures of the goals, by goal and day; at most is the other way round for a goal of at least.
    var figures: [[Double?]] {
      goals.map { days, sign in days.values.map { $0.map { sign * $0 } } }
    }

    /// Runs and adds days; returns what they came to, `nil` where one has no figures though clients came, a law is
    /// broken, or somebody interrupts.
    mutating func add(_ days: SimulatedDays, _ setup: Setup) -> DaysSummary? {
      let isWhole = days.end == nil
      (cost.countsUnserved, lost.countsUnserved) = (isWhole, isWhole)
      for goal in goals.indices { goals[goal].days.countsUnserved = isWhole }
      let result = days.run(setup)
      fault = result.fault?.fault
      guard fault == nil, !result.isInterrupted else { return nil }
      let summary = result.summary
      guard cost.add(summary) else { return nil }
      for goal in goals.indices {
        guard goals[goal].days.add(summary) else { return nil }
      }
      // A service nobody of whom was served on a day has no wait on it, whatever else is known.
      for service in waits.indices {
        _ = waits[service].add(summary, lenient: true)
        _ = lates[service]?.add(summary, lenient: true)
        served[service] += summary.statistics.services[service].served
      }
      _ = lost.add(summary, lenient: true)
      clients += summary.statistics.clients
      visits += summary.statistics.all.arrived
      if isWhole { unserved += summary.statistics.all.unserved }
      return summary
    }
  }
}

extension Recommend.Search {
  /// Drops those who leave many clients unserved whom others serve: waits are of those served, and would be praised for
  /// it.
  static func dropUnserving(_ measured: inout [Recommend.Measured?], _ problems: inout [Phrase?]) {
    func share(_ one: Recommend.Measured) -> Double {
      Double(one.unserved) / Double(max(one.visits, 1))
    }
    let least = measured.compactMap { $0.map(share) }.min() ?? 0
    for candidate in measured.indices {
      guard let one = measured[candidate], share(one) > max(0.01, 2 * least) else { continue }
      let percent = Time.seconds(100 * share(one)).decimal(places: 1)
      problems[candidate] =
        "leaves \(percent) % of those who come unserved, whom nobody who is there can serve"
      measured[candidate] = nil
    }
  }
}

extension Recommend {
  /// What to say of goals of `lost` for a branch that nobody ever leaves; `nil` where they can be missed.
  static func idleGoal(_ goals: [FigureText.Goal], _ setup: Setup) -> Phrase? {
    let plan = setup.plan
    guard goals.contains(where: { $0.figures.terms.contains { $0.kind == .lost } }),
      plan.limit == nil, plan.stock.isEmpty,
      setup.configuration.workload.services.allSatisfy({ $0.patience == nil })
    else { return nil }
    return
      "nobody ever leaves this branch, for it has no patience, limit or stock: lost says nothing of waits; a goal of wait or late does"
  }
}
