import BankCore

/// Any policy: what code that is compiled once, and not for every policy, is given.
struct AnyPolicy: PolicyWrapper {
  static let name = "any"

  var policy: any TellerPolicy
  /// Who looks after the time that answers take, where somebody waits for them.
  private let watchdog: Watchdog?

  init(_ policy: any TellerPolicy, _ watchdog: Watchdog? = nil) {
    self.policy = policy
    self.watchdog = watchdog
  }

  mutating func ask<Answer>(
    _ question: (inout any TellerPolicy) throws -> Answer
  ) rethrows -> Answer {
    watchdog?.turn()
    defer { watchdog?.turn() }
    return try question(&policy)
  }
}
