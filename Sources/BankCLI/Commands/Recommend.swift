import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation

/// The command `bank recommend`.
enum Recommend {
  static let goal = Flag(
    "--goal", "GOAL", "what has to hold: 'wait.p95(loan) <= 5min', 'late(all) <= 5%'", repeats: true
  )
  static let policies = Flag(
    Grid.policies.name, "A,B,…|all", "try these policies (default: all)")
  static let cost = Flag(
    "--cost", "EXPRESSION",
    "what is to be least: '3 wait(loan) + wait(deposit)' (default: see above)")
  static let error = Flag(
    "--error", "P", "the probability of a wrong choice, at most (default 0.05)")
  static let indifference = Flag(
    "--indifference", "N",
    "a difference in cost that does not matter (default: 5 % of the least that may keep the goals; of times at least 1 % of how long people stay where that is shortest)"
  )
  static let report = Flag("--report", "FILE", "write the answer and its pictures to FILE (HTML)")

  /// How many days everybody is looked at first.
  static let firstDays = 20
  /// More days of one candidate are not run.
  private static let mostDays = 100_000

  static let command = Command(
    name: "recommend", summary: "Find what to use: the policy, and how many tellers.",
    flags: [goal, cost, Grid.vary, policies, error, indifference, staffBy, out]
      + [
        SimulatedDays.clients, SimulatedDays.until, SimulatedDays.warmup, SimulatedDays.jobs,
        report,
      ]
      + [.json, .unit],
    discussion: """
      The candidates are the policies (all, unless --policies says otherwise) on every branch that --vary
      gives. Everybody has \(firstDays) days, all on the same clients; then what is clearly worse, or clearly misses a
      goal, is dropped, and the days go to what is close, until nobody is better by more than the
      indifference (Fan, Hong & Nelson 2016; goals to 5 % of their limits). Of a limit of 0 that is 0.01 % of
      clients, or 2 % of what the candidates have. Days on which nobody comes, or nobody is served, say nothing;
      no candidate has more than \(mostDays) days.
      A goal or cost is made of wait, wait.p50, p90, p95, p99, sojourn, late, lost, served, each of a
      service, of a class or of all, and of utilization(all) and tellers(all), with numbers and + and -;
      a goal has <= or >=. They are of all clients of all days; served is a day's. Without --cost the fewest tellers
      that meet the goals are wanted, and of as many the least wait(all); without a goal too, the least wait(all).
      --staff-by looks for the fewest tellers in each half-hour, say, of a branch that closes, so that each goal (of
      wait, late or lost) holds for those who come in it (iterative staffing, Feldman et al. 2008), and prints
      them as shifts for the config.
      """
  ) { arguments, registry throws(Problems) in
    if arguments.has(staffBy) { return try staff(arguments, registry, arguments.problems) }
    var problems = arguments.problems
    if arguments.has(out) {
      problems.append(Problem(out.name, "is for \(staffBy.name)", "give both"))
    }
    let request = SimulatedDays.Request(arguments, &problems)
    let risk =
      arguments.read(error, allowed: "a number from 0.0001 to 0.5", &problems) { text in
        Double(decimal: text).flatMap { 0.0001...0.5 ~= $0 ? $0 : nil }
      } ?? 0.05
    let given = arguments.read(
      indifference, allowed: "a number above 0, or a time such as 5s", &problems
    ) { text in
      (Double(decimal: text) ?? TimeText.length(text)?.seconds).flatMap { $0 > 0 ? $0 : nil }
    }
    let all = arguments.has(Grid.policies) ? arguments : arguments.adding(Grid.policies, ["all"])
    let grid = try Grid(all, registry, problems)
    let figures = grid.base.figures
    var goals: [FigureText.Goal] = []
    for text in arguments.all(goal) {
      do throws(Problems) { goals.append(try figures.goal(text, "--goal")) } catch {
        problems += error.all
      }
    }
    problems += FigureText.contradictions(among: goals, "--goal")
    var sum = FigureSum([.init(1, .wait, of: nil)])
    if let text = arguments[cost] {
      do throws(Problems) { sum = try figures.cost(text, "--cost") } catch { problems += error.all }
    }
    let plans = grid.cells.compactMap { try? $0.setup.get().plan }
    for (figures, path) in goals.map({ ($0.figures, "--goal \($0.text)") })
      + (arguments[cost].map { [(sum, "--cost \($0)")] } ?? [])
    {
      if let problem = missingTarget(of: figures, plans, path) { problems.append(problem) }
    }
    guard problems.isEmpty else { throw Problems(problems) }
    Interrupt.shared.begin()
    let files = try arguments.files([report])

    let fewest = !arguments.has(cost) && !goals.isEmpty
    var search = try Search(
      grid, request, arguments, goals: goals, cost: sum, error: risk, indifference: given,
      fewestTellers: fewest)
    search.run()
    let isInterrupted = Interrupt.shared.end()
    let result = search.report(cost: arguments[cost] ?? "wait(all)", isInterrupted: isInterrupted)
    if isInterrupted { Console.tell("interrupted; this is what was done so far") }
    LineWriter.standardOutput.line(
      arguments.has(.json) ? result.json.pretty : result.text(columns: Console.columns))
    Console.warn(result.warnings)
    files[arguments[report]]?.text(
      result.html(branch: grid.base.branchName, command: arguments.line))
    return isInterrupted ? Interrupt.shared.status : search.isBroken ? 1 : 0
  }

