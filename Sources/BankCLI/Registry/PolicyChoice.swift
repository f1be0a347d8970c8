import BankCore

/// A policy as `--policies` names it, with options of its own where the same one is to be compared
/// with itself: `fixed-split:tellers.deposit=1:tellers.loan=2`.
struct PolicyChoice: Sendable {
  /// What was written, which tells one choice from another.
  var label: String
  let policy: RegisteredPolicy
  var flags: [OptionSettings.Flag] = []
  /// In a replay, whether it serves with the staff of the config and not that of the day.
  var hasConfigStaff = false

  init(_ policy: RegisteredPolicy) {
    label = policy.name
    self.policy = policy
  }

  /// Reads one choice.
  ///
  /// - Throws: a problem under `flag` where there is no such policy, or an option is no KEY=VALUE.
  init(_ text: String, in registry: Registry, _ flag: String) throws(Problems) {
    label = text
    let parts = Self.parts(of: text, at: ":")
    policy = try registry.policy(named: parts[0], flag)
    for part in parts.dropFirst() { flags.append(try OptionSettings.flag(part, in: flag)) }
    let problems = OptionSettings.problems(with: flags, in: flag)
    guard problems.isEmpty else { throw Problems(problems) }
  }

  /// What stands between separators that are in no brackets or braces.
  static func parts(of text: String, at separator: Character) -> [String] {
    var depth = 0
    var parts = [""]
    for character in text {
      if "{[".contains(character) { depth += 1 }
      if "}]".contains(character) { depth -= 1 }
      if character == separator, depth == 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }
}
