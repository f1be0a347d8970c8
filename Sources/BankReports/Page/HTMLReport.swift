import BankCore
import BankRecords
import BankSimulation

/// Simulated days, a comparison or a live session as a page: the answer first, then when, who, and how
/// it is known.
public struct HTMLReport: Sendable {
  let title: String
  let results: [SimulationReport]
  let differences: [Difference]
  let conclusions: [String]
  let timelines: [Timeline]
  let help: HelpTrial
  let command: String?

  /// Makes a report of results and, where there are several, of their differences.
  ///
  /// - Parameters:
  ///   - title: the title of the page.
  ///   - results: the results, the baseline first; none where there is nothing to show but conclusions.
  ///   - differences: how the other policies differ from the baseline.
  ///   - conclusions: what follows from that, a sentence each.
  ///   - timelines: who served whom when, for each of the results that has one, in their order.
  ///   - help: what changes of the branch would do.
  ///   - command: what makes the same report again; `nil` where nothing does.
  public init(
    title: String, results: [SimulationReport], differences: [Difference] = [],
    conclusions: [String] = [], timelines: [Timeline] = [], help: HelpTrial = HelpTrial(),
    command: String? = nil
  ) {
    self.title = title
    self.results = results
    self.differences = differences
    self.conclusions = conclusions
    self.timelines = timelines
    self.help = help
    self.command = command
  }

  /// What a server has to allow for the script of a report to run.
  package static var scriptHash: String { Page.scriptHash }

  var language: Language { results.first?.language ?? .en }

  /// The document.
  public var text: String {
    guard let first = results.first else {
      var page = Page(title, asked: "", language)
      page.answer(conclusions)
      return page.text
    }
    var page = Page(title, asked: asked(first), language)
    if results.count == 1 {
      page.answer(
        parts: answerParts + conclusions.map { .init(nil, $0) }, state, beside: glance)
    } else {
      page.answer(parts: pictures.answer + Answer(report: told, help: HelpTrial()).ofCompared)
    }
    tiles(&page)
    if results.count > 1 {
      page.part(PolicySummaries.details(results, language))
      compare(&page)
    }
    page.section(
      language("What would help", "무엇이 도움이 될까"), [HelpFigure(report: first, help: help.best).figure]
    )
    sections(on: &page)
    page.careful(SimulationReport.warnings(of: results))
    made(&page, first)
    return page.text
  }

  /// What is said before anything else of the only result.
  var answerParts: [Page.Part] { Answer(report: results[0], help: help).parts }
  var state: TargetState? { state(results[0]) }
  /// Its day, small.
  var glance: (drawing: Drawing, title: String)? {
    DayPictures(results[0]).flatMap { day in day.glance.map { ($0, day.glanceTitle) } }
  }

  var pictures: ComparisonPictures {
    ComparisonPictures(results: results, differences: differences)
  }

  /// Of several results the one that is told of: the one to use, or else the one that is better, or the baseline.
  private var told: SimulationReport {
    let use = pictures.use
    let better = use?.isDecided == true ? use?.policy : pictures.better.first?.policy
    return results.first { $0.policy == better } ?? results[0]
  }

  /// The figures of the only result; of several those of the one to use, or else of the one that is better, beside those of
  /// the baseline.
  func tiles(_ page: inout Page, of what: String? = nil) {
    let base = tiles(results[0])
    guard results.count > 1 else { return page.tiles(base, of: what) }
    let (name, better) = (results[0].policy, told.policy)
    guard better != name else {
      return page.tiles(base, of: language("Under \(name):", "\(name) 정책:"))
    }
    let own = tiles(told).map { tile in
      var tile = tile
      let before = base.first { $0.name == tile.name }?.value
      tile.before = before == tile.value ? nil : before.map { "\(name) \($0)" }
      return tile
    }
    page.tiles(
      own,
      of: language("Under \(better), beside \(name):", "\(better) 결과 (비교 기준: \(name)):"))
  }

  private func asked(_ first: SimulationReport) -> String {
    let days = first.summary.days.count
    let count = days == 1 ? language("one day", "하루") : language("\(days) days", "\(days)일")
    let policies =
      results.count == 1
      ? language("policy \(first.policy)", "정책 \(first.policy)")
      : language("\(results.count) policies on the same clients", "같은 고객에 대한 \(results.count)개 정책")
    let staff = first.plan.tellers.count
    return [
      policies, count,
      first.scale.opens.map { opens in
        let open = first.course?.stretches.open.seconds ?? 0
        let from = TimeScale.clock(opens)
        return open > 0
          ? from + "–" + first.scale.moment(open) : language("from \(from)", "\(from)부터")
      },
      language(
        "\(staff) \(staff == 1 ? "teller" : "tellers")", "창구 \(staff)개"),
      language("queue \(first.queue)", "큐 \(first.queue)"),
      timelines.first?.drawnNow.map { now in
        let now = first.scale.moment(now)
        return language(
          "beyond now (\(now)) without new clients", "지금(\(now)) 이후는 새 고객 없이")
      },
      first.hasIntervals
        ? language("± is half of a 95 % interval", "±는 95 % 신뢰구간의 반폭") : nil,
    ].compactMap { $0 }.joined(separator: " · ")
  }

