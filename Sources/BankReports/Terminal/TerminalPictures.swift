import BankCore
import BankRecords
import BankSimulation

/// A row of bars, one character each, from the lowest to `most`: `▁▂▅█▃`.
func sparkline(_ values: [Double]) -> String {
  let bars = Array("▁▂▃▄▅▆▇█")
  let most = values.max() ?? 0
  return String(
    values.map { value in
      most > 0 ? bars[min(Int(value / most * Double(bars.count)), bars.count - 1)] : bars[0]
    })
}

/// A picture made of characters with two by four dots each, with its axes in text.
struct BraillePlot {
  let title: String
  /// The ends of the axes, as they are written.
  let xLabels: (String, String)
  let yLabels: (String, String)
  private let width: Int
  private let height: Int
  private var cells: [UInt8]

  init(
    title: String, xLabels: (String, String), yLabels: (String, String), width: Int = 60,
    height: Int = 10
  ) {
    (self.title, self.xLabels, self.yLabels) = (title, xLabels, yLabels)
    (self.width, self.height) = (width, height)
    cells = Array(repeating: 0, count: width * height)
  }

  /// The dots of a character by row and column, as Unicode numbers them.
  private static let dots: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

  /// Draws a line through points whose coordinates are shares of the picture, from the lower left.
  mutating func curve(_ points: [(x: Double, y: Double)], isDotted: Bool = false) {
    for (one, other) in zip(points, points.dropFirst()) {
      // What is no number, or far outside, is no part of a picture.
      guard [one.x, one.y, other.x, other.y].allSatisfy({ abs($0) < 1000 }) else { continue }
      let steps = max(
        1, Int((abs(other.x - one.x) * Double(2 * width)).rounded(.up)),
        Int((abs(other.y - one.y) * Double(4 * height)).rounded(.up)))
      for step in 0...steps where !isDotted || step % 6 == 0 {
        let share = Double(step) / Double(steps)
        dot(one.x + (other.x - one.x) * share, one.y + (other.y - one.y) * share)
      }
    }
  }

  private mutating func dot(_ x: Double, _ y: Double) {
    guard 0...1 ~= x, 0...1 ~= y else { return }
    let column = min(Int(x * Double(2 * width)), 2 * width - 1)
    let row = min(Int((1 - y) * Double(4 * height)), 4 * height - 1)
    cells[row / 4 * width + column / 2] |= Self.dots[row % 4][column % 2]
  }

  var text: String {
    let margin = max(yLabels.0.columns, yLabels.1.columns)
    let rows = (0..<height).map { row -> String in
      let label = row == 0 ? yLabels.1 : row == height - 1 ? yLabels.0 : ""
      let line = cells[row * width..<(row + 1) * width].map { cell in
        cell == 0 ? " " : String(UnicodeScalar(0x2800 + UInt32(cell)) ?? " ")
      }.joined()
      return String(repeating: " ", count: margin - label.columns) + label + " │" + line
    }
    let indent = String(repeating: " ", count: margin + 1)
    let gap = max(1, width - xLabels.0.columns - xLabels.1.columns)
    return
      ([title] + rows + [
        indent + "└" + String(repeating: "─", count: width),
        indent + " " + xLabels.0 + String(repeating: " ", count: gap) + xLabels.1,
      ]).map { $0.withoutTrailingSpaces }.joined(separator: "\n")
  }
}

/// Rows of values with their intervals on one scale that begins at zero.
struct IntervalPlot {
  let title: String
  let rows: [(name: String, value: Interval, label: String)]

  var text: String {
    let width = 50
    let most = rows.map { $0.value.mean + ($0.value.halfWidth ?? 0) }.max() ?? 0
    let margin = rows.map { $0.name.columns }.max() ?? 0
    func column(_ value: Double) -> Int {
      most > 0 ? min(max(Int((value / most * Double(width - 1)).rounded()), 0), width - 1) : 0
    }
    let lines = rows.map { row -> String in
      var cells = Array(repeating: " ", count: width)
      let half = row.value.halfWidth ?? 0
      for place in column(row.value.mean - half)...column(row.value.mean + half) {
        cells[place] = "━"
      }
      cells[column(row.value.mean)] = "●"
      let padding = String(repeating: " ", count: margin - row.name.columns)
      return row.name + padding + " │" + cells.joined() + " " + row.label
    }
    return ([title] + lines).joined(separator: "\n")
  }
}

