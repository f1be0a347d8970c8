import BankCore

extension Law {
  /// A wake-up lies in the future, and their number without anything else happening is bounded.
  static let l09 = checkedByBank(
    "L9", "a wake-up lies in the future, and does not go on for ever",
    "ask again at a time at which the answer will be another one"
  ) { evidence in
    evidence.replay.asked.contains { asked in
      if case .idle(_, .some) = asked.question.decision { true } else { false }
    }
  }
}
