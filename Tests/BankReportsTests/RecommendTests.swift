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

  /// One that was dropped for its cost may miss the goal all the same.
  @Test func `keep the goals, miss them, or cannot be told, whatever became of them`() {
    let report = RecommendReport(
      cost: "wait(all)", costIsTime: true,
      goals: [.init(text: "late(all) <= 10%", limit: 0.1, isUpper: true, isTime: false)],
      error: 0.05, indifference: 1,
      candidates: [
        Self.candidate(.best, 0.08, 0.03), Self.candidate(.worse, 0.31, 0.04),
        Self.candidate(.worse, 0.11, 0.02), Self.candidate(.misses, 0.2, 0.02),
        Self.candidate(.worse, 0.11, nil, tellers: 4),
      ], second: nil, beside: [], isFewest: true, isUndecided: false, warnings: [],
      scale: TimeScale())
    #expect(
      report.candidates.map(report.keeping) == [.keeps, .misses, .unclear, .misses, .unclear])
    #expect(
      report.sentence.contains(
        "Of 5 candidates 1 keeps the goals by its means, 2 miss them, and of 2 these days cannot tell."
      ))
    #expect(report.sentence.contains("as few tellers as the goals allow (3)"))
  }

  private static func said(_ candidates: [RecommendReport.Candidate], today: Int?) -> String {
    RecommendReport(
      cost: "wait(all)", costIsTime: true,
      goals: [.init(text: "late(all) <= 10%", limit: 0.1, isUpper: true, isTime: false)],
      error: 0.05, indifference: 1,
      candidates: candidates.enumerated().map { number, candidate in
        var candidate = candidate
        candidate.policy = ["fixed-split", "c-mu", "head-start"][number]
        return candidate
      }, second: candidates.firstIndex { $0.verdict == .worse }, today: today, beside: [],
      isFewest: false, isUndecided: false, warnings: [], scale: TimeScale()
    ).sentence
  }

  @Test func `are held against the config as it stands`() {
    let rows: [RecommendReport.Candidate] = [
      Self.candidate(.best, 0.08, 0.03), Self.candidate(.tied, 0.08, 0.03),
      Self.candidate(.worse, 0.09, 0.01),
    ]
    #expect(Self.said(rows, today: 0).contains("That is what the config has today."))
    #expect(Self.said(rows, today: 1).contains("Today's c-mu is one of them: nothing says"))
    #expect(Self.said(rows, today: 2).contains("The next, today's head-start, costs"))
    #expect(!Self.said(rows, today: nil).contains("oday"))
    let others = [rows[0], rows[2], Self.candidate(.misses, 0.3, 0.02)]
    #expect(
      Self.said(others, today: 2).contains(
        "Today's head-start misses a goal: late(all) is 30.0 %, not <= 10%."))
  }

  @Test func `that all miss the goals have a nearest one`() {
    let rows = [
      Self.candidate(.misses, 0.3, 0.02), Self.candidate(.misses, 0.12, 0.01),
      Self.candidate(.misses, 0.2, 0.01),
    ]
    let said = Self.said(rows, today: 0)
    #expect(said.contains("The nearest is c-mu: late(all) is 12.0 %, not <= 10%."))
    #expect(said.contains("Today's fixed-split misses a goal: late(all) is 30.0 %, not <= 10%."))
    #expect(said.contains("--vary tellers=…"))
    #expect(Self.said(rows, today: 1).contains("That is what the config has today."))
  }
}
