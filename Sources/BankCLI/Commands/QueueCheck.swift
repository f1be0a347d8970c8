import BankConfiguration
import BankConformance
import BankCore
import BankRecords
import BankReports

/// What `bank conformance --queues` does.
enum QueueCheck {
  static func run(_ arguments: Arguments, _ registry: Registry) throws(Problems) -> Int32 {
    var problems = arguments.problems
    for flag in [
      Conformance.law, Conformance.depth, Conformance.regressions, Conformance.junit,
      Conformance.isolated, Conformance.timeout, .config, .set, .option,
    ] where arguments.has(flag) {
      problems.append(
        Problem("\(flag.name) and --queues", "exclude each other", "leave one out"))
    }
    var queues: [RegisteredQueue] = []
    for name in arguments.positionals {
      do { queues.append(try registry.queue(named: name, "")) } catch { problems += error.all }
    }
    if arguments.positionals.isEmpty { queues = registry.queues }
    var effort = QueueConformance.Effort()
    effort.executable = BankCommand.executable
    effort.cases = arguments.whole(Conformance.cases, 0...10_000_000, &problems) ?? effort.cases
    if let seed = arguments.whole(.seed, 0...Configuration.largestSeed, &problems) {
      effort.seed = UInt64(seed)
    }
    if let line = arguments[Conformance.world] {
      do { effort.world = try QueueWorld(line: line) } catch {
        problems += error.all.map { $0.inside(Conformance.world.name) }
      }
    }
    guard problems.isEmpty else { throw Problems(problems) }
    let reports = queues.map { $0.check(effort) }
    let passed = reports.allSatisfy(\.passed)
    let output = LineWriter.standardOutput
    if arguments.has(.json) {
      let json: JSON = [
        "passed": .bool(passed), "queues": .array(reports.map(\.json)),
      ]
      output.line(json.pretty)
    } else {
      for report in reports { output.line(report.text(Console.say) + "\n") }
      Conformance.sum(reports.count, broken: reports.filter { !$0.passed }.map(\.queue))
    }
    return passed ? 0 : 1
  }
}

extension QueueReport {
  fileprivate var json: JSON {
    [
      "queue": .string(queue), "passed": .bool(passed),
      "laws": .array(
        laws.map { result in
          var entry: [JSON.Member] = [
            .init("id", .string("\(result.law.id)")),
            .init("title", .string("\(result.law.title)")),
          ]
          switch result.outcome {
          case .pass(let cases):
            entry += [.init("result", .string("pass")), .init("cases", .number(Double(cases)))]
          case .fail(let finding, let world):
            entry += [
              .init("result", .string("fail")), .init("note", .string("\(finding)")),
              .init("counterexample", world.map { .string("\($0)") } ?? .null),
            ]
          case .notApplicable(let why):
            entry += [.init("result", .string("notApplicable")), .init("note", .string("\(why)"))]
          case .notExercised(let why):
            entry += [.init("result", .string("notExercised")), .init("note", .string("\(why)"))]
          case .notWitnessed(let why):
            entry += [.init("result", .string("notWitnessed")), .init("note", .string("\(why)"))]
          }
          return .object(entry)
        }),
    ]
  }
}
