import AccumulatingPriority
import AgentsPreference
import BankCore
import BankQueues
import BankSimulation
import CMu
import ClassPriority
import DeficitRoundRobin
import DelayedOverflow
import EarliestDeadline
import FastestFirst
import GeneralizedCMu
import JoinShortestLine
import LoanPriority
import LongestIdleFirst
import MaxWeight
import QueueRatio
import Reservation
import SharedPool
import SkillRouting
import Testing
import Threshold
import TwoChoices
import WeightedRoundRobin

/// Exact and published values of the policies on the shelf, each beside the interval of ten days.
///
/// The interval is widened by a quarter, to 98.6 in a hundred, and the seeds are fixed: nothing is left to
/// luck. A bias would miss by more.
@Suite struct `The shelf` {
  static let three = ["1", "2", "3"].map { Teller($0) }

  /// Days of 3,500 clients, the first tenth left out.
  static func days<P: TellerPolicy>(
    _ type: P.Type, _ loads: [(rate: Double, mean: Double)], tellers: [Teller] = three,
    classes: [[ServiceLoad.ClassShare]] = [], clients: Int = 3_500,
    _ options: ((BranchPlan) -> P.Options)? = nil
  ) throws -> DaysSummary {
    let names = ["loan", "deposit"]
    let plan = try BranchPlan(
      services: zip(names, loads).map { Service($0, meanTime: .seconds($1.mean)) },
      tellers: tellers, classes: classes.flatMap { $0.map(\.priority) })
    let workload = Workload(
      services: loads.enumerated().map { index, load in
        ServiceLoad(
          time: .exponential(mean: load.mean), arrivals: .poisson(rate: load.rate),
          classes: classes.isEmpty ? [] : classes[index])
      }, clients: 1...1)
    let rate = loads.reduce(0) { $0 + $1.rate }
    let chosen = options?(plan) ?? .defaults(for: plan)
    #expect(P.problems(with: chosen, for: plan).isEmpty)
    var summary: DaysSummary?
    for number in 1...10 {
      let policy = P(options: chosen, plan: plan, random: .forPolicy(seed: 4, day: number))
      var day = Day(
        bank: Bank(plan: plan, queue: RingQueue(), policy: policy),
        arrivals: workload.arrivals(seed: 4, day: number, count: clients))
      var observer = DayObserver(plan: plan, from: .seconds(0.1 * Double(clients) / rate))
      #expect(VirtualDriver.run(&day, &observer) == .done)
      let statistics = observer.statistics(of: day.bank)
      if summary == nil {
        summary = DaysSummary(statistics, end: day.bank.floor.now, workTime: .zero)
      } else {
        summary?.merge(statistics, end: day.bank.floor.now, workTime: .zero)
      }
    }
    return try #require(summary)
  }

