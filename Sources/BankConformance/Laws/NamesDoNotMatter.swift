import BankCore

extension Law {
  /// Renaming clients and tellers, keeping their order, changes only names.
  static let namesDoNotMatter = Law(
    12, title: "names do not matter",
    tried: "the same world with other names and tickets",
    hint:
      "does the policy read a name or a ticket number, other than to compare two? Which line a client joins counts too",
    test: .relation { evidence in
      .unless(differenceOfNames(evidence, .renamed(evidence.world)))
    })

  /// Runs the same with other names and says how it differs.
  static func differenceOfNames(_ evidence: Evidence, _ names: Variation) -> Finding? {
    difference(
      evidence, names, "With other names or ticket numbers the world goes otherwise")
  }
}
