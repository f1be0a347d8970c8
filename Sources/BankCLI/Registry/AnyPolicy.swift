import BankConformance
import BankCore

/// Any policy: what code that is compiled once, and not for every policy, is given.
///
/// What is written of it is the policy's own value.
struct AnyPolicy: PolicyWrapper, CustomDebugStringConvertible {
  static let name = "any"

  var policy: any TellerPolicy
  /// Who looks after the time that answers take, where somebody waits for them.
  private let watch: HangWatch?

  init(_ policy: any TellerPolicy, _ watch: HangWatch? = nil) {
    self.policy = policy
    self.watch = watch
  }

  var debugDescription: String { String(reflecting: policy) }

  mutating func ask<Answer>(
    _ question: (inout any TellerPolicy) throws -> Answer
  ) rethrows -> Answer {
    guard let watch else { return try question(&policy) }
    return try watch.asking { try question(&policy) }
  }
}
