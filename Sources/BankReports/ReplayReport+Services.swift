import BankCore
import BankRecords
import BankSimulation
import Foundation

extension ReplayReport {
  /// A part of the clients: its name, its figures under a policy, and who of the record is in it.
  typealias Part = (
    name: String, figures: (DayStatistics) -> ServiceFigures,
    has: (RecordedLog.Client) -> Bool
  )

  /// The services, the classes where there are such, the highest first, and all.
  var parts: [Part] {
    titles.enumerated().map { service, name in
      (name, { $0.services[service] }, { $0.service == service })
    }
      + classes.enumerated().reversed().map { place, each in
        (each.name, { $0.classes[place] }, { $0.priority == each.number })
      } + [(language("all", "전체"), { $0.all }, { _ in true })]
  }

  /// What is told of a part: what it is called, of the record and under a policy.
  struct PartFigure {
    let name: String
    let recorded: (FitReport.Recorded) -> String
    let replayed: (ServiceFigures) -> String
    /// Whether there is anything to tell of a part.
    var isNeeded: (ServiceFigures) -> Bool = { _ in true }
    var isTime = false
    /// Whether it is what policies are compared by.
    var isMeanWait = false
  }

  /// Who was served, how long they waited, who left.
  var partFigures: [PartFigure] {
    func share(_ part: Int?, of figures: ServiceFigures) -> String {
      guard let part, figures.arrived > 0 else { return "–" }
      return SimulationReport.percent(Double(part) / Double(figures.arrived))
    }
    func late(_ figures: ServiceFigures) -> String {
      share(figures.calledInTime.map { figures.arrived - $0 }, of: figures)
    }
    return [
      PartFigure(
        name: language("served", "완료"), recorded: { String($0.served) },
        replayed: { String($0.served) }),
      PartFigure(
        name: language("mean wait", "평균 대기"),
        recorded: { $0.served > 0 ? number($0.wait.mean) : "–" },
        replayed: { $0.served > 0 ? number($0.wait.mean) : "–" }, isTime: true, isMeanWait: true),
      PartFigure(
        name: language("p95 wait", "대기 95 %"), recorded: { $0.p95.map(number) ?? "–" },
        replayed: { $0.waitQuantile(0.95).map(number) ?? "–" }, isTime: true),
      PartFigure(
        name: language("lost", "이탈률"), recorded: { SimulationReport.percent($0.lost.mean) },
        replayed: { share($0.left, of: $0) }),
      PartFigure(
        name: language("never served", "업무 못 봄"), recorded: { _ in "–" },
        replayed: { share($0.unserved, of: $0) }, isNeeded: { $0.unserved > 0 }),
      PartFigure(
        name: language("late", "목표 초과"), recorded: { $0.figures.map(late) ?? "–" },
        replayed: late,
        isNeeded: { $0.calledInTime != nil }),
    ].filter { figure in
      policies.indices.contains { statistics($0).map { figure.isNeeded($0.all) } ?? false }
    }
  }

  /// The parts of whom anybody came.
  var seenParts: [Part] {
    guard let control = statistics(0) else { return [] }
    return parts.filter { $0.figures(control).arrived > 0 }
  }

  /// For each service and class a row of what was recorded and one for each policy.
  var serviceTable: [[String]] {
    let figures = partFigures
    var rows = [
      [language("service", "업무"), language("policy", "정책")]
        + figures.map { $0.isTime ? scale.heading($0.name, in: language) : $0.name }
    ]
    for part in seenParts {
      let recorded = recorded(part)
      rows.append([part.name, language("recorded", "기록")] + figures.map { $0.recorded(recorded) })
      for (policy, name) in policies.enumerated() {
        guard let replayed = statistics(policy).map(part.figures) else { continue }
        rows.append([part.name, name] + figures.map { $0.replayed(replayed) })
      }
    }
    return rows
  }

  /// What was recorded of a part.
  func recorded(_ part: Part) -> FitReport.Recorded {
    var recorded = FitReport.Recorded(record, where: part.has)
    recorded.figures = isWhole ? (recordedDays?.summary.statistics).map(part.figures) : nil
    return recorded
  }

  /// By how much the control's mean wait of a part is longer than the recorded one, on all days.
  private func error(of part: Part) -> Double {
    (statistics(0).map { part.figures($0).wait.mean } ?? 0)
      - FitReport.Recorded(record, where: part.has).wait.mean
  }

