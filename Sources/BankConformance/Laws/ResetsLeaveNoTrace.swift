import BankCore

extension Law {
  /// A reset leaves no trace: after one the world goes as with a fresh instance.
  ///
  /// Before the reset comes another day, or the same.
  static let resetsLeaveNoTrace = Law(
    8, title: "a reset leaves no trace",
    tried: "the same instance after another day and a reset, beside a fresh one",
    hint: "a reset restores the policy's value; what outlives it is a class or a static",
    test: .relation { evidence in
      let world = evidence.world
      // What was served has used up stock.
      guard !world.hasShifts, world.resets.isEmpty, !world.hasStock else { return .irrelevant }
      let first = world.visitors.count % 2 == 1 ? world : world.mirrored
      guard let again = evidence.subject.run(world, afterResetting: first) else {
        return .irrelevant
      }
      return .unless(
        WorldHistory.difference(evidence.run.entries, again.entries).map {
          Finding($0.time, "After a reset the world goes otherwise than at first: \($0.words).")
        })
    })
}
