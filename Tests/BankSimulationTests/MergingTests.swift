import BankCore
import BankSimulation
import SharedPool
import Testing

@Suite struct `Two halves added up are the whole` {
  /// Some times, nothing among them too.
  static let times: [Time] = {
    var random = RandomSource(seed: 3)
    let sampler = Sampler(.exponential(mean: 40))
    return (0..<2000).map { $0 % 7 == 0 ? .zero : sampler.sample(&random) }
  }()

  @Test(arguments: [0, 1, 2, 700, 1999, 2000])
  func `in a tally`(cut: Int) {
    let parts = [Self.times[..<cut], Self.times[cut...], Self.times[...]].map { times in
      times.reduce(into: Tally()) { $0.add($1) }
    }
    var sum = parts[0]
    sum.merge(parts[1])
    #expect(sum.count == 2000)
    #expect(sum.max == parts[2].max)
    #expect(abs(sum.mean / parts[2].mean - 1) < 1e-12)
    #expect(abs(sum.total / parts[2].total - 1) < 1e-12)
    #expect(abs((sum.sd ?? 0) / (parts[2].sd ?? 1) - 1) < 1e-12)
  }

  @Test(arguments: [0, 1, 700, 2000])
  func `in a histogram, bucket for bucket`(cut: Int) {
    let parts = [Self.times[..<cut], Self.times[cut...], Self.times[...]].map { times in
      times.reduce(into: Histogram()) { $0.add($1) }
    }
    var sum = parts[0]
    sum.merge(parts[1])
    #expect(sum == parts[2])
    #expect(sum.count == 2000 && sum.positive == 1714)
  }

  @Test func `in a level: the time of both, and the higher of the two`() {
    var first = Level()
    first.change(by: 3, at: .seconds(2))
    first.last(until: .seconds(10))
    var second = Level(from: .seconds(5))
    second.change(by: 1, at: .seconds(6))
    second.last(until: .seconds(7))
    first.merge(second)
    #expect(first.area == 25)
    #expect(first.duration == 12)
    #expect(first.max == 3)
  }

  @Test func `in a day: every figure but the batches, which stay the first's`() throws {
    let plan = try BranchPlan(
      services: [
        Service("a", meanTime: .seconds(1), target: .seconds(2)),
        Service("b", meanTime: .seconds(1), target: .seconds(2)),
      ], tellers: [Teller("1"), Teller("2", shifts: [Shift(from: .zero, to: .seconds(50))])])
    let workload = Workload(
      services: Array(
        repeating: ServiceLoad(time: .exponential(mean: 1), arrivals: .poisson(rate: 0.8)),
        count: 2), clients: 1...1)
    let days = (1...2).map { day in
      Statistics.run(
        SharedPoolPolicy.self, plan,
        workload.arrivals(seed: 5, day: day, count: 80 + 10 * day), until: .seconds(40)
      ).0
    }
    var sum = days[0]
    sum.merge(days[1])
    func added<Value: AdditiveArithmetic>(_ figure: (DayStatistics) -> Value) -> Value {
      figure(days[0]) + figure(days[1])
    }
    let counts: [(DayStatistics) -> Int] = [
      { $0.all.arrived }, { $0.all.served }, { $0.all.unserved }, { $0.all.waited },
      { $0.all.withinTarget ?? -1 }, { $0.services[1].served }, { $0.tellers[1].served },
    ]
    for count in counts {
      #expect(count(sum) == added(count))
      #expect(count(days[0]) > 0 && count(days[1]) > 0)
    }
    let areas: [(DayStatistics) -> Double] = [
      { $0.all.wait.total }, { $0.all.meanSojourn * Double($0.all.served) },
      { $0.all.inLine.area }, { $0.all.inLine.duration }, { $0.tellers[0].busy },
    ]
    for area in areas { #expect(abs(area(sum) / added(area) - 1) < 1e-9) }
    #expect(abs((sum.tellers[0].utilization ?? 0) - added { $0.tellers[0].busy } / 80) < 1e-12)
    #expect(sum.all.inLine.max == max(days[0].all.inLine.max, days[1].all.inLine.max))
  }
}
