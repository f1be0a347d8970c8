import BankCore

extension Law {
  /// A wake-up lies in the future, and only so many may follow one another without another event.
  static let wakeUpsEnd = checkedByBank(
    9, title: "a wake-up lies in the future, and does not go on for ever",
    tried:
      "the bank's count: here more than a hundred with nothing else between them are too many, in a day more than a hundred thousand",
    hint: "ask again at a time at which the answer will be another one"
  ) { $0.replay.idles.contains { $0.askAgain != nil } }
}
