/// What is worked out once from a plan, for quick answers.
///
/// All copies of a floor share it.
@usableFromInline
final class PlanTables: Sendable {
  @usableFromInline let plan: BranchPlan
  /// For each service whether it needs anything from the stock.
  @usableFromInline let hasNeeds: [Bool]
  /// Whether clients may go on to another service.
  @usableFromInline let hasRoutes: Bool
  /// Whether a teller on duty is idle again as soon as a service ends, and nothing else is to be done.
  @usableFromInline let freesAtOnce: Bool
  /// Whether nobody is refused, and no line is ever too long.
  @usableFromInline let admitsAll: Bool
  /// How many may wait at once; a number nobody reaches where there is no limit.
  @usableFromInline let limit: Int
  /// Whether all tellers can do everything.
  @usableFromInline let isUniversal: Bool
  /// Whether all tellers have the speed 1 at everything.
  @usableFromInline let isUniform: Bool
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
    freesAtOnce = !usesStock && plan.handover == .zero && !hasRoutes
    admitsAll = !usesStock && plan.limit == nil && !hasRoutes
    limit = plan.limit ?? .max
    hasShifts = plan.tellers.contains { $0.shifts != nil }
    let hasSpeedsByService = plan.tellers.contains { !$0.speeds.isEmpty }
    speedsPerTeller = hasSpeedsByService ? plan.services.count : 1
    speeds =
      hasSpeedsByService
      ? plan.tellers.indices.flatMap { teller in
        plan.services.indices.map { plan.speed(of: teller, doing: $0) }
      } : plan.tellers.map(\.speed)
    isUniversal =
      plan.tellersBySkills.count < 2
      && plan.tellers.indices.prefix(1).allSatisfy { teller in
        plan.services.indices.allSatisfy { plan.can(teller, do: $0) }
      }
    isUniform = plan.tellers.allSatisfy { $0.speed == 1 && $0.speeds.isEmpty }
  }

  /// How long `teller` takes for a client of `service` who takes `time` at speed 1.
  @usableFromInline
  func length(of time: Time, for service: Int, at teller: Int) -> Time {
    let speed = speeds[speedsPerTeller == 1 ? teller : teller * speedsPerTeller + service]
    return speed == 1 ? time : .seconds(time.seconds / speed)
  }
}
