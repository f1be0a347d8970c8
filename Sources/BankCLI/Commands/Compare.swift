import BankCore
import BankRecords
import BankReports
import BankSimulation
import Foundation

/// The command `bank compare`.
enum Compare {
  static let policies = Flag(
    "--policies", "A,B,…|all", "these, the first as the baseline (default: all, fixed-split first)")
  /// How many days where nothing says so.
  static let defaultDays = 20

  static let command = Command(
    name: "compare", summary: "Put several policies before the same clients.",
    flags: [policies] + SimulatedDays.flags + [.report, .plot, .json, .csv, .unit],
    without: [.policy, .option],
    discussion: """
      Every policy meets the same clients with the same times (common random numbers), on
      --replications days (default \(defaultDays)); the differences are taken day by day, with 95 %
      intervals. A policy that breaks a law is marked and not compared. Options are those of the
      config, for the policy that it names, and the defaults for the others; more follow the name,
      so that a policy can be compared with itself:
      --policies fixed-split,fixed-split:tellers.deposit=1:tellers.loan=2
      """
  ) { arguments, registry throws(Problems) in
    var problems = arguments.problems + arguments.clashes(of: .plot, with: [.json, .csv])
    let request = SimulatedDays.Request(arguments, &problems)
    let choices = Self.choices(arguments, registry, &problems)
    var (setups, left) = Self.setups(
      choices, arguments, registry, isAll: arguments[policies] ?? "all" == "all", &problems)
    guard problems.isEmpty else { throw Problems(problems) }
    var days = try SimulatedDays(&setups[0], request, arguments, replications: defaultDays)
    SimulatedDays.noteTrace(arguments, setups[0])
    for number in setups.indices { try setups[number].meet(classes: days.classes) }
    let files = try arguments.files([.report])

    Interrupt.shared.begin()
    let notes = [days.findWarmup(setups), days.findReplications(setups)].compactMap { $0 }
    days.findStretches(setups[0], isDrawn: [.report, .json].contains(where: arguments.has))
    var results: [SimulationReport] = []
    for setup in setups where !Interrupt.shared.isRequested {
      let result = days.run(setup)
      results.append(SimulationReport(setup, days, result))
      FaultPage.tell(setup, days, result)
    }
    let isInterrupted = Interrupt.shared.end()
    guard !results.isEmpty else { return Interrupt.shared.status }

    let comparison = ComparisonReport(results)
    if arguments.has(.csv) {
      let rows = results.flatMap(\.csv)
      LineWriter.standardOutput.line(
        ([SimulationReport.csvHeading] + rows).joined(separator: "\n"))
    } else if arguments.has(.json) {
      LineWriter.standardOutput.line(comparison.json.pretty)
    } else {
      Console.show(
        comparison.text(columns: Console.columns),
        plots: arguments.has(.plot) ? comparison.plots : [])
    }
    Simulate.tell(
      notes: notes + left, warnings: SimulationReport.warnings(of: results),
      judged: results.contains { $0.isJudged })
    let isReported = arguments.has(.report)
    // The same time under each, or they could not be compared.
    let worst = isReported ? results.first?.worstTime : nil
    let timelines =
      isReported ? setups.prefix(results.count).map { days.timeline($0, around: worst) } : []
    files[arguments[.report]]?.text(
      HTMLReport(
        title: setups[0].branchName, results: results, differences: comparison.differences,
        conclusions: comparison.conclusions, timelines: timelines, command: arguments.line
      ).text)
    let status: Int32 =
      isInterrupted ? Interrupt.shared.status : results.allSatisfy { $0.fault == nil } ? 0 : 1
    return status
  }

  /// The policies that are asked for; all are those that need no table of the branch.
  static func choices(
    _ arguments: Arguments, _ registry: Registry, _ problems: inout [Problem]
  ) -> [PolicyChoice] {
    guard let text = arguments[policies], text != "all" else {
      // The branch's own policy is what the others are put beside.
      let own = (try? Setup(arguments, registry, [])).flatMap { setup in
        registry.policies.first { $0.name == setup.wired.name }
      }
      let standard = own ?? registry.standard
      return [PolicyChoice(standard)]
        + registry.policies.filter { ![standard.name, Optimum.player].contains($0.name) }
        .map(PolicyChoice.init)
    }
    let written = PolicyChoice.parts(of: text, at: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    for (index, name) in written.enumerated() where written[..<index].contains(name) {
      problems.append(
        Problem("--policies", "\"\(name)\" is there twice", "name it once, or with other options"))
    }
    return written.compactMap { text in
      do throws(Problems) {
        return try PolicyChoice(text, in: registry, "--policies")
      } catch {
        problems += error.all
        return nil
      }
    }
  }

  /// The branch with each policy, and why some of all are left out.
  static func setups(
    _ choices: [PolicyChoice], _ arguments: Arguments, _ registry: Registry, isAll: Bool,
    _ problems: inout [Problem]
  ) -> (setups: [Setup], left: [String]) {
    var setups: [Setup] = []
    var left: [String] = []
    var found: [Problem] = []
    // Where no policy is known the config is read all the same, for its mistakes.
    for choice in choices.isEmpty ? [PolicyChoice(registry.standard)] : choices {
      do throws(Problems) {
        let setup = try Setup(arguments, registry, [], policy: choice)
        let wired = setup.wired
        if let same = setups.first(where: {
          $0.wired.name == wired.name && $0.wired.options.pretty == wired.options.pretty
            && $0.wired.label != wired.label
        }) {
          problems.append(
            Problem(
              "--policies", "\"\(choice.label)\" is the same as \"\(same.wired.label)\"",
              "give other options"))
        }
        setups.append(setup)
      } catch {
        found += error.all
        left.append(Console.say("\(choice.label) is left out: \(error.all[0])"))
      }
    }
    // One of all may not suit the branch; one that was asked for has to.
    if isAll, !setups.isEmpty { found = [] }
    for problem in found where !problems.contains(problem) { problems.append(problem) }
    return (setups, left)
  }
}
