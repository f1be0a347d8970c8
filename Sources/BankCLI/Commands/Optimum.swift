import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation

/// The command `bank optimum`.
enum Optimum {
  static let cost = Flag(
    "--cost", "EXPRESSION", "what waiting costs: 'wait(deposit) + 3 wait(loan)' (default wait(all))"
  )
  static let policies = Flag(
    "--policies", "A,B,…|all", "how far these are from the best (default: all)")
  static let out = Flag(
    "--out", "FILE", "write the branch with the best policy to FILE, as a config")
  static let report = Flag(
    "--report", "FILE", "write how far each policy is from the best to FILE (HTML)")

  /// The policy that follows the table of `--out`.
  static let player = "optimal"

  static let command = Command(
    name: "optimum", summary: "Work out the best any policy can do on a small branch, exactly.",
    flags: [cost, policies, out, report, .json, .unit], without: [.queue],
    discussion: """
      For up to three services, exponential times and random arrivals at one rate, up to four tellers with
      skills and speeds: the least long-run cost that any rule can have which does not know the future and
      interrupts nobody. A policy whose decisions depend on the state alone (how many wait for each service,
      what tellers are doing) is worked out exactly too; others are simulated. The cost is a sum of wait(…) and
      sojourn(…), the time in the branch, of services or all, with factors above 0. --out keeps the best as options of the policy
      optimal, which plays it everywhere: bank simulate --config FILE
      """
  ) { arguments, registry throws(Problems) in
    var problems = arguments.problems + arguments.clashes(of: policies, with: [.policy])
    let choices = Compare.choices(arguments, registry, &problems)
    let (setups, left) = Compare.setups(
      choices, arguments, registry, isAll: arguments[policies] ?? "all" == "all", &problems)
    guard problems.isEmpty, let first = setups.first else { throw Problems(problems) }
    let workload = first.configuration.workload
    let unfit = SmallBranch.problems(first.plan, workload)
    let text = arguments[cost] ?? "wait(all)"
    let sum = try first.figures.cost(text, "--cost")
    let rates = try Self.rates(sum, first, workload)
    guard unfit.isEmpty else {
      throw Problems(
        unfit.map {
          Problem("\(first.configPath.map { $0 + ": " } ?? "")\($0.path)", $0.finding, $0.remedy)
        })
    }
    let files = try arguments.files([out, report])

    Interrupt.shared.begin()
    let found = best(first.plan, workload, rates)
    var results: [OptimumReport.Policy] = []
    var warnings = left
    guard found.error < 0.01 * found.run.cost else {
      let isEnded = Interrupt.shared.end()
      Console.tell(
        isEnded
          ? "ended before the best was known; nothing is said of it"
          : "lines of this branch are so full that the best cannot be worked out")
      return isEnded ? Interrupt.shared.status : 1
    }
    if found.error > 1e-4 * found.run.cost {
      warnings.append(
        Console.say(
          "lines are so full that the best is known to no more than \(Time.seconds(found.error / found.run.cost * 100).decimal(places: 2)) % of it"
        ))
    }
    for setup in setups where !Interrupt.shared.isRequested {
      let judged = exactly(setup, found, rates) ?? simulated(setup, sum)
      // What was interrupted in the middle is not known.
      if !Interrupt.shared.isRequested { results.append(judged) }
    }
    let isInterrupted = Interrupt.shared.end()
    if isInterrupted {
      warnings.append(
        Console.say(
          "interrupted: \(results.count) of \(setups.count) policies were looked at"))
    }
    let report = OptimumReport(
      cost: text, optimum: found.run.cost, error: found.error,
      states: (found.branch.states, found.branch.most), policies: results,
      today: (try? Setup(arguments, registry, []))?.configuration.policy, warnings: warnings,
      scale: first.configuration.scale, language: first.messages.language)
    LineWriter.standardOutput.line(arguments.has(.json) ? report.json.pretty : report.text)
    Console.warn(warnings)
    files[arguments[Self.report]]?.text(
      report.html(branch: first.branchName, command: arguments.line))
    if let path = arguments[out] { write(found, first, to: path, files) }
    return isInterrupted ? Interrupt.shared.status : 0
  }

  /// What one who waits for each service costs a second.
  ///
  /// By Little's law: of clients who come at some rate, so many wait as that times their mean wait.
  private static func rates(
    _ sum: FigureSum, _ setup: Setup, _ workload: Workload
  ) throws(Problems) -> Rates {
    let arrivals = workload.services.map { load -> Double in
      if case .poisson(let rate)? = load.arrivals { rate } else { 0 }
    }
    let total = arrivals.reduce(0, +)
    var rates = arrivals.map { _ in 0.0 }
    var serving = rates
    guard sum.constant == 0 else {
      throw Problems([
        Problem(
          "--cost", "has a number added to it, which no policy changes", "leave the number out")
      ])
    }
    for term in sum.terms {
      guard [.wait, .sojourn].contains(term.kind), term.factor > 0,
        term.place ?? 0 < rates.count
      else {
        throw Problems([
          Problem(
            "--cost", "is no sum of waits and times in the branch",
            "write wait(…) or sojourn(…) of services or all, with factors above 0 and + between")
        ])
      }
      for service in rates.indices where term.place == nil || term.place == service {
        let rate = term.place == nil ? total : arrivals[service]
        guard rate > 0 else { continue }
        rates[service] += term.factor / rate
        if term.kind == .sojourn { serving[service] += term.factor / rate }
      }
    }
    // Whom it costs nothing to let wait the best would never serve.
    let free = rates.indices.filter { rates[$0] == 0 && arrivals[$0] > 0 }
    guard free.isEmpty else {
      throw Problems(
        free.map {
          Problem(
            "--cost", "waiting for \"\(setup.plan.services[$0].name)\" costs nothing",
            "give every service a factor above 0, however small")
        })
    }
    return Rates(waiting: rates, serving: serving)
  }

