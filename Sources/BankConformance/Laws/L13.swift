import BankCore

extension Law {
  /// Shifting all times changes only times.
  static let l13 = Law(
    id: "L13", title: "the time of day does not matter",
    hint: "does the policy read floor.now, other than to take differences?",
    test: .relation { evidence in
      guard !evidence.world.hasShifts,
        let later = evidence.subject.run(evidence.world, Variation(offset: 1001))
      else { return .irrelevant }
      return .unless(
        Run.difference(evidence.run.marks(), later.marks(offset: 1001)).map {
          Finding($0.time, "1001 s later the same world goes otherwise: \($0.words).")
        })
    })
}
