import BankCore
import BankSimulation

/// When a branch is at its worst, and who is busy, away or free then.
extension Answer {
  /// The service that is worst, and when; of another that is late where the days say nothing of when that one is.
  var worst: (service: Int, worst: DayPictures.Worst, day: DayPictures)? {
    guard let day = DayPictures(report) else { return nil }
    let late = judged.filter { TargetState(late: $0.late.mean) != .good }.map(\.service)
    let first = (judged.first?.service ?? leftMost ?? day.worstFirst.first).map { [$0] } ?? []
    return (late.isEmpty ? first : late).lazy.compactMap { service in
      day.worst(service).map { (service, $0, day) }
    }.first
  }

  /// Whether those who are late when it is worst are turned away for want of stock, most of them.
  private func isForStock(_ service: Int, _ worst: DayPictures.Worst, _ day: DayPictures) -> Bool {
    guard let top = worst.top, let late = worst.late else {
      return report.lines[service].isLateForStock
    }
    return (day.course.refused(top, service) ?? 0) > 0.5 * late.mean
  }

  /// When it is worst; and how long waits are then, who is not served, and whether others are late, too.
  var when: (first: String, details: [String])? {
    known.map { (unknown + $0.first, $0.details) } ?? highest.map { ($0, []) }
  }

  private var known: (first: String, details: [String])? {
    // Where nobody waits, for there is no room, none is long.
    guard let (service, worst, day) = worst,
      isForStock(service, worst, day) || worst.wait.map({ $0.mean > 0 }) ?? true
    else { return nil }
    let name = report.titles[service]
    let isOneDay = report.summary.days.count == 1
    let period = day.periods(worst.stretches)
    /// The half-hour that the figures are of, where that is not all of the time that is named.
    let at =
      worst.top.flatMap { worst.stretches.count > 1 ? day.period($0...$0) : nil }
      .map { period in
        // Of few a larger share may have been late at another time.
        worst.isOfMost
          ? language(
            "at \(period), when the most late clients came, ", "늦은 고객이 가장 많이 온 \(period) ")
          : language("at \(period) ", "\(period) ")
      } ?? ""
    guard !worst.isOneOfMany else {
      let areTurnedAway = isForStock(service, worst, day)
      let times = day.longestPeriods(worst.stretches)
      let most =
        worst.stretches.count == 1
        ? language("of other times these days cannot tell", "다른 때는 이 날들로 알 수 없습니다")
        : day.latest(worst.stretches, service).map { stretch, late in
          let (period, share) = (day.period(stretch...stretch), SimulationReport.share(late))
          return language(
            "the highest share is that at \(period), \(share), and others may be as bad",
            "가장 높은 때는 \(period)(\(share))이지만 다른 때도 그만큼 나쁠 수 있습니다")
        }
          ?? language("none of these times is clearly the worst", "그 가운데 특별히 더 나쁜 때는 없습니다")
      let told = language(
        "More than 20 % of those who come for \(name) are \(areTurnedAway ? "turned away for want of stock, or late," : "late") at \(times); \(most).",
        "\(name): \(times)에는 \(areTurnedAway ? "재고가 없어 돌아가거나 목표를 넘기는 고객이" : "목표 초과가") 20 %를 넘습니다. \(most)."
      )
      return (told, [others(day)].compactMap(\.self))
    }
    // Whoever is turned away for want of stock is late, too, and waits for nothing.
    guard !isForStock(service, worst, day) else {
      let short =
        worst.isAllDay
        ? nil
        : worst.late.map { late in
          let share = SimulationReport.share(late)
          return language(
            "For \(name) it \(isOneDay ? "was" : "is") worst at \(period): \(at)\(share) \(isOneDay ? "were" : "are") turned away for want of stock, or late.",
            "\(name.with(.topic)) \(period)에 가장 나\(isOneDay ? "빴습" : "쁩")니다. \(at)재고가 없어 돌아갔거나 늦은 고객은 \(share)."
          )
        }
      let told = [short, longest(service, day), others(day)].compactMap(\.self)
      return told.first.map { ($0, Array(told.dropFirst())) }
    }
    guard !worst.isAllDay else {
      // Where all are there at opening there is no other time.
      guard day.arrivalStretches > 1 else { return nil }
      return (
        language(
          "Those who come for \(name) are late all day: no time of day is clearly worse.",
          "\(name) 고객은 하루 종일 늦게 호출됩니다. 특별히 더 나쁜 시각은 없습니다."),
        [others(day)].compactMap(\.self)
      )
    }
    let parts = worst.stretches.map { day.course.cells[$0][service] }
    let came = parts.reduce(0) { $0 + $1.arrived }
    let lost = 1 - Double(parts.reduce(0) { $0 + $1.called }) / Double(max(1, came))
    // A wait is that of those who are served: of others it says nothing.
    let length = worst.wait.map { wait in
      let wait = scale.brief(wait, in: language)
      return lost > 0.05
        ? language(
          isOneDay
            ? "those who came then and were served had waited \(wait)"
            : "those who come then and are served have waited \(wait)",
          "그때 와서 업무를 본 고객의 평균 대기는 \(wait)")
        : language(
          isOneDay ? "those who came then waited \(wait)" : "those who come then wait \(wait)",
          "그때 온 고객의 평균 대기는 \(wait)")
    }
    let late = worst.late.map {
      language(
        "\(SimulationReport.share($0)) \(isOneDay ? "were" : "are") late",
        "목표 초과 \(SimulationReport.share($0))")
    }
    let left = worst.lost.map {
      language(
        "\(SimulationReport.share($0)) leave unserved",
        "업무를 보지 못하고 떠나는 고객 \(SimulationReport.share($0))")
    }
    let nobody =
      parts.contains { $0.called > 0 }
      ? nil : language("nobody \(isOneDay ? "was" : "is") called", "아무도 호출되지 않음")
    let first = [late ?? left ?? length, length == nil ? nobody : nil].compactMap(\.self)
      .joined(separator: language(" and ", ", "))
    let longest = worst.longest.flatMap { longest -> String? in
      guard length != nil else { return nil }
      let when = day.period(longest.stretch...longest.stretch)
      let wait = scale.brief(longest.wait, in: language)
      return language(
        "waits \(isOneDay ? "were" : "are") longest at \(when): \(wait)",
        "대기가 가장 긴 때는 \(when)(평균 \(wait))")
    }
    let share = SimulationReport.percent(lost)
    let leaves =
      lost > 0.05 && nobody == nil
      ? report.soFar != nil
        ? language(
          "of all who came at those times \(share) left, or are not served yet",
          "그 시간대 전체에 온 고객의 \(share)가 떠났거나 아직 업무를 보지 못했습니다")
        : language(
          "of all who \(isOneDay ? "came" : "come") at those times \(share) \(isOneDay ? "were" : "are") not served",
          "그 시간대 전체에 온 고객의 \(share)가 업무를 보지 못합니다") : nil
    let then = [late ?? left == nil ? nil : length, leaves, longest].compactMap(\.self)
    let details =
      then.isEmpty
      ? []
      : [
        language(then.joined(separator: "; ").capitalizedFirst, then.joined(separator: ". ")) + "."
      ]
    guard !isOneDay else {
      return (
        language(
          "\(report.soFar == nil ? "On this day" : "So far") it was worst for \(name) at \(period): \(at)\(first).",
          "\(report.soFar == nil ? "이 하루" : "지금까지"), \(name.with(.topic)) \(period)에 가장 나빴습니다. \(at)\(first)."
        ), details
      )
    }
    return (
      language(
        "For \(name) it is worst at \(period): \(at)\(first).",
        "\(name.with(.topic)) \(period)에 가장 나쁩니다. \(at)\(first)."),
      details + [others(day)].compactMap(\.self)
    )
  }

