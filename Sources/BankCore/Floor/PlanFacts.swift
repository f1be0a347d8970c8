/// What is worked out once from a plan, for quick answers.
///
/// All copies of a floor share it.
@usableFromInline
final class PlanFacts: Sendable {
  @usableFromInline let plan: BranchPlan
  /// For each service whether it needs anything from the stock.
  @usableFromInline let hasNeeds: [Bool]
  /// Whether the plan has routes, on which clients go on to another service.
  @usableFromInline let hasRoutes: Bool
  /// Whether a teller on duty who ends a service only becomes idle: the plan has no needs, no hand-over, no routes.
  @usableFromInline let hasPlainFinish: Bool
  /// Whether the plan asks nothing of a client who comes but to join a line: it has no needs, no limit, no routes.
  @usableFromInline let hasPlainEntry: Bool
  /// How many may wait at once; `Int.max` where there is no limit.
  @usableFromInline let limit: Int
  /// Whether all tellers can do everything.
  @usableFromInline let everybodyCanDoAll: Bool
  /// Whether no teller has a speed other than 1, or speeds by service.
  @usableFromInline let everySpeedIsOne: Bool
  /// Whether any teller is not there always.
  @usableFromInline let hasShifts: Bool

  init(_ plan: BranchPlan) {
    self.plan = plan
    hasNeeds = plan.needs.map { !$0.isEmpty }
    let usesStock = hasNeeds.contains(true)
    hasRoutes = !plan.routes.isEmpty
    hasPlainFinish = !usesStock && plan.handover == .zero && !hasRoutes
    hasPlainEntry = !usesStock && plan.limit == nil && !hasRoutes
    limit = plan.limit ?? .max
    hasShifts = plan.tellers.contains { $0.shifts != nil }
    everybodyCanDoAll = plan.tellersBySkills.allSatisfy { alike in
      plan.services.indices.allSatisfy { plan.can(alike[0], do: $0) }
    }
    everySpeedIsOne = plan.tellers.allSatisfy { $0.speed == 1 && $0.speeds.isEmpty }
  }

  /// How long `teller` takes for a client of `service` who takes `time` at speed 1.
  @usableFromInline
  func length(of time: Time, for service: Int, at teller: Int) -> Time {
    time.taken(atSpeed: plan.speed(of: teller, doing: service))
  }
}
