import BankCore

extension Law {
  /// Renaming clients and tellers, keeping their order, changes only names.
  static let l12 = Law(
    id: "L12", title: "names do not matter",
    hint: "does the policy read a name or a ticket number, other than to compare two?",
    test: .relation { evidence in
      guard
        let renamed = evidence.subject.run(
          evidence.world, Variation(ticketsBefore: 7, prefix: "Z"))
      else { return .irrelevant }
      return .unless(
        Run.difference(evidence.run.marks(), renamed.marks(ticketsBefore: 7)).map {
          Finding($0.time, "With other names the world goes otherwise: \($0.words).")
        })
    })
}
