import BankCore
import BankSimulation
import Testing

@Suite struct `Choosing the best of several` {
  /// Day figures with known means and a common part, as common clients give them.
  struct Days {
    var random: RandomSource
    let means: [Double]
    let limit: [Double]

    mutating func normal() -> Double {
      (0..<12).reduce(-6) { sum, _ in sum + random.unit() }
    }

    /// The costs and the figure of one goal, for each candidate.
    mutating func next() -> [(cost: Double, figure: Double)] {
      let common = normal()
      return means.indices.map {
        (means[$0] + common + 0.5 * normal(), limit[$0] + 0.3 * normal())
      }
    }
  }

  /// The choice among candidates, and how many days it took.
  static func choose(
    _ means: [Double], _ figures: [Double]? = nil, seed: UInt64
  ) -> (verdicts: [Selection.Verdict], days: Int) {
    var days = Days(
      random: RandomSource(seed: seed), means: means,
      limit: figures ?? Array(repeating: 0, count: means.count))
    let goals = figures == nil ? [] : [Selection.Goal(limit: 1, tolerance: 0.1)]
    let first = (0..<20).map { _ in days.next() }
    func split(_ rows: [[(cost: Double, figure: Double)]], _ candidate: Int) -> (
      [Double], [[Double]]
    ) {
      (
        rows.map { $0[candidate].cost },
        goals.isEmpty ? [] : [rows.map { $0[candidate].figure }]
      )
    }
    var selection = Selection(
      costs: means.indices.map { split(first, $0).0 },
      figures: means.indices.map { split(first, $0).1 }, goals: goals,
      cost: .init(indifference: 0.2), error: 0.05)
    var used = 20 * means.count
    while !selection.look() {
      let more = (0..<max(10, selection.days / 6)).map { _ in days.next() }
      for candidate in selection.open {
        let (costs, figures) = split(more, candidate)
        selection.take(
          candidate, costs: selection.costs[candidate] + costs,
          figures: zip(selection.figures[candidate], figures).map { $0 + $1 })
        used += more.count
      }
    }
    return (selection.verdicts, used)
  }

  /// The hardest case that the procedure promises anything of: the best is ahead by the indifference alone.
  @Test(.thorough)
  func `is wrong in at most five of a hundred, where the best is ahead by just what matters`() {
    let wrong = (1...200).count { seed in
      Self.choose([1, 1.2, 1.2, 1.2, 1.2, 2, 3], seed: UInt64(seed)).verdicts[0] != .best
    }
    #expect(wrong <= 10, "\(wrong) of 200")
  }

  @Test(.thorough) func `and where the cheaper ones miss a goal by just what matters`() {
    // The third is the cheapest that meets the goal of 1.
    let wrong = (1...200).count { seed in
      Self.choose([0.2, 0.5, 1, 1.5], [1.5, 1.1, 0.9, 0.5], seed: UInt64(seed)).verdicts[2] != .best
    }
    #expect(wrong <= 10, "\(wrong) of 200")
  }

  @Test func `says of two that are the same that they are tied`() {
    let verdicts = (1...100).map { Self.choose([1, 1, 3], seed: UInt64($0)).verdicts }
    #expect(verdicts.allSatisfy { Set($0.prefix(2)) == [.best, .tied] || $0[2] == .worse })
    #expect(verdicts.count { Set($0.prefix(2)) == [.best, .tied] } >= 95)
  }

  @Test func `spends few days on what is clearly worse`() {
    let (verdicts, days) = Self.choose([1, 1.15] + Array(repeating: 4, count: 30), seed: 7)
    #expect(verdicts.dropFirst(2).allSatisfy { $0 == .worse })
    // Thirty of the candidates are dropped after the first stage.
    #expect(days < 32 * 20 + 2 * 1000)
  }

  @Test func `finds that a goal is met which every day meets exactly`() {
    let same = 3.000_000_000_000_000_4
    var selection = Selection(
      costs: [(0..<150).map(Double.init)], figures: [[Array(repeating: same, count: 150)]],
      goals: [.init(limit: 3, tolerance: 0.15)], cost: .init(indifference: 0.1), error: 0.05)
    let isDecided = selection.look()
    #expect(isDecided)
    #expect(selection.verdicts == [.best])
  }

  @Test func `leaves out who has no figures, and chooses nobody where all miss`() {
    var selection = Selection(
      costs: [nil, Array(repeating: 1, count: 10)],
      figures: [nil, [(0..<10).map { 5 + Double($0 % 3) / 10 }]],
      goals: [.init(limit: 1, tolerance: 0.1)], cost: .init(indifference: 0.1), error: 0.05)
    let isDecided = selection.look()
    #expect(isDecided)
    #expect(selection.verdicts == [.misses, .misses])
    var nobody = Selection(
      costs: [nil, nil], figures: [nil, nil], goals: [], cost: .init(indifference: 1),
      error: 0.05)
    let isOver = nobody.look()
    #expect(isOver && nobody.verdicts == [.misses, .misses])
  }

