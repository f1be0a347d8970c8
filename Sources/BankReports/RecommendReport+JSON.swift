public import BankRecords
import BankSimulation

extension RecommendReport {
  /// The report as one object; times are seconds.
  public var json: JSON {
    [
      "best": best.map { ["policy": .string($0.policy), "set": $0.set] } ?? .null,
      "today": today.map {
        ["policy": .string(candidates[$0].policy), "set": candidates[$0].set]
      } ?? .null,
      "error": .number(error), "indifference": .number(indifference), "cost": .string(cost),
      "sentence": .string(sentence), "decided": .bool(!isUndecided),
      "doubtful": .bool(isDoubtful),
      "days": .number(candidates.reduce(0) { $0 + $1.days }),
      "candidates": .array(
        candidates.map { candidate in
          [
            "policy": .string(candidate.policy), "set": candidate.set,
            "verdict": .string(
              candidate.problem == nil ? candidate.verdict.rawValue : "noFigures"),
            "tellers": .number(candidate.tellers), "days": .number(candidate.days),
            "cost": .optional(candidate.cost?.mean),
            "halfWidth": .optional(candidate.cost?.halfWidth),
            "difference": .optional(candidate.difference?.mean),
            "differenceHalfWidth": .optional(candidate.difference?.halfWidth),
            "differenceAtLeast": .optional(candidate.bounds?.lowerBound),
            "differenceAtMost": .optional(candidate.bounds?.upperBound),
            "goals": .array(
              zip(goals, candidate.goals).map { goal, value in
                [
                  "goal": .string(goal.text), "value": .number(value.mean),
                  "halfWidth": .optional(value.halfWidth), "met": .bool(goal.isMet(value.mean)),
                ]
              }),
            "problem": candidate.problem.map { .string($0) } ?? .null,
          ]
        }),
      "warnings": .array(warnings.map { .string($0) }),
    ]
  }
}
