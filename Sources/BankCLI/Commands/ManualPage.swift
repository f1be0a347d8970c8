import BankCore
import BankReports
import Foundation

/// The manual page of this executable, from the table of commands: `bank completions man | man -l -`.
enum ManualPage {
  static var text: String {
    let bank = BankCommand.executable
    var lines = [
      ".TH \(bank.uppercased()) 1 \"\" \"bank \(BankCommand.version)\"", ".SH NAME",
      "\(bank) \\- " + escaped(Console.say(BankCommand.purpose)), ".SH SYNOPSIS",
      ".B \(bank)", "[\\fIcommand\\fR] [\\fIoptions\\fR]", ".SH COMMANDS",
    ]
    for command in BankCommand.commands {
      lines += [
        ".SS \(bank) \(command.name) \(escaped(Console.say(command.usage)))",
        escaped(Console.say(command.summary)),
      ]
      if !command.discussion.isEmpty {
        lines += [".PP", ".nf"]
        lines += Console.say(command.discussion).split(separator: "\n").map { escaped($0) }
        lines += [".fi"]
      }
      lines += described(command.flags)
    }
    lines += [".SH COMMON OPTIONS"] + described(Flag.common)
    lines += [".SH EXIT STATUS"]
    for (status, meaning) in statuses {
      lines += [".TP", ".B \(status)", escaped(Console.say(meaning))]
    }
    return lines.joined(separator: "\n")
  }

  private static let statuses: [(String, Phrase)] = [
    ("0", "done"),
    (
      "1",
      "done, and something was wrong: a law is broken, the policy was dropped, or a file could not be written to its end"
    ), ("2", "a mistake in flags, config or input; nothing was done"),
    ("130, 143", "interrupted (Ctrl-C), terminated; what was done so far is reported"),
  ]

  private static func described(_ flags: [Flag]) -> [String] {
    flags.flatMap { flag in
      let value = flag.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
      return [".TP", "\\fB\(escaped(flag.name))\\fR\(value)", escaped(Console.say(flag.help))]
    }
  }

  /// Text as roff takes it: its own signs mean nothing, and a hyphen stays one.
  private static func escaped(_ text: some StringProtocol) -> String {
    let plain = String(text).replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}
