import BankCore
import BankSimulation

/// A drawing area with axes; coordinates in units of the data.
struct Plot {
  static let width = 760.0
  let height: Double
  let x: ClosedRange<Double>
  let y: ClosedRange<Double>
  private let left = 64.0
  private let right = 12.0
  private let top = 20.0
  private let bottom = 36.0
  private var marks: [String] = []

  /// Whether the y axis has numbers, and not rows.
  let hasNumbers: Bool

  init(
    height: Double = 260, x: ClosedRange<Double>, y: ClosedRange<Double>, hasNumbers: Bool = true
  ) {
    self.hasNumbers = hasNumbers
    self.height = height
    self.x = x.lowerBound < x.upperBound ? x : x.lowerBound...x.lowerBound + 1
    self.y = y.lowerBound < y.upperBound ? y : y.lowerBound...y.lowerBound + 1
  }

  func place(x value: Double) -> Double {
    left + (value - x.lowerBound) / (x.upperBound - x.lowerBound) * (Self.width - left - right)
  }

  func place(y value: Double) -> Double {
    height - bottom
      - (value - y.lowerBound) / (y.upperBound - y.lowerBound) * (height - bottom - top)
  }

  static func number(_ value: Double) -> String { Time.seconds(value).decimal(places: 1) }

  mutating func add(_ mark: String) { marks.append(mark) }

  /// A line; told apart from others by its dashes.
  mutating func line(_ points: [(Double, Double)], style: Int) {
    let path = points.map { "\(Self.number(place(x: $0.0))),\(Self.number(place(y: $0.1)))" }
    add(
      "<polyline points=\"\(path.joined(separator: " "))\" fill=\"none\" stroke=\"currentColor\""
        + " stroke-width=\"2\" stroke-dasharray=\"\(Self.dashes[style % Self.dashes.count])\"/>")
  }

  static let dashes = ["none", "8 4", "2 3", "12 4 2 4", "5 2", "1 5", "14 3"]

  /// The document, with axes labelled at round values.
  ///
  /// - Parameter xTicks: the round values of the x axis with their labels, where they are not numbers.
  func svg(
    _ title: String, xLabel: String, yLabel: String, xTicks: [(at: Double, label: String)]? = nil
  ) -> String {
    var parts = [
      "<svg viewBox=\"0 0 \(Self.number(Self.width)) \(Self.number(height))\" role=\"img\">",
      "<title>\(HTML.escaped(title))</title>",
    ]
    for tick in xTicks ?? Self.ticks(x).map({ ($0, Self.label($0)) }) {
      let at = Self.number(place(x: tick.at))
      parts.append(
        "<text x=\"\(at)\" y=\"\(Self.number(height - 18))\" text-anchor=\"middle\">"
          + "\(tick.label)</text>")
    }
    for tick in hasNumbers ? Self.ticks(y) : [] {
      let at = Self.number(place(y: tick))
      parts.append(
        "<line x1=\"\(left)\" x2=\"\(Self.width - right)\" y1=\"\(at)\" y2=\"\(at)\""
          + " stroke=\"currentColor\" stroke-opacity=\".2\"/>"
          + "<text x=\"\(left - 6)\" y=\"\(at)\" text-anchor=\"end\" dy=\".35em\">"
          + "\(Self.label(tick))</text>")
    }
    parts.append(
      "<text x=\"\(Self.number(Self.width - right))\" y=\"\(Self.number(height - 3))\""
        + " text-anchor=\"end\">\(HTML.escaped(xLabel))</text>"
        + "<text x=\"4\" y=\"10\">\(HTML.escaped(yLabel))</text>")
    return (parts + marks + ["</svg>"]).joined()
  }

  /// At most seven round values in a range.
  static func ticks(_ range: ClosedRange<Double>) -> [Double] {
    let span = range.upperBound - range.lowerBound
    var step = 1.0
    while span / step > 6 { step *= 10 }
    while span / step < 0.6 { step /= 10 }
    for part in [0.1, 0.2, 0.5] where span / (step * part) <= 6 {
      step *= part
      break
    }
    var ticks: [Double] = []
    var tick = (range.lowerBound / step).rounded(.up)
    while tick * step <= range.upperBound + step * 1e-9 {
      ticks.append(tick * step)
      tick += 1
    }
    return ticks
  }

  static func label(_ value: Double) -> String {
    var text = Time.seconds(value).decimal(places: 3)
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }
}

/// The share of clients who waited no longer than a time, a line for each policy.
struct WaitChart {
  let text: String