  /// When those wait longest who are served; `nil` where no time stands out.
  private func longest(_ service: Int, _ day: DayPictures) -> String? {
    day.longest(service).map { stretch, wait in
      let (name, time) = (report.titles[service], day.period(stretch...stretch))
      let length = scale.brief(wait, in: language)
      return report.summary.days.count == 1
        ? language(
          "Of those who were served, clients for \(name) had waited longest at \(time): \(length).",
          "업무를 마친 고객 가운데 \(name.with(.topic)) \(time)에 가장 오래 기다렸습니다. 평균 \(length).")
        : language(
          "Of those who are served, clients for \(name) wait longest at \(time): \(length).",
          "업무를 마친 고객 가운데 \(name.with(.topic)) \(time)에 가장 오래 기다립니다. 평균 \(length).")
    }
  }

  /// When other services are beyond what is at risk, each at its worst.
  private func others(_ day: DayPictures) -> String? {
    var isOfStock = false
    let told = worst?.service
    let others = judged.filter { $0.service != told }.compactMap { service, _ -> String? in
      guard let worst = day.worst(service),
        let late = worst.late ?? report.lines[service].late, TargetState(late: late.mean) == .bad
      else { return nil }
      isOfStock = isOfStock || report.lines[service].isLateForStock
      let name = report.titles[service]
      let share = SimulationReport.share(late)
      guard !worst.isAllDay, let top = worst.top else {
        return language("\(name) (\(share) over all hours)", "\(name)(하루 전체 \(share))")
      }
      let time = day.period(top...top)
      // Where no share stands out, waits do.
      guard worst.late == nil, let wait = worst.wait else {
        return language("\(name) at \(time) (\(share))", "\(name) \(time)(\(share))")
      }
      let length = scale.brief(wait, in: language)
      return language(
        "\(name) (\(share) over all hours), with waits of \(length) at \(time)",
        "\(name)(하루 전체 \(share)), \(time)의 평균 대기 \(length)")
    }
    return others.isEmpty
      ? nil
      : language(
        "Of other services many are \(isOfStock ? "turned away or " : "")late too: \(language.some(others)).",
        "다른 업무도 \(isOfStock ? "돌아가거나 " : "")목표를 많이 넘깁니다: \(language.some(others)).")
  }

