import BankCore
import BankQueues
import BankSimulation
import FixedSplit
import SharedPool
import Testing

@Suite struct `Statistics` {
  static func run<Policy: TellerPolicy>(
    _ type: Policy.Type, _ plan: BranchPlan, _ arrivals: some Sequence<Arrival>,
    from start: Time = .zero, until: Time = .never
  ) -> (DayStatistics, Time) {
    let policy = Policy(options: .defaults(for: plan), plan: plan, random: RandomSource(seed: 1))
    let bank = Bank(plan: plan, queue: RingQueue(), policy: policy)
    var day = Day(bank: bank, arrivals: arrivals.makeIterator())
    var observer = DayObserver(plan: plan, from: start)
    let ending = VirtualDriver.run(&day, until: until, &observer)
    #expect(ending == .done)
    return (observer.statistics(of: day.bank), day.bank.floor.now)
  }

  static func plan(_ tellers: [Teller] = [Teller("1")], target: Time? = nil) throws -> BranchPlan {
    try BranchPlan(
      services: [Service("a", meanTime: .seconds(1), target: target)], tellers: tellers)
  }

  static func visit(_ time: Double, patience: Double? = nil) -> Visit {
    Visit(service: 0, serviceTime: .seconds(time), patience: patience.map(Time.seconds))
  }

  @Test func `agree with a day worked out by hand`() throws {
    // One teller. 1 is served 0–4; 2 waits 3 s, served 4–6; 3 gives up at 3; 4 comes at 8.
    let arrivals = [
      Arrival(at: .zero, Self.visit(4)), Arrival(at: .seconds(1), Self.visit(2)),
      Arrival(at: .seconds(2), Self.visit(1, patience: 1)), Arrival(at: .seconds(8), Self.visit(2)),
    ]
    let (statistics, end) = Self.run(
      SharedPoolPolicy.self, try Self.plan(target: .seconds(2)), arrivals)
    let all = statistics.services[0]
    #expect(end == .seconds(10))
    #expect([all.arrived, all.served, all.abandoned, all.unserved] == [4, 3, 1, 0])
    #expect(all.waited == 1)
    #expect(all.withinTarget == 2)
    #expect(abs(all.wait.mean - 1) < 1e-12)
    #expect(all.wait.max == 3)
    #expect(abs((all.wait.sd ?? 0) - 3.0.squareRoot()) < 1e-12)
    #expect(abs(all.meanSojourn - 11.0 / 3) < 1e-12)
    #expect(all.inLine.max == 2)
    #expect(abs(all.inLine.mean - 0.4) < 1e-12)
    #expect(statistics.tellers[0].served == 3)
    #expect(abs((statistics.tellers[0].utilization ?? 0) - 0.8) < 1e-12)
  }

  @Test func `count what is cut off by the end`() throws {
    let arrivals = (0..<4).map { Arrival(at: .seconds(Double($0)), Self.visit(3)) }
    let (statistics, end) = Self.run(
      SharedPoolPolicy.self, try Self.plan(), arrivals, until: .seconds(5))
    #expect(end == .seconds(5))
    #expect(statistics.all.served == 1)
    #expect(statistics.all.unserved == 3)
    #expect(statistics.tellers[0].utilization == 1)
  }

  @Test func `count what reaches beyond the warm-up from there on`() throws {
    // Served 0–3, 3–6, 6–9: the first before 4, the second across it; the last came after.
    let arrivals = [0, 1, 5].map { Arrival(at: .seconds($0), Self.visit(3)) }
    let (statistics, _) = Self.run(
      SharedPoolPolicy.self, try Self.plan(), arrivals, from: .seconds(4), until: .seconds(14))
    #expect(statistics.all.arrived == 1 && statistics.all.served == 1)
    #expect(statistics.tellers[0].served == 1)
    #expect(statistics.tellers[0].busy == 5)
    #expect(statistics.tellers[0].utilization == 0.5)
    #expect(statistics.all.inLine.area == 1)
  }

