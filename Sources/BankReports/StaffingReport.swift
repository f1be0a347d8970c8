public import BankCore
public import BankRecords
public import BankSimulation

/// The fewest tellers in each stretch of a day, with what comes of them, and as shifts for a config.
public struct StaffingReport: Sendable {
  /// A stretch of the day.
  public struct Row: Sendable {
    /// When it begins and ends, in seconds from opening.
    public var from, to: Double
    /// How many tellers of each kind are there.
    public var tellers: [Int]
    /// The figure of each goal, on days that had no part in the search; `nil` where there is none.
    public var figures: [Interval?]

    /// Whether each goal is met; `nil` where nobody came.
    ///
    /// Where clients are never called none is.
    public var isMet: [Bool?]
    /// Whether that may well be otherwise: the interval reaches beyond the goal, or too few came.
    public var isUnsure: Bool

    /// Makes a row.
    public init(
      from: Double, to: Double, tellers: [Int], figures: [Interval?], isMet: [Bool?],
      isUnsure: Bool
    ) {
      (self.from, self.to, self.tellers) = (from, to, tellers)
      (self.figures, self.isMet, self.isUnsure) = (figures, isMet, isUnsure)
    }
  }

  /// The staff that the config has: its hours, in how many stretches it misses a goal, and the share of clients it loses.
  public struct Present: Sendable {
    var hours: Double
    var missed: Int
    var lost: Double

    /// Makes one.
    public init(hours: Double, missed: Int, lost: Double) {
      (self.hours, self.missed, self.lost) = (hours, missed, lost)
    }
  }

  /// The policy.
  public var policy: String
  /// The goals.
  public var goals: [RecommendReport.Goal]
  /// The kinds of tellers: a name for each.
  public var kinds: [String]
  /// The stretches.
  public var rows: [Row]
  /// The share of visits that are lost, where no goal asks for it.
  public var lost: Double?
  /// Whether clients on routes count at every step.
  public var hasRoutes: Bool
  /// What the config's own staff comes to; `nil` where it could not be tried.
  public var present: Present?
  /// The tellers of the branch, with shifts.
  public var tellers: [Teller]
  /// On how many days the figures are from, and how many were run in all.
  public var days, allDays: Int
  /// How times are shown.
  public var scale: TimeScale
  /// What people who read it speak.
  public var language: Language

  /// Makes a report.
  public init(
    policy: String, goals: [RecommendReport.Goal], kinds: [String], rows: [Row], lost: Double?,
    present: Present?, hasRoutes: Bool, tellers: [Teller], days: Int, allDays: Int,
    scale: TimeScale, language: Language
  ) {
    (self.policy, self.goals, self.kinds, self.rows) = (policy, goals, kinds, rows)
    (self.lost, self.present, self.tellers, self.days) = (lost, present, tellers, days)
    (self.allDays, self.scale, self.language) = (allDays, scale, language)
    self.hasRoutes = hasRoutes
  }

  /// The hours of all tellers of the kinds together, until the branch closes.
  public var hours: Double {
    rows.reduce(0) { $0 + Double($1.tellers.reduce(0, +)) * ($1.to - $1.from) } / 3600
  }

  /// The stretches in which a goal is missed on the days that had no part in the search.
  private var missed: Int {
    rows.count { $0.isMet.contains(false) }
  }

  /// The others that may well miss one.
  private var unsure: Int { rows.count { !$0.isMet.contains(false) && $0.isUnsure } }

  private func number(_ value: Double) -> String { Time.seconds(value).decimal(places: 1) }

  private func moment(_ seconds: Double) -> String {
    scale.opens == nil ? scale.length(seconds, in: language) : scale.moment(seconds)
  }

  /// How many are enough, and how sure that is.
  public var sentence: String {
    let most = rows.map { $0.tellers.reduce(0, +) }.max() ?? 0
    let found =
      missed > 0
      ? "Under \(policy) the fewest that were found are \(number(hours)) teller-hours"
      : (unsure > 0 ? "As far as these days can tell, under \(policy) " : "Under \(policy) ")
        + "\(number(hours)) teller-hours are enough"
    var text = language(
      "\(found), \(most) at a time at most: "
        + "\(goals.map(\.words).joined(separator: ", ")) holds in "
        + (missed == 0
          ? "each of the \(rows.count) stretches"
          : "\(rows.count - missed) of the \(rows.count) stretches")
        + ", on \(days) days that had no part in the search",
      "\(policy) 정책에서는 창구 \(number(hours))시간, 한때 많아야 \(most)명이면 됩니다: 찾는 데 쓰지 않은 \(days)일 동안 "
        + "\(goals.map(\.words).joined(separator: ", ")) 목표를 \(rows.count)구간 중 \(rows.count - missed)구간에서 지킵니다"
    )
    if unsure > 0 {
      text += language(
        "; in \(unsure) of them that is not sure, for too few come or the interval reaches beyond it",
        " (\(unsure)구간은 고객이 너무 적거나 구간 추정이 목표를 넘어 확실하지 않음)")
    }
    text += "."
    if let unasked = Self.unasked(lost, today: present?.lost, hasRoutes: hasRoutes, language) {
      text += " " + unasked
    }
    if let present {
      text += language(
        " Those of the config who serve the same have \(number(present.hours)) hours, and miss it in \(present.missed).",
        " 설정에서 같은 업무를 맡는 창구는 \(number(present.hours))시간이며, \(present.missed)구간에서 지키지 못합니다.")
    }
    return text
  }

