import BankCore

extension Law {
  /// Value semantics: a copy answers as the original does, and does not disturb it.
  static let l15 = Law(
    id: "L15", title: "a policy is a value",
    hint: "a class inside the struct is shared by all its copies",
    test: .relation { evidence in
      guard let copied = evidence.subject.run(evidence.world, Variation(asksCopies: true)) else {
        return .irrelevant
      }
      for case .copyDiffers(let now, let copy, let original) in copied.entries {
        return .broken(
          Finding(now, "A copy answers \(copy), the policy it was copied from \(original)."))
      }
      return .unless(
        Run.difference(evidence.run.marks(), copied.marks()).map {
          Finding($0.time, "Asking a copy changes the original: \($0.words).")
        })
    })
}
