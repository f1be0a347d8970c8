import BankCore
import BankLive
import BankRecords
import BankSimulation
import Foundation
import Synchronization

/// Where an event of a journal comes from: a request, or the server before that was killed.
struct Origin: Sendable {
  /// The path of the request and its id.
  var request = ""
  /// What it asked for.
  var body = ""
  /// Whether somebody is back who was there before.
  var isBack = false

  /// When something was, by the clock of the world, and in which zone: a reset can be undone for a while, a day goes on,
  /// and has a date wherever it is read.
  static var clock: String {
    let now = Date()
    return ",\"clock\":\(Time.seconds(now.timeIntervalSince1970).decimal(places: 3))"
      + ",\"zone\":\(WallClock.ofMachine(at: now).zone)"
  }

  /// The members of the event's line.
  var members: String {
    isBack
      ? ",\"back\":true" : ",\"request\":\(JSON.quoted(request)),\"asked\":\(JSON.quoted(body))"
  }
}

/// The journal of a session, in the order of its events.
///
/// While a change is under way, whose tickets are known only when it is done, events are held.
struct SessionJournal: Sendable {
  /// Where what is not written down yet comes from: arrivals by session and ticket, restocks by item, resets.
  struct Origins: Sendable {
    var arrivals: [[Int]: Origin?] = [:]
    var restocks: [Int: [Origin?]] = [:]
    var resets: [Origin?] = []
  }

  /// `nil` where nothing is written down.
  let writer: LineWriter?
  var origins = Origins()
  private(set) var held: [(event: BankEvent, line: String)] = []
  /// Those who came of themselves, and not with a request.
  private var unasked: [BankEvent] = []
  private var changes = 0
  /// How fast the clock goes, as the last line of it says.
  private(set) var speed = 1.0
  /// The time of the last line that is written down.
  private var last = Time.zero

  init(_ writer: LineWriter?) { self.writer = writer }

  var isHolding: Bool { changes > 0 }

  /// A change begins.
  mutating func hold() { changes += 1 }

  /// A change is done, and `note` says where its events come from.
  mutating func release(_ note: (inout Origins) -> Void) {
    note(&origins)
    changes -= 1
    if !isHolding { writeHeld() }
  }

  /// Writes an event down, with what it comes from, or holds it.
  mutating func write(_ event: BankEvent, _ line: String) {
    if isHolding { held.append((event, line)) } else { writeNow(event, line) }
  }

  /// Writes down what time it is, and how fast the clock goes, unless something later is already.
  mutating func write(clock: Time, speed: Double, session: Int) {
    guard !isHolding, clock >= last else { return }
    (last, self.speed) = (clock, speed)
    let speed = speed == 1 ? "" : ",\"speed\":\(JSON.number(speed))"
    writer?.line(
      "{\"t\":\(clock),\"session\":\(session),\"event\":\"clock\"\(speed)\(Origin.clock)}",
      isFlushed: true)
  }

  /// Writes down that a day begins at `time`, which may be earlier than the end of the one before it.
  mutating func write(opening line: String, at time: Time) {
    last = time
    writer?.line(line, isFlushed: true)
  }

  mutating func writeHeld() {
    for (event, line) in held { writeNow(event, line) }
    held = []
  }

  /// Hands over who has come of themselves since the last time.
  mutating func takeUnasked() -> [BankEvent] {
    defer { unasked = [] }
    return unasked
  }

  /// What somebody came with; `nil` also for a request without a name.
  private mutating func entered(_ event: BankEvent, _ client: Client) -> Origin? {
    if let origin = origins.arrivals.removeValue(forKey: [event.session, client.ticket]) {
      return origin
    }
    unasked.append(event)
    return nil
  }

  private mutating func writeNow(_ event: BankEvent, _ line: String) {
    func first(_ origins: inout [Origin?]) -> Origin? {
      origins.isEmpty ? nil : origins.removeFirst()
    }
    let origin: Origin? =
      switch event.kind {
      case .arrived(let client, _), .refused(let client, _):
        entered(event, client)
      case .restocked(let item, _): first(&origins.restocks[item, default: []])
      case .reset: first(&origins.resets)
      default: nil
      }
    last = event.time
    let line = event.kind == .reset ? line.dropLast() + Origin.clock + "}" : line
    writer?.line(origin.map { line.dropLast() + $0.members + "}" } ?? line, isFlushed: true)
  }
}

/// What the hub writes down, and how it goes on with what an earlier server did.
extension FloorHub {
  /// Why what happens cannot be written down for the moment: a full disk, for example.
  nonisolated var journalFailure: Phrase? { journalWriter?.failure }

