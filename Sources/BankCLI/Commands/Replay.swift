import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation

/// The command `bank replay`.
enum Replay {
  static let policies = Flag(
    "--policies", "A,B,…", "what-ifs, put beside the recorded policy (default: the recorded alone)")
  static let handover = Flag(
    "--handover", "TIME",
    "between two clients of one teller (default: drawn from the pauses of the log's other days)")
  static let staff = Flag(
    "--staff", "recorded|config",
    "who serves in the what-ifs: those of the day, or the config's tellers (default recorded)")

  static let command = Command(
    name: "replay", summary: "Replay recorded days under their policy, and under others.",
    flags: [RecordedInput.log, policies, staff, handover] + RecordedInput.flags
      + [.report, .json, .csv, .unit],
    discussion: """
      First the recorded policy is replayed as a control, and its error printed for every day; then
      the what-ifs, which are compared with the control and never with the record. A difference that
      is smaller than the control's error is marked. Options follow a policy's name, so that one can
      be compared with itself: --policies NAME:KEY=VALUE:KEY=VALUE
      --staff config asks what other staff would have done: the same clients, and the tellers of the
      config (or of --set tellers=4), under the recorded policy and the others; the control keeps the
      staff of the day.
      Without a recording in the config the log is looked at: what each column is taken for is said,
      with how sure that is, and --write-recording keeps it. Logs may be UTF-8, UTF-16, CP949 or Windows-1252.
      """
  ) { arguments, registry throws(Problems) in
    var problems = arguments.problems + arguments.clashes(of: .json, with: [.csv])
    let handoverGiven = arguments.read(
      handover, allowed: "a time from 0 to 86400 seconds, such as 15s", &problems
    ) { text in
      TimeText.length(text).flatMap { .zero...Time.seconds(86_400) ~= $0 ? $0 : nil }
    }
    var choices = arguments.has(policies) ? Compare.choices(arguments, registry, &problems) : []
    let staffed = arguments.read(staff, allowed: "recorded, config", &problems) { text in
      ["recorded", "config"].contains(text) ? text : nil
    }
    let input = try RecordedInput(arguments, registry, problems, writing: [.report])
    var base = input.base
    let (format, path) = (input.format, input.path)
    let control = format.policy ?? base.wired.name
    choices.removeAll { $0.label == control }
    do throws(Problems) {
      let recorded = PolicyChoice(try registry.policy(named: control, "recording.policy"))
      if staffed == "config" {
        choices = ([recorded] + choices).map { choice in
          var choice = choice
          choice.label += Console.say(", the config's staff")
          choice.hasConfigStaff = true
          return choice
        }
      }
      choices.insert(recorded, at: 0)
    } catch {
      problems += error.all
    }
    guard problems.isEmpty else { throw Problems(problems) }

    let record = try input.log()
    let idle = input.idleSettings(arguments, record, hasConfigStaff: staffed == "config")
    guard idle.isEmpty else { throw Problems(idle) }
    try base.meet(classes: record.days.lazy.flatMap(\.clients).map(\.priority))
    if choices.contains(where: \.hasConfigStaff),
      record.days.allSatisfy({ $0.clients.allSatisfy { $0.teller == nil } })
    {
      throw Problems([
        Problem(
          "--staff config",
          "the log names no teller, so the control has the config's staff already",
          "run it once with each staff and put the two side by side")
      ])
    }
    if staffed == "config", !input.isOfEvents, !Setup.hasConfig(arguments),
      !arguments.all(.set).contains(where: { $0.hasPrefix("tellers") })
    {
      throw Problems([
        Problem("--staff config", "there is no config", "give --config FILE, or --set tellers=N")
      ])
    }
    let files = input.files
    var runner = DayReplay(
      base: base, record: record, format: format, handover: handoverGiven,
      staff: RecordedStaff(record.days, gap: format.gap), isOfEvents: input.isOfEvents,
      isKeepingFree: choices[0].policy.claims.idling != .never, isOfOwnBranch: input.isOfOwnBranch,
      openingStock: input.openingStock)
    let pauses = RecordedPauses(record.days, longest: format.gap)
    func reported(_ result: DayReplay.Result, _ runner: DayReplay) -> ReplayReport {
      var report = ReplayReport(
        log: path, record: record, handover: (runner.handover ?? runner.ownHandover)?.seconds,
        pauses: pauses, policies: result.policies,
        days: result.days,
        faults: result.faults, unsuited: result.unsuited,
        services: base.plan.services.map(\.name), scale: base.configuration.scale,
        language: base.messages.language,
        titles: base.plan.services.map {
          base.messages.language($0.name, base.namesakes[$0.name] ?? $0.name)
        },
        classes: record.hasClasses
          ? zip(base.plan.classes, base.classNames).map { number, name in
            (number, base.messages.language(name, base.namesakes[name] ?? name))
          } : [], known: Set(runner.known.map(\.name)))
      report.options = result.options
      report.pageTitles = base.plan.services.map { base.namesakes[$0.name] ?? $0.name }
      return report
    }
    let readings = runner.readings
    var result = try runner.run(choices, readings[0])
    if let (policy, fault) = result.faults.first, policy == control {
      Console.warn(input.logDoubts(record))
      Console.tell("the control, \(policy), broke a law \(fault)")
      return 1
    }
    var replays = [(readings[0], reported(result, runner))]
    func read(_ runner: DayReplay, _ readings: some Sequence<RecordedStaff.Reading>) {
      for reading in readings where !result.isInterrupted {
        // A staff that does not suit the policies is none that the log may mean.
        guard let other = try? runner.run(choices, reading) else { continue }
        result.isInterrupted = other.isInterrupted
        if !other.isInterrupted, other.faults.isEmpty {
          replays.append((reading, reported(other, runner)))
        }
      }
    }
    read(runner, readings.dropFirst())
    var replay = ReplayReport.likeliest(replays, within: runner.closeness)
    // A policy that keeps tellers free while somebody waits has pauses that are no hand-overs: the shortest are.
    if runner.isKeepingFree, runner.handover == nil, runner.ownHandover == nil, pauses.count > 0 {
      runner.handover = .seconds(pauses.all[pauses.all.rank(0.1)])
      replays = []
      read(runner, readings)
      let other =
        replays.isEmpty ? replay : ReplayReport.likeliest(replays, within: runner.closeness)
      if !result.isInterrupted, other.isCloser(than: replay) {
        replay = other
        replay.isLeastHandover = true
      } else {
        runner.handover = nil
      }
    }
    // One day says nothing that other draws of patience and hand-overs turn round.
    if record.days.count == 1, choices.count > 1, !result.isInterrupted {
      var again = runner
      for _ in 1...4 {
        again.base.seed &+= 1
        if let other = try? again.run(choices, replay.reading), !other.isInterrupted {
          replay.redrawn += other.days
        }
      }
    }
    replay.ofLog = input.logDoubts(record)
    if !result.isInterrupted {
      replay.recordedDays = runner.asRecorded(
        replay.reading, hasCourse: arguments.has(.report))
    }
    replay.doubts = [input.classDoubt(record)].compactMap(\.self) + input.ruleDoubts(record)
    if staffed == "config", base.plan.tellers.allSatisfy({ $0.shifts == nil }) {
      replay.doubts.append(
        Console.say(
          "the config's tellers are there all day, without a break, and those of the record may not have been: shifts in the config say when"
        ))
    }
    replay.hasConfigTaughtAll =
      staffed == "config" && base.plan.tellers.allSatisfy { $0.skills == nil }
    let output = LineWriter.standardOutput
    output.line(
      arguments.has(.json)
        ? replay.json.pretty
        : arguments.has(.csv)
          ? replay.csv.joined(separator: "\n") : Console.printable(replay.text, lines: true))
    Console.warn(replay.warnings)
    if result.isInterrupted {
      Console.tell("interrupted: \(result.days.count) of \(record.days.count) days were replayed")
    }
    files[arguments[.report]]?.text(replay.html(command: arguments.line))
    return result.isInterrupted ? Interrupt.shared.status : result.faults.isEmpty ? 0 : 1
  }
}

