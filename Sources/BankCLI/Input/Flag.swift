import BankCore
import BankRecords

/// A flag of the command line.
struct Flag: Sendable {
  /// With its hyphens: `--clients`.
  let name: String
  /// What its value stands for, or `nil` for a flag without one.
  let value: String?
  let help: Phrase
  let repeats: Bool

  init(_ name: String, _ value: String?, _ help: Phrase, repeats: Bool = false) {
    self.name = name
    self.value = value
    self.help = help
    self.repeats = repeats
  }
}

extension Flag {
  static let config = Flag(
    "--config", "FILE", "read the branch from FILE (JSON5; default: bank.json5, if it is there)")
  static let set = Flag(
    "--set", "KEY=VALUE", "change a key of the config, as services.loan.target=300 (also *=, +=)",
    repeats: true)
  static let policy = Flag("--policy", "NAME", "use this policy; 'bank policies' lists them")
  static let option = Flag(
    "--option", "KEY=VALUE", "set an option of the policy; may be repeated", repeats: true)
  static let queue = Flag(
    "--queue", "NAME", "put this queue behind every line; 'bank queues' lists them")
  static let seed = Flag(
    "--seed", "N",
    "draw other clients (a whole number; default 1, and run, menu and serve draw one)")
  static let lang = Flag("--lang", "ko|en", "speak Korean or English (default: from LANG)")
  static let unit = Flag(
    "--unit", "s|min|h", "show times in this unit (default: the config's, or s)")
  static let help = Flag("--help", nil, "show this help")
  static let version = Flag("--version", nil, "show the version")
  static let quiet = Flag("--quiet", nil, "say no notes and no progress; warnings and errors stay")

  /// What every command takes.
  static let common = [config, set, policy, option, queue, seed, lang, quiet, help, version]

  static let runClients = Flag(
    "--clients", "N|A...B", "N clients, or a number drawn between A and B (default 10...30)")
  static let speed = Flag(
    "--speed", "X|max", "run X times as fast as the clock, or as fast as it goes (default 1)")
  static let events = Flag("--events", "FILE", "write every event to FILE (JSON Lines)")
  static let report = Flag("--report", "FILE", "write a report with charts to FILE (HTML)")
  static let plot = Flag("--plot", nil, "draw the figures in characters, too")
  static let json = Flag("--json", nil, "print JSON")
  static let csv = Flag("--csv", nil, "print CSV, a row for each policy and service")
}
