import BankConformance
import BankCore
import BankQueues
import Foundation
import Testing
import WeightedRoundRobin

@Suite struct `The policy weighted-round-robin` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 10)
    let report = PolicyConformance.check(WeightedRoundRobinPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  @Test func `decides as a short and slow model does, in every small world and in random ones`() {
    // CI asks it of every world up to four clients.
    let depth = Int(ProcessInfo.processInfo.environment["BANK_DEPTH"] ?? "") ?? 2
    let difference = PolicyConformance.difference(WeightedRoundRobinPolicy.self, depth: depth) {
      floor, waiting, past in
      let services = floor.plan.services.count
      // Turns as a list: two of the first service, one of each other, over and over.
      let turns = [0] + Array(0..<services)
      // Where the last call stands in it: the first place of its service, or the second where the
      // first was just used.
      var place = -1
      for case .started(let client, _) in past.steps {
        let isSecond = client.service == 0 && place == 0
        place = isSecond ? 1 : turns.firstIndex(of: client.service)!
      }
      for step in 1...turns.count {
        let service = turns[(place + step) % turns.count]
        let head = waiting.filter { $0.service == service }
          .min { ($0.arrival, $0.ticket) < ($1.arrival, $1.ticket) }
        let canBeCalled = floor.tellers.contains {
          floor.isIdle($0) && floor.plan.can($0, do: service)
        }
        if let head, canBeCalled { return (head.ticket, nil) }
      }
      return nil
    }
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func `calls a set number of each in turn, and passes over who is not there`() throws {
    let plan = try BranchPlan(
      services: ["a", "b", "c"].map { Service($0, meanTime: .seconds(1)) }, tellers: [Teller("1")])
    let policy = WeightedRoundRobinPolicy(
      options: .init(weight: ["a": 2, "b": 1, "c": 3]), plan: plan, random: RandomSource(seed: 1))
    var bank = Bank(plan: plan, queue: RingQueue(), policy: policy)
    var log = EventLog()
    for service in [0, 0, 0, 0, 0, 2, 2, 1, 1] {
      bank.arrive(Visit(service: service, serviceTime: .seconds(1)), at: .zero, &log)
    }
    bank.advance(to: .seconds(100), &log)
    let called = log.events.compactMap {
      if case .started(let client, _, _) = $0.kind { client.service } else { nil }
    }
    #expect(called == [0, 0, 1, 2, 2, 0, 0, 1, 0])
  }
}
