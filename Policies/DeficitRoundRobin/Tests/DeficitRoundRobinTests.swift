import BankConformance
import BankCore
import BankQueues
import DeficitRoundRobin
import Foundation
import Testing

@Suite struct `The policy deficit-round-robin` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 10)
    let report = PolicyConformance.check(DeficitRoundRobinPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  @Test func `decides as a short and slow model does, in every small world and in random ones`() {
    // CI asks it of every world up to four clients.
    let depth = Int(ProcessInfo.processInfo.environment["BANK_DEPTH"] ?? "") ?? 2
    let difference = PolicyConformance.difference(DeficitRoundRobinPolicy.self, depth: depth) {
      floor, waiting, past in
      let costs = floor.plan.services.map(\.meanTime.seconds)
      let quantum = max(0.001, costs.max()!)
      var left = costs.map { _ in 0.0 }
      var turn = 0
      // Goes from line to line, giving each its seconds, to the first that is called and can pay.
      func visit(until isCalled: (Int) -> Bool) {
        while !(isCalled(turn) && left[turn] >= costs[turn]) {
          turn = (turn + 1) % costs.count
          left[turn] = min(left[turn] + quantum, costs[turn] + quantum)
        }
      }
      var lengths = costs.map { _ in 0 }
      for step in past.steps {
        switch step {
        case .joined(let client, _): lengths[client.service] += 1
        case .left(let client):
          lengths[client.service] -= 1
          if lengths[client.service] == 0 { left[client.service] = 0 }
        case .finished: break
        case .started(let client, _):
          visit { $0 == client.service }
          lengths[turn] -= 1
          left[turn] -= costs[turn]
          for line in lengths.indices where lengths[line] == 0 { left[line] = 0 }
        }
      }
      func head(_ service: Int) -> Client? {
        let canBeCalled = floor.tellers.contains {
          floor.isIdle($0) && floor.plan.can($0, do: service)
        }
        guard canBeCalled else { return nil }
        return waiting.filter { $0.service == service }
          .min { ($0.arrival, $0.ticket) < ($1.arrival, $1.ticket) }
      }
      guard costs.indices.contains(where: { head($0) != nil }) else { return nil }
      visit { head($0) != nil }
      return head(turn).map { ($0.ticket, nil) }
    }
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// A client of b takes twice as long as one of a; both services get three seconds a turn.
  @Test func `shares work and not clients, and keeps what a turn leaves`() throws {
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(1)), Service("b", meanTime: .seconds(2))],
      tellers: [Teller("1")])
    let policy = DeficitRoundRobinPolicy(
      options: .init(quantum: ["a": 3, "b": 3]), plan: plan, random: RandomSource(seed: 1))
    var bank = Bank(plan: plan, queue: RingQueue(), policy: policy)
    var log = EventLog()
    for service in [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1] {
      bank.arrive(Visit(service: service, serviceTime: .seconds(1)), at: .zero, &log)
    }
    bank.advance(to: .seconds(100), &log)
    let called = log.events.compactMap {
      if case .started(let client, _, _) = $0.kind { client.service } else { nil }
    }
    // The first comes alone, and what its turn leaves is forgotten with its line empty. Then one of b
    // with 1 s left over, three of a, two of b with the 4 s that it has by then, three of a, b.
    #expect(called == [0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1])
  }

  /// The first b leaves 1 s of its turn, and the second b gives up.
  ///
  /// If that second were kept, two of b would be called in b's next turn.
  @Test func `forgets what a turn leaves when the last who waits gives up`() throws {
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(1)), Service("b", meanTime: .seconds(2))],
      tellers: [Teller("1")])
    let policy = DeficitRoundRobinPolicy(
      options: .init(quantum: ["a": 3, "b": 3]), plan: plan, random: RandomSource(seed: 1))
    var bank = Bank(plan: plan, queue: RingQueue(), policy: policy)
    var log = EventLog()
    func arrive(_ service: Int, at second: Double, patience: Time? = nil) {
      bank.arrive(
        Visit(service: service, serviceTime: .seconds(10), patience: patience),
        at: .seconds(second), &log)
    }
    arrive(0, at: 0)
    arrive(1, at: 1)
    arrive(1, at: 2, patience: .seconds(10))
    for service in [0, 0, 0, 0, 1, 1] { arrive(service, at: 13) }
    bank.advance(to: .seconds(100), &log)
    let called = log.events.compactMap {
      if case .started(let client, _, _) = $0.kind { client.service } else { nil }
    }
    #expect(called == [0, 1, 0, 0, 0, 1, 0, 1])
  }
}
