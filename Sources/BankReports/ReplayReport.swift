import BankCore
public import BankRecords
public import BankSimulation

/// Recorded days beside their replay under the recorded policy and under others.
public struct ReplayReport: Sendable {
  /// What a replay of a day came to.
  public struct Figures: Sendable {
    let statistics: DayStatistics
    let all: ServiceFigures
    /// The mean wait of those served; 0 when nobody was.
    let mean: Double

    /// Reads the figures out of statistics.
    public init(_ statistics: DayStatistics) {
      self.statistics = statistics
      all = statistics.all
      mean = all.wait.mean
    }
  }

  /// One day.
  public struct Day: Sendable {
    let date: String
    let clients: Int
    let recordedServed: Int
    let recorded: Double
    /// For each policy, the control first; `nil` for one that does not suit the staff of the day.
    let figures: [Figures?]
    let control: Figures

    /// Puts a recorded day and its replays together; `nil` where the control does not suit the day.
    public init?(_ day: RecordedLog.Day, _ figures: [Figures?]) {
      guard let control = figures.first ?? nil else { return nil }
      date = day.date
      clients = day.clients.count
      recordedServed = day.served
      recorded = day.meanWait ?? 0
      self.figures = figures
      self.control = control
    }

    /// The control's mean wait less the recorded one.
    var error: Double { control.mean - recorded }

    func difference(_ policy: Int) -> Double? {
      figures[policy].map { $0.mean - control.mean }
    }

    /// Whether a policy differs from the control, and by less than the control's error.
    func isWithinError(_ policy: Int) -> Bool {
      difference(policy).map { 1e-6 < abs($0) && abs($0) < abs(error) } ?? false
    }
  }

  /// What is to be said first of what the log does not say, or says of the rule: classes, who goes first.
  public var doubts: [String] = []
  /// What to be careful about in the log itself.
  public var ofLog: [String] = []
  /// The recorded days as they were; `nil` where nobody came.
  public var recordedDays: SimulationReport?
  /// The options of each policy, with their defaults, on the last day, and whether they were others on another day.
  public var options: [String: (json: JSON, differ: Bool)] = [:]
  /// Whether the hand-over is the shortest pauses, for the control keeps tellers free while somebody waits.
  public var isLeastHandover = false
  /// The only day of a log, with other draws of what it does not show.
  public var redrawn: [Day] = []
  let log: String
  let record: RecordedLog
  /// Whether every day of the log was replayed.
  let isWhole: Bool
  let handover: Double?
  let pauses: RecordedPauses
  let policies: [String]
  let days: [Day]
  let faults: [(policy: String, fault: String)]
  let unsuited: [(policy: String, date: String, why: String)]
  var controlOptions: JSON { options[policies.first ?? ""]?.json ?? [:] }
  let services: [String]
  /// What the services are called in ``language``.
  var titles: [String]
  /// What they are called on the page.
  public var pageTitles: [String]?
  /// The priority classes, in the plan's order, and what they are called; none where all have the same.
  let classes: [(number: Int, name: String)]
  let scale: TimeScale
  /// Who is taken to be there.
  var staff = Staff()
  /// How the log was read for that.
  public var reading: RecordedStaff.Reading { staff.reading }
  /// Whether policies have the config's staff, all of whom do everything.
  public var hasConfigTaughtAll = false
  /// The tellers whose skills the config has.
  let known: Set<String>
  /// What people who read it speak.
  let language: Language

