import BankCore

extension Law {
  /// Two instances, step by step in turn, do not influence each other.
  static let l18 = Law(
    id: "L18", title: "instances do not influence each other",
    hint: "static or global state is shared by all instances",
    test: .relation { evidence in
      var other = evidence.world
      for index in other.visitors.indices { other.visitors[index].time += 1 }
      guard let together = evidence.subject.runInterleaved(evidence.world, with: other) else {
        return .irrelevant
      }
      return .unless(
        Run.difference(evidence.run.marks(), together.marks()).map {
          Finding($0.time, "Beside another instance the world goes otherwise: \($0.words).")
        })
    })
}
