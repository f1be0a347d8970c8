import BankCore
import BankQueues

/// One run of a policy in a world, step by step, so that two can be interleaved.
struct WorldRun {
  private var day: Day<AnyQueue, Spy, IndexingIterator<[Arrival]>>
  private let log: WorldLog
  private var resets: ArraySlice<Time>
  private var comesBack: Bool
  private var restocks: ArraySlice<World.Restock>
  private(set) var offset: Time
  private let plan: BranchPlan

  /// Makes a run, or returns `nil` when the policy says that the world does not suit it.
  init?(
    _ world: World, _ variation: Variation, on stage: Stage, looks: Looks? = nil
  ) {
    guard let (plan, policy) = stage.opening else { return nil }
    self.plan = plan
    offset = variation.offset
    resets = world.resets[...]
    (comesBack, restocks) = (world.comesBack, plan.stock.isEmpty ? [] : world.restocks[...])
    log = WorldLog(
      variation, keepsHeads: stage.queue.order != .firstInFirstOut)
    var bank = Bank(
      plan: plan,
      queue: AnyQueue(stage.queue.make(plan, RandomSource(seed: world.seed, stream: 1))),
      policy: Spy(
        policy(RandomSource(seed: world.seed &+ (variation.hasOtherSeed ? 1 : 0))), log: log,
        asksCopies: variation.asksCopies, looks: looks),
      routes: world.routeSource(ticketsBefore: variation.ticketsBefore),
      handovers: world.handovers)
    bank.mostWakeUpsInARow = 100
    bank.skipTickets(variation.ticketsBefore)
    if offset > .zero { bank.open(at: offset) }
    day = Self.day(bank, world, offset)
  }

  private static func day(
    _ bank: Bank<AnyQueue, Spy>, _ world: World, _ offset: Time
  ) -> Day<AnyQueue, Spy, IndexingIterator<[Arrival]>> {
    let arrivals = world.visitors.map { visitor in
      Arrival(
        at: visitor.arrival + offset,
        Visit(
          service: visitor.service, serviceTime: visitor.time, priority: visitor.priority,
          patience: visitor.patience))
    }
    var day = Day(bank: bank, arrivals: arrivals.makeIterator())
    // The suite judges by law L2 itself.
    day.toleratesStalls = true
    return day
  }

  /// Takes one step; returns whether there was one.
  ///
  /// A reset comes before the clients who come at its time, and so does stock, after it.
  mutating func step() -> Bool {
    guard day.bank.fault == nil else { return false }
    var log = self.log
    let next = day.isOver ? .never : day.nextTime - offset
    if let reset = resets.first, reset <= min(next, restocks.first?.time ?? .never) {
      resets.removeFirst()
      beginAnew(at: reset + offset, &log)
      return true
    }
    if let restock = restocks.first, restock.time <= next {
      restocks.removeFirst()
      day.bank.restock(0, to: restock.count, at: restock.time + offset, &log)
      return true
    }
    return day.step(&log)
  }

  /// Resets the bank, and lets those in again who waited where they come back.
  private mutating func beginAnew(at now: Time, _ log: inout WorldLog) {
    let bank = day.bank
    let waiting = comesBack ? bank.floor.lines.flatMap { bank.clients(inLine: $0) } : []
    day.bank.reset(at: now, &log)
    for client in waiting.sorted(by: { $0.joined(before: $1) }) {
      day.bank.arrive(
        Returning(
          Visit(service: client.service, serviceTime: .whole(1), priority: client.priority),
          at: client.route.map { RoutePlace(route: $0, step: client.step) }),
        at: now, &log)
    }
  }

  /// Ends the run.
  ///
  /// First two copies are run aside: one on another day, which must leave no trace, one on the same day,
  /// which must do the same.
  ///
  /// What the second copy did otherwise stands at the end of the log.
  mutating func endAfterCopies(_ world: World) {
    var other = self
    other.day = Self.day(day.bank, world.mirrored, offset)
    _ = log.aside { while other.step() {} }
    var same = self
    let copied = log.aside { while same.step() {} }
    let place = log.entries.count
    while step() {}
    if log.entries[place...] != copied[...] { log.append(copied) }
  }