  /// Says on standard error, once, that the journal cannot be written, and once that it can be again.
  nonisolated func tellOfJournal(_ failure: Phrase?) {
    let isNew = toldOfJournal.withLock { told in
      defer { told = failure }
      return told != failure
    }
    guard isNew else { return }
    if let failure {
      Console.tell("the journal cannot be written (\(failure)): nothing can be changed")
    } else {
      Console.tell("the journal is written again")
    }
  }

  /// Writes down that the branch was opened anew: for a request, or to go on with so many who were there, on the same
  /// day or the next.
  func noteOpening(_ origin: Origin?, back: Int? = nil, isNextDay: Bool) {
    let needs = setup.plan.services.map { service -> JSON in
      [
        "name": .string(service.name),
        "needs": .object(service.needs.map { .init($0.item, .number($0.count)) }),
      ]
    }
    let counts = zip(setup.plan.stock, stockAtBeginning).map { JSON.Member($0.item, .number($1)) }
    journal.write(
      opening:
        "{\"t\":\(openedAt),\"session\":\(number),\"event\":\"reset\",\"policy\":\(JSON.quoted(wired.name))"
        + ",\"options\":\(wired.options)\(origin?.members ?? "")\(Origin.clock)"
        + ",\"services\":\(JSON.array(needs))"
        + ",\"stock\":\(JSON.object(counts))"
        + (isNextDay ? ",\"nextDay\":true" : "")
        + (back.map { ",\"back\":\($0)\(changedConfiguration)" } ?? "") + "}",
      at: openedAt)
  }

  /// Writes down what time it is, so that a server that goes on with the journal does not begin at an earlier one.
  func noteClock() async {
    guard journal.writer != nil else { return }
    let epoch = epoch
    let reading = await session.reading()
    await recorded(reading.events, epoch)
    if epoch == self.epoch {
      journal.write(clock: reading.time, speed: speed, session: number)
    }
  }

  /// Lets the clock go so fast from now on.
  func setSpeed(_ speed: Double) async {
    self.speed = speed
    await session.setSpeed(speed)
    // While a change is under way nothing is written down.
    while journal.isHolding { await Task.yield() }
    await noteClock()
    await journalWriter?.synced()
    beatSoon()
  }

  /// The config as a member of a line, where it is another than the one that the journal has.
  private var changedConfiguration: String {
    let effective = setup.effective
    guard earlier?.changes(in: effective).isEmpty == false else { return "" }
    return ",\"configuration\":\(effective)"
  }

  /// Goes on where an earlier server ended: its stock, and those who were still there, in their order, before
  /// anybody else comes.
  ///
  /// Until each is written down as back, the journal has them as there before.
  ///
  /// - Returns: how many are back.
  func resume(_ earlier: Journal) async -> Int {
    func returning(_ left: Journal.Left) -> Returning {
      var visit = visitors.visit(for: left.service)
      visit.priority = left.priority
      return Returning(visit, at: left.place)
    }
    let changes = earlier.stock.enumerated().map { StockChange(item: $0, count: $1) }
    if !changes.isEmpty { _ = await session.restock(changes) }
    // On another day nobody has waited through the night.
    let left = earlier.goesOnAt == nil ? [] : earlier.left
    let admissions = await letBackIn(left.map(returning), from: Origin(isBack: true))
    if !earlier.sentAway.isEmpty {
      let age = earlier.resetAt.map { Date().timeIntervalSince1970 - $0 } ?? 0
      sentAway = (
        earlier.sentAway.map(returning), .now - .seconds(max(0, age)), earlier.sessionOfReset
      )
    }
    (done, cutUndo) = (earlier.done, earlier.cutUndo)
    for (left, admission) in zip(left, admissions) {
      Journal.replace(left, by: admission, in: &done)
    }
    return admissions.count { if case .admitted = $0 { true } else { false } }
  }

  /// Those who are in the branch: first those at a teller, then those who wait, each in order.
  static func inside(
    _ snapshot: Snapshot, _ brought: BroughtVisits, _ plan: BranchPlan
  ) -> [Returning] {
    let waiting = snapshot.lines.joined().sorted { $0.joined(before: $1) }
    let serving = snapshot.services.map(\.client).sorted { $0.ticket < $1.ticket }
    return (serving + waiting).map { client in
      // What somebody brings to a later step of a route than they began with is not known here.
      let isFirst = client.step == brought.places[client.ticket]??.step ?? 0
      return Returning(
        (isFirst ? brought[client.ticket] : nil)
          ?? Visit(
            service: client.service, serviceTime: plan.services[client.service].meanTime,
            priority: client.priority),
        at: client.route.map { RoutePlace(route: $0, step: client.step) })
    }
  }

  /// What a request of this name asked an earlier server for.
  func body(of request: String) -> String? { done[request]?.body }
}
