import BankCore

/// A policy that writes down what another one is asked and answers.
///
/// The other is an existential, so that the suite is compiled once and not for every policy.
struct Spy: TellerPolicy {
  static let name = "spy"

  private var policy: any TellerPolicy
  private let log: WorldLog
  /// Whether to ask a copy first, twice, before every question.
  private let asksCopies: Bool
  /// Counts looks, and keeps the most for one question.
  private let looks: LooksPerQuestion?

  init(
    _ policy: any TellerPolicy, log: WorldLog, asksCopies: Bool, looks: LooksPerQuestion? = nil
  ) {
    self.policy = policy
    self.log = log
    self.asksCopies = asksCopies
    self.looks = looks
  }

  init(options: NoOptions, plan: BranchPlan, random: RandomSource) {
    preconditionFailure("a spy is made with the policy it watches")
  }

  func lines(for plan: BranchPlan) -> Int { policy.lines(for: plan) }

  func pools(for plan: BranchPlan) -> [[Int]] { policy.pools(for: plan) }

  mutating func line(for client: Client, on floor: Floor) -> Int {
    if asksCopies {
      var copy = policy
      _ = copy.line(for: client, on: floor)
    }
    return policy.line(for: client, on: floor)
  }

  mutating func next(on floor: Floor) throws -> Decision {
    var copies: [Decision] = []
    if asksCopies {
      var copy = policy
      copies.append(try copy.next(on: floor))
      _ = try copy.next(on: floor)
      var other = policy
      copies.append(try other.next(on: floor))
    }
    let decision: Decision
    if let looks {
      decision = try policy.next(on: looks.counting(floor))
      looks.endQuestion()
    } else {
      decision = try policy.next(on: floor)
    }
    log.add(decision, on: floor)
    if let different = copies.first(where: { $0 != decision }) {
      log.add(copy: different, original: decision, at: floor.now)
    }
    return decision
  }

  /// Tells a copy first, whatever the policy is told.
  private func tellCopy(_ tell: (inout any TellerPolicy) -> Void) {
    guard asksCopies else { return }
    var copy = policy
    tell(&copy)
  }

  mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    tellCopy { $0.started(client, at: teller, on: floor) }
    log.add(floor.now, ticket: client.ticket, .toldStarted)
    policy.started(client, at: teller, on: floor)
  }

  mutating func finished(_ client: Client, at teller: Int, on floor: Floor) {
    tellCopy { $0.finished(client, at: teller, on: floor) }
    log.add(floor.now, ticket: client.ticket, .toldFinished)
    policy.finished(client, at: teller, on: floor)
  }

  mutating func left(_ client: Client, on floor: Floor) {
    tellCopy { $0.left(client, on: floor) }
    policy.left(client, on: floor)
  }

  mutating func came(teller: Int, on floor: Floor) {
    tellCopy { $0.came(teller: teller, on: floor) }
    policy.came(teller: teller, on: floor)
  }

  mutating func left(teller: Int, on floor: Floor) {
    tellCopy { $0.left(teller: teller, on: floor) }
    policy.left(teller: teller, on: floor)
  }
}

/// The looks at the floor that one question takes, and the most of a run.
///
/// On one thread.
final class LooksPerQuestion: @unchecked Sendable {
  private let looks = Looks()
  private(set) var most = 0

  /// `floor`, counting the looks at it.
  func counting(_ floor: Floor) -> Floor { floor.counting(looks) }

  func endQuestion() {
    most = max(most, looks.count)
    looks.count = 0
  }
}
