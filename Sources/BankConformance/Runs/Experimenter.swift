import BankCore

/// What is changed about a world that must change nothing, or only in a known way.
struct Variation: Sendable {
  /// Seconds by which everything comes later.
  var offset = 0
  /// Tickets that were issued before the first.
  var ticketsBefore = 0
  /// Put before the names of the tellers.
  var prefix = ""
  /// Whether to ask copies of the policy before every question.
  var asksCopies = false
  /// Another seed than the world's.
  var seed: UInt64?
}

/// Runs one policy in worlds; what laws see of it.
protocol Experimenter: Sendable {
  var name: String { get }
  var summary: String { get }
  var claims: Claims { get }
  /// Says what is wrong with the options type, and how many cases were tried.
  func optionFindings(on plan: BranchPlan) -> (findings: [String], cases: Int)
  /// Runs a world; `nil` when it does not suit the policy.
  func run(_ world: World, _ variation: Variation) -> Run?
  /// Runs a world, resets the bank, and returns a second run of it, `offset` seconds later.
  func runAgainAfterReset(_ world: World, offset: Int) -> Run?
  /// Runs a world while another instance runs another one, step by step in turn.
  func runInterleaved(_ world: World, with other: World) -> Run?
}

extension Experimenter {
  func run(_ world: World) -> Run? { run(world, Variation()) }
}

/// The experimenter for one type of policy.
struct Subject<Policy: TellerPolicy>: Experimenter {
  var name: String { Policy.name }
  var summary: String { Policy.summary }
  var claims: Claims { Policy.claims }

  func run(_ world: World, _ variation: Variation) -> Run? {
    var trial = Trial<Policy>(world, variation)
    return trial?.finish()
  }

  func runAgainAfterReset(_ world: World, offset: Int) -> Run? {
    var trial = Trial<Policy>(world)
    return trial?.finishAndRepeat(world, offset: offset)
  }

  func runInterleaved(_ world: World, with other: World) -> Run? {
    guard var first = Trial<Policy>(world), var second = Trial<Policy>(other) else { return nil }
    var goesOn = true
    while goesOn {
      let firstWent = first.step()
      let secondWent = second.step()
      goesOn = firstWent || secondWent
    }
    return first.result
  }

  func optionFindings(on plan: BranchPlan) -> (findings: [String], cases: Int) {
    OptionTable.findings(Policy.self, plan)
  }
}
