import BankCore
import BankSimulation

/// When waits are longest, and when too many are late.
extension DayPictures {
  /// The fewest who came in a stretch over all days for its mean to be spoken of.
  static let fewest = 20

  /// How sure it is that too many of those who come in a stretch are late.
  enum Lateness: String {
    /// The whole interval says so, or it is what happened on the one day that there is.
    case sure = "over"
    /// The mean says so.
    case perhaps = "over unsure"
  }

  /// Whether more than 20 % of those who come in a stretch are late; `nil` where they are not, or too few came to
  /// say.
  func lateness(_ stretch: Int, _ service: Int) -> Lateness? {
    guard report.plan.services[service].target != nil, let late = course.late(stretch, service),
      TargetState(late: late.mean) == .bad
    else { return nil }
    let days = report.summary.days.count
    // What happened on the one day there is, happened.
    if days == 1 { return .sure }
    // Where all were late on every day, the days say how often they may not be.
    if late.mean == 1, days > 1 {
      let error = Interval.errorOfAll(
        days: course.daysOfWhoCame(stretch, service), atOnce: stretches.count)
      return TargetState(late: 1 - error) == .bad ? .sure : .perhaps
    }
    guard course.cells[stretch][service].arrived >= Self.fewest else { return nil }
    let error = late.errorOfShare(of: course.cells[stretch][service].arrived)
    let least = late.mean - error * (late.halfWidth == nil ? 1 : widening)
    return TargetState(late: least) == .bad ? .sure : .perhaps
  }

  /// Of many stretches the worst is seen to be so: as many intervals have to hold at once.
  private var widening: Double {
    Interval.widening(stretches.count, degrees: report.summary.days.count - 1)
  }

  /// When a service is worst, and how bad it is then.
  struct Worst {
    var stretches: [Int]
    /// The stretch at which it is highest; `nil` where none is clearly so.
    var top: Int?
    /// The share late then, or over the whole day.
    var late: Interval?
    /// Without a target the share that leaves unserved then, where that is why it is worst.
    var lost: Interval?
    /// The mean wait of those served then; `nil` where nobody is.
    var wait: Interval?
    /// Another stretch, in which those served had waited clearly longer, where there is one.
    var longest: (stretch: Int, wait: Interval)?
    /// Whether no time of day is clearly worse than the others: then it is the whole day that is bad.
    var isAllDay = false
    /// Whether many are surely late at all of these times, of which none is clearly the worst.
    var isOneOfMany = false
    /// Whether most of those who are late come at the top, though at another time a larger share of fewer is late.
    var isOfMost = false
  }

  /// Whether so few come for a service in a stretch, for saying anything or beside its busiest, that it is not worst then.
  ///
  /// Beside the busiest those are few of whom a fifth as many come, if all of them who fare badly are not a tenth of all.
  func isOfFew(_ stretch: Int, _ service: Int) -> Bool {
    func came(_ stretches: [Int]) -> [Int] { stretches.map { course.cells[$0][service].arrived } }
    let all = openStretches(service)
    let fifth = (came(all).max() ?? 0) / 5
    let bad = all.filter { stretch in
      came([stretch])[0] < fifth && TargetState(late: badShare(stretch, service)?.mean ?? 0) == .bad
    }
    let least = 10 * came(bad).reduce(0, +) < came(all).reduce(0, +) ? fifth : 0
    return course.cells[stretch][service].arrived < max(Self.fewest, least)
  }

  /// The share of those who come in a stretch that is late; without a target, that leaves unserved.
  private func badShare(_ stretch: Int, _ service: Int) -> Interval? {
    report.plan.services[service].target != nil
      ? course.late(stretch, service) : course.lost(stretch, service)
  }

