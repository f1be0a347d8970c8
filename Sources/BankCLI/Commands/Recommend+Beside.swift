import BankConfiguration
import BankCore
import BankReports
import BankSimulation

/// What a choice is told beside: the config as it stands, the second, and what nobody can know.
extension Recommend.Search {
  /// The candidate that is the config as it stands, if one is.
  var today: Int? { grid.isBaseAsked ? nil : grid.today }

  /// Why nothing can be said of how probable a wrong choice is: times of the choice, or of those it was
  /// compared with, that vary so much that their days may not have shown the rare long ones.
  var doubts: [String] {
    guard let best = selection.verdicts.firstIndex(of: .best) else { return [] }
    let findings = days.indices.compactMap { candidate -> Judgement.Finding? in
      guard case .success(let (setup, own)) = days[candidate], own.isDrawn,
        let served = measured[candidate]?.served
      else { return nil }
      return Judgement.heavyTails(setup.plan, own.workload, served: served).first
    }
    guard let worst = findings.first else { return [] }
    return [worst.sentence(under: grid.cells[best].policy, in: grid.base.messages.language)]
  }

  /// What a candidate costs more than the choice, on the days of both; `nil` for the choice, and where there are none.
  func beyond(_ candidate: Int) -> Interval? {
    guard let best = selection.verdicts.firstIndex(of: .best), candidate != best else {
      return nil
    }
    let pairs = Self.pairs(selection.costs[candidate], selection.costs[best])
    return pairs.isEmpty ? nil : Interval(of: pairs.map { $0.one - $0.other })
  }

  /// The cheapest of those that cost more than the choice and keep the goals by their means; where the fewest
  /// tellers are wanted, of as many.
  var second: Int? {
    func mean(_ candidate: Int) -> Double { beyond(candidate)?.mean ?? 0 }
    guard let best = selection.verdicts.firstIndex(of: .best) else { return nil }
    return selection.verdicts.indices.filter {
      selection.verdicts[$0] == .worse && mean($0) > 0
        && (!isFewest || grid.cells[$0].tellers == grid.cells[best].tellers)
        && zip(goals, selection.figures[$0]).allSatisfy { goal, values in
          Interval(of: values.compactMap { $0 }).mean <= (goal.isUpper ? goal.limit : -goal.limit)
        }
    }.min { mean($0) < mean($1) }
  }

  /// By how much each service and class waits longer under the choice than under the config as it stands, or the second where
  /// that is the choice or no candidate, on the days of both.
  var beside: [(service: String, difference: Interval)] {
    guard let best = selection.verdicts.firstIndex(of: .best),
      let other = today == best ? second : today ?? second
    else { return [] }
    return names.enumerated().compactMap { place, name in
      let pairs = pairs(best, other) { $0.waits[place] }
      return pairs.isEmpty ? nil : (name, Interval(of: pairs.map { $0.one - $0.other }))
    }
  }

  /// What the services are called, and then the classes.
  private var names: [String] {
    let (plan, configuration) = (grid.base.plan, grid.base.configuration)
    let language = grid.base.messages.language
    return plan.services.map { grid.base.namesakes[$0.name] ?? $0.name }
      + Recommend.classes(of: plan).map { configuration.title(ofClass: $0).text(in: language) }
  }

  /// Values of the days that two candidates both have.
  private func pairs(
    _ one: Int, _ other: Int, _ days: (Recommend.Measured) -> FigureDays?
  ) -> [(one: Double, other: Double)] {
    guard let one = measured[one].flatMap(days), let other = measured[other].flatMap(days) else {
      return []
    }
    return Self.pairs(one.values, other.values)
  }

  static func pairs(_ one: [Double?], _ other: [Double?]) -> [(one: Double, other: Double)] {
    zip(one, other).compactMap { one, other in one.flatMap { one in other.map { (one, $0) } } }
  }

  /// The share of visits that are lost under the choice; `nil` where a goal or the cost asks for it.
  var unaskedLoss: Double? {
    guard let best = selection.verdicts.firstIndex(of: .best),
      !Recommend.asksForLost(goals.map(\.figures) + [cost])
    else { return nil }
    return measured[best]?.lostVisits
  }

  /// The shares late of each service under the choice, and under the config as it stands, the latest first; nothing
  /// where a goal or the cost asks for them.
  var unaskedLate: [(service: String, title: String, share: Double, today: Double?)] {
    let asked = goals.map(\.figures) + [cost]
    guard let best = selection.verdicts.firstIndex(of: .best), let chosen = measured[best],
      !asked.lazy.flatMap(\.terms).contains(where: { $0.kind == .late })
    else { return [] }
    func share(_ one: Recommend.Measured?, _ place: Int) -> Double? {
      let known = one?.lates[place]?.values.compactMap(\.self) ?? []
      return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }
    return grid.base.plan.services.enumerated().compactMap { place, service in
      share(chosen, place).map { chosen in
        let before = today == best ? nil : today.flatMap { share(measured[$0], place) }
        return (service.name, grid.base.namesakes[service.name] ?? service.name, chosen, before)
      }
    }.sorted { $0.share > $1.share }
  }

  /// The services that no goal asks for, or the classes where goals ask for some of them, with the mean waits under the
  /// choice, the longest first.
  var unwatched: [(service: String, wait: Double)] {
    guard let best = selection.verdicts.firstIndex(of: .best), let measured = measured[best] else {
      return []
    }
    let places = goals.flatMap(\.figures.terms)
      .filter { $0.kind != .tellers && $0.kind != .utilization }.map(\.place)
    // A class or a route is of all services.
    guard !places.isEmpty, let asked = places as? [Int],
      asked.allSatisfy(measured.waits.indices.contains)
    else { return [] }
    let services = grid.base.plan.services.map(\.name)
    // A client of a class came for some service, too.
    let isOfClasses = asked.contains { $0 >= services.count }
    let names = isOfClasses ? grid.base.classNames : services
    let first = isOfClasses ? services.count : 0
    return names.enumerated().compactMap { number, name in
      let known = measured.waits[first + number].values.compactMap { $0 }
      guard !asked.contains(first + number), !known.isEmpty else { return nil }
      return (grid.base.namesakes[name] ?? name, known.reduce(0, +) / Double(known.count))
    }.sorted { $0.wait > $1.wait }
  }

  /// Which services and classes fare clearly worse under the choice than under the config as it stands, where that misses a
  /// goal: who pays for the goal.
  var price: [RecommendReport.Price] {
    guard let best = selection.verdicts.firstIndex(of: .best), let today, today != best else {
      return []
    }
    func price(
      _ pairs: [(one: Double, other: Double)], _ service: String?, _ measure: Help.Measure
    ) -> RecommendReport.Price? {
      guard pairs.count > 1 else { return nil }
      let difference = Interval(of: pairs.map { $0.one - $0.other })
      let before = pairs.reduce(0) { $0 + $1.other } / Double(pairs.count)
      let isMuch =
        switch measure {
        case .late: difference.mean > 0.05
        case .lost: difference.mean > 0.01
        case .wait: difference.mean > 0.25 * before
        }
      guard isMuch, difference.mean > (difference.halfWidth ?? .infinity) else { return nil }
      return RecommendReport.Price(
        service: service, measure: measure, before: before,
        after: before + difference.mean)
    }
    let whose = names.enumerated().compactMap { place, name in
      price(pairs(best, today) { $0.lates[place] }, name, .late)
        ?? price(pairs(best, today) { $0.waits[place] }, name, .wait)
    }
    return whose + [price(pairs(best, today) { $0.lost }, nil, .lost)].compactMap { $0 }
  }
}
