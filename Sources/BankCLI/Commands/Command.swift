import BankCore

/// A command of the command line.
struct Command: Sendable {
  let name: String
  /// What it does, in one line.
  let summary: Phrase
  /// What follows its name.
  var usage: Phrase = "[options]"
  /// Its own flags, beside the common ones.
  let flags: [Flag]
  /// Those of the common flags that mean nothing to it: told so, and not shown in its help.
  var without: [Flag] = []
  /// Further words of help.
  let discussion: Phrase
  /// Whether it takes words that are no flags.
  var takesWords = false
  /// Does it; returns the exit status.
  let run: @Sendable (Arguments, Registry) async throws(Problems) -> Int32

  var allFlags: [Flag] { flags + Flag.common }

  /// Those that mean something to it.
  var knownFlags: [Flag] {
    allFlags.filter { flag in !without.contains { $0.name == flag.name } }
  }

  /// What `--help` shows.
  var help: String {
    let usage = Console.say("Usage: \(BankCommand.executable) \(name) \(usage)")
    var lines = [Console.say(summary), "", usage]
    if !discussion.isEmpty { lines += ["", Console.say(discussion)] }
    lines += ["", Console.say("Options:")] + Self.described(flags)
    lines +=
      ["", Console.say("Common options:")]
      + Self.described(
        Flag.common.filter { flag in !without.contains { $0.name == flag.name } })
    return lines.joined(separator: "\n")
  }

  private static func described(_ flags: [Flag]) -> [String] {
    flags.map { flag in
      let name = flag.name + (flag.value.map { " " + $0 } ?? "")
      let padding = String(repeating: " ", count: max(2, 24 - name.count))
      return "  " + name + padding + Console.say(flag.help)
    }
  }
}