  /// Makes a report; `policies` and the figures of each day have the control first.
  ///
  /// - Parameters:
  ///   - log: the path of the log.
  ///   - record: the days of the log.
  ///   - handover: what was given for the time between two clients, in seconds; `nil` where it was drawn.
  ///   - pauses: the pauses of the log between two clients of a teller.
  ///   - policies: the names of the policies, the control first.
  ///   - days: the days that were replayed.
  ///   - faults: the policies that broke a law, which are left out, and how.
  ///   - unsuited: the days that do not suit a policy, and why.
  ///   - services: the names of the services, in the plan's order.
  ///   - scale: how times are shown.
  ///   - language: the language of the report.
  ///   - titles: what the services are called in that language, in the same order; `nil` for their names.
  ///   - classes: the priority classes, in the plan's order, and what they are called; none where all have the same.
  ///   - known: the tellers whose skills the config has.
  public init(
    log: String, record: RecordedLog, handover: Double?, pauses: RecordedPauses,
    policies: [String], days: [Day],
    faults: [(policy: String, fault: String)],
    unsuited: [(policy: String, date: String, why: String)],
    services: [String], scale: TimeScale, language: Language = .en,
    titles: [String]? = nil, classes: [(number: Int, name: String)] = [], known: Set<String> = []
  ) {
    self.known = known
    self.classes = classes
    self.titles = titles ?? services
    self.language = language
    self.scale = scale
    self.log = log
    // What was recorded is told of the days that were replayed.
    self.record = record.only(Set(days.map(\.date)))
    isWhole = self.record.days.count == record.days.count
    self.handover = handover
    self.pauses = pauses
    self.policies = policies
    self.days = days
    self.faults = faults
    self.unsuited = unsuited
    self.services = services
  }

  /// The days that suit a policy.
  func days(suiting policy: Int) -> [Day] { days.filter { $0.figures[policy] != nil } }

  /// All days of a policy together.
  func statistics(_ policy: Int) -> DayStatistics? {
    let figures = days.compactMap { $0.figures[policy]?.statistics }
    guard var all = figures.first else { return nil }
    for other in figures.dropFirst() { all.mergeServices(other) }
    return all
  }

  /// The mean wait of all days that suit the policy `suiting`, under another, or as recorded for `nil`.
  func mean(_ policy: Int?, suiting: Int? = nil) -> Double {
    let sums = days(suiting: suiting ?? policy ?? 0).map { day -> (Double, Int) in
      guard let policy, let figures = day.figures[policy] else {
        return (day.recorded * Double(day.recordedServed), day.recordedServed)
      }
      return (figures.mean * Double(figures.all.served), figures.all.served)
    }
    let count = sums.reduce(0) { $0 + $1.1 }
    return count > 0 ? sums.reduce(0) { $0 + $1.0 } / Double(count) : 0
  }

  var totalError: Double { mean(0) - mean(nil) }

  /// What a policy differs from the control by, over the days that suit it.
  func total(_ policy: Int) -> Double { mean(policy) - mean(0, suiting: policy) }

  /// The same, with how far it may be chance that these were the days.
  func difference(_ policy: Int) -> Interval {
    let pairs = days.compactMap { day in
      day.figures[policy].map { (of: Self.part($0), from: Self.part(day.control)) }
    }
    return Interval(difference: pairs) ?? Interval(mean: total(policy), halfWidth: nil)
  }

  private static func part(_ figures: Figures) -> Interval.Ratio {
    (figures.mean * Double(figures.all.served), Double(figures.all.served))
  }

