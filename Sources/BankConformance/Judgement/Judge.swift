import BankCore

/// Judges worlds for one policy and keeps the score of every law.
struct Judge {
  let subject: any Experimenter
  /// The laws to judge by, in the order of judgement.
  let laws: [Law]
  private(set) var cases: [String: Int] = [:]
  private(set) var witness = Witness()
  private(set) var failures: [String: Counterexample] = [:]
  private(set) var worlds = 0

  init(_ subject: any Experimenter, laws: [Law]) {
    self.subject = subject
    self.laws = laws
  }

  /// A law that a world breaks.
  struct Breach {
    var law: Law
    var finding: Finding
    var evidence: Evidence
  }

  /// Tries `world`, counts the laws it keeps, and returns the first it breaks.
  ///
  /// Relations between runs are tried only where `relations` says so.
  mutating func judge(_ world: World, relations: Bool = true) -> Breach? {
    guard let run = subject.run(world) else { return nil }
    let evidence = Evidence(world: world, run: run, replay: Replay(run), subject: subject)
    worlds += 1
    for law in laws {
      let verdict: Verdict
      switch law.test {
      case .run(let test): verdict = test(evidence, &witness)
      case .relation(let test):
        // Once two runs of the same differ, comparing runs means nothing.
        guard relations, law.id == "L7" || failures["L7"] == nil else { continue }
        verdict = test(evidence)
      case .once, .extremes: continue
      }
      switch verdict {
      case .irrelevant: break
      case .kept: cases[law.id, default: 0] += 1
      case .broken(let finding):
        if law.id != "L7", case .relation = law.test,
          let plain = Law.differenceOfRepeats(evidence, times: 5),
          let repeatable = laws.first(where: { $0.id == "L7" })
        {
          return Breach(law: repeatable, finding: plain, evidence: evidence)
        }
        return Breach(law: law, finding: finding, evidence: evidence)
      }
    }
    return nil
  }

  /// Tries `world` and keeps a counter-example, made as small as it gets, for the first breach of
  /// each law.
  mutating func take(_ world: World, stage: String, relations: Bool = true, asLaw: Law? = nil) {
    guard let breach = judge(world, relations: relations) else {
      if let asLaw { cases[asLaw.id, default: 0] += 1 }
      return
    }
    let law = asLaw ?? breach.law
    guard failures[law.id] == nil else { return }
    if let asLaw {
      let underlying = "\(breach.law.id), \(breach.law.title): \(breach.finding.sentence)"
      failures[law.id] = counterexample(
        asLaw, Finding(breach.finding.time, underlying), breach.evidence, stage)
      return
    }
    let smallest = Shrinker.smallest(world) { candidate in
      var other = Judge(subject, laws: laws)
      return other.judge(candidate)?.law.id == law.id
    }
    var other = Judge(subject, laws: laws)
    let last = other.judge(smallest) ?? breach
    failures[law.id] = counterexample(law, last.finding, last.evidence, stage)
  }

  /// Judges by the laws that need no world.
  mutating func takeStatic() {
    for law in laws {
      guard case .once(let test) = law.test else { continue }
      let (findings, count) = test(subject)
      cases[law.id, default: 0] += count
      guard let finding = findings.first else { continue }
      failures[law.id] = Counterexample(
        policy: subject.name, law: law, world: World([], []),
        finding: Finding(.zero, findings.joined(separator: " ")), stage: "no world needed",
        story: finding.isEmpty ? [] : findings)
    }
  }

  private func counterexample(
    _ law: Law, _ finding: Finding, _ evidence: Evidence, _ stage: String
  ) -> Counterexample {
    Counterexample(
      policy: subject.name, law: law, world: evidence.world, finding: finding,
      stage: "\(stage), \(evidence.world.visitors.count) clients", story: Story.lines(evidence))
  }
}
