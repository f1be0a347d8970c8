import BankConformance
import BankCore
import BankQueues
import JoinShortestLine
import Testing

@Suite struct `The policy join-shortest-line` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (2, 100)
    let report = PolicyConformance.check(JoinShortestLinePolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  @Test func `binds everybody to the shortest line, and frees them when its teller goes home`()
    throws
  {
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(1))],
      tellers: [Teller("1"), Teller("2", shifts: [Shift(from: .zero, to: .seconds(5))])])
    let policy = JoinShortestLinePolicy(
      options: .init(), plan: plan, random: RandomSource(seed: 1))
    var bank = Bank(plan: plan, queue: RingQueue(), policy: policy)
    var log = EventLog()
    for time in [9.0, 6, 1, 1] {
      bank.arrive(Visit(service: 0, time: .seconds(time)), at: .zero, &log)
    }
    bank.advance(to: .seconds(20), &log)
    let called = log.events.compactMap { event -> String? in
      guard case .started(let client, _, let teller) = event.kind else { return nil }
      return "\(client.ticket) to \(teller + 1) at \(event.time)"
    }
    // The third waits for teller 1 and the fourth for teller 2, who finishes the second at 6 and has
    // then gone: both are teller 1's, the third first.
    #expect(called == ["1 to 1 at 0", "2 to 2 at 0", "3 to 1 at 9", "4 to 1 at 10"])
  }

  @Test func `leaves a teller idle while another's line waits`() throws {
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(1))], tellers: [Teller("1"), Teller("2")])
    let policy = JoinShortestLinePolicy(
      options: .init(), plan: plan, random: RandomSource(seed: 1))
    var bank = Bank(plan: plan, queue: RingQueue(), policy: policy)
    var log = EventLog()
    for time in [9.0, 1, 1, 1] {
      bank.arrive(Visit(service: 0, time: .seconds(time)), at: .zero, &log)
    }
    bank.advance(to: .seconds(8), &log)
    #expect(bank.floor.waiting == 1 && bank.floor.idleTellers == 1)
  }
}
