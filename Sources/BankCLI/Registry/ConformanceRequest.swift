public import BankConformance
public import BankCore

/// What to check a policy with: an effort, or one world.
@usableFromInline
struct ConformanceRequest: Sendable {
  var effort: PolicyConformance.Effort = {
    var effort = PolicyConformance.Effort()
    effort.executable = BankCommand.executable
    return effort
  }()
  /// A world to try instead, as a counter-example names it.
  var world: World?
  /// Told how much of the work is done.
  var progress: @Sendable (Double) -> Void = { _ in }

  @usableFromInline
  func check<Policy: TellerPolicy>(_ type: Policy.Type) -> Report {
    if let world { return PolicyConformance.replay(type, world, effort) }
    return PolicyConformance.check(type, effort, progress: progress)
  }
}
