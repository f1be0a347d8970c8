import BankCore

extension Law {
  /// Only an idle teller is called, only for a line that has somebody; lines and pools exist.
  static let onlyLegalCalls = checkedByBank(
    4, title: "only an idle teller is called, for a line that has somebody",
    tried: "the bank's check",
    hint: "ask floor.isIdle(teller) and floor.count(inLine: line) first"
  ) { $0.replay.answers > 0 }
}
