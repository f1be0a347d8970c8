public import BankCore

extension World {
  /// The world of a branch and of those who came to it.
  ///
  /// - Parameters:
  ///   - plan: the branch.
  ///   - arrivals: those who came.
  ///   - queue: the name of the queue behind every line; the default for `nil` and for a queue that worlds do not know.
  ///   - seed: what the policy's random source is seeded with.
  ///   - keepsNames: whether services and tellers keep their names, as options need that name them.
  public init(
    _ plan: BranchPlan, _ arrivals: [Arrival], queue: String? = nil, seed: UInt64 = 1,
    keepsNames: Bool = false
  ) {
    self.init(
      plan.tellers.indices.map { teller in
        var staff = Staff(
          plan.services.indices.filter { plan.can(teller, do: $0) },
          shifts: (plan.tellers[teller].shifts ?? []).map { $0.start..<$0.end },
          speed: plan.tellers[teller].speed)
        staff.isNeverThere = plan.tellers[teller].shifts?.isEmpty ?? false
        for (name, speed) in plan.tellers[teller].speeds {
          if let service = plan.service(named: name) { staff.speeds[service] = speed }
        }
        return staff
      },
      arrivals.map { arrival in
        Visitor(
          arrival.visit.service, at: arrival.time, time: arrival.visit.serviceTime,
          patience: arrival.visit.patience, priority: arrival.visit.priority)
      })
    for (index, service) in plan.services.enumerated() {
      if service.meanTime != .whole(2) { means[index] = service.meanTime }
      targets[index] = service.target
      func need(_ place: Int) -> Int? {
        guard place < plan.stock.count else { return nil }
        return service.needs.first { $0.item == plan.stock[place].item }?.count
      }
      (needs[index], inkNeeds[index]) = (need(0), need(1))
    }
    if plan.services.count == 1 { leastServices = 1 }
    if keepsNames {
      for (index, service) in plan.services.enumerated()
      where service.name != Self.serviceName(index) { serviceNames[index] = service.name }
      for (index, teller) in plan.tellers.enumerated() { staff[index].name = teller.name }
    }
    routes = plan.routes.map { $0.steps.compactMap(plan.service(named:)) }
    items = plan.stock.dropFirst(2).map { stock in
      var needs: [Int: Int] = [:]
      for (index, service) in plan.services.enumerated() {
        needs[index] = service.needs.first { $0.item == stock.item }?.count
      }
      return Item(count: stock.count, needs: needs)
    }
    paper = plan.stock.first?.count ?? 0
    ink = plan.stock.count > 1 ? plan.stock[1].count : 0
    self.queue = queue.flatMap { WorldQueue.named($0) }?.name
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
