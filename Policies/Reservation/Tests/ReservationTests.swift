import BankConformance
import BankCore
import Foundation
import Reservation
import Testing

@Suite struct `The policy reservation` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 10)
    let report = PolicyConformance.check(ReservationPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  @Test func `decides as a short and slow model does, in every small world and in random ones`() {
    // CI asks it of every world up to four clients.
    let depth = Int(ProcessInfo.processInfo.environment["BANK_DEPTH"] ?? "") ?? 2
    let difference = PolicyConformance.difference(ReservationPolicy.self, depth: depth) {
      floor, waiting in
      let last = floor.plan.services.count - 1
      func keep(_ service: Int) -> Int { service == last ? 0 : 1 }
      // Of equal numbers the last service goes first.
      let idle = floor.tellers.count { floor.isIdle($0) }
      let busy = floor.tellers.count { !floor.isIdle($0) && floor.isPresent($0) }
      let order = waiting.filter { idle > keep($0.service) || busy == 0 }
        .sorted {
          (keep($0.service), $0.arrival, $0.ticket) < (keep($1.service), $1.arrival, $1.ticket)
        }
      let next = order.first { client in
        floor.tellers.contains { floor.isIdle($0) && floor.plan.can($0, do: client.service) }
      }
      return next.map { ($0.ticket, nil) }
    }
    #expect(difference == nil, "\(difference ?? "")")
  }
}
