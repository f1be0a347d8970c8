import BankConformance
import BankCore
import BankQueues
import DeficitRoundRobin
import Testing

@Suite struct `The policy deficit-round-robin` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (2, 100)
    let report = PolicyConformance.check(DeficitRoundRobinPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  /// Loans take three times as long as deposits, and both get three seconds a turn.
  @Test func `shares work and not clients, and keeps what a turn leaves`() throws {
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(1)), Service("b", meanTime: .seconds(2))],
      tellers: [Teller("1")])
    let policy = DeficitRoundRobinPolicy(
      options: .init(quantum: ["a": 3, "b": 3]), plan: plan, random: RandomSource(seed: 1))
    var bank = Bank(plan: plan, queue: RingQueue(), policy: policy)
    var log = EventLog()
    for service in [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1] {
      bank.arrive(Visit(service: service, time: .seconds(1)), at: .zero, &log)
    }
    bank.advance(to: .seconds(100), &log)
    let called = log.events.compactMap {
      if case .started(let client, _, _) = $0.kind { client.service } else { nil }
    }
    // The first comes alone, and what its turn leaves is forgotten with its line empty. Then one of b
    // with 1 s left over, three of a, two of b with the 4 s that it has by then, three of a, b, a.
    #expect(called == [0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1])
  }
}
