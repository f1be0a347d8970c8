import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation

/// The recorded days as they were.
extension DayReplay {
  /// Half an hour, in seconds: a day is looked at from a full one on.
  private static let halfHour = 1800.0

  /// The figures of the recorded days, and how they went by the time of day; `nil` where nobody came, or where the log is too
  /// odd for that.
  ///
  /// Nothing is simulated: what the log says happened, and tellers are there as `reading` has them.
  func asRecorded(_ reading: RecordedStaff.Reading, hasCourse: Bool) -> SimulationReport? {
    let all = record.days.lazy.flatMap(\.clients)
    guard
      let first = all.map({ min($0.arrival, $0.served?.lowerBound ?? $0.arrival) }).min(),
      let last = all.map(\.arrival).max()
    else { return nil }
    var scale = base.configuration.scale
    // Seconds may be since midnight or since opening: of times long before opening nothing says what o'clock they are.
    let isClock =
      format.timeFormat != TimePattern("seconds")
      || scale.opens.map { $0 - 4 * Self.halfHour <= first } ?? false
    let opening =
      isClock
      ? min(scale.opens ?? .infinity, (first / Self.halfHour).rounded(.down) * Self.halfHour) : 0
    let closing = base.configuration.workload.closes.flatMap { closes in
      scale.opens.map { $0 + closes.seconds - opening }
    }
    scale.opens = isClock ? opening : nil
    let end = max(last, all.compactMap(\.served?.upperBound).max() ?? last)
    // Some come to a later step after closing; where many do, these are not the hours.
    let isOpen =
      closing.map { closing in 10 * all.count { $0.arrival - opening > closing } <= all.count }
      ?? false
    let length = isOpen ? closing ?? 0 : end - opening
    let stretches =
      hasCourse ? DayStretches(length: .seconds(max(1, length)), isOpen: isOpen) : nil

    let staff = record.days.map { tellers(on: $0, reading) }
    var skills: [String: [String]?] = [:]
    var names: [String] = []
    for teller in staff.joined() where skills.updateValue(teller.skills, forKey: teller.name) == nil
    {
      names.append(teller.name)
    }
    var services = services(record.serviceTimes(services: base.plan.services.count))
    for service in services.indices { services[service].needs = [] }
    /// The branch of a day, from its opening on.
    func plan(_ there: [Teller]) -> BranchPlan? {
      let moved = there.map { teller in
        var teller = teller
        teller.shifts = teller.shifts?.filter { $0.end > .seconds(opening) }.map {
          Shift(
            from: max(.zero, $0.start - .seconds(opening)),
            to: $0.hasEnd ? $0.end - .seconds(opening) : $0.end)
        }
        return teller
      }
      return try? BranchPlan(services: services, tellers: moved, classes: base.plan.classes)
    }
    /// All tellers of all days, as they were there on one of them.
    func plan(on day: [Teller]) -> BranchPlan? {
      guard !names.isEmpty else { return plan(base.tellersByClock) }
      let own = Dictionary(day.map { ($0.name, $0) }) { first, _ in first }
      return plan(names.map { own[$0] ?? Teller($0, shifts: []) })
    }
    let goneUnseen = record.goneUnseenByDate
    var summary: DaysSummary?
    var course: DaysCourse?
    for (var day, tellers) in zip(record.days, staff) where !day.clients.isEmpty {
      guard let plan = plan(on: tellers) else { return nil }
      day.clients += goneUnseen[day.date] ?? []
      var watched = ObservedDay(plan: plan)
      var own = stretches.map { DayCourse(plan: plan, stretches: $0) }
      let events = day.events(since: opening, tellers: plan.tellers)
      for event in events {
        watched.observe(event)
        own?.observe(event)
      }
      let end = events.last?.time ?? .zero
      own?.end(at: end)
      let (statistics, workTime) = watched.figures(until: end)
      if summary == nil {
        summary = DaysSummary(statistics, end: end, workTime: workTime)
      } else {
        summary?.merge(statistics, end: end, workTime: workTime)
      }
      if let stretches, course == nil { course = DaysCourse(plan: plan, stretches: stretches) }
      if let own { course?.add(own) }
    }
    // Of several days each has hours of its own.
    let those =
      record.days.count == 1 || names.isEmpty
      ? plan(on: staff[0]) : plan(names.map { Teller($0, skills: skills[$0] ?? nil) })
    guard let summary, let plan = those else { return nil }
    var report = SimulationReport(
      policy: format.policy ?? base.wired.name, options: [:], queue: base.queue.name,
      seed: base.seed, plan: plan, summary: summary, hasIntervals: record.days.count > 1,
      unstable: [], fault: nil, wallSeconds: 0, warnings: [], scale: scale,
      classNames: base.classNames, language: base.messages.language, namesakes: base.namesakes,
      course: course)
    report.isRecorded = true
    report.isUnseenAway = reading.idle == .away
    // A few rows may name nobody. Whoever serves two at once is not to be measured by a clock.
    let served = all.count { $0.served != nil }
    let nameless = all.count { $0.served != nil && $0.teller == nil }
    report.isStaffKnown =
      100 * nameless <= served
      && summary.statistics.tellers.allSatisfy { $0.utilization ?? 0 < 1.01 }
    return report
  }
}
