import AgentsPreference
import BankConformance
import BankCore
import Foundation
import Testing

@Suite struct `The policy agents-preference` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 10)
    let report = PolicyConformance.check(AgentsPreferencePolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  @Test func `decides as a short and slow model does, in every small world and in random ones`() {
    // CI asks it of every world up to four clients.
    let depth = Int(ProcessInfo.processInfo.environment["BANK_DEPTH"] ?? "") ?? 2
    let difference = PolicyConformance.difference(AgentsPreferencePolicy.self, depth: depth) {
      floor, waiting in
      for client in waiting {
        let idle = floor.tellers.filter {
          floor.isIdle($0) && floor.plan.can($0, do: client.service)
        }
        func key(_ teller: Int) -> (Int, Time, Int) {
          let skills = floor.plan.services.indices.count { floor.plan.can(teller, do: $0) }
          return (skills, floor.idleSince(teller) ?? .never, teller)
        }
        if let first = idle.min(by: { key($0) < key($1) }) { return (client.ticket, first) }
      }
      return nil
    }
    #expect(difference == nil, "\(difference ?? "")")
  }
}
