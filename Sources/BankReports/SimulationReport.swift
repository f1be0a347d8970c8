public import BankCore
public import BankRecords
public import BankSimulation

/// What simulated days came to, for people and as JSON.
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
  public var summary: DaysSummary
  /// Whether the days are such that an interval means something.
  public var hasIntervals: Bool
  /// The services that have no long-run mean.
  public var unstable: Set<Int>
  /// Why the policy was dropped, if it was.
  public var fault: BankFault?
  /// How long the run took, in seconds.
  public var wallSeconds: Double
  /// What the reader has to know.
  public var warnings: [String]
  /// Who came before this was left out.
  public var warmup: Time
  /// How times are shown to people.
  public var scale: TimeScale
  /// What the priority classes are called, in the plan's order.
  public var classNames: [String]
  /// Whether a warning is about what the figures can say.
  public var isJudged: Bool
  /// What people who read this speak.
  public var language: Language
  /// What services, classes and routes are called in that language, by name, where it is not their name.
  public var namesakes: [String: String]
  /// What the services are called, in the plan's order.
  var titles: [String] { plan.services.map { titled($0.name) } }
  /// How the days went, by the time of day; `nil` where days have no length of their own.
  public var course: DaysCourse?

  /// Makes a report.
  public init(
    policy: String, options: JSON, queue: String, seed: UInt64, plan: BranchPlan,
    summary: DaysSummary, hasIntervals: Bool, unstable: Set<Int>, fault: BankFault?,
    wallSeconds: Double, warnings: [String], warmup: Time = .zero,
    isJudged: Bool = false, scale: TimeScale = TimeScale(), classNames: [String]? = nil,
    language: Language = .en, namesakes: [String: String] = [:], course: DaysCourse? = nil
  ) {
    self.language = language
    self.namesakes = namesakes
    self.course = course
    self.scale = scale
    self.classNames = classNames ?? plan.classes.map { "class \($0)" }
    self.policy = policy
    self.options = options
    self.queue = queue
    self.seed = seed
    self.plan = plan
    self.summary = summary
    self.hasIntervals = hasIntervals
    self.unstable = unstable
    self.fault = fault
    self.wallSeconds = wallSeconds
    self.warnings = warnings
    self.warmup = warmup
    self.isJudged = isJudged
  }

  /// The page that explains what warnings are about.
  package static let warningsPage =
    "what a run can and cannot say: docs/Background/WhatARunCanSay.md"

  /// The warnings of several reports, each once.
  package static func warnings(of reports: [SimulationReport]) -> [String] {
    reports.flatMap(\.warnings).reduce(into: []) { all, warning in
      if !all.contains(warning) { all.append(warning) }
    }
  }

  /// A service, or all of them, with what may be said of it.
  struct Line {
    let name: String
    let figures: ServiceFigures
    let halfWidth: Double?
    let isStable: Bool
    /// The quantiles of the waits at the levels of ``DaysSummary/DayFigures``; `nil` when nobody was served.
    let quantiles: [Interval?]
    /// The share of those who came that left unserved: out of patience, turned away or refused.
    let lost: Interval
    /// The share of those who came that was not called within the target; `nil` without a target.
    let late: Interval?

    /// A share of those who came, with its interval; nothing where nobody came.
    func share(_ interval: Interval?) -> String {
      figures.arrived > 0 ? SimulationReport.share(interval) : "–"
    }

    /// Whether a mean over those served exists.
    var hasMean: Bool { figures.served > 0 && isStable }
  }

  /// The share of all who came that left unserved.
  var lost: Double { lines.last?.lost.mean ?? 0 }

  /// Whether a table of `reports` has to say who left unserved.
  static func hasLosses(_ reports: [SimulationReport]) -> Bool { reports.contains { $0.lost > 0 } }

  /// Whether a table of `reports` has to say who was late.
  static func hasTargets(_ reports: [SimulationReport]) -> Bool {
    reports.contains { $0.plan.services.contains { $0.target != nil } }
  }

  /// The services in the plan's order, then the priority classes, and all together last.
  var lines: [Line] {
    (plan.services.map(\.name) + classNames).enumerated().map { place, name in
      Line(name, place, isStable: isStable(place), self)
    } + [Line("all", nil, isStable: unstable.isEmpty, self)]
  }

  /// The routes in the plan's order: what clients wait at all their steps, and how long they are in the
  /// branch.
  var routes: [(waits: Line, times: Line)] {
    plan.routes.enumerated().map { route, each in
      func line(isTime: Bool) -> Line {
        Line(
          each.name, summary.place(ofRoute: route, isTime: isTime), isStable: unstable.isEmpty,
          self)
      }
      return (line(isTime: false), line(isTime: true))
    }
  }

  /// What can be compared, by its place among the figures; `nil` for all.
  var parts: [(name: String, place: Int?)] { Self.parts(plan, classNames: classNames) }

  /// The same for a branch.
  package static func parts(
    _ plan: BranchPlan, classNames: [String]
  ) -> [(name: String, place: Int?)] {
    let groups = plan.services.map(\.name) + classNames + plan.routes.map { "route \($0.name)" }
    return [("all", nil)] + groups.enumerated().map { ($1, $0) }
  }

  /// Whether a service, or a class, a route, or all together have means.
  func isStable(_ place: Int?) -> Bool {
    place.map { $0 < plan.services.count && !unstable.contains($0) } ?? false || unstable.isEmpty
  }
}

