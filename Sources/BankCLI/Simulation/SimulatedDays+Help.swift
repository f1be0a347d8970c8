import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation

extension SimulatedDays {
  /// About how many clients may come in what is tried to find what would help: some seconds.
  private static let mostClientsForHelp = 16_000_000

  /// What changes of the branch would do, tried on the same days: breaks and hours at other times, several of them at
  /// once, the other policies, other splits of the staff, another service for those who are free, one more teller of each
  /// kind, and more of the stock.
  ///
  /// A kind of teller is a set of skills with when they come and go. A kind of change that would take long, or that the
  /// policy does not suit, is not tried. Of one day nothing is tried: it says nothing of others. Where all is well,
  /// fewer tellers are tried, too. Where many come, fewer days are looked at.
  ///
  /// `asked` is what is compared, where that is not what is worst.
  func help(
    _ setup: Setup, beside result: Result, _ policies: [RegisteredPolicy],
    comparing asked: Help.Measure? = nil
  ) -> HelpTrial {
    let plan = setup.plan
    let base = result.summary
    guard result.fault == nil, !result.isInterrupted, recorded == nil, !plan.tellers.isEmpty
    else { return HelpTrial(isInterrupted: result.isInterrupted) }
    guard base.days.count > 1 else { return HelpTrial(isOfOneDay: true) }
    let late = plan.services.indices.compactMap { base.late($0)?.mean }
    // Waits that grow without end have no mean to compare.
    let report = SimulationReport(setup, self, result)
    let isStable = report.unstable.isEmpty
    // Where nearly all of every service are late, or hardly anybody of any, no share shows what would help.
    let least = report.isBadAtTimes ? 0.005 : 0.05
    let tells =
      late.contains { $0 >= least } && late.contains { $0 < (isStable ? 0.9 : 1) }
    let measure: Help.Measure =
      asked
      ?? (report.isShortOfStock || report.isLateByLeaving
        ? .lost : tells ? .late : base.lost(nil).mean > 0.05 ? .lost : .wait)
    guard isStable || measure != .wait else { return HelpTrial(hasNoMean: true) }
    let worst =
      (measure == .late ? report.latestService : nil)
      ?? plan.services.indices
      .filter { base.statistics.services[$0].arrived > 0 }
      .max { Self.badness(base, $0, measure) < Self.badness(base, $1, measure) }

    // How many days may be simulated, and on how many of them each change is tried.
    let room = Self.mostClientsForHelp / (base.statistics.clients / base.days.count + 1)
    let days = min(replications, max(10, room / 80))
    // Nobody looks at the course of days that are only tried.
    var full = self
    full.stretches = nil
    full.replications = days
    var few = full
    few.replications = min(days, max(5, min(40, days / (days < replications ? 8 : 4))))
    let fewer = days < replications ? full.run(setup) : result
    guard !fewer.isInterrupted, fewer.fault == nil else { return HelpTrial(isInterrupted: true) }
    let without = fewer.summary
    var search = HelpSearch(
      setup: setup, report: report, measure: measure, worst: worst, full: full, few: few,
      base: without, room: room)

    // What is moved to or from hours that do not count would gain or lose by that alone.
    let isWhole =
      warmup == .zero && count == nil
      && end.map { $0 >= workload.closes ?? .zero } ?? true
    let moves = (workload.closes ?? end).map { search.moves(until: $0) } ?? []
    search.attempt(.policy, search.otherPolicies(policies))
    search.attempt(
      .split, setup.splitOtherwise.map { (.split($0.option), $0.setup) })
    search.attempt(.skill, search.furtherSkills)
    let larger = search.oneMore
    if larger.isEmpty { search.trial.unfit.append(.teller) }
    search.attempt(oneMore: larger, until: isWhole ? workload.closes ?? end : nil)
    // What brings more of an item does nothing for long waits.
    search.attempt(.stock, measure == .wait || asked != nil ? [] : search.moreStock())
    search.attemptNeeded()
    // Moves are many, and come last.
    if isWhole {
      search.attempt(moving: moves)
    } else if !moves.isEmpty {
      search.trial.isOfPart = true
    }
    var trial = search.trial
    if asked == nil, measure == .lost, report.isShortOfStock, tells, report.isLate {
      trial.ofLate = help(setup, beside: result, policies, comparing: .late).best
    }
    // A service that few come for may be short of something else than most are.
    if asked == nil, measure != .lost, let short = report.shortService {
      var search = HelpSearch(
        setup: setup, report: report, measure: .lost, worst: short, full: full, few: few,
        base: without, room: search.room)
      search.attempt(.stock, search.moreStock())
      trial.ofWant = search.trial.best
    }
    if report.isWell, isWhole {
      trial.fewer = full.fewer(setup, beside: without, on: few, room: &search.room)
    }
    return Interrupt.shared.isRequested ? HelpTrial(isInterrupted: true) : trial
  }
}

/// The changes that are tried.
extension HelpSearch {
  private var titles: [String] { setup.configuration.titles(in: setup.messages.language) }

