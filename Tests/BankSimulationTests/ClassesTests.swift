import BankCore
import BankQueues
import SharedPool
import Testing

@testable import BankSimulation

@Suite struct `Classes and speeds` {
  static func run(
    _ plan: BranchPlan, _ arrivals: [Arrival]
  ) -> (statistics: DayStatistics, end: Time) {
    var observer = DayObserver(plan: plan)
    var day = Day(
      bank: Bank(
        plan: plan, queue: RingQueue(),
        policy: SharedPoolPolicy(
          options: .defaults(for: plan), plan: plan, random: RandomSource(seed: 1))),
      arrivals: arrivals.makeIterator())
    _ = VirtualDriver.run(&day, &observer)
    return (observer.statistics(of: day.bank), day.bank.floor.now)
  }

  @Test func `have figures of their own, which add up to those of all`() throws {
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(1), target: .seconds(2))], tellers: [Teller("1")],
      limit: 2, classes: [0, 1])
    func client(_ at: Double, _ priority: Int, patience: Double? = nil) -> Arrival {
      Arrival(
        at: .seconds(at),
        Visit(
          service: 0, serviceTime: .seconds(3), priority: priority,
          patience: patience.map(Time.seconds)))
    }
    let statistics = Self.run(
      plan,
      [
        client(0, 0), client(1, 1), client(2, 0, patience: 1), client(2.5, 1), client(4, 5),
        client(5, 1),
      ]
    ).statistics
    let (walkIn, vip) = (statistics.classes[0], statistics.classes[1])
    // The second comes at 1 and is called at 3; the third gives up at 3; the fourth balks.
    #expect([walkIn.arrived, walkIn.served, walkIn.abandoned] == [2, 1, 1])
    #expect([vip.arrived, vip.served, vip.balked] == [3, 2, 1])
    #expect(vip.withinTarget == 1 && walkIn.withinTarget == 1)
    #expect(vip.wait.total == 2 + 4)
    // A class that the plan does not know is counted among all alone.
    #expect(statistics.all.arrived == 6 && statistics.all.served == 4)
    #expect(vip.inLine.max == 1)
  }

  /// A trace may give each client a class of its own.
  @Test func `have no more room than their clients fill`() throws {
    let classes = Array(stride(from: -3000, to: 3000, by: 2))
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(1))], tellers: [Teller("1")], classes: classes)
    #expect(DayObserver(plan: plan).buckets.count == Histogram.size)
    // Those of odd numbers are in no class of the plan.
    let arrivals = (-3000..<3000).map {
      Arrival(
        at: .zero, Visit(service: 0, serviceTime: .seconds(1), priority: $0))
    }
    let figures = Self.run(plan, arrivals).statistics.classes
    #expect(figures.map(\.served) == classes.map { _ in 1 })
    #expect(figures.enumerated().allSatisfy { $1.wait.total == Double(2 * $0) })
    // No finer than a bucket.
    let isNear = figures.allSatisfy { figures in
      figures.waitQuantile(0.5).map { abs($0 - figures.wait.max) <= 0.004 * $0 } ?? false
    }
    #expect(isNear)
  }

  @Test func `make a service take as long as its teller needs for it`() throws {
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(6)), Service("b", meanTime: .seconds(6))],
      tellers: [Teller("1", speed: 1, speeds: ["b": 1.2])])
    let visits = [0, 1].map { Arrival(at: .zero, Visit(service: $0, serviceTime: .seconds(6))) }
    #expect(Self.run(plan, visits).end == .seconds(11))
  }
}
