import BankCore
import Testing

@testable import BankSimulation

/// Figures of costs and goals, over all clients of all days.
@Suite struct `Figures of days` {
  /// A short day of few clients who all wait, and a day of many who hardly do.
  private static func summary() throws -> DaysSummary {
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(10), target: .seconds(60))], tellers: [Teller("1")]
    )
    func day(_ waits: [Double]) -> DayStatistics {
      var figures = ServiceFigures(target: .seconds(60), from: .zero)
      for wait in waits {
        figures.arrived += 1
        figures.wait.add(.seconds(wait))
        figures.waits.add(.seconds(wait))
        figures.sojourns += Int128((wait + 10) * 1e9)
        if wait <= 60 { figures.inTime += 1 }
      }
      var day = DayStatistics(plan: plan)
      day.services = [figures]
      return day
    }
    var summary = DaysSummary(day([100, 200]), end: .seconds(300), workTime: .seconds(300))
    for days in 0..<6 {
      let waits = (0..<98).map { Double(($0 + days) % 10) }
      summary.merge(day(waits), end: .seconds(900), workTime: .seconds(900))
    }
    summary.merge(day([]), end: .seconds(900), workTime: .zero)
    return summary
  }

  private static func mean(_ kind: FigureSum.Kind, factor: Double = 1, constant: Double = 0)
    throws -> Double?
  {
    var days = FigureDays(FigureSum([.init(factor, kind, of: 0)], constant: constant))
    days.add(try summary())
    let known = days.values.compactMap { $0 }
    return known.reduce(0, +) / Double(known.count)
  }

  @Test func `are those that a report has, and no means of days' means`() throws {
    let summary = try Self.summary()
    func isClose(_ one: Double?, _ other: Double?) -> Bool {
      if let one, let other { abs(one - other) < 1e-9 * max(1, abs(other)) } else { false }
    }
    #expect(isClose(try Self.mean(.wait), summary.wait(0).mean))
    #expect(isClose(try Self.mean(.late), summary.late(0)?.mean))
    #expect(isClose(try Self.mean(.late), 2.0 / 590))
    #expect(isClose(try Self.mean(.lost), 0))
    #expect(isClose(try Self.mean(.served), 590.0 / 8), "of a day")
    #expect(isClose(try Self.mean(.quantile(2)), summary.figures(0).waits.quantile(0.95)))
    #expect(
      isClose(try Self.mean(.sojourn, factor: 2, constant: 1), 2 * (summary.wait(0).mean + 10) + 1))
  }

  @Test func `vary from day to day as the ratio does`() throws {
    let summary = try Self.summary()
    var days = FigureDays(FigureSum([.init(1, .wait, of: 0)]))
    days.add(summary)
    #expect(days.count == 8 && days.values.count { $0 == nil } == 1)
    let own = Interval(of: days.values.compactMap { $0 }).ofMeanWait().halfWidth
    let ratio = summary.wait(0).halfWidth
    #expect(try abs(#require(own) - #require(ratio)) < 1e-9)
  }

  @Test
  func `are none of a day on which clients came and nobody was served, and none where most are so`()
    throws
  {
    var few = ServiceFigures(target: nil, from: .zero)
    few.arrived = 3
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(10))], tellers: [Teller("1")])
    var day = DayStatistics(plan: plan)
    day.services = [few]
    let summary = DaysSummary(day, end: .seconds(10), workTime: .zero)
    var days = FigureDays(FigureSum([.init(1, .wait, of: 0)]))
    for _ in 1...9 { days.add(summary) }
    #expect(
      days.values == Array(repeating: nil, count: 9) && days.isTold, "nine are too few to say")
    days.add(summary)
    #expect(!days.isTold)
    for _ in 1...3 { few.wait.add(.seconds(5)) }
    day.services = [few]
    let served = DaysSummary(day, end: .seconds(10), workTime: .zero)
    for _ in 1...10 { days.add(served) }
    #expect(!days.isTold, "ten of twenty are not most")
    days.add(served)
    #expect(days.isTold && days.values[0] == nil && days.values[20] == 5)
  }

  /// As a run of days has it: four of twenty show no spread, which does not mean that there is none.
  @Test func `are seen once somebody waited on five of them`() throws {
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(10))], tellers: [Teller("1")])
    func day(_ wait: Double) -> DaysSummary {
      var figures = ServiceFigures(target: nil, from: .zero)
      figures.arrived = 1
      figures.wait.add(.seconds(wait))
      var day = DayStatistics(plan: plan)
      day.services = [figures]
      return DaysSummary(day, end: .seconds(10), workTime: .zero)
    }
    var days = FigureDays(FigureSum([.init(1, .wait, of: 0)]))
    var sum = FigureDays(FigureSum([.init(1, .wait, of: 0), .init(1, .sojourn, of: 0)]))
    for number in 1...20 {
      days.add(day(number > 16 ? 60 : 0))
      sum.add(day(number > 16 ? 60 : 0))
    }
    #expect(!days.isSeen && !sum.isSeen)
    days.add(day(60))
    #expect(days.isSeen)
    // Two days on which somebody comes are two, however many are empty.
    var empty = FigureDays(FigureSum([.init(1, .wait, of: 0)]))
    for _ in 1...2 { empty.add(day(60)) }
    #expect(empty.isSeen)
    for _ in 1...18 {
      empty.add(DaysSummary(DayStatistics(plan: plan), end: .seconds(10), workTime: .zero))
    }
    #expect(!empty.isSeen)
    var never = FigureDays(FigureSum([.init(1, .wait, of: 0)]))
    for number in 1...150 {
      #expect(!never.isSeen || number == 1)
      never.add(day(0))
    }
    #expect(never.isSeen, "what is on none of many days adds nothing")
  }

  /// Of a hundred clients a day the longest wait of all is that of the few days on which the line grew.
  @Test func `of a quantile are settled once enough days are beyond it`() throws {
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(10))], tellers: [Teller("1")])
    func day(_ longest: Double) -> DaysSummary {
      var figures = ServiceFigures(target: nil, from: .zero)
      for number in 0..<100 {
        figures.arrived += 1
        let wait = Time.seconds(number < 80 ? 10 + Double(number) : longest + Double(number))
        figures.wait.add(wait)
        figures.waits.add(wait)
      }
      var day = DayStatistics(plan: plan)
      day.services = [figures]
      return DaysSummary(day, end: .seconds(900), workTime: .zero)
    }
    func isSettled(level: Int, busy: Int, of days: Int) -> Bool {
      var figures = FigureDays(FigureSum([.init(1, .quantile(level), of: 0)]))
      for number in 0..<days { figures.add(day(number < busy ? 5000 : 100)) }
      return figures.isSettled
    }
    let highest = 3
    #expect(!isSettled(level: highest, busy: 3, of: 40))
    #expect(isSettled(level: highest, busy: 25, of: 400))
    #expect(isSettled(level: 0, busy: 3, of: 40), "half of the clients of every day are beyond it")
  }

  /// Where one client in six hundred takes ninety minutes, twelve thousand clients say nothing yet of those
  /// whom two of them at once keep waiting.
  @Test func `are not told while rare long services have not shown what they do`() throws {
    func findings(_ served: [Int], notary: Double) throws -> [Judgement.Finding] {
      let plan = try BranchPlan(
        services: [
          Service("question", meanTime: .seconds(20)),
          Service("notary", meanTime: .seconds(notary)),
        ], tellers: [Teller("1"), Teller("2")])
      let workload = Workload(
        services: [
          .init(time: .exponential(mean: 20), arrivals: .poisson(rate: 0.01)),
          .init(time: .exponential(mean: notary), arrivals: .poisson(rate: 0.001)),
        ], clients: 1...1)
      return Judgement.heavyTails(plan, workload, served: served)
    }
    guard
      case .heavyTail(.services("notary"), 12_020, let needed)? = try findings(
        [12_000, 20], notary: 5400
      ).first
    else {
      Issue.record("too few notaries")
      return
    }
    #expect((300_000.0...400_000).contains(needed), "\(needed)")
    #expect(try findings([400_000, 660], notary: 5400) == [], "enough of them")
    #expect(try findings([12_000, 20], notary: 30) == [], "hardly longer")
    // That none of them has come is no sign that none will.
    #expect(try !findings([900, 0], notary: 5400).isEmpty, "none of them yet")
    #expect(try findings([900, 0], notary: 30) == [], "none, and hardly longer")
    #expect(try findings([600, 600], notary: 5400) == [], "not rare")
    #expect(try findings([0, 600], notary: 5400) == [], "by itself")
  }

  /// Who comes often for a little may bring more squares of times than the rare one, and is not what is missing.
  @Test func `name the rare long service, and not one that comes often`() throws {
    let plan = try BranchPlan(
      services: [
        Service("often", meanTime: .seconds(300)), Service("rare", meanTime: .seconds(1200)),
      ],
      tellers: [Teller("K", skills: ["often"]), Teller("S", skills: ["rare"])])
    let workload = Workload(
      services: [
        .init(time: .exponential(mean: 300), arrivals: .poisson(rate: 10.0 / 3600)),
        .init(time: .exponential(mean: 1200), arrivals: .poisson(rate: 0.3 / 3600)),
      ], clients: 1...1)
    let findings = Judgement.heavyTails(plan, workload, served: [733, 23])
    guard case .heavyTail(.services("rare"), 756, _)? = findings.first else {
      Issue.record("\(findings)")
      return
    }
  }
}
