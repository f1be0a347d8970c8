public import BankCore

/// Checks a policy against the laws, with no test framework.
///
/// ```swift
/// let report = PolicyConformance.check(QuietHoursPolicy.self)
/// #expect(report.passed, "\(report)")
/// ```
public enum PolicyConformance {
  /// How thoroughly to check.
  public struct Effort: Sendable {
    /// The number of clients up to which every world is tried.
    public var depth = 3
    /// How many random worlds are tried.
    public var cases = 1000
    /// Chooses the random worlds.
    public var seed: UInt64 = 1
    /// The laws to judge by; `nil` for all.
    public var laws: Set<LawID>?
    /// Worlds that once broke something; ``World/all(in:)`` reads them from a file's text.
    public var regressions: [World] = []
    /// The branch to try the policy on, with clients as they fall; `nil` for staff and services of all
    /// kinds, every small world among them.
    public var branch: BranchPlan?
    /// The queue behind every line; `nil` for the ring, and in random worlds any queue of BankQueues.
    public var queue: (any ClientQueueable.Type)?
    /// The command to name in counter-examples: the executable that has the policy.
    public var executable = "bank"
    /// What follows the policy's name there, for the same options: a space, and flags.
    public var flags = ""
    /// Puts what is said of a trap into another language.
    public var say: @Sendable (Phrase) -> String = { $0.description }
    /// Asked before every world of a law that is judged in worlds: whether to end there, with what was found until then.
    public var isInterrupted: @Sendable () -> Bool = { false }
    /// The clients of the largest fixed world: fewer at a small ``depth``, which is for builds that are not optimised.
    var mostClients: Int { depth < 2 ? 300 : depth < 3 ? 2_000 : 200_000 }
    /// How many random worlds as branches are, are tried: none at a small ``depth``, nor on a given branch.
    var ordinaryWorlds: Int { depth < 3 || branch != nil ? 0 : cases }
    /// How many of any scale, and as many eventful ones.
    var scaledWorlds: Int { 2 * ordinaryWorlds }
    /// Laws to leave out, to see that something notices.
    var muted: Set<LawID> = []

    /// Makes an effort fit for a test: every world of up to three clients, 1000 random ones of a few clients, 1000 as
    /// branches are, 2000 of any scale, and 2000 in which much happens.
    public init() {}
  }

  /// Checks `type`: regressions, every small world, the laws that need no world, random worlds, large ones, ones as
  /// branches are, ones of any scale and eventful ones, other options, and the extremes, in this order.
  ///
  /// - Parameters:
  ///   - type: the policy.
  ///   - effort: how thoroughly to check.
  ///   - options: the policy's options for a branch, `nil` where they do not suit it; without it the
  ///     defaults and, in random worlds, others.
  ///   - progress: told now and then how much of the work is done, from 0 to 1.
  /// - Returns: which laws the policy keeps, and a counter-example for each that it breaks.
  public static func check<Policy: TellerPolicy>(
    _ type: Policy.Type, _ effort: Effort = Effort(),
    options: ((BranchPlan) -> Policy.Options?)? = nil,
    progress: (Double) -> Void = { _ in }
  ) -> Report {
    let subject = Subject(type, queue: effort.queue, options: options)
    return TrapNote.watching(subject, effort) { check(subject, effort, progress: progress) }
  }

  /// Tries one world, as a counter-example names it.
  ///
  /// - Throws: what is wrong with the line.
  public static func replay<Policy: TellerPolicy>(
    _ type: Policy.Type, _ line: String, _ effort: Effort = Effort(),
    options: ((BranchPlan) -> Policy.Options?)? = nil
  ) throws(Problems) -> Report {
    replay(type, try World(line: line), effort, options: options)
  }

  /// Tries one world.
  public static func replay<Policy: TellerPolicy>(
    _ type: Policy.Type, _ world: World, _ effort: Effort = Effort(),
    options: ((BranchPlan) -> Policy.Options?)? = nil
  ) -> Report {
    let subject = Subject(type, queue: effort.queue, options: options)
    var judge = Judge(subject, laws: Law.order.filter { effort.includes($0) })
    (judge.executable, judge.flags) = (effort.executable, effort.flags)
    judge.triesAllNames = true
    TrapNote.watching(subject, effort) {
      judge.take(world, stage: "the world that was given", isGiven: true)
    }
    return report(judge, effort, tried: Law.order)
  }

