public import BankConformance
public import BankCore
public import BankLive
public import BankReports
public import BankSimulation
import Foundation

/// A policy that the command line can run: its type, opened once so that every path behind it is
/// specialised for it.
public struct RegisteredPolicy: Sendable {
  /// The policy's name.
  public let name: String
  let summary: String
  let claims: Claims
  let guide: [OptionGuide]
  /// Decodes options and ties the policy to a branch.
  let wire: @Sendable (OptionSettings, BranchPlan) -> Result<WiredPolicy, Problems>
  /// Checks the policy against the laws.
  let check: @Sendable (ConformanceRun) -> Report

  /// Registers `type`.
  @inlinable
  public init<P: TellerPolicy>(_ type: P.Type) {
    self.init(
      name: P.name, summary: P.summary, claims: P.claims, guide: P.Options.guide,
      wire: { settings, plan in
        OptionsLoader.load(P.self, settings, plan).map { options in
          WiredPolicy(
            name: P.name, options: OptionsLoader.json(options),
            simulate: { VirtualSession.run(P.self, options, $0) },
            open: { LiveOpening.open(P.self, options, $0) },
            smallest: { PolicyConformance.smallest(P.self, $0, breaking: $1) })
        }
      },
      check: { $0.check(P.self) })
  }

  @usableFromInline
  init(
    name: String, summary: String, claims: Claims, guide: [OptionGuide],
    wire: @escaping @Sendable (OptionSettings, BranchPlan) -> Result<WiredPolicy, Problems>,
    check: @escaping @Sendable (ConformanceRun) -> Report
  ) {
    self.name = name
    self.summary = summary
    self.claims = claims
    self.guide = guide
    self.wire = wire
    self.check = check
  }
}

/// A policy with its options, ready to be injected into a bank.
@usableFromInline
struct WiredPolicy: Sendable {
  let name: String
  /// What reports call it: its name, or what tells it from the same policy with other options.
  var label: String
  /// The effective options.
  let options: JSON
  /// Runs a day in virtual time.
  let simulate: @Sendable (VirtualSession) -> VirtualOutcome
  /// Makes a live bank on the system's clock.
  let open: @Sendable (LiveOpening) -> any LiveSession
  /// The smallest world reached from one, in which the policy breaks a law.
  let smallest: @Sendable (World, String) -> Counterexample?

  @usableFromInline
  init(
    name: String, options: JSON, simulate: @escaping @Sendable (VirtualSession) -> VirtualOutcome,
    open: @escaping @Sendable (LiveOpening) -> any LiveSession,
    smallest: @escaping @Sendable (World, String) -> Counterexample?
  ) {
    self.name = name
    label = name
    self.options = options
    self.simulate = simulate
    self.open = open
    self.smallest = smallest
  }
}

/// Everything a bank needs beside its policy.
@usableFromInline
struct Injection: Sendable {
  @usableFromInline let plan: BranchPlan
  @usableFromInline let queue: QueueKind
  @usableFromInline var arrivals: ArrivalSource
  @usableFromInline let random: RandomSource
  /// The number of the first session.
  @usableFromInline var session = 1
}

/// A day in virtual time.
@usableFromInline
struct VirtualSession: Sendable {
  @usableFromInline var injection: Injection
  @usableFromInline var end = Time.never
  /// Whoever comes before is left out of the statistics.
  @usableFromInline var warmup = Time.zero
  @usableFromInline var isStrict = true
  /// Whether the bank checks the policy's claims too, and keeps its last answers.
  @usableFromInline var isWatched = false
  /// Told of every happening, if anybody listens.
  @usableFromInline var listener: (@Sendable (Happening) -> Void)?
  @usableFromInline var isInterrupted: @Sendable () -> Bool = { false }

  @inlinable
  static func run<P: TellerPolicy>(
    _ type: P.Type, _ options: P.Options, _ session: VirtualSession
  ) -> VirtualOutcome {
    switch session.injection.queue {
    case .ring: run(type, options, session, RingClientQueue())
    case .linked: run(type, options, session, LinkedClientQueue())
    }
  }

