import BankCore

extension Law {
  /// Value semantics: a copy answers as the original does, and does not disturb it.
  static let policiesAreValues = Law(
    15, title: "a policy is a value",
    tried:
      "copies of the policy are asked before every question, and live on through days of their own",
    hint: "a class inside the struct is shared by all its copies",
    test: .relation { evidence in
      .unless(difference(evidence, .copied, "Asking copies of the policy changes the run"))
    })
}
