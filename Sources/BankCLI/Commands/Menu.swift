import BankConfiguration
import BankCore
import BankReports
import Foundation

/// The command `bank menu`.
enum Menu {
  static let command = Command(
    name: "menu", summary: "A menu: 1 opens the branch, 2 quits.",
    flags: [.runClients, .speed, .events],
    discussion: """
      Reads from standard input, also when that is a file or a pipe; its end quits. Every opening
      draws its clients anew. After a day on which the stock was short it asks whether to change it.
      """
  ) { arguments, registry throws(Problems) in
    var opening = try Opening.prepare(arguments, registry)

    let output = LineWriter.standardOutput
    var openings = 0
    var status: Int32 = 0
    /// What is left of an answer that was none to the question before.
    var next: String?
    input: while true {
      if next == nil { output.text(opening.setup.messages.menu, isFlushed: true) }
      guard let line = next ?? Menu.answer() else {
        output.line("")
        break
      }
      next = nil
      switch line {
      case "1":
        openings += 1
        let result = await opening.run(day: openings)
        if result.isInterrupted {
          status = result.status
          break input
        }
        status = max(status, result.status)
        if result.refused > 0 { next = Menu.changeStock(of: &opening) }
      case "2": break input
      default:
        if let answer = opening.setup.messages.wrongInput { output.line(answer) }
      }
    }
    return status
  }

  /// A line of standard input without needless spaces; `nil` at its end.
  private static func answer() -> String? {
    guard let line = readLine() else { return nil }
    // A terminal has shown the typed line with its break; a pipe has not.
    if isatty(0) != 1 { LineWriter.standardOutput.line("") }
    return line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Asks whether to change the stock, and if so how many there are to be of each item; returns a choice of the menu that
  /// was given for an answer.
  private static func changeStock(of opening: inout Opening) -> String? {
    let (setup, output) = (opening.setup, LineWriter.standardOutput)
    output.text(setup.messages.stockQuestion, isFlushed: true)
    guard let first = answer() else { return nil }
    if ["1", "2"].contains(first) { return first }
    guard ["예", "네", "y", "yes"].contains(first.lowercased()) else { return nil }
    var counts = opening.counts ?? setup.plan.stock.map(\.count)
    for (place, item) in setup.plan.stock.enumerated() {
      let title = setup.messages.language(
        setup.configuration.stockTitles[place].en, setup.configuration.stockTitles[place].ko)
      while true {
        output.text(
          setup.messages.stockInput(title, count: counts[place], most: item.mostToSet),
          isFlushed: true)
        guard let text = answer(), !text.isEmpty else { break }
        if let count = Int(text), 0...item.mostToSet ~= count {
          counts[place] = count
          break
        }
        if let answer = setup.messages.wrongInput { output.line(answer) }
      }
    }
    opening.counts = counts
    return nil
  }
}
