import BankCore

extension Law {
  /// A reset leaves no trace: the same again is as with a fresh instance.
  static let l08 = Law(
    id: "L8", title: "a reset leaves no trace",
    hint: "a reset restores the policy's value; what outlives it is a class or a static",
    test: .relation { evidence in
      let world = evidence.world
      guard !world.hasShifts, world.resets.isEmpty else { return .irrelevant }
      let offset = Int(evidence.run.end.seconds.rounded(.up)) + 1
      guard let again = evidence.subject.runAgainAfterReset(world, offset: offset),
        let fresh = evidence.subject.run(world, Variation(offset: offset))
      else { return .irrelevant }
      let (one, other) = (again.marks(offset: offset), fresh.marks(offset: offset))
      // Staff who were idle sit in the order in which the first run left them.
      return .unless(
        Run.difference(one.withoutTellers, other.withoutTellers).map {
          Finding(
            $0.time, "After a reset the world goes otherwise than the first time: \($0.words).")
        })
    })
}

extension [Mark] {
  /// The marks without who served: equal tellers change places as they become free.
  var withoutTellers: [Mark] {
    map { mark in
      var mark = mark
      switch mark.what {
      case .started(let line, _): mark.what = .started(line: line, teller: 0)
      case .finished: mark.what = .finished(teller: 0)
      case .call(let line, _): mark.what = .call(line: line, teller: 0)
      default: break
      }
      return mark
    }
  }
}