  /// The times of day at which a service is worst: the worst stretch and those that may be as bad.
  ///
  /// Of stretches with too few clients nothing is said; `nil` where no stretch stands out by more than its
  /// interval, and most are on target.
  func worst(_ service: Int) -> Worst? {
    let stretches = openStretches(service)
    // Whoever is never called is late and has no wait.
    let known = stretches.filter { course.cells[$0][service].arrived >= Self.fewest }
    func isBusy(_ stretch: Int) -> Bool { !isOfFew(stretch, service) }
    let called = known.filter { course.cells[$0][service].served >= Self.fewest }
    let hasTarget = report.plan.services[service].target != nil
    guard report.summary.days.count > 1 else { return worstOfOneDay(service) }
    guard report.hasIntervals else { return nil }
    func share(_ stretch: Int) -> Interval? { badShare(stretch, service) }
    // Without a target it is worst when most leave, where many do.
    let byShare =
      hasTarget || report.lines[service].lost.mean > TargetState.mostOnTarget
      ? standingOut(known, of: isBusy) { stretch in
        share(stretch).map {
          let error =
            $0.mean == 1
            ? Interval.errorOfAll(
              days: course.daysOfWhoCame(stretch, service), atOnce: stretches.count)
            : $0.errorOfShare(of: course.cells[stretch][service].arrived)
          return Interval(mean: $0.mean, halfWidth: error)
        }
      } : nil
    // Where all are late, those still wait longest at some time.
    if let (highest, stretches) = byShare
      ?? standingOut(called, of: isBusy, { course.wait($0, service) })
    {
      // Of several at which all are late, too.
      let alike = stretches.filter {
        byShare != nil && share($0)?.mean == share(highest)?.mean
      }
      /// What is worst of them: how many are never called, then how long the others wait.
      func badness(_ stretch: Int) -> (Double, Double) {
        let cell = course.cells[stretch][service]
        return (
          Double(cell.arrived - cell.called) / Double(cell.arrived),
          course.wait(stretch, service)?.mean ?? 0
        )
      }
      let top = alike.max { badness($0) < badness($1) } ?? highest
      return Worst(
        // Where the waits stand out and no share late does, another time may have as many late.
        stretches: joined(stretches, service) {
          (byShare == nil ? course.wait($0, service) : share($0))?.mean
        }, top: top,
        late: byShare != nil && hasTarget ? late(top, service) : nil,
        lost: byShare != nil && !hasTarget ? share(top) : nil,
        wait: wait(top, service), longest: longest(called, beside: top, service))
    }
    // Late all day is worth saying too.
    let line = report.lines[service]
    let busy = stretches.filter { course.cells[$0][service].arrived > 0 }
    guard let late = line.late, late.mean > 0.2 else { return nil }
    let wait = Interval(mean: line.figures.wait.mean, halfWidth: line.halfWidth)
    if 2 * known.count > busy.count,
      known.allSatisfy({ (course.late($0, service)?.mean ?? 0) > late.mean / 2 })
    {
      return Worst(stretches: known, late: late, wait: wait, isAllDay: true)
    }
    // So is when too many surely are late, though none of these times stands out.
    let sure = stretches.filter { lateness($0, service) == .sure }
    return sure.isEmpty ? nil : Worst(stretches: sure, wait: wait, isOneOfMany: true)
  }

  /// Those before closing, and those after where more than a tenth of a service come then: only who is passed on from
  /// another service, mostly the few who are left of the day.
  func openStretches(_ service: Int) -> [Int] {
    let open = course.stretches.open
    let before = stretches.filter { open == .zero || course.stretches.start($0) < open }
    func came(_ some: some Sequence<Int>) -> Int {
      some.reduce(0) { $0 + course.cells[$1][service].arrived }
    }
    return 10 * came(before) < 9 * came(stretches) ? Array(stretches) : before
  }

  /// Of some stretches the one with the highest share late, and that share; those of few clients are left out.
  func latest(_ some: [Int], _ service: Int) -> (stretch: Int, late: Interval)? {
    some.filter { course.cells[$0][service].arrived >= Self.fewest }
      .compactMap { stretch in late(stretch, service).map { (stretch, late: $0) } }
      .max { $0.late.mean < $1.late.mean }
  }

