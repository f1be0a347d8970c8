import BankConformance
import BankCore
import BankQueues
import HeadStart
import Testing

@Suite struct `Head start` {
  static func bank(_ credit: [String: Double]) throws -> Bank<RingQueue, HeadStartPolicy> {
    let plan = try BranchPlan(
      services: ["deposit", "loan"].map { Service($0, meanTime: .seconds(100)) },
      tellers: [Teller("1")])
    let policy = HeadStartPolicy(
      options: .init(credit: credit), plan: plan, random: RandomSource(seed: 1))
    return Bank(plan: plan, queue: RingQueue(), policy: policy)
  }

  /// The tickets in the order in which they are called, of clients who come at these times while
  /// the teller is busy until 200 s.
  static func order(
    _ clients: [(at: Double, service: Int, priority: Int)], _ credit: [String: Double]
  ) throws -> [Int] {
    var bank = try bank(credit)
    var log = EventLog()
    bank.arrive(Visit(service: 0, serviceTime: .seconds(200)), at: .zero, &log)
    for client in clients {
      bank.arrive(
        Visit(service: client.service, serviceTime: .seconds(1), priority: client.priority),
        at: .seconds(client.at), &log)
    }
    bank.advance(to: .seconds(1000), &log)
    return log.events.compactMap {
      if case .started(let client, _, _) = $0.kind { client.ticket } else { nil }
    }
  }

  @Test func `lets a loan pass deposits that came less than its credit earlier`() throws {
    let clients = [(at: 10.0, service: 0, priority: 0), (50, 0, 0), (120, 1, 0)]
    #expect(try Self.order(clients, ["loan": 90]) == [1, 2, 4, 3])
    #expect(try Self.order(clients, ["loan": 0]) == [1, 2, 3, 4])
    #expect(try Self.order(clients, ["loan": 1000]) == [1, 4, 2, 3])
  }

  @Test func `credits a priority class, and takes the earlier ticket when two are equal`() throws {
    let clients = [(at: 10.0, service: 0, priority: 0), (100, 1, 2), (101, 0, 2)]
    #expect(try Self.order(clients, ["2": 90]) == [1, 2, 3, 4])
    #expect(try Self.order(clients, ["2": 90.5]) == [1, 3, 2, 4])
  }

  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 10)
    let report = PolicyConformance.check(HeadStartPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }
}