  /// A share of 5 clients a day who are late with a probability of `share`, each by chance.
  static func lateShares(_ share: Double, _ count: Int, _ random: inout RandomSource) -> [Double] {
    (0..<count).map { _ in
      Double((0..<5).count { _ in random.unit() < share }) / 5
    }
  }

  /// Of a hundred clients nobody is late in half of all runs, where 0.8 % are in truth.
  @Test func `takes no goal as met because nobody was late on the first days`() {
    let limit = 0.002
    // So far apart that the first look tells them.
    func costs(_ candidate: Int, _ days: Int) -> [Double] {
      (0..<days).map { Double(1 + candidate) * (1 + Double($0 % 3) / 10) }
    }
    let wrong = (1...20).count { seed in
      var random = RandomSource(seed: UInt64(seed))
      // The first is cheaper, and is late four times as often as the goal allows.
      let shares = [0.008, 0.0004]
      var selection = Selection(
        costs: (0...1).map { costs($0, 20) },
        figures: shares.map { [Self.lateShares($0, 20, &random)] },
        goals: [
          .init(
            limit: limit, tolerance: limit / 20,
            leastVariance: FigureSum([.init(1, .late, of: nil)])
              .leastVariance(at: limit, clients: [5]))
        ], cost: .init(indifference: 0.1), error: 0.05)
      while !selection.look() {
        let more = max(10, selection.days / 5)
        for candidate in selection.open {
          selection.take(
            candidate, costs: selection.costs[candidate] + costs(candidate, more),
            figures: [
              selection.figures[candidate][0] + Self.lateShares(shares[candidate], more, &random)
            ])
        }
      }
      return selection.verdicts != [.misses, .best]
    }
    #expect(wrong <= 1, "\(wrong) of 20")
  }

  /// Ten of a crowd count as one, and of fewer than ten each by themselves.
  @Test func `takes a share for no better known than its clients are many`() {
    let late = FigureSum([.init(1, .late, of: nil)])
    func variance(_ clients: Double) -> Double { late.leastVariance(at: 0.1, clients: [clients]) }
    #expect(abs(variance(100) - 0.1 * 0.9 * 10 / 100) < 1e-12)
    #expect(abs(variance(0.2) - 0.1 * 0.9) < 1e-12 && abs(variance(5) - 0.1 * 0.9) < 1e-12)
    #expect(FigureSum([.init(1, .wait, of: nil)]).leastVariance(at: 9, clients: [9]) == 0)
  }

  @Test func `tells soon what is far beyond a limit, however little matters`() {
    var days = Days(random: RandomSource(seed: 3), means: [1, 2], limit: [0.5, 9])
    let first = (0..<20).map { _ in days.next() }
    var selection = Selection(
      costs: [0, 1].map { candidate in first.map { $0[candidate].cost } },
      figures: [0, 1].map { candidate in [first.map { $0[candidate].figure }] },
      goals: [.init(limit: 5, tolerance: 1e-9)], cost: .init(indifference: 1e-9), error: 0.05)
    let isDecided = selection.look()
    #expect(isDecided && selection.verdicts == [.best, .misses])
  }

  @Test func `leaves out days on which nobody came, and does not judge by few others`() {
    let days = (0..<40).map { $0 % 5 == 0 ? 1 + Double($0) / 100 : nil }
    var selection = Selection(
      costs: [days, days.map { $0.map { $0 + 5 } }], figures: [[], []], goals: [],
      cost: .init(indifference: 0.1), error: 0.05)
    let isTold = selection.look()
    #expect(!isTold, "eight days are too few")
    for candidate in 0...1 {
      let more = days.map { $0.map { $0 + 5 * Double(candidate) } }
      selection.take(candidate, costs: selection.costs[candidate] + more, figures: [])
    }
    let isToldLater = selection.look()
    #expect(!isToldLater, "the difference has been the same, on sixteen days")
    for candidate in 0...1 {
      let more = (0..<200).map { Double(5 * candidate + $0 % 3) }
      selection.take(candidate, costs: selection.costs[candidate] + more, figures: [])
    }
    let isDecided = selection.look()
    #expect(isDecided && selection.verdicts == [.best, .worse])
  }

  @Test func `opens those again who were worse than one that has no figures after all`() {
    func days(_ mean: Double) -> [Double] { (0..<20).map { mean + Double($0 % 4) } }
    var selection = Selection(
      costs: [days(1), (0..<20).map { 50 + Double($0 % 7) }, days(1).reversed()],
      figures: [[], [], []], goals: [], cost: .init(indifference: 0.001), error: 0.05)
    let isDecided = selection.look()
    #expect(!isDecided && selection.verdicts == [.open, .worse, .open])
    selection.drop(0)
    selection.drop(2)
    #expect(selection.open == [1])
    let isOver = selection.look()
    #expect(isOver && selection.verdicts == [.misses, .best, .misses])
  }
}
