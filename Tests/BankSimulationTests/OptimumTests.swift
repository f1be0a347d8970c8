import BankCore
import BankSimulation
import CMu
import DeficitRoundRobin
import FastestFirst
import FixedSplit
import LoanPriority
import SharedPool
import Testing
import WeightedRoundRobin

/// `bank optimum` in the guides has the exact values of larger branches; here is what makes it right.
@Suite struct `The best that any policy can do` {
  /// Loans take twice as long as deposits.
  static func plan(_ tellers: [Teller]) throws -> BranchPlan {
    try BranchPlan(
      services: [
        Service("deposit", meanTime: .seconds(1)), Service("loan", meanTime: .seconds(2)),
      ],
      tellers: tellers)
  }

  /// Every way to decide in every state, walked through one by one: as many as there are choices.
  @Test func `is the least of all ways to decide, tried one by one`() throws {
    let two = try Self.plan([Teller("1", skills: ["deposit"]), Teller("2", speed: 0.4)])
    let one = try Self.plan([Teller("1", speed: 2)])
    for (plan, most, rates) in [
      (two, 1, [1.0, 1]), (one, 2, [1, 1]), (one, 2, [4, 1]),
    ] {
      let branch = SmallBranch(plan, arrivals: [0.4, 0.2], most: most)
      let best = LongRun(branch, rates: rates, .best)
      var least = Double.infinity
      var tables = 0
      branch.everyTable { table in
        tables += 1
        let run = LongRun(branch, rates: rates, .table(table), tolerance: 1e-4, steps: 400)
        // Who leaves clients for ever to an idle teller may have no one cost: the start decides.
        if run.error < 1e-3 * run.cost { least = min(least, run.cost) }
      }
      #expect(tables > 20)
      #expect(abs(best.cost - least) < 2e-3 * least, "\(best.cost) \(least)")
    }
  }

