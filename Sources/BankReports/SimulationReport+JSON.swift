import BankCore
public import BankRecords
import BankSimulation

extension SimulationReport {
  /// The report as one object; times are seconds.
  public var json: JSON {
    let lines = lines
    let services = lines.prefix(plan.services.count)
    let classes = lines.dropLast().dropFirst(services.count)
    let clients = summary.statistics.clients
    return [
      "policy": .string(policy), "options": options, "queue": .string(queue),
      "seed": .number(Double(seed)), "replications": .number(summary.days.count),
      "warmup": .number(warmup.seconds),
      "clients": .number(clients), "stable": .bool(unstable.isEmpty),
      "warnings": .array(warnings.map { .string($0) }),
      "end": .number(summary.end), "workTime": .number(summary.workTime),
      "fault": fault.map { .string($0.description) } ?? .null,
      "services": .object(services.map { .init($0.name, Self.json($0)) }),
      "classes": .object(zip(plan.classes, classes).map { .init("\($0)", Self.json($1)) }),
      "routes": .object(routes.map { .init($0.waits.name, Self.json($0.waits, times: $0.times)) }),
      "all": lines.last.map { Self.json($0) } ?? .null,
      "byTime": DayPictures(self)?.json ?? [],
      "stock": course.flatMap { days in days.stock?.json(self, until: days.used) } ?? [:],
      "tellers": .array(
        plan.tellers.indices.map { teller in
          let share = summary.utilization(teller: teller)
          return [
            "name": .string(plan.tellers[teller].name),
            "served": .number(summary.statistics.tellers[teller].served),
            "utilization": .optional(share?.mean),
            "utilizationHalfWidth": hasIntervals ? .optional(share?.halfWidth) : .null,
          ]
        }),
      "run": [
        "wallSeconds": .number(wallSeconds),
        "clientsPerSecond": wallSeconds > 0 ? .number(Double(clients) / wallSeconds) : .null,
      ],
    ]
  }

  /// The figures of a service or of more; of a route with the times in the branch beside the waits.
  private static func json(_ line: Line, times: Line? = nil) -> JSON {
    let figures = line.figures
    func share(_ count: Int) -> JSON {
      figures.served > 0 ? .number(Double(count) / Double(figures.served)) : .null
    }
    func mean(_ value: Double?) -> JSON { line.hasMean ? .optional(value) : .null }
    let came = figures.arrived > 0
    return [
      "arrived": .number(figures.arrived), "served": .number(figures.served),
      "abandoned": .number(figures.abandoned), "balked": .number(figures.balked),
      "refused": .number(figures.refused), "unserved": .number(figures.unserved),
      "lost": came ? .number(line.lost.mean) : .null,
      "lostHalfWidth": .optional(line.lost.halfWidth),
      "refusedShare": came ? .number(line.refused.mean) : .null,
      "refusedHalfWidth": .optional(line.refused.halfWidth),
      "late": came ? .optional(line.late?.mean) : .null,
      "lateHalfWidth": .optional(line.late?.halfWidth),
      "waited": share(figures.waited), "withinTarget": figures.withinTarget.map(share) ?? .null,
      "wait": .object(Self.waits(line)),
      "sojourn": times.map { .object(Self.waits($0)) } ?? ["mean": mean(figures.meanSojourn)],
      "inLine": [
        "mean": line.isStable ? .number(figures.inLine.mean) : .null,
        "max": .number(figures.inLine.max),
      ],
    ]
  }
}

extension SimulationReport {
  /// Mean, quantiles and the like of waits.
  private static func waits(_ line: Line) -> [JSON.Member] {
    let figures = line.figures
    func told(_ value: Double?) -> JSON { line.hasMean ? .optional(value) : .null }
    let quantiles = zip(["p50", "p90", "p95", "p99"], line.quantiles).flatMap { name, quantile in
      [
        JSON.Member(name, told(quantile?.mean)),
        JSON.Member(name + "HalfWidth", told(quantile?.halfWidth)),
      ]
    }
    return [
      .init("mean", told(figures.wait.mean)), .init("halfWidth", told(line.halfWidth)),
      .init("sd", told(figures.wait.sd)),
    ] + quantiles + [
      .init("max", told(figures.wait.max)),
      .init("shareOfLargest", told(figures.waits.shareOfLargest)),
    ]
  }
}

// MARK: - CSV

extension SimulationReport {
  /// The heading of ``csv``.
  public static let csvHeading =
    "policy,service,arrived,served,abandoned,balked,refused,unserved,waited,withinTarget,wait.mean,"
    + "wait.halfWidth,wait.sd,wait.p50,wait.p90,wait.p95,wait.p99,wait.max,sojourn.mean,inLine.mean,"
    + "inLine.max,lost,lostHalfWidth,late,lateHalfWidth,wait.p95HalfWidth"

  /// A row for each service, class and route and one for all; what does not exist is empty.
  ///
  /// Of a route `sojourn` is the time in the branch.
  public var csv: [String] {
    let all = lines.map { ($0.name, Self.json($0)) }
    let routes = routes.map { ("route \($0.waits.name)", Self.json($0.waits, times: $0.times)) }
    return (all.dropLast() + routes + all.suffix(1)).map { name, json in
      let path = Self.csvHeading.split(separator: ",").dropFirst(2)
      let values = path.map { name -> String in
        let parts = name.split(separator: ".").map(String.init)
        let value = parts.reduce(json as JSON?) { $0?[$1] } ?? .null
        return value == .null ? "" : value.description
      }
      return ([CSV.field(policy), CSV.field(name)] + values)
        .joined(separator: ",")
    }
  }
}
