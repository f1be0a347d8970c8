import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation

/// The recorded days as they were.
extension DayReplay {
  /// Half an hour, in seconds: a day is looked at from a full one on.
  private static let halfHour = 1800.0

  /// The figures of the recorded days, and how they went by the time of day; `nil` where nobody came.
  ///
  /// Nothing is simulated: what the log says happened, and tellers are there as `reading` has them.
  func asRecorded(_ reading: RecordedStaff.Reading) throws(Problems) -> SimulationReport? {
    let all = record.days.lazy.flatMap(\.clients)
    guard let first = all.map(\.arrival).min(), let last = all.map(\.arrival).max() else {
      return nil
    }
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
    let stretches = DayStretches(length: .seconds(max(1, length)), isOpen: isOpen)

    let staff = record.days.map { tellers(on: $0, reading) }
    var names: [String] = []
    for teller in staff.joined() where !names.contains(teller.name) { names.append(teller.name) }
    var services = services(record.serviceTimes(services: base.plan.services.count))
    for service in services.indices { services[service].needs = [] }
    /// All tellers of all days, as they were there on one of them.
    func plan(_ day: [Teller]) throws(Problems) -> BranchPlan {
      let there = names.map { name in
        var teller = day.first { $0.name == name } ?? Teller(name, shifts: [])
        teller.shifts = teller.shifts?.map {
          Shift(from: max(.zero, $0.start - .seconds(opening)), to: $0.end - .seconds(opening))
        }
        return teller
      }
      return try BranchPlan(
        services: services, tellers: there.isEmpty ? base.plan.tellers : there,
        classes: base.plan.classes)
    }
    var summary: DaysSummary?
    var course: DaysCourse?
    for (day, tellers) in zip(record.days, staff) where !day.clients.isEmpty {
      let plan = try plan(tellers)
      var watched = ObservedDay(plan: plan)
      var own = stretches.map { DayCourse(plan: plan, stretches: $0) }
      let events = record.withGoneUnseen(day).events(since: opening, tellers: plan.tellers)
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
    guard let summary else { return nil }
    // Of several days each has hours of its own.
    let those =
      record.days.count == 1
      ? staff[0]
      : names.map { name in
        Teller(name, skills: staff.joined().first { $0.name == name }?.skills)
      }
    var report = SimulationReport(
      policy: format.policy ?? base.wired.name, options: [:], queue: base.queue.name,
      seed: base.seed,
      plan: try plan(those), summary: summary, hasIntervals: record.days.count > 1,
      unstable: [], fault: nil, wallSeconds: 0, warnings: [], scale: scale,
      classNames: base.classNames, language: base.messages.language, namesakes: base.namesakes,
      course: course)
    report.isRecorded = true
    report.isStaffKnown = all.allSatisfy { $0.served == nil || $0.teller != nil }
    return report
  }
}
