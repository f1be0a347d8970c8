import BankCore
import BankRecords
import BankSimulation

/// Simulated days, a comparison or a live session as a page: the answer first, then when, who, and how
/// it is known.
public struct HTMLReport: Sendable {
  private let title: String
  private let results: [SimulationReport]
  private let differences: [Difference]
  private let conclusions: [String]
  private let timelines: [Timeline]
  private let help: HelpTrial
  private let command: String?

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

  private var language: Language { results.first?.language ?? .en }

  /// The document.
  public var text: String {
    guard let first = results.first else {
      var page = Page(title, asked: "", language)
      page.answer(conclusions)
      return page.text
    }
    var page = Page(title, asked: asked(first), language)
    if results.count == 1 {
      let answer = Answer(report: first, help: help)
      page.answer(
        parts: answer.parts + conclusions.map { .init(nil, $0) }, state(first),
        beside: DayPictures(first).flatMap { day in day.glance.map { ($0, day.glanceTitle) } })
    } else {
      page.answer(parts: pictures.answer)
    }
    tiles(&page)
    if results.count > 1 {
      page.part(PolicySummaries.details(results, language))
      compare(&page)
    }
    page.section(
      language("What would help", "무엇이 도움이 될까"), [HelpFigure(report: first, help: help.best).figure]
    )
    day(&page, first)
    stock(&page)
    waits(&page)
    staff(&page)
    page.careful(SimulationReport.warnings(of: results))
    made(&page, first)
    return page.text
  }

  private var pictures: ComparisonPictures {
    ComparisonPictures(results: results, differences: differences)
  }

