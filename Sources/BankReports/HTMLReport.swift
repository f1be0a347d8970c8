import BankCore
import BankSimulation

/// One page with tables and charts, complete in itself: no script, nothing fetched.
///
/// Charts are SVG, told apart by pattern and label as well as by shade, and say in a `title` and a
/// table what they show.
public struct HTMLReport: Sendable {
  private let title: String
  private let results: [SimulationReport]
  private let differences: [Difference]
  private let conclusions: [String]
  private let timelines: [Timeline]

  /// Makes a report of results and, where there are several, of their differences.
  public init(
    title: String, results: [SimulationReport], differences: [Difference] = [],
    conclusions: [String] = [], timelines: [Timeline] = []
  ) {
    self.title = title
    self.results = results
    self.differences = differences
    self.conclusions = conclusions
    self.timelines = timelines
  }

  /// The document.
  public var text: String {
    var body: [String] = ["<h1>\(HTML.escaped(title))</h1>"]
    let warnings = SimulationReport.warnings(of: results)
    if let first = results.first {
      let days = first.summary.days.count
      body.append(
        "<p>Seed \(first.seed), \(days) \(days == 1 ? "day" : "days"), queue \(first.queue). "
          + "Times are \(first.scale.words); ± is half of a 95 % interval.</p>")
    }
    if !conclusions.isEmpty {
      body.append(
        "<ul>" + conclusions.map { "<li>\(HTML.escaped($0))</li>" }.joined() + "</ul>")
    }
    if !warnings.isEmpty {
      body.append(
        "<section><h2>To know</h2><ul class=\"warning\">"
          + warnings.map { "<li>\(HTML.escaped($0))</li>" }.joined() + "</ul></section>")
    }
    guard !results.isEmpty else {
      return HTML.document(title: title, body: body.joined(separator: "\n"))
    }
    body.append(section("Waits", waitsTable))
    body.append(section("How long clients waited", WaitChart(results).text))
    if !differences.isEmpty {
      body.append(
        section(
          "Mean wait beside \(results[0].policy)",
          DifferenceChart(differences, results[0].scale).text))
    }
    let day = results.first.map { $0.summary.days.count > 1 } ?? false ? ", the first day" : ""
    let scale = results.first?.scale ?? TimeScale()
    for result in results where !result.plan.routes.isEmpty {
      let rows = result.routeRows
      body.append(
        section("Routes: \(result.policy)", HTML.table(rows[0], Array(rows.dropFirst()))))
    }
    for timeline in timelines {
      body.append(
        section("Waiting over time: \(timeline.policy)\(day)", timeline.waitingChart(scale)))
      body.append(section("Tellers: \(timeline.policy)\(day)", timeline.tellerChart(scale)))
    }
    body.append(section("Utilisation", UtilizationChart(results).text))
    return HTML.document(title: title, body: body.joined(separator: "\n"))
  }

  private func section(_ heading: String, _ content: String) -> String {
    "<section><h2>\(HTML.escaped(heading))</h2>\(content)</section>"
  }

  private var waitsTable: String {
    let hasLosses = SimulationReport.hasLosses(results)
    let hasTargets = SimulationReport.hasTargets(results)
    let heading =
      ["policy", "service", "served", "mean wait", "±", "median", "p95", "max", "waited at all"]
      + (hasLosses ? ["lost"] : []) + (hasTargets ? ["late"] : [])
    let rows = results.flatMap { result in
      result.lines.map { line -> [String] in
        func mean(_ value: Double?) -> String {
          line.hasMean ? value.map(result.scale.number) ?? "–" : "–"
        }
        let figures = line.figures
        let cells = [
          result.policy + (result.fault == nil ? "" : " (dropped)"), line.name,
          String(figures.served), mean(figures.wait.mean), mean(line.halfWidth),
          mean(line.quantiles[0]?.mean), mean(line.quantiles[2]?.mean),
          mean(figures.wait.max),
          figures.served > 0
            ? SimulationReport.percent(Double(figures.waited) / Double(figures.served)) : "–",
        ]
        return cells + (hasLosses ? [line.share(line.lost)] : [])
          + (hasTargets ? [line.share(line.late)] : [])
      }
    }
    return HTML.table(heading, rows)
  }
}

/// The little HTML that reports need.
package enum HTML {
  /// Text as it may stand in an element or an attribute, of XML too.
  package static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, letter in
      switch letter {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      default: result.append(letter)
      }
    }
  }

  /// A table whose first two columns are words and the others numbers.
  static func table(_ heading: [String], _ rows: [[String]]) -> String {
    func row(_ cells: [String], _ tag: String) -> String {
      "<tr>" + cells.map { "<\(tag)>\(escaped($0))</\(tag)>" }.joined() + "</tr>"
    }
    return "<div class=\"wide\"><table><thead>" + row(heading, "th") + "</thead><tbody>"
      + rows.map { row($0, "td") }.joined() + "</tbody></table></div>"
  }

  static func document(title: String, body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <title>\(escaped(title))</title>
    <style>
    :root { color-scheme: light dark; }
    body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 64rem; padding: 1rem; }
    h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
    .wide { overflow-x: auto; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid #8888; }
    th:nth-child(-n+2), td:nth-child(-n+2) { text-align: left; }
    .warning { border-left: .3rem solid currentColor; padding-left: 2rem; }
    svg { max-width: 100%; height: auto; color: inherit; }
    svg text { font: 12px system-ui, sans-serif; fill: currentColor; }
    </style>
    </head>
    <body>
    \(body)
    </body>
    </html>

    """
  }
}
