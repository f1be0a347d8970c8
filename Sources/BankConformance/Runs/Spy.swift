import BankCore

/// A policy that writes down what another one is asked and answers.
struct Spy: PolicyWrapper {
  static let name = "spy"

  var policy: any TellerPolicy
  private let log: WorldLog
  /// Whether to ask a copy first, twice, before every question.
  private let asksCopies: Bool
  /// Counts looks, and keeps the most for one question.
  private let looks: Looks?

  init(
    _ policy: any TellerPolicy, log: WorldLog, asksCopies: Bool, looks: Looks? = nil
  ) {
    self.policy = policy
    self.log = log
    self.asksCopies = asksCopies
    self.looks = looks
  }

  /// Tells and asks a copy first, whatever it is.
  mutating func ask<Answer>(
    _ question: (inout any TellerPolicy) throws -> Answer
  ) rethrows -> Answer {
    if asksCopies, !log.isAside {
      var copy = policy
      _ = try question(&copy)
    }
    return try HangWatch.shared.asking { try question(&policy) }
  }

  mutating func next(on floor: Floor) throws -> Decision {
    var copies: [Decision] = []
    if asksCopies, !log.isAside {
      var copy = policy
      copies.append(try copy.next(on: floor))
      _ = try copy.next(on: floor)
      var other = policy
      copies.append(try other.next(on: floor))
    }
    let decision = try HangWatch.shared.asking {
      try counting(floor) { try policy.next(on: $0) }
    }
    log.add(decision, on: floor)
    if let different = copies.first(where: { $0 != decision }) {
      log.add(copy: different, original: decision, at: floor.now)
    }
    return decision
  }

  /// Asks about `floor`, counting the looks at it where they are counted.
  private func counting<Answer>(
    _ floor: Floor, _ question: (Floor) throws -> Answer
  ) rethrows -> Answer {
    guard let looks else { return try question(floor) }
    defer { looks.endTurn() }
    return try question(floor.counting(looks))
  }

  mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    log.add(floor.now, ticket: client.ticket, .toldStarted)
    counting(floor) { floor in ask { $0.started(client, at: teller, on: floor) } }
  }

  mutating func finished(_ client: Client, at teller: Int, on floor: Floor) {
    log.add(floor.now, ticket: client.ticket, .toldFinished)
    counting(floor) { floor in ask { $0.finished(client, at: teller, on: floor) } }
  }
}
