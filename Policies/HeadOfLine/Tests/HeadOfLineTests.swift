import BankConformance
import BankCore
import BankQueues
import BankSimulation
import HeadOfLine
import Testing

@Suite struct `Head of line` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 10)
    let report = PolicyConformance.check(HeadOfLinePolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  static func bank(_ split: [String: Int]? = nil) throws -> Bank<RingQueue, HeadOfLinePolicy> {
    let plan = try BranchPlan(
      services: [
        Service("deposit", meanTime: .seconds(1)), Service("loan", meanTime: .seconds(1)),
      ],
      tellers: ["1", "2", "3"].map { Teller($0) })
    let options = split.map(TellerSplit.init) ?? .defaults(for: plan)
    return Bank(
      plan: plan, queue: RingQueue(),
      policy: HeadOfLinePolicy(options: options, plan: plan, random: RandomSource(seed: 1)))
  }

  @Test func `everybody behind a waiting head waits too`() throws {
    var bank = try Self.bank()
    var log = EventLog()
    for service in [1, 1, 0, 0] {
      bank.arrive(Visit(service: service, serviceTime: .seconds(1)), at: .zero, &log)
    }
    #expect(bank.servingCount == 1)
    #expect(bank.floor.idleCount == 2)
    bank.advance(to: .seconds(1), &log)
    #expect(bank.servingCount == 3)
  }

  @Test func `is strictly first come, first served`() throws {
    var bank = try Self.bank(["deposit": 1, "loan": 2])
    var log = EventLog()
    var random = RandomSource(seed: 3)
    for _ in 0..<200 {
      let visit = Visit(
        service: Int.random(in: 0...1, using: &random),
        serviceTime: .seconds(Double(Int.random(in: 1...5, using: &random))))
      bank.arrive(visit, at: bank.floor.now + .seconds(1), &log)
    }
    bank.advance(to: .seconds(10_000), &log)
    let started = log.events.compactMap { event in
      if case .started(let client, _, _) = event.kind { client.ticket } else { nil }
    }
    #expect(started == Array(1...200))
  }

  @Test func `says why tellers idle`() throws {
    var bank = try Self.bank()
    var log = EventLog()
    for service in [1, 1, 0] {
      bank.arrive(Visit(service: service, serviceTime: .seconds(1)), at: .zero, &log)
    }
    let policy = HeadOfLinePolicy(
      options: .defaults(for: bank.floor.plan), plan: bank.floor.plan, random: RandomSource(seed: 1)
    )
    #expect(
      policy.next(on: bank.floor) == .idle(because: "the head of the line waits for its own teller")
    )
  }

  /// A head whom nobody can serve any more blocks the line for ever.
  ///
  /// A break is not refused, since it ends.
  @Test func `wants somebody for every service until the last goes home`() throws {
    func problems(_ loans: [Shift]?) throws -> Int {
      let plan = try BranchPlan(
        services: [
          Service("deposit", meanTime: .seconds(1)), Service("loan", meanTime: .seconds(1)),
        ],
        tellers: [
          Teller("1", skills: ["deposit"]), Teller("2", skills: ["loan"], shifts: loans),
          Teller("3", skills: ["deposit"]),
        ])
      return HeadOfLinePolicy.problems(with: .init(tellers: ["deposit": 2, "loan": 1]), for: plan)
        .count
    }
    let end = BranchPlan.longestTime
    let breaks = [
      Shift(from: .zero, to: .seconds(5)), Shift(from: .seconds(6), to: end),
    ]
    #expect(try problems(nil) == 0)
    #expect(try problems(breaks) == 0)
    #expect(try problems([Shift(from: .zero, to: .seconds(5))]) == 1)
  }
}
