import BankCore
import BankReports
import BankSimulation

/// Tries changes of a branch on the same days, and finds those that help.
///
/// Of each kind of change, those that do best on the first few days are tried on all of them, and the best of these is
/// judged as the best of all that were tried.
struct HelpSearch {
  /// A change, and the branch with it.
  typealias Option = (change: Help.Change, branch: Setup)
  /// What a change did on all days, and the difference from the days without.
  typealias Tried = (place: Int, summary: DaysSummary, difference: Interval)

  /// How many changes of a kind are tried on all days: the best for all, the best for the service that fares worst, and of
  /// policies the best for which nobody seems to pay.
  private static let finalists = (ofAll: 4, ofWorst: 2, ofFree: 4)
  /// The most changes of a kind that are told.
  private static let mostOfKind = 3

  let setup: Setup
  let report: SimulationReport
  let measure: Help.Measure
  /// The service that fares worst, by its place in the plan.
  let worst: Int?
  /// The days on which changes are tried, and the first few of them.
  let full, few: SimulatedDays
  /// The days without a change.
  let base: DaysSummary
  /// How many more days may be simulated.
  var room: Int
  var trial = HelpTrial()
  /// Newcomers with the break or hours that help most, and like whom they are.
  var newcomers: [(like: Int, moved: Help.Change?, teller: Teller)] = []

  var plan: BranchPlan { setup.plan }
  var isStable: Bool { report.unstable.isEmpty }
  /// The place of all clients among the figures.
  var allOf: Int { plan.services.count + plan.classes.count }

  /// The change of a figure from today, or from another change, day by day; `nil` where some day has none.
  func change(
    _ summary: DaysSummary, _ place: Int, _ measure: Help.Measure, from other: DaysSummary? = nil
  ) -> Interval? {
    let days = Array(
      zip(
        SimulatedDays.values(summary, place, measure),
        SimulatedDays.values(other ?? base, place, measure)))
    // Days on which nobody came say nothing under either.
    guard days.allSatisfy({ ($0 == nil) == ($1 == nil) }) else { return nil }
    let pairs = days.compactMap { new, old in new.flatMap { new in old.map { new - $0 } } }
    return pairs.count >= min(days.count, Interval.fewestDays) ? Interval(of: pairs) : nil
  }

  /// What happens on some days with a change; `nil` where the policy breaks a law then, or it was interrupted.
  func tried(_ other: Setup, _ days: SimulatedDays) -> DaysSummary? {
    let tried = days.run(other)
    return tried.fault == nil && !tried.isInterrupted ? tried.summary : nil
  }

  /// Whether waits become far longer, and hardly fewer are lost.
  private func isDear(_ summary: DaysSummary) -> Bool {
    isStable && summary.figures(nil).wait.mean > 1.5 * base.figures(nil).wait.mean
      && summary.lost(nil).mean > base.lost(nil).mean - 0.05
  }

  func isWorse(_ difference: Interval?) -> Bool {
    difference.map { $0.mean > ($0.halfWidth ?? .infinity) } ?? false
  }

  func isBetter(_ difference: Interval?) -> Bool {
    difference.map { -$0.mean > ($0.halfWidth ?? .infinity) } ?? false
  }

  /// Whether nobody pays more for a change than a tenth of what all gain, or waits far longer, as far as a few days tell.
  private func seemsFree(_ summary: DaysSummary) -> Bool {
    let gain = -(change(summary, allOf, measure)?.mean ?? 0)
    return gain > 0
      && (0..<allOf).allSatisfy { place in
        let wait = SimulatedDays.badness(base, place, .wait)
        return change(summary, place, measure)?.mean ?? 0 <= gain / 10
          && change(summary, place, .wait)?.mean ?? 0
            <= max(0.15 * wait, plan.leastFelt(by: place))
      }
  }

  /// What a change takes from whoever surely pays most for it.
  private func harm(_ summary: DaysSummary) -> Double {
    (0..<allOf).compactMap { change(summary, $0, measure) }.filter(isWorse).map(\.mean).max() ?? 0
  }

  /// Takes from the room what so many changes need on the first few days, and so many of them on all; returns whether
  /// there is as much.
  mutating func takeRoom(_ changes: Int, onAll: Int) -> Bool {
    let work = changes * few.replications + onAll * full.replications
    guard work <= room else { return false }
    room -= work
    return true
  }

