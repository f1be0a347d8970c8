import BankConformance
import BankCore
import ClassPriority
import Foundation
import Testing

@Suite struct `The policy class-priority` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 10)
    let report = PolicyConformance.check(ClassPriorityPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  @Test func `decides as a short and slow model does, in every small world and in random ones`() {
    // CI asks it of every world up to four clients.
    let depth = Int(ProcessInfo.processInfo.environment["BANK_DEPTH"] ?? "") ?? 2
    let difference = PolicyConformance.difference(ClassPriorityPolicy.self, depth: depth) {
      floor, waiting in
      let classes = floor.plan.classes
      func known(_ priority: Int) -> Int { classes.last { $0 <= priority } ?? classes.first ?? 0 }
      let order = waiting.sorted {
        (-known($0.priority), $0.arrival, $0.ticket) < (-known($1.priority), $1.arrival, $1.ticket)
      }
      let next = order.first { client in
        floor.tellers.contains { floor.isIdle($0) && floor.plan.can($0, do: client.service) }
      }
      return next.map { ($0.ticket, nil) }
    }
    #expect(difference == nil, "\(difference ?? "")")
  }
}
