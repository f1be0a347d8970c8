import BankCore

extension Law {
  /// The future has no influence: two worlds that are equal up to a time go alike up to it.
  static let l14 = Law(
    id: "L14", title: "the future has no influence",
    hint: "does the policy find out how long a service will take, or who will come?",
    test: .relation { evidence in
      let world = evidence.world
      guard let last = world.visitors.last, world.visitors.count > 1 else { return .irrelevant }
      // Without the last client; and with services that take three times as long.
      var shorter = world
      shorter.visitors.removeAll { $0.arrival == last.arrival }
      var longer = world
      for index in longer.visitors.indices { longer.visitors[index].time *= 3 }
      let firstEnd = evidence.run.entries.lazy.compactMap { entry -> Time? in
        guard case .happening(let happening) = entry, case .finished = happening.event else {
          return nil
        }
        return happening.time
      }.first
      for (other, end) in [(shorter, World.seconds(last.arrival)), (longer, firstEnd ?? .never)] {
        guard let run = evidence.subject.run(other) else { continue }
        let difference = Run.difference(
          evidence.run.marks().filter { $0.time < end && $0.isDecision },
          run.marks().filter { $0.time < end && $0.isDecision })
        if let (time, words) = difference {
          return .broken(
            Finding(time, "Before anything is different, two worlds go otherwise: \(words)."))
        }
      }
      return .kept
    })
}
