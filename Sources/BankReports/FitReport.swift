import BankCore
public import BankRecords
import BankSimulation

/// What was fitted to a log beside the data, and the model's own days beside the recorded ones.
public struct FitReport: Sendable {
  /// The name of the log.
  public var log: String
  /// What was recorded.
  public var record: RecordedLog
  /// The branch.
  public var branch: FittedBranch
  /// The model's own days; `nil` where it could not run.
  public var model: SimulationReport?
  /// What the reader has to know.
  public var warnings: [String]
  /// The language it is told in.
  public var language: Language

  /// Makes a report.
  public init(
    log: String, record: RecordedLog, branch: FittedBranch, model: SimulationReport?,
    warnings: [String], language: Language = .en
  ) {
    self.log = log
    self.record = record
    self.branch = branch
    self.model = model
    self.warnings = warnings
    self.language = language
  }

  let scale = TimeScale(unit: .min)

  /// The services that somebody came for.
  var services: [FittedBranch.Service] { branch.services.filter { $0.count > 0 } }

  /// What tables and pictures call a service: as those of the model's days do.
  func named(_ name: String) -> String { model?.named(name) ?? name }
  func titled(_ name: String) -> String { model?.titled(name) ?? name }

  /// What was recorded of a service, or of all for `nil`: the mean wait over the days, the 95th
  /// percentile, and the share of those who left.
  struct Recorded {
    let wait: Interval
    let p95: Double?
    let lost: Interval
    let served: Int
    /// The same clients as a day's observer counts them, where the report has that.
    var figures: ServiceFigures?

    init(_ log: RecordedLog, _ service: Int?) {
      self.init(log) { service == nil || $0.service == service }
    }

    init(_ log: RecordedLog, where isMeant: (RecordedLog.Client) -> Bool) {
      let days = log.days.map { $0.clients.filter(isMeant) }
      let waits = days.map { $0.compactMap(\.wait) }
      let sorted = waits.joined().sorted()
      served = sorted.count
      wait = Interval(
        sums: waits.map { $0.reduce(0, +) }, counts: waits.map { Double($0.count) })
      p95 = sorted.isEmpty ? nil : sorted[sorted.rank(0.95)]
      let gone = log.countGoneUnseen(where: isMeant)
      let came = gone + days.reduce(0) { $0 + $1.count }
      // On which days those left of whom no time is known is not looked at.
      lost =
        gone > 0
        ? Interval(mean: 1 - Double(served) / Double(came), halfWidth: nil)
        : Interval(
          sums: zip(days, waits).map { Double($0.count - $1.count) },
          counts: days.map { Double($0.count) })
    }
  }

  // MARK: - Tables

  var timesRows: [[String]] {
    let mean = scale.heading(language("mean", "평균"), in: language)
    let distance = language("distance", "거리")
    let heading = [
      language("service", "업무"), language("clients a day", "하루 고객"),
      language("days differ", "날의 차이"), language("service time", "소요 시간"), mean, distance,
      language("patience", "인내"), mean, "±", distance,
    ]
    return [heading]
      + services.map { service in
        let times = service.times.first
        let patience = service.patience
        return [
          named(service.name),
          decimal(Double(service.count) / Double(branch.days), 1),
          branch.days > 1 ? decimal(service.dispersion, 2) : "–",
          times?.family ?? "–", times.map { scale.number($0.distribution.mean) } ?? "–",
          times.map { $0.isEmpirical ? "–" : percent($0.distance) } ?? "–",
          patience?.family ?? (service.left > 0 ? language("too few left", "너무 적음") : "–"),
          // A mean that may be twice as long is none.
          patience.map { $0.relativeError > 1 ? "?" : scale.number($0.distribution.mean) } ?? "–",
          patience.map { $0.relativeError > 1 ? "> 100 %" : percent($0.relativeError) } ?? "–",
          patience.map { percent($0.distance) } ?? "–",
        ]
      }
  }

  var periodRows: [[String]] {
    let heading =
      [language("from", "부터"), language("tellers", "창구")]
      + services.map { language("\(named($0.name)) an hour", "\(named($0.name)) 시간당") }
    return [heading]
      + branch.present.indices.map { number in
        [
          TimeScale.clock(branch.opens + Double(number) * FittedBranch.period),
          decimal(branch.present[number], 1),
        ] + services.map { decimal($0.rates[number] * 3600, 1) }
      }
  }