  /// Which service has no target on any of some branches, so that nobody can be late who is asked for.
  static func missingTarget(
    of figures: FigureSum, _ plans: [BranchPlan], _ path: String
  ) -> Problem? {
    guard let services = plans.first?.services else { return nil }
    for term in figures.terms where term.kind == .late {
      // Of a class or a route too all services count.
      let asked = term.place.flatMap { services.indices.contains($0) ? [$0] : nil }
      for place in asked ?? Array(services.indices)
      where plans.allSatisfy({ $0.services[place].target == nil }) {
        return Problem(
          path, "\"\(services[place].name)\" has no target",
          "give one: --set services.\(services[place].name).target=5min")
      }
    }
    return nil
  }

  /// The search among the candidates of a grid.
  struct Search {
    let grid: Grid
    let goals: [FigureText.Goal]
    let cost: FigureSum
    let error: Double
    let isFewest: Bool
    var selection: Selection
    /// The days of each candidate, or why it has none.
    var days: [Result<(setup: Setup, days: SimulatedDays), Problems>]
    private(set) var problems: [Phrase?]
    /// The share of visits that are lost under the config as it stands, where neither goals nor cost ask.
    private(set) var lostToday: Double?
    /// What it is known by, where candidates may lose no more.
    private var lossReference: Measured?
    /// What is known of each candidate; `nil` for one without figures.
    var measured: [Measured?]
    private(set) var isUndecided = false
    /// The candidates that an interrupt left without their first days: nothing is known of them, and so nothing is
    /// decided.
    private(set) var unseen: Set<Int> = []
    /// Whether a candidate broke a law.
    private(set) var isBroken = false

