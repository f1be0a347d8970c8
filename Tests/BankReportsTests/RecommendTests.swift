import BankRecords
import BankSimulation
import Testing

@testable import BankReports

@Suite struct `Candidates of a recommendation` {
  static func candidate(
    _ verdict: Selection.Verdict, _ mean: Double, _ half: Double?, tellers: Double = 3
  ) -> RecommendReport.Candidate {
    .init(
      policy: "p", set: [:], verdict: verdict, days: 20, cost: Interval(mean: 1, halfWidth: 0.1),
      goals: [Interval(mean: mean, halfWidth: half)], tellers: tellers)
  }

  /// A recommendation with one goal.
  static func report(
    _ candidates: [RecommendReport.Candidate], goal: String = "late(all) <= 10%",
    limit: Double = 0.1, indifference: Double = 1, today: Int? = nil,
    price: [RecommendReport.Price] = [], isFewest: Bool = true, isUndecided: Bool = false
  ) -> RecommendReport {
    RecommendReport(
      cost: "wait(all)", words: FigureWords(.en), costUnit: .time,
      goals: [
        .init(text: goal, words: FigureWords(.en), limit: limit, isUpper: true, isTime: false)
      ], error: 0.05,
      indifference: indifference, candidates: candidates,
      second: candidates.firstIndex { $0.verdict == .worse }, today: today, beside: [],
      price: price, isFewest: isFewest, isUndecided: isUndecided, warnings: [],
      scale: TimeScale())
  }

