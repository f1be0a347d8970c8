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
}
