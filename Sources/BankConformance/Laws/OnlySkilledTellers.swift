import BankCore

extension Law {
  /// Only a skilled teller is called.
  static let onlySkilledTellers = checkedByBank(
    3, title: "only a skilled teller is called", tried: "the bank's check",
    hint: "ask floor.plan.can(teller, do: service), or floor.firstIdle(for: service)"
  ) { evidence in evidence.run.plan.tellersBySkills.count > 1 || evidence.plan.serviceGroupCount > 1
  }
}
