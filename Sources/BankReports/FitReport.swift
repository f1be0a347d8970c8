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

  /// Makes a report.
  public init(
    log: String, record: RecordedLog, branch: FittedBranch, model: SimulationReport?,
    warnings: [String]
  ) {
    self.log = log
    self.record = record
    self.branch = branch
    self.model = model
    self.warnings = warnings
  }

  let scale = TimeScale(unit: .min)

  /// The services that somebody came for.
  var services: [FittedBranch.Service] { branch.services.filter { $0.count > 0 } }

  /// What was recorded of a service, or of all for `nil`: the mean wait over the days, the 95th
  /// percentile, and the share of those who left.
  struct Recorded {
    let wait: Interval
    let p95: Double?
    let lost: Interval

    init(_ log: RecordedLog, _ service: Int?) {
      let days = log.days.map { day in
        day.clients.filter { service == nil || $0.service == service }
      }
      let waits = days.map { $0.compactMap(\.wait) }
      let sorted = waits.joined().sorted()
      wait = Interval(
        sums: waits.map { $0.reduce(0, +) }, counts: waits.map { Double($0.count) })
      p95 = sorted.isEmpty ? nil : sorted[min(sorted.count - 1, Int(0.95 * Double(sorted.count)))]
      lost = Interval(
        sums: zip(days, waits).map { Double($0.count - $1.count) },
        counts: days.map { Double($0.count) })
    }
  }

  // MARK: - Tables

  var timesRows: [[String]] {
    let heading = [
      "service", "clients a day", "days differ", "service time", "mean (min)", "distance",
      "patience", "mean (min)", "±", "distance",
    ]
    return [heading]
      + services.map { service in
        let times = service.times.first
        let patience = service.patience
        return [
          service.name,
          decimal(Double(service.count) / Double(branch.days), 1),
          branch.days > 1 ? decimal(service.dispersion, 2) : "–",
          times?.family ?? "–", times.map { scale.number($0.distribution.mean) } ?? "–",
          times.map { percent($0.distance) } ?? "–",
          patience?.family ?? (service.left > 0 ? "too few left" : "–"),
          patience.map { scale.number($0.distribution.mean) } ?? "–",
          patience.map { percent($0.relativeError) } ?? "–",
          patience.map { percent($0.distance) } ?? "–",
        ]
      }
  }

  var periodRows: [[String]] {
    let heading =
      ["from", "tellers"] + services.map { "\($0.name) an hour" }
    return [heading]
      + branch.present.indices.map { number in
        [
          TimeScale.clock(branch.opens + Double(number) * FittedBranch.period),
          decimal(branch.present[number], 1),
        ] + services.map { decimal($0.rates[number] * 3600, 1) }
      }
  }

  var staffRows: [[String]] {
    [["teller", "services", "there"]]
      + branch.staff.map { teller in
        [
          teller.name,
          teller.skills.map { $0.map { branch.services[$0].name }.joined(separator: ", ") }
            ?? "all",
          teller.shifts.map { shifts in
            shifts.map {
              TimeScale.clock(branch.opens + $0.lowerBound) + "–"
                + TimeScale.clock(branch.opens + $0.upperBound)
            }.joined(separator: ", ")
          } ?? "always",
        ]
      }
  }

  var comparisonRows: [[String]] {
    let heading = [
      "service", "mean wait (min)", "±", "model", "±", "p95 (min)", "model", "left", "model",
    ]
    guard let model else { return [heading] }
    return [heading]
      + (model.lines.prefix(services.count) + model.lines.suffix(1)).map { line in
        let recorded = Recorded(
          record, branch.services.firstIndex { $0.name == line.name })
        func told(_ value: Double?) -> String { value.map(scale.number) ?? "–" }
        return [
          line.name, told(recorded.wait.mean), told(recorded.wait.halfWidth),
          line.hasMean ? told(line.figures.wait.mean) : "–", told(line.halfWidth),
          told(recorded.p95), line.hasMean ? told(line.quantiles[2]?.mean) : "–",
          SimulationReport.share(recorded.lost), line.share(line.lost),
        ]
      }
  }

  /// How far the model's mean wait is from the recorded one, in words.
  var verdict: String? {
    guard let line = model?.lines.last, line.hasMean else { return nil }
    let recorded = Recorded(record, nil).wait
    guard recorded.mean > 0 else { return nil }
    let error = line.figures.wait.mean / recorded.mean - 1
    let size = "\(error < 0 ? "−" : "+")\(decimal(abs(error) * 100, 0)) %"
    let start = "The model's mean wait is \(size) beside the recorded one"
    guard let width = recorded.halfWidth.map({ $0 + (line.halfWidth ?? 0) }) else {
      return start + "; so few days cannot say whether that is chance."
    }
    return start
      + (abs(line.figures.wait.mean - recorded.mean) <= width
        ? ", within what days differ by chance."
        : ": more than days differ by chance, so something that matters is not in the model.")
  }

  /// What the columns say.
  static let legend = """
    "days differ": variance of a half-hour's count over the days beside its mean; 1 is chance alone.
    "distance": the most by which the shares of data and model differ (Kolmogorov–Smirnov; of patience from Kaplan–Meier).
    """

  /// The report for people.
  public var text: String {
    let days = branch.days == 1 ? "one day" : "\(branch.days) days"
    let head =
      "\(log): \(days), open \(TimeScale.clock(branch.opens)) to"
      + " \(TimeScale.clock(branch.closes)); hand-over \(decimal(branch.handover.mean, 1)) s"
      + (branch.handover.gaps == 0
        ? " (nothing in the log shows one)"
        : " (mean of \(branch.handover.gaps) pause\(branch.handover.gaps == 1 ? "" : "s") while somebody"
          + " waited, median \(decimal(branch.handover.median, 1)) s)")
    var text =
      [head, ""] + SimulationReport.table(timesRows) + ["", Self.legend, ""]
      + SimulationReport.table(staffRows) + [""] + SimulationReport.table(periodRows)
    if branch.weekdays.count > 1 {
      text +=
        [
          "",
          "Clients a day: "
            + branch.weekdays.map { "\($0.name) \(decimal($0.clients, 1)) (\($0.days))" }
            .joined(separator: ", ")
            + ". The model has their mean; recording.weekdays chooses days.",
        ]
    }
    if model != nil {
      text +=
        ["", "The recorded days, and the model's own:", ""] + SimulationReport.table(comparisonRows)
      if let verdict { text += ["", verdict] }
    }
    return text.joined(separator: "\n")
  }

  /// The report as one object; times are seconds.
  public var json: JSON {
    [
      "log": .string(log), "days": .number(branch.days), "opens": .number(branch.opens),
      "closes": .number(branch.closes),
      "handover": [
        "mean": .number(branch.handover.mean), "median": .number(branch.handover.median),
        "gaps": .number(branch.handover.gaps),
      ],
      "services": .object(
        services.map { service in
          .init(
            service.name,
            [
              "clients": .number(service.count), "left": .number(service.left),
              "dispersion": .number(service.dispersion),
              "rates": .array(service.rates.map { .number($0) }),
              "time": .array(
                service.times.map { fit in
                  [
                    "family": .string(fit.family), "mean": .number(fit.distribution.mean),
                    "distance": .number(fit.distance),
                    "score": fit.score.isFinite ? .number(fit.score) : .null,
                  ]
                }),
              "patience": service.patience.map { patience in
                [
                  "family": .string(patience.family),
                  "mean": .number(patience.distribution.mean),
                  "relativeError": .number(patience.relativeError),
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

  private func decimal(_ value: Double, _ places: Int) -> String {
    Time.seconds(value).decimal(places: places)
  }

  private func percent(_ share: Double) -> String { decimal(share * 100, 1) + " %" }
}
