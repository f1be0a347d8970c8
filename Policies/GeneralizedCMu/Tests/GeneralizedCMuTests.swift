import BankConformance
import BankCore
import Foundation
import GeneralizedCMu
import Testing

@Suite struct `The policy generalized-c-mu` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 10)
    let report = PolicyConformance.check(GeneralizedCMuPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  @Test func `decides as a short and slow model does, in every small world and in random ones`() {
    // CI asks it of every world up to four clients.
    let depth = Int(ProcessInfo.processInfo.environment["BANK_DEPTH"] ?? "") ?? 2
    let difference = PolicyConformance.difference(GeneralizedCMuPolicy.self, depth: depth) {
      floor, waiting in
      func index(_ client: Client) -> Double {
        1 / max(floor.plan.services[client.service].meanTime.seconds, 1e-9)
          * (floor.now - client.arrival).seconds
      }
      let order = waiting.sorted {
        (-index($0), $0.arrival, $0.ticket) < (-index($1), $1.arrival, $1.ticket)
      }
      let next = order.first { client in
        floor.tellers.contains { floor.isIdle($0) && floor.plan.can($0, do: client.service) }
      }
      return next.map { ($0.ticket, nil) }
    }
    #expect(difference == nil, "\(difference ?? "")")
  }
}
