import AccumulatingPriority
import BankConformance
import BankCore
import BankQueues
import Foundation
import Testing

@Suite struct `The policy accumulating-priority` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 10)
    let report = PolicyConformance.check(AccumulatingPriorityPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  @Test func `decides as a short and slow model does, in every small world and in random ones`() {
    // CI asks it of every world up to four clients.
    let depth = Int(ProcessInfo.processInfo.environment["BANK_DEPTH"] ?? "") ?? 2
    let difference = PolicyConformance.difference(AccumulatingPriorityPolicy.self, depth: depth) {
      floor, waiting in
      let last = floor.plan.services.count - 1
      func priority(_ client: Client) -> Double {
        let rate = last > 0 && client.service == last ? 4.0 : 1.0
        return rate * Double((floor.now - client.arrival).nanoseconds)
      }
      let order = waiting.sorted {
        (-priority($0), $0.arrival, $0.ticket) < (-priority($1), $1.arrival, $1.ticket)
      }
      let next = order.first { client in
        floor.tellers.contains { floor.isIdle($0) && floor.plan.can($0, do: client.service) }
      }
      return next.map { ($0.ticket, nil) }
    }
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// The plan has no classes: a trace, or a program of its own, brings them.
  @Test func `calls by its rate a class that the plan does not list`() throws {
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(1))], tellers: [Teller("1")])
    let policy = AccumulatingPriorityPolicy(
      options: .init(rate: ["2": 10]), plan: plan, random: RandomSource(seed: 1))
    var bank = Bank(plan: plan, queue: RingQueue(), policy: policy)
    var log = EventLog()
    for (second, priority) in [(0, 0), (1, 0), (2, 2), (3, 3)] {
      bank.arrive(
        Visit(service: 0, serviceTime: .seconds(100), priority: priority),
        at: .seconds(Double(second)), &log)
    }
    bank.advance(to: .seconds(400), &log)
    let called = log.events.compactMap {
      if case .started(let client, _, _) = $0.kind { client.ticket } else { nil }
    }
    #expect(called == [1, 3, 2, 4])
  }
}