  /// The service that is late most of those that can be judged, and how much.
  private func latest(_ report: SimulationReport) -> (service: Int, late: Double)? {
    Answer(report: report, help: help).judged.map { ($0.service, $0.late.mean) }
      .max { $0.1 < $1.1 }
  }

  /// The state of the answer; `nil` where nothing can be said, as long as somebody waits whom nobody knows to be late.
  private func state(_ report: SimulationReport) -> TargetState? {
    guard report.unstable.isEmpty, report.fault == nil else { return .bad }
    guard let (_, late) = latest(report) else { return lostState(report)?.state }
    let all = report.summary.statistics.all
    let state = TargetState(late: late)
    return state == .good && all.judged < all.arrived ? nil : state
  }

  /// Without a target nobody is late, but many may leave.
  private func lostState(_ report: SimulationReport) -> (text: String, state: TargetState)? {
    guard report.lines.allSatisfy({ $0.late == nil }) else { return nil }
    switch TargetState(late: report.lostClients.mean) {
    case .good: return nil
    case .risk: return (language("▲ some leave", "▲ 이탈 있음"), .risk)
    case .bad: return (language("■ many leave", "■ 이탈 많음"), .bad)
    }
  }

  /// The service that is late most, where its state is not that of all.
  private func worst(_ report: SimulationReport) -> (text: String, state: TargetState)? {
    guard report.plan.services.count > 1, let (service, late) = latest(report),
      let all = report.lines.last?.late?.mean
    else { return nil }
    let state = TargetState(late: late)
    guard state != TargetState(late: all) else { return nil }
    return (
      state.label(language) + language(": ", ": ") + report.titles[service] + " "
        + language(
          SimulationReport.percent(late), "\(SimulationReport.percent(late))가 목표 초과"),
      state
    )
  }

  private func tiles(_ report: SimulationReport) -> [Page.Tile] {
    let all = report.lines[report.lines.count - 1]
    let scale = report.scale
    let days = report.summary.days.count
    let clients = Double(report.summary.statistics.clients) / Double(max(days, 1))
    func share(_ interval: Interval) -> (value: String, beside: String) {
      (
        SimulationReport.percent(interval.mean),
        SimulationReport.bound(ofShare: interval)
          ?? interval.halfWidth.map { "± " + SimulationReport.percent($0) } ?? ""
      )
    }
    func wait(_ name: String, _ seconds: Double?, half: Double?) -> Page.Tile {
      guard all.hasMean, let seconds else {
        return .init(
          name: name, value: "–", beside: all.hasMean ? "" : language("there is none", "평균 없음"))
      }
      let (told, unit) = (
        scale.brief(seconds, half: half), language(" ", "") + scale.unit.sign(in: language)
      )
      return .init(name: name, value: told.value + unit, beside: told.half.map { $0 + unit } ?? "")
    }
    var tiles = [
      Page.Tile(
        name: days == 1
          ? language("clients", "고객")
          : report.isRecorded || report.course?.stretches.open ?? .zero > .zero
            ? language("clients a day", "하루 고객") : language("clients in each run", "실행마다 고객"),
        value: clients < 1000 ? Self.short(clients) : Int(clients.rounded()).grouped)
    ]
    // Where not all have a target, of the service that is late most.
    let one = all.late == nil ? latest(report)?.service : nil
    if let late = one.flatMap({ report.lines[$0].late }) ?? all.late, all.figures.arrived > 0 {
      let kept = share(Interval(mean: 1 - late.mean, halfWidth: late.halfWidth))
      let whose = one.map { report.titles[$0] } ?? language("all services", "전체 업무")
      tiles.append(
        .init(
          name: language("called within target", "목표 안에 호출"), value: kept.value,
          beside: [
            kept.beside,
            report.plan.services.count > 1 ? whose : "",
          ].filter { !$0.isEmpty }.joined(separator: ", "),
          // Of so few nothing is said above either.
          state: latest(report).map { _ in TargetState(late: late.mean) },
          worst: worst(report)))
    }
    let lost = share(report.lostClients)
    tiles.append(
      .init(
        name: language("left, of all clients", "전체 고객 중 이탈"),
        value: all.figures.arrived > 0 ? lost.value : "–",
        beside: lost.beside, worst: lostState(report)))
    if all.figures.unserved > 0 {
      tiles.append(
        .init(
          name: report.soFar == nil
            ? language("still there at the end", "끝까지 남음") : language("still there", "아직 있음"),
          value: SimulationReport.percent(report.unservedShare)))
    }
    tiles.append(
      wait(
        report.waitNames.mean, all.figures.wait.mean,
        half: all.halfWidth))
    let p95 = all.quantiles[2]
    tiles.append(
      wait(
        report.waitNames.most, p95?.mean,
        half: p95?.halfWidth))
    let busy = Interval(of: (0..<days).compactMap { report.summary.utilization(day: $0) })
    if busy.mean > 0, report.isStaffKnown {
      let told = share(report.hasIntervals ? busy : Interval(mean: busy.mean, halfWidth: nil))
      tiles.append(
        .init(
          name: language("tellers serving", "창구 업무 비율")
            + (report.isUnseenAway ? language(", longer idle times left out", "(긴 빈 시간 제외)") : ""),
          value: told.value, beside: told.beside))
    }
    return tiles
  }

  private static func short(_ value: Double) -> String {
    value == value.rounded() || value >= 100
      ? String(Int(value.rounded())) : Time.seconds(value).decimal(places: 1)
  }
}