  /// What a client of each service costs a second.
  private struct Rates {
    let waiting: [Double]
    let serving: [Double]
  }

  /// The best of a branch written down for more and more who may wait, until that changes nothing.
  private typealias Best = (branch: SmallBranch, run: LongRun, error: Double)

  private static func best(
    _ plan: BranchPlan, _ workload: Workload, _ rates: Rates
  ) -> Best {
    var most = 15
    var branch = SmallBranch(plan, workload, most: most)
    var run = Self.run(branch, rates, .best)
    while true {
      let larger = SmallBranch(plan, workload, most: 2 * most)
      guard larger.states <= SmallBranch.largest, !Interrupt.shared.isRequested else {
        return (branch, run, .infinity)
      }
      let next = Self.run(larger, rates, .best)
      // What the cut costs shrinks at least by half when it is made twice as far away.
      let change = abs(next.cost - run.cost)
      (most, branch, run) = (2 * most, larger, next)
      if change < 1e-6 * next.cost || larger.states > 600_000 {
        return (branch, run, change + next.error)
      }
    }
  }

  /// Works out a cost, until somebody interrupts; says on a terminal how far it is.
  private static func run(_ branch: SmallBranch, _ rates: Rates, _ rule: LongRun.Rule) -> LongRun {
    let meter = Meter()
    defer { meter.clear() }
    return LongRun(branch, rates: rates.waiting, serving: rates.serving, rule) { low, high in
      let known = Time.seconds((high - low) / max(high, 1e-300) * 100).decimal(places: 3)
      meter.show(
        Console.say("\(branch.states) states, at most \(branch.most) waiting: known to \(known) %"))
      return !Interrupt.shared.isRequested
    }
  }

  /// What a policy costs whose decisions are those of a table, of tellers who are alike, or are in one of its
  /// pools, or of each by itself.
  private static func exactly(
    _ setup: Setup, _ found: Best, _ rates: Rates
  ) -> OptimumReport.Policy? {
    let interrupt = Interrupt.shared
    func make() -> any TellerPolicy {
      setup.wired.make(setup.plan, .forPolicy(seed: setup.seed, day: 1))
    }
    for pools in [[], make().pools(for: setup.plan), setup.plan.tellers.indices.map { [$0] }] {
      let branch = SmallBranch(
        setup.plan, arrivals: found.branch.arrivals, most: found.branch.most, pools: pools)
      let table = PolicyTable.decisions(
        branch, isInterrupted: { interrupt.isRequested }, make)
      guard let table else { continue }
      let run = Self.run(branch, rates, .table(table))
      guard run.error < 1e-4 * run.cost else { return nil }
      return .init(
        name: setup.wired.label,
        cost: Interval(mean: run.cost, halfWidth: run.error), isExact: true)
    }
    return nil
  }

  private static func simulated(_ setup: Setup, _ sum: FigureSum) -> OptimumReport.Policy {
    let words = ["--clients=20000", "--replications=20", "--warmup=auto"]
    let own = Arguments(words, flags: SimulatedDays.flags)
    var none: [Problem] = []
    var setup = setup
    guard
      var days = try? SimulatedDays(
        &setup, SimulatedDays.Request(own, &none), own, replications: 20)
    else { return .init(name: setup.wired.label, cost: nil, isExact: false) }
    _ = days.findWarmup([setup])
    let result = days.run(setup)
    var figures = FigureDays(sum)
    figures.add(result.summary)
    let values = figures.isTold ? figures.values.compactMap { $0 } : []
    let isStable = SimulationReport(setup, days, result).unstable.isEmpty && result.fault == nil
    return .init(
      name: setup.wired.label, cost: isStable && !values.isEmpty ? Interval(of: values) : nil,
      isExact: false)
  }

  /// Writes the branch with the policy `optimal` and the table of the best.
  private static func write(
    _ found: Best, _ setup: Setup, to path: String, _ files: OutputFiles
  ) {
    // A table has every service up to the most; that of a smaller branch says what is needed.
    let services = found.branch.arrivals.count
    let most = services == 1 ? found.branch.most : min(found.branch.most, services == 2 ? 60 : 15)
    let options: JSON = [
      "most": .number(most), "table": .string(found.branch.table(found.run, most: most)),
    ]
    guard case .object(var members) = setup.effective else { return }
    members.removeAll { ["policy", "options"].contains($0.key) }
    members = [.init("policy", .string(player)), .init("options", options)] + members
    files[path]?.text(JSON.object(members).pretty + "\n")
  }
}
