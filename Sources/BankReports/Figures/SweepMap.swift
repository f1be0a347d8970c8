import BankRecords
import BankSimulation

/// The cells of one service as a picture.
struct CellMap {
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

  private func value(_ group: [String], _ column: String, _ policy: String) -> Interval? {
    grid.cell(group, column, policy).flatMap { grid.interval($0, service, isLate: isLate) }
  }

  /// With its interval.
  private func whole(_ value: Interval?) -> String {
    isLate
      ? SimulationReport.share(value)
      : told(value?.mean) + (value?.halfWidth.map { " ± " + told($0) } ?? "")
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
          "\(name.capitalizedFirst): more than 5 % late in \(over) of \(values.count), by their means",
          "\(name): 평균으로 \(values.count)개 중 \(over)개에서 5 % 넘게 목표 초과")
        : language(
          "\(name.capitalizedFirst): \(told(least)) to \(report.scale.brief(most, in: .en))",
          "\(name): \(told(least))에서 \(report.scale.brief(most, in: .ko))까지"),
      subtitle: isLate
        ? language(
          "Share not called within the target\(across). Blue: at most 5 %; yellow and orange: at most 20 %; framed: surely more, dashed: perhaps.",
          "목표 안에 호출되지 못한 비율\(across). 파랑: 5 % 이하, 노랑과 주황: 20 % 이하, 테두리: 확실히 그 위, 점선: 아마 그 위.")
        : language(
          "Mean wait in \(report.scale.words)\(across); a dash where there is none. The stronger the colour the longer, on one scale for all services.",
          "평균 대기(\(report.scale.unit.name(in: .ko)))\(across), 값이 없으면 –. 진할수록 길고, 눈금은 모든 업무에 같음."),
      table: table, draw: { draw($0, widest: values.map { TextSize.width(told($0)) }.max() ?? 0) })
  }

  private var table: [[String]] {
    let keys = report.keys.dropLast().map { grid.shortNames[$0] ?? $0 }
    let heading =
      keys + [language("policy", "정책")] + labels.map { $0.isEmpty ? name : "\(last) \($0)" }
    return [heading]
      + grid.groups.flatMap { group in
        grid.policies.map { policy in
          group.map(grid.told) + [policy] + grid.columns.map { whole(value(group, $0, policy)) }
        }
      }
  }

  private func draw(_ width: Double, widest: Double) -> Drawing {
    // Of one policy each row is a setting.
    let isOne = grid.policies.count == 1 && report.keys.count > 1
    let names = isOne ? grid.groups.map(grid.heading) : grid.policies
    let left = min(names.map { TextSize.width($0) }.max() ?? 0, width * 0.4) + 10
    let needed = max(widest, labels.map { TextSize.width($0) }.max() ?? 0) + 8
    // As many columns side by side as have room; the others follow below.
    let room = max(1, min(labels.count, Int((width - left) / needed)))
    let column = (width - left) / Double(room)
    let blocks = (labels.count + room - 1) / room
    let heading = report.keys.count > 1 && !isOne ? 24.0 : 0
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
            let name = isOne ? names[row] : policy
            drawing.text(TextSize.fitted(name, in: left - 4), x: 0, y: y + 18, "label")
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
      grid.longest > 0 ? (value.mean / grid.longest).squareRoot() : 0
    let step = isLate ? TargetState.heat(late: value.mean) : min(Int(share * 5), 4)
    let isSure = TargetState(late: value.mean - (value.halfWidth ?? value.mean)) == .bad
    let over = step > 4 ? isSure ? " over" : " over unsure" : ""
    let across = last.isEmpty ? "" : "\(last) \(labels[place])"
    let names = [policy, grid.heading(group), across].filter { !$0.isEmpty }
    drawing.box(
      x: x + 1.5, y: y + 1.5, width: width - 3, height: 25,
      isLate ? "heat\(step)\(over)" : "amount\(step)", radius: 3,
      tip: "\(names.joined(separator: ", ")): \(whole(value))")
    drawing.text(
      told(value.mean), x: x + width / 2, y: y + 18, isLate ? "onheat\(step)" : "label", .middle)
  }
}
