import BankConformance
import BankCore
import BankQueues
import BankSimulation
import SharedPool
import Testing

@Suite struct `Shared pool` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 10)
    let report = PolicyConformance.check(SharedPoolPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  static func plan(_ tellers: [Teller]) throws -> BranchPlan {
    try BranchPlan(
      services: [
        Service("deposit", meanTime: .seconds(1)), Service("loan", meanTime: .seconds(1)),
      ],
      tellers: tellers)
  }

  static func started(_ services: [Int], _ tellers: [Teller]) throws -> [Int: Int] {
    let plan = try plan(tellers)
    var bank = Bank(
      plan: plan, queue: RingQueue(),
      policy: SharedPoolPolicy(options: NoOptions(), plan: plan, random: RandomSource(seed: 1)))
    var log = EventLog()
    for service in services {
      bank.arrive(Visit(service: service, serviceTime: .seconds(1)), at: .zero, &log)
    }
    return Dictionary(
      uniqueKeysWithValues: plan.tellers.indices.compactMap { teller in
        bank.floor.serving(teller).map { (teller, $0.client.ticket) }
      })
  }

  @Test func `needs one line when everybody can do everything`() throws {
    let plan = try Self.plan([Teller("1"), Teller("2")])
    let policy = SharedPoolPolicy(options: NoOptions(), plan: plan, random: RandomSource(seed: 1))
    #expect(policy.lines(for: plan) == 1)
  }

  @Test func `nobody is blocked by a client ahead who waits for another's skill`() throws {
    let staff = [Teller("loans", skills: ["loan"]), Teller("deposits", skills: ["deposit"])]
    #expect(try Self.started([0, 0, 1], staff) == [0: 3, 1: 1])
  }

  @Test func `keeps the teller with many skills free as long as possible`() throws {
    let staff = [Teller("all"), Teller("deposits", skills: ["deposit"])]
    #expect(try Self.started([0, 1], staff) == [1: 1, 0: 2])
  }

  @Test func `with Poisson arrivals is an Erlang C queue`() throws {
    let plan = try Self.plan(["1", "2", "3"].map { Teller($0) })
    let load = ServiceLoad(time: .exponential(mean: 3), arrivals: .poisson(rate: 0.35))
    let policy = SharedPoolPolicy(options: NoOptions(), plan: plan, random: RandomSource(seed: 1))
    var day = Day(
      bank: Bank(plan: plan, queue: RingQueue(), policy: policy),
      arrivals: Workload(services: [load, load], clients: 1...1)
        .arrivals(seed: 4, day: 1, count: 100_000))
    var observer = DayObserver(plan: plan)
    #expect(VirtualDriver.run(&day, &observer) == .done)
    let statistics = observer.statistics(of: day.bank)
    // Erlang C of M/M/3, λ = 0.7, μ = 1/3: 1.6411.
    #expect(abs(statistics.all.wait.mean - 1.6411) < 0.08)
  }
}
