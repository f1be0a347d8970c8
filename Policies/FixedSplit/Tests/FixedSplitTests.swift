import BankConformance
import BankCore
import BankQueues
import BankSimulation
import FixedSplit
import Testing

@Suite struct `Fixed split` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 10)
    let report = PolicyConformance.check(FixedSplitPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  static func plan(_ tellers: [Teller]) throws -> BranchPlan {
    try BranchPlan(
      services: [
        Service("deposit", meanTime: .seconds(0.7)), Service("loan", meanTime: .seconds(1.1)),
      ], tellers: tellers)
  }

  static func bank(
    _ split: [String: Int]?, _ tellers: [Teller]
  ) throws -> Bank<RingQueue, FixedSplitPolicy> {
    let plan = try plan(tellers)
    let options = split.map(TellerSplit.init) ?? .defaults(for: plan)
    #expect(FixedSplitPolicy.problems(with: options, for: plan).isEmpty)
    return Bank(
      plan: plan, queue: RingQueue(),
      policy: FixedSplitPolicy(options: options, plan: plan, random: RandomSource(seed: 1)))
  }

  static let three = ["1", "2", "3"].map { Teller($0) }

  @Test func `serves everybody's clients with whoever is left, not before`() throws {
    let morning = Shift(from: .zero, to: .seconds(2))
    let noon = Shift(from: .seconds(5), to: .seconds(6))
    var bank = try Self.bank(
      nil, [Teller("1"), Teller("2"), Teller("3", shifts: [morning, noon])])
    var log = EventLog()
    bank.arrive(Visit(service: 1, serviceTime: .seconds(2)), at: .seconds(3), &log)
    bank.advance(to: .seconds(4.9), &log)
    #expect(bank.floor.waiting == 1, "the loan teller will be back")
    bank.arrive(Visit(service: 1, serviceTime: .seconds(1)), at: .seconds(5), &log)
    bank.arrive(Visit(service: 1, serviceTime: .seconds(1)), at: .seconds(5.5), &log)
    #expect(bank.floor.waiting == 2, "the loan teller serves")
    bank.advance(to: .seconds(7), &log)
    #expect(bank.floor.waiting == 0 && bank.floor.idleCount == 0, "and has gone home")
  }

  @Test
  func `keeps two for deposits and one for loans, and a blocked service never blocks the other`()
    throws
  {
    var bank = try Self.bank(nil, Self.three)
    var log = EventLog()
    for service in [0, 0, 0, 1, 1] {
      bank.arrive(Visit(service: service, serviceTime: .seconds(1)), at: .zero, &log)
    }
    #expect((0..<3).compactMap { bank.floor.serving($0)?.client.ticket } == [1, 2, 4])
    #expect(bank.floor.count(inLine: 0) == 1)
    #expect(bank.floor.count(inLine: 1) == 1)
  }

  @Test func `leaves a deposit teller idle while loans wait, and says why`() throws {
    let bank = try Self.bank(nil, Self.three)
    let policy = FixedSplitPolicy(
      options: .defaults(for: bank.floor.plan), plan: bank.floor.plan, random: RandomSource(seed: 1)
    )
    var busy = bank
    var log = EventLog()
    for _ in 0..<2 { busy.arrive(Visit(service: 1, serviceTime: .seconds(1)), at: .zero, &log) }
    #expect(policy.next(on: busy.floor) == .idle(because: "kept for another service"))
    #expect(busy.fault == nil)
  }

  @Test func `follows the split it is given`() throws {
    var bank = try Self.bank(["deposit": 1, "loan": 2], Self.three)
    var log = EventLog()
    for _ in 0..<3 { bank.arrive(Visit(service: 1, serviceTime: .seconds(1)), at: .zero, &log) }
    #expect(bank.servingCount == 2)
  }

  @Test func `respects skills`() throws {
    let staff = [Teller("1", skills: ["loan"]), Teller("2"), Teller("3", skills: ["loan"])]
    var bank = try Self.bank(["deposit": 1, "loan": 2], staff)
    var log = EventLog()
    bank.arrive(Visit(service: 0, serviceTime: .seconds(1)), at: .zero, &log)
    #expect(bank.floor.serving(1)?.client.ticket == 1)
    let plan = try Self.plan(staff)
    let impossible = TellerSplit(tellers: ["deposit": 2, "loan": 1])
    #expect(
      FixedSplitPolicy.problems(with: impossible, for: plan).map(\.finding) == [
        "2 are wanted, and 1 can do it"
      ])
  }

  @Test func `with Poisson arrivals is an Erlang C queue per service`() throws {
    let plan = try Self.plan(Self.three)
    let workload = Workload(
      services: [
        ServiceLoad(time: .exponential(mean: 1), arrivals: .poisson(rate: 1.5)),
        ServiceLoad(time: .exponential(mean: 1), arrivals: .poisson(rate: 0.6)),
      ], clients: 1...1)
    var day = Day(
      bank: try Self.bank(nil, Self.three),
      arrivals: workload.arrivals(seed: 9, day: 1, count: 80_000))
    var observer = DayObserver(plan: plan)
    #expect(VirtualDriver.run(&day, &observer) == .done)
    let statistics = observer.statistics(of: day.bank)
    // M/M/2 at ρ = 0.75: 9/7 s. M/M/1 at ρ = 0.6: 1.5 s.
    #expect(abs(statistics.services[0].wait.mean - 9.0 / 7) < 0.08)
    #expect(abs(statistics.services[1].wait.mean - 1.5) < 0.1)
  }
}
