import BankCore

extension Law {
  /// A reset leaves no trace: after one the world goes as with a fresh instance.
  ///
  /// Before the reset comes another day, or the same.
  static let resetsLeaveNoTrace = Law(
    8, title: "a reset leaves no trace",
    hint: "a reset restores the policy's value; what outlives it is a class or a static",
    test: .relation { evidence in
      let world = evidence.world
      guard !world.hasShifts, world.resets.isEmpty else { return .irrelevant }
      let first = world.visitors.count % 2 == 1 ? world : world.mirrored
      guard let again = evidence.subject.run(world, afterResetting: first, offset: .whole(10_007))
      else { return .irrelevant }
      // Equal tellers change places as they become free: who sits first is left by the other day.
      return .unless(
        WorldHistory.difference(evidence.run.entries.withoutTellers, again.entries.withoutTellers)
          .map {
            Finding($0.time, "After a reset the world goes otherwise than at first: \($0.words).")
          })
    })
}

extension [Entry] {
  /// The entries without who served.
  fileprivate var withoutTellers: [Entry] {
    map { entry in
      var entry = entry
      switch entry.what {
      case .started(let line, _): entry.what = .started(line: line, teller: 0)
      case .finished: entry.what = .finished(teller: 0)
      case .answer(.call(let line, _)): entry.what = .answer(.call(line: line, teller: 0))
      default: break
      }
      return entry
    }
  }
}
