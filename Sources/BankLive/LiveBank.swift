public import BankCore

/// A bank that runs by a clock.
///
/// The same `Day` of BankCore as in virtual time; this one waits for the clock before each step. Events
/// carry the time at which they were due, so a late wake-up delays nobody and nothing drifts. There
/// is one sleeping task at most, however many clients there are.
///
/// Make it, take ``events()``, then ``open()`` it. It stays open for visits until
/// ``closeDoors()``, ends when nobody is left, and can be stopped at any moment; cancelling the
/// task that waits in ``run()`` stops it too.
public actor LiveBank<Queue, Policy, Arrivals, C: Clock>
where
  Queue: ClientQueueable & Sendable, Policy: TellerPolicy, Arrivals: IteratorProtocol & Sendable,
  Arrivals.Element == Arrival, C.Duration == Duration
{
  private var day: Day<Queue, Policy, Arrivals>
  private let clock: C
  /// How many seconds of the bank pass in a second of the clock.
  private var speed: Double
  /// When the present speed began, and what time it was then on the bank's own scale.
  private var openedAt: C.Instant?
  private var openedTime = Time.zero
  private var doorsAreClosed = false
  private var stoppedAt: Time?
  private var log = EventLog()
  private var published = 0
  private var served: [Int]
  private var listeners: [Int: AsyncStream<BankEvent>.Continuation] = [:]
  private var listenersEver = 0
  /// How many events the listener who is farthest behind had not taken when the last was told.
  private var untaken = 0
  private var timer: Task<Void, Never>?
  private var timerDeadline: Time?

  /// Makes a bank that is not open yet.
  ///
  /// - Parameters:
  ///   - day: the bank and those who are known to come; others may visit at any time.
  ///   - clock: what to wait by.
  ///   - speed: how many seconds of the bank pass in a second of the clock; more than 0.
  ///   - start: what time it is for the bank when it is opened.
  public init(
    _ day: Day<Queue, Policy, Arrivals>, clock: C, speed: Double = 1, from start: Time = .zero
  ) {
    precondition(speed > 0, "a speed of \(speed)")
    self.day = day
    self.clock = clock
    self.speed = speed
    openedTime = start
    served = Array(repeating: 0, count: day.bank.floor.plan.services.count)
  }

  deinit {
    timer?.cancel()
    for listener in listeners.values { listener.finish() }
  }

  /// Everything that happens from now on, in order; ends when the bank does.
  ///
  /// Every listener gets every event; what one has not yet taken is kept for it, and the bank's clock waits for
  /// one who falls far behind.
  public func events() -> AsyncStream<BankEvent> {
    // Nothing is dropped: this is the buffer that says how much is in it.
    let (stream, continuation) = AsyncStream.makeStream(
      of: BankEvent.self, bufferingPolicy: .bufferingOldest(.max))
    guard !isOver else {
      continuation.finish()
      return stream
    }
    let id = listenersEver
    listenersEver += 1
    listeners[id] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { await self?.forget(id) }
    }
    return stream
  }

  /// Opens the bank: its time begins.
  ///
  /// A second call changes nothing.
  public func open() {
    guard openedAt == nil, !isOver else { return }
    openedAt = clock.now
    takeTurn()
    settle()
  }

  /// Opens the bank and returns when it is over.
  ///
  /// Cancelling the calling task stops the bank.
  public func run() async {
    let end = events()
    open()
    await withTaskCancellationHandler {
      for await _ in end {}
    } onCancel: {
      Task { await self.stop() }
    }
    stop()
  }

  /// Lets a client in now, or returns `nil` when the doors are closed.
  @discardableResult
  public func visit(_ visit: Visit) -> Admission? {
    self.visit([visit]).admissions.first
  }

  /// Lets several clients in at one instant: all of them, or nobody when the doors are closed.
  @discardableResult
  public func visit(_ visits: [Visit]) -> Entry {
    guard openedAt != nil, !doorsAreClosed else { return Entry(session: day.bank.session) }
    return enter { bank, now, log in visits.map { bank.arrive($0, at: now, &log) } }
  }

  /// Lets those in again who were there before, at one instant, also before it is open; see
  /// `Bank.arrive(_:at:_:)`.
  @discardableResult
  public func letBackIn(_ clients: [Returning]) -> Entry {
    enter { bank, now, log in clients.map { bank.arrive($0, at: now, &log) } }
  }

  private func enter(
    _ enter: (inout Bank<Queue, Policy>, Time, inout EventLog) -> [Admission]
  ) -> Entry {
    guard !isOver else { return Entry(session: day.bank.session) }
    let now = catchUp()
    let admissions = enter(&day.bank, now, &log)
    settle()
    return Entry(session: day.bank.session, admissions: admissions)
  }

  /// Begins a new session now; see `Bank.reset(at:_:)`.
  ///
  /// - Returns: what the branch looked like just before; `nil` where it is not open.
  @discardableResult
  public func reset() -> Snapshot? {
    guard openedAt != nil, !isOver else { return nil }
    let now = catchUp()
    publish()
    let before = Snapshot(day.bank, at: now, events: published, served: served)
    day.bank.reset(at: now, &log)
    settle()
    return before
  }

  /// Sets several items of the stock at once, if they are still what somebody saw; also before it is open.
  ///
  /// Returns whether they were; otherwise nothing is set.
  @discardableResult
  public func restock(_ changes: [StockChange]) -> Bool {
    guard !isOver else { return false }
    let now = catchUp()
    let isFresh = changes.allSatisfy { change in
      change.seen.map { $0 == day.bank.stock[change.item] } ?? true
    }
    if isFresh {
      for change in changes { day.bank.restock(change.item, to: change.count, at: now, &log) }
    }
    settle()
    return isFresh
  }

  /// Lets nobody in any more but those who were known to come; the bank ends when nobody is left.
  public func closeDoors() {
    doorsAreClosed = true
    guard openedAt != nil else { return }
    _ = catchUp()
    settle()
  }

  /// Goes on `speed` times as fast as the clock; more than 0.
  public func setSpeed(_ speed: Double) {
    precondition(speed > 0, "a speed of \(speed)")
    guard !isOver else { return }
    if openedAt != nil {
      _ = catchUp()
      openedTime = now
      openedAt = clock.now
    }
    self.speed = speed
    timer?.cancel()
    timer = nil
    settle()
  }

  /// What a clock on the wall has to know.
  public func reading() -> LiveReading {
    let now = catchUp()
    settle()
    return LiveReading(
      time: now, workTime: day.bank.workTime(at: now), isRunning: !day.bank.isEmpty,
      inside: day.bank.floor.waiting + day.bank.servingCount,
      stock: day.bank.stock, speed: speed, events: published, fault: day.bank.fault)
  }

  /// Ends at once, in the middle of whatever goes on.
  public func stop() {
    guard !isOver else { return }
    publish()
    stoppedAt = now
    timer?.cancel()
    timer = nil
    for listener in listeners.values { listener.finish() }
    listeners = [:]
  }

  /// What the branch looks like now.
  public func snapshot() -> Snapshot {
    let now = catchUp()
    settle()
    return Snapshot(day.bank, at: now, events: published, served: served)
  }

  // MARK: - Waiting for the clock

  private var isOver: Bool { stoppedAt != nil }

  /// How many steps are taken at a time.
  private static var turn: Int { 4096 }
  /// How many before a change from outside: where more are due, the bank's clock is put back to them.
  private static var longestTurn: Int { 65_536 }
  /// A listener who has not taken this many events is behind.
  private static var mostUntaken: Int { 65_536 }

  /// Whether somebody who listens cannot follow.
  private var isTooFast: Bool { untaken > Self.mostUntaken }

  /// The time since opening, on the bank's own scale.
  private var now: Time {
    if let stoppedAt { return stoppedAt }
    guard let openedAt else { return openedTime }
    let elapsed = openedAt.duration(to: clock.now)
    if speed == 1 { return openedTime + Time(elapsed) }
    return openedTime + .seconds(Time(elapsed).seconds * speed)
  }

  /// Takes the steps that are due, at most so many.
  ///
  /// - Parameters:
  ///   - deadline: counts as now if it is later: a scaled clock may be a nanosecond behind.
  ///   - most: the most steps to take before somebody else has a turn, such as ``stop()``.
  /// - Returns: the instant up to which they are taken, unless there were too many: the clock goes on.
  @discardableResult
  private func takeTurn(until deadline: Time = .zero, most: Int = turn) -> Time {
    guard !isOver, openedAt != nil else { return now }
    let now = max(now, deadline, day.bank.floor.now)
    // A little is still done where somebody cannot follow, which shows when they can again.
    let most = isTooFast ? 64 : most
    var steps = 0
    while steps < most, day.step(until: now, &log) { steps += 1 }
    // Whoever will come is not known: tellers come and go while nobody is there.
    while !doorsAreClosed, steps < most, day.isOver, day.bank.nextTime <= now {
      day.bank.advance(to: day.bank.nextTime, &log)
      steps += 1
    }
    if doorsAreClosed, day.isOver { day.checkEnd(&log) }
    return now
  }

  /// Takes the steps that are due before a change from outside; where there are too many, the clock is put back.
  ///
  /// - Returns: the instant at which the change happens: the clock goes on.
  private func catchUp() -> Time {
    let now = takeTurn(most: Self.longestTurn)
    guard !isOver, openedAt != nil, day.nextTime <= now else { return now }
    (openedTime, openedAt) = (day.bank.floor.now, clock.now)
    return openedTime
  }

  /// Tells what happened, and goes to sleep until the next step.
  private func settle() {
    publish()
    guard !isOver, let openedAt else { return }
    if day.isOver, doorsAreClosed || day.nextTime == .never {
      timer?.cancel()
      timer = nil
      if doorsAreClosed { stop() }
      return
    }
    let deadline = day.nextTime
    if timer != nil, timerDeadline == deadline { return }
    timer?.cancel()
    timerDeadline = deadline
    let ahead = deadline - openedTime
    let wait = speed == 1 ? ahead : .seconds(ahead.seconds / speed)
    var instant = openedAt.advanced(by: .nanoseconds(wait.nanoseconds))
    if isTooFast { instant = max(instant, clock.now.advanced(by: .milliseconds(10))) }
    timer = Task { [weak self, clock] in
      do { try await clock.sleep(until: instant, tolerance: .zero) } catch { return }
      await self?.wakeUp(for: deadline)
    }
  }

  private func wakeUp(for deadline: Time) {
    guard timerDeadline == deadline else { return }
    timer = nil
    takeTurn(until: deadline)
    settle()
  }

  private func publish() {
    let events = log.drain()
    if !events.isEmpty { untaken = 0 }
    for event in events {
      published += 1
      switch event.kind {
      case .finished(let client, _, _): served[client.service] += 1
      case .reset: served = served.map { _ in 0 }
      default: break
      }
      for listener in listeners.values {
        if case .enqueued(let room) = listener.yield(event) { untaken = max(untaken, .max - room) }
      }
    }
  }

  private func forget(_ id: Int) { listeners[id] = nil }
}

extension Time {
  /// Makes a time of `duration`, cut to the nanosecond.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    self =
      overflow
      ? .never : Time(nanoseconds: nanoseconds) + Time(nanoseconds: attoseconds / 1_000_000_000)
  }
}
