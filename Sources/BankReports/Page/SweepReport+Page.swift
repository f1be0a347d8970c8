import BankRecords

extension SweepReport {
  /// The report as a page: which policy is best where, and for each service a map of its waits.
  public func html(command: String? = nil) -> String {
    let grid = SweepGrid(self)
    var page = Page(
      language(
        "\(counted(grid.policies.count, "policy", "policies")) on \(counted(grid.branches.count, "branch", "branches"))",
        "정책 \(grid.policies.count)개, 지점 \(grid.branches.count)개"),
      asked: keys.map { grid.shortNames[$0] ?? $0 }.joined(separator: " × "), language)
    page.answer(answer(grid))
    page.section(
      language("Mean waits", "평균 대기"), services.map { grid.map($0, isLate: false) })
    page.section(
      language("Beyond the target", "목표 초과"), services.map { grid.map($0, isLate: true) })
    page.careful(warnings(grid))
    page.made([], command: command)
    return page.text
  }

  private func counted(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }

  /// What the grid says: whose waits are shortest where, what is on target, and where there is no mean.
  private func answer(_ grid: SweepGrid) -> [String] {
    var sentences: [String] = []
    if grid.policies.count > 1 {
      let winners = services.compactMap { service -> String? in
        let names = self.winners(of: service, grid)
        let who =
          service == "all" ? language("all clients", "전체 고객") : title(service)
        return names.isEmpty ? nil : language("\(who) under \(names)", "\(who) \(names)")
      }
      let told = winners.reversed().joined(separator: "; ")
      let branches = counted(grid.branches.count, "branch", "branches")
      sentences.append(
        winners.isEmpty
          ? language(
            "On \(branches) no policy's mean wait is clearly the shortest, for no service.",
            "지점 \(grid.branches.count)곳 어디에서도, 어느 업무에서도 평균 대기가 뚜렷이 가장 짧은 정책이 없습니다.")
          : language(
            "Clearly the shortest mean waits, by how many of \(branches): \(told).",
            "지점 \(grid.branches.count)곳 가운데 한 정책의 평균 대기가 뚜렷이 가장 짧은 곳: \(told)."))
      sentences.append(
        language(
          "Clearly: by more than the half-widths of it and of the next together.",
          "뚜렷이: 그다음 정책과의 차이가 두 구간 반폭의 합보다 큼."))
    }
    let late = cells.compactMap { grid.figure($0, "all", isLate: true) }
    if !late.isEmpty {
      let kept = late.count { $0 <= TargetState.mostOnTarget }
      sentences.append(
        language(
          "At most 5 % of all clients are late in \(kept) of \(late.count) cells.",
          "전체 고객의 5 % 이하만 목표를 넘긴 칸: \(late.count)개 중 \(kept)개."))
    }
    let endless = cells.count {
      $0["result"] != nil && $0["result"]?["stable"] == .bool(false)
    }
    if endless > 0 {
      sentences.append(
        language(
          "In \(endless) of \(cells.count) waits grow without end, and there is no mean.",
          "\(cells.count)개 중 \(endless)개에서는 대기가 끝없이 늘어 평균이 없습니다."))
    }
    return sentences
  }

  /// The policies whose mean waits of a service are clearly the shortest, and on how many branches.
  private func winners(of service: String, _ grid: SweepGrid) -> String {
    var wins: [String: Int] = [:]
    for branch in grid.branches {
      if let policy = grid.clearlyShortest(service, in: branch) { wins[policy, default: 0] += 1 }
    }
    return wins.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { language("\($0.key) (\($0.value))", "\($0.key) \($0.value)곳") }
      .joined(separator: ", ")
  }

  /// The most warnings that a page shows.
  private static let mostWarnings = 30

  /// What each cell warns of, with its name.
  private func warnings(_ grid: SweepGrid) -> [String] {
    let all = cells.flatMap { cell -> [String] in
      guard case .array(let told)? = cell["result"]?["warnings"] else { return [] }
      let name = ([Self.text(cell["policy"])] + keys.map { grid.setting(cell, $0) })
        .filter { !$0.isEmpty }.joined(separator: ", ")
      return told.compactMap { if case .string(let text) = $0 { "\(name): \(text)" } else { nil } }
    }
    let rest = all.count - Self.mostWarnings
    return all.prefix(Self.mostWarnings)
      + (rest > 0 ? [language("and \(rest) more, in --json", "외 \(rest)개는 --json에 있습니다")] : [])
  }
}

/// The cells of a sweep as a page shows them: a column for each value of the last key, and a row for each
/// policy within each choice of the others.
private struct SweepGrid {
  let report: SweepReport
  let policies: [String]
  /// What was set, of the keys before the last: a group of rows each.
  let groups: [[String]]
  /// The values of the last key.
  let columns: [String]
  /// Keys as people read them: the service's title and the last word of the path.
  let shortNames: [String: String]
  private let byPlace: [[String]: JSON]
  /// The longest mean wait of any service: all maps have one scale.
  let longest: Double

