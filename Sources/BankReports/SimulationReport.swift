public import BankCore
public import BankSimulation

/// What a simulated day came to, for people and as JSON.
public struct SimulationReport: Sendable {
  /// The name of the policy.
  public var policy: String
  /// Its effective options.
  public var options: JSON
  /// The name of the queue.
  public var queue: String
  /// The seed.
  public var seed: UInt64
  /// The branch.
  public var plan: BranchPlan
  /// The figures.
  public var statistics: DayStatistics
  /// When the last thing happened.
  public var end: Time
  /// For how long somebody waited or was served.
  public var workTime: Time
  /// Why the policy was dropped, if it was.
  public var fault: PolicyFault?
  /// How long the run took, in seconds.
  public var wallSeconds: Double
  /// What the reader has to know.
  public var warnings: [String]

  /// Makes a report.
  public init(
    policy: String, options: JSON, queue: String, seed: UInt64, plan: BranchPlan,
    statistics: DayStatistics, end: Time, workTime: Time, fault: PolicyFault?, wallSeconds: Double,
    warnings: [String]
  ) {
    self.policy = policy
    self.options = options
    self.queue = queue
    self.seed = seed
    self.plan = plan
    self.statistics = statistics
    self.end = end
    self.workTime = workTime
    self.fault = fault
    self.wallSeconds = wallSeconds
    self.warnings = warnings
  }
}

// MARK: - JSON

extension SimulationReport {
  /// The report as one object; times are seconds.
  public var json: JSON {
    let arrived = statistics.all.arrived
    return [
      "policy": .string(policy), "options": options, "queue": .string(queue),
      "seed": .number(Double(seed)), "replications": 1, "clients": .number(arrived),
      "warnings": .array(warnings.map { .string($0) }),
      "end": .number(end.seconds), "workTime": .number(workTime.seconds),
      "fault": fault.map { .string($0.description) } ?? .null,
      "services": .object(
        zip(plan.services, statistics.services).map { .init($0.name, Self.json($1)) }),
      "all": Self.json(statistics.all),
      "tellers": .array(
        zip(plan.tellers, statistics.tellers).map { teller, figures in
          [
            "name": .string(teller.name), "served": .number(figures.served),
            "utilization": .optional(figures.utilization),
          ]
        }),
      "run": [
        "wallSeconds": .number(wallSeconds),
        "clientsPerSecond": wallSeconds > 0 ? .number(Double(arrived) / wallSeconds) : .null,
      ],
    ]
  }

  private static func json(_ figures: ServiceFigures) -> JSON {
    let called = figures.wait.count
    func share(_ count: Int) -> JSON {
      called > 0 ? .number(Double(count) / Double(called)) : .null
    }
    func overCalled(_ value: Double?) -> JSON { called > 0 ? .optional(value) : .null }
    return [
      "arrived": .number(figures.arrived), "served": .number(figures.served),
      "abandoned": .number(figures.abandoned), "balked": .number(figures.balked),
      "refused": .number(figures.refused), "unserved": .number(figures.unserved),
      "waited": share(figures.waited), "withinTarget": figures.withinTarget.map(share) ?? .null,
      "wait": [
        "mean": overCalled(figures.wait.mean), "sd": .optional(figures.wait.sd),
        "p50": .optional(figures.waitQuantile(0.5)),
        "p90": .optional(figures.waitQuantile(0.9)),
        "p95": .optional(figures.waitQuantile(0.95)),
        "p99": .optional(figures.waitQuantile(0.99)), "max": overCalled(figures.wait.max),
      ],
      "sojourn": ["mean": overCalled(figures.meanSojourn)],
      "inLine": ["mean": .number(figures.inLine.mean), "max": .number(figures.inLine.max)],
    ]
  }
}

// MARK: - Text

extension SimulationReport {
  /// The report as tables for people; times are seconds.
  public var text: String {
    let all = statistics.all
    var services: [[String]] = [
      [
        "service", "arrived", "served", "left", "unserved", "mean wait", "p95 wait", "max wait",
        "in line",
      ]
    ]
    var rows = zip(plan.services, statistics.services).map { ($0.name, $1) }
    if rows.count > 1 { rows.append(("all", all)) }
    for (name, figures) in rows {
      let called = figures.wait.count > 0
      services.append([
        name, String(figures.arrived), String(figures.served),
        String(figures.abandoned + figures.balked + figures.refused), String(figures.unserved),
        called ? Self.seconds(figures.wait.mean) : "–",
        figures.waitQuantile(0.95).map(Self.seconds) ?? "–",
        called ? Self.seconds(figures.wait.max) : "–", Self.seconds(figures.inLine.mean),
      ])
    }
    var tellers: [[String]] = [["teller", "served", "utilization"]]
    for (teller, figures) in zip(plan.tellers, statistics.tellers) {
      tellers.append([
        teller.name, String(figures.served), figures.utilization.map(Self.percent) ?? "–",
      ])
    }
    var lines = [
      "\(policy) on \(queue), seed \(seed): \(all.arrived) \(all.arrived == 1 ? "client" : "clients") in \(end.decimal(places: 2)) s"
        + (fault.map { ", until the policy broke \($0.law)" } ?? "")
    ]
    lines += [""] + Self.table(services) + [""] + Self.table(tellers)
    if let fault { lines += ["", "The policy was dropped \(fault)."] }
    return lines.joined(separator: "\n")
  }

  private static func seconds(_ value: Double) -> String {
    Time.seconds(value).decimal(places: 3)
  }

  private static func percent(_ share: Double) -> String {
    Time.seconds(share * 100).decimal(places: 1) + " %"
  }

  /// Columns side by side: the first to the left, the others to the right.
  package static func table(_ rows: [[String]]) -> [String] {
    guard let first = rows.first else { return [] }
    let widths = first.indices.map { column in rows.map { width($0[column]) }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - width(cell.0))
        return column == 0 ? cell.0 + padding : padding + cell.0
      }.joined(separator: "  ")
    }
  }

  /// The width on a terminal: Korean letters take two columns.
  private static func width(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { width, scalar in
      switch scalar.value {
      case 0x1100...0x115F, 0x2E80...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60, 0x1F300...0x1FAFF:
        width + 2
      default: width + 1
      }
    }
  }
}
