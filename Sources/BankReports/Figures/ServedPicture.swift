import BankCore
import BankSimulation

/// Of each service that takes stock how many came, how many were served, and how many there was too little for.
struct ServedPicture {
  /// A service, those first that most are turned away for.
  struct Row: Equatable {
    let name: String
    /// What it takes: `딸기 10, 바나나 1`.
    let recipe: String
    let came: Int
    let served: Int
    let refused: Int
    /// Out of patience, or too many waited.
    let left: Int
    let unserved: Int
    let share: Interval

    fileprivate var parts: [Int] { [served, refused, left, unserved] }
  }

  let report: SimulationReport

  private var language: Language { report.language }

  /// Every service that takes stock, whether anybody was served or not.
  var rows: [Row] {
    zip(report.plan.services, report.lines).compactMap { service, line -> Row? in
      guard !service.needs.isEmpty else { return nil }
      let figures = line.figures
      return Row(
        name: report.titled(service.name),
        recipe: service.needs.map { "\(report.title(ofItem: $0.item)) \($0.count)" }
          .joined(separator: ", "),
        came: figures.arrived, served: figures.served, refused: figures.refused,
        left: figures.abandoned + figures.balked, unserved: figures.unserved, share: line.refused)
    }.enumerated().sorted { one, other in
      (other.element.refused, other.element.share.mean, other.element.came, one.offset)
        < (one.element.refused, one.element.share.mean, one.element.came, other.offset)
    }.map(\.element)
  }

  private var parts: [(style: String, text: String)] {
    [
      ("work-serving", language("served", "완료")),
      ("short-part", language("turned away for want of stock", "재고가 모자라 돌아감")),
      ("risk-fill", language("left for another reason", "다른 까닭으로 이탈")),
      ("work-idle", language("still there", "아직 있음")),
    ]
  }

  private func share(_ row: Row) -> String {
    row.came > 0 ? SimulationReport.percent(row.share.mean) : "–"
  }

  /// The finding: for which services there is too little, and how many that costs.
  func title(_ rows: [Row]) -> String {
    let short = rows.filter { $0.refused > 0 }
    guard !short.isEmpty else {
      return rows.allSatisfy { $0.came == 0 }
        ? language("Nobody came for what takes stock", "재고가 드는 업무로 온 고객이 없습니다")
        : language(
          "There is stock for everybody who comes", "온 고객 모두에게 돌아갈 재고가 있습니다")
    }
    let none = short.filter { $0.refused == $0.came }
    let some = short.filter { $0.refused < $0.came }
    let told = language.some(some.map { "\($0.name) \(share($0))" })
    guard !none.isEmpty else {
      return language(
        "Too little stock: turned away of those for \(told)", "재고가 모자라 돌아간 고객: \(told)")
    }
    let names = language.some(none.map(\.name))
    return language(
      "Nobody who comes for \(names) is served: there is too little stock",
      "\(names.with(.topic)) 재고가 모자라 아무도 받지 못합니다")
      + (some.isEmpty
        ? "" : language(". Turned away of those for \(told)", ". 그 밖에 돌아간 고객: \(told)"))
  }

  /// A bar for each service; `nil` where none takes stock.
  var figure: Figure? {
    let rows = rows
    guard !rows.isEmpty else { return nil }
    let shown = Array(rows.prefix(StaffPictures.most))
    let days = max(report.summary.days.count, 1)
    let used = parts.indices.filter { part in part < 2 || rows.contains { $0.parts[part] > 0 } }
    let most = Double(rows.map(\.came).max() ?? 1) / Double(days)
    let more =
      rows.count > shown.count
      ? language(
        "; \(shown.count) of \(rows.count) services", ", 업무 \(rows.count)개 중 \(shown.count)개")
      : ""
    return Figure(
      title: title(rows),
      subtitle: language(
        "Clients who came for each service that takes stock\(days == 1 ? ", on one day" : ", a day, mean of \(days) days")\(more); beside the bars: the share turned away for want of stock.",
        "재고가 드는 업무마다 온 고객\(days == 1 ? ", 하루" : "(하루 평균, \(days)일)")\(more). 막대 옆: 재고가 모자라 돌아간 비율."),
      table: [
        [
          language("service", "업무"), language("takes", "드는 재고"), language("came", "도착"),
          language("served", "완료"), language("turned away", "재고 부족"),
          language("share", "재고 부족 비율"),
        ] + used.dropFirst(2).map { parts[$0].text }
      ]
        + rows.map { row in
          [row.name, row.recipe, String(row.came), String(row.served), String(row.refused)]
            + [row.came > 0 ? SimulationReport.share(row.share) : "–"]
            + used.dropFirst(2).map { String(row.parts[$0]) }
        },
      legend: used.map { parts[$0] }
    ) { width in
      let room = shown.map { TextSize.width(share($0)) }.max() ?? 0
      let domain = 0...max(most, 0.5)
      var frame = Frame(
        width: width, rows: shown.map(\.name), rowHeight: 28, x: domain,
        xTicks: Scale.ticks(domain).map { ($0, Scale.label($0)) },
        unit: days == 1 ? language("clients", "고객 수") : language("clients a day", "하루 고객 수"),
        room: room + 12)
      for (place, row) in shown.enumerated() {
        let y = frame.y(Double(place))
        var from = 0.0
        for part in used where row.parts[part] > 0 {
          let to = from + Double(row.parts[part]) / Double(days)
          frame.drawing.box(
            x: frame.x(from), y: y + 5, width: max(frame.x(to) - frame.x(from) - 1, 1),
            height: 18, parts[part].style, radius: 2,
            tip: "\(row.name), \(parts[part].text): \(row.parts[part])/\(row.came)")
          from = to
        }
        if row.came == 0 {
          frame.drawing.text(
            language("nobody came", "온 고객 없음"), x: frame.x(0) + 4, y: y + 18, "tick")
        } else {
          frame.drawing.text(share(row), x: frame.x(from) + 6, y: y + 18, "label")
        }
      }
      return frame.drawing
    }
  }
}
