import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation
import Dispatch
import Foundation
import Synchronization

/// Independent days of one branch: the clients of a day are the same whatever policy meets them.
struct SimulatedDays: Sendable {
  static let clients = Flag(
    "--clients", "N", "N clients, then the doors close (default: a day of the config)")
  static let until = Flag("--until", "TIME", "stop everything then; who is left is unserved")
  static let warmup = Flag(
    "--warmup", "TIME",
    "leave whoever comes before out of the statistics (default 0); auto finds how long")
  static let replications = Flag(
    "--replications", "R", "R independent days, for intervals (1 to 100000)")
  static let precision = Flag(
    "--precision", "2%|5s",
    "as many days as it takes for the mean wait to be known to this, at 95 % (100000 at most)")
  static let jobs = Flag("--jobs", "J", "J days at a time (default: one a core)")
  static let trace = Flag("--trace", "FILE", "read the clients from FILE (CSV)")

  /// What `simulate` and `compare` have in common.
  static let flags = [clients, until, warmup, replications, precision, jobs, trace]

  /// How many clients come where nothing says so.
  static let defaultClients = 100_000

  let count: Int?
  let end: Time?
  var warmup: Time
  /// Whether the length of the beginning is to be found.
  let findsWarmup: Bool
  var replications: Int
  let precision: Precision?
  let jobs: Int
  /// How many days were run before: the first of these is the one after them.
  var daysBefore = 0
  let recorded: Trace?
  let workload: Workload
  /// The stretches that days are looked at in, where there is a course to be shown.
  var stretches: DayStretches?

  /// Reads the flags; notes in `problems` what is wrong with them.
  struct Request {
    var count: Int?
    var end: TimeText.Reading?
    var warmup: TimeText.Reading?
    var findsWarmup = false
    var replications: Int?
    var precision: Precision?
    var jobs = ProcessInfo.processInfo.activeProcessorCount

    init(_ arguments: Arguments, _ problems: inout [Problem]) {
      count = arguments.read(
        SimulatedDays.clients, allowed: "a whole number from 0 to \(BranchPlan.largestCount)",
        &problems
      ) { text in ClosedRange(clients: text).flatMap { $0.count == 1 ? $0.lowerBound : nil } }
      func time(_ flag: Flag) -> TimeText.Reading? {
        arguments.read(
          flag,
          allowed: "seconds from 0 to \(BranchPlan.longestTime), or a text such as 20min or 10:30",
          &problems
        ) { text in
          guard let reading = TimeText.read(text) else { return nil }
          if case .length(let time) = reading, !(.zero...BranchPlan.longestTime ~= time) {
            return nil
          }
          return reading
        }
      }
      end = time(SimulatedDays.until)
      findsWarmup = arguments[SimulatedDays.warmup] == "auto"
      if !findsWarmup { warmup = time(SimulatedDays.warmup) }
      if case .length(let end)? = end, case .length(let warmup)? = warmup {
        SimulatedDays.check(warmup, end, &problems)
      }
      replications = arguments.whole(
        SimulatedDays.replications, 1...SimulatedDays.mostReplications, &problems)
      precision = arguments.read(
        SimulatedDays.precision, allowed: "a share such as 2%, or a time such as 5s", &problems,
        Precision.init)
      jobs = arguments.whole(SimulatedDays.jobs, 1...1024, &problems) ?? jobs
      for (first, second) in [
        (SimulatedDays.clients, SimulatedDays.until), (SimulatedDays.clients, SimulatedDays.trace),
        (SimulatedDays.replications, SimulatedDays.trace), (Flag.json, Flag.csv),
        (SimulatedDays.replications, SimulatedDays.precision),
        (SimulatedDays.precision, SimulatedDays.trace),
      ] where arguments.has(first) && arguments.has(second) {
        problems.append(
          Problem("\(first.name) and \(second.name)", "exclude each other", "keep one"))
      }
    }
  }

  /// Makes the days that `request` asks for on the branch of `setup`, which learns the classes of a trace.
  init(
    _ setup: inout Setup, _ request: Request, _ arguments: Arguments, replications standard: Int
  ) throws(Problems) {
    var problems: [Problem] = []
    func time(_ flag: Flag, _ reading: TimeText.Reading?) -> Time? {
      guard let reading else { return nil }
      let scale = setup.configuration.scale
      if let text = arguments[flag], scale.opens != nil, let clock = TimeText.dottedClock(text) {
        problems.append(
          Problem(
            "\(flag.name) \(text)", "may be a time of day or seconds",
            "write \(clock), or \(text)s"))
        return nil
      }
      if let time = reading.time(opens: scale.opens, isOvernight: setup.configuration.isOvernight) {
        return time
      }
      problems.append(
        Problem(
          "\(flag.name) \(arguments[flag] ?? "")",
          scale.opens == nil
            ? "the config does not say when the branch opens" : "is before it opens",
          scale.opens.map { "it opens at \(TimeScale.clock($0))" }
            ?? "give seconds, or opens: \"09:00\" in the config"))
      return nil
    }
    let end = time(Self.until, request.end)
    let warmup = time(Self.warmup, request.warmup) ?? .zero
    if problems.isEmpty, let end { Self.check(warmup, end, &problems) }
    guard problems.isEmpty else { throw Problems(problems) }
    count = request.count
    self.end = end
    self.warmup = warmup
    findsWarmup = request.findsWarmup
    jobs = request.jobs
    workload = setup.configuration.workload
    var recorded: Trace?
    if let path = arguments[Self.trace] {
      let text = try InputFile.text(at: path)
      do throws(Problems) { recorded = try Trace(csv: text, plan: setup.plan) } catch {
        throw Problems(
          error.all.map { problem in
            let place = problem.path.isEmpty ? path : path + ": " + problem.path
            return Problem(place, problem.finding, problem.remedy)
          })
      }
    }
    self.recorded = recorded
    precision = request.precision
    replications = recorded == nil ? request.replications ?? standard : 1
    try setup.meet(classes: classes)
    if findsWarmup, !isSteady {
      throw Problems([
        Problem(
          "--warmup auto", "the arrivals of this branch change over the day, or end",
          "give seconds: what comes first is part of such a day")
      ])
    }
  }