extension String {
  /// Without spaces at its end.
  var withoutTrailingSpaces: String {
    var text = Substring(self)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension TargetState {
  /// What stands behind a share in a table; nothing where all is well.
  var mark: String {
    switch self {
    case .good: ""
    case .risk: "▲"
    case .bad: "■"
    }
  }

  /// What the marks mean.
  static func legend(_ language: Language) -> String {
    language(
      "▲ more than 5 % beyond the target, ■ more than 20 %", "▲ 목표를 넘긴 고객이 5 % 초과, ■ 20 % 초과")
  }

  /// A column of shares with their marks, and room for them where any other has one.
  static func marked(_ shares: [(text: String, late: Double?)]) -> [String] {
    let marks = shares.map { $0.late.map { TargetState(late: $0).mark } ?? "" }
    guard marks.contains(where: { !$0.isEmpty }) else { return shares.map(\.text) }
    return zip(shares, marks).map { $0.text + " " + ($1.isEmpty ? " " : $1) }
  }
}

/// The colours of a terminal.
package enum TerminalColors {
  /// The same text with what is marked as late in red, and what is marked as at risk in yellow.
  package static func marked(_ text: String) -> String {
    text
      .replacing(/[0-9.]+(?: ± [0-9.]+)? %(?: \([0-9.]+–[0-9.]+ %\))? ■/) {
        "\u{1B}[31m\($0.output)\u{1B}[0m"
      }
      .replacing(/[0-9.]+(?: ± [0-9.]+)? %(?: \([0-9.]+–[0-9.]+ %\))? ▲/) {
        "\u{1B}[33m\($0.output)\u{1B}[0m"
      }
  }
}

extension SimulationReport {
  /// Who waits over the day, in a line; `nil` where the day has no hours.
  var waitingLine: String? {
    guard scale.opens != nil, let day = DayPictures(self), !day.wholeStretches.isEmpty else {
      return nil
    }
    let stretches = day.wholeStretches
    let waiting = stretches.map(day.course.waiting)
    let peak = waiting.indices.max { waiting[$0] < waiting[$1] } ?? 0
    // Of a day on which hardly anybody waits there is nothing to draw.
    guard waiting[peak] >= 0.05 else { return nil }
    let most = Time.seconds(waiting[peak]).decimal(places: 1)
    let (from, to) = (day.moment(stretches.lowerBound), day.moment(stretches.upperBound))
    return language("waiting", "대기") + "  \(from) " + sparkline(waiting) + " \(to)"
      + language(
        "  most at \(day.moment(stretches.lowerBound + peak)): \(most)",
        "  가장 많을 때 \(day.moment(stretches.lowerBound + peak)): \(most)명")
  }

  /// Pictures for a terminal: who waits over the day, and how long those served have waited.
  package var plots: [String] {
    var plots: [String] = []
    if let day = DayPictures(self), day.wholeStretches.count > 1 {
      let stretches = day.wholeStretches
      let waiting = stretches.map(day.course.waiting)
      let days = day.course.days
      // Of fewer days nobody knows what one in twenty is like.
      let high = days < 20 ? [] : stretches.map { day.course.waiting($0, level: 0.95) }
      let most = Scale.roundedUp((waiting + high).max() ?? 0)
      var plot = BraillePlot(
        title: (days == 1
          ? language("Clients waiting", "기다리는 고객")
          : language("Clients waiting, mean of \(days) days", "기다리는 고객, \(days)일의 평균"))
          + (high.isEmpty
            ? "" : language("; dotted: 95 % of days have fewer", ". 점선: 날의 95 %는 이보다 적음")),
        xLabels: (day.moment(stretches.lowerBound), day.moment(stretches.upperBound)),
        yLabels: ("0", Scale.label(most)))
      func points(_ values: [Double]) -> [(x: Double, y: Double)] {
        values.enumerated().map {
          ((Double($0.offset) + 0.5) / Double(values.count), $0.element / most)
        }
      }
      plot.curve(points(waiting))
      plot.curve(points(high), isDotted: true)
      plots.append(plot.text)
    }
    let all = summary.statistics.all
    if unstable.isEmpty, let end = all.waitQuantile(0.99), end > 0 {
      var plot = BraillePlot(
        title: language(
          "Share of those served who waited no longer than so many \(scale.unit.name(in: language)), up to 99 %",
          "업무를 본 고객 가운데 이 시간(\(scale.unit.name(in: language)))까지만 기다린 비율, 99 %까지"),
        xLabels: ("0", scale.brief(end)), yLabels: ("0 %", "100 %"))
      plot.curve(
        (0...120).map { step in
          let share = Double(step) / 120
          return (share, all.waits.share(upTo: end * share))
        })
      plots.append(plot.text)
    }
    return plots
  }
}

extension ComparisonReport {
  /// A picture for a terminal: the mean waits of the policies, the shortest first.
  package var plots: [String] {
    let scale = results[0].scale
    let language = results[0].language
    let rows = results.compactMap { result -> (name: String, value: Interval, label: String)? in
      guard let line = result.lines.last, line.hasMean, result.fault == nil else { return nil }
      let mean = line.figures.wait.mean
      return (
        result.policy, Interval(mean: mean, halfWidth: line.halfWidth),
        result.told(mean, line.halfWidth)
      )
    }.sorted { $0.value.mean < $1.value.mean }
    guard !rows.isEmpty else { return [] }
    return [
      IntervalPlot(
        title: language(
          "Mean waits (\(scale.unit.name(in: language))), with 95 % intervals",
          "평균 대기(\(scale.unit.name(in: language))), 95 % 구간과 함께"), rows: rows
      ).text
    ]
  }
}