  /// Tries the changes of a kind, and returns what each did for all on the first few days.
  ///
  /// Kept are the one that does best for all, the one that does best for the service that fares worst, and others that do
  /// half or a third as much. `more` says how many were tried before to find these.
  @discardableResult
  mutating func attempt(
    _ kind: HelpTrial.Kind, _ changes: [Option], beside more: Int = 0
  ) -> [Double?] {
    let none = [Double?](repeating: nil, count: changes.count)
    guard !changes.isEmpty else { return none }
    let parted = plan.services.count > 1 ? worst : nil
    // There are many policies.
    let ofAll = Self.finalists.ofAll * (kind == .policy ? 2 : 1)
    let most =
      (ofAll + (parted == nil ? 0 : Self.finalists.ofWorst)
        + (kind == .policy ? Self.finalists.ofFree : 0)) * (more > 0 ? 2 : 1)
    // What is short is told of, though whoever gets it then keeps others waiting.
    let isOfWant = kind == .stock && worst.map(report.isLateForStock) ?? false
    guard takeRoom(changes.count, onAll: min(changes.count, most)) else {
      trial.untried.append(kind)
      return none
    }
    let first = changes.indices.compactMap { place in
      tried(changes[place].branch, few).map { (place, summary: $0) }
    }
    var means = none
    for (place, summary) in first { means[place] = change(summary, allOf, measure)?.mean }
    /// The first so many of all that were tried, by what they do for a part of the clients; at most two of one teller's,
    /// and one of newcomers who do the same for as long.
    func best(_ most: Int, for part: Int) -> [Int] {
      var ofOne: [String: Int] = [:]
      let ordered = first.compactMap { place, summary in
        change(summary, part, measure).map { (place: place, mean: $0.mean) }
      }.sorted { $0.mean < $1.mean }.map(\.place)
      return Array(
        ordered.filter { place in
          guard kind == .teller || changes[place].change.moved != nil,
            let teller = group(of: changes[place].change)
          else { return true }
          ofOne[teller, default: 0] += 1
          return ofOne[teller, default: 0] <= (kind == .teller ? 1 : 2)
        }.prefix(most))
    }
    // Of policies, too, those for which nobody seems to pay: there may be many that do more at a price.
    let free = kind == .policy ? first.filter { seemsFree($0.summary) }.map(\.0) : []
    let chosen =
      best(ofAll, for: allOf) + (parted.map { best(Self.finalists.ofWorst, for: $0) } ?? [])
      + best(changes.count, for: allOf).filter(free.contains).prefix(Self.finalists.ofFree)
    // Beside a newcomer with a break or hours of their own the same one without.
    let plain =
      more == 0
      ? []
      : chosen.flatMap { place in
        changes.indices.filter { plainOf(changes[place].change, is: changes[$0].change) }
      }
    let finals = Set(chosen + plain).sorted().compactMap { place in
      tried(changes[place].branch, full).flatMap { summary in
        isDear(summary) && !isOfWant ? nil : (place, summary)
      }
    }
    let second = more == 0 ? finals : worthTheirHours(finals, of: changes)
    guard let best = winner(second, for: allOf) else { return means }
    func help(_ one: Tried, isOfWorst: Bool = false) -> Help {
      result(
        of: changes[one.place].change, among: changes.count + more, one.summary, one.difference,
        isOfWorst: isOfWorst)
    }
    trial.best.append(help(best))
    var told: Set = [best.place]
    if let parted, let other = winner(second, for: parted), other.place != best.place,
      kind != .teller
        || group(of: changes[other.place].change) != group(of: changes[best.place].change),
      let ofAll = change(other.summary, allOf, measure), ofAll.mean <= 0 || isOfWant
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
    // Not everybody can be had: of tellers with other skills it is told, too, what would do half as much for all as the
    // best; of others' breaks and hours and other items, a third; and if others pay for a policy, which does half as
    // much at no price.
    let least =
      best.difference.mean / ([.rest, .hours, .stock].contains(kind) ? 3 : 2)
    for one in better where one.difference.mean <= least && told.count < Self.mostOfKind {
      let own = group(of: changes[one.place].change)
      let isTold = told.contains {
        $0 == one.place || own != nil && own == group(of: changes[$0].change)
      }
      let help = help(one)
      let hasFree = trial.best.contains { $0.kind == .policy && $0.isFree }
      if isTold || kind == .policy && (hasFree || !help.isFree) { continue }
      trial.best.append(help)
      told.insert(one.place)
    }
    return means
  }

