import BankCore
import BankReports

/// The command `bank run`.
enum Run {
  static let command = Command(
    name: "run", summary: "Open the branch for one day, in real time.",
    flags: [.runClients, .speed, .events],
    discussion: """
      Prints each start and finish as it happens, and the closing line. Where the config gives no
      arrival processes, all clients are there at opening.
      """
  ) { arguments, registry throws(Problems) in
    var problems = arguments.problems
    let (speed, clients) = Opening.read(arguments, &problems)
    let setup = try Setup(arguments, registry, problems)
    let files = try OutputFiles(
      arguments[.events].map { [("--events", $0)] } ?? [],
      inputs: setup.configPath.map { [$0] } ?? [])
    let events = files[arguments[.events]]
    events?.line(EventLines.header(configuration: setup.effective))
    let opening = Opening(setup: setup, speed: speed, events: events, clients: clients)
    let result = await opening.run(day: 1)
    return Outcome.status(result.status, files)
  }
}

/// The end of a command that wrote files.
enum Outcome {
  /// Closes `files`; a file that is not complete makes a status of 0 a 1.
  static func status(_ status: Int32, _ files: OutputFiles) -> Int32 {
    let problems = files.finish()
    for problem in problems { LineWriter.standardError.line("bank: \(problem)") }
    return problems.isEmpty ? status : max(status, 1)
  }
}
