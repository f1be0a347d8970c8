import BankCore

/// A policy that writes down what another one is asked and answers.
struct Spy<Policy: TellerPolicy>: TellerPolicy {
  typealias Options = Policy.Options

  static var name: String { Policy.name }
  static var claims: Claims { Policy.claims }

  var policy: Policy
  let log: RunLog
  /// Whether to ask a copy first, twice, before every question.
  let asksCopies: Bool

  init(_ policy: Policy, log: RunLog, asksCopies: Bool) {
    self.policy = policy
    self.log = log
    self.asksCopies = asksCopies
  }

  init(options: Policy.Options, plan: BranchPlan, random: RandomSource) {
    self.init(
      Policy(options: options, plan: plan, random: random), log: RunLog(), asksCopies: false)
  }

  var lines: Int { policy.lines }

  func benches(for plan: BranchPlan) -> [[Int]] { policy.benches(for: plan) }

  mutating func line(for client: Client, on floor: Floor) -> Int {
    if asksCopies {
      var copy = policy
      _ = copy.line(for: client, on: floor)
    }
    return policy.line(for: client, on: floor)
  }

  mutating func next(on floor: Floor) -> Decision {
    var answers: [Decision] = []
    if asksCopies {
      var copy = policy
      answers.append(copy.next(on: floor))
      _ = copy.next(on: floor)
      var other = policy
      answers.append(other.next(on: floor))
    }
    let decision = policy.next(on: floor)
    log.add(
      .question(
        Question(
          now: floor.now, decision: decision, idle: floor.tellers.filter { floor.isIdle($0) })))
    if let different = answers.first(where: { $0 != decision }) {
      log.add(.copyDiffers(now: floor.now, copy: different, original: decision))
    }
    return decision
  }

  mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    log.add(.told(isStart: true, ticket: client.ticket, now: floor.now))
    policy.started(client, at: teller, on: floor)
  }

  mutating func finished(_ client: Client, at teller: Int, on floor: Floor) {
    log.add(.told(isStart: false, ticket: client.ticket, now: floor.now))
    policy.finished(client, at: teller, on: floor)
  }
}
