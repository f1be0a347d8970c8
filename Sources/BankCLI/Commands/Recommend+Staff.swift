import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation

extension Recommend {
  static let staffBy = Flag(
    "--staff-by", "TIME",
    "the fewest tellers in each stretch of the day (30min), so that the goals hold in each")
  static let out = Flag(
    "--out", "FILE", "with --staff-by: write the config with those shifts to FILE")

  /// Answers `recommend --staff-by`.
  static func staff(
    _ arguments: Arguments, _ registry: Registry, _ given: [Problem]
  ) throws(Problems) -> Int32 {
    var problems = given
    for flag in [
      cost, Grid.vary, Grid.policies, error, indifference, report, SimulatedDays.clients,
      SimulatedDays.until, SimulatedDays.warmup,
    ] where arguments.has(flag) {
      problems.append(
        Problem("\(flag.name) and \(staffBy.name)", "exclude each other", "keep one"))
    }
    let width = arguments.read(
      staffBy, allowed: "a time such as 30min, from 1min to a day", &problems
    ) { text in
      TimeText.length(text).flatMap { .seconds(60)...(.seconds(86_400)) ~= $0 ? $0 : nil }
    }
    let setup = try Setup(arguments, registry, problems)
    guard let width else { throw Problems(problems) }
    let search = try StaffSearch(setup, width: width, arguments)
    Console.warn([Recommend.idleGoal(search.goals, setup).map(Console.say)].compactMap { $0 })
    Interrupt.shared.begin()
    let files = try arguments.files([out])
    let found = try search.run()
    let isInterrupted = Interrupt.shared.end()
    guard let (result, staffed) = found else {
      return isInterrupted ? Interrupt.shared.status : 1
    }
    LineWriter.standardOutput.line(arguments.has(.json) ? result.json.pretty : result.text)
    files[arguments[out]]?.text(staffed.effective.pretty + "\n")
    return isInterrupted ? Interrupt.shared.status : 0
  }
}
