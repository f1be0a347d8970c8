import BankConformance
public import BankCore
public import BankQueues
public import BankSimulation

/// Everything a bank needs beside its policy.
@usableFromInline
struct DayInputs: Sendable {
  @usableFromInline let plan: BranchPlan
  /// The queue behind every line, empty.
  @usableFromInline let queue: any ClientQueueable
  @usableFromInline var arrivals: ArrivalSource
  /// The policy's source of chance.
  @usableFromInline let random: RandomSource
  /// Which routes clients take.
  @usableFromInline var routes: (any RouteSource)?
  /// How long each hand-over takes, where that differs.
  @usableFromInline var handovers: (any HandoverSource)?
  /// The number of the session that is run.
  @usableFromInline var session = 1
}

/// When a later session of a bank began, and with what in stock.
@usableFromInline
struct SessionStart: Sendable {
  @usableFromInline let time: Time
  @usableFromInline let stock: [Int]
}

extension DayInputs {
  /// A bank whose session `start` begins, `nil` for the opening; `observer` is told of it.
  @inlinable
  func bank<Queue: ClientQueueable, Policy: TellerPolicy, Observer: BankObserver>(
    _ queue: Queue, _ policy: Policy, _ claims: Claims, from start: SessionStart?, isWatched: Bool,
    _ observer: inout Observer
  ) -> Bank<Queue, Policy> {
    var bank = Bank(
      plan: plan, queue: queue, policy: policy, claims: claims,
      // A reset begins the next.
      session: session - (start == nil ? 0 : 1), routes: routes, handovers: handovers,
      isWatched: isWatched)
    guard let start else { return bank }
    bank.reset(at: start.time, &observer)
    for (item, count) in start.stock.enumerated() {
      bank.restock(item, to: count, at: start.time, &observer)
    }
    return bank
  }
}

/// A day in virtual time.
@usableFromInline
struct SimulatedDay: Sendable {
  @usableFromInline var inputs: DayInputs
  @usableFromInline var end = Time.never
  /// Until when tellers are there although nobody may come any more.
  @usableFromInline var closes = Time.zero
  /// Whoever comes before is left out of the statistics.
  @usableFromInline var warmup = Time.zero
  @usableFromInline var isStrict = true
  /// Whether the bank checks the policy's claims too, and keeps its last answers.
  @usableFromInline var isWatched = false
  /// What the policy is asked through, where somebody waits for its answers.
  var watch: HangWatch?
  /// Told of every event, if anybody listens.
  @usableFromInline var listener: (@Sendable (BankEvent) -> Void)?
  /// The stretches that the day is looked at in, where somebody wants its course.
  @usableFromInline var stretches: DayStretches?
  @usableFromInline var isInterrupted: @Sendable () -> Bool = { false }
  /// When a later session of the bank began, with what was in stock then; `nil` for the first.
  @usableFromInline var beginning: SessionStart?
  /// What somebody did from outside, in order of time.
  @usableFromInline var interventions: [(time: Time, what: Intervention)] = []

  /// What somebody does from outside: sets an item of the stock, or lets somebody in again.
  @usableFromInline
  enum Intervention: Sendable {
    case restock(item: Int, count: Int)
    case letBackIn(Returning)
  }

  /// Runs the day under the policy that `type` makes.
  ///
  /// What takes long is specialised for the policy: many clients drawn from a workload, and nobody
  /// listening; once for the default queue and once for any other. Everything else is compiled once.
  @inlinable
  static func run<P: TellerPolicy>(
    _ type: P.Type, _ options: P.Options, _ day: SimulatedDay
  ) -> DayResult {
    let policy = P(options: options, plan: day.inputs.plan, random: day.inputs.random)
    guard day.listener == nil, day.stretches == nil,
      case .workload(let arrivals) = day.inputs.arrivals
    else {
      return day.run(policy, P.claims)
    }
    var observer = DayObserver(plan: day.inputs.plan, from: day.warmup)
    let counts = observer
    if let queue = day.inputs.queue as? RingQueue {
      return day.run(queue, policy, P.claims, arrivals, counts, &observer)
    }
    return day.run(AnyQueue(day.inputs.queue), policy, P.claims, arrivals, counts, &observer)
  }

  /// Runs the day under any policy and queue.
  @usableFromInline
  func run(_ policy: any TellerPolicy, _ claims: Claims) -> DayResult {
    let counts = DayObserver(plan: inputs.plan, from: warmup)
    var recorder = Recorder(
      counts: counts,
      course: stretches.map {
        DayCourse(plan: inputs.plan, stretches: $0, from: warmup, handovers: inputs.handovers)
      },
      listener: listener)
    var result = run(
      AnyQueue(inputs.queue), AnyPolicy(policy, watch), claims, inputs.arrivals,
      counts, &recorder)
    recorder.course?.end(at: max(result.end, stretches?.open ?? .zero))
    if end != .never { recorder.course?.cut(at: end) }
    result.course = recorder.course
    return result
  }

  @inlinable
  func run<
    P: TellerPolicy, Queue: ClientQueueable, Arrivals: IteratorProtocol<Arrival>,
    Observer: BankObserver
  >(
    _ queue: Queue, _ policy: P, _ claims: Claims, _ arrivals: Arrivals, _ counts: DayObserver,
    _ observer: inout Observer
  ) -> DayResult {
    let bank = inputs.bank(
      queue, policy, claims, from: beginning, isWatched: isWatched, &observer)
    var day = Day(bank: bank, arrivals: arrivals)
    let opening = beginning?.time ?? .zero
    for (time, what) in interventions {
      // Before the doors open nobody else comes.
      if time > opening {
        _ = VirtualDriver.run(&day, until: time, isStrict: false, &observer)
      }
      switch what {
      case .restock(let item, let count):
        day.bank.restock(item, to: count, at: time, &observer)
      case .letBackIn(let client): day.bank.arrive(client, at: time, &observer)
      }
    }
    let ending = VirtualDriver.run(
      &day, until: end, isStrict: isStrict, isInterrupted: isInterrupted, &observer)
    if ending == .done, day.bank.floor.now < min(closes, end) {
      day.bank.advance(to: min(closes, end), &observer)
    }
    let end = day.bank.floor.now
    var fault = day.bank.fault
    if case .stopped(let reason) = ending { fault = reason }
    return DayResult(
      statistics: counts.statistics(of: day.bank), ending: ending, end: end,
      workTime: day.bank.workTime(at: end), fault: fault)
  }
}

/// Counts a day, and passes events on to whoever listens.
private struct Recorder: BankObserver {
  let counts: DayObserver
  var course: DayCourse?
  let listener: (@Sendable (BankEvent) -> Void)?

  mutating func observe(_ event: BankEvent) {
    counts.observe(event)
    course?.observe(event)
    listener?(event)
  }
}

/// What came of a day in virtual time.
@usableFromInline
struct DayResult: Sendable {
  let statistics: DayStatistics
  let ending: VirtualDriver.Ending
  let end: Time
  let workTime: Time
  let fault: BankFault?
  /// How the day went, where somebody wants to know.
  var course: DayCourse?

  @usableFromInline
  init(
    statistics: DayStatistics, ending: VirtualDriver.Ending, end: Time, workTime: Time,
    fault: BankFault?
  ) {
    self.statistics = statistics
    self.ending = ending
    self.end = end
    self.workTime = workTime
    self.fault = fault
  }
}
