public import BankCore

/// Checks a queue against the laws of queues, with no test framework.
///
/// ```swift
/// let report = QueueConformance.check(LastInFirstOut.self)
/// #expect(report.passed, "\(report)")
/// ```
public enum QueueConformance {
  /// How thoroughly to check.
  public struct Effort: Sendable {
    /// The number of steps up to which every world is tried.
    public var depth = 6
    /// How many random worlds are tried.
    public var cases = 2000
    /// Chooses the random worlds.
    public var seed: UInt64 = 1
    /// How many clients law Q8 puts in.
    public var crowd = 1_000_000
    /// A world to try instead of all these.
    public var world: QueueWorld?
    /// The command to name in findings.
    public var executable = "bank"
    /// The laws to judge by.
    public var laws = Set(QueueLaw.all.map(\.id))
    /// Asked before every world: whether to end there, with what was found until then.
    public var isInterrupted: @Sendable () -> Bool = { false }

    /// Makes an effort fit for a test.
    public init() {}
  }

  /// Checks `type` in three stages: every small world, random worlds, and a crowd.
  public static func check<Queue: ClientQueueable>(
    _ type: Queue.Type, _ effort: Effort = Effort()
  ) -> QueueReport {
    var judge = QueueJudge<Queue>(laws: effort.laws)
    var isCut = false
    func goesOn() -> Bool {
      isCut = isCut || effort.isInterrupted()
      return !isCut
    }
    if let world = effort.world {
      judge.take(world)
    } else {
      for steps in 1...max(1, effort.depth) {
        for world in QueueWorld.every(steps: steps) {
          guard goesOn() else { break }
          judge.take(world)
        }
      }
      var random = RandomSource(seed: effort.seed, stream: 0x5155_4555)
      for number in 0..<max(0, effort.cases) {
        guard goesOn() else { break }
        judge.take(.random(longest: number % 10 == 0 ? 600 : 40, &random))
      }
      if goesOn() { judge.takeCrowd(of: effort.crowd) }
    }
    return QueueReport(
      queue: type.name, laws: judge.results, worlds: judge.worlds, executable: effort.executable,
      isCut: isCut)
  }
}

/// Judges worlds for one queue and keeps the score of every law.
struct QueueJudge<Queue: ClientQueueable> {
  let laws: Set<LawID>
  private(set) var worlds = 0
  private var failures: [LawID: LawOutcome<QueueCounterexample>] = [:]
  private var cases: [LawID: Int] = [:]
  private var wasOutOfOrder = false

  init(laws: Set<LawID>) { self.laws = laws }

  mutating func take(_ world: QueueWorld) {
    worlds += 1
    var trial = QueueTrial<Queue>(world)
    let found = trial.run(world)
    guard let breach = breach(found, trial, world) else {
      // A world that breaks another law is not tried to its end.
      if found == nil { count(world, trial) }
      return
    }
    guard failures[breach.law] == nil else { return }
    var smallest = (world: world, breach: breach)
    shrink(&smallest)
    failures[breach.law] = .fail(.init(finding: smallest.breach.finding, world: smallest.world))
  }

  /// The first breach of a law that is judged by.
  private func breach(_ world: QueueWorld) -> QueueTrial<Queue>.Breach? {
    var trial = QueueTrial<Queue>(world)
    return breach(trial.run(world), trial, world)
  }

  /// The same of a run that `found` something or nothing; another one must agree with it.
  private func breach(
    _ found: QueueTrial<Queue>.Breach?, _ trial: QueueTrial<Queue>, _ world: QueueWorld
  ) -> QueueTrial<Queue>.Breach? {
    if let found, laws.contains(found.law) { return found }
    var again = QueueTrial<Queue>(world)
    _ = again.run(world)
    guard trial.answers != again.answers, laws.contains(.queue(7)) else { return nil }
    return .init(7, "Two runs of the same operations, with the same seed, went otherwise.")
  }

  private mutating func count(_ world: QueueWorld, _ trial: QueueTrial<Queue>) {
    wasOutOfOrder = wasOutOfOrder || trial.wasOutOfOrder
    let hasClients = world.steps.contains { if case .enqueue = $0 { true } else { false } }
    for number in [1, 2, 3, 6, 7] where hasClients { cases[.queue(number), default: 0] += 1 }
    if world.steps.contains(.copy) { cases[.queue(4), default: 0] += 1 }
    if world.steps.contains(.clear) { cases[.queue(5), default: 0] += 1 }
  }

  /// Leaves out steps, many at a time and then one by one, as long as the same law breaks.
  private func shrink(_ smallest: inout (world: QueueWorld, breach: QueueTrial<Queue>.Breach)) {
    var size = max(1, smallest.world.steps.count / 2)
    while true {
      var start = 0
      while start < smallest.world.steps.count {
        var world = smallest.world
        world.steps.removeSubrange(start..<min(start + size, world.steps.count))
        if let found = breach(world), found.law == smallest.breach.law {
          smallest = (world, found)
        } else {
          start += size
        }
      }
      guard size > 1 else { return }
      size /= 2
    }
  }

  /// Puts so many clients in twice: the first time they all come out, the second time the queue is cleared.
  mutating func takeCrowd(of crowd: Int) {
    guard laws.contains(.queue(8)), failures.isEmpty, crowd > 0 else { return }
    var cameOut = [Bool](repeating: false, count: crowd + 1)
    var isRight = true
    for isDropped in [false, true] {
      var queue = Queue(plan: QueueWorld.plan, random: RandomSource(seed: 1))
      for ticket in 1...crowd {
        queue.enqueue(Client(ticket: ticket, service: ticket % 3, priority: ticket % 5))
      }
      if isDropped { queue.clear() }
      var left = isDropped ? 0 : crowd
      while let client = queue.dequeue() {
        left -= 1
        // Somebody invented, or somebody more.
        guard left >= 0, cameOut.indices.contains(client.ticket) else {
          isRight = false
          break
        }
        isRight = isRight && !cameOut[client.ticket]
        cameOut[client.ticket] = true
      }
      isRight = isRight && queue.count == 0
    }
    if isRight, cameOut.dropFirst().allSatisfy(\.self) {
      cases[.queue(8)] = 1
    } else {
      failures[.queue(8)] = .fail(
        .init(finding: "Of \(crowd) clients not everybody came out once."))
    }
  }

  var results: [QueueLawResult] {
    QueueLaw.all.filter { laws.contains($0.id) }.map { law in
      QueueLawResult(law: law, result: failures[law.id] ?? outcome(law.id))
    }
  }

  private func outcome(_ law: LawID) -> LawOutcome<QueueCounterexample> {
    if law == .queue(9) { return nameAndSummary }
    if law == .queue(6), Queue.order == .none {
      return wasOutOfOrder
        ? .notApplicable("declares no order")
        : .notWitnessed("declares no order, and always kept that of coming")
    }
    let count = cases[law] ?? 0
    return count > 0
      ? .pass(cases: count)
      : .notExercised(failures.isEmpty ? "no case" : "no case that breaks no other law")
  }

  private var nameAndSummary: LawOutcome<QueueCounterexample> {
    guard NameRule.isWellFormed(Queue.name) else {
      return .fail(
        .init(finding: "\"\(Queue.name)\" is no name: lower-case words with hyphens between."))
    }
    guard !Queue.summary.isEmpty else {
      return .fail(.init(finding: "There is no summary."))
    }
    return .pass(cases: 1)
  }
}