/// Replays recorded days, each as a branch with the staff of that day.
struct DayReplay {
  var base: Setup
  let record: RecordedLog
  let format: RecordingFormat
  /// The time between two clients of a teller, where it is not drawn from pauses.
  var handover: Time?
  /// The mean of those that the bank made, of which events tell; other logs are asked for their pauses.
  var ownHandover: Time? { isOfEvents ? base.plan.handover : nil }
  /// Who the log shows to be there.
  let staff: RecordedStaff
  /// Whether the log is one of events: then the branch says who is there, too, in its order.
  let isOfEvents: Bool
  /// Whether the control keeps tellers free while somebody waits.
  let isKeepingFree: Bool
  /// Replays are as close to the record as another whose control is off by no more than this share of the mean wait.
  ///
  /// Who is kept free by the policy hardly counts under the control, and much under others.
  var closeness: Double { isKeepingFree ? 0.05 : 0.01 }
  /// Whether the branch is the one that wrote the events.
  let isOfOwnBranch: Bool
  /// What was in stock as days began, by date, where that is not the config's.
  let openingStock: [String: [String: Int]]

  /// What came of the days.
  struct Result {
    /// Those that broke no law, the control first.
    var policies: [String]
    /// The options of each, and whether they were others on another day.
    var options: [String: (json: JSON, differ: Bool)] = [:]
    var days: [ReplayReport.Day] = []
    var faults: [(policy: String, fault: String)] = []
    var unsuited: [(policy: String, date: String, why: String)] = []
    /// Whether it was interrupted before the last day.
    var isInterrupted = false
  }

