import BankConfiguration
import BankCore
import BankLive
import BankRecords
import BankReports
import BankSimulation
import Foundation
import Synchronization

/// The live floor behind a page: one bank at a time, what it tells, and what a page may ask of it.
///
/// Every rule is the bank's; the hub numbers what happens and passes it on. A page that was away says
/// which number it saw last and gets what follows, or the whole floor anew.
actor FloorHub {
  /// Seconds between two broadcasts.
  static let beat = 0.04

  let setup: Setup
  var journal: SessionJournal
  nonisolated let journalWriter: LineWriter?
  nonisolated let toldOfJournal = Mutex<Phrase?>(nil)
  let broadcast: @Sendable ([[UInt8]]) -> Int
  /// The number of the last broadcast.
  var broadcasts = 0

  var wired: WiredPolicy
  private(set) var next: WiredPolicy
  var session: any OpenBank
  /// Which server this is: one that was started again has another history under the same numbers.
  nonisolated let boot = String(UInt64.random(in: 1...(1 << 52)), radix: 36)
  /// Which bank this is: another one for another policy.
  private(set) var epoch = 0
  /// The number of the present session.
  private(set) var number = 1
  var speed: Double
  var visitors: WorkloadArrivals
  /// What pages were told, or are about to be.
  private(set) var told = ToldEvents()
  /// The first event that was not sent to them.
  private var unsent = 0
  private var isBeating = false
  private var listening: Task<Void, Never>?
  private(set) var log: [BankEvent] = []
  /// What is in stock, by what happened, and what was when the session began.
  private var stock: StockLedger
  private(set) var stockAtBeginning: [Int]
  /// What time it was when the present bank began.
  private(set) var openedAt = Time.zero
  /// The number of the session with which the present bank began.
  private(set) var firstNumber = 1
  /// What the session came to so far, how often that was changed by something else than an event, and before which
  /// event all pages were told.
  private(set) var tally: SessionTally
  private(set) var tallyChanges = 0
  var changedAt = 0
  /// The last floor that was drawn for pages that begin, and the drawing of another.
  var drawnFloor: DrawnFloor?
  var drawingFloor: Task<DrawnFloor, Never>?
  /// What the clients of the session bring.
  var brought: BroughtVisits
  /// Whom the last reset sent away, when, and with which session it began.
  var sentAway: (clients: [Returning], at: ContinuousClock.Instant, session: Int)?
  /// The request for an undo that an earlier server did not end.
  var cutUndo: String?
  /// What the clients of the session before the last reset brought.
  private var broughtBefore: BroughtVisits
  var shadow: Shadow?
  var isLooking = false
  /// Policies that did not answer when they were asked beside the branch: nobody asks them again.
  var silent: Set<String> = []
  /// What an earlier server left, and how many of its clients are back.
  let earlier: Journal?
  private(set) var back = 0
  private var ticks = 0
  private var world = WorldClock()
  /// What requests came to before this server began: one that comes again changes nothing.
  var done: [String: Journal.Done] = [:]

  /// How long a reset can be undone.
  let undoTime: Duration
  /// So many may be inside where requests let clients in, for each takes memory; the config may send more.
  let mostInside: Int

  /// What time it is as a day begins.
  let startOfDay: StartOfDay

  init(
    _ setup: Setup, under policy: WiredPolicy? = nil, journal: LineWriter?,
    from start: StartOfDay = .opening, after earlier: Journal? = nil,
    undoTime: Duration = .seconds(60), mostInside: Int = 300_000,
    broadcast: @escaping @Sendable ([[UInt8]]) -> Int
  ) {
    self.setup = setup
    (self.journal, journalWriter) = (SessionJournal(journal), journal)
    (self.undoTime, self.mostInside, self.broadcast) = (undoTime, mostInside, broadcast)
    (wired, next) = (policy ?? setup.wired, policy ?? setup.wired)
    stock = StockLedger(setup.plan)
    stockAtBeginning = stock.counts
    var workload = setup.configuration.workload
    for service in workload.services.indices { workload.services[service].arrivals = nil }
    visitors = workload.arrivals(seed: setup.seed, day: 1, count: .max)
    (self.earlier, startOfDay) = (earlier, start)
    number = (earlier?.session ?? 0) + 1
    (firstNumber, speed) = (number, earlier?.goesOnAt == nil ? 1 : earlier?.speed ?? 1)
    openedAt =
      switch start {
      case .opening: earlier?.goesOnAt ?? .zero
      // A branch that ran ahead of the world goes on where it was: time does not go back.
      case .now: max(start.time(at: .now) ?? .zero, earlier?.goesOnAt ?? .zero)
      }
    session = Self.bank(
      setup, wired, number: number, speed: speed, at: openedAt, stock: stockAtBeginning)
    tally = SessionTally(
      setup.plan, since: openedAt, handovers: setup.handovers,
      before: earlier?.lossesOfDay ?? .init())
    brought = BroughtVisits(drawn: Self.arrivals(setup, number: number))
    broughtBefore = brought
  }

  /// Those whom the config sends.
  private static func arrivals(_ setup: Setup, number: Int) -> ArrivalSource {
    let workload = setup.configuration.workload
    return workload.hasArrivals
      ? .workload(workload.arrivals(seed: setup.seed, day: number, count: .max))
      : .trace([].makeIterator())
  }

  private static func bank(
    _ setup: Setup, _ wired: WiredPolicy, number: Int, speed: Double, at time: Time, stock: [Int]
  ) -> any OpenBank {
    let inputs = setup.inputs(arrivals(setup, number: number), day: number)
    var day = LiveDay(inputs: inputs, speed: speed)
    day.beginning = SessionStart(time: time, stock: stock)
    return wired.open(day)
  }

  /// The change to another policy, while it goes on; and the last reset.
  var switching: Task<Void, Never>?
  private var resetting: Task<Void, Never>?

  /// Opens the bank and begins to listen.
  func open() async {
    let earlier = epoch == 0 ? earlier : nil
    if let earlier {
      let isNextDay = earlier.goesOnAt == nil
      noteOpening(nil, back: isNextDay ? 0 : earlier.left.count, isNextDay: isNextDay)
    }
    let events = await session.events()
    epoch += 1
    (told, log, unsent, changedAt) = (ToldEvents(), [], 0, 0)
    resumeWaiters(all: true)
    let epoch = epoch
    listening = Task { [weak self] in
      for await event in events { await self?.take(event, epoch) }
    }
    if let earlier { back = await resume(earlier) }
    await session.open()
  }

  /// Whether a policy or the queue was dropped in any session.
  private(set) var hasDropped = false

  /// Whether the branch was closed for good.
  private(set) var isStopped = false

  func stop() async {
    isStopped = true
    await switching?.value
    await noteClock()
    await session.stop()
    await listening?.value
    journal.writeHeld()
    resumeWaiters(all: true)
    await send()
  }

  /// How many events of the present bank were taken note of; and how many of them are in the journal if there is one.
  var heard: Int { told.end }
  private var written: Int { heard - journal.held.count }

  /// Those who wait until so many events are in the journal.
  private var waiters: [(events: Int, continuation: CheckedContinuation<Void, Never>)] = []

  /// Returns when everything that has happened until now was taken note of, and is in the journal if there is
  /// one.
  func recorded() async {
    let epoch = epoch
    await recorded(await session.reading().events, epoch)
    await journalWriter?.synced()
  }

  func recorded(_ events: Int, _ epoch: Int) async {
    guard epoch == self.epoch, events > written else { return }
    await withCheckedContinuation { waiters.append((events, $0)) }
  }

  func resumeWaiters(all: Bool = false) {
    let count = all ? .max : written
    for waiter in waiters where waiter.events <= count { waiter.continuation.resume() }
    waiters.removeAll { $0.events <= count }
  }

  private func take(_ event: BankEvent, _ epoch: Int) {
    guard epoch == self.epoch else { return }
    let line = EventLines(plan: setup.plan, handovers: setup.handovers).line(event)
    journal.write(event, line)
    stock.observe(event)
    tally.observe(event)
    if event.kind == .reset {
      (log, stockAtBeginning) = ([], stock.counts)
      broughtBefore = brought
      brought.removeAll()
    }
    if case .ejected(let fault) = event.kind {
      hasDropped = true
      FaultPage.tellDropped(fault, under: wired.name)
    }
    log.append(event)
    number = event.session
    noteUnasked()
    told.append("id: \(boot):\(epoch):\(heard)\ndata: {\"i\":\(heard),\(line.dropFirst())\n\n")
    resumeWaiters()
    beatSoon()
  }

  /// Notes what those bring whom the config sent.
  func noteUnasked() {
    for event in journal.takeUnasked() where event.session == number { brought.note(event) }
  }

  func beatSoon() {
    guard !isBeating else { return }
    isBeating = true
    Task {
      try? await Task.sleep(for: .seconds(Self.beat))
      isBeating = false
      await send()
    }
  }

  /// Sends what has happened since the last time, and the clock.
  private func send() async {
    let clock = await clock()
    let begin = unsent
    unsent = heard
    // So much at once is no longer kept: every page begins anew.
    guard begin >= told.first else { return await broadcastFloor() }
    let events = told.from(begin)
    broadcasts = broadcast(events + [Array(clock.utf8)])
  }

  /// Sends the clock: a sign of life for pages; and what another policy would have done.
  ///
  /// What could not be written down before is tried again. `lead` is by how much the world's clock was set: for tests.
  func tick(worldAhead lead: Double = 0) async {
    journalWriter?.flush()
    // At the world's speed the time since the last line tells it, once a minute, unless the world's clock was set.
    ticks += 1
    let isDue = world.wasSet(now: .now + lead) || ticks % 60 == 1
    if speed != 1 || speed != journal.speed || isDue { await noteClock() }
    let clock = await clock()
    broadcasts = broadcast([Array(clock.utf8)])
    // The clock does not wait for it.
    Task { await lookBeside() }
  }

  // MARK: - What a page asks

  /// Begins a new session, under the policy chosen for it; one after the other.
  ///
  /// - Returns: how many were sent away, who can come back for a minute, and the session that began. `nil` where the
  ///   branch is closed: for good, or until it is time for the next day.
  func reset(from origin: Origin?) async -> (clients: Int, session: Int)? {
    if let sentAway = done[origin?.request ?? ""]?.sentAway { return sentAway }
    return await inTurn { await self.beginAnew(origin) }
  }

  /// Resets and undos, one after the other.
  private func inTurn<Answer: Sendable>(
    _ change: @escaping @Sendable () async -> Answer
  ) async -> Answer {
    let before = resetting
    let own = Task {
      await before?.value
      return await change()
    }
    resetting = Task { _ = await own.value }
    return await own.value
  }

  private func beginAnew(_ origin: Origin?) async -> (clients: Int, session: Int)? {
    guard !isStopped else { return nil }
    var clients: [Returning] = []
    let isOver = isClosed(at: await session.reading().time)
    if isOver, startOfDay.time(at: .now) == nil { return nil }
    if next.name == wired.name, !isOver {
      journal.origins.resets.append(origin)
      guard let snapshot = await session.reset() else {
        journal.origins.resets.removeLast()
        return nil
      }
      await recorded()
      clients = Self.inside(snapshot, broughtBefore, setup.plan)
      noteSentAway(clients)
    } else {
      let change = Task { await openAnew(origin, isNextDay: isOver) }
      switching = Task { _ = await change.value }
      clients = await change.value
      switching = nil
      await recorded()
    }
    return (clients.count, number)
  }

  /// Notes whom a reset sent away, which began the present session.
  private func noteSentAway(_ clients: [Returning]) {
    // A second reset of an empty branch does not take back the chance to undo the first.
    if !clients.isEmpty { (sentAway, cutUndo) = ((clients, .now, number), nil) }
  }

  /// The last reset that sent anybody away, while it can be undone.
  var undoable: (clients: [Returning], at: ContinuousClock.Instant, session: Int)? {
    sentAway.flatMap { $0.at.duration(to: .now) <= undoTime ? $0 : nil }
  }

  /// Lets those in again whom the last reset sent away, in their order.
  ///
  /// `session` is the one that began with the reset that is meant; `nil` for the last.
  ///
  /// - Returns: how many are back, and how many were turned away; `nil` where there is nothing to undo, or no longer.
  func undo(_ session: Int? = nil, from origin: Origin?) async -> (admitted: Int, refused: Int)? {
    await inTurn { await self.undoLast(session, origin) }
  }

  private func undoLast(_ session: Int?, _ origin: Origin?) async -> (admitted: Int, refused: Int)?
  {
    var admissions = done[origin?.request ?? ""]?.admissions ?? []
    await switching?.value
    // What was undone to its end stays so, whatever was sent away since.
    if admissions.isEmpty || origin?.request == cutUndo {
      guard !isStopped, let (clients, at, number) = undoable, session ?? number == number
      else { return nil }
      (sentAway, cutUndo) = (nil, nil)
      let back = await letBackIn(
        clients, from: origin ?? Origin(request: "/api/undo", body: ""))
      if back.isEmpty {
        sentAway = (clients, at, number)
        return nil
      }
      admissions += back
    }
    let admitted = admissions.count { if case .admitted = $0 { true } else { false } }
    return (admitted, admissions.count - admitted)
  }

  /// Counts no longer as sent away who is let in again.
  func noteBack(_ count: Int) {
    tally.takeBack(count)
    tallyChanges += 1
  }

  /// Opens the branch under the next policy, at the time it is or as the next day begins; returns those who were inside.
  private func openAnew(_ origin: Origin?, isNextDay: Bool) async -> [Returning] {
    // What the old bank still has to tell is heard to the end.
    await session.stop()
    await listening?.value
    // Nor is anything of the old session written after the heading of the new one.
    while journal.isHolding { await Task.yield() }
    let snapshot = await session.snapshot()
    let clients = Self.inside(snapshot, brought, setup.plan)
    wired = next
    Watchdog.shared.watch(wired.name)
    number += 1
    firstNumber = number
    noteSentAway(clients)
    // What is in stock neither another policy changes nor a night.
    stock.giveBackAll()
    stockAtBeginning = stock.counts
    openedAt = isNextDay ? startOfDay.time(at: .now) ?? .zero : snapshot.time
    session = Self.bank(
      setup, wired, number: number, speed: speed, at: openedAt, stock: stockAtBeginning)
    tally =
      isNextDay
      ? SessionTally(setup.plan, since: openedAt, handovers: setup.handovers, day: tally.day + 1)
      : tally.next(since: openedAt)
    brought = BroughtVisits(drawn: Self.arrivals(setup, number: number))
    noteOpening(origin, isNextDay: isNextDay)
    await open()
    await broadcastFloor()
    return clients
  }

  /// Chooses the policy of the next session.
  func choose(_ policy: RegisteredPolicy) throws(Problems) {
    try refuseSilent(policy.name)
    next = try setup.wire(PolicyChoice(policy))
    beatSoon()
  }
}
