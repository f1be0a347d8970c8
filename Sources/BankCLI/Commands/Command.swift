import BankCore

/// A command of the command line.
struct Command: Sendable {
  let name: String
  /// What it does, in one line.
  let summary: String
  /// What follows its name.
  var usage = "[options]"
  /// Its own flags, beside the common ones.
  let flags: [Flag]
  /// Those of the common flags that mean nothing to it: told so, and not shown in its help.
  var without: [Flag] = []
  /// Further words of help.
  let discussion: String
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
    var lines = [summary, "", "Usage: \(BankCommand.executable) \(name) \(usage)"]
    if !discussion.isEmpty { lines += ["", discussion] }
    lines += ["", "Options:"] + Self.described(flags)
    lines +=
      ["", "Common options:"]
      + Self.described(
        Flag.common.filter { flag in !without.contains { $0.name == flag.name } })
    return lines.joined(separator: "\n")
  }

  private static func described(_ flags: [Flag]) -> [String] {
    flags.map { flag in
      let name = flag.name + (flag.value.map { " " + $0 } ?? "")
      let padding = String(repeating: " ", count: max(2, 24 - name.count))
      return "  " + name + padding + flag.help
    }
  }
}
