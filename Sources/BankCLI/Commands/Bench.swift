import BankCore
import BankRecords
import BankReports
import BankSimulation
import Foundation
import Synchronization

/// The command `bank bench`.
enum Bench {
  static let clients = Flag("--clients", "N", "clients per turn (default 100000)")

  static let loopAlone = Flag(
    "--loop-alone", nil, "run the straight loop once and print its mean waits, to time it whole")

  /// How many turns the bank and the loop take: one of them is undisturbed even on a busy machine.
  private static let turns = 100

  static let command = Command(
    name: "bench", summary: "Measure policies and queues beside a straight loop.",
    flags: [clients, loopAlone, .json], without: [.config, .set, .option],
    discussion: """
      The model: deposits come at 2.4 a second and take 0.7 s, loans at 0.75 and take 1.1 s (both
      exponential), three tellers, all statistics on. The straight loop is written by hand for this
      model and rule, and draws the same clients; a policy it does not know is set beside the shared
      pool's. Bank and loop take a hundred turns each, and the best counts. --policy measures one.
      """
  ) { arguments, registry throws(Problems) in
    var problems = arguments.problems
    let count =
      arguments.read(clients, allowed: "a number from 1000 to 1000000000", &problems) { text in
        Int(text).flatMap { 1000...1_000_000_000 ~= $0 ? $0 : nil }
      } ?? 100_000
    let setup = try Setup(arguments, registry, problems)
    let policies =
      arguments.has(.policy)
      ? [try registry.policy(named: setup.wired.name, "")] : registry.policies
    let queues =
      arguments.has(.queue) ? [setup.queue] : registry.queues.filter { $0.isFirstInFirstOut }
    if arguments.has(loopAlone) { return try runAlone(setup, registry, count) }
    let found = Found(isJSON: arguments.has(.json))
    // The loop asks nobody whether to stop.
    Interrupt.shared.begin(lastWord: { found.say(isInterrupted: true) })
    for policy in policies {
      for queue in queues where !Interrupt.shared.isRequested {
        guard let row = measure(policy, queue, setup.seed, count, registry.straightLoop) else {
          continue
        }
        found.rows.withLock { $0.append(row) }
      }
    }
    let isInterrupted = Interrupt.shared.end()
    found.say(isInterrupted: isInterrupted)
    if isInterrupted { return Interrupt.shared.status }
    return found.rows.withLock { $0.allSatisfy { $0.agrees != false } } ? 0 : 1
  }

  /// What was measured so far.
  private final class Found: Sendable {
    let rows = Mutex<[Row]>([])
    private let isJSON: Bool
    private let isSaid = Atomic(false)

    init(isJSON: Bool) { self.isJSON = isJSON }

    /// Says it, once.
    func say(isInterrupted: Bool) {
      guard !isSaid.exchange(true, ordering: .relaxed) else { return }
      let rows = rows.withLock(\.self)
      let output = LineWriter.standardOutput
      if isJSON {
        output.line(JSON.array(rows.map(\.json)).pretty)
      } else {
        let head = ["policy", "queue", "clients/s", "straight loop", "ratio", "figures"]
          .map { Console.say(Phrase(stringLiteral: $0)) }
        for line in SimulationReport.table([head] + rows.map(\.cells)) { output.line(line) }
      }
      if isInterrupted { Console.tell("interrupted; this is what was done so far") }
    }
  }

  /// What one policy and queue came to.
  struct Row {
    let policy: String
    let queue: String
    let rate: Double
    let straight: Double?
    /// Whether the loop's figures are those of the bank; `nil` where the rule is another one.
    let agrees: Bool?

    var cells: [String] {
      [
        policy, queue, millions(rate), straight.map(millions) ?? "–", ratio,
        agrees.map { Console.say($0 ? "equal" : "DIFFERENT") } ?? "–",
      ]
    }

    var json: JSON {
      [
        "policy": .string(policy), "queue": .string(queue), "clientsPerSecond": .number(rate),
        "straightLoop": straight.map { .number($0) } ?? .null,
        "ratio": straight.map { .number(rate / $0) } ?? .null,
        "sameFigures": agrees.map { .bool($0) } ?? .null,
      ]
    }

    private var ratio: String {
      straight.map { Time.seconds(rate / $0).decimal(places: 2) } ?? "–"
    }

    private func millions(_ rate: Double) -> String {
      Time.seconds(rate / 1e6).decimal(places: 2) + " M"
    }
  }

  private static func measure(
    _ policy: RegisteredPolicy, _ queue: RegisteredQueue, _ seed: UInt64, _ count: Int,
    _ loop: LoopBeside?
  ) -> Row? {
    guard
      let plan = try? BranchPlan(
        services: [
          Service("deposit", meanTime: .seconds(BenchModel.times.0)),
          Service("loan", meanTime: .seconds(BenchModel.times.1)),
        ], tellers: ["1", "2", "3"].map { Teller($0) }),
      let wired = try? policy.wire(OptionSettings(), plan).get()
    else { return nil }
    var best = (bank: Double.infinity, loop: Double.infinity)
    var agrees: Bool?
    for _ in 0..<turns {
      // One that did not take all its turns is not measured.
      guard !Interrupt.shared.isRequested else { return nil }
      let arrivals = ArrivalSource.workload(
        BenchModel.workload.arrivals(seed: seed, day: 1, count: count))
      var day = SimulatedDay(
        inputs: DayInputs(
          plan: plan, queue: queue.make(plan, .forQueue(seed: seed, day: 1)), arrivals: arrivals,
          random: .forPolicy(seed: seed, day: 1)))
      day.isInterrupted = { Interrupt.shared.isRequested }
      var result: DayResult?
      best.bank = min(best.bank, seconds { result = wired.simulate(day) })
      guard result?.ending != .interrupted else { return nil }
      var figures: LoopFigures?
      best.loop = min(best.loop, seconds { figures = loop?(policy.name, count, seed) })
      guard let result, let figures, figures.isOfRule else { continue }
      agrees = (agrees ?? true) && figures.agree(with: result.statistics)
    }
    return Row(
      policy: policy.name, queue: queue.name, rate: Double(count) / best.bank,
      straight: loop == nil ? nil : Double(count) / best.loop, agrees: agrees)
  }

  /// Runs the loop once.
  private static func runAlone(
    _ setup: Setup, _ registry: Registry, _ count: Int
  ) throws(Problems) -> Int32 {
    guard let loop = registry.straightLoop else {
      throw Problems([
        Problem(
          loopAlone.name, "this executable brings no straight loop", "use that of bank itself")
      ])
    }
    let means = loop(setup.wired.name, count, setup.seed).services.map(\.mean)
    LineWriter.standardOutput.line(means.map { "\(Time.seconds($0))" }.joined(separator: " "))
    return 0
  }

  private static func seconds(_ work: () -> Void) -> Double {
    let clock = ContinuousClock()
    return clock.measure(work) / .seconds(1)
  }
}
