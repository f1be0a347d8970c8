import BankConformance
import BankCore
import BankQueues
import Foundation
import Testing
import TwoChoices

@Suite struct `The policy two-choices` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 10)
    let report = PolicyConformance.check(TwoChoicesPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  @Test func `decides as a short and slow model does, in every small world and in random ones`() {
    // CI asks it of every world up to four clients.
    let depth = Int(ProcessInfo.processInfo.environment["BANK_DEPTH"] ?? "") ?? 2
    let difference = PolicyConformance.difference(TwoChoicesPolicy.self, depth: depth) {
      floor, waiting, past in
      // Everybody's teller, from the beginning: of two who can help, drawn as the policy draws them, the shorter.
      // Whom nobody can help stands in the first.
      var tellers: [Int: Int] = [:]
      var waits = floor.tellers.map { _ in 0 }
      var random = past.random
      for step in past.steps {
        switch step {
        case .joined(let client, let idle):
          let able = floor.tellers.filter { floor.plan.can($0, do: client.service) }
          func load(_ teller: Int) -> Int { waits[teller] + (idle.contains(teller) ? 0 : 1) }
          // Of two equally short ones, the first drawn.
          let seen = able.shuffled(using: &random).prefix(2)
          let shortest = seen.min { load($0) < load($1) } ?? 0
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

  @Test func `with as many choices as tellers joins the shortest line`() throws {
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(1))],
      tellers: (1...4).map { Teller("\($0)") })
    let policy = TwoChoicesPolicy(
      options: .init(choices: 4), plan: plan, random: RandomSource(seed: 1))
    var bank = Bank(plan: plan, queue: RingQueue(), policy: policy)
    var log = EventLog()
    for _ in 0..<8 { bank.arrive(Visit(service: 0, serviceTime: .seconds(9)), at: .zero, &log) }
    #expect(bank.servingCount == 4)
    #expect(bank.floor.lines.map { bank.floor.count(inLine: $0) } == [1, 1, 1, 1])
  }
}
