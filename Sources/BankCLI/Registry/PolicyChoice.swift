import BankCore

/// A policy as `--policies` names it, with options of its own where the same one is to be compared
/// with itself: `fixed-split:tellers.deposit=1:tellers.loan=2`.
struct PolicyChoice: Sendable {
  /// What was written, which tells one choice from another.
  let label: String
  let policy: RegisteredPolicy
  var flags: [(path: [String], value: Node)] = []

  init(_ policy: RegisteredPolicy) {
    label = policy.name
    self.policy = policy
  }

  /// Reads one choice.
  ///
  /// - Throws: a problem under `flag` where there is no such policy, or an option is no KEY=VALUE.
  init(_ text: String, in registry: PolicyRegistry, _ flag: String) throws(Problems) {
    label = text
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    policy = try registry.policy(named: parts[0], flag)
    for part in parts.dropFirst() { flags.append(try OptionSettings.flag(part, in: flag)) }
  }
}
