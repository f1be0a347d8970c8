import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation

/// The command `bank simulate`.
enum Simulate {
  static let clientsOut = Flag(
    "--clients-out", "FILE", "write what became of every client to FILE (CSV)")
  static let perfetto = Flag(
    "--perfetto", "FILE", "write the day to FILE for ui.perfetto.dev (trace events)")
  static let daysOut = Flag("--days-out", "FILE", "write what each day came to to FILE (CSV)")
  static let command = Command(
    name: "simulate", summary: "Run days in virtual time and print their figures.",
    flags: SimulatedDays.flags + [
      clientsOut, daysOut, .events, perfetto, .report, .plot, .json, .csv, .unit,
    ],
    discussion: """
      Without --clients, --until or --trace a day of a config with arrival processes lasts until it
      closes, or for \(SimulatedDays.defaultClients) clients; without them it is one opening as run does. The interval of a mean wait
      is Student's over --replications, or over the batches of one long day. A trace has the heading
      arrival,service,time (seconds), optionally with priority,patience, and its clients in order of
      arrival. A decision that cannot be stops the run with status 1; claims are checked by run and
      conformance.
      """
  ) { arguments, registry throws(Problems) in
    var problems = arguments.problems + arguments.clashes(of: .plot, with: [.json, .csv])
    let request = SimulatedDays.Request(arguments, &problems)
    let written = [clientsOut, .events, perfetto]
    if request.replications ?? 1 > 1 || request.precision != nil {
      for flag in written where arguments.has(flag) {
        problems.append(
          Problem(
            "\(flag.name) and \(request.precision == nil ? "--replications" : "--precision")",
            "exclude each other", "write one day"))
      }
    }
    var setup = try Setup(arguments, registry, problems)
    var days = try SimulatedDays(&setup, request, arguments, replications: 1)
    SimulatedDays.noteTrace(arguments, setup)
    let files = try arguments.files(written + [daysOut, .report])
    Interrupt.shared.begin()
    let notes = [days.findWarmup([setup]), days.findReplications([setup])].compactMap { $0 }
    days.findStretches(setup, isDrawn: [.report, .plot, .json].contains(where: arguments.has))
    return run(setup, days, arguments, files, notes: notes, policies: registry.policies)
  }

  private static func run(
    _ setup: Setup, _ days: SimulatedDays, _ arguments: Arguments, _ files: OutputFiles,
    notes: [String], policies: [RegisteredPolicy]
  ) -> Int32 {
    let events = files[arguments[.events]]
    events?.line(EventLines.header(configuration: setup.effective))
    let record = DayRecord(
      events: events, clients: files[arguments[clientsOut]],
      trace: files[arguments[perfetto]], plan: setup.plan, handovers: setup.handovers)
    var listener: (@Sendable (BankEvent) -> Void)?
    if record.isWanted { listener = { record.note($0) } }
    let result = days.run(setup, listener: listener)
    record.finish()

    let simulation = SimulationReport(setup, days, result)
    let output = LineWriter.standardOutput
    if arguments.has(.csv) {
      output.line(([SimulationReport.csvHeading] + simulation.csv).joined(separator: "\n"))
    } else if arguments.has(.json) {
      output.line(simulation.json.pretty)
    } else {
      Console.show(
        simulation.text(columns: Console.columns),
        plots: arguments.has(.plot) ? simulation.plots : [])
    }
    Self.tell(notes: notes, warnings: simulation.warnings, judged: simulation.isJudged)
    FaultPage.tell(setup, days, result)
    files[arguments[daysOut]]?.text(simulation.dayRows.joined(separator: "\n") + "\n")
    if let file = files[arguments[.report]] {
      let help = days.help(setup, beside: result, policies)
      file.text(
        HTMLReport(
          title: setup.branchName, results: [simulation],
          timelines: [days.timeline(setup, around: simulation.worstTime)], help: help,
          command: arguments.line
        ).text)
      if help.isInterrupted, !result.isInterrupted {
        Console.tell("interrupted; this is what was done so far")
      }
    }
    let isInterrupted = Interrupt.shared.end()
    return isInterrupted ? Interrupt.shared.status : result.fault == nil ? 0 : 1
  }
}

extension Simulate {
  /// Writes what a reader has to know to standard error.
  ///
  /// `judged` says whether a warning is about what the figures can say.
  static func tell(notes: [String], warnings: [String], judged: Bool) {
    for note in notes { Console.note(Phrase(verbatim: note)) }
    Console.warn(warnings)
    if judged { Console.note("what a run can and cannot say: \(SimulationReport.warningsPage)") }
  }
}

