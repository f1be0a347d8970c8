import BankConformance
import BankCore
import Foundation
import MaxWeight
import Testing

@Suite struct `The policy max-weight` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 10)
    let report = PolicyConformance.check(MaxWeightPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  @Test func `decides as a short and slow model does, in every small world and in random ones`() {
    // CI asks it of every world up to four clients.
    let depth = Int(ProcessInfo.processInfo.environment["BANK_DEPTH"] ?? "") ?? 2
    let difference = PolicyConformance.difference(MaxWeightPolicy.self, depth: depth) {
      floor, waiting in
      func length(_ service: Int) -> Int { waiting.count { $0.service == service } }
      let order = waiting.sorted {
        (-length($0.service), $0.arrival, $0.ticket) < (-length($1.service), $1.arrival, $1.ticket)
      }
      let next = order.first { client in
        floor.tellers.contains { floor.isIdle($0) && floor.plan.can($0, do: client.service) }
      }
      return next.map { ($0.ticket, nil) }
    }
    #expect(difference == nil, "\(difference ?? "")")
  }
}
