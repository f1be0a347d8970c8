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
  public let plan: BranchPlan
  /// The figures.
  public let summary: DaysSummary
  /// Whether the days are such that an interval means something.
  public let hasIntervals: Bool
  /// The services that have no long-run mean.
  public let unstable: Set<Int>
  /// Why the policy or the queue was dropped, if one was.
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
  public let classNames: [String]
  /// Whether a warning is about what the figures can say.
  public var isJudged: Bool
  /// What people who read this speak.
  public var language: Language
  /// What services, classes, routes and items of the stock are called in that language, by name, where it is not
  /// their name.
  public var namesakes: [String: String]
  /// What the services are called, in the plan's order.
  var titles: [String] { plan.services.map { titled($0.name) } }
  /// How the days went, by the time of day; `nil` where days have no length of their own.
  public var course: DaysCourse?
  /// The services in the plan's order, then the priority classes, and all together last.
  let lines: [Line]

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
    let parts = (plan.services.map(\.name) + self.classNames).enumerated()
    lines =
      parts.map { place, name in
        Line(
          name, place, isStable: Self.isStable(place, plan, unstable), summary, isTold: hasIntervals
        )
      } + [Line("all", nil, isStable: unstable.isEmpty, summary, isTold: hasIntervals)]
  }

  /// The page that explains what warnings are about.
  package static let warningsPage = "docs/Background/WhatARunCanSay.md"

  /// The warnings of several reports, each once.
  package static func warnings(of reports: [SimulationReport]) -> [String] {
    let all = reports.flatMap(\.warnings).reduce(into: [String]()) { all, warning in
      if !all.contains(warning) { all.append(warning) }
    }
    // What is not so under all of several policies says under which.
    return all.map { warning in
      let under = reports.filter { $0.warnings.contains(warning) }.map(\.policy)
      let isOfAll = under.count == reports.count || under.contains { warning.contains($0) }
      return isOfAll ? warning : under.joined(separator: ", ") + ": " + warning
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
    /// The share of those who came that was turned away for want of stock.
    let refused: Interval
    /// The share of those who came that was not called within the target; `nil` without a target.
    let late: Interval?

    /// A share of those who came, with its interval; nothing where nobody came.
    func share(_ interval: Interval?) -> String {
      figures.arrived > 0 ? SimulationReport.share(interval) : "–"
    }

    /// The share that is late; `nil` where nobody came, or nothing says when that is.
    var lateShare: Double? { figures.arrived > 0 ? late?.mean : nil }

    /// Whether a mean over those served exists.
    var hasMean: Bool { figures.served > 0 && isStable }
  }

  /// The share of all who came that left unserved.
  var lost: Double { lines.last?.lost.mean ?? 0 }

  /// The share of clients, each counted once, that left unserved; lines count who is on a route at every step.
  var lostClients: Interval {
    guard let lost = lines.last?.lost else { return Interval(mean: 0, halfWidth: nil) }
    return Interval(mean: lost.mean * steps, halfWidth: lost.halfWidth.map { $0 * steps })
  }

  /// How many lines a client joins on average: more than one on routes.
  var steps: Double {
    guard !plan.routes.isEmpty, let all = lines.last, summary.statistics.clients > 0 else {
      return 1
    }
    return Double(all.figures.arrived) / Double(summary.statistics.clients)
  }

  /// What the policy does, in a sentence; empty where nobody says.
  public var policySummary = ""

  /// Whether days end at a set time, or after so many clients.
  public var isCut = false

  /// Whether the clients of every service are of the same classes in the same shares: then classes do not differ by what
  /// their clients come for.
  public var haveServicesSameClasses = false

  /// Whether it is of a session of a floor.
  public var isSession = false
  /// Whether the days are those of a log, as they were.
  public var isRecorded = false
  /// Whether tellers of whom a log shows nothing for a while are taken as away then, though they may have been idle.
  public var isUnseenAway = false
  /// Whether it is known who served.
  public var isStaffKnown = true

  /// What time it is where the day is not over; `nil` where it is.
  public var soFar: String?

  /// The share of clients that were still there at the end.
  package var unservedShare: Double {
    let all = summary.statistics.all
    return summary.statistics.clients > 0
      ? Double(all.unserved) / Double(summary.statistics.clients) : 0
  }

  /// Whether a table of `reports` has to say who left unserved.
  static func hasLosses(_ reports: [SimulationReport]) -> Bool { reports.contains { $0.lost > 0 } }

  /// Whether a table of `reports` has to say who was late.
  static func hasTargets(_ reports: [SimulationReport]) -> Bool {
    reports.contains { $0.plan.services.contains { $0.target != nil } }
  }

  /// Whether no figure of any of several days differs.
  func isSame(as other: SimulationReport) -> Bool {
    summary.days.count > 1 && fault == nil && summary.days == other.summary.days
  }

  /// The routes in the plan's order: what clients wait at all their steps, and how long they are in the
  /// branch.
  var routes: [(waits: Line, times: Line)] {
    plan.routes.enumerated().map { route, each in
      func line(isTime: Bool) -> Line {
        Line(
          each.name, summary.place(ofRoute: route, isTime: isTime), isStable: unstable.isEmpty,
          summary, isTold: hasIntervals)
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
  func isStable(_ place: Int?) -> Bool { Self.isStable(place, plan, unstable) }

  private static func isStable(_ place: Int?, _ plan: BranchPlan, _ unstable: Set<Int>) -> Bool {
    place.map { $0 < plan.services.count && !unstable.contains($0) } ?? false || unstable.isEmpty
  }
}

extension SimulationReport.Line {
  fileprivate init(
    _ name: String, _ service: Int?, isStable: Bool, _ summary: DaysSummary, isTold: Bool
  ) {
    func told(_ interval: Interval?) -> Interval? {
      isTold ? interval : interval.map { Interval(mean: $0.mean, halfWidth: nil) }
    }
    self.name = name
    figures = summary.figures(service)
    self.isStable = isStable
    halfWidth = told(summary.wait(service))?.halfWidth
    quantiles = DaysSummary.DayFigures.levels.indices.map {
      told(summary.quantile(service, level: $0))
    }
    lost = told(summary.lost(service)) ?? summary.lost(service)
    refused = told(summary.refused(service)) ?? summary.refused(service)
    late = told(summary.late(service))
  }
}
