import BankConfiguration
import BankCore
import BankReports
import BankSimulation

extension Recommend {
  /// What the days of a candidate came to, over all their clients.
  struct Measured {
    private var cost: FigureDays
    private var goals: [(days: FigureDays, sign: Double)]
    /// The mean waits of each service, and of each class where there are several.
    private(set) var waits: [FigureDays]
    /// The shares late of the same; `nil` where nothing says when that is.
    private(set) var lates: [FigureDays?]
    /// The share of all who are lost.
    private(set) var lost: FigureDays
    /// Which law its policy or queue broke, if one was.
    private(set) var fault: BankFault?
    /// The share of visits that were lost, as `lost(all)` counts; `nil` where nobody came.
    var lostVisits: Double? {
      let known = lost.values.compactMap(\.self)
      return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }
    /// The share of the clients who came that were lost, each counted once; `nil` where nobody came.
    var lostShare: Double? {
      clients > 0 ? lostVisits.map { $0 * Double(visits) / Double(clients) } : nil
    }
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
      let classes = Recommend.classes(of: plan).indices.map { plan.services.count + $0 }
      waits = (Array(plan.services.indices) + classes).map { days(.wait, $0) }
      lates =
        plan.services.enumerated().map { $1.target == nil ? nil : days(.late, $0) }
        + classes.map { plan.services.allSatisfy { $0.target == nil } ? nil : days(.late, $0) }
      lost = days(.lost, nil)
      served = plan.services.map { _ in 0 }
    }

    /// The costs, a day each.
    var costs: [Double?] { cost.values }

    /// The figures of the goals, by goal and day; at most is the other way round for a goal of at least.
    var figures: [[Double?]] {
      goals.map { days, sign in days.values.map { $0.map { sign * $0 } } }
    }

    /// Whether the costs were seen on enough days for an interval.
    var isCostSeen: Bool { cost.isSeen }

    /// Whether the figures of a goal were.
    func isGoalSeen(_ goal: Int) -> Bool { goals[goal].days.isSeen }

    /// Hands all to a selection, with what too little was seen of to decide by.
    func give(to selection: inout Selection, as candidate: Int) {
      selection.take(
        candidate, costs: costs, figures: figures,
        unsettled: Set(goals.indices.filter { !goals[$0].days.isSettled }),
        isCostSettled: cost.isSettled)
    }

