import BankConformance
import BankCore
import Foundation
import QueueRatio
import Testing

@Suite struct `The policy queue-ratio` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 10)
    let report = PolicyConformance.check(QueueRatioPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  @Test func `decides as a short and slow model does, in every small world and in random ones`() {
    // CI asks it of every world up to four clients.
    let depth = Int(ProcessInfo.processInfo.environment["BANK_DEPTH"] ?? "") ?? 2
    let difference = PolicyConformance.difference(QueueRatioPolicy.self, depth: depth) {
      floor, waiting in
      let services = floor.plan.services.count
      func above(_ service: Int) -> Double {
        Double(waiting.count { $0.service == service }) - 1 / Double(services)
          * Double(waiting.count)
      }
      let order = waiting.sorted {
        (-above($0.service), $0.arrival, $0.ticket) < (-above($1.service), $1.arrival, $1.ticket)
      }
      let next = order.first { client in
        floor.tellers.contains { floor.isIdle($0) && floor.plan.can($0, do: client.service) }
      }
      return next.map { ($0.ticket, nil) }
    }
    #expect(difference == nil, "\(difference ?? "")")
  }
}