  var staffRows: [[String]] {
    [[language("teller", "창구"), language("services", "업무"), language("there", "자리에")]]
      + branch.staff.map { teller in
        [
          teller.name,
          teller.skills.map { $0.map { named(branch.services[$0].name) }.joined(separator: ", ") }
            ?? language("all", "모두"),
          teller.shifts.map { shifts in
            shifts.map {
              TimeScale.clock(branch.opens + $0.lowerBound)
                + ($0.upperBound == FittedBranch.Staff.untilNobodyWaits
                  ? language(" until nobody waits", "부터 기다리는 고객이 없을 때까지")
                  : "–" + TimeScale.clock(branch.opens + $0.upperBound))
            }.joined(separator: ", ")
          } ?? language("always", "언제나"),
        ]
      }
  }

  var comparisonRows: [[String]] {
    let model = language("model", "모형")
    let heading = [
      language("service", "업무"), scale.heading(language("mean wait", "평균 대기"), in: language), "±",
      model, "±",
      scale.heading(language("p95", "95 %"), in: language), model, language("left", "이탈"), model,
    ]
    guard self.model != nil else { return [heading] }
    return [heading]
      + parts.map { line, _, recorded in
        func told(_ value: Double?) -> String { value.map(scale.number) ?? "–" }
        return [
          line.name == "all" ? language("all", "전체") : named(line.name), told(recorded.wait.mean),
          told(recorded.wait.halfWidth),
          line.hasMean ? told(line.figures.wait.mean) : "–", told(line.halfWidth),
          told(recorded.p95), line.hasMean ? told(line.quantiles[2]?.mean) : "–",
          SimulationReport.share(recorded.lost), line.share(line.lost),
        ]
      }
  }

  /// Whether the log says who served.
  var areTellersSeen: Bool {
    record.days.contains { $0.clients.contains { $0.teller != nil } }
  }

  /// What the tellers' hours are, and cannot be.
  var hoursLegend: String? {
    guard branch.isNamed, areTellersSeen else { return nil }
    return language(
      "\"there\": half-hours in which they served, or none of their clients waited for them. No log shows who idles.",
      "\"자리에\": 고객을 받았거나, 맡은 업무의 고객이 기다리지 않은 30분들. 쉬고 있는 창구는 기록에 나타나지 않습니다.")
  }

  /// What the columns say.
  var legend: String {
    let ofPatience = language(
      """

      "±": chance, and the part of a mean that lies beyond the waits that were seen of enough clients, where only the family says how long they wait; "?": may be twice as long.
      """,
      """

      "±": 우연에, 충분히 많은 고객이 기다린 시간 너머 분포만으로 정한 몫을 더한 것. "?": 두 배일 수도 있음.
      """)
    return language(
      """
      "days differ": variance of a half-hour's count over the days beside its mean; 1 is chance alone.
      "distance": the most by which the shares of data and model differ (Kolmogorov–Smirnov; of patience from Kaplan–Meier).
      """,
      """
      "날의 차이": 30분마다의 수가 날에 따라 흩어진 분산을 평균으로 나눈 것. 1이면 우연뿐입니다.
      "거리": 자료와 모형의 비율이 가장 크게 다른 만큼 (콜모고로프–스미르노프. 인내는 카플란–마이어에서).
      """) + (services.contains { $0.patience != nil } ? ofPatience : "")
  }

  /// The report for people.
  public var text: String { text(columns: nil) }