  init(_ results: [SimulationReport]) {
    let shown = results.filter { $0.unstable.isEmpty && $0.summary.statistics.all.served > 0 }
    let longest = shown.compactMap { $0.summary.statistics.all.waitQuantile(0.99) }.max() ?? 1
    guard !shown.isEmpty, longest > 0 else {
      text = "<p>Nobody waited, or there is nothing to show.</p>"
      return
    }
    var plot = Plot(x: 0...longest, y: 0...1)
    var legend: [String] = []
    for (style, result) in shown.enumerated() {
      let all = result.summary.statistics.all
      let points = (0...120).map { step in
        let time = longest * Double(step) / 120
        return (time, all.waits.share(upTo: time))
      }
      plot.line(points, style: style)
      legend.append(Self.legend(result.policy, style))
    }
    let words = shown.map { result in
      let median = result.summary.statistics.all.waitQuantile(0.5) ?? 0
      return "\(result.policy): half waited at most \(result.scale.length(median))"
    }.joined(separator: "; ")
    text =
      plot.svg(
        "Share of clients who waited no longer than a time. \(words).",
        xLabel: "wait (\(shown[0].scale.unit))", yLabel: "share",
        xTicks: shown[0].scale.lengthTicks(0...longest)) + "<p>"
      + legend.joined(separator: " &emsp; ") + "</p>"
  }

  static func legend(_ name: String, _ style: Int) -> String {
    "<svg width=\"48\" height=\"10\" aria-hidden=\"true\"><line x1=\"0\" x2=\"48\" y1=\"5\" y2=\"5\""
      + " stroke=\"currentColor\" stroke-width=\"2\""
      + " stroke-dasharray=\"\(Plot.dashes[style % Plot.dashes.count])\"/></svg> "
      + HTML.escaped(name)
  }
}

/// The paired differences of mean waits with their intervals, zero marked.
struct DifferenceChart {
  let text: String

  init(_ differences: [Difference], _ scale: TimeScale) {
    let shown = differences.filter { $0.metric == .meanWait }
    let reach = shown.map { abs($0.interval.mean) + ($0.interval.halfWidth ?? 0) }.max() ?? 1
    let height = 60 + 26 * Double(shown.count)
    var plot = Plot(
      height: height, x: -reach * 1.6...reach * 1.1, y: 0...Double(max(shown.count, 1)),
      hasNumbers: false)
    let zero = Plot.number(plot.place(x: 0))
    plot.add(
      "<line x1=\"\(zero)\" x2=\"\(zero)\" y1=\"10\" y2=\"\(Plot.number(height - 36))\""
        + " stroke=\"currentColor\"/>")
    for (row, difference) in shown.enumerated() {
      let y = Plot.number(plot.place(y: Double(shown.count - row) - 0.5))
      let mean = difference.interval.mean
      let half = difference.interval.halfWidth ?? 0
      plot.add(
        "<line x1=\"\(Plot.number(plot.place(x: mean - half)))\""
          + " x2=\"\(Plot.number(plot.place(x: mean + half)))\" y1=\"\(y)\" y2=\"\(y)\""
          + " stroke=\"currentColor\" stroke-width=\"3\"/>"
          + "<circle cx=\"\(Plot.number(plot.place(x: mean)))\" cy=\"\(y)\" r=\"5\""
          + " fill=\"currentColor\"/>"
          + "<text x=\"70\" y=\"\(y)\" dy=\".35em\">"
          + HTML.escaped("\(difference.policy), \(difference.service)") + "</text>")
    }
    let rows = shown.map { difference in
      [
        difference.policy, difference.service,
        scale.number(difference.interval.mean),
        difference.interval.halfWidth.map(scale.number) ?? "–",
        difference.isClear ? "yes" : "no",
      ]
    }
    text =
      plot.svg(
        "Differences of mean waits with their 95 % intervals; the table below says the same.",
        xLabel: "\(scale.words); to the left of the line is shorter", yLabel: "",
        xTicks: scale.lengthTicks(plot.x))
      + HTML.table(["policy", "service", "difference", "±", "clear"], rows)
  }
}

/// How busy each teller was, a bar for each teller and policy.
struct UtilizationChart {
  let text: String

  init(_ results: [SimulationReport]) {
    var rows: [[String]] = []
    var bars: [(name: String, share: Double)] = []
    for result in results {
      for (teller, figures) in zip(result.plan.tellers, result.summary.statistics.tellers) {
        let share = figures.utilization
        rows.append([
          result.policy, teller.name, String(figures.served),
          share.map(SimulationReport.percent) ?? "–",
        ])
        bars.append((result.policy + " · " + teller.name, share ?? 0))
      }
    }
    let table = HTML.table(["policy", "teller", "served", "utilisation"], rows)
    guard bars.count <= 60 else {
      text = table
      return
    }
    let height = 44 + 20 * Double(bars.count)
    var plot = Plot(height: height, x: 0...1, y: 0...Double(max(bars.count, 1)), hasNumbers: false)
    for (row, bar) in bars.enumerated() {
      let top = plot.place(y: Double(bars.count - row))
      let from = plot.place(x: 0)
      plot.add(
        "<rect x=\"\(Plot.number(from))\" y=\"\(Plot.number(top + 3))\""
          + " width=\"\(Plot.number(plot.place(x: min(bar.share, 1)) - from))\" height=\"12\""
          + " fill=\"currentColor\" fill-opacity=\".45\"/>"
          + "<text x=\"\(Plot.number(from + 6))\" y=\"\(Plot.number(top + 13))\">"
          + HTML.escaped(bar.name) + "</text>")
    }
    text =
      plot.svg(
        "Utilisation of each teller; the table below says the same.", xLabel: "share of the time",
        yLabel: "") + table
  }
}