extension SimulationReport {
  /// The report of days, with everything its reader has to know.
  init(_ setup: Setup, _ days: SimulatedDays, _ result: SimulatedDays.Result) {
    let summary = result.summary
    let all = summary.statistics.all
    let say = setup.messages.language
    var warnings: [String] = []
    var judgement: Judgement?
    if days.isDrawn {
      if days.hasProcesses {
        warnings += Self.silentServices(setup, all.arrived == 0 ? nil : summary)
      } else if days.workload.closes != nil, days.count == nil {
        let all = days.workload.clients
        let few = all.count == 1 ? "" : "\(all.lowerBound)–"
        warnings.append(
          say(
            "no service has arrivals: \(few)\(all.upperBound) clients are there at opening, and nobody comes later",
            "arrivals가 있는 업무가 없습니다: 문을 열 때 고객 \(few)\(all.upperBound)명이 와 있고 그 뒤로는 아무도 오지 않습니다"))
      }
      let judged = Judgement(
        setup.plan, days.workload, summary, from: days.warmup, isCut: days.end != nil)
      warnings += judged.findings.map {
        $0.sentence(
          under: setup.wired.label, hasHandover: setup.plan.handover > .zero,
          in: setup.messages.language)
      }
      judgement = judged
    }
    let unstable = judgement?.unstable ?? []
    if days.hasProcesses, !days.isSteady, summary.days.count == 1, result.fault == nil {
      warnings.append(
        say(
          "no interval: one day says nothing of others; use --replications",
          "구간 없음: 하루로는 다른 날을 알 수 없습니다. --replications를 쓰세요"))
    }
    if days.end == nil, !result.isInterrupted, result.fault == nil, all.unserved > 0 {
      warnings.append(say.say(ExitStatus.unserved(all.unserved)))
    }
    if days.end != nil, all.unserved > 0, setup.plan.services.contains(where: { $0.target != nil })
    {
      let share = Time.seconds(100 * Double(all.unserved) / Double(all.arrived)).decimal(places: 1)
      warnings.append(
        say(
          "\(share) % of those who came are still there at --until: who still waits counts as late, however short",
          "온 고객의 \(share) %가 --until에 아직 남아 있습니다. 아직 기다리는 고객은 기다린 시간이 짧아도 목표 초과로 셉니다"))
    }
    let wanted = days.count.map { $0 * days.replications }
    if let wanted, days.warmup == .zero, summary.statistics.clients < wanted, !result.isInterrupted,
      result.fault == nil
    {
      // Such arrivals never end, but times do.
      let why =
        days.isSteady
        ? say(
          "the others would come after 292 years, and times go no further",
          "나머지는 시각의 끝인 292년보다 뒤에 옵니다")
        : say("the arrivals end before", "도착이 먼저 끝납니다")
      warnings.append(
        say(
          "\(summary.statistics.clients) of \(wanted) clients came: \(why)",
          "고객 \(wanted)명 중 \(summary.statistics.clients)명만 왔습니다: \(why)"))
    }
    if all.arrived == 0 {
      warnings.append(
        days.warmup > .zero
          ? say("nobody came after the warm-up", "준비 기간이 지난 뒤에 온 고객이 없습니다")
          : say("nobody came", "온 고객이 없습니다"))
    }
    if result.isInterrupted {
      warnings.append(
        say("interrupted; these are the figures so far", "중단되었습니다. 지금까지의 수치입니다"))
    }
    self.init(
      policy: setup.wired.label, options: setup.wired.options, queue: setup.queue.name,
      seed: setup.seed, plan: setup.plan, summary: summary,
      hasIntervals: (days.isSteady || summary.days.count > 1) && judgement?.isTrusted ?? true,
      unstable: unstable,
      fault: result.fault?.fault, wallSeconds: result.wallSeconds, warnings: warnings,
      warmup: days.warmup, isJudged: !(judgement?.findings.isEmpty ?? true),
      scale: setup.configuration.scale, classNames: setup.classNames,
      language: setup.messages.language,
      namesakes: setup.namesakes, course: result.course)
    isCut = days.end != nil || days.count != nil
    haveServicesSameClasses = days.isDrawn && days.workload.haveServicesSameClasses
    policySummary = say(setup.wired.summary.english, setup.wired.summary.korean)
  }

  private static func silentServices(_ setup: Setup, _ summary: DaysSummary?) -> [String] {
    setup.plan.services.enumerated().compactMap { index, service in
      guard setup.configuration.workload.isReached(index) else {
        return setup.messages.language(
          "nobody comes for \"\(service.name)\": it has no arrivals, and others have",
          "\"\(service.name)\" 업무로 오는 고객이 없습니다: 다른 업무와 달리 arrivals가 없습니다")
      }
      guard let summary, summary.statistics.services[index].arrived == 0 else { return nil }
      return setup.configuration.workload.services[index].arrivals == nil
        ? setup.messages.language(
          "nobody came for \"\(service.name)\", though a route leads there",
          "\"\(service.name)\" 업무를 거쳐 가는 경로가 있는데 온 고객이 없습니다")
        : setup.messages.language(
          "nobody came for \"\(service.name)\", though it has arrivals",
          "\"\(service.name)\" 업무는 arrivals가 있는데 온 고객이 없습니다")
    }
  }
}
