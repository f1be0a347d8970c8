import BankConformance
import BankCore

/// Any policy: what code that is compiled once, and not for every policy, is given.
struct AnyPolicy: PolicyWrapper {
  static let name = "any"

  var policy: any TellerPolicy
  /// Who looks after the time that answers take, where somebody waits for them.
  private let watch: HangWatch?

  init(_ policy: any TellerPolicy, _ watch: HangWatch? = nil) {
    self.policy = policy
    self.watch = watch
  }

  mutating func ask<Answer>(
    _ question: (inout any TellerPolicy) throws -> Answer
  ) rethrows -> Answer {
    guard let watch else { return try question(&policy) }
    return try watch.asking { try question(&policy) }
  }
}
