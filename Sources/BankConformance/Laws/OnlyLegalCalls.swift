import BankCore

extension Law {
  /// Every answer can be carried out: it calls an idle teller for a line that has somebody, names lines, pools and indices
  /// that exist, and is no error.
  static let onlyLegalCalls = checkedByBank(
    4,
    title:
      "only an idle teller is called, for a line that has somebody, and every answer can be carried out",
    tried: "the bank's check",
    hint: "ask floor.isIdle(teller) and floor.count(inLine: line) first"
  ) { $0.replay.answers > 0 }
}