  /// Notes what a trace does not say, once for all runs of a command.
  static func noteTrace(_ arguments: Arguments, _ setup: Setup) {
    let (plan, hasClosing) = (setup.plan, setup.configuration.workload.closes != nil)
    guard arguments.has(trace) else { return }
    if hasClosing {
      Console.note("the trace says who comes: nobody is turned away for coming after closes")
    }
    guard !plan.routes.isEmpty else { return }
    Console.note(
      "the trace says nothing of routes: who takes one, and what further steps bring, is drawn as the config says"
    )
  }

  /// The most days of a run.
  static let mostReplications = 100_000

  /// Notes where a warm-up leaves nothing.
  private static func check(_ warmup: Time, _ end: Time, _ problems: inout [Problem]) {
    if warmup >= end, warmup > .zero {
      problems.append(
        Problem("--warmup \(warmup)", "leaves nothing until \(end) s", "end it before --until"))
    }
  }

  /// The classes of those who come by a trace.
  var classes: Set<Int> { Set((recorded?.arrivals ?? []).map(\.visit.priority)) }

  /// Whether clients are drawn, and do not come as a log has them.
  var isDrawn: Bool { recorded == nil }

  /// Whether they come by the processes of the config, and are not all there at opening.
  var hasProcesses: Bool { isDrawn && workload.hasArrivals }

  /// Whether the days are steady-state days, of which long-run means and intervals may be asked.
  var isSteady: Bool { hasProcesses && Stability.isStationary(workload) }

  /// The clients of a day; not more than `most`, where that is given.
  func arrivals(_ setup: Setup, day: Int, most: Int? = nil) -> ArrivalSource {
    if let recorded { return ArrivalSource(recorded) }
    let isTimed = end != nil || workload.closes != nil
    let total = count ?? (workload.hasArrivals ? isTimed ? Int.max : Self.defaultClients : nil)
    return .workload(
      workload.arrivals(
        seed: setup.seed, day: day, count: [total, most].compactMap(\.self).min()))
  }

  /// A day in virtual time.
  func session(_ setup: Setup, day: Int) -> SimulatedDay {
    var session = SimulatedDay(
      inputs: setup.inputs(arrivals(setup, day: day), day: day), end: end ?? .never)
    if count == nil, let closes = workload.closes { session.closes = closes }
    session.warmup = warmup
    session.stretches = stretches
    return session
  }

  /// Finds the stretches that a day is looked at in: where the branch has hours, or one is to be drawn that
  /// ends.
  mutating func findStretches(_ setup: Setup, isDrawn: Bool) {
    if let closes = workload.closes {
      stretches = DayStretches(length: min(closes, end ?? closes), isOpen: true)
    } else if isDrawn {
      if let end {
        stretches = DayStretches(length: end, isOpen: true)
      } else if recorded == nil, let last = workload.arrivalsEnd {
        stretches = DayStretches(length: last)
      } else if recorded != nil || !workload.hasArrivals {
        // As long as the first day.
        stretches = DayStretches(length: setup.wired.simulate(session(setup, day: 1)).end)
      }
    }
  }

  /// The first day, for drawing: all of it, or the part that has its worst time.
  func timeline(_ setup: Setup, around worst: Range<Time>?) -> Timeline {
    Timeline.around(worst) { timeline(setup, drawnFrom: $0) }
  }

  private func timeline(_ setup: Setup, drawnFrom first: Time?) -> Timeline {
    let timeline = Collector(
      Timeline(
        policy: setup.wired.label, plan: setup.plan, drawnFrom: first, handovers: setup.handovers))
    var session = session(setup, day: 1)
    if first == nil, session.end == .never, hasProcesses, workload.closes == nil {
      session.inputs.arrivals = arrivals(setup, day: 1, most: Timeline.mostClients + 1)
    }
    session.listener = { event in timeline.change { $0.observe(event) } }
    _ = setup.wired.simulate(session)
    return timeline.value
  }

