import BankConformance
import BankCore
import Foundation
import SkillRouting
import Testing

@Suite struct `The policy skill-routing` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 10)
    let report = PolicyConformance.check(SkillRoutingPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  @Test func `decides as a short and slow model does, in every small world and in random ones`() {
    // CI asks it of every world up to four clients.
    let depth = Int(ProcessInfo.processInfo.environment["BANK_DEPTH"] ?? "") ?? 2
    let difference = PolicyConformance.difference(SkillRoutingPolicy.self, depth: depth) {
      floor, waiting in
      var best: (Int, Time, Int, Time, Int)?
      for client in waiting {
        for teller in floor.tellers
        where floor.isIdle(teller) && floor.plan.can(teller, do: client.service) {
          let level = (0...client.service).count { floor.plan.can(teller, do: $0) }
          let key = (
            level, client.arrival, client.ticket, floor.idleSince(teller) ?? .never, teller
          )
          if let old = best, old < key { continue }
          best = key
        }
      }
      return best.map { ($0.2, $0.4) }
    }
    #expect(difference == nil, "\(difference ?? "")")
  }
}
