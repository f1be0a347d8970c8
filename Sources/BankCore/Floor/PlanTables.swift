/// What is worked out once from a plan, for quick answers.
///
/// All copies of a floor share it.
@usableFromInline
final class PlanTables: Sendable {
  @usableFromInline let plan: BranchPlan
  /// For each service whether it needs anything from the stock.
  @usableFromInline let hasNeeds: [Bool]
  /// Whether a teller on duty is idle again as soon as a service ends, and nothing else is to be done.
  @usableFromInline let freesAtOnce: Bool
  /// Whether nobody is refused, and no line is ever too long.
  @usableFromInline let admitsAll: Bool
  /// How many may wait at once; a number nobody reaches where there is no limit.
  @usableFromInline let limit: Int
  /// Whether all tellers can do everything.
  @usableFromInline let isUniversal: Bool
  /// Whether all tellers have the speed 1.
  @usableFromInline let isUniform: Bool
  /// Whether anybody is there only for a time.
  @usableFromInline let hasShifts: Bool
  private let speeds: [Double]

  init(_ plan: BranchPlan) {
    self.plan = plan
    hasNeeds = plan.needs.map { !$0.isEmpty }
    let usesStock = hasNeeds.contains(true)
    freesAtOnce = !usesStock && plan.handover == .zero
    admitsAll = !usesStock && plan.limit == nil
    limit = plan.limit ?? .max
    hasShifts = plan.tellers.contains { $0.shifts != nil }
    speeds = plan.tellers.map(\.speed)
    isUniversal =
      plan.tellersBySkills.count < 2
      && plan.tellers.indices.prefix(1).allSatisfy { teller in
        plan.services.indices.allSatisfy { plan.can(teller, do: $0) }
      }
    isUniform = speeds.allSatisfy { $0 == 1 }
  }

  /// How long `teller` takes for what takes `time` at speed 1.
  @usableFromInline
  func length(of time: Time, at teller: Int) -> Time {
    speeds[teller] == 1 ? time : .seconds(time.seconds / speeds[teller])
  }
}
