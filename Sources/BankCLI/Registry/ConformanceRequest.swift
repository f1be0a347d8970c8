public import BankConformance
public import BankCore

/// What to check a policy with: an effort, or one world.
@usableFromInline
struct ConformanceRequest: Sendable {
  var effort: PolicyConformance.Effort = {
    var effort = PolicyConformance.Effort()
    effort.executable = BankCommand.executable
    effort.say = Console.say
    effort.isInterrupted = { Interrupt.shared.isRequested }
    return effort
  }()
  /// The options to check with; `nil` for the defaults and others.
  var settings: OptionSettings?
  /// A world to try instead, as a counter-example names it.
  var world: World?
  /// Says what the policy did in another process, `nil` where that is not known.
  var another: @Sendable () -> Digest? = { nil }
  /// Told how much of the work is done.
  var progress: @Sendable (Double) -> Void = { _ in }

  @usableFromInline
  func check<Policy: TellerPolicy>(_ type: Policy.Type) -> Report {
    let options = settings.map { settings in
      { (plan: BranchPlan) in try? OptionsLoader.load(type, settings, plan).get() }
    }
    if let world { return PolicyConformance.replay(type, world, effort, options: options) }
    let report = PolicyConformance.check(type, effort, options: options, progress: progress)
    guard !report.isCut, let another = another() else { return report }
    return report.beside(
      type, own: Digest(type), another: another, executable: effort.executable)
  }
}