  static func expect(
    _ interval: Interval, _ exact: Double, _ source: SourceLocation = #_sourceLocation
  ) throws {
    let halfWidth = try #require(interval.halfWidth, sourceLocation: source)
    #expect(
      abs(interval.mean - exact) <= 1.25 * halfWidth,
      "\(interval.mean) ± \(halfWidth), exactly \(exact)", sourceLocation: source)
    // An interval that says nothing proves nothing.
    #expect(halfWidth < 0.25 * exact, sourceLocation: source)
  }

  /// Loans 0.10 a minute of 6 min, deposits 0.35 of 3 min: the mean waits of both.
  static func expectField(
    _ days: DaysSummary, _ loan: Double, _ deposit: Double,
    _ source: SourceLocation = #_sourceLocation
  ) throws {
    try expect(days.wait(0), loan, source)
    try expect(days.wait(1), deposit, source)
  }

  static let field = [(rate: 0.1, mean: 6.0), (0.35, 3)]

  @Test func `c-mu with equal costs is the quicker service first`() throws {
    try Self.expectField(Self.days(CMuPolicy.self, Self.field), 1.3544, 0.6211)
    try Self.expectField(
      Self.days(GeneralizedCMuPolicy.self, Self.field) {
        .init(cost: $0.forEveryService(1), power: 1)
      },
      1.3544, 0.6211)
  }

  @Test func `c-mu and loan priority have the waits of exact chains at higher loads`() throws {
    for (rates, loanFirst, cMu) in [
      ((0.1, 0.5), (0.709, 2.5974), (4.1601, 1.3073)),
      ((0.12, 0.55), (0.9579, 5.1132), (8.5677, 1.9223)),
    ] {
      let loads = [(rates.0, 6.0), (rates.1, 3)]
      try Self.expectField(
        Self.days(CMuPolicy.self, loads), cMu.0, cMu.1)
      try Self.expectField(
        Self.days(LoanPriorityPolicy.self, loads), loanFirst.0, loanFirst.1)
    }
  }

  @Test func `two tellers for deposits alone and one for both, loans first`() throws {
    let staff = [
      Teller("1", skills: ["deposit"]), Teller("2", skills: ["deposit"]), Teller("3"),
    ]
    let days = try Self.days(LoanPriorityPolicy.self, Self.field, tellers: staff)
    try Self.expectField(days, 9.6540, 0.6260)
  }

  @Test func `reservation keeps a teller for loans`() throws {
    // Loads are high: deposits have two tellers of three.
    let days = try Self.days(ReservationPolicy.self, Self.field, clients: 5_000) { _ in
      .init(keep: ["deposit": 1])
    }
    try Self.expect(days.wait(0), 0.1795)
    try Self.expect(days.wait(1), 6.4769)
    // Nothing kept is priority, or the pool where nobody goes first.
    try Self.expectField(
      Self.days(ReservationPolicy.self, Self.field) { _ in .init(keep: [:], first: ["loan"]) },
      0.4504, 1.0788)
    try Self.expectField(
      Self.days(ReservationPolicy.self, Self.field) { _ in .init(keep: [:]) }, 0.8659, 0.8659)
  }

  @Test func `threshold and delayed overflow lie between the pool and the fixed split`() throws {
    let split = ["loan": 1, "deposit": 2]
    try Self.expectField(
      Self.days(ThresholdPolicy.self, Self.field) { _ in .init(tellers: split, length: [:]) },
      0.8659, 0.8659)
    try Self.expectField(
      Self.days(DelayedOverflowPolicy.self, Self.field) { _ in .init(tellers: split, after: [:]) },
      0.8659, 0.8659)
    let never = try Self.days(ThresholdPolicy.self, Self.field) {
      .init(tellers: split, length: $0.forEveryService(1_000_000))
    }
    try Self.expect(never.wait(1), 1.1415)
    let late = try Self.days(DelayedOverflowPolicy.self, Self.field) {
      .init(tellers: split, after: $0.forEveryService(1e8))
    }
    try Self.expect(late.wait(1), 1.1415)
    #expect(never.wait(0).mean == late.wait(0).mean, "both are the fixed split")
  }

  @Test(.thorough) func `priorities at their limit are strict`() throws {
    let loanFirst = (0.4504, 1.0788)
    try Self.expectField(
      Self.days(EarliestDeadlinePolicy.self, Self.field) { _ in
        .init(target: ["loan": 0], otherwise: 1e8)
      }, loanFirst.0, loanFirst.1)
    try Self.expectField(
      Self.days(AccumulatingPriorityPolicy.self, Self.field) { _ in
        .init(rate: ["loan": 1e6, "deposit": 1e-6])
      }, loanFirst.0, loanFirst.1)
    try Self.expectField(
      Self.days(WeightedRoundRobinPolicy.self, Self.field) { _ in .init(weight: ["loan": 1_000_000])
      },
      loanFirst.0, loanFirst.1)
    try Self.expectField(
      Self.days(SkillRoutingPolicy.self, Self.field), loanFirst.0, loanFirst.1)
    // And at equal terms first come, first served.
    try Self.expectField(
      Self.days(AccumulatingPriorityPolicy.self, Self.field) { _ in .init(rate: [:]) }, 0.8659,
      0.8659)
    try Self.expectField(Self.days(EarliestDeadlinePolicy.self, Self.field), 0.8659, 0.8659)
  }

  @Test func `accumulating priority has the published waits`() throws {
    let days = try Self.days(AccumulatingPriorityPolicy.self, [(0.2, 3), (0.5, 3)]) { _ in
      .init(rate: ["loan": 4, "deposit": 1])
    }
    try Self.expectField(days, 0.91711, 1.93076)
  }

  @Test func `class priority has the waits of Kella and Yechiali`() throws {
    // M/M/3, ρ 0.7: the pool's 1.6411 splits into W₁ = C/(cμ(1 − ρ₁)), W₂ = W₁/(1 − ρ).
    let days = try Self.days(
      ClassPriorityPolicy.self, [(0.7, 3)], classes: [[.init(1, share: 2), .init(0, share: 5)]])
    let first = 1.6411 * (1 - 0.7) / (1 - 0.2)
    try Self.expect(days.wait(2), first)
    try Self.expect(days.wait(1), first / (1 - 0.7))
  }

  @Test(.thorough) func `immediate assignment costs what it is known to cost`() throws {
    let load = [(rate: 0.7, mean: 3.0)]
    let shortest = try Self.days(JoinShortestLinePolicy.self, load)
    let two = try Self.days(TwoChoicesPolicy.self, load)
    let one = try Self.days(TwoChoicesPolicy.self, load, clients: 14_000) { _ in .init(choices: 1) }
    try Self.expect(shortest.wait(nil), 2.1266)
    try Self.expect(two.wait(nil), 2.6544)
    try Self.expect(one.wait(nil), 7)
    try Self.expect(
      Self.days(TwoChoicesPolicy.self, load) { _ in .init(choices: 3) }.wait(nil), 2.1266)
  }

  @Test func `two unequal tellers have the exact numbers in the branch`() throws {
    let unequal = [Teller("1"), Teller("2", speed: 0.5)]
    func number(_ days: DaysSummary) throws -> Interval {
      // By Little's law the mean number is the mean time in the branch, at one client a second.
      Interval(of: days.days.compactMap { $0.last?.sojourn })
    }
    let load = [(rate: 1.0, mean: 1.0)]
    try Self.expect(number(Self.days(FastestFirstPolicy.self, load, tellers: unequal)), 2.38235)
    try Self.expect(number(Self.days(LongestIdleFirstPolicy.self, load, tellers: unequal)), 2.45455)
    let slowest = try Self.days(AgentsPreferencePolicy.self, load, tellers: unequal) { _ in
      .init(rank: ["1": ["loan": 2]])
    }
    try Self.expect(number(slowest), 2.51163)
  }

  @Test func `whatever goes first, work is conserved`() throws {
    // With equal service the waits, weighted by the rates, add up to the pool's (Kleinrock's law).
    let loads = [(rate: 0.2, mean: 3.0), (0.5, 3)]
    func total(_ days: DaysSummary) -> Interval { days.wait(nil) }
    try Self.expect(total(Self.days(MaxWeightPolicy.self, loads)), 1.6411)
    try Self.expect(total(Self.days(QueueRatioPolicy.self, loads)), 1.6411)
    try Self.expect(total(Self.days(DeficitRoundRobinPolicy.self, loads)), 1.6411)
    try Self.expect(total(Self.days(WeightedRoundRobinPolicy.self, loads)), 1.6411)
    try Self.expect(total(Self.days(GeneralizedCMuPolicy.self, loads)), 1.6411)
  }
}
