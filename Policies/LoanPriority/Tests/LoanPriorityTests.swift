import BankConformance
import BankCore
import BankQueues
import BankSimulation
import LoanPriority
import Testing

@Suite struct `Loan priority` {
  @Test func `keeps the laws it claims to keep`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 10)
    let report = PolicyConformance.check(LoanPriorityPolicy.self, effort)
    #expect(report.passed, "\(report)")
  }

  static func plan(_ names: [String], tellers: Int) throws -> BranchPlan {
    try BranchPlan(
      services: names.map { Service($0, meanTime: .seconds(1)) },
      tellers: (0..<tellers).map { Teller(String($0)) })
  }

  static func order(_ plan: BranchPlan, _ options: LoanPriorityPolicy.Options, _ services: [Int])
    -> [Int]
  {
    let policy = LoanPriorityPolicy(options: options, plan: plan, random: RandomSource(seed: 1))
    var bank = Bank(plan: plan, queue: RingQueue(), policy: policy)
    var log = EventLog()
    for service in services {
      bank.arrive(Visit(service: service, serviceTime: .seconds(1)), at: .zero, &log)
    }
    bank.advance(to: .seconds(100), &log)
    return log.events.compactMap { event in
      if case .started(let client, _, _) = event.kind { client.ticket } else { nil }
    }
  }

  @Test func `calls loans first, and each kind in order of arrival`() throws {
    let plan = try Self.plan(["deposit", "loan"], tellers: 1)
    #expect(Self.order(plan, .defaults(for: plan), [0, 0, 1, 0, 1]) == [1, 3, 5, 2, 4])
  }

  @Test func `can put another service first`() throws {
    let plan = try Self.plan(["deposit", "loan"], tellers: 1)
    #expect(Self.order(plan, .init(first: "deposit"), [1, 1, 0, 1, 0]) == [1, 3, 5, 2, 4])
  }

  @Test func `where there are no loans puts the last service first`() throws {
    let plan = try Self.plan(["tea", "cake"], tellers: 1)
    #expect(LoanPriorityPolicy.Options.defaults(for: plan).first == "cake")
  }

  @Test func `refuses a service that is not there`() throws {
    let plan = try Self.plan(["deposit", "loan"], tellers: 1)
    #expect(
      LoanPriorityPolicy.problems(with: .init(first: "laon"), for: plan).map(\.description) == [
        "first: \"laon\" is not a service; allowed: deposit, loan; did you mean \"loan\"?"
      ])
  }

  /// Cobham 1954 for one teller: with ρ₁ = 0.3 and ρ₂ = 0.4 of mean 1, waits of 1 and 10/3.
  @Test func `gives Cobham's waits`() throws {
    let plan = try Self.plan(["deposit", "loan"], tellers: 1)
    let workload = Workload(
      services: [
        ServiceLoad(time: .exponential(mean: 1), arrivals: .poisson(rate: 0.4)),
        ServiceLoad(time: .exponential(mean: 1), arrivals: .poisson(rate: 0.3)),
      ], clients: 1...1)
    let policy = LoanPriorityPolicy(
      options: .defaults(for: plan), plan: plan, random: RandomSource(seed: 1))
    var day = Day(
      bank: Bank(plan: plan, queue: RingQueue(), policy: policy),
      arrivals: workload.arrivals(seed: 6, day: 1, count: 100_000))
    var observer = DayObserver(plan: plan)
    #expect(VirtualDriver.run(&day, &observer) == .done)
    let statistics = observer.statistics(of: day.bank)
    #expect(abs(statistics.services[1].wait.mean - 1) < 0.05)
    #expect(abs(statistics.services[0].wait.mean - 10.0 / 3) < 0.25)
  }
}
