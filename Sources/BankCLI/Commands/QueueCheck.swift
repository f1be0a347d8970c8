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
      Conformance.depth, Conformance.regressions, Conformance.isolated, Conformance.timeout,
      .config, .set, .option,
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
    effort.isInterrupted = { Interrupt.shared.isRequested }
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
    if let laws = Conformance.laws(arguments, of: QueueLaw.all.map(\.id), &problems) {
      effort.laws = laws
    }
    guard problems.isEmpty else { throw Problems(problems) }
    let files = try Conformance.files(arguments)
    var verdicts: [Verdict] = []
    Interrupt.shared.begin()
    for queue in queues where !Interrupt.shared.isRequested {
      verdicts.append(Verdict(queue.check(effort)))
      if !arguments.has(.json) { Conformance.say(verdicts[verdicts.count - 1]) }
    }
    return Conformance.sum(verdicts, "queues", of: queues.count, arguments, files)
  }
}
