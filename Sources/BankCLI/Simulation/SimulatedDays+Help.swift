import BankConfiguration
import BankCore
import BankReports
import BankSimulation

extension SimulatedDays {
  /// So many clients are simulated at most to find what would help.
  private static let mostClientsForHelp = 3_000_000

  /// What one more teller of each kind would change, tried on the same days.
  ///
  /// A kind is a set of skills with its speeds and hours. Nothing is tried where that would take long, where
  /// the policy does not suit such a branch, or where one day says nothing of others.
  func help(_ setup: Setup, beside result: Result) -> [Help] {
    let plan = setup.plan
    let base = result.summary
    guard result.fault == nil, !result.isInterrupted, base.days.count > 1, recorded == nil,
      !plan.tellers.isEmpty
    else { return [] }
    var kinds: [Int] = []
    for teller in plan.tellers.indices {
      let isKnown = kinds.contains { known in
        let (one, other) = (plan.tellers[known], plan.tellers[teller])
        return one.skills == other.skills && one.speed == other.speed
          && one.speeds == other.speeds
      }
      if !isKnown { kinds.append(teller) }
    }
    guard kinds.count * base.statistics.clients <= Self.mostClientsForHelp else { return [] }
    let all = base.days[0].count - 1
    let isLate = base.late(nil) != nil
    func values(_ summary: DaysSummary) -> [Double?] {
      summary.days.map { day in
        let figures = day[all]
        guard isLate else { return figures.mean }
        return figures.inTime.flatMap {
          figures.arrived > 0 ? Double(figures.arrived - $0) / Double(figures.arrived) : nil
        }
      }
    }
    /// Of all days together, as the report has it.
    func whole(_ summary: DaysSummary) -> Double {
      isLate ? summary.late(nil)?.mean ?? 0 : summary.statistics.all.wait.mean
    }
    let before = values(base)
    return kinds.compactMap { kind -> Help? in
      var more = plan.tellers[kind]
      more.name = Self.name(like: more.name, among: plan)
      guard
        let grown = try? BranchPlan(
          services: plan.services, tellers: plan.tellers + [more], stock: plan.stock,
          limit: plan.limit, handover: plan.handover, classes: plan.classes, routes: plan.routes),
        let other = try? setup.growing(to: grown)
      else { return nil }
      let tried = run(other)
      guard tried.fault == nil, !tried.isInterrupted else { return nil }
      let pairs = zip(values(tried.summary), before).compactMap { new, old in
        new.flatMap { new in old.map { (new, $0) } }
      }
      guard pairs.count == base.days.count else { return nil }
      let services = plan.services.indices.filter { plan.can(kind, do: $0) }
      let titles = setup.configuration.titles(in: setup.messages.language)
      return Help(
        teller: plan.tellers[kind].name,
        services: services.map { titles[$0] }.joined(separator: ", "), isLate: isLate,
        change: Interval(of: pairs.map { $0.0 - $0.1 }), before: whole(base),
        after: whole(tried.summary), hasHours: more.shifts != nil)
    }
  }

  /// A name that nobody has yet.
  private static func name(like name: String, among plan: BranchPlan) -> String {
    var new = name + "+"
    while plan.tellers.contains(where: { $0.name == new }) { new += "+" }
    return new
  }
}
