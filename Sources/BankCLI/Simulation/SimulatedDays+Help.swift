import BankConfiguration
import BankCore
import BankReports
import BankSimulation

extension SimulatedDays {
  /// So many clients times tellers are simulated at most to find what would help.
  private static let mostWorkForHelp = 30_000_000

  /// What changes of the branch would do, tried on the same days: breaks at other times of those who can
  /// serve the service that fares worst, the other policies, and one more teller of each kind.
  ///
  /// A kind of teller is a set of skills with when they come and go. Of each kind of change, the one that does
  /// best on the first few days is tried on all of them, and judged by the others. A kind that would take
  /// long, or that the policy does not suit, is not tried; nothing is where one day says nothing of others.
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
    let allOf = plan.services.count + plan.classes.count

    /// The change of a figure, day by day from a day on; `nil` where some day has none.
    func change(_ summary: DaysSummary, _ place: Int, isLate: Bool, from first: Int = 0)
      -> Interval?
    {
      let pairs = zip(
        Self.values(summary, place, isLate), Self.values(base, place, isLate)
      ).dropFirst(first).compactMap { new, old in new.flatMap { new in old.map { new - $0 } } }
      return pairs.count == summary.days.count - first ? Interval(of: pairs) : nil
    }
    func tried(_ other: Setup, _ days: SimulatedDays) -> DaysSummary? {
      let tried = days.run(other)
      return tried.fault == nil && !tried.isInterrupted ? tried.summary : nil
    }
    func isLonger(_ difference: Interval?) -> Bool {
      difference.map { $0.mean > ($0.halfWidth ?? .infinity) } ?? false
    }

    // Nobody looks at the course of days that are only tried.
    var all = self
    all.stretches = nil
    var few = all
    few.replications = min(replications, max(5, min(40, replications / 4)))
    var room =
      Self.mostWorkForHelp / max(base.statistics.clients, 1) / plan.tellers.count * replications
    /// The change that does best on a few days, and what it does on all of them.
    func best(_ changes: [(change: Help.Change, branch: Setup)]) -> Help? {
      let work = changes.count * few.replications + replications
      guard !changes.isEmpty, work <= room else { return nil }
      room -= work
      let first = changes.compactMap { one in
        tried(one.branch, few).flatMap { change($0, allOf, isLate: isLate) }.map { (one, $0.mean) }
      }
      guard let (one, _) = first.min(by: { $0.1 < $1.1 }), let summary = tried(one.branch, all),
        let difference = change(summary, allOf, isLate: isLate, from: few.replications)
      else { return nil }
      func effect(_ place: Int) -> Help.Effect {
        (place, Self.badness(base, place, isLate), Self.badness(summary, place, isLate))
      }
      let alone = { (place: Int) in
        (place < plan.services.count ? plan.services.count : plan.classes.count) < 2
      }
      let gains = (0..<allOf).filter { place in
        let difference = change(summary, place, isLate: isLate)
        return !alone(place) && place != worst
          && difference.map { $0.mean < -($0.halfWidth ?? .infinity) } ?? false
      }.map(effect)
      let isSlower = isLate && isLonger(change(summary, allOf, isLate: false))
      return Help(
        one.change, isLate: isLate, difference: difference,
        before: Self.badness(base, nil, isLate), after: Self.badness(summary, nil, isLate),
        worst: plan.services.count < 2 ? nil : worst.map(effect),
        pays: (0..<allOf).filter { place in
          !alone(place) && place != worst && isLonger(change(summary, place, isLate: isLate))
        }.map(effect),
        gains: gains.min { $0.after - $0.before < $1.after - $1.before },
        longer: isSlower
          ? (Self.badness(base, nil, false), Self.badness(summary, nil, false)) : nil)
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
          let able = plan.services.indices.filter { plan.can(kind, do: $0) }
          // Who can do all is like everybody.
          let services = able.count == plan.services.count ? [] : able.map { titles[$0] }
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

  /// The share late, or the mean wait, of a service, a class or all: of all days together, as the report has it.
  private static func badness(_ summary: DaysSummary, _ place: Int?, _ isLate: Bool) -> Double {
    isLate ? summary.late(place)?.mean ?? 0 : summary.figures(place).wait.mean
  }

  /// The same day by day, of a service, a class or, with the number after the last, of all.
  private static func values(_ summary: DaysSummary, _ place: Int, _ isLate: Bool) -> [Double?] {
    summary.days.map { day in
      let parts = summary.statistics.services.count + summary.statistics.classes.count
      let figures = place < parts ? day[place] : day[day.count - 1]
      guard isLate else { return figures.mean }
      return figures.inTime.flatMap {
        figures.arrived > 0 ? Double(figures.arrived - $0) / Double(figures.arrived) : nil
      }
    }
  }

  /// One teller of each kind: of those with the same skills who come and go at the same times, the one of
  /// middle speed.
  private static func kinds(of plan: BranchPlan) -> [Int] {
    struct Kind: Hashable {
      let skills: [Bool]
      let comes: Time?
      let goes: Time?
    }
    let tellers = Dictionary(grouping: plan.tellers.indices) { teller in
      Kind(
        skills: plan.services.indices.map { plan.can(teller, do: $0) },
        comes: plan.tellers[teller].shifts?.first?.start,
        goes: plan.tellers[teller].shifts?.last?.end)
    }
    func speed(_ teller: Int) -> Double {
      plan.services.indices.reduce(0) { $0 + plan.speed(of: teller, doing: $1) }
    }
    return tellers.values.compactMap { same in
      let middle = same.map(speed).sorted()[(same.count - 1) / 2]
      return same.first { speed($0) == middle }
    }.sorted()
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
        while start + length < after.end, start + length <= closing {
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
