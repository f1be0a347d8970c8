import BankCore
import BankReports
import BankSimulation
import Foundation

/// The command `bank simulate`.
enum Simulate {
  static let clients = Flag(
    "--clients", "N", "so many clients, then the doors close (default: see below)")
  static let until = Flag("--until", "SECONDS", "stop everything then; who is left is unserved")
  static let trace = Flag("--trace", "FILE", "read the clients from FILE (CSV)")
  static let clientsOut = Flag(
    "--clients-out", "FILE", "write what became of every client to FILE (CSV)")

  /// How many clients come where nothing says so.
  static let defaultClients = 100_000

  static let command = Command(
    name: "simulate", summary: "Run a day in virtual time and print its figures.",
    flags: [clients, until, trace, clientsOut, .events, .json],
    discussion: """
      Without --clients, --until or --trace: \(defaultClients) clients where the config gives arrival
      processes, otherwise one opening as run does. A trace has the heading arrival,service,time
      (seconds), optionally with priority,patience, and its clients in order of arrival. A policy
      that breaks a law stops the run with status 1.
      """
  ) { arguments, registry throws(Problems) in
    var problems = arguments.problems
    let count = arguments.read(
      clients, allowed: "a number up to \(BranchPlan.largestCount)", &problems
    ) { text in ClosedRange(clients: text).flatMap { $0.count == 1 ? $0.lowerBound : nil } }
    let end = arguments.read(
      until, allowed: "seconds from 0 to \(BranchPlan.longestTime)", &problems
    ) { text in Time(decimal: text).flatMap { .zero...BranchPlan.longestTime ~= $0 ? $0 : nil } }
    for (first, second) in [(clients, until), (clients, trace)]
    where arguments.has(first) && arguments.has(second) {
      problems.append(Problem("\(first.name) and \(second.name)", "exclude each other", "keep one"))
    }
    let setup = try Setup(arguments, registry, problems)
    let source = try arrivals(setup, arguments, count)
    let files = try OutputFiles(
      [("--clients-out", arguments[clientsOut]), ("--events", arguments[.events])]
        .compactMap { flag, path in path.map { (flag, $0) } },
      inputs: [setup.configPath, arguments[trace]].compactMap { $0 })
    return run(setup, source, end ?? .never, arguments, files, wanted: count)
  }

  private static func arrivals(
    _ setup: Setup, _ arguments: Arguments, _ count: Int?
  ) throws(Problems) -> ArrivalSource {
    if let path = arguments[trace] {
      let text = try InputFile.text(at: path)
      do throws(Problems) {
        return ArrivalSource(try Trace(csv: text, plan: setup.plan))
      } catch {
        throw Problems(error.all.map { inFile(path, $0) })
      }
    }
    let workload = setup.configuration.workload
    let standard = workload.hasArrivals ? defaultClients : nil
    let total = count ?? (arguments.has(until) && workload.hasArrivals ? Int.max : standard)
    return .workload(workload.arrivals(seed: setup.seed, day: 1, count: total))
  }

  private static func inFile(_ path: String, _ problem: Problem) -> Problem {
    let place = problem.path.isEmpty ? path : path + ": " + problem.path
    return Problem(place, problem.finding, problem.remedy)
  }

  private static func run(
    _ setup: Setup, _ arrivals: ArrivalSource, _ end: Time, _ arguments: Arguments,
    _ files: OutputFiles, wanted: Int?
  ) -> Int32 {
    let events = files[arguments[.events]]
    let table = files[arguments[clientsOut]]
    events?.line(EventLines.header(configuration: setup.effective))
    let record = DayRecord(events: events, clients: table, plan: setup.plan)
    var session = VirtualSession(injection: setup.injection(arrivals, day: 1), end: end)
    if events != nil || table != nil { session.listener = { record.note($0) } }
    let interrupt = Interrupt.shared
    session.isInterrupted = { interrupt.isRequested }
    interrupt.begin()
    let clock = ContinuousClock()
    let start = clock.now
    let outcome = setup.wired.simulate(session)
    let wall = start.duration(to: clock.now) / .seconds(1)
    record.finish()

    var warnings = Self.warnings(setup, hasTrace: arguments.has(trace))
    let isInterrupted = interrupt.end()
    let all = outcome.statistics.all
    if end == .never, !isInterrupted, outcome.fault == nil, all.unserved > 0 {
      warnings.append(Outcome.unserved(all.unserved))
    }
    if let wanted, all.arrived < wanted, !isInterrupted, outcome.fault == nil {
      warnings.append("\(all.arrived) of \(wanted) clients came: the arrivals end before")
    }
    if isInterrupted { warnings.append("interrupted; these are the figures so far") }
    let report = SimulationReport(
      policy: setup.wired.name, options: setup.wired.options, queue: setup.queue.rawValue,
      seed: setup.seed, plan: setup.plan, statistics: outcome.statistics, end: outcome.end,
      workTime: outcome.workTime, fault: outcome.fault, wallSeconds: wall, warnings: warnings)
    LineWriter.standardOutput.line(arguments.has(.json) ? report.json.pretty : report.text)
    for warning in warnings { LineWriter.standardError.line("bank: warning: \(warning)") }
    if let fault = outcome.fault {
      let page = FaultPage(setup, session, fault)
      LineWriter.standardError.line(
        "bank: stopped \(fault); the policy \(setup.wired.name) may not do that\n\(page)")
    }
    let status: Int32 = isInterrupted ? Interrupt.status : outcome.fault == nil ? 0 : 1
    return Outcome.status(status, files)
  }

  /// What a reader of the figures has to know about the workload.
  private static func warnings(_ setup: Setup, hasTrace: Bool) -> [String] {
    guard !hasTrace else { return [] }
    let workload = setup.configuration.workload
    guard workload.hasArrivals else { return [] }
    return zip(setup.plan.services, workload.services).compactMap { service, load in
      load.arrivals == nil
        ? "nobody comes for \"\(service.name)\": it has no arrivals, and others have" : nil
    }
  }
}