  private var language: Language { report.language }

  init(_ report: SweepReport) {
    func unique<Item: Hashable>(_ items: [Item]) -> [Item] {
      var seen: Set<Item> = []
      return items.filter { seen.insert($0).inserted }
    }
    func values(_ cell: JSON) -> [String] {
      report.keys.map { SweepReport.text(cell["set"]?[$0]) }
    }
    self.report = report
    policies = unique(report.cells.map { SweepReport.text($0["policy"]) })
    groups = unique(report.cells.map { values($0).dropLast() })
    columns = unique(report.cells.map { values($0).last ?? "" })
    byPlace = Dictionary(
      report.cells.map { (values($0) + [SweepReport.text($0["policy"])], $0) },
      uniquingKeysWith: { first, _ in first })
    longest =
      report.cells.flatMap { cell in
        report.services.compactMap { Self.figure(cell, $0, isLate: false) }
      }.max() ?? 0
    let short = report.keys.map { key in
      let path = key.split(separator: ".").map(String.init)
      let last = path.last ?? key
      return path.count > 2 && path[0] == "services"
        ? "\(report.title(path[1])) \(last)" : last
    }
    shortNames = Dictionary(
      zip(report.keys, short).map { key, name in
        (key, short.count { $0 == name } > 1 ? key : name)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Every choice of what was varied.
  var branches: [[String]] { groups.flatMap { group in columns.map { branch(group, $0) } } }

  private func branch(_ group: [String], _ column: String) -> [String] {
    report.keys.isEmpty ? [] : group + [column]
  }

  func cell(_ group: [String], _ column: String, _ policy: String) -> JSON? {
    byPlace[branch(group, column) + [policy]]
  }

  private static func figure(_ cell: JSON, _ service: String, isLate: Bool) -> Double? {
    let figures = SweepReport.figures(cell, service)
    if case .number(let value)? = isLate ? figures?["late"] : figures?["wait"]?["mean"] {
      return value
    }
    return nil
  }

  func figure(_ cell: JSON, _ service: String, isLate: Bool) -> Double? {
    Self.figure(cell, service, isLate: isLate)
  }

  /// The policy whose mean wait of `service` is the shortest by more than the two half-widths; `nil` where
  /// none is, or where one has no mean or no interval.
  func clearlyShortest(_ service: String, in branch: [String]) -> String? {
    let means = policies.compactMap { policy -> (policy: String, mean: Double, width: Double)? in
      let cell = byPlace[branch + [policy]]
      guard let wait = cell.flatMap({ SweepReport.figures($0, service) })?["wait"],
        case .number(let mean)? = wait["mean"], case .number(let width)? = wait["halfWidth"]
      else { return nil }
      return (policy, mean, width)
    }.sorted { $0.mean < $1.mean }
    guard means.count > 1, means.count == policies.count else { return nil }
    return means[1].mean - means[0].mean > means[0].width + means[1].width
      ? means[0].policy : nil
  }

  /// A key with its value in a cell: `tellers 3`.
  func setting(_ cell: JSON, _ key: String) -> String {
    "\(shortNames[key] ?? key) \(told(SweepReport.text(cell["set"]?[key])))"
  }

  /// A value as people read it: `×1.2` for `*1.2`.
  func told(_ value: String) -> String {
    value.hasPrefix("*") ? "×" + value.dropFirst() : value
  }

  func heading(_ group: [String]) -> String {
    zip(report.keys, group).map { "\(shortNames[$0] ?? $0) \(told($1))" }.joined(separator: ", ")
  }

  /// The map of mean waits, or of shares late, of a service or `all`; `nil` where no cell has one.
  func map(_ service: String, isLate: Bool) -> Figure? {
    CellMap(grid: self, service: service, isLate: isLate).figure
  }
}

/// The cells of one service as a picture.
private struct CellMap {
  let grid: SweepGrid
  let service: String
  /// Whether shares late are shown, and not mean waits.
  let isLate: Bool

  private var report: SweepReport { grid.report }
  private var language: Language { report.language }
  private var labels: [String] { grid.columns.map(grid.told) }
  /// The last key, whose values stand side by side.
  private var last: String { report.keys.last.map { grid.shortNames[$0] ?? $0 } ?? "" }
  private var name: String {
    service == "all" ? language("all clients", "전체 고객") : report.title(service)
  }

  private func value(_ group: [String], _ column: String, _ policy: String) -> Double? {
    grid.cell(group, column, policy).flatMap { grid.figure($0, service, isLate: isLate) }
  }

  private func told(_ value: Double?) -> String {
    value.map { isLate ? SimulationReport.percent($0) : report.scale.brief($0) } ?? "–"
  }

  var figure: Figure? {
    let values = report.cells.compactMap { grid.figure($0, service, isLate: isLate) }
    guard let least = values.min(), let most = values.max() else { return nil }
    let over = values.count { $0 > TargetState.mostOnTarget }
    let across = last.isEmpty ? "" : language("; across: \(last)", ", 가로: \(last)")
    return Figure(
      title: isLate
        ? language(
          "\(name.capitalizedFirst): more than 5 % late in \(over) of \(values.count)",
          "\(name): \(values.count)개 중 \(over)개에서 5 % 넘게 목표 초과")
        : language(
          "\(name.capitalizedFirst): \(told(least)) to \(report.scale.brief(most, in: .en))",
          "\(name): \(told(least))에서 \(report.scale.brief(most, in: .ko))까지"),
      subtitle: isLate
        ? language(
          "Share not called within the target, in per cent\(across); framed: more than 5 %.",
          "목표 안에 호출되지 못한 비율(%)\(across), 테두리: 5 % 초과.")
        : language(
          "Mean wait in \(report.scale.words)\(across); a dash where there is none. One scale of colours for all services.",
          "평균 대기(\(report.scale.unit.name(in: .ko)))\(across), 없으면 줄. 색의 눈금은 모든 업무에 같음."),
      table: table, draw: { draw($0, widest: values.map { TextSize.width(told($0)) }.max() ?? 0) })
  }

  private var table: [[String]] {
    let keys = report.keys.dropLast().map { grid.shortNames[$0] ?? $0 }
    let heading =
      keys + [language("policy", "정책")] + labels.map { $0.isEmpty ? name : "\(last) \($0)" }
    return [heading]
      + grid.groups.flatMap { group in
        grid.policies.map { policy in
          group.map(grid.told) + [policy] + grid.columns.map { told(value(group, $0, policy)) }
        }
      }
  }

  private func draw(_ width: Double, widest: Double) -> Drawing {
    let left = min(grid.policies.map { TextSize.width($0) }.max() ?? 0, width * 0.4) + 10
    let needed = max(widest, labels.map { TextSize.width($0) }.max() ?? 0) + 8
    // As many columns side by side as have room; the others follow below.
    let room = max(1, min(labels.count, Int((width - left) / needed)))
    let column = (width - left) / Double(room)
    let blocks = (labels.count + room - 1) / room
    let heading = report.keys.count > 1 ? 24.0 : 0
    let groupHeight = heading + 28 * Double(grid.policies.count)
    let blockHeight = 24 + groupHeight * Double(grid.groups.count)
    var drawing = Drawing(width: width, height: blockHeight * Double(blocks) + 6)
    for (place, label) in labels.enumerated() {
      let (block, number) = place.quotientAndRemainder(dividingBy: room)
      let (top, x) = (blockHeight * Double(block), left + column * Double(number))
      drawing.text(
        TextSize.fitted(label, in: column - 4), x: x + column / 2, y: top + 14, "tick", .middle)
      for (row, group) in grid.groups.enumerated() {
        let y = top + 20 + groupHeight * Double(row)
        if number == 0, heading > 0 {
          drawing.text(TextSize.fitted(grid.heading(group), in: width), x: 0, y: y + 17, "group")
        }
        for (line, policy) in grid.policies.enumerated() {
          let y = y + heading + 28 * Double(line)
          if number == 0 {
            drawing.text(TextSize.fitted(policy, in: left - 10), x: 0, y: y + 18, "label")
          }
          draw(group, place, policy, x: x, y: y, width: column, &drawing)
        }
      }
    }
    return drawing
  }

  private func draw(
    _ group: [String], _ place: Int, _ policy: String, x: Double, y: Double, width: Double,
    _ drawing: inout Drawing
  ) {
    guard let value = value(group, grid.columns[place], policy) else {
      return drawing.text("–", x: x + width / 2, y: y + 18, "tick", .middle)
    }
    // By the root, so that short waits differ too.
    let share =
      isLate ? min(value / 0.4, 1) : grid.longest > 0 ? (value / grid.longest).squareRoot() : 0
    let step = min(Int(share * 5), 4)
    let across = last.isEmpty ? "" : "\(last) \(labels[place])"
    let whole = [policy, grid.heading(group), across].filter { !$0.isEmpty }
    drawing.box(
      x: x + 1.5, y: y + 1.5, width: width - 3, height: 25,
      "heat\(step)" + (isLate && value > TargetState.mostOnTarget ? " over" : ""), radius: 3,
      tip: "\(whole.joined(separator: ", ")): \(told(value))")
    drawing.text(told(value), x: x + width / 2, y: y + 18, "onheat\(step)", .middle)
  }
}
