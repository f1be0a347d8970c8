import BankConformance
import BankCore
import BankQueues
import QuietHours
import Testing

@Suite struct `The policy quiet-hours` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (2, 300)
    let report = PolicyConformance.check(QuietHoursPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  @Test func `wakes a resting teller when somebody has waited long`() throws {
    let plan = try BranchPlan(
      services: [Service("deposit", meanTime: .seconds(100))], tellers: [Teller("1"), Teller("2")])
    let policy = QuietHoursPolicy(
      options: .init(tellers: 1, after: 60), plan: plan, random: RandomSource(seed: 1))
    var bank = Bank(plan: plan, queue: RingQueue(), policy: policy)
    var log = EventLog()
    for _ in 1...2 { bank.arrive(Visit(service: 0, serviceTime: .seconds(100)), at: .zero, &log) }
    bank.advance(to: .seconds(59), &log)
    #expect(bank.floor.serving(1) == nil)
    bank.advance(to: .seconds(60), &log)
    #expect(bank.floor.serving(1)?.client.ticket == 2)
  }
}
