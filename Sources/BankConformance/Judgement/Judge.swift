import BankCore

/// Judges worlds for one policy and keeps the score of every law.
struct Judge {
  let subject: Subject
  /// The laws to judge by, in the order of judgement.
  let laws: [Law]
  /// The command to name in counter-examples.
  var executable = "bank"
  var flags = ""
  /// Whether to try every other naming and not only the one that the seed chooses: for a world that somebody gives.
  var triesAllNames = false
  private(set) var cases = Array(repeating: 0, count: Law.all.count + 1)
  private(set) var witness = Witness()
  private(set) var failures: [Int: Counterexample] = [:]
  private(set) var worlds = 0
  /// Whether one of them was small enough for laws that look at everybody at every step.
  private(set) var wasSmall = false
  /// How many worlds did not suit the policy, as it says itself.
  private(set) var unsuited = 0
  /// One run that is varied in every way at once speaks for the laws on each of them.
  private let everyWay: Variation
  private let renames: Bool
  private let shifts: Bool

  init(_ subject: Subject, laws: [Law]) {
    self.subject = subject
    self.laws = laws
    let numbers = Set(laws.map(\.number))
    var everyWay = Variation()
    everyWay.hasOtherSeed = numbers.contains(7) && subject.claims.random == .never
    renames = numbers.contains(12)
    shifts = numbers.contains(13)
    everyWay.asksCopies = numbers.contains(15)
    everyWay.isBesideAnother = numbers.contains(18)
    self.everyWay = everyWay
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
    subject.trying = world
    guard let run = subject.run(world) else {
      unsuited += 1
      return nil
    }
    let evidence = Evidence(world: world, run: run, replay: CallHistory(run), subject: subject)
    worlds += 1
    wasSmall = wasSmall || evidence.isSmall
    // Once two runs of the same differ, comparing runs means nothing.
    let relations = relations && failures[7] == nil
    if relations, subject.claims.random == .seeded, !witness.drewLots, includes(7) {
      witness.drewLots = Law.differenceOfSeeds(evidence) != nil
    }
    var difference: Finding?
    var isCompared = false
    for law in laws {
      let verdict: Verdict
      switch law.test {
      case .run(let test): verdict = test(evidence, &witness)
      case .relation(let test):
        guard relations else { continue }
        if Self.varied.contains(law.number) {
          if !isCompared { difference = compareEveryWay(evidence) }
          isCompared = true
          verdict =
            difference != nil
            ? test(evidence)
            : law.number == 13 && world.hasShifts ? .irrelevant : .kept
        } else {
          verdict = test(evidence)
        }
      case .once, .extremes: continue
      }
      switch verdict {
      case .irrelevant: break
      case .kept: cases[law.number] += 1
      case .broken(let finding):
        if law.number != 7, case .relation = law.test,
          let plain = Law.differenceOfRepeats(evidence, times: 5), includes(7)
        {
          return Breach(law: .determinism, finding: plain, evidence: evidence)
        }
        // After a reset it is later, too: where that alone shows it, the hour is the cause.
        if law.number == 8, includes(13),
          let later = Law.difference(
            evidence, Variation(offset: subject.offsetOfReset),
            "\(subject.offsetOfReset) s later the same world goes otherwise")
        {
          return Breach(law: .timeOfDayDoesNotMatter, finding: later, evidence: evidence)
        }
        return Breach(law: law, finding: finding, evidence: evidence)
      }
    }
    if difference == nil, triesAllNames, relations, renames {
      for names in Variation.allRenamings {
        if let finding = Law.differenceOfNames(evidence, names) {
          return Breach(law: .namesDoNotMatter, finding: finding, evidence: evidence)
        }
      }
    }
    guard let difference else { return nil }
    // Only together do the ways show it: the one without which nothing shows is the cause.
    let law = laws.first { law in
      Self.varied.contains(law.number) && law.number != 7
        && compareEveryWay(evidence, butFor: law.number) == nil
    }
    guard let law = law ?? (includes(7) ? .determinism : nil) else { return nil }
    return Breach(law: law, finding: difference, evidence: evidence)
  }

  /// The laws for which one run speaks.
  private static let varied: Set = [7, 12, 13, 15, 18]