  /// By how much the mean wait of a part is longer under a policy than under the control, and whether that is sure; `nil`
  /// where it may be chance.
  ///
  /// Sure is what is clear of the control's error for the same clients and of what days differ by, so many at once; or more
  /// than twice that error, on every one of enough days. Otherwise it may be so: by what days differ by, and by more than
  /// the error.
  func difference(_ policy: Int, of part: Part) -> (by: Double, error: Double, isSure: Bool)? {
    func mean(_ figures: Figures) -> Double? {
      let part = part.figures(figures.statistics)
      return part.served > 0 ? part.wait.mean : nil
    }
    let own = days(suiting: policy)
    let differences = own.compactMap { day -> Double? in
      guard let other = day.figures[policy], let one = mean(day.control), let two = mean(other)
      else { return nil }
      return two - one
    }
    let interval = Interval(of: differences)
    guard differences.count == own.count, let halfWidth = interval.halfWidth else { return nil }
    let wider = Interval.widening(parts.count - 1, degrees: differences.count - 1)
    let error = error(of: part)
    let isSure =
      abs(interval.mean) > halfWidth * wider + abs(error)
      || Self.agree(differences, comparisons: parts.count - 1)
        && abs(interval.mean) > 2 * abs(error)
    guard isSure || abs(interval.mean) > max(halfWidth * wider, abs(error)) else { return nil }
    // The same figure as in the table: of all days together.
    let means = [0, policy].compactMap { statistics($0).map { part.figures($0).wait.mean } }
    let by = own.count == days.count && means.count == 2 ? means[1] - means[0] : interval.mean
    return (by * interval.mean > 0 ? by : interval.mean, error, isSure)
  }

  /// Which share is not served under the control and under a policy, where that differs.
  func notServed(_ policy: Int) -> String? {
    guard days(suiting: policy).count == days.count, let control = statistics(0),
      let other = statistics(policy)
    else { return nil }
    let shares = [control.all, other.all].map { figures in
      figures.arrived > 0
        ? SimulationReport.percent(
          Double(figures.arrived - figures.served) / Double(figures.arrived))
        : "–"
    }
    return shares[0] == shares[1]
      ? nil : language("not served ", "업무를 못 봄 ") + "\(shares[0]) → \(shares[1])"
  }

  /// What the mean of all does not show: each service and class that waits otherwise, and who is lost.
  func byService(_ policy: Int) -> String {
    guard days(suiting: policy).count == days.count, let control = statistics(0),
      let other = statistics(policy)
    else { return "" }
    let waits = parts.dropLast().compactMap { part -> String? in
      let means = [control, other].map(part.figures).filter { $0.served > 0 }.map(\.wait.mean)
      guard parts.count > 2, means.count == 2, abs(means[1] - means[0]) > 1e-9 else { return nil }
      return "\(part.name) \(number(means[0])) → \(length(means[1]))"
    }
    let told = waits + [notServed(policy)].compactMap(\.self)
    return told.isEmpty ? "" : " (\(told.joined(separator: ", ")))"
  }

  /// Whose waits are longer or shorter under a policy for sure, and by how much.
  ///
  /// Where the days can tell that of all, only who fares otherwise than all. Beside them stand those of whom it may be so.
  func sureOfParts(_ policy: Int) -> String {
    guard refuting(policy) == nil, parts.count > 2, let control = statistics(0) else { return "" }
    let (isTold, total) = (isTold(policy), total(policy))
    // A few clients make nothing sure.
    let seen = parts.dropLast().filter {
      $0.figures(control).served >= RecordedStaff.fewestSeen
    }
    let told = seen.compactMap { part in
      difference(policy, of: part).map {
        (name: part.name, by: $0.by, error: $0.error, isSure: $0.isSure)
      }
    }.filter { !isTold || ($0.by > 0) != (total > 0) }
    func by(_ seconds: Double) -> String { scale.brief(abs(seconds), in: language) }
    let sure = told.filter(\.isSure)
    let longer = sure.filter { $0.by > 0 }.map { "\($0.name) (\(by($0.by)))" }
    let shorter = sure.filter { $0.by < 0 }.map { "\($0.name) (\(by($0.by)))" }
    // Who pays is not left out for what is sure of others.
    func perhaps(_ isLonger: Bool) -> String {
      language.list(
        told.filter { !$0.isSure && ($0.by > 0) == isLonger && !sure.isEmpty }.map { one in
          language(
            "\(one.name) (\(by(one.by)), where the control is off by \(by(one.error)))",
            "\(one.name) (\(by(one.by)), 대조의 오차 \(by(one.error)))")
        })
    }
    let clauses = [
      longer.isEmpty
        ? nil
        : language(
          "surely longer for \(language.list(longer))",
          "확실히 길어짐: \(language.list(longer))"),
      shorter.isEmpty
        ? nil
        : language(
          "surely shorter for \(language.list(shorter))",
          "확실히 짧아짐: \(language.list(shorter))"),
      perhaps(true).isEmpty
        ? nil : language("perhaps longer for \(perhaps(true))", "아마 길어짐: \(perhaps(true))"),
      perhaps(false).isEmpty
        ? nil : language("perhaps shorter for \(perhaps(false))", "아마 짧아짐: \(perhaps(false))"),
    ].compactMap(\.self)
    return clauses.isEmpty ? "" : "; " + clauses.joined(separator: language(" and ", ", "))
  }