  /// The same on a terminal of so many columns: what there is no room for is left out, and named.
  public func text(columns: Int?) -> String {
    let days = branch.days == 1 ? "one day" : "\(branch.days) days"
    let handover = branch.handover
    let (mean, median) = (decimal(handover.mean, 1), decimal(handover.median, 1))
    let (opens, closes) = (TimeScale.clock(branch.opens), TimeScale.clock(branch.closes))
    let pauses = "\(handover.count) pause\(handover.count == 1 ? "" : "s")"
    let family =
      branch.handoverFits.first.map { fit in
        fit.isEmpirical
          ? language("; no family fits: drawn from the data", ", 맞는 분포가 없어 기록에서 뽑음")
          : language(
            "; \(fit.family), \(percent(fit.distance)) away",
            ", \(fit.family) 분포, 거리 \(percent(fit.distance))")
      } ?? ""
    let longest = Scale.label(handover.longest.rounded())
    let gaps =
      handover.count == 0
      ? language(" (nothing in the log shows one)", " (기록에는 나타나지 않음)")
      : language(
        " (mean of \(pauses) of at most \(longest) s while somebody waited, median \(median) s\(family))",
        " (누군가 기다릴 때 \(longest)초까지의 \(handover.count)번의 평균, 중앙값 \(median)초\(family))")
    let head = language(
      "\(log): \(days), open \(opens) to \(closes); hand-over \(mean) s\(gaps)",
      "\(log): \(branch.days)일, \(opens)–\(closes). 다음 고객 준비 시간 \(mean)초\(gaps)")
    var text =
      [head] + record.remarks(in: language) + [""]
      + SimulationReport.table(
        timesRows, columns: columns, spare: [2, 5, 9, 8].map { timesRows[0][$0] }, language)
      + ["", legend, ""]
      + SimulationReport.table(staffRows) + [""] + (hoursLegend.map { [$0, ""] } ?? [])
      + SimulationReport.table(periodRows)
    if branch.weekdays.count > 1 {
      let days = branch.weekdays.map {
        "\(Self.weekday($0.name, language)) \(decimal($0.clients, 1)) (\($0.days))"
      }
      .joined(separator: ", ")
      text += [
        "",
        language(
          "Clients a day: \(days). The model has their mean; recording.weekdays chooses days.",
          "하루 고객: \(days). 모형은 그 평균을 씁니다. recording.weekdays로 요일을 고를 수 있습니다."),
      ]
    }
    if model != nil {
      text +=
        ["", language("The recorded days, and the model's own:", "기록된 날과 모형의 날:"), ""]
        + SimulationReport.table(comparisonRows)
      if let verdict { text += ["", verdict] }
    }
    return text.joined(separator: "\n")
  }

  /// The report as one object; times are seconds.
  public var json: JSON {
    guard case .object(let members) = figures else { return figures }
    return .object(members + record.remarksInJSON)
  }

  private var figures: JSON {
    [
      "log": .string(log), "days": .number(branch.days), "opens": .number(branch.opens),
      "closes": .number(branch.closes),
      "handover": [
        "mean": .number(branch.handover.mean), "median": .number(branch.handover.median),
        "gaps": .number(branch.handover.count),
        "time": .array(branch.handoverFits.map(Self.json)),
      ],
      "services": .object(
        services.map { service in
          .init(
            service.name,
            [
              "clients": .number(service.count), "left": .number(service.left),
              "dispersion": .number(service.dispersion),
              "rates": .array(service.rates.map { .number($0) }),
              "time": .array(service.times.map(Self.json)),
              "patience": service.patience.map { patience in
                [
                  "family": .string(patience.family),
                  "mean": .number(patience.distribution.mean),
                  "relativeError": patience.relativeError.isFinite
                    ? .number(patience.relativeError) : .null,
                  "known": .number(patience.known), "beyond": .number(patience.beyond),
                  "distance": .number(patience.distance),
                ]
              } ?? .null,
            ])
        }),
      "present": .array(branch.present.map { .number($0) }),
      "weekdays": .object(
        branch.weekdays.map {
          .init($0.name, ["clients": .number($0.clients), "days": .number($0.days)])
        }),
      "recorded": .object(
        (services.map(\.name) + ["all"]).map { name in
          let recorded = Recorded(record, branch.services.firstIndex { $0.name == name })
          return .init(
            name,
            [
              "wait": [
                "mean": .number(recorded.wait.mean),
                "halfWidth": .optional(recorded.wait.halfWidth), "p95": .optional(recorded.p95),
              ],
              "lost": .number(recorded.lost.mean),
            ])
        }),
      "model": model?.json ?? .null,
      "warnings": .array(warnings.map { .string($0) }),
    ]
  }

  /// A day of the week, as people write it.
  private static func weekday(_ name: String, _ language: Language) -> String {
    let korean = [
      "mon": "월", "tue": "화", "wed": "수", "thu": "목", "fri": "금", "sat": "토", "sun": "일",
    ]
    return language(name, korean[name] ?? name)
  }

  private static func json(_ fit: DistributionFit) -> JSON {
    [
      "family": .string(fit.family), "mean": .number(fit.distribution.mean),
      "distance": .number(fit.distance),
      "score": fit.score.isFinite ? .number(fit.score) : .null,
    ]
  }

  func decimal(_ value: Double, _ places: Int) -> String {
    Time.seconds(value).decimal(places: places)
  }

  private func percent(_ share: Double) -> String { decimal(share * 100, 1) + " %" }
}