  /// What a reader must not overlook.
  public var warnings: [String] {
    var warnings = ofLog + doubts
    warnings += faults.map {
      language(
        "\($0.policy) broke a law and is left out: \($0.fault)",
        "\($0.policy.with(.topic)) 법칙을 어겨 뺍니다: \($0.fault)")
    }
    warnings += unsuitedWarnings
    if record.days.contains(where: { $0.clients.allSatisfy { $0.teller == nil } }) {
      warnings.append(
        language(
          "the log names no teller on some day: the config's tellers are taken as there all that day",
          "창구가 적히지 않은 날이 있습니다: 그 날은 설정의 창구가 하루 종일 있었다고 봅니다"))
    }
    for policy in policies.indices.dropFirst() {
      let difference = total(policy)
      if abs(difference) > 1e-9, abs(difference) < abs(totalError) {
        warnings.append(
          language(
            "\(policies[policy]) differs from the control by \(number(difference)) \(scale.unit), which is less"
              + " than the control's own error of \(number(totalError)) \(scale.unit): the record cannot tell"
              + " them apart",
            "\(policies[policy].with(.and)) 대조의 차이 \(length(difference).with(.topic)) 대조의 오차 \(length(totalError))보다"
              + " 작습니다: 기록으로는 구별할 수 없습니다"))
      }
      let days = days.filter { $0.isWithinError(policy) }.count
      if days > 0, self.days.count > 1 {
        warnings.append(
          language(
            "on \(days) of \(self.days.count) days \(policies[policy]) differs from the control by less"
              + " than the control's error of that day (marked ~)",
            "\(self.days.count)일 중 \(days)일은 \(policies[policy].with(.and)) 대조의 차이가 그 날 대조의 오차보다 작습니다(~ 표시)"
          ))
      }
    }
    let unserved = policies.indices.compactMap { policy in
      let count = days.reduce(0) { $0 + ($1.figures[policy]?.all.unserved ?? 0) }
      return count > 0 ? "\(policies[policy]) \(count)" : nil
    }
    if !unserved.isEmpty {
      warnings.append(
        language(
          "left unserved in the replays: \(unserved.joined(separator: ", ")), for the staff had gone; mean waits are of"
            + " those served",
          "다시 돌릴 때 창구가 퇴근해 남은 고객: \(unserved.joined(separator: ", ")). 평균 대기는 업무를 본 고객의 것입니다"))
    }
    if abs(totalError) > max(mean(nil) / 2, 1e-6) {
      let off = mean(nil) > 0 ? Self.percent(totalError, of: mean(nil)) : length(totalError)
      warnings.append(
        language(
          "the control is \(off) off the record: the rule, the staff or"
            + " the hand-over may have been others, and what-ifs beside such a control say little",
          "대조가 기록과 \(off) 다릅니다: 규칙이나 창구, 다음 고객 준비 시간이 달랐을 수 있으며,"
            + " 이런 대조에 견준 결과는 믿기 어렵습니다"))
    }
    return warnings + staffWarnings + serviceWarnings
  }

  func number(_ seconds: Double) -> String {
    let value = Time.seconds(abs(seconds) / scale.unit.seconds)
    // A tenth of a second, of a minute a hundredth, of an hour the same.
    let places = scale.unit == .s ? 1 : scale.unit == .min ? 2 : 4
    return (seconds < 0 ? "−" : "") + value.decimal(places: places)
  }

  private static func percent(_ value: Double, of whole: Double) -> String {
    guard whole > 0 else { return "–" }
    let rounded = Time.seconds(abs(value) / whole * 100).decimal(places: 0)
    return (rounded == "0" ? "" : value < 0 ? "−" : "+") + rounded + " %"
  }

  func length(_ seconds: Double) -> String {
    number(seconds) + language(" ", "") + scale.unit.sign(in: language)
  }

  var table: [[String]] {
    var rows = [
      [
        language("day", "날짜"), language("clients", "고객"), language("recorded", "기록"),
        language("control", "대조"), language("error", "오차"),
      ] + policies.dropFirst()
    ]
    for day in days {
      rows.append(
        [
          day.date, String(day.clients), number(day.recorded),
          number(day.control.mean), Self.percent(day.error, of: day.recorded),
        ]
          + policies.indices.dropFirst().map { policy in
            guard let figures = day.figures[policy] else { return "–" }
            guard figures.all.served > 0 else { return "–" }
            return (day.isWithinError(policy) ? "~" : "") + number(figures.mean)
          })
    }
    rows.append(
      [
        language("all", "전체"), String(days.reduce(0) { $0 + $1.clients }), number(mean(nil)),
        number(mean(0)), Self.percent(totalError, of: mean(nil)),
      ]
        + policies.indices.dropFirst().map { policy in
          // Of fewer days than the others: not to be read beside them.
          number(mean(policy)) + (days(suiting: policy).count < days.count ? "*" : "")
        })
    return rows
  }

  var head: [String] { [method] + remarks }

