/// A policy that hands every question and message to another one.
///
/// Implement ``ask(_:)`` to do something around every question and message (except the number of lines and the pools).
/// Implement one method to do something around that one only. The policy inside is an existential, so that a bank
/// with a wrapped policy is compiled once and not for every policy.
package protocol PolicyWrapper: TellerPolicy where Options == NoOptions {
  /// The policy inside.
  var policy: any TellerPolicy { get set }

  /// Passes on a question (`next`, `line`) or a message (`started`, `left` and so on) to the policy inside.
  mutating func ask<Answer>(_ question: (inout any TellerPolicy) throws -> Answer) rethrows
    -> Answer
}

extension PolicyWrapper {
  /// Hands it on, and does nothing else.
  package mutating func ask<Answer>(
    _ question: (inout any TellerPolicy) throws -> Answer
  ) rethrows -> Answer {
    try question(&policy)
  }

  /// Never called: a wrapper is made with the policy inside.
  package init(options: NoOptions, plan: BranchPlan, random: RandomSource) {
    preconditionFailure("a wrapper is made with the policy inside")
  }

  package func lines(for plan: BranchPlan) -> Int { policy.lines(for: plan) }

  package func pools(for plan: BranchPlan) -> [[Int]] { policy.pools(for: plan) }

  package mutating func line(for client: Client, on floor: Floor) -> Int {
    ask { $0.line(for: client, on: floor) }
  }

  package mutating func next(on floor: Floor) throws -> Decision {
    try ask { try $0.next(on: floor) }
  }

  package mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    ask { $0.started(client, at: teller, on: floor) }
  }

  package mutating func finished(_ client: Client, at teller: Int, on floor: Floor) {
    ask { $0.finished(client, at: teller, on: floor) }
  }

  package mutating func left(_ client: Client, on floor: Floor) {
    ask { $0.left(client, on: floor) }
  }

  package mutating func came(teller: Int, on floor: Floor) {
    ask { $0.came(teller: teller, on: floor) }
  }

  package mutating func left(teller: Int, on floor: Floor) {
    ask { $0.left(teller: teller, on: floor) }
  }
}