    init(
      _ grid: Grid, _ request: SimulatedDays.Request, _ arguments: Arguments,
      goals: [FigureText.Goal], cost: FigureSum, error: Double, indifference: Double?,
      fewestTellers: Bool
    ) throws(Problems) {
      self.grid = grid
      self.goals = goals
      self.cost = cost
      self.error = error
      isFewest = fewestTellers
      var first: [[Double?]?] = grid.cells.map { _ in nil }
      var figures: [[[Double?]]?] = grid.cells.map { _ in nil }
      var measured: [Measured?] = []
      /// How many come on a day, by place, and how long they stay where that is shortest.
      var clients: [Double]?
      var stay = Double.infinity
      var problems: [Phrase?] = []
      var days: [Result<(setup: Setup, days: SimulatedDays), Problems>] = []
      let meter = Meter(total: grid.cells.count)
      for (number, cell) in grid.cells.enumerated() {
        meter.show(number)
        var problem: Phrase?
        var values: (measured: Measured, summary: DaysSummary)?
        var isUnseen = Interrupt.shared.isRequested
        if isUnseen {
          days.append(.failure(Problems([])))
        } else {
          do throws(Problems) {
            var setup = try cell.setup.get()
            var own = try SimulatedDays(
              &setup, request, arguments, replications: Recommend.firstDays)
            _ = own.findWarmup([setup])
            days.append(.success((setup, own)))
            if let over = own.isDrawn ? Stability.overload(setup.plan, own.workload) : nil {
              problem =
                "not stable: work for \(Time.seconds(over.work).decimal(places: 2)) tellers, and \(Time.seconds(over.capacity).decimal(places: 2)) are there"
            } else {
              var first = Measured(setup.plan, cost, goals)
              let summary = first.add(own, setup)
              isUnseen = summary == nil && first.fault == nil && Interrupt.shared.isRequested
              problem = summary.map { Self.drift(own, setup, $0) } ?? Self.nothing(first)
              isBroken = isBroken || first.fault != nil
              values = problem == nil ? summary.map { (first, $0) } : nil
            }
          } catch {
            days.append(.failure(error))
            problem = error.all.first?.phrase
          }
        }
        if isUnseen {
          unseen.insert(number)
          problem = nil
        }
        measured.append(values?.measured)
        if clients == nil, let summary = values?.summary {
          let days = Double(summary.days.count)
          clients = summary.days[0].indices.map { place in
            Double(summary.days.reduce(0) { $0 + $1[place].arrived }) / days
          }
        }
        let all = values?.summary.statistics.all
        stay = min(stay, all.map { $0.served > 0 ? $0.meanSojourn : .infinity } ?? .infinity)
        problems.append(problem)
      }
      if unseen.isEmpty { Self.dropUnserving(&measured, &problems) }
      let asked = goals.map(\.figures) + [cost]
      let asksForLost = Recommend.asksForLost(asked)
      let asksForClasses = Recommend.asksForClasses(asked, grid.base.plan)
      if unseen.isEmpty, !asksForLost || !asksForClasses {
        let today = Self.measuredToday(grid, request, arguments, among: measured)
        if !asksForLost {
          lostToday = today?.lostVisits
          lossReference = Self.dropLosing(&measured, &problems, today: today)
        }
        if !asksForClasses { Self.dropUnfair(&measured, &problems, today: today, grid.base) }
      }
      Self.goOn(&measured, days, isInterrupted: { Interrupt.shared.isRequested })
      meter.clear()
      for candidate in measured.indices {
        (first[candidate], figures[candidate]) = (
          measured[candidate]?.costs, measured[candidate]?.figures
        )
        if measured[candidate] == nil, problems[candidate] == nil, !unseen.contains(candidate) {
          problems[candidate] = Self.nothing(nil)
        }
      }
      self.problems = problems
      self.days = days
      self.measured = measured
      let come = clients ?? []
      selection = Selection(
        costs: first, figures: figures,
        ranks: fewestTellers ? grid.cells.map(\.tellers) : nil,
        goals: goals.enumerated().map { number, goal in
          let sum = goal.figures
          var tolerance = abs(goal.limit) * 0.05
          if tolerance == 0 {
            let seen = figures.compactMap { $0?[number].compactMap { $0 } }.filter { !$0.isEmpty }
              .map { abs($0.reduce(0, +)) / Double($0.count) }.sorted()
            tolerance =
              sum.leastVariance(at: 1, clients: come) > 0
              ? 1e-4 : max(1e-4, (seen.isEmpty ? 0 : seen[seen.count / 2]) * 0.02)
          }
          let limit = goal.isUpper ? goal.limit : -goal.limit
          return Selection.Goal(
            limit: limit, tolerance: tolerance,
            leastVariance: sum.leastVariance(at: abs(goal.limit) + tolerance, clients: come))
        },
        cost: .init(
          indifference: indifference,
          leastIndifference: cost.isTime && stay.isFinite ? max(stay * 0.01, 1e-9) : 1e-4,
          varianceRate: cost.leastVariance(at: cost.constant + 1e-4, clients: come) / 1e-4),
        error: error)
      for candidate in selection.open { measured[candidate]?.give(to: &selection, as: candidate) }
    }

