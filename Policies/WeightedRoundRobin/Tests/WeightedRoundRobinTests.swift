import BankConformance
import BankCore
import BankQueues
import Testing
import WeightedRoundRobin

@Suite struct `The policy weighted-round-robin` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (2, 100)
    let report = PolicyConformance.check(WeightedRoundRobinPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  @Test func `calls so many of each in turn, and passes over who is not there`() throws {
    let plan = try BranchPlan(
      services: ["a", "b", "c"].map { Service($0, meanTime: .seconds(1)) }, tellers: [Teller("1")])
    let policy = WeightedRoundRobinPolicy(
      options: .init(weight: ["a": 2, "b": 1, "c": 3]), plan: plan, random: RandomSource(seed: 1))
    var bank = Bank(plan: plan, queue: RingQueue(), policy: policy)
    var log = EventLog()
    for service in [0, 0, 0, 0, 0, 2, 2, 1, 1] {
      bank.arrive(Visit(service: service, time: .seconds(1)), at: .zero, &log)
    }
    bank.advance(to: .seconds(100), &log)
    let called = log.events.compactMap {
      if case .started(let client, _, _) = $0.kind { client.service } else { nil }
    }
    #expect(called == [0, 0, 1, 2, 2, 0, 0, 1, 0])
  }
}
