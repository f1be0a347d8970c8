import BankCore

extension Law {
  /// Where the policy declares itself monotone, one more universal teller never lengthens the time
  /// until all are served, all being there at opening with equal service times.
  static let monotoneStaffing = Law(
    23, title: "one more teller never makes it longer",
    tried: "the same clients with one more teller who can do everything",
    hint: "take back the claim isMonotone, or look for a teller who is kept idle",
    test: .relation { evidence in
      let world = evidence.world
      let all = Array(0..<world.services)
      let isUniversal = world.staff.allSatisfy {
        $0.skills == all && $0.shifts.isEmpty && $0.speed == 1 && $0.speeds.isEmpty
      }
      let isEven = world.visitors.allSatisfy {
        $0.arrival == .zero && $0.time == world.visitors[0].time && $0.patience == nil
      }
      guard evidence.claims.isMonotone, isUniversal, isEven, !world.visitors.isEmpty,
        !world.staff.isEmpty,
        world.limit == nil, world.resets.isEmpty, !world.hasStock, world.routes.isEmpty
      else { return .irrelevant }
      var larger = world
      larger.staff.append(World.Staff(all))
      guard let run = evidence.subject.run(larger) else { return .irrelevant }
      guard run.end > evidence.run.end else { return .kept }
      return .broken(
        Finding(
          evidence.run.end,
          "It takes \(evidence.run.end) s with \(world.staff.count) tellers, and \(run.end) s with"
            + " one more."))
    })
}
