import BankCore

/// One run of a policy in a world, step by step, so that two can be interleaved.
struct Trial {
  private var bank: Bank<RingClientQueue, Spy>
  private let log: RunLog
  private var world: World
  private var offset: Time
  private var visitor = 0
  private var reset = 0
  private let plan: BranchPlan

  /// Makes a run, or returns `nil` when the policy says that the world does not suit it.
  init?(
    _ world: World, _ variation: Variation, on stage: Stage, looks: LooksPerQuestion? = nil
  ) {
    guard let (plan, policy) = stage.opening else { return nil }
    self.plan = plan
    self.world = world
    offset = variation.offset
    log = RunLog(variation)
    bank = Bank(
      plan: plan, queue: RingClientQueue(),
      policy: Spy(
        policy(RandomSource(seed: world.seed &+ (variation.hasOtherSeed ? 1 : 0))), log: log,
        asksCopies: variation.asksCopies,
        looks: looks))
    bank.mostWakeUpsInARow = 100
    bank.skipTickets(variation.ticketsBefore)
  }

  /// When somebody comes next, or the next reset; a reset goes before the arrivals of its time.
  private var nextPush: (time: Time, isReset: Bool) {
    let arrival = visitor < world.visitors.count ? world.visitors[visitor].arrival : .never
    let reset = reset < world.resets.count ? world.resets[reset] : .never
    return reset <= arrival ? (reset, true) : (arrival, false)
  }

  /// Takes one step; returns whether there was one.
  mutating func step() -> Bool {
    guard bank.fault == nil else { return false }
    var log = self.log
    let push = nextPush
    if push.time < .never, push.time + offset <= bank.nextTime {
      if push.isReset {
        reset += 1
        bank.reset(at: push.time + offset, &log)
      } else {
        let visitor = world.visitors[visitor]
        self.visitor += 1
        bank.arrive(
          Visit(service: visitor.service, time: visitor.time, patience: visitor.patience),
          at: push.time + offset, &log)
      }
      return true
    }
    if bank.isEmpty || bank.nextTime == .never { return false }
    bank.advance(to: bank.nextTime, &log)
    return true
  }

  /// Whether the policy was dropped.
  var isBroken: Bool { bank.fault != nil }

  /// Resets the bank and begins `world` in it.
  mutating func restart(_ world: World, _ variation: Variation) {
    var silent = HappeningLog()
    bank.reset(at: variation.offset, &silent)
    log.restart(variation)
    self.world = world
    offset = variation.offset
    (visitor, reset) = (0, 0)
  }

  /// What happened so far.
  var result: Run {
    let isAbandoned = bank.nextTime == .never && bank.floor.waiting > 0
    let floor = bank.floor
    return Run(
      plan: plan, entries: log.entries, idle: log.idle, fault: bank.fault, end: floor.now - offset,
      isAbandoned: isAbandoned,
      idleAtEnd: isAbandoned ? floor.tellers.filter { floor.isIdle($0) } : [],
      isShortStaffed: isAbandoned && floor.tellers.contains { !bank.isPresent($0) })
  }
}

/// What happened in a world under a policy.
struct Run {
  let plan: BranchPlan
  let entries: [Entry]
  /// For each answer who was idle; for calls only where every detail was asked for.
  let idle: [[Int]]
  let fault: PolicyFault?
  /// When the last thing happened.
  let end: Time
  /// Whether clients wait at the end and nothing will happen any more.
  let isAbandoned: Bool
  /// Who is there and free then.
  let idleAtEnd: [Int]
  /// Whether somebody of the staff is away then.
  let isShortStaffed: Bool
}

extension Run {
  /// The first difference between two runs, in words; `nil` when there is none.
  static func difference(_ first: [Entry], _ second: [Entry]) -> (time: Time, words: String)? {
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
  var words: String {
    let client = "client \(ticket - 1)"
    let text =
      switch what {
      case .arrived(_, let line): "\(client) joined line \(line)"
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
  var words: String {
    switch self {
    case .call(let line, let teller): "call line \(line) to \(World.tellerName(teller))"
    case .idle(let reason, let askAgain):
      "idle" + (reason.map { " (\($0))" } ?? "")
        + (askAgain.map { ", ask again at \($0) s" } ?? "")
    }
  }
}
