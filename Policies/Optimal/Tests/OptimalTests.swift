import BankConformance
import BankCore
import BankQueues
import BankSimulation
import Optimal
import Testing

@Suite struct `The policy optimal` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 10)
    let report = PolicyConformance.check(OptimalPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  /// A fast teller, who does everything, and a slow one, who does only deposits; times in seconds.
  private func branch() throws -> (plan: BranchPlan, branch: SmallBranch) {
    let plan = try BranchPlan(
      services: [
        Service("deposit", meanTime: .seconds(1)), Service("loan", meanTime: .seconds(2)),
      ],
      tellers: [Teller("fast", speed: 2), Teller("slow", skills: ["deposit"], speed: 0.5)])
    return (plan, SmallBranch(plan, arrivals: [0.5, 0.3], most: 12))
  }

  @Test func `costs in a simulation what its table says, and less than others`() throws {
    let (plan, small) = try branch()
    let best = LongRun(small, rates: [1, 2], .best)
    let options = OptimalPolicy.Options(most: 12, table: small.table(best, most: 12))
    #expect(OptimalPolicy.problems(with: options, for: plan).isEmpty)
    let workload = Workload(
      services: [
        ServiceLoad(time: .exponential(mean: 1), arrivals: .poisson(rate: 0.5)),
        ServiceLoad(time: .exponential(mean: 2), arrivals: .poisson(rate: 0.3)),
      ], clients: 1...1)
    var costs: [Double] = []
    for number in 1...10 {
      var day = Day(
        bank: Bank(
          plan: plan, queue: RingQueue(),
          policy: OptimalPolicy(options: options, plan: plan, random: RandomSource(seed: 1))),
        arrivals: workload.arrivals(seed: 8, day: number, count: 8000))
      var observer = DayObserver(plan: plan)
      #expect(VirtualDriver.run(&day, &observer) == .done)
      let services = observer.statistics(of: day.bank).services
      costs.append(services[0].inLine.mean + 2 * services[1].inLine.mean)
    }
    let seen = Interval(of: costs)
    let halfWidth = try #require(seen.halfWidth)
    #expect(abs(seen.mean - best.cost) < 1.25 * halfWidth + best.error, "\(seen) \(best.cost)")
    #expect(halfWidth < 0.1 * best.cost)
  }

  @Test func `takes no table of another branch`() throws {
    let (plan, small) = try branch()
    let table = small.table(LongRun(small, rates: [1, 2], .best, steps: 10), most: 12)
    for wrong in [
      String(table.dropLast()), table + ".", table + "9", "0" + table, "3x", "99999999999.",
    ] {
      #expect(
        OptimalPolicy.problems(with: .init(most: 12, table: wrong), for: plan).map(\.path) == [
          "table"
        ])
    }
    #expect(
      OptimalPolicy.problems(with: .init(most: -1, table: ""), for: plan).map(\.path) == ["most"])
    let large = try BranchPlan(
      services: ["a", "b", "c"].map { Service($0, meanTime: .seconds(1)) }, tellers: [Teller("1")])
    #expect(OptimalPolicy.problems(with: .init(most: 1000, table: ""), for: large).isEmpty)
    #expect(
      OptimalPolicy.problems(with: .init(most: 1000, table: "garbage"), for: large).map(\.path)
        == ["most"])
  }
}