extension SimulationReport.Line {
  fileprivate init(
    _ name: String, _ service: Int?, isStable: Bool, _ report: SimulationReport
  ) {
    let summary = report.summary
    func told(_ interval: Interval?) -> Interval? {
      report.hasIntervals ? interval : interval.map { Interval(mean: $0.mean, halfWidth: nil) }
    }
    self.name = name
    figures = summary.figures(service)
    self.isStable = isStable
    halfWidth = told(summary.wait(service))?.halfWidth
    quantiles = DaysSummary.DayFigures.levels.indices.map {
      told(summary.quantile(service, level: $0))
    }
    lost = told(summary.lost(service)) ?? summary.lost(service)
    late = told(summary.late(service))
  }
}

// MARK: - JSON

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
      "end": .number(summary.end.seconds), "workTime": .number(summary.workTime.seconds),
      "fault": fault.map { .string($0.description) } ?? .null,
      "services": .object(services.map { .init($0.name, Self.json($0)) }),
      "classes": .object(zip(plan.classes, classes).map { .init("\($0)", Self.json($1)) }),
      "routes": .object(routes.map { .init($0.waits.name, Self.json($0.waits, times: $0.times)) }),
      "all": lines.last.map { Self.json($0) } ?? .null,
      "byTime": DayPictures(self)?.json ?? [],
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

  /// A row for each service and one for all; what does not exist is empty.
  public var csv: [String] {
    lines.map { line in
      let json = Self.json(line)
      let path = Self.csvHeading.split(separator: ",").dropFirst(2)
      let values = path.map { name -> String in
        let parts = name.split(separator: ".").map(String.init)
        let value = parts.reduce(json as JSON?) { $0?[$1] } ?? .null
        return value == .null ? "" : value.description
      }
      return ([CSV.field(policy), CSV.field(line.name)] + values)
        .joined(separator: ",")
    }
  }
}

// MARK: - Text

extension SimulationReport {
  /// The report as tables for people; times are seconds.
  public var text: String {
    let lines = lines
    let hasIntervals = lines.contains { $0.hasMean && $0.halfWidth != nil }
    let say = language
    let losses = Self.hasLosses([self]) ? [say("lost", "이탈률")] : []
    let targets = Self.hasTargets([self]) ? [say("late", "목표 초과")] : []
    let heading =
      [
        say("service", "업무"), say("arrived", "도착"), say("served", "완료"), say("left", "이탈"),
        say("unserved", "남음"),
      ]
      + losses + targets + [timed(say("mean wait", "평균 대기"))] + (hasIntervals ? ["±"] : [])
    var rows = [
      heading + [
        timed(say("p95 wait", "대기 95 %")), timed(say("max wait", "최대 대기")), say("in line", "줄 길이"),
      ]
    ]
    for line in lines.count > 2 ? lines : Array(lines.prefix(1)) {
      let figures = line.figures
      func mean(_ value: Double?) -> String {
        line.hasMean ? value.map(scale.number) ?? "–" : "–"
      }
      var row = [
        named(line.name), String(figures.arrived), String(figures.served),
        String(figures.abandoned + figures.balked + figures.refused), String(figures.unserved),
      ]
      if !losses.isEmpty { row.append(line.share(line.lost)) }
      if !targets.isEmpty { row.append(line.share(line.late)) }
      row.append(mean(figures.wait.mean))
      if hasIntervals { row.append(mean(line.halfWidth)) }
      rows.append(
        row + [
          mean(line.quantiles[2]?.mean), mean(figures.wait.max),
          line.isStable ? Self.decimal(figures.inLine.mean) : "–",
        ])
    }
    let routes = routeRows
    var tellers = [[say("teller", "창구"), say("served", "완료"), say("utilization", "업무 비율")]]
    for (teller, figures) in zip(plan.tellers, summary.statistics.tellers) {
      tellers.append([
        teller.name, String(figures.served), figures.utilization.map(Self.percent) ?? "–",
      ])
    }
    let arrived = summary.statistics.clients
    let days = summary.days.count
    let head = say(
      "\(policy) on \(queue), seed \(seed): "
        + (days > 1 ? "\(days) days, " : "")
        + "\(arrived) \(arrived == 1 ? "client" : "clients") in \(scale.total(summary.end))"
        + (warmup > .zero ? ", after a warm-up of \(scale.total(warmup))" : "")
        + (fault.map { ", until the policy broke \($0.law)" } ?? ""),
      "\(policy), 큐 \(queue), 시드 \(seed): \(days)일, \(scale.total(summary.end, in: .ko)) 동안 고객 \(arrived)명"
        + (warmup > .zero ? ", 준비 기간 \(scale.total(warmup, in: .ko)) 제외" : "")
        + (fault.map { ", 정책이 규칙 \($0.law)을(를) 어길 때까지" } ?? ""))
    var text = [head, ""] + Self.table(rows)
    if routes.count > 1 {
      text +=
        [
          say(
            "Who is on a route counts above at every step.", "여러 업무를 거치는 고객은 위에서 단계마다 셉니다."), "",
        ] + Self.table(routes)
    }
    if let hours = DayPictures(self)?.hours, scale.opens != nil { text += [""] + Self.table(hours) }
    text += [""] + Self.table(tellers)
    if let fault {
      text += ["", say("The policy was dropped \(fault).", "정책이 중단되었습니다: \(fault)")]
    }
    return text.joined(separator: "\n")
  }

