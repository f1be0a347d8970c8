import BankCore
import BankReports
import BankSimulation

extension HelpSearch {
  /// What a change did on all days.
  func result(
    of tried: Help.Change, among count: Int, _ summary: DaysSummary, _ difference: Interval,
    isOfWorst: Bool
  ) -> Help {
    typealias Days = SimulatedDays
    let workload = full.workload
    func effect(_ place: Int) -> Help.Effect {
      (place, Days.badness(base, place, measure), Days.badness(summary, place, measure))
    }
    let alone = { (place: Int) in
      (place < plan.services.count ? plan.services.count : plan.classes.count) < 2
    }
    let gains = (0..<allOf).filter { place in
      !alone(place) && place != worst && isBetter(change(summary, place, measure))
    }.map(effect)
    let ofServices = gains.filter { $0.place < plan.services.count }
    func unserved(_ summary: DaysSummary) -> Int { summary.statistics.all.unserved }
    let areMoreServed =
      100 * (unserved(base) - unserved(summary)) > base.statistics.all.arrived
    /// What gets worse of something else, unless it is little.
    func costs(_ other: Help.Measure) -> [Help.Cost] {
      func cost(_ place: Int?) -> Help.Cost {
        (other, place, Days.badness(base, place, other), Days.badness(summary, place, other))
      }
      func isFelt(_ cost: Help.Cost) -> Bool {
        other != .wait || cost.after - cost.before > plan.leastFelt(by: cost.place)
      }
      func excess(_ cost: Help.Cost) -> Double {
        other == .wait
          ? (cost.after - cost.before) / max(cost.before, 1e-9) : 5 * (cost.after - cost.before)
      }
      /// Whoever is no longer lost, or left when the staff have gone, waits, too: that is no price.
      func isSaved(_ place: Int) -> Bool {
        other == .wait
          && (isBetter(change(summary, place, .lost)) || place == allOf && areMoreServed)
      }
      let payer = (0..<allOf)
        .filter { !alone($0) && isWorse(change(summary, $0, other)) && !isSaved($0) }
        .map { cost($0) }.filter(isFelt).max { excess($0) < excess($1) }
      return
        (isWorse(change(summary, allOf, other)) && !isSaved(allOf)
        ? [cost(nil)].filter(isFelt) : [])
        + (payer.map { excess($0) > 0.25 ? [$0] : [] } ?? [])
    }
    return Help(
      tried, of: count, on: base.days.count, measure: measure, difference: difference,
      isOfWorst: isOfWorst,
      before: Days.badness(base, nil, measure), after: Days.badness(summary, nil, measure),
      worst: plan.services.count < 2 ? nil : worst.map(effect),
      worstDifference: worst.flatMap { change(summary, $0, measure) },
      pays: (0..<allOf).filter { place in
        !alone(place) && isWorse(change(summary, place, measure))
      }.map(effect),
      gains: (ofServices.isEmpty ? gains : ofServices)
        .sorted { $0.after - $0.before < $1.after - $1.before },
      costs: [Help.Measure.lost, .late, .wait]
        .filter { $0 != measure && (isStable || $0 != .wait) }.flatMap(costs),
      neverServed: full.end == nil ? unserved(summary) - unserved(base) : 0,
      late: plan.services.indices.filter { base.late($0) != nil && summary.late($0) != nil }
        .map { ($0, Days.badness(base, $0, .late), Days.badness(summary, $0, .late)) },
      later: plan.services.indices.filter { isWorse(change(summary, $0, .late)) },
      through: full.end != nil || workload.closes == nil
        ? nil
        : (base.end / Double(base.days.count), summary.end / Double(summary.days.count)),
      alsoLate: measure != .late && isBetter(change(summary, allOf, .late))
        ? (Days.badness(base, nil, .late), Days.badness(summary, nil, .late)) : nil)
  }
}