  /// Who is away, who is busy and who is free while it is worst; a small screen shows the first of it.
  var idle: (first: String, detail: String)? {
    guard let (service, worst, day) = worst else { return nil }
    // Of one unbroken time: figures over several would be of none of them.
    let runs = worst.stretches.runs
    func forgotten(_ run: ClosedRange<Int>) -> Int {
      run.reduce(0) { $0 + day.course.forgotten($1, service) }
    }
    let run =
      worst.isOneOfMany
      ? runs.max {
        (forgotten($0), $0.count, -$0.lowerBound) < (forgotten($1), $1.count, -$1.lowerBound)
      }
      : worst.top.flatMap { top in runs.first { $0.contains(top) } }
    let stretches =
      run.map(Array.init) ?? (worst.isAllDay ? day.openStretches(service) : worst.stretches)
    let plan = report.plan
    let length =
      day.course.stretches.width.seconds * Double(stretches.count) * Double(day.course.days)
    let all = plan.tellers.indices.map { teller in
      let present = stretches.reduce(0) { $0 + day.course.present(teller: teller, $1) }
      let busy = stretches.reduce(0) { $0 + day.course.busy(teller: teller, $1) }
      return (teller: teller, there: present / length, busy: present > 0 ? busy / present : 0)
    }
    func names(_ tellers: [(teller: Int, there: Double, busy: Double)], _ value: (Double) -> Double)
      -> String
    {
      let told = tellers.prefix(tellers.count == 4 ? 4 : 3).map {
        name($0.teller, with: value($0.busy))
      }.joined(separator: ", ")
      guard tellers.count > 4, let last = tellers.last else { return told }
      let (more, share) = (tellers.count - 3, SimulationReport.wholePercent(value(last.busy)))
      return told
        + (share == SimulationReport.wholePercent(value(tellers[2].busy))
          ? language(" and \(more) more at \(share)", " 외 \(more)개(\(share))")
          : language(" and \(more) more, down to \(share)", " 외 \(more)개(\(share)까지)"))
    }
    let able = all.filter { day.counts($0.teller, service) }
    let absent = able.filter { $0.there < 0.95 && plan.tellers[$0.teller].shifts != nil }
      .sorted { $0.there < $1.there }
    let away = language.list(
      absent.prefix(4).map {
        let name = report.tellerName(plan.tellers[$0.teller].name)
        let share = SimulationReport.wholePercent(1 - $0.there)
        let part =
          $0.there < 0.005
          ? language("all of it", "내내") : language("\(share) of it", share)
        let time =
          rest($0.teller, at: stretches, day) ?? hours($0.teller, at: stretches, day) ?? part
        return language("\(name) (\(time))", "\(name)(\(time))")
      }
        + (absent.count > 4
          ? [language("\(absent.count - 4) more", "그 밖의 \(absent.count - 4)개")] : []))
    // Who is hardly there is not told of as busy.
    let there = able.filter { $0.there >= 0.5 }.sorted { $0.busy > $1.busy }
    let others = all.filter { !day.counts($0.teller, service) && $0.there >= 0.5 && $0.busy < 0.75 }
      .sorted { $0.busy < $1.busy }
    let free = others.filter { !plan.can($0.teller, do: service) }
    // Whoever can do it and hardly ever does is kept by the policy.
    let kept = others.filter { plan.can($0.teller, do: service) }
    let what = report.titles[service]
    let when = run.flatMap { runs.count > 1 ? day.period($0) : nil }
    /// Whether all of them are away by their hours, though one may still finish a client.
    func isThere(_ teller: Int, at stretch: Int) -> Bool {
      let time = Time.seconds(day.start(stretch))..<Time.seconds(day.start(stretch + 1))
      return plan.tellers[teller].shifts?.contains { ($0.start..<$0.end).overlaps(time) } ?? true
    }
    func isDeserted(_ stretch: Int) -> Bool {
      day.stretches.contains(stretch) && day.course.cells[stretch][service].arrived > 0
        && !able.contains { isThere($0.teller, at: stretch) }
    }
    let top =
      worst.top ?? (worst.isOneOfMany ? run?.lowerBound : stretches.first(where: isDeserted))
    let deserted = top.flatMap { top -> ClosedRange<Int>? in
      guard isDeserted(top) else { return nil }
      var (first, last) = (top, top)
      while isDeserted(first - 1) { first -= 1 }
      while isDeserted(last + 1) { last += 1 }
      return first...last
    }
    let nobody =
      deserted.map { deserted in
        let time = day.period(deserted)
        // Whom the policy keeps for something else.
        let apart = plan.tellers.indices.filter { teller in
          !day.counts(teller, service) && plan.can(teller, do: service)
            && deserted.contains { isThere(teller, at: $0) }
        }.map { report.tellerName(plan.tellers[$0].name) }
        return apart.isEmpty
          ? language(
            "By their hours nobody who can do \(what) is there at \(time).",
            "근무표대로라면 \(time)에 \(what.with(.object)) 맡을 창구가 없습니다.")
          : language(
            "Under \(report.policy) nobody who serves \(what) is there at \(time), though \(language.some(apart)) could.",
            "\(report.policy) 정책에서는 \(time)에 \(what) 담당이 없습니다. 할 수 있는 창구: \(language.some(apart))."
          )
      }
    guard !away.isEmpty || !there.isEmpty else { return nil }
    // Where all come in a part of the day, the rest of it is not told of.
    let hull = stretches.first.flatMap { first in stretches.last.map { first...$0 } }
    let isWhole = worst.isAllDay && 2 * stretches.count > day.stretches.count
    let time =
      isWhole
      ? language(" over the day", "하루 동안 ")
      : (worst.isAllDay ? hull.map(day.period) : when).map { language(" at \($0)", "\($0) ") }
        ?? language(" then", "그때 ")
    let busy = names(there) { $0 }
    let areAllBusy = there.count > 1 && there.allSatisfy { $0.busy >= 0.995 }
    let present =
      areAllBusy
      ? language(
        "\(there.count == 2 ? "Both" : "All \(there.count)") tellers for \(what) are busy all of the time\(time).",
        "\(time)\(what) 담당 창구 \(there.count)개가 모두 쉬지 않고 업무 중입니다.")
      : language(
        "How much of the time the tellers for \(what) are busy\(time): \(busy).",
        "\(time)\(what) 담당의 업무 비율은 \(busy)입니다.")
    let told =
      away.isEmpty
      ? present
      : language(
        "Tellers for \(what) who are away\(time): \(away).",
        "\(time)\(what) 담당 가운데 자리를 비우는 창구는 \(away)입니다.")
    // Who does something else, and is not free for it either.
    let busyElsewhere = all.filter {
      !day.counts($0.teller, service) && $0.there >= 0.5 && $0.busy >= 0.75
    }
    .sorted { $0.busy < $1.busy }
    let besides =
      busyElsewhere.isEmpty || !free.isEmpty || !kept.isEmpty
      ? ""
      : language("; others: ", ". 다른 업무의 창구: ") + names(busyElsewhere) { $0 }
    let working =
      away.isEmpty || there.isEmpty
      ? nil
      : language("Busy while there: \(busy)\(besides).", "자리에 있는 동안 업무 비율: \(busy)\(besides).")
    let cells = stretches.map { day.course.cells[$0][service] }
    let late = cells.reduce(0) { $0 + $1.arrived - $1.inTime }
    let isOfStock =
      isForStock(service, worst, day) && deserted == nil && !there.isEmpty
      && 2 * cells.reduce(0) { $0 + $1.refused } > late && there.allSatisfy { $0.busy < 0.95 }
    let isShort =
      isOfStock
      && judged.allSatisfy {
        TargetState(late: $0.late.mean) != .bad || report.lines[$0.service].isLateForStock
      }
    let (whose, koreanWhose) = isShort ? ("", "") : (" for \(what)", "\(what)에 ")
    let first = [
      nobody ?? told,
      isOfStock
        ? language(
          "What is short\(whose) then is stock, not staff.",
          "그때 \(koreanWhose)모자란 것은 창구가 아니라 재고입니다.") : nil,
      isOfStock ? nil : nobodyFree(all.filter { $0.there >= 0.05 }.map(\.busy)),
    ]
    let detail = [
      nobody == nil ? nil : told, working,
      free.isEmpty || isShort
        ? nil
        : language(
          "Others are free for a share of that time, but cannot do it: \(names(free) { 1 - $0 }).",
          "비어 있는 시간이 있지만 이 업무를 할 수 없는 창구: \(names(free) { 1 - $0 })."),
      kept.isEmpty
        ? nil
        : language(
          "Free for a share of that time, but kept by \(report.policy) for something else: \(names(kept) { 1 - $0 }).",
          "비어 있는 시간이 있지만 \(report.policy) 정책이 다른 업무에 남겨 두는 창구: \(names(kept) { 1 - $0 })."),
    ]
    func joined(_ sentences: [String?]) -> String {
      sentences.compactMap(\.self).joined(separator: " ")
    }
    return (joined(first), joined(detail))
  }
}