  /// The figures of the only result; of several those of the one to use, or else of the one that is better, beside those of
  /// the baseline.
  private func tiles(_ page: inout Page) {
    let base = tiles(results[0])
    guard results.count > 1 else { return page.tiles(base) }
    let name = results[0].policy
    let use = pictures.use
    guard let better = use?.isDecided == true ? use?.policy : pictures.better.first?.policy,
      let best = results.first(where: { $0.policy == better })
    else { return page.tiles(base, of: language("Under \(name):", "\(name) 정책:")) }
    let own = tiles(best).map { tile in
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
          ? from + "–" + TimeScale.clock(opens + open) : language("from \(from)", "\(from)부터")
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
          : report.course?.stretches.open ?? .zero > .zero
            ? language("clients a day", "하루 고객") : language("clients in each run", "실행마다 고객"),
        value: clients < 1000 ? Self.short(clients) : Int(clients.rounded()).grouped)
    ]
    if let late = all.late, all.figures.arrived > 0 {
      let kept = share(Interval(mean: 1 - late.mean, halfWidth: late.halfWidth))
      tiles.append(
        .init(
          name: language("called within target", "목표 안에 호출"), value: kept.value,
          beside: [
            kept.beside,
            report.plan.services.count > 1 ? language("all services", "전체 업무") : "",
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
    if busy.mean > 0 {
      let told = share(report.hasIntervals ? busy : Interval(mean: busy.mean, halfWidth: nil))
      tiles.append(
        .init(name: language("tellers serving", "창구 업무 비율"), value: told.value, beside: told.beside)
      )
    }
    return tiles
  }

  private static func short(_ value: Double) -> String {
    value == value.rounded() || value >= 100
      ? String(Int(value.rounded())) : Time.seconds(value).decimal(places: 1)
  }

  // MARK: Sections

  private func compare(_ page: inout Page) {
    let pictures = pictures
    page.section(
      language("Who gains, and who pays", "누가 이득을 보고 누가 손해를 보나"),
      html: ([pictures.matrix]
        + [pictures.tradeOff, pictures.forest].compactMap { $0?.html(language) }).joined())
    // Of many policies, those of which nothing can be told share a line.
    var words = conclusions
    let rest = results.dropFirst().map(\.policy).filter { name in
      !differences.contains { $0.policy == name && $0.isClear }
    }
    if results.count > 6, conclusions.count == results.count - 1, !rest.isEmpty {
      let base = results[0].policy
      words = zip(results.dropFirst(), conclusions).filter { !rest.contains($0.0.policy) }.map(\.1)
      let same = results.dropFirst().filter { $0.isSame(as: results[0]) }.map(\.policy)
      let open = rest.filter { !same.contains($0) }
      words += [
        open.isEmpty
          ? nil
          : language(
            "Not to be told apart from \(base) in any wait, or in who is lost: \(language.list(open)).",
            "대기도 이탈도 \(base.with(.and)) 구별할 수 없음: \(language.list(open))."),
        same.isEmpty
          ? nil
          : language(
            "Here the same as \(base) in every figure of every day: \(language.list(same)).",
            "여기서는 \(base.with(.and)) 날마다 수치가 똑같음: \(language.list(same))."),
      ].compactMap { $0 }
    }
    // The table has said most of it.
    page.part(
      "<details><summary>\(language("In words", "글로 정리하면"))</summary><ul>"
        + words.map { "<li>\(HTML.escaped($0))</li>" }.joined() + "</ul></details>")
  }

  private func day(_ page: inout Page, _ first: SimulationReport) {
    let heading =
      results.count == 1
      ? language("The day", "하루의 흐름")
      : language("The day under \(first.policy)", "\(first.policy) 정책의 하루")
    let other = pictures.other
    guard var day = DayPictures(first) else {
      return page.section(heading, timelines.prefix(1).map { $0.waitingFigure(first) })
    }
    // Two pictures of a line are of one scale.
    var beside = other.flatMap { DayPictures($0) }
    let both = [day, beside].compactMap { $0 }
    day.room = (both.map(\.course.used).max() ?? 0, both.map(\.top).max() ?? 0)
    beside?.room = day.room
    // Where everybody comes at once there is no day to look at, only how the line is worked off.
    let comesOverTime = day.arrivalStretches > 1
    page.section(
      heading, comesOverTime ? [day.map, day.load, day.waiting] : [day.waiting])
    if let other {
      page.section(
        language("The day under \(other.policy)", "\(other.policy) 정책의 하루"),
        (comesOverTime ? [beside?.map] : []) + [beside?.waiting])
    }
  }

  /// What there is in stock over the day, and who is served with it; of a second policy where that differs.
  private func stock(_ page: inout Page) {
    var told: [[ServedPicture.Row]] = []
    for result in shown.prefix(2) where !result.plan.stock.isEmpty {
      let served = ServedPicture(report: result)
      guard !told.contains(served.rows) else { continue }
      told.append(served.rows)
      page.section(
        language("Stock", "재고") + (results.count > 1 ? " · \(result.policy)" : ""),
        [DayPictures(result).flatMap(StockPicture.init)?.figure, served.figure])
    }
  }

  private func waits(_ page: inout Page) {
    page.section(
      language("How long people waited", "대기 시간"),
      results.count == 1
        ? [WaitPictures(report: results[0]).spread, WaitPictures(report: results[0]).classSpread]
        : [ShareFigure(results.count <= 8 ? results : shown)?.figure])
    guard !results[0].plan.routes.isEmpty else { return }
    let rows = results.flatMap { result in
      result.routeRows.dropFirst().map { (results.count > 1 ? [result.policy] : []) + $0 }
    }
    let heading = results[0].routeRows.prefix(1).map {
      (results.count > 1 ? [language("policy", "정책")] : []) + $0
    }
    page.section(
      language("Routes", "여러 업무를 거치는 고객"), html: HTML.table(heading + rows))
  }

  /// The baseline, and what is looked at beside it; all where they are few.
  private var shown: [SimulationReport] {
    guard results.count > 4 else { return results }
    return [results[0]] + [pictures.other].compactMap { $0 }
  }

  private func staff(_ page: inout Page) {
    for (number, result) in shown.prefix(2).enumerated() {
      let place = results.firstIndex { $0.policy == result.policy } ?? 0
      let pictures = StaffPictures(report: result)
      let figures =
        [pictures.shares]
        + (place < timelines.count ? [timelines[place].lanesFigure(result)] : [])
      let base = StaffPictures(report: results[0])
      guard number > 0, let most = pictures.mostDifferent(from: base), most < 0.02 else {
        page.section(
          language("Staff", "창구") + (results.count > 1 ? " · \(result.policy)" : ""), figures)
        continue
      }
      // What is much the same is not shown twice.
      page.part(
        "<details><summary>"
          + HTML.prose(
            language(
              "Staff · \(result.policy): much as under \(results[0].policy), no share of a teller's time differs by 2 percentage points",
              "창구 · \(result.policy): \(results[0].policy.with(.and)) 거의 같음, 시간 비율의 차이가 모두 2 %p 미만")
          )
          + "</summary>" + figures.compactMap { $0?.html(language) }.joined() + "</details>")
    }
  }

  private func made(_ page: inout Page, _ first: SimulationReport) {
    let days = first.summary.days.count
    var lines = [
      language(
        "\(first.summary.statistics.clients.grouped) clients on \(days) \(days == 1 ? "day" : "days"), seed \(first.seed)"
          + (first.warmup > .zero
            ? ", after a warm-up of \(first.scale.brief(first.warmup.seconds, in: language))" : "")
          + ".",
        "\(days)일, 고객 \(first.summary.statistics.clients.grouped)명, 시드 \(first.seed)."),
      language(
        "On target: at most 5 % late; at risk: at most 20 %. Late is whoever is not called within the target, those who leave or are turned away too.",
        "목표 달성: 초과 5 % 이하, 주의: 20 % 이하. 목표 시간 안에 호출되지 못한 고객은 이탈하거나 돌아간 고객도 모두 초과로 셉니다."),
    ]
    if !first.plan.routes.isEmpty {
      lines.append(
        language(
          "Who is on a route counts at every step, and once among the clients and those who left.",
          "여러 업무를 거치는 고객은 단계마다 셉니다. 고객 수와 이탈은 한 번만 셉니다."))
    }
    if results.count == 1 { lines += Answer(report: first, help: help).method }
    let options = PolicySummaries.text(ofOptions: first.options, most: 60)
    if !options.isEmpty { lines.append(language("Options: ", "옵션: ") + options) }
    page.made(lines, command: command)
  }
}
