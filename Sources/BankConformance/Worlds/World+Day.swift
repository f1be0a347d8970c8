public import BankCore

extension World {
  /// The world of a branch and of those who came to it.
  ///
  /// Speeds, stock and priority classes are left out, and services get the names of worlds: whether
  /// it shows the same as the day has to be tried.
  public init(_ plan: BranchPlan, _ arrivals: [Arrival], seed: UInt64 = 1) {
    self.init(
      plan.tellers.indices.map { teller in
        Staff(
          plan.services.indices.filter { plan.can(teller, do: $0) },
          shifts: (plan.tellers[teller].shifts ?? []).map { $0.start..<$0.end })
      },
      arrivals.map { arrival in
        Visitor(
          arrival.visit.service, at: arrival.time, time: arrival.visit.time,
          patience: arrival.visit.patience)
      })
    limit = plan.limit
    handover = plan.handover
    self.seed = seed
  }
}

extension PolicyConformance {
  /// The smallest world reached from `world` in which `type` breaks the law called `law`, if it does
  /// so there.
  public static func smallest<Policy: TellerPolicy>(
    _ type: Policy.Type, _ world: World, breaking law: LawID
  ) -> Counterexample? {
    var judge = Judge(Subject(type), laws: Law.order.filter { $0.id == law })
    judge.take(world, stage: "a day of the bank")
    return judge.failures.values.first
  }
}