  /// The smallest world reached from `world` for which `breaks` still holds, in so many tries at most.
  package static func smallest(
    _ world: World, tries: Int, breaks: (World) -> Bool
  ) -> World {
    Shrinker.smallest(world, tries: tries, breaks: breaks)
  }

  /// The numbers of clients of the large random worlds.
  static let largeWorlds = 200...1000

  static func check(
    _ subject: Subject, _ effort: Effort, progress: (Double) -> Void
  ) -> Report {
    // Worlds of odd options and of extremes are judged by every law, whichever are asked for.
    let judgesAll = [Law.options, .extremes].contains { effort.includes($0) }
    let ordered = (Law.order + [.options, .nameAndSummary, .workPerDecision]).filter {
      judgesAll && !effort.muted.contains($0.id) || effort.includes($0)
    }
    var judge = Judge(subject, laws: ordered)
    (judge.executable, judge.flags) = (effort.executable, effort.flags)
    let early = EarlyInstances(subject, effort)
    for world in effort.regressions { judge.take(world, stage: "a regression") }

    let sizes = effort.branch == nil ? 0...max(0, effort.depth) : 0...0
    let small = sizes.reduce(0) { $0 + EveryWorld.count(clients: $1) }
    let extremes = extremes(subject, effort)
    // A world of an ordinary size is one, and a larger one as many.
    func size(_ world: World) -> Int { 1 + world.visitors.count / 40 }
    let random = effort.cases + effort.ordinaryWorlds + 2 * effort.scaledWorlds
    let total = Double(small + random + extremes.reduce(0) { $0 + size($1) })
    var (done, told) = (0, 0)
    func count(_ size: Int = 1) {
      done += size
      guard done - told >= 256 else { return }
      told = done
      progress(Double(done) / total)
    }
    var isCut = false
    func isToEnd() -> Bool {
      isCut = isCut || effort.isInterrupted()
      return isCut
    }
    for clients in sizes where effort.branch == nil {
      for world in EveryWorld(clients: clients) {
        if isToEnd() { break }
        judge.take(
          world, stage: "every world of \(counted(clients, "1 client", "\(clients) clients"))")
        count()
      }
    }
    judge.takeStatic()
    for world in SwarmWorlds(seed: effort.seed, count: effort.cases, branch: effort.branch) {
      if isToEnd() { break }
      judge.take(world, stage: "a random world")
      count()
    }
    for world in SwarmWorlds(
      seed: effort.seed, count: effort.cases / 200, size: largeWorlds, branch: effort.branch)
    {
      if isToEnd() { break }
      judge.take(world, stage: "a large random world")
    }
    for world in OrdinaryWorlds(seed: effort.seed, count: effort.ordinaryWorlds) {
      if isToEnd() { break }
      judge.take(world, stage: "an ordinary random world")
      count()
    }
    for areEventful in [false, true] {
      let worlds = ScaledWorlds(
        seed: effort.seed, count: effort.scaledWorlds, areEventful: areEventful)
      for world in worlds {
        if isToEnd() { break }
        judge.take(
          world,
          stage: areEventful ? "an eventful random world" : "a random world of any scale")
        count()
      }
    }
    if effort.includes(.options), effort.branch == nil {
      for world in Law.optionWorlds(subject, alsoCrowded: effort.depth > 1) {
        if isToEnd() { break }
        judge.take(world, stage: "other options", asLaw: .options)
      }
    }
    // Whose work grows with who was served, as law L21 has found, would never end there.
    let most = judge.failures[Law.workPerDecision.number] == nil ? Int.max : 2_000
    for world in extremes {
      if isToEnd() { break }
      guard world.visitors.count <= most else { continue }
      judge.take(
        world, stage: "a fixed world", relations: world.visitors.count < 140, asLaw: .extremes)
      count(size(world))
    }
    if !isCut {
      if effort.branch == nil { judge.takeSlowly(Law.choosyWorld) }
      judge.take(early)
    }
    return report(judge, effort, tried: Law.all, isCut: isCut)
  }

