import BankCore

/// Instances that are made when a check begins and asked when it ends, beside others that are made then: what a policy does
/// must not depend on how long it has been there.
struct EarlyInstances {
  private static let count = 40

  private let subject: Subject
  private let runs: [(world: World, run: WorldRun)]
  private let began = ContinuousClock.now

  init(_ subject: Subject, _ effort: PolicyConformance.Effort) {
    self.subject = subject
    let worlds = SwarmWorlds(seed: effort.seed, count: Self.count, branch: effort.branch)
    runs = worlds.compactMap { world in subject.open(world).map { (world, $0) } }
  }

  /// How many there are.
  var count: Int { runs.count }

  /// The first of them that does not do the same as a new one.
  func difference() -> Judge.Breach? {
    let new = runs.map { subject.open($0.world) }
    // One more, for what only the latest does has to do with other instances and not with time.
    _ = runs.last.map { subject.open($0.world) }
    for ((world, early), late) in zip(runs, new) {
      guard var late else { continue }
      var early = early
      subject.trying = world
      while early.step() {}
      while late.step() {}
      guard
        let (time, words) = WorldHistory.difference(early.result.entries, late.result.entries)
      else { continue }
      let seconds = (ContinuousClock.now - began).components.seconds
      return Judge.Breach(
        law: .determinism,
        finding: Finding(
          time, "Made when the check began, and asked \(seconds) s later, it differs: \(words)."),
        evidence: Evidence(
          world: world, run: late.result, replay: CallHistory(late.result), subject: subject))
    }
    return nil
  }
}
