public import BankConformance
public import BankCore

/// What to check a policy with: an effort, or one world.
@usableFromInline
struct ConformanceRequest: Sendable {
  var effort: PolicyConformance.Effort = {
    var effort = PolicyConformance.Effort()
    effort.executable = BankCommand.executable
    effort.isInterrupted = { Interrupt.shared.isRequested }
    return effort
  }()
  /// The options to check with; `nil` for the defaults and others.
  var settings: OptionSettings?
  /// A world to try instead, as a counter-example names it.
  var world: World?
  /// Told how much of the work is done.
  var progress: @Sendable (Double) -> Void = { _ in }

  @usableFromInline
  func check<Policy: TellerPolicy>(_ type: Policy.Type) -> Report {
    let options = settings.map { settings in
      { (plan: BranchPlan) in try? OptionsLoader.load(type, settings, plan).get() }
    }
    if let world { return PolicyConformance.replay(type, world, effort, options: options) }
    return PolicyConformance.check(type, effort, options: options, progress: progress)
  }
}