  @inlinable
  static func run<P: TellerPolicy, Queue: ClientQueueable>(
    _ type: P.Type, _ options: P.Options, _ session: VirtualSession, _ queue: Queue
  ) -> VirtualOutcome {
    switch session.injection.arrivals {
    case .workload(let arrivals): run(type, options, session, queue, arrivals)
    case .trace(let arrivals): run(type, options, session, queue, arrivals)
    }
  }

  @inlinable
  static func run<
    P: TellerPolicy, Queue: ClientQueueable, Arrivals: IteratorProtocol<Arrival>
  >(
    _ type: P.Type, _ options: P.Options, _ session: VirtualSession, _ queue: Queue,
    _ arrivals: Arrivals
  ) -> VirtualOutcome {
    let injection = session.injection
    let policy = P(options: options, plan: injection.plan, random: injection.random)
    var bank = Bank(
      plan: injection.plan, queue: queue, policy: policy, session: injection.session)
    bank.isWatched = session.isWatched
    let day = Day(bank: bank, arrivals: arrivals)
    var counts = DayObserver(plan: injection.plan, from: session.warmup)
    guard let listener = session.listener else {
      return run(day, session, counts, &counts)
    }
    var recorder = Recorder(counts: counts, listener: listener)
    return run(day, session, counts, &recorder)
  }

  @inlinable
  static func run<
    P: TellerPolicy, Queue: ClientQueueable, Arrivals: IteratorProtocol<Arrival>,
    Observer: BankObserver
  >(
    _ day: consuming Day<Queue, P, Arrivals>, _ session: VirtualSession, _ counts: DayObserver,
    _ observer: inout Observer
  ) -> VirtualOutcome {
    let ending = VirtualDriver.run(
      &day, until: session.end, isStrict: session.isStrict, isInterrupted: session.isInterrupted,
      &observer)
    let end = day.bank.floor.now
    return VirtualOutcome(
      statistics: counts.statistics(of: day.bank), ending: ending, end: end,
      workTime: day.bank.workTime(at: end), fault: day.bank.fault)
  }
}

/// Counts a day, and passes happenings on to whoever listens.
@usableFromInline
struct Recorder: BankObserver {
  @usableFromInline let counts: DayObserver
  @usableFromInline let listener: @Sendable (Happening) -> Void

  @inlinable
  init(counts: DayObserver, listener: @escaping @Sendable (Happening) -> Void) {
    self.counts = counts
    self.listener = listener
  }

  @usableFromInline
  mutating func observe(_ happening: Happening) {
    counts.observe(happening)
    listener(happening)
  }
}

/// What came of a day in virtual time.
@usableFromInline
struct VirtualOutcome: Sendable {
  let statistics: DayStatistics
  let ending: VirtualDriver.Ending
  let end: Time
  let workTime: Time
  let fault: PolicyFault?

  @usableFromInline
  init(
    statistics: DayStatistics, ending: VirtualDriver.Ending, end: Time, workTime: Time,
    fault: PolicyFault?
  ) {
    self.statistics = statistics
    self.ending = ending
    self.end = end
    self.workTime = workTime
    self.fault = fault
  }
}

/// A day by the clock.
@usableFromInline
struct LiveOpening: Sendable {
  @usableFromInline let injection: Injection
  @usableFromInline let speed: Double
  @usableFromInline var clock: any Clock<Duration> & Sendable = ContinuousClock()

  @usableFromInline
  static func open<P: TellerPolicy>(
    _ type: P.Type, _ options: P.Options, _ opening: LiveOpening
  ) -> any LiveSession {
    let injection = opening.injection
    let policy = P(options: options, plan: injection.plan, random: injection.random)
    func live(
      _ queue: some ClientQueueable & Sendable, _ clock: some Clock<Duration>
    ) -> any LiveSession {
      var bank = Bank(
        plan: injection.plan, queue: queue, policy: policy, session: injection.session)
      bank.isWatched = true
      return LiveBank(
        Day(bank: bank, arrivals: injection.arrivals), clock: clock, speed: opening.speed)
    }
    switch injection.queue {
    case .ring: return live(RingClientQueue(), opening.clock)
    case .linked: return live(LinkedClientQueue(), opening.clock)
    }
  }
}
