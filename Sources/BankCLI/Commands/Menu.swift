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
      draws its clients anew.
      """
  ) { arguments, registry throws(Problems) in
    let (opening, files) = try Opening.prepare(arguments, registry)

    let output = LineWriter.standardOutput
    _ = Interrupt.shared
    var openings = 0
    var status: Int32 = 0
    input: while true {
      output.text(opening.setup.messages.menu, isFlushed: true)
      guard let line = readLine() else {
        output.line("")
        break
      }
      // A terminal has shown the typed line with its break; a pipe has not.
      if isatty(0) != 1 { output.line("") }
      switch line.split(whereSeparator: \.isWhitespace).joined(separator: " ") {
      case "1":
        openings += 1
        let result = await opening.run(day: openings)
        if result.isInterrupted {
          status = result.status
          break input
        }
        status = max(status, result.status)
      case "2": break input
      default:
        if let answer = opening.setup.messages.wrongInput { output.line(answer) }
      }
    }
    return ExitStatus.status(status, files)
  }
}