  private func compareEveryWay(_ evidence: Evidence, butFor left: Int? = nil) -> Finding? {
    var variation = everyWay
    let world = evidence.world
    if left == 15 { variation.asksCopies = false }
    if left == 18 { variation.isBesideAnother = false }
    if renames, left != 12 {
      let renamed = Variation.renamed(world)
      variation.ticketsBefore = renamed.ticketsBefore
      variation.prefix = renamed.prefix
      variation.isReversed = renamed.isReversed
    }
    if shifts, left != 13, !world.hasShifts { variation.offset = Variation.later(world).offset }
    return Law.difference(
      evidence, variation,
      "With other names, later, copied or beside another, the world goes otherwise"
    )
  }

  private func includes(_ number: Int) -> Bool { laws.contains { $0.number == number } }

  /// Tries `world` and keeps a counter-example, made as small as it gets, for the first breach of
  /// each law; as it is where `isGiven` by somebody.
  mutating func take(
    _ world: World, stage: Phrase, relations: Bool = true, asLaw: Law? = nil, isGiven: Bool = false
  ) {
    guard let breach = judge(world, relations: relations) else {
      if let asLaw { cases[asLaw.number] += 1 }
      return
    }
    let law = asLaw ?? breach.law
    guard failures[law.number] == nil else { return }
    // What is broken in small worlds too is the business of that law.
    if asLaw != nil, failures[breach.law.number] != nil { return }
    let last = isGiven ? breach : smallest(breach, relations: relations)
    var example = counterexample(law, last.finding.hint ?? last.law.hint, last, stage)
    if asLaw != nil { example.broken = last.law }
    failures[law.number] = example
  }

  /// The breach of the same law in the smallest world reached from that of `breach`.
  func smallest(_ breach: Breach, relations: Bool = true) -> Breach {
    var last = breach
    _ = Shrinker.smallest(breach.evidence.world) { candidate in
      var other = Judge(subject, laws: laws)
      guard let found = other.judge(candidate, relations: relations),
        found.law.number == breach.law.number
      else { return false }
      last = found
      return true
    }
    return last
  }

  /// Judges by instances that were made when the check began, where nothing else is broken.
  mutating func take(_ early: EarlyInstances) {
    guard failures.isEmpty, includes(7) else { return }
    cases[7] += early.count
    guard let breach = early.difference() else { return }
    fail(breach, "an instance made when the check began")
  }

  /// Judges by a floor where looking takes time, where nothing else is broken.
  mutating func takeSlowly(_ world: World) {
    guard failures.isEmpty, includes(7), let slow = subject.runSlowly(world),
      let fast = subject.run(world)
    else { return }
    cases[7] += 1
    guard let (time, words) = WorldHistory.difference(fast.entries, slow.entries) else { return }
    fail(
      Breach(
        law: .determinism,
        finding: Finding(
          time, "Where looking at the floor takes time, it differs: \(words)."),
        evidence: Evidence(
          world: world, run: fast, replay: CallHistory(fast), subject: subject)),
      "a floor where looking takes time")
  }

  /// Keeps a counter-example that its world alone does not show.
  private mutating func fail(_ breach: Breach, _ stage: Phrase) {
    var example = counterexample(breach.law, breach.law.hint, breach, stage)
    example.takesMoreThanItsWorld = true
    failures[breach.law.number] = example
  }

  /// Judges by the laws that need no world.
  mutating func takeStatic() {
    for law in laws {
      guard case .once(let test) = law.test else { continue }
      let (findings, count) = test(subject, &witness)
      cases[law.number] += count
      guard !findings.isEmpty else { continue }
      failures[law.number] = Counterexample(
        policy: subject.name, typeName: subject.typeName, executable: executable,
        flags: flags, queue: subject.queue?.name, law: law,
        world: nil,
        finding: Finding(.zero, Phrase(findings, separator: " ")), hint: law.hint,
        stage: "no world needed",
        story: [])
    }
  }

  private func counterexample(
    _ law: Law, _ hint: Phrase, _ breach: Breach, _ stage: Phrase
  ) -> Counterexample {
    let (finding, evidence) = (breach.finding, breach.evidence)
    let count = evidence.world.visitors.count
    let choice = evidence.world.options
    return Counterexample(
      policy: subject.name, typeName: subject.typeName, executable: executable,
      flags: flags, queue: subject.queue?.name, law: law, hasOptions: subject.hasOptions,
      world: evidence.world, options: choice > 0 ? subject.options(evidence.plan, choice) : nil,
      finding: finding, hint: hint,
      stage: "\(stage), \(counted(count, "1 client", "\(count) clients"))",
      story: Story.lines(evidence, until: finding.time))
  }
}
