import BankConformance
import BankCore
import BankQueues
import FastestFirst
import Foundation
import Testing

@Suite struct `The policy fastest-first` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 10)
    let report = PolicyConformance.check(FastestFirstPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  @Test func `decides as a short and slow model does, in every small world and in random ones`() {
    // CI asks it of every world up to four clients.
    let depth = Int(ProcessInfo.processInfo.environment["BANK_DEPTH"] ?? "") ?? 2
    let difference = PolicyConformance.difference(FastestFirstPolicy.self, depth: depth) {
      floor, waiting in
      for client in waiting {
        let idle = floor.tellers.filter {
          floor.isIdle($0) && floor.plan.can($0, do: client.service)
        }
        func key(_ teller: Int) -> (Double, Time, Int) {
          (
            -floor.plan.speed(of: teller, doing: client.service), floor.idleSince(teller) ?? .never,
            teller
          )
        }
        if let first = idle.min(by: { key($0) < key($1) }) { return (client.ticket, first) }
      }
      return nil
    }
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test(arguments: [0, 1e-9, 1])
  func `takes the faster of two tellers, whatever the expected time`(seconds: Double) throws {
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(seconds))],
      tellers: [Teller("slow", speed: 1.8), Teller("fast", speed: 2)])
    let policy = FastestFirstPolicy(
      options: NoOptions(), plan: plan, random: RandomSource(seed: 1))
    var bank = Bank(plan: plan, queue: RingQueue(), policy: policy)
    var log = EventLog()
    bank.arrive(Visit(service: 0, serviceTime: .seconds(1)), at: .zero, &log)
    #expect(bank.floor.serving(1) != nil)
  }
}