  @Test func `go on after a reset, and nobody who left then is in a line`() throws {
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(1))], tellers: [Teller("1")], classes: [0, 1])
    var bank = Bank(
      plan: plan, queue: RingQueue(),
      policy: FixedSplitPolicy(
        options: .defaults(for: plan), plan: plan, random: RandomSource(seed: 1)))
    var counts = DayObserver(plan: plan)
    for _ in 0..<5 {
      bank.arrive(Visit(service: 0, serviceTime: .seconds(9)), at: .zero, &counts)
    }
    bank.reset(at: .seconds(0.5), &counts)
    bank.advance(to: .seconds(100), &counts)
    // Four waited for half a second.
    let statistics = counts.statistics(of: bank)
    #expect(statistics.all.inLine.mean == 0.02)
    #expect(statistics.classes.map(\.inLine.mean) == [0.02, 0])
  }

  @Test func `measure a teller by the time on duty`() throws {
    let shift = [Shift(from: .seconds(2), to: .seconds(6))]
    let plan = try Self.plan([Teller("1", shifts: shift), Teller("2", shifts: [])])
    let arrivals = [Arrival(at: .zero, Self.visit(2)), Arrival(at: .seconds(9), Self.visit(1))]
    let (statistics, _) = Self.run(SharedPoolPolicy.self, plan, arrivals, until: .seconds(10))
    #expect(statistics.tellers[0].utilization == 0.5)
    #expect(statistics.tellers[1].utilization == nil, "never there")
  }

  @Test func `an M/M/1 comes out as Erlang says`() throws {
    let load = ServiceLoad(time: .exponential(mean: 1), arrivals: .poisson(rate: 0.5))
    let workload = Workload(services: [load], clients: 1...1)
    let (statistics, _) = Self.run(
      SharedPoolPolicy.self, try Self.plan(), workload.arrivals(seed: 5, day: 1, count: 80_000))
    let all = statistics.all
    #expect(abs(all.wait.mean - 1) < 0.04, "ρ/(1−ρ)/μ")
    #expect(abs((all.wait.sd ?? 0) - 3.0.squareRoot()) < 0.12)
    #expect(abs((statistics.tellers[0].utilization ?? 0) - 0.5) < 0.01)
    // A wait beyond t has probability ρ·exp(−(μ−λ)t).
    #expect(abs((all.waitQuantile(0.9) ?? 0) - 2 * 5.0.logarithm) < 0.15)
    #expect(all.waitQuantile(0.4) == 0)
  }

  @Test func `a fixed split is two independent queues`() throws {
    let plan = try BranchPlan(
      services: [
        Service("deposit", meanTime: .seconds(3)), Service("loan", meanTime: .seconds(6)),
      ],
      tellers: ["1", "2", "3"].map { Teller($0) })
    let workload = Workload(
      services: [
        ServiceLoad(time: .exponential(mean: 3), arrivals: .poisson(rate: 0.35)),
        ServiceLoad(time: .exponential(mean: 6), arrivals: .poisson(rate: 0.1)),
      ], clients: 1...1)
    let (statistics, _) = Self.run(
      FixedSplitPolicy.self, plan, workload.arrivals(seed: 2, day: 1, count: 300_000))
    // Erlang C of one teller and of two: 9 and 1.1415.
    #expect(abs(statistics.services[1].wait.mean - 9) < 0.6)
    #expect(abs(statistics.services[0].wait.mean - 1.1415) < 0.04)
  }

  @Test func `a level counts what lasts, from its start on`() {
    var level = Level(from: .seconds(5))
    level.change(by: 4, at: .seconds(1))
    level.change(by: -2, at: .seconds(3))
    level.change(by: 1, at: .seconds(7))
    level.change(by: 6, at: .seconds(8))
    level.change(by: -7, at: .seconds(8))
    level.last(until: .seconds(10))
    #expect(level.area == 11, "2 for 2 s, 3 for 1 s, 2 for 2 s")
    #expect(level.max == 3, "9 did not last, 4 was before the start")
    #expect(level.mean == 2.2)
  }

  @Test func `a quantile of some values is the first that the share is at or below`() {
    for count in 1...400 {
      for percent in [0, 5, 7, 50, 55, 90, 95, 100] {
        let rank = Array(repeating: 0, count: count).rank(Double(percent) / 100)
        // In whole numbers, where nothing is rounded.
        let first = (0..<count).first { 100 * ($0 + 1) >= percent * count }
        #expect(rank == first, "\(percent) % of \(count)")
      }
    }
  }

  @Test func `the histogram is within half a percent of sorted numbers`() {
    var random = RandomSource(seed: 8)
    var histogram = Histogram()
    var values: [Double] = []
    for _ in 0..<20_000 {
      let value = Sampler(.lognormal(mean: 3, sd: 9)).sample(&random)
      values.append(value.seconds)
      histogram.add(value)
    }
    values.sort()
    for level in [0.01, 0.1, 0.5, 0.9, 0.95, 0.99, 0.999, 1] {
      let exact = values[Int((level * 20_000).rounded(.up)) - 1]
      #expect(abs((histogram.quantile(level) ?? 0) - exact) <= 0.005 * exact)
    }
    #expect(Histogram().quantile(0.5) == nil)
    var none = Histogram()
    none.add(.zero)
    #expect([none.share(upTo: 0), none.share(upTo: -1)] == [1, 0])
  }
}

extension Double {
  /// The natural logarithm, by its series; the tests import no Foundation.
  fileprivate var logarithm: Double {
    let ratio = (self - 1) / (self + 1)
    var term = ratio
    var sum = 0.0
    for odd in stride(from: 1, to: 400, by: 2) {
      sum += term / Double(odd)
      term *= ratio * ratio
    }
    return 2 * sum
  }
}