  /// The worlds of law L19, as far as they are asked for.
  private static func extremes(_ subject: Subject, _ effort: Effort) -> [World] {
    guard effort.includes(.extremes), effort.branch == nil else { return [] }
    let most = effort.mostClients
    let claims = subject.claims
    let together =
      effort.depth < 3
      ? []
      : Law.worldsTogether(claims) + Law.worldsWhileTwoWait + Law.worldsInNumber(claims)
        + Law.worldsAfterMany
    return (Law.extremeWorlds(clients: most) + together).filter {
      effort.depth > 1 || $0.visitors.count <= most
    }
  }

  private static func report(
    _ judge: Judge, _ effort: Effort, tried: [Law], isCut: Bool = false
  ) -> Report {
    let results = Law.all.filter { effort.includes($0) && tried.map(\.id).contains($0.id) }.map {
      LawResult(law: $0, result: outcome($0, judge))
    }
    let isTheSame = judge.failures[Law.determinism.number] == nil
    return Report(
      policy: judge.subject.name, laws: isTheSame ? results : results.map(\.withoutRelation),
      worlds: judge.worlds, unsuited: judge.unsuited,
      isCut: isCut)
  }

  /// The result of one law, from the score and from what was declared.
  private static func outcome(_ law: Law, _ judge: Judge) -> LawOutcome<Counterexample> {
    if let counterexample = judge.failures[law.number] { return .fail(counterexample) }
    let claims = judge.subject.claims
    let cases = judge.cases[law.number]
    // What is not claimed is not asked, whatever else is broken.
    switch law.id {
    case .policy(10) where claims.overtaking == .unbounded && !judge.failures.isEmpty:
      return .notApplicable("claims no bound")
    case .policy(23) where !claims.isMonotone:
      return .notApplicable("does not claim to be monotone")
    default: break
    }
    // A world that breaks one law is not judged further: nobody knows what it would have shown.
    if !judge.failures.isEmpty {
      return cases > 0
        ? .pass(cases: cases)
        : .notExercised("no case that keeps the other laws; it takes: \(law.tried)")
    }
    switch law.id {
    case .policy(7) where claims.random == .seeded && !judge.witness.drewLots && cases > 0:
      return .notWitnessed("declares chance, and another seed never changed anything")
    case .policy(5) where claims.order == .none:
      return judge.witness.wasOutOfOrder
        ? .notApplicable("claims no order")
        : .notWitnessed("claims no order, and always kept it")
    case .policy(6) where claims.idling != .never && !judge.witness.idledOnPurpose:
      return .notWitnessed("declares idling, and never idled on purpose")
    case .policy(10) where claims.overtaking == .unbounded:
      return judge.witness.overtakes > 0
        ? .notApplicable("claims no bound")
        : .notWitnessed("claims no bound, and nobody was ever overtaken")
    case .policy(17) where !judge.witness.optionsWithoutEffect.isEmpty:
      let names = judge.witness.optionsWithoutEffect.joined(separator: ", ")
      return .notWitnessed("nothing that was put into \(names) ever changed anything")
    case .policy(21) where claims.work != .constant && !judge.witness.looksGrew:
      return .notWitnessed("claims work that grows, and it never did")
    case .policy(21) where claims.memory == .growing && !judge.witness.memoryGrew:
      return .notWitnessed("claims memory that grows, and it never did")
    default: break
    }
    if cases > 0 { return .pass(cases: cases) }
    return .notExercised(
      law.readsCalls && judge.worlds > 0 && !judge.wasSmall
        ? "no world of fewer than \(CallHistory.most) clients: larger ones are not read call by call"
        : "no case; it takes: \(law.tried)")
  }
}

extension PolicyConformance.Effort {
  func includes(_ law: Law) -> Bool {
    !muted.contains(law.id) && laws?.contains(law.id) ?? true
  }
}