  /// The ways to read the log that are not the same on all days.
  var readings: [RecordedStaff.Reading] {
    var known: [[[Teller]]] = []
    let seen = RecordedStaff.Skills.allCases.flatMap { skills in
      ([.away, .there] + (isKeepingFree ? [.kept] : [])).map {
        RecordedStaff.Reading(idle: $0, skills: skills)
      }
    }
    let written = RecordedStaff.Reading(idle: .written, skills: .all)
    return ((isOfOwnBranch ? [written] : []) + seen).filter { reading in
      let staff = record.days.map { tellers(on: $0, reading) }
      guard !known.contains(staff) else { return false }
      known.append(staff)
      return true
    }
  }

  /// The tellers of whom the config says what they can do.
  var known: [Teller] { base.plan.tellers.filter { $0.skills != nil } }

  /// The tellers of a day; where they `stay`, as long as somebody waits whom they serve.
  func tellers(
    on day: RecordedLog.Day, _ reading: RecordedStaff.Reading, stay: Bool = false
  ) -> [Teller] {
    let seen = staff.tellers(
      on: day, reading, services: base.plan.services.map(\.name), known: known, stay: stay)
    guard isOfEvents else { return seen }
    let all = base.tellersByClock
    return all.map { one in
      guard reading.idle == .written else { return seen.first { $0.name == one.name } ?? one }
      // Whoever is there all day comes at opening, or they would have idled longer than those who have hours.
      var teller = one
      let opens = Time.seconds(base.configuration.scale.opens ?? 0)
      teller.shifts = one.shifts ?? [Shift(from: opens, to: BranchPlan.longestTime)]
      return teller
    }
      + seen.filter { one in !all.contains { $0.name == one.name } }
  }

