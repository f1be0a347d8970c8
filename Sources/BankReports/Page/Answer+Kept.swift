import BankCore
import BankSimulation

/// Who keeps a target, and who has none.
extension Answer {
  /// Whether every service keeps its target for sure, and hardly anybody leaves.
  var isWell: Bool {
    report.unstable.isEmpty && untargetedServices.isEmpty && !judged.isEmpty
      && report.unservedShare <= 0.0005
      && TargetState(late: report.lostClients.mean) == .good
      && judged.count == targeted.count && areSurelyKept
  }

  /// How much tellers do where all is well.
  var work: String? {
    let tellers = report.summary.statistics.tellers.enumerated().compactMap { place, teller in
      teller.utilization.map { (report.tellerName(report.plan.tellers[place].name), $0) }
    }.sorted { $0.1 < $1.1 }
    let days = report.summary.days.indices.compactMap { report.summary.utilization(day: $0) }
    guard let least = tellers.first, let most = tellers.last else { return nil }
    let mean = Interval(of: days).mean
    func told(_ share: Double) -> String { SimulationReport.wholePercent(share) }
    return tellers.count < 2
      ? language(
        "The teller serves \(told(mean)) of the time.",
        "창구는 시간의 \(told(mean)) 동안 업무를 봅니다.")
      : language(
        "Tellers serve \(told(mean)) of their time: from \(told(least.1)) (\(least.0)) to \(told(most.1)) (\(most.0)).",
        "창구는 시간의 \(told(mean)) 동안 업무를 봅니다. 가장 적은 곳은 \(least.0)(\(told(least.1))), 가장 많은 곳은 \(most.0)(\(told(most.1)))입니다."
      )
  }

  /// Whether no target may well be missed, for all that these days show.
  var areSurelyKept: Bool { judged.allSatisfy(isSurelyKept) }

  private func isSurelyKept(_ service: Int, _ late: Interval) -> Bool {
    late.mostOfShare(of: report.lines[service].figures.arrived) <= TargetState.mostOnTarget
  }

  /// Who keeps the target, those first of whom that is sure.
  func kept(_ good: [(service: Int, late: Interval)]) -> String {
    // What happened on the one day there is, happened.
    let isOneDay = report.summary.days.count == 1
    let sure = good.filter { isOneDay || isSurelyKept($0.service, $0.late) }.map(\.service)
    let open = good.map(\.service).filter { !sure.contains($0) }
    return
      (sure.isEmpty
      ? ""
      : language(
        " \(names(sure).capitalizedFirst): on target.", " \(names(sure).with(.topic)) 목표를 지킵니다."))
      + (open.isEmpty
        ? ""
        : language(
          " \(names(open).capitalizedFirst): on target, as far as these days can tell.",
          " \(names(open).with(.topic)) 이 기간으로 보면 목표를 지킵니다."))
  }

  /// Services without a target, beside others that have one.
  var untargetedServices: [Int] {
    report.plan.services.indices.filter {
      report.plan.services[$0].target == nil && report.lines[$0].figures.served > 0
    }
  }

  /// How long those wait for whom no target says what is too long, where it is noticeable beside their service.
  var untargeted: String {
    let waits = untargetedServices.map { place in
      (name: report.titles[place], place: place, wait: report.lines[place].figures.wait.mean)
    }.filter {
      $0.wait > 0.1 * report.plan.services[$0.place].meanTime.seconds
    }.sorted { $0.wait > $1.wait }
    guard !waits.isEmpty else { return "" }
    let told = waits.prefix(3).map { "\($0.name) (\(scale.brief($0.wait, in: language)))" }
    let more = waits.count - told.count
    let rest = more > 0 ? [language("\(more) more", "그 밖의 \(more)개")] : []
    return language(
      " Without a target, by mean wait: \(language.list(told + rest)).",
      " 목표가 없는 업무의 평균 대기: \(language.list(told + rest)).")
  }