    /// Why a candidate has no long-run means, if it has none.
    private static func drift(
      _ days: SimulatedDays, _ setup: Setup, _ summary: DaysSummary
    ) -> Phrase? {
      guard days.isDrawn else { return nil }
      for finding in Judgement(setup.plan, days.workload, summary, from: days.warmup).findings {
        if case .drift(let service) = finding {
          return
            "not stable: the waits for \"\(service)\" grew for as long as the days went on, so there is no mean"
        }
      }
      return nil
    }

    /// Why a candidate has no values.
    private static func nothing(_ measured: Measured?) -> Phrase {
      if let fault = measured?.fault { return "broke a law \(fault.phrase)" }
      return "on most days nobody is served who counts in a goal or in the cost"
    }

    /// Goes on with the first days of all, where few clients take so long that the waits of all hang on them: until
    /// enough of those have come.
    private static func goOn(
      _ measured: inout [Measured?],
      _ days: [Result<(setup: Setup, days: SimulatedDays), Problems>],
      isInterrupted: () -> Bool
    ) {
      let growth = measured.indices.compactMap { candidate -> Double? in
        guard let served = measured[candidate]?.served,
          case .success((let setup, let own)) = days[candidate], own.isDrawn
        else { return nil }
        return Judgement.growthForRareServices(setup.plan, own.workload, served: served)
      }.max()
      guard let growth else { return }
      // A tenth more: under one policy or another somewhat fewer of them are served.
      let wanted = Int(
        min(1.1 * Double(Recommend.firstDays) * growth, Double(mostFirstDays)).rounded(.up))
      for candidate in measured.indices where !isInterrupted() {
        guard measured[candidate] != nil, case .success((let setup, var own)) = days[candidate]
        else { continue }
        own.daysBefore = Recommend.firstDays
        own.replications = wanted - own.daysBefore
        // One that was interrupted has the days that it had.
        if measured[candidate]?.add(own, setup) == nil, !isInterrupted() {
          measured[candidate] = nil
        }
      }
    }

    private static let mostFirstDays = 2000

    /// Looks and runs further days, until everything is decided.
    mutating func run() {
      guard unseen.isEmpty, !Interrupt.shared.isRequested else {
        isUndecided = true
        return
      }
      dropLosing()
      while !selection.look() {
        // Who was taken for worse than one that is no choice after all has days to make up for.
        let (before, open) = (selection.days, selection.open)
        let isBehind = open.contains { selection.costs[$0].count < before }
        let wanted = isBehind ? before : before + max(10, before / 5)
        guard wanted <= Recommend.mostDays, !Interrupt.shared.isRequested else {
          isUndecided = true
          return
        }
        for candidate in open where selection.costs[candidate].count < wanted {
          guard case .success((let setup, var own)) = days[candidate] else { continue }
          own.daysBefore = selection.costs[candidate].count
          own.replications = wanted - own.daysBefore
          guard measured[candidate]?.add(own, setup) != nil, let known = measured[candidate] else {
            if Interrupt.shared.isRequested {
              isUndecided = true
              return
            }
            problems[candidate] = Self.nothing(measured[candidate])
            isBroken = isBroken || measured[candidate]?.fault != nil
            selection.drop(candidate)
            continue
          }
          known.give(to: &selection, as: candidate)
        }
        dropLosing()
      }
    }

    /// Drops those of whom further days show that they clearly lose more than is lost today.
    private mutating func dropLosing() {
      guard let lossReference else { return }
      let reference = grid.today.flatMap { measured[$0] } ?? lossReference
      for candidate in selection.open where candidate != grid.today {
        guard let one = measured[candidate], Self.losesMore(one, than: reference) else { continue }
        problems[candidate] = Self.losing(one, beside: reference, isToday: true)
        selection.drop(candidate)
      }
    }
  }
}