  /// A heading of times, with their unit.
  func timed(_ words: String) -> String {
    scale.unit == .s && language == .en ? words : "\(words) (\(scale.unit.sign(in: language)))"
  }

  /// What tables call a line: by its name, as in the config; in Korean by its title.
  func named(_ name: String) -> String { language == .en ? name : titled(name) }

  /// What pages call a line: by its title.
  func titled(_ name: String) -> String {
    if name == "all" { return language("all", "전체") }
    if name.hasPrefix("route "), let title = namesakes[String(name.dropFirst(6))] {
      return language("route \(title)", "경로 \(title)")
    }
    return namesakes[name].flatMap { $0.isEmpty ? nil : $0 } ?? name
  }

  /// A row for each route, under its heading: whole times in the branch, and what of them was waiting.
  var routeRows: [[String]] {
    let hasIntervals = routes.contains { $0.times.hasMean && $0.times.halfWidth != nil }
    let say = language
    let heading =
      [
        say("route", "경로"), say("came", "도착"), say("through", "마침"), say("left", "이탈"),
        say("unserved", "남음"), timed(say("mean in branch", "평균 머문 시간")),
      ] + (hasIntervals ? ["±"] : [])
      + [timed("p95"), timed(say("max", "최대")), timed(say("of which waiting", "그중 대기"))]
    return [heading]
      + routes.map { waits, times in
        let figures = times.figures
        func told(_ value: Double?) -> String {
          times.hasMean ? value.map(scale.number) ?? "–" : "–"
        }
        return [
          named(times.name), String(figures.arrived), String(figures.served), String(figures.left),
          String(figures.unserved), told(figures.wait.mean),
        ] + (hasIntervals ? [told(times.halfWidth)] : []) + [
          told(times.quantiles[2]?.mean), told(figures.wait.max), told(waits.figures.wait.mean),
        ]
      }
  }

  private static func decimal(_ value: Double) -> String {
    Time.seconds(value).decimal(places: 3)
  }

  static func percent(_ share: Double) -> String {
    Time.seconds(share * 100).decimal(places: 1) + " %"
  }

  static func wholePercent(_ share: Double) -> String {
    Time.seconds(share * 100).decimal(places: 0) + " %"
  }

  /// A length of time with half of its interval, without a unit; a line where it is not known.
  func told(_ seconds: Double?, _ halfWidth: Double?) -> String {
    guard let seconds else { return "–" }
    return scale.brief(seconds) + (halfWidth.map { " ± " + scale.brief($0) } ?? "")
  }

  /// What sentences call a teller, of whom there may be no more than a number.
  func tellerName(_ name: String) -> String {
    name.allSatisfy(\.isNumber) ? language("teller \(name)", "\(name)번 창구") : name
  }

  /// A number with few decimals.
  func brief(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e9
      ? String(Int(value)) : Time.seconds(value).decimal(places: value < 10 ? 2 : 1)
  }

  /// A share with its interval, in per cent.
  static func share(_ interval: Interval?) -> String {
    guard let interval else { return "–" }
    func percent(_ share: Double) -> String { Time.seconds(share * 100).decimal(places: 1) }
    return percent(interval.mean) + (interval.halfWidth.map { " ± " + percent($0) } ?? "") + " %"
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
