import BankConfiguration
import BankCore
import BankReports
import BankSimulation

extension SimulatedDays {
  /// So many clients are simulated at most to find what would help.
  private static let mostClientsForHelp = 6_000_000

  /// What changes of the branch would do, tried on the same days: breaks at other times of those who can
  /// serve the service that fares worst, the other policies, and one more teller of each kind.
  ///
  /// A kind of teller is a set of skills with its speeds and hours. Of each kind of change, the one that does best
  /// on a few days is tried on all of them. A kind that would take long, or that the policy does not suit, is not
  /// tried; nothing is where one day says nothing of others.
  func help(_ setup: Setup, beside result: Result, _ policies: [RegisteredPolicy]) -> [Help] {
    let plan = setup.plan
    let base = result.summary
    guard result.fault == nil, !result.isInterrupted, base.days.count > 1, recorded == nil,
      !plan.tellers.isEmpty
    else { return [] }
    let isLate = base.late(nil) != nil
    let worst = plan.services.indices
      .filter { base.statistics.services[$0].arrived > 0 }
      .max { Self.badness(base, $0, isLate) < Self.badness(base, $1, isLate) }
    let before = Self.values(base, isLate)

    /// The change of all clients' figure day by day, and what came of the days.
    func tried(_ other: Setup, _ days: SimulatedDays) -> (change: Interval, summary: DaysSummary)? {
      let tried = days.run(other)
      guard tried.fault == nil, !tried.isInterrupted else { return nil }
      let pairs = zip(Self.values(tried.summary, isLate), before).compactMap { new, old in
        new.flatMap { new in old.map { (new, $0) } }
      }
      guard pairs.count == tried.summary.days.count else { return nil }
      return (Interval(of: pairs.map { $0.0 - $0.1 }), tried.summary)
    }

    // Nobody looks at the course of days that are only tried.
    var all = self
    all.stretches = nil
    var few = all
    few.replications = min(replications, max(5, min(20, replications / 10)))
    var room = Self.mostClientsForHelp / max(base.statistics.clients, 1) * replications
    /// The change that does best on a few days, and what it does on all of them.
    func best(_ changes: [(change: Help.Change, branch: Setup)]) -> Help? {
      let work = changes.count * few.replications + replications
      guard !changes.isEmpty, work <= room else { return nil }
      room -= work
      let first = changes.compactMap { one in tried(one.branch, few).map { (one, $0.change.mean) } }
      guard let (one, _) = first.min(by: { $0.1 < $1.1 }), let change = tried(one.branch, all)
      else {
        return nil
      }
      return Help(
        one.change, of: changes.count, isLate: isLate, difference: change.change,
        before: Self.badness(base, nil, isLate), after: Self.badness(change.summary, nil, isLate),
        worst: plan.services.count < 2
          ? nil
          : worst.map {
            ($0, Self.badness(base, $0, isLate), Self.badness(change.summary, $0, isLate))
          })
    }

    let closes = workload.closes ?? end
    let rests = worst.flatMap { worst in
      closes.map { Self.rests(of: plan, for: worst, until: $0) }
    }
    let titles = setup.configuration.titles(in: setup.messages.language)
    return [
      best(
        (rests ?? []).compactMap { rest in
          (try? setup.growing(to: plan.changed(rest.tellers))).map {
            (.rest(teller: plan.tellers[rest.teller].name, from: rest.from, to: rest.to), $0)
          }
        }),
      best(
        policies.filter { $0.name != setup.wired.name }.compactMap { policy in
          (try? setup.under(PolicyChoice(policy))).map { (.policy(policy.name), $0) }
        }),
      best(
        Self.kinds(of: plan).compactMap { kind in
          var more = plan.tellers[kind]
          more.name = Self.name(like: more.name, among: plan)
          let services = plan.services.indices.filter { plan.can(kind, do: $0) }.map { titles[$0] }
          return (try? setup.growing(to: plan.changed(plan.tellers + [more]))).map {
            (
              .teller(
                like: plan.tellers[kind].name, services: services.joined(separator: ", "),
                hasHours: more.shifts != nil), $0
            )
          }
        }),
    ].compactMap { $0 }
  }

  /// The share late, or the mean wait, of a service or of all: of all days together, as the report has it.
  private static func badness(_ summary: DaysSummary, _ service: Int?, _ isLate: Bool) -> Double {
    if isLate { return summary.late(service)?.mean ?? 0 }
    let statistics = summary.statistics
    return (service.map { statistics.services[$0] } ?? statistics.all).wait.mean
  }

  /// The same of all clients, day by day.
  private static func values(_ summary: DaysSummary, _ isLate: Bool) -> [Double?] {
    summary.days.map { day in
      let figures = day[day.count - 1]
      guard isLate else { return figures.mean }
      return figures.inTime.flatMap {
        figures.arrived > 0 ? Double(figures.arrived - $0) / Double(figures.arrived) : nil
      }
    }
  }

  /// One teller of each kind.
  private static func kinds(of plan: BranchPlan) -> [Int] {
    var kinds: [Int] = []
    for teller in plan.tellers.indices {
      let isKnown = kinds.contains { known in
        let (one, other) = (plan.tellers[known], plan.tellers[teller])
        return one.skills == other.skills && one.speed == other.speed
          && one.speeds == other.speeds
      }
      if !isKnown { kinds.append(teller) }
    }
    return kinds
  }

  /// A break of a teller at another time, and the tellers with it.
  private typealias Rest = (
    teller: Int, from: Range<Time>, to: Range<Time>, tellers: [Teller]
  )

  /// Each break of those who can do `service`, at each other half-hour of what is around it up to `closing`.
  private static func rests(
    of plan: BranchPlan, for service: Int, until closing: Time
  ) -> [Rest] {
    let step = Time.seconds(1800)
    var rests: [Rest] = []
    for teller in plan.tellers.indices where plan.can(teller, do: service) {
      let shifts = plan.tellers[teller].shifts ?? []
      for number in shifts.indices.dropFirst() {
        let (before, after) = (shifts[number - 1], shifts[number])
        let length = after.start - before.end
        var start = Time(
          nanoseconds: before.start.nanoseconds / step.nanoseconds * step.nanoseconds)
        while start + length < min(after.end, closing) {
          defer { start += step }
          guard start > before.start, start != before.end else { continue }
          var tellers = plan.tellers
          tellers[teller].shifts?.replaceSubrange(
            number - 1...number,
            with: [
              Shift(from: before.start, to: start), Shift(from: start + length, to: after.end),
            ])
          rests.append((teller, before.end..<after.start, start..<start + length, tellers))
        }
      }
    }
    return rests
  }

  /// A name that nobody has yet.
  private static func name(like name: String, among plan: BranchPlan) -> String {
    var new = name + "+"
    while plan.tellers.contains(where: { $0.name == new }) { new += "+" }
    return new
  }
}

extension BranchPlan {
  /// The same with other tellers.
  func changed(_ tellers: [Teller]) throws(Problems) -> BranchPlan {
    try BranchPlan(
      services: services, tellers: tellers, stock: stock, limit: limit, handover: handover,
      classes: classes, routes: routes)
  }
}