  /// When more than 20 % were late on the one day there is, the half-hour of most of them as its height.
  private func worstOfOneDay(_ service: Int) -> Worst? {
    let over = stretches.filter { lateness($0, service) != nil }
    func lateOnes(_ stretch: Int) -> Double {
      (course.late(stretch, service)?.mean ?? 0) * Double(course.cells[stretch][service].arrived)
    }
    guard let top = over.max(by: { lateOnes($0) < lateOnes($1) }) else { return nil }
    let share = course.late(top, service)?.mean ?? 0
    return Worst(
      stretches: over, top: top, late: late(top, service), wait: wait(top, service),
      longest: longest(Array(stretches), beside: top, service),
      isOfMost: over.contains { course.late($0, service)?.mean ?? 0 > share })
  }

  /// With the stretches between two of them that look about as bad, by a share or by waits: as bad, where few came.
  private func joined(_ some: [Int], _ service: Int, _ badness: (Int) -> Double?) -> [Int] {
    let least = some.compactMap(badness).min() ?? .infinity
    let between = zip(some, some.dropFirst()).flatMap { first, second -> Range<Int> in
      let between = first + 1..<second
      let areAlike = between.allSatisfy { stretch in
        let isKnown = course.cells[stretch][service].arrived >= Self.fewest
        return badness(stretch).map { $0 >= (isKnown ? 0.7 : 1) * least } ?? false
      }
      return areAlike ? between : first..<first
    }
    return (some + between).sorted()
  }

  /// Where waits are longest, if that is more than a quarter longer than at `top`.
  private func longest(
    _ known: [Int], beside top: Int, _ service: Int
  ) -> (stretch: Int, wait: Interval)? {
    let waits = known.compactMap { stretch in wait(stretch, service).map { (stretch, $0) } }
    guard let longest = waits.max(by: { $0.1.mean < $1.1.mean }), longest.0 != top,
      longest.1.mean > 1.25 * (wait(top, service)?.mean ?? 0)
    else { return nil }
    return longest
  }

  /// When those who are served wait longest: on the one day there is, or where that stands out.
  func longest(_ service: Int) -> (stretch: Int, wait: Interval)? {
    let isOneDay = report.summary.days.count == 1
    let called = stretches.filter {
      course.cells[$0][service].served >= (isOneDay ? 1 : Self.fewest)
    }
    let top =
      isOneDay
      ? called.max { wait($0, service)?.mean ?? 0 < wait($1, service)?.mean ?? 0 }
      : report.hasIntervals ? standingOut(called, { course.wait($0, service) })?.top : nil
    return top.flatMap { top in wait(top, service).map { (top, $0) } }
  }

  /// The stretch where a value is highest, of some of them, and those of these that may be as high; `nil` where none stands
  /// out from all.
  ///
  /// Of many stretches one is highest by chance, so its interval is widened, unless a quarter of the day is surely not
  /// half as high.
  private func standingOut(
    _ known: [Int], of some: (Int) -> Bool = { _ in true }, _ value: (Int) -> Interval?
  ) -> (top: Int, stretches: [Int])? {
    let values = known.compactMap { stretch in value(stretch).map { (stretch: stretch, $0) } }
    let mean = values.reduce(0) { $0 + $1.1.mean } / Double(max(values.count, 1))
    let meant = values.filter { some($0.stretch) }
    guard let (stretch, top) = meant.max(by: { $0.1.mean < $1.1.mean }) else { return nil }
    let isUneven =
      4 * values.count { $0.1.mean + ($0.1.halfWidth ?? 0) / 2 < top.mean / 2 } >= values.count
    guard top.mean - (top.halfWidth ?? .infinity) * (isUneven ? 1 : widening) > mean else {
      return nil
    }
    let others = meant.filter {
      $0.1.mean >= 0.6 * top.mean
        && max($0.1.mean + ($0.1.halfWidth ?? 0), $0.1.mean / 0.95) >= top.mean
    }
    // Whatever is as high as one of them is named too.
    let least = others.map(\.1.mean).min() ?? top.mean
    return (stretch, meant.filter { $0.1.mean >= least }.map(\.stretch))
  }
}
