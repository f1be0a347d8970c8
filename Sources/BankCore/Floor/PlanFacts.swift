/// What is worked out once from a plan, for quick answers.
///
/// All copies of a floor share it.
@usableFromInline
final class PlanFacts: Sendable {
  @usableFromInline let plan: BranchPlan
  /// For each service whether it needs anything from the stock.
  @usableFromInline let hasNeeds: [Bool]
  /// Whether clients may go on to another service.
  @usableFromInline let hasRoutes: Bool
  /// Whether nothing follows a service: no stock, no hand-over, no routes.
  @usableFromInline let hasPlainFinish: Bool
  /// Whether a client only joins a line: no stock, no limit, no routes.
  @usableFromInline let hasPlainEntry: Bool
  /// How many may wait at once; a number nobody reaches where there is no limit.
  @usableFromInline let limit: Int
  /// Whether all tellers can do everything.
  @usableFromInline let everybodyCanDoAll: Bool
  /// Whether all tellers have the speed 1 at everything.
  @usableFromInline let everySpeedIsOne: Bool
  /// Whether anybody is there only for a time.
  @usableFromInline let hasShifts: Bool
  /// A speed for each teller, or a row of them, by service, where some have speeds by service.
  private let speeds: [Double]
  private let speedsPerTeller: Int

  init(_ plan: BranchPlan) {
    self.plan = plan
    hasNeeds = plan.needs.map { !$0.isEmpty }
    let usesStock = hasNeeds.contains(true)
    hasRoutes = !plan.routes.isEmpty
    hasPlainFinish = !usesStock && plan.handover == .zero && !hasRoutes
    hasPlainEntry = !usesStock && plan.limit == nil && !hasRoutes
    limit = plan.limit ?? .max
    hasShifts = plan.tellers.contains { $0.shifts != nil }
    let hasSpeedsByService = plan.tellers.contains { !$0.speeds.isEmpty }
    speedsPerTeller = hasSpeedsByService ? plan.services.count : 1
    speeds =
      hasSpeedsByService
      ? plan.tellers.indices.flatMap { teller in
        plan.services.indices.map { plan.speed(of: teller, doing: $0) }
      } : plan.tellers.map(\.speed)
    everybodyCanDoAll = plan.tellersBySkills.allSatisfy { alike in
      plan.services.indices.allSatisfy { plan.can(alike[0], do: $0) }
    }
    everySpeedIsOne = plan.tellers.allSatisfy { $0.speed == 1 && $0.speeds.isEmpty }
  }

  /// How long `teller` takes for a client of `service` who takes `time` at speed 1.
  @usableFromInline
  func length(of time: Time, for service: Int, at teller: Int) -> Time {
    let speed = speeds[speedsPerTeller == 1 ? teller : teller * speedsPerTeller + service]
    return time.taken(atSpeed: speed)
  }
}
