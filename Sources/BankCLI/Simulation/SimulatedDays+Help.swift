import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation

extension SimulatedDays {
  /// The most clients times tellers that are simulated to find what would help: some seconds.
  private static let mostWorkForHelp = 100_000_000

  /// How many changes of a kind are tried on all days: those that do best for all, and for the service that fares worst.
  private static let finalists = (ofAll: 4, ofWorst: 2)
  /// The most changes of a kind that are told.
  private static let mostOfKind = 3

  /// What changes of the branch would do, tried on the same days: breaks at other times, the
  /// other policies, one more teller of each kind, and more of the stock.
  ///
  /// A kind of teller is a set of skills with when they come and go. Of each kind of change, those that do
  /// best on the first few days are tried on all of them, and the best of these is judged as the best of all that
  /// were tried. A kind of change that would take long, or that the policy does not suit, is not tried; nothing is where
  /// one day says nothing of others. Where all is well, fewer tellers are tried, too.
  ///
  /// `asked` is what is compared, where that is not what is worst.
  func help(
    _ setup: Setup, beside result: Result, _ policies: [RegisteredPolicy],
    comparing asked: Help.Measure? = nil
  ) -> HelpTrial {
    let plan = setup.plan
    let base = result.summary
    var trial = HelpTrial()
    trial.isInterrupted = result.isInterrupted
    guard result.fault == nil, !result.isInterrupted, recorded == nil, !plan.tellers.isEmpty
    else { return trial }
    guard base.days.count > 1 else {
      trial.isOfOneDay = true
      return trial
    }
    let late = plan.services.indices.compactMap { base.late($0)?.mean }.max()
    // Waits that grow without end have no mean to compare.
    let report = SimulationReport(setup, self, result)
    let isStable = report.unstable.isEmpty
    // Where nearly all of a service are late, or hardly anybody of any, no share shows what would help.
    let least = report.isBadAtTimes ? 0.005 : 0.05
    let tells = late.map { least..<(isStable ? 0.9 : 1) ~= $0 } ?? false
    let measure: Help.Measure =
      asked
      ?? (report.isShortOfStock
        ? .lost : tells ? .late : base.lost(nil).mean > 0.05 ? .lost : .wait)
    guard isStable || measure != .wait else {
      trial.hasNoMean = true
      return trial
    }
    let worst =
      (measure == .late ? report.latestService : nil)
      ?? plan.services.indices
      .filter { base.statistics.services[$0].arrived > 0 }
      .max { Self.badness(base, $0, measure) < Self.badness(base, $1, measure) }
    let allOf = plan.services.count + plan.classes.count

    /// The change of a figure from today, or from another change, day by day; `nil` where some day has none.
    func change(
      _ summary: DaysSummary, _ place: Int, _ measure: Help.Measure, from other: DaysSummary? = nil
    ) -> Interval? {
      let days = Array(
        zip(Self.values(summary, place, measure), Self.values(other ?? base, place, measure)))
      // Days on which nobody came say nothing under either.
      guard days.allSatisfy({ ($0 == nil) == ($1 == nil) }) else { return nil }
      let pairs = days.compactMap { new, old in new.flatMap { new in old.map { new - $0 } } }
      return pairs.count >= min(days.count, Interval.fewestDays) ? Interval(of: pairs) : nil
    }
    func tried(_ other: Setup, _ days: SimulatedDays) -> DaysSummary? {
      let tried = days.run(other)
      return tried.fault == nil && !tried.isInterrupted ? tried.summary : nil
    }
    /// Whether far longer waits are what it costs, of hardly fewer lost.
    func isDear(_ summary: DaysSummary) -> Bool {
      isStable && summary.figures(nil).wait.mean > 1.5 * base.figures(nil).wait.mean
        && summary.lost(nil).mean > base.lost(nil).mean - 0.05
    }
    func isWorse(_ difference: Interval?) -> Bool {
      difference.map { $0.mean > ($0.halfWidth ?? .infinity) } ?? false
    }
    func isBetter(_ difference: Interval?) -> Bool {
      difference.map { -$0.mean > ($0.halfWidth ?? .infinity) } ?? false
    }

    // Nobody looks at the course of days that are only tried.
    var full = self
    full.stretches = nil
    var few = full
    few.replications = min(replications, max(5, min(40, replications / 4)))
    var room =
      Self.mostWorkForHelp / max(base.statistics.clients, 1) / plan.tellers.count * replications
    /// Tries the changes of a kind, and keeps the one that does best for all, and the one that does best for the
    /// service that fares worst.
    func attempt(_ kind: HelpTrial.Kind, _ changes: [(change: Help.Change, branch: Setup)]) {
      let parted = plan.services.count > 1 ? worst : nil
      // Of policies more, for those for which nobody pays may be further down.
      let ofAll = Self.finalists.ofAll * (kind == .policy ? 2 : 1)
      let most = ofAll + (parted == nil ? 0 : Self.finalists.ofWorst)
      // What is short is told of, though whoever gets it then keeps others waiting.
      let isOfWant = kind == .stock && worst.map(report.isLateForStock) ?? false
      let work =
        changes.count * few.replications + min(changes.count, most) * replications
      guard !changes.isEmpty else { return }
      guard work <= room else { return trial.untried.append(kind) }
      room -= work
      let first = changes.indices.compactMap { place in
        tried(changes[place].branch, few).map { (place, summary: $0) }
      }
      /// The first so many of all that were tried, by what they do for a part of the clients; two of one teller's breaks.
      func best(_ most: Int, for part: Int) -> [Int] {
        var ofOne: [String: Int] = [:]
        let ordered = first.compactMap { place, summary in
          change(summary, part, measure).map { (place: place, mean: $0.mean) }
        }.sorted { $0.mean < $1.mean }.map(\.place)
        return Array(
          ordered.filter { place in
            guard case .rest(let teller, _, _, _) = changes[place].change else { return true }
            ofOne[teller, default: 0] += 1
            return ofOne[teller, default: 0] <= 2
          }.prefix(most))
      }
      let chosen =
        best(ofAll, for: allOf)
        + (parted.map { best(Self.finalists.ofWorst, for: $0) } ?? [])
      let second = Set(chosen).sorted().compactMap { place in
        tried(changes[place].branch, full).flatMap { summary in
          isDear(summary) && !isOfWant ? nil : (place, summary)
        }
      }
      /// What a change takes from whoever surely pays most for it.
      func harm(_ summary: DaysSummary) -> Double {
        (0..<allOf).compactMap { change(summary, $0, measure) }.filter(isWorse).map(\.mean).max()
          ?? 0
      }
      /// The best for a part of the clients; of what helps all, less what others pay. Of those that cannot be told from it
      /// the one that surely loses fewer, or makes fewer late.
      func winner(for part: Int) -> (place: Int, summary: DaysSummary, difference: Interval)? {
        func net(_ one: (place: Int, summary: DaysSummary, difference: Interval)) -> Double {
          one.difference.mean
            + (part == allOf && isBetter(one.difference) ? harm(one.summary) : 0)
        }
        let all = second.compactMap { place, summary in
          change(summary, part, measure).map { (place: place, summary: summary, difference: $0) }
        }.sorted { net($0) < net($1) }
        guard let best = all.first, part == allOf, isBetter(best.difference) else {
          return all.first
        }
        let other: Help.Measure = measure == .lost ? .late : .lost
        func rest(_ summary: DaysSummary) -> Interval? {
          change(summary, part, other, from: best.summary)
        }
        return all.filter { one in
          isBetter(one.difference)
            && !isWorse(change(one.summary, part, measure, from: best.summary))
            && harm(one.summary) <= harm(best.summary) && isBetter(rest(one.summary))
        }.min { rest($0.summary)?.mean ?? 0 < rest($1.summary)?.mean ?? 0 } ?? best
      }
      guard let best = winner(for: allOf) else { return }
      func help(
        _ one: (place: Int, summary: DaysSummary, difference: Interval), isOfWorst: Bool = false
      ) -> Help {
        trialResult(
          of: changes[one.place].change, among: changes.count, one.summary, one.difference,
          isOfWorst: isOfWorst)
      }
      trial.best.append(help(best))
      var told: Set = [best.place]
      if let parted, let other = winner(for: parted), other.place != best.place,
        let ofAll = change(other.summary, allOf, measure),
        !isWorse(ofAll) || isOfWant
      {
        // What helps the worst alike, as far as the days tell, and all more, is the one to tell of.
        let isEqualled =
          isBetter(change(best.summary, parted, measure))
          && !isBetter(change(other.summary, parted, measure, from: best.summary))
        if !isEqualled {
          trial.best.append(help((other.place, other.summary, ofAll), isOfWorst: true))
          told.insert(other.place)
        }
      }
      let better = second.compactMap { place, summary in
        change(summary, allOf, measure).map { (place: place, summary: summary, difference: $0) }
      }.filter { isBetter($0.difference) }.sorted { $0.difference.mean < $1.difference.mean }
      // Not everybody can be had: of other skills it is told, too, what would do half as much for all as the best; of
      // others' breaks and other items, a third; and if others pay for a policy, which does half as much at no price.
      let least = best.difference.mean / ([.rest, .stock].contains(kind) ? 3 : 2)
      for one in better where one.difference.mean <= least && told.count < Self.mostOfKind {
        let isTold = told.contains {
          $0 == one.place || Self.areOfOne(changes[$0].change, changes[one.place].change)
        }
        let help = help(one)
        let hasFree = trial.best.contains { $0.kind == .policy && $0.isFree }
        if isTold || kind == .policy && (hasFree || !help.isFree) { continue }
        trial.best.append(help)
        told.insert(one.place)
      }
    }
    /// What a change did on all days.
    func trialResult(
      of tried: Help.Change, among count: Int, _ summary: DaysSummary, _ difference: Interval,
      isOfWorst: Bool
    ) -> Help {
      func effect(_ place: Int) -> Help.Effect {
        (place, Self.badness(base, place, measure), Self.badness(summary, place, measure))
      }
      let alone = { (place: Int) in
        (place < plan.services.count ? plan.services.count : plan.classes.count) < 2
      }
      let gains = (0..<allOf).filter { place in
        !alone(place) && place != worst && isBetter(change(summary, place, measure))
      }.map(effect)
      /// What gets worse of something else, unless it is little.
      func costs(_ other: Help.Measure) -> [Help.Cost] {
        func cost(_ place: Int?) -> Help.Cost {
          (other, place, Self.badness(base, place, other), Self.badness(summary, place, other))
        }
        func isFelt(_ cost: Help.Cost) -> Bool {
          other != .wait || cost.after - cost.before > plan.leastFelt(by: cost.place)
        }
        func excess(_ cost: Help.Cost) -> Double {
          other == .wait
            ? (cost.after - cost.before) / max(cost.before, 1e-9) : 5 * (cost.after - cost.before)
        }
        /// Whoever is no longer lost waits, too: that is no price.
        func isSaved(_ place: Int) -> Bool {
          other == .wait && isBetter(change(summary, place, .lost))
        }
        let payer = (0..<allOf)
          .filter { !alone($0) && isWorse(change(summary, $0, other)) && !isSaved($0) }
          .map { cost($0) }.filter(isFelt).max { excess($0) < excess($1) }
        return (isWorse(change(summary, allOf, other)) ? [cost(nil)].filter(isFelt) : [])
          + (payer.map { excess($0) > 0.25 ? [$0] : [] } ?? [])
      }
      func unserved(_ summary: DaysSummary) -> Int { summary.statistics.all.unserved }
      return Help(
        tried, of: count, measure: measure, difference: difference, isOfWorst: isOfWorst,
        before: Self.badness(base, nil, measure), after: Self.badness(summary, nil, measure),
        worst: plan.services.count < 2 ? nil : worst.map(effect),
        worstDifference: worst.flatMap { change(summary, $0, measure) },
        pays: (0..<allOf).filter { place in
          !alone(place) && isWorse(change(summary, place, measure))
        }.map(effect),
        gains: (gains.contains { $0.place < plan.services.count }
          ? gains.filter { $0.place < plan.services.count } : gains)
          .min { $0.after - $0.before < $1.after - $1.before },
        costs: [Help.Measure.lost, .late, .wait]
          .filter { $0 != measure && (isStable || $0 != .wait) }.flatMap(costs),
        neverServed: end == nil ? max(0, unserved(summary) - unserved(base)) : 0,
        late: plan.services.indices.filter { base.late($0) != nil && summary.late($0) != nil }
          .map { ($0, Self.badness(base, $0, .late), Self.badness(summary, $0, .late)) },
        later: plan.services.indices.filter { isWorse(change(summary, $0, .late)) },
        through: end != nil || workload.closes == nil
          ? nil
          : (base.end / Double(base.days.count), summary.end / Double(summary.days.count)))
    }

    let closes = workload.closes ?? end
    // Of everybody where that does not take too long, else of those who can serve the service that fares worst.
    var rests = closes.map { Self.rests(of: plan, for: nil, until: $0) } ?? []
    if rests.count * few.replications + 5 * replications > room / 2, let worst {
      rests = closes.map { Self.rests(of: plan, for: worst, until: $0) } ?? []
    }
    // A break that is moved to or from hours that do not count would gain or lose by that alone.
    let isWhole =
      warmup == .zero && count == nil && end.map { $0 >= closes ?? .zero } ?? true
    if !isWhole, !rests.isEmpty { (trial.isOfPart, rests) = (true, []) }
    // Nobody who is needed when it is worst rests more of that time than today.
    if let time = report.worstTime, let latest = report.latestService {
      func shared(_ rest: Range<Time>) -> Time {
        let both = rest.clamped(to: time)
        return both.upperBound - both.lowerBound
      }
      rests.removeAll {
        plan.can($0.teller, do: latest) && shared($0.to) > shared($0.from)
      }
    }
    let from = rests.map(\.to.lowerBound).min() ?? .zero
    let within = from..<max(from, rests.map(\.to.upperBound).max() ?? .zero)
    let titles = setup.configuration.titles(in: setup.messages.language)
    let items = setup.configuration.stockTitles.map { $0.text(in: setup.messages.language) }
    attempt(
      .rest,
      rests.compactMap { rest in
        (try? setup.growing(to: plan.changed(rest.tellers))).map {
          (
            .rest(
              teller: plan.tellers[rest.teller].name, from: rest.from, to: rest.to, within: within),
            $0
          )
        }
      })
    /// What a policy does, with the options that are words: whom it puts first, say.
    func said(_ policy: RegisteredPolicy, _ setup: Setup) -> String {
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
    attempt(
      .policy,
      policies.filter { $0.name != setup.wired.name }.compactMap { policy in
        (try? setup.under(PolicyChoice(policy))).map {
          (.policy(policy.name, summary: said(policy, $0)), $0)
        }
      })
    let larger = Self.kinds(of: plan).flatMap { kind -> [(change: Help.Change, branch: Setup)] in
      var more = plan.tellers[kind]
      more.name = Self.name(like: more.name, among: plan)
      let able = plan.services.indices.filter { plan.can(kind, do: $0) }
      // Who can do all is like everybody.
      let services = able.count == plan.services.count ? [] : able.map { titles[$0] }
      guard let larger = try? plan.changed(plan.tellers + [more]) else { return [] }
      return setup.grown(to: larger).map { option, branch in
        (
          .teller(
            like: plan.tellers[kind].name, services: services.joined(separator: ", "),
            option: option), branch
        )
      }
    }
    if larger.isEmpty { trial.unfit.append(.teller) }
    attempt(.teller, larger)
    /// What those who come need of an item on 19 of 20 days, or on all of fewer.
    func needed(_ item: ItemCount) -> Int {
      let each = plan.services.map { $0.needs.first { $0.item == item.item }?.count ?? 0 }
      let days = base.days.map { day in
        zip(each, day).reduce(0.0) { $0 + Double($1.0) * Double($1.1.arrived) }
      }.sorted()
      let most = days[min(days.count - 1, days.count * 19 / 20)]
      return Int(min(most, Double(BranchPlan.largestCount)).rounded(.up))
    }
    // Of what there is not enough, what is needed; on a route nobody knows what those who were turned away would have.
    attempt(
      .stock,
      measure == .wait || asked != nil
        ? []
        : plan.stock.indices.compactMap { item in
          var stock = plan.stock
          let was = stock[item].count
          let new = min(
            max(needed(stock[item]), plan.routes.isEmpty ? 0 : 2 * was), BranchPlan.largestCount)
          guard new > was else { return nil }
          stock[item].count = new
          return (try? setup.growing(to: plan.changed(plan.tellers, stock: stock))).map {
            (.stock(item: items[item], from: was, to: new), $0)
          }
        })
    // What brings more of an item does nothing for long waits.
    if asked == nil, measure == .lost, report.isShortOfStock, tells, report.isLate {
      trial.ofLate = help(setup, beside: result, policies, comparing: .late).best
    }
    if report.isWell, isWhole {
      trial.fewer = full.fewer(setup, beside: base, on: few, room: &room)
    }
    guard !Interrupt.shared.isRequested else {
      var cut = HelpTrial()
      cut.isInterrupted = true
      return cut
    }
    return trial
  }
}