  /// Breaks and hours of everybody, or where that would take long of those who can serve the service that fares worst.
  ///
  /// Nobody who can do a late service is there for less of its worst time than today.
  fileprivate func moves(until closing: Time) -> [StaffMove] {
    let late = plan.services.indices.filter { service in
      service == report.latestService || base.late(service).map { $0.mean > 0.2 } ?? false
    }
    let worstTimes = late.map { (service: $0, times: report.worstTimes(of: $0)) }
    func isKept(_ move: StaffMove) -> Bool {
      worstTimes.allSatisfy { service, times in
        !plan.can(move.teller, do: service)
          || StaffMove.presence(move.shifts, in: times)
            >= StaffMove.presence(plan.tellers[move.teller].shifts ?? [], in: times)
      }
    }
    func all(of tellers: [Int]) -> [StaffMove] {
      tellers.flatMap { StaffMove.all($0, of: plan, until: closing) }.filter(isKept)
    }
    let moves = all(of: Array(plan.tellers.indices))
    let kinds = SimulatedDays.kinds(of: plan)
    let work = moves.count { kinds.contains($0.teller) } * few.replications
    guard work > room / 3, let worst else { return moves }
    return moves.filter { plan.can($0.teller, do: worst) }
  }

  fileprivate func otherPolicies(_ policies: [RegisteredPolicy]) -> [Option] {
    // Of those that do the same the simplest is told of.
    let simple = policies.filter { $0.purposes.contains(.simple) }
    let others = policies.filter { !$0.purposes.contains(.simple) }
    return (simple + others).filter { $0.name != setup.wired.name }.compactMap { policy in
      (try? setup.under(PolicyChoice(policy))).map {
        (.policy(policy.name, summary: said(policy, $0)), $0)
      }
    }
  }

  /// What a policy does, with the options that are words: whom it puts first, say.
  private func said(_ policy: RegisteredPolicy, _ setup: Setup) -> String {
    let summary = setup.messages.language(policy.summary, policy.koreanSummary)
    guard case .object(let options) = setup.wired.options else { return summary }
    let words = options.compactMap { option -> String? in
      guard case .string(let word) = option.value, !word.isEmpty else { return nil }
      // A service by its title.
      let service = plan.services.firstIndex { $0.name == word }
      return "\(option.key): \(service.map { titles[$0] } ?? word)"
    }
    let does = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
    return ([does] + words).joined(separator: "; ")
  }

  /// The service that fares worst, or another of which more than a fifth are late, as a further one of each kind of teller who
  /// cannot do it and is free for a tenth of their time and more.
  fileprivate var furtherSkills: [Option] {
    let others = plan.services.indices.filter { service in
      service != worst && base.late(service).map { $0.mean > 0.2 } ?? false
    }.sorted { base.late($0)?.mean ?? 0 > base.late($1)?.mean ?? 0 }
    let late = (worst.map { [$0] } ?? []) + others
    return SimulatedDays.kinds(of: plan).flatMap { teller -> [Option] in
      guard let skills = plan.tellers[teller].skills, !skills.isEmpty,
        base.statistics.tellers[teller].utilization.map({ $0 < 0.9 }) ?? false
      else { return [] }
      return late.prefix(Self.mostTaught).compactMap { service in
        guard !plan.can(teller, do: service) else { return nil }
        var tellers = plan.tellers
        tellers[teller].skills = skills + [plan.services[service].name]
        return (try? setup.growing(to: plan.changed(tellers))).map {
          (.skill(teller: plan.tellers[teller].name, service: titles[service]), $0)
        }
      }
    }
  }

  /// Of so many late services it is tried who else could do them.
  private static let mostTaught = 3

  /// One more teller of each kind.
  fileprivate var oneMore: [Option] {
    SimulatedDays.kinds(of: plan).flatMap { kind -> [Option] in
      var more = plan.tellers[kind]
      more.name = SimulatedDays.name(like: more.name, among: plan)
      let able = plan.services.indices.filter { plan.can(kind, do: $0) }
      // Who can do all is like everybody.
      let services = able.count == plan.services.count ? [] : able.map { titles[$0] }
      guard let larger = try? plan.changed(plan.tellers + [more]) else { return [] }
      return setup.grown(to: larger).map { option, branch in
        (
          .teller(
            like: plan.tellers[kind].name, services: services.joined(separator: ", "),
            option: option, moved: nil), branch
        )
      }
    }
  }

  /// Of what there is not enough, what is needed; on a route what is used where there is enough, for nobody knows what those
  /// who were turned away would have needed.
  fileprivate mutating func moreStock() -> [Option] {
    let items = setup.configuration.stockTitles.map { $0.text(in: setup.messages.language) }
    return plan.stock.indices.compactMap { item in
      var stock = plan.stock
      let was = stock[item].count
      var new = needed(stock[item], on: base)
      if !plan.routes.isEmpty {
        stock[item].count = min(max(new, 2 * was), BranchPlan.largestCount)
        new = stock[item].count
        let days = plan.stock.count <= 8 ? full : few
        let branch = try? setup.growing(to: plan.changed(plan.tellers, stock: stock))
        let hasRoom = plan.stock.count <= 8 ? takeRoom(0, onAll: 1) : takeRoom(1, onAll: 0)
        if hasRoom, let enough = branch.flatMap({ tried($0, days) }) {
          new = min(new, needed(stock[item], on: enough))
        }
      }
      guard new > was else { return nil }
      stock[item].count = new
      return (try? setup.growing(to: plan.changed(plan.tellers, stock: stock))).map {
        (.stock(item: items[item], from: was, to: new), $0)
      }
    }
  }

  /// What those who come need of an item on 19 of 20 days, or on all of fewer.
  private func needed(_ item: ItemCount, on summary: DaysSummary) -> Int {
    let each = plan.services.map { $0.needs.first { $0.item == item.item }?.count ?? 0 }
    let days = summary.days.map { day in
      zip(each, day).reduce(0.0) { $0 + Double($1.0) * Double($1.1.arrived) }
    }.sorted()
    let most = days[min(days.count - 1, days.count * 19 / 20)]
    return Int(min(most, Double(BranchPlan.largestCount)).rounded(.up))
  }
}