  /// One that was dropped for its cost may miss the goal all the same.
  @Test func `keep the goals, miss them, or cannot be told, whatever became of them`() {
    let report = Self.report([
      Self.candidate(.best, 0.08, 0.03), Self.candidate(.worse, 0.31, 0.04),
      Self.candidate(.worse, 0.11, 0.02), Self.candidate(.misses, 0.2, 0.02),
      Self.candidate(.worse, 0.11, nil, tellers: 4),
    ])
    #expect(
      report.candidates.map(report.keeping) == [.keeps, .misses, .unclear, .misses, .unclear])
    #expect(
      report.sentence.contains(
        "Of 5 candidates 1 keeps the goals by its means, 2 miss them, and of 2 these days cannot tell."
      ))
    // Fewer were not tried, and may do.
    #expect(report.sentence.hasPrefix("Use p, the fewest that were tried (3): "))
    let fewer = Self.report([
      Self.candidate(.best, 0.08, 0.03), Self.candidate(.misses, 0.2, 0.02, tellers: 2),
    ])
    #expect(fewer.sentence.hasPrefix("Use p, as few tellers as the goals allow (3): "))
    let gap = Self.report([
      Self.candidate(.best, 0.08, 0.03), Self.candidate(.misses, 0.2, 0.02, tellers: 1),
    ])
    #expect(
      gap.sentence.hasPrefix("Use p, the fewest of those tried that keep the goals (3): "))
  }

  /// The choice is the least of those that surely keep the goals; today's may cost less, and perhaps miss one.
  @Test func `of which today's surely costs less are not called dearer`() {
    func one(_ verdict: Selection.Verdict, _ bounds: ClosedRange<Double>?, _ late: Double)
      -> RecommendReport.Candidate
    {
      .init(
        policy: bounds == nil ? "best" : "own", set: [:], verdict: verdict, days: 20,
        cost: Interval(mean: 60, halfWidth: 0.5), goals: [Interval(mean: late, halfWidth: 0.02)],
        difference: bounds.map {
          Interval(mean: ($0.lowerBound + $0.upperBound) / 2, halfWidth: 1)
        },
        bounds: bounds, tellers: 3)
    }
    func sentence(_ bounds: ClosedRange<Double>, _ late: Double) -> String {
      Self.report([one(.best, nil, 0.05), one(.tied, bounds, late)], today: 1).sentence
    }
    #expect(sentence(-3 ... -1, 0.05).hasPrefix("Keep own: it surely costs less than best, whose"))
    #expect(sentence(-3...1, 0.05).hasPrefix("Keep own: nothing says that a change would pay."))
    #expect(sentence(-3...1, 0.05).contains("own costs at most 1.000 s more."))
    #expect(!sentence(-3 ... -1, 0.05).contains("is not sure"))
  }

  @Test func `of which one surely misses a goal do not count it as good`() {
    func sentence(_ late: Double) -> String {
      Self.report(
        [Self.candidate(.best, 0.05, 0.01), Self.candidate(.tied, late, 0.01)], isFewest: false
      ).sentence
    }
    #expect(sentence(0.06).contains("cannot tell it from p"), "\(sentence(0.06))")
    #expect(!sentence(0.12).contains("cannot tell it from p"), "\(sentence(0.12))")
  }

  @Test func `have a cost in one unit, however narrow its interval`() {
    var report = Self.report([Self.candidate(.best, 0.05, 0.01)])
    report.scale = TimeScale(unit: .min)
    #expect(
      report.cost(15, halfWidth: 0.1) == "0.250 ± 0.002 min", "\(report.cost(15, halfWidth: 0.1))")
    #expect(report.cost(0.1) == "0.10 s", "\(report.cost(0.1))")
  }

  @Test func `are drawn by what they cost more than the choice`() {
    func one(_ verdict: Selection.Verdict, _ cost: Double) -> RecommendReport.Candidate {
      .init(
        policy: "p\(cost)", set: [:], verdict: verdict, days: 20,
        cost: Interval(mean: cost, halfWidth: 0.5), goals: [Interval(mean: 0.05, halfWidth: 0.01)],
        tellers: 3)
    }
    let page = Self.report([one(.best, 60), one(.tied, 61), one(.worse, 90)]).html(branch: "b")
    #expect(page.contains("1 of 2 others cannot be told from p60.0; the rest cost surely more"))
    #expect(page.contains("how much more than the choice, 60"))
    let all = Self.report([one(.best, 60), one(.worse, 90)]).html(branch: "b")
    #expect(all.contains("The other costs surely more than p60.0"))
  }

  /// The picture is drawn by what decided, not by each interval by itself.
  @Test func `are drawn with the bounds by which they were dropped`() {
    func one(_ verdict: Selection.Verdict, _ cost: Double, _ bounds: ClosedRange<Double>?)
      -> RecommendReport.Candidate
    {
      .init(
        policy: "p\(Int(cost))", set: ["speed": .number(cost > 60 ? 2 : 1)], verdict: verdict,
        days: 20, cost: Interval(mean: cost, halfWidth: 0.5),
        goals: [Interval(mean: 0.05, halfWidth: 0.01)],
        difference: cost > 60 ? Interval(mean: cost - 60, halfWidth: 0.5) : nil, bounds: bounds,
        tellers: 3)
    }
    let page = Self.report([one(.best, 60, nil), one(.tied, 61, -1...3), one(.worse, 90, 20...40)])
      .html(branch: "b")
    #expect(page.contains("the rest cost surely more"))
    #expect(page.contains("the bounds by which the choice was made"))
    #expect(page.contains("after the name: speed"))
    #expect(page.contains(">p61 · 2</text>"))
    #expect(page.contains("<td>20.000</td><td>40.000</td>"))
    // Dropped for another, and perhaps no dearer than the choice.
    let other = Self.report([one(.best, 60, nil), one(.worse, 61, -1...3)]).html(branch: "b")
    #expect(!other.contains("surely more"))
  }

  @Test func `say who is called too late where no goal asks`() {
    var report = Self.report([Self.candidate(.best, 0.05, 0.01)])
    #expect(!report.sentence.contains("called too late"))
    report.late = [
      ("doctor", "the doctor", 0.25, 0.3), ("teller", "teller", 0.21, nil),
      ("desk", "desk", 0.1, 0.1),
    ]
    #expect(
      report.sentence.contains(
        "Under p these are called too late: the doctor 25.0 % (30.0 % today), teller 21.0 %. No goal asks for that: give one, such as --goal 'late(doctor) <= 10%'"
      ))
    report.late = [("doctor", "doctor", 0.04, 0.3)]
    #expect(!report.sentence.contains("called too late"))
    report.late = [("doctor", "doctor", 0.15, 0.3), ("desk", "desk", 0.1, 0.1)]
    #expect(report.sentence.contains("too late: doctor 15.0 % (30.0 % today). No goal"))
  }

  private static func said(_ candidates: [RecommendReport.Candidate], today: Int?) -> String {
    RecommendReport(
      cost: "wait(all)", words: FigureWords(.en), costUnit: .time,
      goals: [
        .init(
          text: "late(all) <= 10%", words: FigureWords(.en), limit: 0.1, isUpper: true,
          isTime: false)
      ],
      error: 0.05, indifference: 1,
      candidates: candidates.enumerated().map { number, candidate in
        var candidate = candidate
        candidate.policy = ["fixed-split", "c-mu", "head-start"][number]
        return candidate
      }, second: candidates.firstIndex { $0.verdict == .worse }, today: today, beside: [],
      isFewest: false, isUndecided: false, warnings: [], scale: TimeScale()
    ).sentence
  }

  @Test func `name a goal that is hardly kept, and who waits of whom no goal is`() {
    #expect(
      Self.report([Self.candidate(.best, 0.08, 0.03)]).sentence.contains(
        "By less than these days can tell it keeps late (all) ≤ 10 % (8.0 %)."))
    var sure = Self.report([Self.candidate(.best, 0.05, 0.03)])
    #expect(!sure.sentence.contains("By less than") && !sure.sentence.contains("No goal asks"))
    sure.unwatched = [("marriage", 5760), ("car", 60)]
    #expect(sure.sentence.contains("No goal asks for some, who wait on average: marriage "))
  }

  @Test func `say figures as people do`() {
    func say(_ text: String, _ language: Language = .en) -> String {
      FigureWords(language, titles: ["loan": language("loan", "대출")]).say(text)
    }
    #expect(say("wait.p95(loan) <= 15min") == "p95 wait (loan) ≤ 15 min")
    #expect(say("wait(loan) <= 5") == "mean wait (loan) ≤ 5 s")
    #expect(say("served(all) >= 5") == "served (all) ≥ 5")
    #expect(say("wait.p95(loan) <= 15min", .ko) == "대기 95백분위 (대출) ≤ 15분")
    #expect(say("3 wait(loan) + wait(all)") == "3 × mean wait (loan) + mean wait (all)")
    #expect(say("1.5h >= sojourn( all )") == "1.5 h ≥ mean time in the branch (all)")
    #expect(say("2 wait(loan (new))+late(a)<=5%") == "2 × mean wait (loan (new)) + late (a) ≤ 5 %")
    #expect(say("late(a(b(c))) <= 5%", .ko) == "late(a(b(c))) ≤ 5 %", "what it cannot read stays")
    #expect(say("- lost(route x) * 1e3") == "- lost (route x) * 1e3")
  }

  @Test func `are held against the config as it stands`() {
    let rows: [RecommendReport.Candidate] = [
      Self.candidate(.best, 0.08, 0.03), Self.candidate(.tied, 0.08, 0.03),
      Self.candidate(.worse, 0.09, 0.01),
    ]
    #expect(Self.said(rows, today: 0).contains("That is what the config has today."))
    let kept = Self.said(rows, today: 1)
    #expect(kept.hasPrefix("Keep c-mu: nothing says that a change would pay. The least mean wait"))
    #expect(!kept.contains("Use ") && !kept.contains("one of them"))
    #expect(Self.said(rows, today: 2).contains("The next, today's head-start, costs"))
    #expect(!Self.said(rows, today: nil).contains("oday"))
    // One of many that costs more on the days of both is no reason to stay.
    var likely = rows
    likely[1].difference = Interval(mean: 9.9, halfWidth: 6.7)
    #expect(Self.said(likely, today: 1).contains("is one of them, and probably costs more."))
    let others = [rows[0], rows[2], Self.candidate(.misses, 0.3, 0.02)]
    #expect(
      Self.said(others, today: 2).contains(
        "Today's head-start misses a goal: late (all) is 30.0 %, not ≤ 10 %."))
  }

  @Test func `that all miss the goals have a nearest one`() {
    let rows = [
      Self.candidate(.misses, 0.3, 0.02), Self.candidate(.misses, 0.12, 0.01),
      Self.candidate(.misses, 0.2, 0.01),
    ]
    let said = Self.said(rows, today: 0)
    #expect(said.contains("The nearest is c-mu: late (all) is 12.0 %, not ≤ 10 %."))
    #expect(said.contains("Today's fixed-split misses a goal: late (all) is 30.0 %, not ≤ 10 %."))
    #expect(said.contains("--vary tellers=…"))
    #expect(Self.said(rows, today: 1).contains("That is what the config has today."))
  }

  @Test func `have a price, and those that miss by chance are told of`() {
    var rows = [
      Self.candidate(.best, 0.08, 0.01), Self.candidate(.misses, 0.102, 0.004),
      Self.candidate(.misses, 0.3, 0.02),
    ]
    let names = ["c-mu", "head-start", "fixed-split"]
    for (place, name) in names.enumerated() { rows[place].policy = name }
    rows[0].cost = Interval(mean: 300, halfWidth: 4)
    rows[1].difference = Interval(mean: -60, halfWidth: 5)
    rows[2].difference = Interval(mean: -120, halfWidth: 5)
    let report = RecommendReport(
      cost: "wait(all)", words: FigureWords(.en), costUnit: .time,
      goals: [
        .init(
          text: "late(all) <= 10%", words: FigureWords(.en), limit: 0.1, isUpper: true,
          isTime: false)
      ],
      error: 0.05, indifference: 10, candidates: rows, second: nil, today: 2, beside: [],
      price: [
        .init(service: "loan", measure: .wait, before: 60, after: 240),
        .init(service: nil, measure: .lost, before: 0.01, after: 0.05),
      ], isFewest: false, isUndecided: false, warnings: [], scale: TimeScale())
    let said = report.sentence
    #expect(
      said.contains(
        "The choice brings late (all) 30.0 % → 8.0 %. What that takes, on the same days: "
          + "mean wait (all) 180.000 s → 300.000 s, loan mean wait 60.0 s → 240 s, all lost 1.0 % → 5.0 %."
      ),
      "\(said)")
    #expect(
      said.contains(
        "head-start misses by no more than these days can tell (late (all) is 10.2 %, not ≤ 10 %),"
          + " and costs 240.000 s."), "\(said)")
    #expect(rows.map(report.verdict) == ["best", "misses, perhaps", "misses"])
  }

  @Test func `are named where days tell too little of them`() {
    var report = Self.report(
      [
        Self.candidate(.open, 0.1, 0.01), Self.candidate(.open, 0.01, 0.001, tellers: 4),
      ], isUndecided: true)
    report.surest = 1
    #expect(
      report.sentence.hasPrefix("Not decided: 20 days each do not tell enough of p; p. p surely"))
    report.isInterrupted = true
    #expect(report.sentence.hasPrefix("Not decided: it was ended before the data could tell."))
  }

  /// Days of more tellers are so unlike that a difference from the choice says nothing of their cost.
  @Test func `with more tellers have their own cost, and miss what they miss`() {
    var rows = [
      Self.candidate(.best, 0.05, 0.01), Self.candidate(.worse, 0.2, 0.01, tellers: 4),
      Self.candidate(.worse, 0.01, 0.01, tellers: 5),
    ]
    rows[1].difference = Interval(mean: -0.4, halfWidth: 0.1)
    let report = Self.report(rows)
    #expect(report.cost(of: rows[1]) == rows[1].cost)
    #expect(rows.map(report.verdict) == ["best", "misses", "more tellers than needed"])
  }

  /// A wait is never below 0, whatever the days that two have in common say.
  @Test func `cost no less than nothing, and shares are told as finely as their limit`() {
    var rows = [Self.candidate(.best, 0.0001, nil), Self.candidate(.misses, 0.0005, 0.0001)]
    rows[0].cost = Interval(mean: 1, halfWidth: 0.1)
    rows[1].cost = Interval(mean: 0, halfWidth: 0)
    rows[1].difference = Interval(mean: -1.02, halfWidth: 0.1)
    let report = Self.report(rows, goal: "lost(all) <= 0.02%", limit: 0.0002)
    #expect(report.cost(of: rows[1])?.mean == 0)
    #expect(report.text.contains("0.050 % *") && report.text.contains("0.010 %"))
  }
}
