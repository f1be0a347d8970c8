import BankConformance
import BankCore
import BankQueues
import Foundation
import JoinShortestLine
import Testing

@Suite struct `The policy join-shortest-line` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 10)
    let report = PolicyConformance.check(JoinShortestLinePolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  @Test func `decides as a short and slow model does, in every small world and in random ones`() {
    // CI asks it of every world up to four clients.
    let depth = Int(ProcessInfo.processInfo.environment["BANK_DEPTH"] ?? "") ?? 2
    let difference = PolicyConformance.difference(JoinShortestLinePolicy.self, depth: depth) {
      floor, waiting, past in
      // Everybody's teller, from the beginning: the shortest line of those who can help. Whom
      // nobody can help stands in the first.
      var tellers: [Int: Int] = [:]
      var waits = floor.tellers.map { _ in 0 }
      for step in past.steps {
        switch step {
        case .joined(let client, let idle):
          let able = floor.tellers.filter { floor.plan.can($0, do: client.service) }
          func load(_ teller: Int) -> Int { waits[teller] + (idle.contains(teller) ? 0 : 1) }
          let shortest = able.min { (load($0), $0) < (load($1), $1) } ?? 0
          tellers[client.ticket] = shortest
          waits[shortest] += 1
        case .started(let client, _), .left(let client): waits[tellers[client.ticket]!] -= 1
        case .finished: break
        }
      }
      let next = waiting.sorted { ($0.arrival, $0.ticket) < ($1.arrival, $1.ticket) }
        .first {
          let own = tellers[$0.ticket]!
          return floor.isIdle(own) && floor.plan.can(own, do: $0.service)
        }
      return next.map { ($0.ticket, tellers[$0.ticket]!) }
    }
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func `counts a teller between two clients as busy`() throws {
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(1))], tellers: [Teller("1"), Teller("2")],
      handover: .seconds(15))
    let policy = JoinShortestLinePolicy(
      options: .init(), plan: plan, random: RandomSource(seed: 1))
    var bank = Bank(plan: plan, queue: RingQueue(), policy: policy)
    var log = EventLog()
    bank.arrive(Visit(service: 0, serviceTime: .seconds(10)), at: .zero, &log)
    bank.advance(to: .seconds(11), &log)
    bank.arrive(Visit(service: 0, serviceTime: .seconds(1)), at: .seconds(11), &log)
    #expect(bank.floor.serving(1) != nil, "the first hands over until 25 s")
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
      bank.arrive(Visit(service: 0, serviceTime: .seconds(time)), at: .zero, &log)
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
      bank.arrive(Visit(service: 0, serviceTime: .seconds(time)), at: .zero, &log)
    }
    bank.advance(to: .seconds(8), &log)
    #expect(bank.floor.waiting == 1 && bank.floor.idleCount == 1)
  }
}