  /// What to say where many leave and no goal asks for it, counted as a goal counts: who is on a route at every step.
  static func unasked(
    _ lost: Double?, today: Double?, hasRoutes: Bool, _ language: Language
  ) -> String? {
    guard let lost, lost >= 0.01 else { return nil }
    let (whose, koreanWhose) =
      hasRoutes
      ? ("visits to a teller are lost", "창구 방문") : ("those who come leave unserved", "찾아온 고객")
    let share = SimulationReport.percent(lost)
    let now = today.map(SimulationReport.percent)
    return language(
      "\(share) of \(whose)\(now.map { ", \($0) today" } ?? ""), which no goal asks for: give one, such as --goal 'lost(all) <= 5%'.",
      "\(koreanWhose)의 \(share)가 이탈하는데\(now.map { "(지금 \($0))" } ?? "") 이를 묻는 목표가 없습니다. --goal 'lost(all) <= 5%' 같은 목표를 주십시오."
    )
  }

  /// The report for people.
  public var text: String {
    var table = [[language("from", "부터")] + kinds + goals.map(\.words)]
    for row in rows {
      table.append(
        [moment(row.from)] + row.tellers.map(String.init)
          + goals.indices.map { goal in
            let value =
              row.figures[goal].map { figure in
                goals[goal].isTime
                  ? scale.brief(figure, in: language)
                  : SimulationReport.share(figure)
              } ?? "–"
            return value + (row.isMet[goal] == false ? " *" : row.isUnsure ? " ~" : "")
          })
    }
    let isMissed = missed > 0
    return
      ([sentence, ""] + SimulationReport.table(table)
      + (isMissed ? [language("(* misses the goal)", "(* 목표 미달)")] : [])
      + (unsure > 0 ? [language("(~ may miss it)", "(~ 목표를 못 지킬 수 있음)")] : []) + ["", shifts]
      + [overtime].compactMap { $0 })
      .joined(separator: "\n")
  }

  /// What the shifts have that the hours have not.
  private var overtime: String? {
    let ends = tellers.compactMap { $0.shifts?.last?.end.seconds }.max() ?? 0
    guard let closes = rows.last?.to, ends > closes else { return nil }
    return language(
      "Whoever is there at closing (\(moment(closes))) stays until nobody waits, \(moment(ends)) at the latest; the hours above end at closing.",
      "마감(\(moment(closes)))에 있던 창구는 기다리는 고객이 없을 때까지, 늦어도 \(moment(ends))까지 남습니다. 위의 시간은 마감까지입니다."
    )
  }

  /// The tellers with their shifts, for a config.
  public var shifts: String {
    (["tellers: ["] + tellers.map { "  " + Self.line($0, scale) + "," } + ["],"])
      .joined(separator: "\n")
  }

  private static func line(_ teller: Teller, _ scale: TimeScale) -> String {
    func quoted(_ text: String) -> String { JSON.string(text).description }
    var parts = ["name: \(quoted(teller.name))"]
    if let skills = teller.skills {
      parts.append("skills: [\(skills.map(quoted).joined(separator: ", "))]")
    }
    if !teller.speeds.isEmpty {
      let speeds = teller.speeds.sorted { $0.key < $1.key }.map { "\(quoted($0.key)): \($0.value)" }
      parts.append("speed: { \(speeds.joined(separator: ", ")) }")
    } else if teller.speed != 1 {
      parts.append("speed: \(teller.speed)")
    }
    if let shifts = teller.shifts {
      let times = shifts.map { shift in
        "[\(moment(shift.start.seconds, scale)), \(moment(shift.end.seconds, scale))]"
      }
      parts.append("shifts: [\(times.joined(separator: ", "))]")
    }
    return "{ \(parts.joined(separator: ", ")) }"
  }

  /// A clock time where there is one for it, otherwise seconds since opening.
  private static func moment(_ seconds: Double, _ scale: TimeScale) -> String {
    if let opens = scale.opens, opens + seconds < 86_400 {
      return "\"\(TimeScale.clock(opens + seconds))\""
    }
    return Time.seconds(seconds).description
  }

  /// The report as one object; times are seconds.
  public var json: JSON {
    [
      "policy": .string(policy), "sentence": .string(sentence), "tellerHours": .number(hours),
      "days": .number(days), "allDays": .number(allDays),
      "present": present.map {
        ["tellerHours": .number($0.hours), "missed": .number($0.missed)]
      } ?? .null,
      "kinds": .array(kinds.map { .string($0) }),
      "stretches": .array(
        rows.map { row in
          [
            "from": .number(row.from), "to": .number(row.to),
            "tellers": .array(row.tellers.map { .number($0) }),
            "goals": .array(
              goals.indices.map { goal in
                [
                  "goal": .string(goals[goal].text),
                  "value": .optional(row.figures[goal]?.mean),
                  "halfWidth": .optional(row.figures[goal]?.halfWidth),
                  "met": row.isMet[goal].map { .bool($0) } ?? .null,
                ]
              }), "unsure": .bool(row.isUnsure),
          ]
        }),
      "tellers": .array(
        tellers.map { teller in
          [
            "name": .string(teller.name),
            "shifts": teller.shifts.map { shifts in
              .array(shifts.map { [.number($0.start.seconds), .number($0.end.seconds)] })
            } ?? .null,
          ]
        }),
    ]
  }
}
