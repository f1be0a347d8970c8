import BankCore

/// One run of a policy in a world, step by step, so that two can be interleaved.
struct Trial<Policy: TellerPolicy> {
  private enum Push {
    case reset
    case visit(World.Visitor)
  }

  private var bank: Bank<RingClientQueue, Spy<Policy>>
  private var log: RunLog
  private var pushes: [(time: Time, push: Push)]
  private var next = 0
  let plan: BranchPlan

  /// Makes a run, or returns `nil` when the policy says that the world does not suit it.
  init?(_ world: World, _ variation: Variation = Variation()) {
    guard
      let plan = try? world.plan(prefix: variation.prefix, shiftedBy: variation.offset)
    else { return nil }
    let options = Policy.Options.defaults(for: plan)
    guard Policy.problems(with: options, for: plan).isEmpty else { return nil }
    self.plan = plan
    log = RunLog()
    let random = RandomSource(seed: variation.seed ?? world.seed)
    let policy = Policy(options: options, plan: plan, random: random)
    bank = Bank(
      plan: plan, queue: RingClientQueue(),
      policy: Spy(policy, log: log, asksCopies: variation.asksCopies))
    bank.mostWakeUpsInARow = 100
    bank.skipTickets(variation.ticketsBefore)
    pushes = Self.pushes(world, variation.offset)
  }

  private static func pushes(_ world: World, _ offset: Int) -> [(time: Time, push: Push)] {
    var pushes: [(time: Time, push: Push)] = []
    var resets = world.resets[...]
    for visitor in world.visitors {
      while let reset = resets.first, reset <= visitor.arrival {
        pushes.append((World.seconds(reset + offset), .reset))
        resets.removeFirst()
      }
      pushes.append((World.seconds(visitor.arrival + offset), .visit(visitor)))
    }
    return pushes + resets.map { (World.seconds($0 + offset), .reset) }
  }

  /// Takes one step; returns whether there was one.
  mutating func step() -> Bool {
    var log = self.log
    if next < pushes.count, pushes[next].time <= bank.nextTime {
      let (time, push) = pushes[next]
      next += 1
      switch push {
      case .reset: bank.reset(at: time, &log)
      case .visit(let visitor):
        bank.arrive(
          Visit(
            service: visitor.service, time: World.seconds(visitor.time),
            patience: visitor.patience.map { World.seconds($0) }), at: time, &log)
      }
      return bank.fault == nil
    }
    if bank.isEmpty || bank.nextTime == .never { return false }
    bank.advance(to: bank.nextTime, &log)
    return bank.fault == nil
  }

  /// Runs to the end, or to the first fault.
  mutating func finish() -> Run {
    while step() {}
    return result
  }

  /// Runs to the end, then resets, and runs `world` a second time, `offset` seconds later; returns
  /// the second run alone.
  mutating func finishAndRepeat(_ world: World, offset: Int) -> Run {
    while step() {}
    var observer = log
    bank.reset(at: World.seconds(offset), &observer)
    let before = log.take().count
    pushes = Self.pushes(world, offset)
    next = 0
    while step() {}
    var run = result
    run.entries.removeFirst(before)
    return run
  }

  /// What happened so far.
  var result: Run {
    Run(
      plan: plan, entries: log.take(), fault: bank.fault, end: bank.floor.now,
      isAbandoned: bank.nextTime == .never && bank.floor.waiting > 0,
      idleAtEnd: bank.floor.tellers.filter { bank.floor.isIdle($0) },
      isShortStaffed: bank.floor.tellers.contains { !bank.isPresent($0) })
  }
}

/// What happened in a world under a policy.
struct Run: Sendable {
  let plan: BranchPlan
  var entries: [Entry]
  let fault: PolicyFault?
  let end: Time
  /// Whether clients wait at the end and nothing will happen any more.
  let isAbandoned: Bool
  /// Who is there and free at the end.
  let idleAtEnd: [Int]
  /// Whether somebody of the staff is away at the end.
  let isShortStaffed: Bool
}
