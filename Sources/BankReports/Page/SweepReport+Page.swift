import BankRecords

extension SweepReport {
  /// The report as a page: for each service a map of mean waits, darker where they are longer.
  public func html(command: String? = nil) -> String {
    var page = Page(
      language("\(cells.count) branches and policies", "지점과 정책의 조합 \(cells.count)개"),
      asked: language("mean waits in \(scale.words)", "평균 대기(\(scale.unit.name(in: .ko)))"),
      language)
    page.section(
      language("Mean waits", "평균 대기"), services.map { map($0, isLate: false) })
    page.section(
      language("Beyond the target", "목표 초과"),
      services.map { hasLate($0) ? map($0, isLate: true) : nil })
    page.careful(warnings)
    page.made([], command: command)
    return page.text
  }

  /// So many warnings are shown on a page.
  private static let mostWarnings = 30

  /// What each cell warns of, with its name.
  private var warnings: [String] {
    let all = cells.flatMap { cell -> [String] in
      guard case .array(let told)? = cell["result"]?["warnings"] else { return [] }
      let name = [Self.text(cell["policy"]), label(cell)].filter { !$0.isEmpty }
        .joined(separator: ", ")
      return told.compactMap { if case .string(let text) = $0 { "\(name): \(text)" } else { nil } }
    }
    let rest = all.count - Self.mostWarnings
    return all.prefix(Self.mostWarnings)
      + (rest > 0 ? [language("and \(rest) more, in --json", "외 \(rest)개는 --json에 있습니다")] : [])
  }

  private func figure(_ cell: JSON, _ service: String, isLate: Bool) -> Double? {
    let figures = Self.figures(cell, service)
    if case .number(let value)? = isLate ? figures?["late"] : figures?["wait"]?["mean"] {
      return value
    }
    return nil
  }

  private func hasLate(_ service: String) -> Bool {
    cells.contains { figure($0, service, isLate: true) != nil }
  }

  private func label(_ cell: JSON) -> String {
    keys.map { "\($0)=\(Self.text(cell["set"]?[$0]))" }.joined(separator: " ")
  }

  private func map(_ service: String, isLate: Bool) -> Figure? {
    func unique(_ names: [String]) -> [String] {
      names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
    let policies = unique(cells.map { Self.text($0["policy"]) })
    let columns = unique(cells.map(label))
    var values: [String: Double] = [:]
    for cell in cells {
      values[label(cell) + "\n" + Self.text(cell["policy"])] = figure(cell, service, isLate: isLate)
    }
    func value(_ column: String, _ policy: String) -> Double? { values[column + "\n" + policy] }
    guard let most = values.values.max() else { return nil }
    func told(_ value: Double?) -> String {
      value.map { isLate ? SimulationReport.percent($0) : scale.brief($0) } ?? "–"
    }
    let best = values.min { ($0.value, $0.key) < ($1.value, $1.key) }
    let place = (best?.key ?? "").split(separator: "\n").filter { !$0.isEmpty }.reversed()
      .joined(separator: ", ")
    return Figure(
      title: "\(service): "
        + language(
          "least \(told(best?.value)) with \(place)", "가장 작은 값 \(told(best?.value)) (\(place))"),
      subtitle: isLate
        ? language(
          "Share not called within the target, in per cent; framed: more than 5 %.",
          "목표 안에 불리지 못한 비율(%), 테두리: 5 % 초과.")
        : language(
          "Mean wait in \(scale.words); a line where there is no mean, for waits grow without end.",
          "평균 대기(\(scale.unit.name(in: .ko))), 끝없이 늘어 평균이 없으면 줄."),
      table: [[language("policy", "정책")] + columns.map { $0.isEmpty ? service : $0 }]
        + policies.map { policy in [policy] + columns.map { told(value($0, policy)) } }
    ) { width in
      let left = min(policies.map { TextSize.width($0) }.max() ?? 0, width * 0.34) + 10
      let column = (width - left) / Double(max(columns.count, 1))
      // Headings that do not fit are numbered in the table below.
      let fits = columns.allSatisfy { TextSize.width($0) < column - 4 }
      var drawing = Drawing(width: width, height: Double(policies.count) * 28 + 24)
      for (place, name) in columns.enumerated() {
        drawing.text(
          fits ? name : TextSize.fitted(name, in: column - 4),
          x: left + column * (Double(place) + 0.5),
          y: 14, "tick", .middle)
      }
      for (row, policy) in policies.enumerated() {
        let y = 22 + 28 * Double(row)
        drawing.text(TextSize.fitted(policy, in: left - 10), x: 0, y: y + 18, "label")
        for (place, name) in columns.enumerated() {
          let x = left + column * Double(place)
          guard let value = value(name, policy) else {
            drawing.text("–", x: x + column / 2, y: y + 18, "tick", .middle)
            continue
          }
          // By the root, so that short waits differ too.
          let share = most > 0 ? (isLate ? min(value / 0.4, 1) : (value / most).squareRoot()) : 0
          let step = min(Int(share * 5), 4)
          drawing.box(
            x: x + 1.5, y: y + 1.5, width: column - 3, height: 25,
            "heat\(step)" + (isLate && value > 0.05 ? " over" : ""), radius: 3,
            tip: "\(policy) \(name): \(told(value))")
          if TextSize.width(told(value)) < column - 4 {
            drawing.text(told(value), x: x + column / 2, y: y + 18, "onheat\(step)", .middle)
          }
        }
      }
      return drawing
    }
  }
}
