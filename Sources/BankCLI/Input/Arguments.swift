import BankCore
import BankReports

/// A command line that has been taken apart by a command's flags.
struct Arguments: Sendable {
  private(set) var values: [String: [String]] = [:]
  private(set) var positionals: [String] = []
  /// What is wrong with the words themselves; a command adds what is wrong with their values.
  private(set) var problems: [Problem] = []
  /// The whole command, as it can be given to a shell again, with the version that made it.
  let line: String

  /// Takes `words` apart: `--flag value`, `--flag=value`, and `--` before words that are no flags.
  ///
  /// Flags in `without` are known, but not to this command.
  init(
    _ words: [String], flags: [Flag], without: [Flag] = [], takesWords: Bool = false,
    command: String = ""
  ) {
    line =
      (["bank", command].filter { !$0.isEmpty } + words.map(Self.quoted))
      .joined(separator: " ") + "  # bank \(BankCommand.version)"
    var rest = words[...]
    while let given = rest.popFirst() {
      let word = given == "-h" ? Flag.help.name : given
      guard word.hasPrefix("--"), word != "--" else {
        if word == "--" {
          positionals += rest
          rest = []
        } else {
          positionals.append(word)
        }
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let written = parts.count == 2 ? String(parts[1]) : nil
      guard let flag = flags.first(where: { $0.name == name }) else {
        let near = Suggestion.nearest(to: name, among: flags.map(\.name))
        problems.append(
          Problem("", "unknown option '\(name)'", near.map { "did you mean '\($0)'?" } ?? ""))
        // Its value, if it has one, is not a mistake of its own.
        if written == nil, let next = rest.first, !next.hasPrefix("-") { rest.removeFirst() }
        continue
      }
      if values[name] != nil, !flag.repeats {
        problems.append(Problem(name, "is there twice", "keep one"))
      }
      guard let wanted = flag.value else {
        if written != nil { problems.append(Problem(name, "takes no value")) }
        values[name] = [""]
        continue
      }
      let value = written ?? rest.first
      if written == nil, let value, !value.hasPrefix("--") { rest.removeFirst() }
      if let value, !value.isEmpty, written != nil || !value.hasPrefix("--") {
        values[name, default: []].append(value)
      } else {
        problems.append(Problem(name, "has no value", "give \(wanted)"))
      }
    }
    // Said here, for every command takes it.
    var wrong: [Problem] = []
    _ = read(.lang, allowed: "ko, en", &wrong) { Language(rawValue: $0) }
    problems += wrong
    // JSON and CSV say seconds.
    if !has(.report) { problems += clashes(of: .unit, with: [.json, .csv]) }
    for flag in without where has(flag) {
      let meant = flags.first { $0.name == flag.name.dropLast() + "ies" }
      problems.append(
        Problem(
          flag.name, "means nothing here", meant.map { "give \($0.name)" } ?? "leave it out"))
    }
    if !takesWords { problems += Self.strayWords(positionals, flags) }
  }

  /// What is wrong with words that belong to no flag, and which flag each looks like a value of.
  private static func strayWords(_ words: [String], _ flags: [Flag]) -> [Problem] {
    func meant(_ word: String) -> String? {
      let candidates =
        switch word {
        case _ where word.contains("="): ["--vary", "--set"]
        case _ where word.hasSuffix(".jsonl"): ["--log", "--trace", "--journal", "--config"]
        case _ where word.contains(".json"): ["--config"]
        case _ where word.contains("."): ["--log", "--trace"]
        case _ where word.allSatisfy(\.isNumber): ["--clients"]
        default: ["--policies", "--policy"]
        }
      return candidates.first { name in flags.contains { $0.name == name } }
    }
    // Several policies are one value.
    let policies = words.filter { meant($0) == "--policies" }
    let others = words.filter { meant($0) != "--policies" }.map { ($0, meant($0), $0) }
    let all =
      policies.isEmpty
      ? others
      : [(policies.joined(separator: " "), "--policies", policies.joined(separator: ","))] + others
    return all.map { found, flag, value in
      let hint: Phrase? = flag.map { "did you mean '\($0) \(value)'?" }
      return Problem("", "unexpected '\(found)'", hint ?? "this command takes flags only")
    }
  }

  /// A word as a shell reads it.
  static func quoted(_ word: String) -> String {
    let plain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_./=:,+%@".contains($0) }
    return plain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }

  /// The same with further values of a flag.
  func adding(_ flag: Flag, _ more: [String]) -> Arguments {
    var other = self
    if !more.isEmpty { other.values[flag.name, default: []] += more }
    return other
  }

  /// What is wrong where `flag` is given together with one of `others`.
  func clashes(of flag: Flag, with others: [Flag]) -> [Problem] {
    guard has(flag) else { return [] }
    return others.filter(has).map {
      Problem("\(flag.name) and \($0.name)", "exclude each other", "keep one")
    }
  }

  /// Opens the files that `flags` name, for writing.
  ///
  /// - Throws: every file that cannot be written.
  func files(_ flags: [Flag]) throws(Problems) -> OutputFiles {
    try OutputFiles(flags.compactMap { flag in self[flag].map { (flag.name, $0) } })
  }

  func has(_ flag: Flag) -> Bool { values[flag.name] != nil }

  /// The value of `flag`, or `nil` when it was not given.
  subscript(flag: Flag) -> String? { values[flag.name]?.last }

  func all(_ flag: Flag) -> [String] { values[flag.name] ?? [] }

  /// Reads the value of `flag` if it was given; `read` returns `nil` for what is not `allowed`.
  func read<T>(
    _ flag: Flag, allowed: Phrase, _ problems: inout [Problem], _ read: (String) -> T?
  ) -> T? {
    guard let text = self[flag] else { return nil }
    if let value = read(text) { return value }
    problems.append(Problem(flag.name, "\"\(text)\"", "allowed: \(allowed)"))
    return nil
  }

  /// Reads the value of `flag`, a whole number in `range`, if it was given.
  func whole(
    _ flag: Flag, _ range: ClosedRange<Int>, _ problems: inout [Problem]
  ) -> Int? {
    read(
      flag, allowed: "a whole number from \(range.lowerBound) to \(range.upperBound)", &problems
    ) { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }
  }
}
