import BankConformance
import BankCore
import BankQueues
import Testing
import TwoChoices

@Suite struct `The policy two-choices` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (2, 100)
    let report = PolicyConformance.check(TwoChoicesPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  @Test func `with as many choices as tellers joins the shortest line`() throws {
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(1))],
      tellers: (1...4).map { Teller("\($0)") })
    let policy = TwoChoicesPolicy(
      options: .init(choices: 4), plan: plan, random: RandomSource(seed: 1))
    var bank = Bank(plan: plan, queue: RingQueue(), policy: policy)
    var log = EventLog()
    for _ in 0..<8 { bank.arrive(Visit(service: 0, time: .seconds(9)), at: .zero, &log) }
    #expect(bank.serving == 4)
    #expect(bank.floor.lines.map { bank.floor.count(inLine: $0) } == [1, 1, 1, 1])
  }
}
