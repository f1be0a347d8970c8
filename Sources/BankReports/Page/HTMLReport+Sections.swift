import BankCore
import BankSimulation

/// The parts of a page below its answer.
extension HTMLReport {
  /// When, who and by whom.
  func sections(on page: inout Page) {
    day(&page, results[0])
    stock(&page)
    waits(&page)
    if results[0].isStaffKnown { staff(&page) }
  }

  func compare(_ page: inout Page) {
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
      first.isRecorded
      ? language("The recorded days", "기록된 날의 흐름")
      : results.count == 1
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
      heading,
      comesOverTime
        ? [day.map, first.isStaffKnown ? day.load : nil, day.waiting] : [day.waiting])
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
      zip(result.routes, result.routeRows.dropFirst()).map { route, row in
        (results.count > 1 ? [result.policy] : []) + [result.titled(route.times.name)]
          + row.dropFirst()
      }
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

  func made(_ page: inout Page, _ first: SimulationReport) {
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
