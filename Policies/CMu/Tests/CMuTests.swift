import BankConformance
import BankCore
import CMu
import Foundation
import Testing

@Suite struct `The policy c-mu` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 10)
    let report = PolicyConformance.check(CMuPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  @Test func `decides as a short and slow model does, in every small world and in random ones`() {
    // CI asks it of every world up to four clients.
    let depth = Int(ProcessInfo.processInfo.environment["BANK_DEPTH"] ?? "") ?? 2
    let difference = PolicyConformance.difference(CMuPolicy.self, depth: depth) { floor, waiting in
      let order = waiting.sorted {
        let times = [$0, $1].map { floor.plan.services[$0.service].meanTime }
        return (times[0], $0.arrival, $0.ticket) < (times[1], $1.arrival, $1.ticket)
      }
      let next = order.first { client in
        floor.tellers.contains { floor.isIdle($0) && floor.plan.can($0, do: client.service) }
      }
      return next.map { ($0.ticket, nil) }
    }
    #expect(difference == nil, "\(difference ?? "")")
  }
}