  /// Runs every day under every policy, the control first.
  ///
  /// One that breaks a law ends there, and figures nowhere but in the faults; a day whose staff does not
  /// suit a policy is left out of what that one is judged by. Without the control there is nothing to
  /// compare with, and no day.
  ///
  /// - Throws: why a day is none, or why the control suits none of them.
  func run(
    _ choices: [PolicyChoice], _ reading: RecordedStaff.Reading
  ) throws(Problems) -> Result {
    let times = record.serviceTimes(services: base.plan.services.count)
    // A time is as long as whoever served took. The config's tellers have their speeds, so for them it begins at speed 1.
    let ofConfig = record.atSpeedOne { teller, service in
      base.plan.tellers.firstIndex { $0.name == teller }
        .map { base.plan.speed(of: $0, doing: service) }
    }
    let timesOfConfig = ofConfig.serviceTimes(services: base.plan.services.count)
    // So have those of the branch that wrote the events.
    let (ownLog, ownTimes) =
      reading.idle == .written ? (ofConfig, timesOfConfig) : (record, times)
    var result = Result(policies: choices.map(\.label))
    var figures: [[String: ReplayReport.Figures]] = []
    var problems: [Problem] = []
    var known: [Int: (pauses: RecordedPauses, patience: RecordedPatience)] = [:]
    Interrupt.shared.begin()
    for (index, day) in record.days.enumerated() where !Interrupt.shared.isRequested {
      // The first day of each part stands for all of it.
      let part = index % min(RecordedLog.parts, record.days.count)
      let others = record.days(besides: index)
      let (pauses, patience) =
        known[part]
        ?? (
          RecordedPauses(others, longest: format.gap),
          RecordedPatience(others, services: base.plan.services.count)
        )
      known[part] = (pauses, patience)
      let length = handover ?? ownHandover ?? .seconds(pauses.mean)
      let recorded = try plan(
        tellers(on: day, reading, stay: true), ownTimes, handover: length, on: day)
      let other =
        choices.contains(where: \.hasConfigStaff)
        ? try plan([], timesOfConfig, handover: length, on: day) : recorded
      func arrivals(_ day: RecordedLog.Day, _ times: [[Double]]) -> [Arrival] {
        day.arrivals(times: times, patience: patience, turnsAway: turnsAway, seed: base.seed)
      }
      let (own, config) = (
        arrivals(ownLog.days[index], ownTimes),
        choices.contains(where: \.hasConfigStaff)
          ? arrivals(ofConfig.days[index], timesOfConfig) : []
      )
      figures.append([:])
      for choice in choices where result.policies.contains(choice.label) {
        let plan = choice.hasConfigStaff ? other : recorded
        let policy: WiredPolicy
        do throws(Problems) {
          policy = try base.wire(choice, on: plan)
        } catch {
          result.unsuited.append((choice.label, day.date, Console.language.say(error.all[0])))
          problems += error.all.map {
            Problem(choice.label, "on \(day.date): \($0)")
          }
          continue
        }
        var inputs = base.inputs(
          .trace((choice.hasConfigStaff ? config : own).makeIterator()), day: index + 1, on: plan)
        if handover != nil {
          inputs.handovers = nil
        } else if ownHandover == nil {
          inputs.handovers = pauses.source(of: plan.tellers, seed: base.seed, day: index + 1)
        }
        let outcome = policy.simulate(SimulatedDay(inputs: inputs))
        if let fault = outcome.fault {
          result.faults.append((choice.label, Console.say("on \(day.date): \(fault.phrase)")))
          guard choice.label != choices[0].label else {
            return Result(policies: [], faults: result.faults)
          }
          result.policies.removeAll { $0 == choice.label }
        }
        let known = result.options[choice.label]
        result.options[choice.label] = (
          policy.options, known.map { $0.differ || $0.json != policy.options } ?? false
        )
        figures[index][choice.label] = ReplayReport.Figures(outcome.statistics)
      }
    }
    result.isInterrupted = Interrupt.shared.end()
    result.days = zip(record.days, figures).compactMap { day, figures in
      ReplayReport.Day(day, result.policies.map { figures[$0] })
    }
    let unfit = choices.map(\.label).filter { label in
      result.policies.contains(label) && !figures.contains { $0[label] != nil }
    }
    guard unfit.isEmpty || result.isInterrupted else {
      // One day says why for all.
      throw Problems(unfit.compactMap { label in problems.first { $0.path.hasPrefix(label) } })
    }
    return result
  }

  /// The services, each of which takes as long as the log says on average.
  func services(_ times: [[Double]]) -> [Service] {
    var services = base.plan.services
    for service in services.indices where !times[service].isEmpty {
      let mean = times[service].reduce(0, +) / Double(times[service].count)
      services[service].meanTime = .seconds(mean)
    }
    return services
  }

  /// Whether the branch turns clients away again: elsewhere those who came in are all there is.
  private var turnsAway: Bool { base.configuration.turnsAway }

  /// The branch of a day: its staff, or the config's, what it had in stock, and services that take as long as the log says on
  /// average.
  private func plan(
    _ staff: [Teller], _ times: [[Double]], handover: Time, on day: RecordedLog.Day
  ) throws(Problems) -> BranchPlan {
    var services = services(times)
    if !turnsAway {
      for service in services.indices { services[service].needs = [] }
    }
    let counts = openingStock[day.date] ?? openingStock[""] ?? [:]
    let stock = base.plan.stock.map { ItemCount($0.item, counts[$0.item] ?? $0.count) }
    return try BranchPlan(
      services: services, tellers: staff.isEmpty ? base.tellersByClock : staff,
      stock: turnsAway ? stock : [], limit: turnsAway ? base.plan.limit : nil,
      handover: handover, classes: base.plan.classes)
  }
}