  /// Of what one change is enough: one teller's break or hours, what one may learn, a newcomer who does the same for as
  /// long; `nil` where each is something else.
  func group(of change: Help.Change) -> String? {
    switch change {
    case .skill: return "skill"
    case .teller(let like, let services, let option, _):
      let shifts = plan.tellers.first { $0.name == like }?.shifts ?? []
      let closing = full.workload.closes ?? full.end ?? BranchPlan.longestTime
      let hours = min(shifts.last?.end ?? closing, closing) - (shifts.first?.start ?? .zero)
      return "\(services); \(option); \(hours)"
    default: return change.moved
    }
  }

  /// Whether one change is a newcomer as they come, and the other the same one with a break or hours of their own.
  private func plainOf(_ moved: Help.Change, is plain: Help.Change) -> Bool {
    guard case .teller(let like, let services, let option, _?) = moved,
      case .teller(like, services, option, nil) = plain
    else { return false }
    return true
  }

  /// Without the newcomers whose own break or hours hardly help more than those of the one they are like.
  ///
  /// Whoever is there for more of the worst time only has to help more as far as these days tell.
  private func worthTheirHours(
    _ tried: [(place: Int, summary: DaysSummary)], of changes: [Option]
  ) -> [(place: Int, summary: DaysSummary)] {
    let worstTimes = worst.map(report.worstTimes) ?? []
    func presence(_ place: Int) -> Time {
      let newcomer = changes[place].branch.plan.tellers.last
      return newcomer?.shifts.map { StaffMove.presence($0, in: worstTimes) } ?? .never
    }
    return tried.filter { place, summary in
      guard
        let (other, plain) = tried.first(where: {
          plainOf(changes[place].change, is: changes[$0.place].change)
        })
      else { return true }
      if presence(place) > presence(other),
        change(summary, allOf, measure, from: plain)?.mean ?? 0 < 0
      {
        return true
      }
      let gain = -(change(plain, allOf, measure)?.mean ?? 0)
      func isMore(_ part: Int?, _ least: Double) -> Bool {
        part.flatMap { change(summary, $0, measure, from: plain) }.map {
          isBetter($0) && -$0.mean > least
        } ?? false
      }
      return isMore(allOf, 0.05 * max(0, gain))
        || isMore(worst, measure == .wait ? 0.05 * max(0, gain) : 0.01)
          && !isWorse(change(summary, allOf, measure, from: plain))
    }
  }

  /// The best for a part of the clients; of what helps all, less what others pay.
  ///
  /// Of those that cannot be told from it the one that surely helps the service that fares worst more, or else loses fewer,
  /// or makes fewer late.
  private func winner(
    _ tried: [(place: Int, summary: DaysSummary)], for part: Int
  ) -> Tried? {
    func net(_ one: Tried) -> Double {
      one.difference.mean + (part == allOf && isBetter(one.difference) ? harm(one.summary) : 0)
    }
    let all = tried.compactMap { place, summary in
      change(summary, part, measure).map { (place: place, summary: summary, difference: $0) }
    }.sorted { net($0) < net($1) }
    guard let best = all.first, part == allOf, isBetter(best.difference) else { return all.first }
    let other: Help.Measure = measure == .lost ? .late : .lost
    func rest(_ summary: DaysSummary) -> Interval? {
      change(summary, part, other, from: best.summary)
    }
    let alike = all.filter { one in
      isBetter(one.difference)
        && !isWorse(change(one.summary, part, measure, from: best.summary))
        && harm(one.summary) <= harm(best.summary)
    }
    func first(_ figure: (DaysSummary) -> Interval?) -> Tried? {
      alike.filter { isBetter(figure($0.summary)) }
        .min { figure($0.summary)?.mean ?? 0 < figure($1.summary)?.mean ?? 0 }
    }
    return first { summary in
      worst.flatMap { change(summary, $0, measure, from: best.summary) }
    } ?? first(rest) ?? best
  }
}
