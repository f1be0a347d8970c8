import BankCore
import BankReports
import Foundation
import Synchronization

/// What the commands say to a person, in the language asked for.
enum Console {
  private static let spoken = Mutex(Language.en)

  /// The language: chosen once, before anything is said.
  static var language: Language {
    get { spoken.withLock { $0 } }
    set { spoken.withLock { $0 = newValue } }
  }

  /// The language that `words` ask for with `--lang`, or else the environment's.
  static func language(of words: [String]) -> Language {
    let given = words.indices.compactMap { index -> Language? in
      if words[index] == Flag.lang.name, index + 1 < words.count {
        return Language(rawValue: words[index + 1])
      }
      return words[index].hasPrefix(Flag.lang.name + "=")
        ? Language(rawValue: String(words[index].dropFirst(Flag.lang.name.count + 1))) : nil
    }
    return given.first ?? systemLanguage
  }

  /// Korean where the environment says so.
  private static var systemLanguage: Language {
    let environment = ProcessInfo.processInfo.environment
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    return locale?.hasPrefix("ko") == true ? .ko : .en
  }

  static func say(_ phrase: Phrase) -> String { language.say(phrase) }

  /// A line on standard output.
  static func line(_ phrase: Phrase) { LineWriter.standardOutput.line(say(phrase)) }

  /// Whether standard output is a terminal that shows colours.
  static let hasColors: Bool = {
    let environment = ProcessInfo.processInfo.environment
    return isatty(1) == 1 && environment["NO_COLOR", default: ""].isEmpty
      && environment["TERM"] != "dumb"
  }()

  /// How wide standard output is, where it is a terminal.
  static var columns: Int? { columns(of: 1) }

  /// How wide an output is, where it is a terminal: standard output is 1, standard error 2.
  static func columns(of output: Int32) -> Int? {
    var size = winsize()
    guard isatty(output) == 1, ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// A report on standard output, with colours where a terminal shows them, and its pictures.
  static func show(_ report: String, plots: [String] = []) {
    let text = printable(([report] + plots).joined(separator: "\n\n"), lines: true)
    LineWriter.standardOutput.line(hasColors ? TerminalColors.marked(text) : text)
  }

  /// Text for a terminal, which names out of files tell nothing; ends of lines stay, where there are `lines`.
  static func printable(_ text: String, lines: Bool) -> String {
    guard !text.unicodeScalars.allSatisfy({ $0.isPrintable || lines && $0 == "\n" }) else {
      return text
    }
    return text.unicodeScalars.map { scalar in
      scalar.isPrintable || lines && scalar == "\n"
        ? String(scalar) : "\\u{" + String(scalar.value, radix: 16) + "}"
    }.joined()
  }

  /// A line on standard error, from `bank`.
  static func tell(_ phrase: Phrase) {
    let text = printable(say(phrase), lines: false)
    // No longer than a screen.
    let isLong = text.unicodeScalars.count > 2000
    LineWriter.standardError.line(
      "bank: " + (isLong ? String(text.unicodeScalars.prefix(2000)) + "…" : text), isFlushed: true)
  }

  /// What is wrong.
  static func tell(_ problem: Problem) {
    tell(Phrase(verbatim: language.say(problem)))
  }

  /// Whether notes and progress are left out: chosen once, before anything is said.
  static var isQuiet: Bool {
    get { silence.load(ordering: .relaxed) }
    set { silence.store(newValue, ordering: .relaxed) }
  }

  private static let silence = Atomic(false)

  /// Whether standard error shows how far a long piece of work is.
  static var showsProgress: Bool { isatty(2) == 1 && !isQuiet }

  /// Something to know.
  static func note(_ phrase: Phrase) { if !isQuiet { tell("note: \(phrase)") } }

  /// Something to be careful about.
  static func warn(_ phrase: Phrase) { tell("warning: \(phrase)") }

  /// Warnings that were said already in the language asked for.
  static func warn(_ warnings: [String]) {
    for warning in warnings { warn(Phrase(verbatim: warning)) }
  }
}