    /// Runs and adds days; returns what they came to, `nil` where most have no figures though clients came, a law is
    /// broken, or somebody interrupts.
    mutating func add(_ days: SimulatedDays, _ setup: Setup) -> DaysSummary? {
      let isWhole = days.end == nil
      (cost.countsUnserved, lost.countsUnserved) = (isWhole, isWhole)
      for goal in goals.indices { goals[goal].days.countsUnserved = isWhole }
      let result = days.run(setup)
      fault = result.fault?.fault
      guard fault == nil, !result.isInterrupted else { return nil }
      let summary = result.summary
      cost.add(summary)
      for goal in goals.indices { goals[goal].days.add(summary) }
      guard cost.isTold, goals.allSatisfy(\.days.isTold) else { return nil }
      for service in waits.indices {
        waits[service].add(summary)
        lates[service]?.add(summary)
      }
      for service in served.indices {
        served[service] += summary.statistics.services[service].served
      }
      lost.add(summary)
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

extension Recommend.Search {
  /// What is known of the config as it stands: a candidate's, or that of days run for it.
  static func measuredToday(
    _ grid: Grid, _ request: SimulatedDays.Request, _ arguments: Arguments,
    among measured: [Recommend.Measured?]
  ) -> Recommend.Measured? {
    if let number = grid.today { return measured[number] }
    var setup = grid.base
    guard !Interrupt.shared.isRequested,
      var days = try? SimulatedDays(
        &setup, request, arguments, replications: Recommend.firstDays),
      !days.isDrawn || Stability.overload(setup.plan, days.workload) == nil
    else { return nil }
    _ = days.findWarmup([setup])
    var today = Recommend.Measured(setup.plan, FigureSum([.init(1, .wait, of: nil)]), [])
    return today.add(days, setup) == nil ? nil : today
  }

  /// Drops those under whom clearly more clients are lost than today, or where that would be all, or nothing is known of
  /// today, than under the one that loses fewest: waits are of those who stay, and would be praised for it.
  ///
  /// Returns today's, where it is that with which they were compared.
  static func dropLosing(
    _ measured: inout [Recommend.Measured?], _ problems: inout [Phrase?],
    today: Recommend.Measured?
  ) -> Recommend.Measured? {
    func share(_ one: Recommend.Measured) -> Double { one.lostShare ?? 0 }
    let known = measured.compactMap(\.self)
    let isTodayBest = today.map { today in known.allSatisfy { losesMore($0, than: today) } } ?? true
    guard
      let reference = isTodayBest ? known.min(by: { share($0) < share($1) }) : today
    else { return nil }
    for candidate in measured.indices {
      guard let one = measured[candidate], losesMore(one, than: reference) else { continue }
      problems[candidate] = losing(one, beside: reference, isToday: !isTodayBest)
      measured[candidate] = nil
    }
    return isTodayBest ? nil : today
  }

  /// Whether clearly more are lost with one than with another, on the days that both have.
  static func losesMore(_ one: Recommend.Measured, than other: Recommend.Measured) -> Bool {
    let differences = pairs(one.lost.values, other.lost.values).map { $0.one - $0.other }
    guard differences.count > 1 else { return false }
    let more = Interval(of: differences)
    return more.mean > max(0.01, more.halfWidth ?? .infinity)
  }

  /// That one loses more than another.
  static func losing(
    _ one: Recommend.Measured, beside other: Recommend.Measured, isToday: Bool
  ) -> Phrase {
    func percent(_ one: Recommend.Measured) -> String {
      Time.seconds(100 * (one.lostShare ?? 0)).decimal(places: 1)
    }
    let beside: Phrase =
      isToday
      ? "today \(percent(other)) %" : "the one that loses fewest \(percent(other)) %"
    return
      "loses \(percent(one)) % of those who come, \(beside): its waits are of those who stay; a goal of lost, or lost in the cost, says how many may be lost"
  }
}

extension Recommend.Search {
  /// Drops those under whom a priority class that today's rule has wait less than others waits clearly longer, where
  /// neither goals nor cost ask for classes: a mean over all clients hides what the few pay.
  static func dropUnfair(
    _ measured: inout [Recommend.Measured?], _ problems: inout [Phrase?],
    today: Recommend.Measured?, _ setup: Setup
  ) {
    let classes = Recommend.classes(of: setup.plan)
    guard let today, !classes.isEmpty else { return }
    func mean(_ days: FigureDays) -> Double? {
      let known = days.values.compactMap(\.self)
      return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }
    let all = today.waits.suffix(classes.count).compactMap(mean)
    guard all.count == classes.count, let most = all.max() else { return }
    for (number, each) in classes.enumerated() {
      let (place, before) = (setup.plan.services.count + number, all[number])
      guard before < 0.75 * most else { continue }
      for candidate in measured.indices {
        guard let one = measured[candidate] else { continue }
        let differences = pairs(one.waits[place].values, today.waits[place].values)
          .map { $0.one - $0.other }
        guard differences.count > 1 else { continue }
        let more = Interval(of: differences)
        guard more.mean > max(0.25 * before, more.halfWidth ?? .infinity) else { continue }
        let language = setup.messages.language
        func told(_ seconds: Double) -> String {
          setup.configuration.scale.brief(seconds, in: language)
        }
        problems[candidate] =
          "has \(setup.configuration.title(ofClass: each).text(in: language)) wait \(told(before + more.mean)) on average, today \(told(before)): a goal or cost of a class, such as wait(\(setup.configuration.title(ofClass: each).en)), says how long it may"
        measured[candidate] = nil
      }
    }
  }
}

extension Recommend {
  /// The priority classes of a branch; none where all clients are of one.
  static func classes(of plan: BranchPlan) -> [Int] { plan.classes.count > 1 ? plan.classes : [] }

  /// Whether the figures asked for are of priority classes, or all clients are of one.
  static func asksForClasses(_ figures: [FigureSum], _ plan: BranchPlan) -> Bool {
    let places = plan.services.count..<(plan.services.count + plan.classes.count)
    return classes(of: plan).isEmpty
      || figures.lazy.flatMap(\.terms).contains { $0.place.map(places.contains) ?? false }
  }

  /// Whether the figures asked for say how many may be lost.
  static func asksForLost(_ figures: [FigureSum]) -> Bool {
    figures.lazy.flatMap(\.terms).contains { [.lost, .served].contains($0.kind) }
  }

  /// What to say of goals and costs that do not ask what they seem to.
  static func oddities(
    _ goals: [FigureText.Goal], _ cost: FigureSum, _ setup: Setup
  ) -> [Phrase] {
    let terms = (goals.map(\.figures) + [cost]).flatMap(\.terms)
    let hasHandover = setup.plan.handover > .zero || setup.handovers != nil
    let asksUtilization = terms.contains { $0.kind == .utilization }
    let shares = cost.terms.filter { $0.kind.unit == .share }.map { abs($0.factor) }
    let isMixed = cost.terms.contains { $0.kind.unit == .time }
    let isBackward = cost.terms.contains { term in
      switch term.kind {
      case .wait, .quantile, .sojourn, .late, .lost, .tellers: term.factor < 0
      case .served, .utilization: false
      }
    }
    return [
      isBackward
        ? "the cost has a figure with a minus, such as a wait: what makes it larger is taken for better"
        : nil,
      idleGoal(goals, setup),
      hasHandover && asksUtilization
        ? "utilization is of serving alone: hand-overs come on top, and tellers may be busy all the time"
        : nil,
      isMixed && shares.contains { $0 < 10 }
        ? "a share weighs little beside waits in seconds: that all are lost costs as much as \(Time.seconds(shares.min() ?? 0).decimal(places: 1)) s; write 600 lost(all) where a lost client counts as ten minutes"
        : nil,
    ].compactMap(\.self)
  }

  /// What to say of goals of `lost` for a branch that nobody ever leaves; `nil` where they can be missed.
  static func idleGoal(_ goals: [FigureText.Goal], _ setup: Setup) -> Phrase? {
    guard goals.contains(where: { $0.figures.terms.contains { $0.kind == .lost } }),
      !setup.canLose
    else { return nil }
    return
      "nobody ever leaves this branch, for it has no patience, limit or stock: lost says nothing of waits; a goal of wait or late does"
  }
}