  /// Whether a policy is on one side of the control on every day, by more than chance.
  func agree(_ policy: Int) -> Bool {
    let own = days(suiting: policy)
    return own.allSatisfy { abs($0.difference(policy) ?? 0) > abs($0.error) + 1e-6 }
      && Self.agree(own.compactMap { $0.difference(policy) }, comparisons: 1)
  }

  /// The sign test: all days on one side, and so many of them that in one of these comparisons they agree by chance less
  /// than one time in twenty.
  private static func agree(_ differences: [Double], comparisons: Int) -> Bool {
    let isOneSided = differences.allSatisfy { $0 > 0 } || differences.allSatisfy { $0 < 0 }
    return isOneSided && pow(0.5, Double(differences.count - 1)) * Double(comparisons) < 0.05
  }

  /// How far the control's mean waits of each service are from the record's, in seconds for each client served.
  var distanceByService: Double {
    guard let control = statistics(0) else { return 0 }
    var (sum, count) = (0.0, 0)
    for service in control.services.indices where control.services[service].served > 0 {
      let recorded = FitReport.Recorded(record, where: { $0.service == service })
      sum +=
        abs(control.services[service].wait.mean - recorded.wait.mean) * Double(recorded.served)
      count += recorded.served
    }
    return count > 0 ? sum / Double(count) : 0
  }

  /// How far the control is off for each service and class of which enough were seen, by more than days differ.
  private var errorsOfParts: [(name: String, recorded: Double, control: Double)] {
    guard let control = statistics(0), parts.count > 2 else { return [] }
    return parts.dropLast().compactMap { part in
      let (recorded, figures) = (FitReport.Recorded(record, where: part.has), part.figures(control))
      let error = figures.wait.mean - recorded.wait.mean
      guard recorded.served >= RecordedStaff.fewestSeen, figures.served > 0,
        abs(error) > recorded.wait.halfWidth ?? 0
      else { return nil }
      return (part.name, recorded.wait.mean, figures.wait.mean)
    }
  }

  /// For whom the control is farthest off, where errors of services or classes make up for each other; empty where they do not.
  var worstPart: String {
    let worst = errorsOfParts.filter { $0.recorded > 0 }
      .map { ($0.name, $0.control / $0.recorded - 1) }.max { abs($0.1) < abs($1.1) }
    let all = mean(nil) > 0 ? abs(totalError / mean(nil)) : 0
    guard let (name, share) = worst, abs(share) > max(0.15, 2 * all) else { return "" }
    let told = (share < 0 ? "−" : "+") + SimulationReport.wholePercent(abs(share))
    return language(" Farthest off is \(name): \(told).", " 가장 다른 것은 \(name): \(told).")
  }

