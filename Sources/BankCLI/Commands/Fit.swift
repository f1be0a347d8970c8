import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation

/// The command `bank fit`.
enum Fit {
  static let out = Flag("--out", "FILE", "write the branch to FILE, as a config (JSON5)")
  /// How many days of the model stand beside the recorded ones.
  private static let days = 40

  static let command = Command(
    name: "fit", summary: "Make a branch that can be simulated out of a recorded log.",
    flags: [RecordedInput.log, out] + RecordedInput.flags + [.report, .json],
    discussion: """
      Arrivals by half-hour, service times (the family that fits best, or the data themselves where none
      does), patience of those who left and of those who were served (Kaplan–Meier, then a family), who
      serves when and what, hand-overs: each with how well it fits. Then \(days) days of the model are run
      beside the recorded ones, under the recording's policy. --out keeps the branch, to be changed and
      simulated. The log is read as bank replay reads it.
      """
  ) { arguments, registry throws(Problems) in
    let input = try RecordedInput(
      arguments, registry, arguments.problems, writing: [out, .report])
    let record = try input.log()
    let idle = input.idleSettings(arguments, record, hasConfigStaff: false)
    guard idle.isEmpty else { throw Problems(idle) }
    let files = input.files
    let branch = FittedBranch(
      record, input.format, services: input.base.plan.services.map(\.name),
      tellers: input.base.tellersByClock)
    let policy = input.format.policy ?? input.base.wired.name
    // The others hang on the staff, which is that of the log.
    let options: JSON = policy == input.base.wired.name ? input.base.givenOptions : [:]
    let config = FittedConfiguration.json(
      branch, policy: policy, options: options, keeping: input.base.effective,
      turnsAway: input.base.configuration.turnsAway
    ).pretty

    var warnings =
      input.logDoubts(record) + [input.classDoubt(record)].compactMap(\.self)
      + input.ruleDoubts(record)
      + RecordedEdges.doubts(record, in: input.base.messages.language)
      + RecordedSpeeds.doubts(record, in: input.base.messages.language) + doubts(branch, record)
      + stockDoubts(input)
    if let rule = try? registry.policy(named: policy, "policy"), rule.claims.idling != .never {
      warnings.append(
        Console.say(
          "\(policy) keeps tellers free while somebody waits, and the log does not tell that from a hand-over: it may be too long"
        ))
    }
    var model: SimulationReport?
    var refused: [Problem] = []
    var isBroken = false
    do throws(Problems) {
      let words = ["--replications=\(days)", "--seed=\(input.base.seed)"]
      let own = Arguments(words, flags: SimulatedDays.flags + Flag.common)
      var none: [Problem] = []
      var setup = try Setup(own, registry, [], text: config)
      let request = SimulatedDays.Request(own, &none)
      let length = try SimulatedDays(&setup, request, own, replications: days)
      let result = length.run(setup)
      FaultPage.tell(setup, length, result)
      isBroken = result.fault != nil
      let report = SimulationReport(setup, length, result)
      if !isBroken { model = report }
      if !isBroken, report.unservedShare > 0.005 {
        let share = Time.seconds(report.unservedShare * 100).decimal(places: 1)
        warnings.append(
          Console.say(
            "\(share) % of the model's clients are never served: their tellers have gone home"))
      }
    } catch {
      refused = error.all
      warnings += refused.map { Console.say("the model cannot run: \($0)") }
    }
    let fit = FitReport(
      log: input.path, record: record, branch: branch, model: model, warnings: warnings,
      language: input.base.messages.language)
    LineWriter.standardOutput.line(
      arguments.has(.json)
        ? fit.json.pretty : Console.printable(fit.text(columns: Console.columns), lines: true))
    Console.warn(warnings)
    let dates = record.days.map(\.date)
    let note =
      (dates.count == 1
        ? "// From \(input.path): 1 day, \(dates[0]).\n"
        : "// From \(input.path): \(dates.count) days, \(dates[0]) to \(dates[dates.count - 1]).\n")
      + refused.map { "// To be put right, for bank refuses it: \($0)\n" }.joined()
    files[arguments[out]]?.text(note + config + "\n")
    files[arguments[.report]]?.text(fit.html(command: arguments.line))
    return refused.isEmpty && !isBroken ? 0 : 1
  }

  /// What to say where days began with another stock than the branch of the config opens with, or nobody is known to be
  /// turned away for want of it.
  private static func stockDoubts(_ input: RecordedInput) -> [String] {
    let odd = input.openingStock.values.count { counts in
      input.base.plan.stock.contains {
        counts[$0.item].map { [count = $0.count] in $0 != count } ?? false
      }
    }
    guard input.base.configuration.turnsAway else {
      return input.base.plan.stock.isEmpty
        ? []
        : [
          Console.say(
            "the log does not say who was turned away: the model has no stock, and nobody is refused in it"
          )
        ]
    }
    guard odd > 0 else { return [] }
    return [
      Console.say(
        "some days of the log began with another stock than the config says (\(odd)); every day of the model begins with the config's"
      )
    ]
  }

  /// What a log cannot know, or knows too little of.
  private static func doubts(_ branch: FittedBranch, _ record: RecordedLog) -> [String] {
    var doubts: [Phrase] = []
    if record.days.flatMap(\.clients).allSatisfy({ $0.teller == nil }) {
      doubts.append(
        "the log does not say who served: the tellers are those of the config, or --set tellers=N")
    } else if !branch.isNamed, branch.days > 1 {
      doubts.append(
        "the hours in which the log shows each teller differ from day to day: the model has about as many as were there in each half-hour, at least one where anybody was, who can do everything"
      )
    }
    if branch.days < 5 {
      let count: Phrase = branch.days == 1 ? "1 day" : "\(branch.days) days"
      doubts.append("\(count): too few to say how days differ")
    }
    for service in branch.untaught {
      doubts.append(
        "nobody is seen serving \"\(branch.services[service].name)\": every teller is given it, and it takes 1 s until somebody says how long"
      )
    }
    for service in branch.services where service.count > 0 {
      if branch.days >= 5, service.dispersion > 1.5 {
        doubts.append(
          "the days of \"\(service.name)\" differ by more than chance; those of the model do not")
      }
      if service.served.count < 50 {
        doubts.append(
          "\"\(service.name)\": \(service.served.count) served are too few to know the family of their times"
        )
      }
    }
    return doubts.map(Console.say)
  }
}