  /// How it was replayed.
  var method: String {
    let options =
      controlOptions == [:]
      ? "" : language(" with \(controlOptions.description)", " (\(controlOptions.description))")
    let drawn =
      pauses.count == 0
      ? language(" 0 s (the log shows none)", " 0초(기록에 없음)")
      : language(
        " \(length(pauses.mean)) on average (\(pauses.count) pause\(pauses.count == 1 ? "" : "s") in the log while"
          + " somebody waited, drawn from; median \(length(pauses.median)))",
        " 평균 \(length(pauses.mean)) (누군가 기다리던 \(pauses.count)번에서 뽑음, 중앙값 \(length(pauses.median)))")
    let least =
      isLeastHandover
      ? language(
        " (of ten pauses nine are longer: \(policies[0]) keeps tellers free while somebody waits)",
        " (열 번 가운데 아홉 번은 더 김. \(policies[0].with(.topic)) 고객이 기다려도 창구를 비워 둠)") : ""
    let between = handover.map { " \(length($0))\(least)" } ?? drawn
    return language(
      "Mean waits of those served, in \(scale.words). Control: \(policies[0])\(options), hand-over"
        + between,
      "업무를 본 고객의 평균 대기(\(scale.unit.name(in: .ko))). 대조: \(policies[0])\(options), 다음 고객 준비 시간"
        + between)
  }

  /// Which rows of the log were left out, or are odd, and who was there.
  var remarks: [String] {
    [optionsOfOthers].compactMap(\.self) + staffRemarks + record.remarks(in: language)
  }

  var conclusions: [String] { conclusions(isBrief: false) }

  /// What is to be said of each policy; the brief ones leave out the services, which stand in a table, and begin with
  /// the policy that surely changes most.
  func conclusions(isBrief: Bool) -> [String] {
    (isBrief ? byChange : Array(policies.indices.dropFirst())).map { policy in
      let interval = difference(policy)
      let total = total(policy)
      let half =
        interval.halfWidth.map { " ± " + length($0) } ?? ""
      let name = language(
        "\(policies[policy]) beside \(policies[0])", "\(policies[0]) 대신 \(policies[policy])")
      guard let figures = statistics(policy)?.all, figures.served > 0 else {
        return language("\(name): nobody was served.", "\(name): 업무를 본 고객이 없습니다.")
      }
      let never = figures.unserved
      let verdict = verdict(policy)
      let what = language("mean wait", "평균 대기")
      // Of equal means no length is told.
      return "\(name): \(what) "
        + (abs(total) < 1e-9
          ? verdict : "\(total > 0 ? "+" : "")\(length(total))\(half), \(verdict)")
        + sureOfParts(policy)
        + (isBrief ? notServed(policy).map { language("; ", ", ") + $0 } ?? "" : byService(policy))
        + (isBrief && never > 0
          ? language(" (\(never) are left when the staff go)", " (창구가 퇴근해 남은 고객 \(never)명)") : "")
        + "."
    }
  }

  /// What the days say of a policy beside the control.
  private func verdict(_ policy: Int) -> String {
    let (total, interval) = (total(policy), difference(policy))
    if abs(total) < 1e-9 { return language("the same", "같음") }
    if abs(total) <= abs(totalError) + 1e-6 {
      return language(
        "less than the control's own error; the record cannot tell",
        "재현 오차보다 작아 기록으로는 알 수 없음")
    }
    if let doubt = refutation(policy) ?? doubtOfOneDay(policy) { return doubt }
    let change = total > 0 ? language("longer", "길어짐") : language("shorter", "짧아짐")
    if abs(interval.mean) <= interval.halfWidth ?? 0 {
      if agree(policy) {
        return language(
          "\(change) on all \(days(suiting: policy).count) days; by how much others would be the record cannot tell",
          "\(days(suiting: policy).count)일 모두 \(change), 다른 날의 크기는 기록으로 알 수 없음")
      }
      return language(
        "no more than days differ by themselves; the record cannot tell",
        "날마다의 차이보다 크지 않아 기록으로는 알 수 없음")
    }
    let way =
      servesAsMany(policy)
      ? change
      : language("\(change) for those served, who are fewer", "업무를 본 고객은 줄고, 그들의 대기는 \(change)")
    guard interval.halfWidth == nil else { return way }
    return way
      + language(" on this one day, which says nothing of others", " (이 하루만의 결과이며 다른 날은 알 수 없음)")
  }
}