  /// How many values the policy keeps, as far as they can be seen: each number, and each character of a text.
  var valuesKept: Int { ValuesKept.count(in: day.bank.policy.policy) }

  /// Whether the policy was dropped.
  var isBroken: Bool { day.bank.fault != nil }

  /// Resets the bank, 7 s after everything that has happened, and begins `world` in it.
  mutating func restart(_ world: World) {
    var silent = EventLog()
    offset = day.bank.floor.now + .whole(7)
    day.bank.reset(at: offset, &silent)
    day.bank.routes = world.routeSource(session: day.bank.session)
    log.restart(Variation(offset: offset))
    resets = world.resets[...]
    (comesBack, restocks) = (world.comesBack, plan.stock.isEmpty ? [] : world.restocks[...])
    day = Self.day(day.bank, world, offset)
  }

  /// What happened so far.
  var result: WorldHistory {
    let bank = day.bank
    let isAbandoned = bank.nextTime == .never && bank.floor.waiting > 0
    let floor = bank.floor
    return WorldHistory(
      plan: plan, entries: log.entries, idle: log.idle, heads: log.heads, fault: bank.fault,
      end: floor.now - offset,
      isAbandoned: isAbandoned,
      idleAtEnd: isAbandoned ? floor.tellers.filter { floor.isIdle($0) } : [])
  }
}

/// What happened in a world under a policy.
struct WorldHistory {
  let plan: BranchPlan
  let entries: [Entry]
  /// For each answer who was idle; for calls only where every detail was asked for.
  let idle: [[Int]]
  /// For each answer the tickets at the heads of the lines; `nil` where lines are in the order of tickets,
  /// and whoever came first is a head.
  let heads: [[Int]]?
  let fault: BankFault?
  /// When the last thing happened.
  let end: Time
  /// Whether clients wait at the end and nothing will happen any more.
  let isAbandoned: Bool
  /// Who is there and free then.
  let idleAtEnd: [Int]
}

extension WorldHistory {
  /// The first difference between two runs, in words; `nil` when there is none.
  static func difference(_ first: [Entry], _ second: [Entry]) -> (time: Time, words: Phrase)? {
    guard first != second else { return nil }
    for (one, other) in zip(first, second) where one != other {
      return (one.time, "\(one.words) in one, \(other.words) in the other")
    }
    let longer = first.count > second.count ? first : second
    let entry = longer[min(first.count, second.count)]
    return (entry.time, "\(entry.words) in one of them alone")
  }
}

extension Entry {
  /// `A called client 0 at 2 s`, for people.
  var words: Phrase {
    let client: Phrase = "client \(ticket - 1)"
    let text: Phrase =
      switch what {
      case .arrived(_, let line, _): "\(client) joined line \(line)"
      case .refused: "\(client) was refused"
      case .balked: "\(client) balked"
      case .abandoned: "\(client) lost patience"
      case .started(_, let teller): "\(World.tellerName(teller)) called \(client)"
      case .finished(let teller): "\(World.tellerName(teller)) finished \(client)"
      case .came(let teller): "\(World.tellerName(teller)) came"
      case .left(let teller): "\(World.tellerName(teller)) left"
      case .reset: "a reset"
      case .other: "something else"
      case .answer(let decision): "the answer \(decision.words)"
      case .toldStarted: "the policy was told of the start of \(client)"
      case .toldFinished: "the policy was told of the end of \(client)"
      case .copyDiffers(let copy, let original):
        "a copy answered \(copy.words) and the original \(original.words)"
      }
    return "\(text) at \(time) s"
  }
}

extension Decision {
  /// `call line 0 to A` or `idle (a reason), ask again at 3 s`, for people.
  var words: Phrase {
    switch self {
    case .call(let line, let teller): return "call line \(line) to \(World.tellerName(teller))"
    case .callNobody(let reason, let askAgain):
      let idle: Phrase = reason.map { "idle (\($0))" } ?? "idle"
      return askAgain.map { "\(idle), ask again at \($0) s" } ?? idle
    }
  }
}
