import BankRecords
import BankSimulation

/// The cells of a sweep as a picture: those of one service, or of all, where only one key was varied.
struct CellMap {
  let grid: SweepGrid
  /// Whose figures are shown: services, classes, or `all`.
  let parts: [String]
  /// Whether shares late are shown, and not mean waits.
  let isLate: Bool

  /// Rows that share a heading: of a part of the clients, or of a setting of the keys before the last.
  private struct Section {
    let heading: String
    let part: String
    let group: [String]
  }

  private var report: SweepReport { grid.report }
  private var language: Language { report.language }
  private var labels: [String] { grid.columns.map(grid.told) }
  /// The last key, whose values stand side by side.
  private var last: String { report.keys.last.map { grid.shortNames[$0] ?? $0 } ?? "" }

  private func name(_ part: String) -> String {
    part == "all" ? language("all clients", "전체 고객") : report.title(part)
  }

  private func values(_ part: String) -> [Double] {
    report.cells.compactMap { grid.figure($0, part, isLate: isLate) }
  }

  private var sections: [Section] {
    parts.flatMap { part in
      grid.groups.map { group in
        Section(
          heading: parts.count > 1 ? name(part).capitalizedFirst : grid.heading(group), part: part,
          group: group)
      }
    }
  }

  private func value(_ section: Section, _ column: String, _ policy: String) -> Interval? {
    grid.cell(section.group, column, policy).flatMap {
      grid.interval($0, section.part, isLate: isLate)
    }
  }

  /// Whether there is no mean because lines of the branch grow for as long as it is open; which of its services' do is not
  /// always known.
  private func isMeanless(_ section: Section, _ column: String, _ policy: String) -> Bool {
    guard !isLate, let cell = grid.cell(section.group, column, policy) else { return false }
    let figures = report.figures(cell, section.part)
    return cell["result"]?["stable"] == .bool(false) && figures?["wait"]?["mean"] == .null
      && figures?["served"] != .number(0)
  }