  /// For which services and classes the control is far off, and which tellers were never seen doing a service.
  var serviceWarnings: [String] {
    guard let control = statistics(0) else { return [] }
    var warnings: [String] = []
    let (lost, own) = (FitReport.Recorded(record, nil).lost.mean, control.all)
    let lostHere = Double(own.left) / Double(max(own.arrived, 1))
    // By chance so many differ by the root of their number.
    let chance = 2 * (lost / Double(max(own.arrived, 1))).squareRoot()
    // Patience and waits hang together: where fewer leave than did, waits are longer than they were.
    if abs(lostHere - lost) > max(0.01, lost / 4, chance) {
      let (here, there) = (SimulationReport.percent(lostHere), SimulationReport.percent(lost))
      warnings.append(
        language(
          "under the control \(here) leave where \(there) did in the record: what-ifs say little of who leaves, and of waits",
          "대조에서는 \(here)가 이탈하는데 기록에서는 \(there)가 이탈했습니다: 다른 정책에서 누가 이탈하고 얼마나 기다릴지는 믿기 어렵습니다"
        ))
    }
    let names = parts.prefix(control.services.count).map(\.name)
    let off = errorsOfParts.filter { abs($0.control - $0.recorded) > $0.recorded / 2 }.map { one in
      language(
        "\(one.name) (\(number(one.control)) beside \(number(one.recorded)))",
        "\(one.name)(기록 \(number(one.recorded)), 대조 \(number(one.control)))")
    }
    if !off.isEmpty {
      let services = language.list(off)
      warnings.append(
        language(
          "for \(services) the control's mean wait is more than half off the record: what-ifs say little of it",
          "\(services): 대조의 평균 대기가 기록과 절반 넘게 달라 그 결과는 믿기 어렵습니다"))
    }
    // Where that is taken into account, there is nothing to warn of.
    let isEverybodyTaught = staff.reading.skills == .all
    let specialists = isEverybodyTaught || hasConfigTaughtAll ? specialists(of: names) : []
    if let first = specialists.first {
      let more = specialists.count - 1
      let start = first + (more > 0 ? language(" (and \(more) more such)", " (외 \(more)건)") : "")
      warnings.append(
        isEverybodyTaught
          ? language(
            "\(start): in the replays everybody serves everything",
            "\(start): 다시 돌릴 때는 모든 창구가 모든 업무를 봅니다")
          : language(
            "\(start): the config's staff all serve everything, and a part of what differs is that; write their skills into the config",
            "\(start): 설정의 창구는 모두 모든 업무를 보므로 차이의 일부는 그 때문입니다. 설정에 창구의 업무를 적으세요"))
    }
    return warnings + impatience(names)
  }

  /// Under which policies clients of a service wait longer than the log knows of their patience.
  private func impatience(_ names: [String]) -> [String] {
    let patience = RecordedPatience(record.days, services: names.count)
    return names.indices.compactMap { service in
      guard let (until, goesOn) = patience.known(service) else { return nil }
      let beyond = policies.indices.dropFirst().filter { policy in
        (statistics(policy)?.services[service].waitQuantile(0.95) ?? 0) > until
      }
      guard !beyond.isEmpty else { return nil }
      let (whose, known) = (language.list(beyond.map { policies[$0] }), length(until))
      return language(
        "under \(whose) 1 in 20 or more for \(names[service]) wait longer than the log knows of patience (until \(known)): \(goesOn ? "who leaves later is taken from the family that fits" : "nothing says how it goes on, so nobody is taken to leave later"), and the intervals do not include how unsure that is",
        "\(whose): \(names[service]) 고객 20명 중 1명 이상이 기록에서 인내심을 알 수 있는 시간(\(known))보다 오래 기다립니다. \(goesOn ? "그 뒤의 이탈은 맞춘 분포로 이어 썼으며" : "그 뒤를 알 수 없어 아무도 이탈하지 않는 것으로 보았으며"), 그 불확실함은 어느 구간에도 들어 있지 않습니다"
      )
    }
  }

  /// Tellers who were never seen doing what, were all alike, they would have done thirty times.
  private func specialists(of names: [String]) -> [String] {
    let staff = RecordedStaff(record.days, gap: 0)
    return staff.served.filter { !known.contains($0.teller) }.flatMap { teller, count in
      staff.unseen(of: teller).map { service in
        language(
          "\(teller) served \(count) clients in the log and none for \(names[service])",
          "기록에서 \(teller) 창구는 고객 \(count)명의 업무를 보았으나 \(names[service]) 업무는 없음")
      }
    }
  }

  /// The report for people.
  public var text: String {
    (head + [""] + SimulationReport.table(table) + [""] + SimulationReport.table(serviceTable)
      + (policies.count > 1 ? [""] + conclusions : [])).joined(separator: "\n")
  }
}
