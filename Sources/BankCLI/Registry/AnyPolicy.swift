import BankCore

/// Any policy: what code that is compiled once, and not for every policy, is given.
struct AnyPolicy: TellerPolicy {
  static let name = "any"

  private var policy: any TellerPolicy
  /// Who looks after the time that answers take, where somebody waits for them.
  private let watchdog: Watchdog?

  init(_ policy: any TellerPolicy, _ watchdog: Watchdog? = nil) {
    self.policy = policy
    self.watchdog = watchdog
  }

  init(options: NoOptions, plan: BranchPlan, random: RandomSource) {
    self.init(OwnPolicy(options: options, plan: plan, random: random))
  }

  func lines(for plan: BranchPlan) -> Int { policy.lines(for: plan) }

  func pools(for plan: BranchPlan) -> [[Int]] { policy.pools(for: plan) }

  mutating func line(for client: Client, on floor: Floor) -> Int {
    watchdog?.turn()
    defer { watchdog?.turn() }
    return policy.line(for: client, on: floor)
  }

  mutating func next(on floor: Floor) throws -> Decision {
    watchdog?.turn()
    defer { watchdog?.turn() }
    return try policy.next(on: floor)
  }

  mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    watchdog?.turn()
    defer { watchdog?.turn() }
    policy.started(client, at: teller, on: floor)
  }

  mutating func finished(_ client: Client, at teller: Int, on floor: Floor) {
    watchdog?.turn()
    defer { watchdog?.turn() }
    policy.finished(client, at: teller, on: floor)
  }

  mutating func left(_ client: Client, on floor: Floor) {
    watchdog?.turn()
    defer { watchdog?.turn() }
    policy.left(client, on: floor)
  }

  mutating func came(teller: Int, on floor: Floor) {
    watchdog?.turn()
    defer { watchdog?.turn() }
    policy.came(teller: teller, on: floor)
  }

  mutating func left(teller: Int, on floor: Floor) {
    watchdog?.turn()
    defer { watchdog?.turn() }
    policy.left(teller: teller, on: floor)
  }
}

/// The longest wait first, for an ``AnyPolicy`` that was given none.
private struct OwnPolicy: TellerPolicy {
  static let name = "longest-wait"

  init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}

  func next(on floor: Floor) -> Decision { floor.callLongestWaiting() ?? .idle }
}