  /// That nobody, or hardly anybody, of those who are there is free, by how busy each is.
  func nobodyFree(_ busy: [Double]) -> String? {
    guard let least = busy.min(), least >= 0.85 else { return nil }
    let share = SimulationReport.wholePercent(least)
    return least >= 0.95
      ? language("Nobody is free then.", "그때 비어 있는 창구는 없습니다.")
      : language(
        "Hardly anybody is free then: all are busy for \(share) of their time or more.",
        "그때 비어 있는 창구는 거의 없습니다. 모두 시간의 \(share) 이상 업무 중입니다.")
  }

  /// A teller with a share of their time: `Kim (35 %)`.
  func name(_ teller: Int, with share: Double) -> String {
    "\(report.tellerName(report.plan.tellers[teller].name))\(language(" ", ""))(\(SimulationReport.wholePercent(share)))"
  }

  /// How much of their time tellers are kept free by the policy.
  var held: String? {
    // What passes between two clients of a log may be a hand-over.
    guard !report.isRecorded, let work = report.course?.work else { return nil }
    let present = work.reduce(0) { $0 + $1.present }
    let share = present > 0 ? work.reduce(0) { $0 + $1.holding } / present : 0
    guard share >= 0.01 else { return nil }
    // Who is free far more than others.
    let free = work.indices.filter { work[$0].holding > 1.5 * share * work[$0].present }
      .sorted { work[$0].holding > work[$1].holding }
    let named = free.prefix(3).map { name($0, with: work[$0].holding / work[$0].present) }
    let most = named.isEmpty ? "" : language(", most of all ", ". 특히 ") + language.list(named)
    return language(
      "Over all hours tellers are free under \(report.policy) for \(SimulationReport.percent(share)) of their time while somebody waits whom they could serve\(most).",
      "\(report.policy) 정책에서는 맡을 수 있는 고객이 기다리는데도 창구가 전체 시간의 \(SimulationReport.percent(share)) 동안 비어 있습니다\(most)."
    )
  }

  /// The one break that falls into that time, by the clock: why somebody is away.
  func rest(_ teller: Int, at stretches: [Int], _ day: DayPictures) -> String? {
    let shifts = report.plan.tellers[teller].shifts ?? []
    let time =
      Time.seconds(
        day.start(stretches.min() ?? 0))..<Time.seconds(
        day.start((stretches.max() ?? 0) + 1))
    let rests = zip(shifts, shifts.dropFirst()).filter { $0.end < $1.start }
      .map { $0.end..<$1.start }.filter { $0.overlaps(time) }
    // Of who comes late or goes early, too, the break is not all.
    guard let first = shifts.first, let last = shifts.last, first.start <= time.lowerBound,
      last.end >= time.upperBound
    else { return nil }
    guard rests.count == 1 else { return nil }
    return scale.period(
      minute(rests[0].lowerBound)..<minute(rests[0].upperBound), in: language)
  }

  /// A time of a shift, of a log to the minute: it shows when somebody was called.
  private func minute(_ time: Time) -> Time {
    report.isRecorded ? .seconds((time.seconds / 60).rounded() * 60) : time
  }

  /// From when or until when somebody is there who comes after it has begun or goes before it is over, or that they have
  /// gone home.
  func hours(_ teller: Int, at stretches: [Int], _ day: DayPictures) -> String? {
    guard let shifts = report.plan.tellers[teller].shifts, let first = shifts.first,
      let last = shifts.last
    else { return nil }
    let begin = Time.seconds(day.start(stretches.min() ?? 0))
    let end = Time.seconds(day.start((stretches.max() ?? 0) + 1))
    guard last.end > begin else { return language("gone home", "퇴근") }
    // Of who comes late and goes early, too, one time would say too little.
    guard first.start > begin || last.end < end, first.start <= begin || last.end >= end,
      // Nor would it of who has a break, too.
      !zip(shifts, shifts.dropFirst()).contains(where: {
        $0.end < $1.start && $0.end < end && $1.start > begin
      })
    else { return nil }
    func told(_ time: Time) -> String {
      let time = minute(time)
      return scale.opens == nil
        ? scale.exact(time.seconds, in: language) : scale.moment(time.seconds)
    }
    return first.start > begin
      ? language("there from \(told(first.start))", "\(told(first.start))부터 근무")
      : language("there until \(told(last.end))", "\(told(last.end))까지 근무")
  }
}
