import BankConformance
import BankCore
import Foundation
import LongestIdleFirst
import Testing

@Suite struct `The policy longest-idle-first` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 10)
    let report = PolicyConformance.check(LongestIdleFirstPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  @Test func `decides as a short and slow model does, in every small world and in random ones`() {
    // CI asks it of every world up to four clients.
    let depth = Int(ProcessInfo.processInfo.environment["BANK_DEPTH"] ?? "") ?? 2
    let difference = PolicyConformance.difference(LongestIdleFirstPolicy.self, depth: depth) {
      floor, waiting in
      for client in waiting {
        let idle = floor.tellers.filter {
          floor.isIdle($0) && floor.plan.can($0, do: client.service)
        }
        let first = idle.min {
          (floor.idleSince($0) ?? .never, $0) < (floor.idleSince($1) ?? .never, $1)
        }
        if let first { return (client.ticket, first) }
      }
      return nil
    }
    #expect(difference == nil, "\(difference ?? "")")
  }
}