  /// How many cells of a section have no mean.
  private func meanless(_ section: Section) -> Int {
    grid.columns.reduce(0) { sum, column in
      sum + grid.policies.count { isMeanless(section, column, $0) }
    }
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

  /// In how many cells more than 5 % are late, of whom in most first; or from where to where mean waits reach, of whom
  /// they are longest.
  private var title: String {
    guard isLate else {
      // The longest of all may be that of few clients, by chance.
      func middle(_ part: String) -> Double { values(part).sorted()[values(part).count / 2] }
      let part = parts.max { middle($0) < middle($1) } ?? "all"
      let (least, most) = (values(part).min() ?? 0, values(part).max() ?? 0)
      let (from, to, name) = (told(least), report.scale.brief(most, in: language), name(part))
      let without = sections.filter { $0.part == part }.reduce(0) { $0 + meanless($1) }
      let range =
        (from == told(most) ? to : language("\(from) to \(to)", "\(from)에서 \(to)까지"))
        + (without > 0
          ? language(
            "; no mean in \(without) of \(values(part).count + without) cells",
            ", \(values(part).count + without)개 중 \(without)개는 평균 없음") : "")
      return parts.count > 1
        ? language(
          "Mean waits are longest for \(name): \(range)", "평균 대기가 가장 긴 쪽: \(name), \(range)")
        : "\(name.capitalizedFirst): \(range)"
    }
    // Of some there may be fewer cells than of others: where nobody of them came.
    let over = Dictionary(grouping: parts) { part in
      [values(part).count { $0 > TargetState.mostOnTarget }, values(part).count]
    }
    let told = over.sorted { $1.key.lexicographicallyPrecedes($0.key) }.map { counts, parts in
      let (count, all) = (counts[0], counts[1])
      return language(
        "in \(count) of \(all) cells for \(language.some(parts.map(name)))",
        "\(all)개 중 \(count)개(\(language.some(parts.map(name))))")
    }
    return language(
      "More than 5 % late, by the means: \(told.joined(separator: "; "))",
      "평균으로 5 % 넘게 목표를 넘긴 칸: \(told.joined(separator: ", "))")
  }

  var figure: Figure? {
    let shown = CellMap(grid: grid, parts: parts.filter { !values($0).isEmpty }, isLate: isLate)
    return shown.parts.isEmpty ? nil : shown.whole
  }

  private var whole: Figure {
    let hasMeanless = sections.contains { meanless($0) > 0 }
    let across = last.isEmpty ? "" : language("; across: \(last)", ", 가로: \(last)")
    let widest = parts.flatMap { values($0) }.map { TextSize.width(told($0)) }.max() ?? 0
    return Figure(
      title: title,
      subtitle: isLate
        ? language(
          "Share not called within the target\(across). Blue: at most 5 %; yellow and orange: at most 20 %; red: more, framed where that is sure, dashed where it may be.",
          "목표 안에 호출되지 못한 비율\(across). 파랑: 5 % 이하, 노랑과 주황: 20 % 이하, 빨강: 그 위(확실하면 테두리, 그럴 수 있으면 점선).")
        : language(
          "Mean wait in \(report.scale.words)\(across)\(hasMeanless ? "; dark: no mean, for lines of the branch grow without end" : ""). The stronger the colour the longer, on one scale for all services.",
          "평균 대기(\(report.scale.unit.name(in: .ko)))\(across)\(hasMeanless ? ", 진한 붉은색: 줄이 끝없이 늘어 평균 없음" : ""). 진할수록 길고, 눈금은 모든 업무에 같음."
        ),
      table: table, draw: { draw($0, widest: widest) })
  }

  private var table: [[String]] {
    let keys = report.keys.dropLast().map { grid.shortNames[$0] ?? $0 }
    let isOf = parts.count > 1
    let heading =
      (isOf ? [language("clients", "고객")] : []) + keys + [language("policy", "정책")]
      + labels.map { $0.isEmpty ? name(parts[0]) : "\(last) \($0)" }
    return [heading]
      + sections.flatMap { section in
        grid.policies.map { policy in
          (isOf ? [name(section.part)] : []) + section.group.map(grid.told) + [policy]
            + grid.columns.map { whole(value(section, $0, policy)) }
        }
      }
  }

  private func draw(_ width: Double, widest: Double) -> Drawing {
    let sections = sections
    let hasHeadings = sections.count > 1 || report.keys.count > 1
    // Of one policy each row is a section.
    let isOne = grid.policies.count == 1 && hasHeadings
    let names = isOne ? sections.map(\.heading) : grid.policies
    let left = min(names.map { TextSize.width($0) }.max() ?? 0, width * 0.4) + 10
    let needed = max(widest, labels.map { TextSize.width($0) }.max() ?? 0) + 8
    // As many columns side by side as have room; the others follow below.
    let room = max(1, min(labels.count, Int((width - left) / needed)))
    let column = (width - left) / Double(room)
    let blocks = (labels.count + room - 1) / room
    let heading = hasHeadings && !isOne ? 24.0 : 0
    let sectionHeight = heading + 28 * Double(grid.policies.count)
    let blockHeight = 24 + sectionHeight * Double(sections.count)
    var drawing = Drawing(width: width, height: blockHeight * Double(blocks) + 6)
    for (place, label) in labels.enumerated() {
      let (block, number) = place.quotientAndRemainder(dividingBy: room)
      let (top, x) = (blockHeight * Double(block), left + column * Double(number))
      drawing.text(
        TextSize.fitted(label, in: column - 4), x: x + column / 2, y: top + 14, "tick", .middle)
      if number == 0 {
        drawing.text(TextSize.fitted(last, in: left - 4), x: 0, y: top + 14, "tick")
      }
      for (row, section) in sections.enumerated() {
        let y = top + 20 + sectionHeight * Double(row)
        if number == 0, heading > 0 {
          drawing.text(TextSize.fitted(section.heading, in: width), x: 0, y: y + 17, "group")
        }
        for (line, policy) in grid.policies.enumerated() {
          let y = y + heading + 28 * Double(line)
          if number == 0 {
            let name = isOne ? names[row] : policy
            drawing.text(TextSize.fitted(name, in: left - 4), x: 0, y: y + 18, "label")
          }
          draw(section, place, policy, x: x, y: y, width: column, &drawing)
        }
      }
    }
    return drawing
  }

  private func draw(
    _ section: Section, _ place: Int, _ policy: String, x: Double, y: Double, width: Double,
    _ drawing: inout Drawing
  ) {
    guard let value = value(section, grid.columns[place], policy) else {
      let isMeanless = isMeanless(section, grid.columns[place], policy)
      if isMeanless {
        drawing.box(
          x: x + 1.5, y: y + 1.5, width: width - 3, height: 25, "heat6 over", radius: 3)
      }
      return drawing.text(
        "–", x: x + width / 2, y: y + 18, isMeanless ? "onheat6" : "tick", .middle)
    }
    // By the root, so that short waits differ too.
    let share =
      grid.longest > 0 ? (value.mean / grid.longest).squareRoot() : 0
    let step = isLate ? TargetState.heat(late: value.mean) : min(Int(share * 5), 4)
    let isSure = TargetState(late: value.mean - (value.halfWidth ?? value.mean)) == .bad
    let over = step > 4 ? isSure ? " over" : " over unsure" : ""
    let across = last.isEmpty ? "" : grid.last(grid.columns[place])
    let names = [policy, section.heading, across].filter { !$0.isEmpty }
    drawing.box(
      x: x + 1.5, y: y + 1.5, width: width - 3, height: 25,
      isLate ? "heat\(step)\(over)" : "amount\(step)", radius: 3,
      tip: "\(names.joined(separator: ", ")): \(whole(value))")
    drawing.text(
      told(value.mean), x: x + width / 2, y: y + 18, isLate ? "onheat\(step)" : "label", .middle)
  }
}
