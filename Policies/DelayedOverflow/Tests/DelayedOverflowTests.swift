import BankConformance
import BankCore
import DelayedOverflow
import Foundation
import Testing

@Suite struct `The policy delayed-overflow` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 10)
    let report = PolicyConformance.check(DelayedOverflowPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  @Test func `decides as a short and slow model does, in every small world and in random ones`() {
    // CI asks it of every world up to four clients.
    let depth = Int(ProcessInfo.processInfo.environment["BANK_DEPTH"] ?? "") ?? 2
    let difference = PolicyConformance.difference(DelayedOverflowPolicy.self, depth: depth) {
      floor, waiting in
      guard let home = TellerSplit.defaults(for: floor.plan).serviceOfTeller(in: floor.plan) else {
        return nil
      }
      for client in waiting {
        let able = floor.tellers.filter {
          floor.isIdle($0) && floor.plan.can($0, do: client.service)
        }
        let isDue = floor.now - client.arrival >= .seconds(60)
        if able.contains(where: { home[$0] == client.service }) || isDue && !able.isEmpty {
          return (client.ticket, nil)
        }
      }
      return nil
    }
    #expect(difference == nil, "\(difference ?? "")")
  }
}
