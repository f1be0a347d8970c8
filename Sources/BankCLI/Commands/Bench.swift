import BankCore
import BankReports
import BankSimulation
import Foundation

/// The command `bank bench`.
enum Bench {
  static let clients = Flag("--clients", "N", "clients per turn (default 100000)")

  /// How many turns the bank and the loop take: one of them is undisturbed even on a busy machine.
  private static let turns = 100

  static let command = Command(
    name: "bench", summary: "Measure policies and queues beside a straight loop.",
    flags: [clients, .json], without: [.config, .option],
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
    let queues = arguments.has(.queue) ? [setup.queue] : QueueKind.allCases
    var rows: [Row] = []
    for policy in policies {
      for queue in queues {
        guard let row = measure(policy, queue, setup.seed, count) else { continue }
        rows.append(row)
      }
    }
    let output = LineWriter.standardOutput
    if arguments.has(.json) {
      output.line(JSON.array(rows.map(\.json)).pretty)
    } else {
      let head = ["policy", "queue", "clients/s", "straight loop", "ratio", "figures"]
      for line in SimulationReport.table([head] + rows.map(\.cells)) { output.line(line) }
    }
    return rows.allSatisfy { $0.agrees != false } ? 0 : 1
  }

  /// What one policy and queue came to.
  struct Row {
    let policy: String
    let queue: String
    let rate: Double
    let straight: Double
    /// Whether the loop's figures are those of the bank; `nil` where the rule is another one.
    let agrees: Bool?

    var cells: [String] {
      [
        policy, queue, millions(rate), millions(straight), ratio,
        agrees.map { $0 ? "equal" : "DIFFERENT" } ?? "–",
      ]
    }

    var json: JSON {
      [
        "policy": .string(policy), "queue": .string(queue), "clientsPerSecond": .number(rate),
        "straightLoop": .number(straight), "ratio": .number(rate / straight),
        "sameFigures": agrees.map { .bool($0) } ?? .null,
      ]
    }

    private var ratio: String { Time.seconds(rate / straight).decimal(places: 2) }
    private func millions(_ rate: Double) -> String {
      Time.seconds(rate / 1e6).decimal(places: 2) + " M"
    }
  }

  /// The model, as a config would say it.
  private static let workload = Workload(
    services: [
      ServiceLoad(
        time: .exponential(mean: StraightLoop.times.0),
        arrivals: .poisson(rate: 1 / StraightLoop.gaps.0)),
      ServiceLoad(
        time: .exponential(mean: StraightLoop.times.1),
        arrivals: .poisson(rate: 1 / StraightLoop.gaps.1)),
    ], clients: 1...1)

  private static func measure(
    _ policy: RegisteredPolicy, _ queue: QueueKind, _ seed: UInt64, _ count: Int
  ) -> Row? {
    guard
      let plan = try? BranchPlan(
        services: [
          Service("deposit", meanTime: .seconds(StraightLoop.times.0)),
          Service("loan", meanTime: .seconds(StraightLoop.times.1)),
        ], tellers: ["1", "2", "3"].map { Teller($0) }),
      let wired = try? policy.wire(OptionSettings(), plan).get()
    else { return nil }
    let rule = StraightLoop.Rule(rawValue: policy.name)
    var best = (bank: Double.infinity, loop: Double.infinity)
    var agrees: Bool?
    for _ in 0..<turns {
      let arrivals = ArrivalSource.workload(workload.arrivals(seed: seed, day: 1, count: count))
      let session = VirtualSession(
        injection: Injection(
          plan: plan, queue: queue, arrivals: arrivals, random: .forPolicy(seed: seed, day: 1)))
      var outcome: VirtualOutcome?
      best.bank = min(best.bank, seconds { outcome = wired.simulate(session) })
      var loop: StraightLoop.Outcome?
      best.loop = min(
        best.loop,
        seconds { loop = StraightLoop.run(rule ?? .sharedPool, clients: count, seed: seed) })
      guard let outcome, let loop, rule != nil else { continue }
      agrees = (agrees ?? true) && same(outcome.statistics, loop)
    }
    return Row(
      policy: policy.name, queue: queue.rawValue, rate: Double(count) / best.bank,
      straight: Double(count) / best.loop, agrees: agrees)
  }

  /// Whether the counts are equal, and the times as near as the logarithms are: the loop's are the
  /// system's, which differ in the last bit, and once in some millions of draws in a nanosecond.
  private static func same(_ bank: DayStatistics, _ loop: StraightLoop.Outcome) -> Bool {
    func near(_ bank: Double, _ loop: Double) -> Bool { abs(bank - loop) <= 1e-6 * max(1, loop) }
    return zip(bank.services, loop.services).allSatisfy { bank, loop in
      bank.arrived == loop.arrived && bank.served == loop.served && bank.waited == loop.waited
        && near(bank.wait.mean, loop.mean) && near(bank.wait.max, Double(loop.largest) / 1e9)
    }
      && total(bank.tellers, \.served) == total(loop.tellers, \.served)
      && near(total(bank.tellers, \.busy), total(loop.tellers, \.busy) / 1e9)
  }

  private static func total<Teller, Number: Numeric>(
    _ tellers: [Teller], _ figure: (Teller) -> Number
  ) -> Number {
    tellers.reduce(0) { $0 + figure($1) }
  }

  private static func seconds(_ work: () -> Void) -> Double {
    let clock = ContinuousClock()
    return clock.measure(work) / .seconds(1)
  }
}
