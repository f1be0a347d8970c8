import BankCore

extension Law {
  /// The future has no influence: two worlds that are equal up to a time go alike up to it.
  static let futureHasNoInfluence = Law(
    14, title: "the future has no influence",
    tried: "another tail, other service times and patience: equal until the worlds part",
    hint:
      "does the policy find out how long a service will take, who will come, or who will give up?",
    test: .relation { evidence in
      let entries = evidence.run.entries
      guard !entries.isEmpty, evidence.world.resets.isEmpty else { return .irrelevant }
      let time = entries[entries.count * 2 / 3].time
      guard time > .zero, let run = evidence.subject.run(evidence.otherFuture(from: time)) else {
        return .irrelevant
      }
      let difference = WorldHistory.difference(
        entries.filter { $0.time < time && $0.isAnswer },
        run.entries.filter { $0.time < time && $0.isAnswer })
      return .unless(
        difference.map {
          Finding(
            $0.time,
            "Before \(time) s, where two worlds part, they go otherwise: \($0.words).")
        })
    })
}

extension Evidence {
  /// A world that is the same before `time`: then others come, services that go on take longer, those still to begin are
  /// short, and half of those who have not given up may do so later, or never, other than they would have.
  fileprivate func otherFuture(from time: Time) -> World {
    var other = world
    // All steps of a route take the same time, so that of a client on one stays.
    for index in other.visitors.indices where other.visitors[index].route == nil {
      other.visitors[index].time = Time(nanoseconds: 1)
    }
    for index in stride(from: 0, to: other.visitors.count, by: 2) {
      other.visitors[index].patience =
        world.visitors[index].patience == nil ? time + .whole(1) : nil
    }
    for entry in run.entries where entry.time < time {
      let client = entry.ticket - 1
      if entry.what == .abandoned || entry.what == .balked {
        other.visitors[client].patience = world.visitors[client].patience
      }
      guard entry.ticket == 0 || world.visitors[client].route == nil else { continue }
      switch entry.what {
      case .started: other.visitors[client].time = world.visitors[client].time + .whole(100)
      case .finished: other.visitors[client].time = world.visitors[client].time
      default: break
      }
    }
    other.visitors.removeAll { $0.arrival >= time }
    // The branch has the services and classes that it had.
    for priority in Set(world.visitors.map(\.priority)).sorted() {
      other.visitors.append(World.Visitor(0, at: time, time: .whole(1), priority: priority))
    }
    let last = World.Visitor(
      world.services - 1, at: time, time: .whole(1), priority: world.visitors.first?.priority ?? 0)
    other.visitors.append(last)
    return other
  }
}