  /// What came of the days.
  struct Result {
    var summary: DaysSummary
    var course: DaysCourse?
    var fault: (fault: BankFault, day: Int)?
    var isInterrupted = false
    var wallSeconds: Double
  }

  fileprivate struct Progress {
    var next = 1
    var ready: [Int: DayResult] = [:]
    var merged = 0
    var summary: DaysSummary?
    var course: DaysCourse?
    var fault: (fault: BankFault, day: Int)?
  }

  /// Runs every day, several at a time; the result is the same however many.
  ///
  /// A day on which the policy breaks a law is the last.
  func run(_ setup: Setup, listener: (@Sendable (BankEvent) -> Void)? = nil) -> Result {
    let interrupt = Interrupt.shared
    let clock = ContinuousClock()
    let start = clock.now
    let course = stretches.map { DaysCourse(plan: setup.plan, stretches: $0) }
    let progress = Mutex(Progress(course: course))
    let meter = Meter(total: replications)
    DispatchQueue.concurrentPerform(iterations: min(jobs, replications)) { _ in
      while true {
        let day = progress.withLock { progress -> Int? in
          guard progress.next <= replications, progress.fault == nil, !interrupt.isRequested
          else { return nil }
          progress.next += 1
          return progress.next - 1
        }
        guard let day else { return }
        var session = session(setup, day: daysBefore + day)
        session.listener = listener
        session.isInterrupted = {
          if replications == 1 { meter.showPassed() }
          return interrupt.isRequested
        }
        let outcome = setup.wired.simulate(session)
        progress.withLock { progress in
          progress.ready[day] = outcome
          progress.mergeReady()
          meter.show(progress.merged)
        }
      }
    }
    meter.clear()
    let wall = start.duration(to: clock.now) / .seconds(1)
    return progress.withLock { progress in
      Result(
        summary: progress.summary
          ?? DaysSummary(DayStatistics(plan: setup.plan), end: .zero, workTime: .zero),
        course: progress.course, fault: progress.fault, isInterrupted: interrupt.isRequested,
        wallSeconds: wall)
    }
  }
}

extension SimulatedDays.Progress {
  /// Adds every day that is next in order; nothing after a fault.
  mutating func mergeReady() {
    while fault == nil, let outcome = ready.removeValue(forKey: merged + 1) {
      merged += 1
      if summary == nil {
        summary = DaysSummary(outcome.statistics, end: outcome.end, workTime: outcome.workTime)
      } else {
        summary?.merge(outcome.statistics, end: outcome.end, workTime: outcome.workTime)
      }
      if let day = outcome.course { course?.add(day) }
      if let broken = outcome.fault { fault = (broken, merged) }
    }
  }
}

/// How far something is, days done with a time left for example, on a terminal's last line.
final class Meter: Sendable {
  private let total: Int
  private let start = ContinuousClock.now
  private let isShown = Console.showsProgress
  /// When a line may be shown again: ten times a second is as much as anybody reads.
  private let next = Mutex(ContinuousClock.now)

  init(total: Int = 2) { self.total = total }

  /// Shows a line in the place of the last.
  func show(_ line: String) {
    guard isDue else { return }
    LineWriter.standardError.text("\r" + line + "  ", isFlushed: true)
  }

  private var isDue: Bool {
    isShown
      && next.withLock { next in
        let now = ContinuousClock.now
        guard now >= next else { return false }
        next = now + .milliseconds(100)
        return true
      }
  }

  func show(_ done: Int) {
    guard total > 1, done > 0, isDue else { return }
    let passed = start.duration(to: .now) / .seconds(1)
    let left = Int(passed / Double(done) * Double(total - done))
    let rate = Time.seconds(Double(done) / passed).decimal(places: 1)
    let text = Console.say("\(done) of \(total) days, \(rate) a second, \(left) s left")
    let full = 20 * done / total
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: 20 - full)
    // What is wider than the terminal would wrap, and stay.
    let room = (Console.columns(of: 2) ?? 80) - 3
    let line = [bar + " " + text, text, "\(done)/\(total)"].first { $0.columns <= room } ?? ""
    // A shorter line leaves nothing of a longer one.
    let rest = String(repeating: " ", count: max(0, min(room, 76) - line.columns))
    LineWriter.standardError.text("\r" + line + rest, isFlushed: true)
  }

  /// Shows how long a day has been under way, of which nobody knows how much is left.
  func showPassed() {
    let passed = start.duration(to: .now) / .seconds(1)
    guard passed > 1, isDue else { return }
    let text = Console.say("one long day, \(Int(passed)) s so far")
    LineWriter.standardError.text("\r" + text + "  ", isFlushed: true)
  }

  func clear() {
    guard isShown else { return }
    LineWriter.standardError.text(
      "\r" + String(repeating: " ", count: min(79, (Console.columns(of: 2) ?? 80) - 1)) + "\r",
      isFlushed: true)
  }
}

/// A value that an escaping closure can add to.
final class Collector<Value: Sendable>: Sendable {
  private let state: Mutex<Value>

  init(_ value: Value) { state = Mutex(value) }

  var value: Value { state.withLock { $0 } }

  func change(_ change: @Sendable (inout Value) -> Void) { state.withLock { change(&$0) } }
}