  @Test func `for one teller is c-mu, and for nobody else`() throws {
    let plan = try Self.plan([Teller("1")])
    let branch = SmallBranch(plan, arrivals: [0.3, 0.15], most: 14)
    for (rates, cost) in [
      ([1.0, 1.0], ["deposit": 1.0, "loan": 1]), ([1, 3], ["deposit": 1, "loan": 3]),
    ] {
      let best = LongRun(branch, rates: rates, .best)
      let table = try #require(
        PolicyTable.decisions(branch, following: 5000) {
          CMuPolicy(options: .init(cost: cost), plan: plan, random: RandomSource(seed: 1))
        })
      let run = LongRun(branch, rates: rates, .table(table))
      // Near the cut, where clients are turned away, the best makes use of that.
      #expect(abs(run.cost / best.cost - 1) < 1e-3)
      let other = try #require(
        PolicyTable.decisions(branch, following: 5000) {
          CMuPolicy(
            options: .init(cost: ["deposit": cost["loan"] ?? 1, "loan": 4 * (cost["deposit"] ?? 1)]
            ),
            plan: plan, random: RandomSource(seed: 1))
        })
      if rates == [1, 1] {
        #expect(LongRun(branch, rates: rates, .table(other)).cost > 1.01 * best.cost)
      }
    }
  }

  /// What the fastest first costs, and the best, where one teller is slower.
  static func fastest(
    slow: Double, rate: Double, serving: [Double]
  ) throws -> (fastest: Double, best: Double) {
    let plan = try BranchPlan(
      services: [Service("tea", meanTime: .seconds(1))],
      tellers: [Teller("fast"), Teller("slow", speed: slow)])
    let branch = SmallBranch(plan, arrivals: [rate], most: 60)
    let table = try #require(
      PolicyTable.decisions(branch, following: 5000) {
        FastestFirstPolicy(options: .init(), plan: plan, random: RandomSource(seed: 1))
      })
    func run(_ rule: LongRun.Rule) -> Double {
      LongRun(branch, rates: [1], serving: serving, rule, tolerance: 1e-5).cost
    }
    return (run(.table(table)), run(.best))
  }

  /// Two unequal tellers: the number in the system is 2.38235 where the fastest goes first.
  @Test func `holds a slow teller back where the time in the branch is what counts`() throws {
    let (half, best) = try Self.fastest(slow: 0.5, rate: 1, serving: [1])
    #expect(abs(half - 2.38235) < 1e-4)
    #expect(abs(half - best) < 1e-4)
    let slow = try Self.fastest(slow: 0.2, rate: 0.7, serving: [1])
    #expect(slow.best < 0.98 * slow.fastest, "\(slow)")
    // Of waiting alone nothing is better than to call at once.
    let waits = try Self.fastest(slow: 0.2, rate: 0.7, serving: [])
    #expect(abs(waits.best - waits.fastest) < 1e-4)
  }

  @Test func `asks only policies that go by the state`() throws {
    let plan = try Self.plan(["1", "2", "3"].map { Teller($0) })
    let branch = SmallBranch(plan, arrivals: [0.3, 0.15], most: 3)
    let apart = SmallBranch(plan, arrivals: [0.3, 0.15], most: 3, pools: [[0, 1], [2]])
    func hasTable<P: TellerPolicy>(_ type: P.Type, _ branch: SmallBranch) -> Bool {
      let plan = branch.plan
      return PolicyTable.decisions(branch, following: 5000) {
        P(options: .defaults(for: plan), plan: plan, random: RandomSource(seed: 1))
      } != nil
    }
    // Who came first decides; and a fixed split tells tellers apart who are alike.
    #expect(!hasTable(SharedPoolPolicy.self, branch))
    #expect(!hasTable(SharedPoolPolicy.self, apart))
    #expect(hasTable(LoanPriorityPolicy.self, branch))
    #expect(!hasTable(FixedSplitPolicy.self, branch))
    #expect(hasTable(FixedSplitPolicy.self, apart))
    // Whose turn it is depends on whom the teller served before, whoever is busy now.
    for tellers in [["1"], ["1", "2"], ["1", "2", "3"]] {
      let plan = try Self.plan(tellers.map { Teller($0) })
      let branch = SmallBranch(plan, arrivals: [0.3, 0.15], most: 3)
      #expect(!hasTable(DeficitRoundRobinPolicy.self, branch), "\(tellers.count) tellers")
      #expect(!hasTable(WeightedRoundRobinPolicy.self, branch), "\(tellers.count) tellers")
    }
    // Two of one and one of the other, where one teller alone can do both.
    let skilled = try Self.plan([Teller("A"), Teller("B", skills: ["deposit"])])
    #expect(
      !hasTable(
        WeightedRoundRobinPolicy.self, SmallBranch(skilled, arrivals: [0.3, 0.15], most: 6)))
    // Nine of one and then one of the other: no question comes after nine.
    let busy = try Self.plan([Teller("1")])
    let nine = PolicyTable.decisions(
      SmallBranch(busy, arrivals: [0.3, 0.28], most: 20), following: 50_000
    ) {
      WeightedRoundRobinPolicy(
        options: .init(weight: ["deposit": 9, "loan": 1]), plan: busy,
        random: RandomSource(seed: 1))
    }
    #expect(nine == nil)
  }

  @Test func `is told where a branch is too large or of another kind`() throws {
    let plan = try Self.plan((1...5).map { Teller("\($0)") })
    let workload = Workload(
      services: [
        ServiceLoad(time: .constant(1), arrivals: .poisson(rate: 1)),
        ServiceLoad(time: .exponential(mean: 2)),
      ], clients: 1...1)
    #expect(
      SmallBranch.problems(plan, workload).map(\.path)
        == ["tellers", "services[0].time", "services[1].arrivals"])
    let endless = Workload(
      services: [0, 2].map {
        ServiceLoad(time: .exponential(mean: $0), arrivals: .poisson(rate: 0.1))
      }, clients: 1...1)
    #expect(
      SmallBranch.problems(try Self.plan([Teller("1")]), endless).map(\.path)
        == ["services[0].time"])
  }
}

extension SmallBranch {
  /// Calls `body` with every table of decisions there is: in each state every state that calls lead to.
  fileprivate func everyTable(_ body: ([Int32]) -> Void) {
    let choices = (0..<states).map { state in
      let calls = self.choices(state)
      return calls.isEmpty ? [Int32(state)] : calls.map(Int32.init) + [Int32(state)]
    }
    // States in which there is a choice, and the first of each of the others.
    let open = choices.indices.filter { choices[$0].count > 1 }
    var table = choices.map { $0[0] }
    func go(_ number: Int) {
      guard number < open.count else { return body(table) }
      for choice in choices[open[number]] {
        table[open[number]] = choice
        go(number + 1)
      }
    }
    go(0)
  }
}
