import BankCore
import BankSimulation

extension SimulationReport {
  /// The report as tables for people.
  public var text: String { text(columns: nil) }

  /// The same on a terminal of so many columns: what there is no room for is left out, and named.
  public func text(columns: Int?) -> String {
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
    let (p95, longest) = (timed(say("p95 wait", "대기 95 %")), timed(say("max wait", "최대 대기")))
    let inLine = say("in line", "줄 길이")
    var rows = [
      heading + [
        p95, longest, inLine,
      ]
    ]
    let shown = lines.count > 2 ? lines : Array(lines.prefix(1))
    let late = TargetState.marked(shown.map { ($0.share($0.late), $0.lateShare) })
    for (line, late) in zip(shown, late) {
      let figures = line.figures
      func mean(_ value: Double?) -> String {
        line.hasMean ? value.map(scale.number) ?? "–" : "–"
      }
      var row = [
        named(line.name), String(figures.arrived), String(figures.served),
        String(figures.abandoned + figures.balked + figures.refused), String(figures.unserved),
      ]
      if !losses.isEmpty { row.append(line.share(line.lost)) }
      if !targets.isEmpty { row.append(late) }
      row.append(mean(figures.wait.mean))
      if hasIntervals { row.append(mean(line.halfWidth)) }
      rows.append(
        row + [
          mean(line.quantiles[2]?.mean), mean(figures.wait.max),
          line.isStable ? Self.decimal(figures.inLine.mean) : "–",
        ])
    }
    let routes = routeRows
    // Of a teller who hands over for half of the time the share serving says little alone.
    let hasHandover = plan.handover > .zero
    var tellers = [
      [say("teller", "창구"), say("served", "완료"), say("utilization", "업무 비율")]
        + (hasHandover ? [say("with hand-over", "준비 포함")] : [])
    ]
    for (teller, figures) in zip(plan.tellers, summary.statistics.tellers) {
      // Seen by time of day it is exact; otherwise every client is taken to need the mean.
      let work = course?.work[tellers.count - 1]
      let handing =
        work.map { $0.present > 0 ? Self.percent(($0.serving + $0.handingOver) / $0.present) : "–" }
        ?? figures.share(handover: plan.handover).map(Self.percent)
      tellers.append(
        [teller.name, String(figures.served), figures.utilization.map(Self.percent) ?? "–"]
          + (hasHandover ? [handing ?? "–"] : []))
    }
    let arrived = summary.statistics.clients
    let days = summary.days.count
    let head = say(
      "\(policy) on \(queue), seed \(seed): "
        + (days > 1 ? "\(days) days, " : "")
        + "\(arrived) \(arrived == 1 ? "client" : "clients") in \(scale.total(summary.end))"
        + (warmup > .zero ? ", after a warm-up of \(scale.total(warmup.seconds))" : "")
        + (fault.map { ", until the \($0.isOfQueue ? "queue" : "policy") broke \($0.law)" } ?? ""),
      "\(policy), 큐 \(queue), 시드 \(seed): \(days)일, \(scale.total(summary.end, in: .ko)) 동안 고객 \(arrived)명"
        + (warmup > .zero ? ", 준비 기간 \(scale.total(warmup.seconds, in: .ko)) 제외" : "")
        + (fault.map { ", \($0.isOfQueue ? "큐가" : "정책이") 법칙 \($0.law)을(를) 어길 때까지" } ?? ""))
    let spare = [
      inLine, longest, say("unserved", "남음"), say("left", "이탈"), say("served", "완료"), p95,
    ]
    var text =
      [head] + [waitingLine].compactMap { $0 } + [""]
      + Self.table(rows, columns: columns, spare: spare, language)
    if late.contains(where: { $0.contains(/[▲■]/) }) { text.append(TargetState.legend(language)) }
    if routes.count > 1 {
      text +=
        [
          say(
            "Who is on a route counts above at every step.", "여러 업무를 거치는 고객은 위에서 단계마다 셉니다."), "",
        ]
        + Self.table(
          routes, columns: columns,
          spare: [
            timed(say("max", "최대")), say("unserved", "남음"), say("left", "이탈"),
            timed(say("p95", "95 %")),
          ], language)
    }
    if let day = DayPictures(self), scale.opens != nil {
      let hours = day.hours
      let others = day.worstFirst.count - DayPictures.mostColumns
      text += [""] + Self.table(hours, columns: columns, spare: day.spareHours, language)
      if others > 0 {
        text.append(
          say(
            "\(others) more, which fare better: --report or --json.",
            "더 나은 업무 \(others)개는 --report나 --json에."))
      }
    }
    text += [""] + Self.table(tellers)
    if let fault {
      text += [
        "",
        fault.isOfQueue
          ? say("The queue was dropped \(fault).", "큐가 중단되었습니다: \(fault)")
          : say("The policy was dropped \(fault).", "정책이 중단되었습니다: \(fault)"),
      ]
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

  /// What pages call an item of the stock: by its title.
  func title(ofItem item: String) -> String { namesakes["item " + item] ?? item }

  /// A row for each route, under its heading: whole times in the branch, and what of them was waiting.
  var routeRows: [[String]] {
    let hasIntervals = routes.contains { $0.times.hasMean && $0.times.halfWidth != nil }
    let say = language
    let heading =
      [
        say("route", "경로"), say("came", "도착"), say("through", "마침"), say("left", "이탈"),
        say("unserved", "남음"), timed(say("mean in branch", "평균 머문 시간")),
      ] + (hasIntervals ? ["±"] : [])
      + [
        timed(say("p95", "95 %")), timed(say("max", "최대")), timed(say("of which waiting", "그중 대기")),
      ]
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
    if 10..<1e6 ~= share { return Int((share * 100).rounded()).grouped + " %" }
    return Time.seconds(share * 100).decimal(places: 1) + " %"
  }

  static func wholePercent(_ share: Double) -> String {
    Time.seconds(share * 100).decimal(places: 0) + " %"
  }

  /// A length of time with half of its interval, without a unit; a line where it is not known.
  func told(_ seconds: Double?, _ halfWidth: Double?) -> String {
    guard let seconds else { return "–" }
    let told = scale.brief(seconds, half: halfWidth)
    return [told.value, told.half].compactMap { $0 }.joined(separator: " ")
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
    if let bound = bound(ofShare: interval) { return percent(interval.mean) + " % (\(bound))" }
    return percent(interval.mean) + (interval.halfWidth.map { " ± " + percent($0) } ?? "") + " %"
  }

  /// From where to where a share's interval reaches, where one side would be beyond 0 or 1; `nil` where it is not.
  static func bound(ofShare interval: Interval) -> String? {
    guard let half = interval.halfWidth, half > min(interval.mean, 1 - interval.mean) else {
      return nil
    }
    func told(_ share: Double) -> String { Time.seconds(share * 100).decimal(places: 1) }
    let (low, high) = (max(0, interval.mean - half), min(1, interval.mean + half))
    return (low == 0 ? "0" : told(low)) + "–" + (high == 1 ? "100" : told(high)) + " %"
  }

  /// Columns side by side on a terminal of so many `columns`: without those of the headings `spare` that there is
  /// no room for, the first of them first; a line below names them.
  static func table(
    _ rows: [[String]], columns: Int?, spare: [String], _ language: Language
  ) -> [String] {
    var (rows, left) = (rows, [String]())
    func isTooWide() -> Bool { table(rows).contains { $0.columns > columns ?? .max } }
    for heading in spare where isTooWide() {
      guard let column = rows[0].firstIndex(of: heading) else { continue }
      for row in rows.indices { rows[row].remove(at: column) }
      if !left.contains(heading) { left.append(heading) }
    }
    guard !left.isEmpty else { return table(rows) }
    let names = left.joined(separator: ", ")
    return table(rows)
      + [language("On a wider terminal: \(names).", "더 넓은 터미널에서는: \(names).")]
  }

  /// Columns side by side: the first to the left, the others to the right.
  package static func table(_ rows: [[String]]) -> [String] {
    guard let first = rows.first else { return [] }
    let widths = first.indices.map { column in rows.map { $0[column].columns }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.columns)
        return column == 0 ? cell.0 + padding : padding + cell.0
      }.joined(separator: "  ").withoutTrailingSpaces
    }
  }
}
