/// All that a floor shows except the time, in one object; and the events to come, which no floor shows.
///
/// A ``Floor`` holds one reference to it, so the bank asks once whether anybody shares it, not table by table. The
/// bank changes the object only while no copy of the floor shares it, and otherwise goes on with a copy of its own
/// (`Bank.makeUnique()`). So any floor may be read on any thread, except the floor that a policy is shown.
/// (`@unchecked`, because the compiler does not know when the bank changes it.) A look by a policy can write to the
/// object: an index that does not exist is noted. See ``Floor``.
@usableFromInline
final class FloorStorage: @unchecked Sendable {
  @usableFromInline let facts: PlanFacts
  @usableFromInline let lines: Table<LineState>
  @usableFromInline let tellers: Table<TellerState>
  /// For each pool a circular doubly linked list of its idle tellers.
  ///
  /// Tellers first, then one link for each pool: where its list begins and ends.
  @usableFromInline let links: Table<IdleLink>
  /// How many of each item of the stock are left to reserve.
  @usableFromInline let stock: Table<Int>
  /// A table of one: unlike a stored property, it is changed without a check for exclusive access.
  @usableFromInline let stateTable: Table<FloorState>
  /// Counts looks while law L7 or L21 is checked; `nil` otherwise.
  @usableFromInline let looks: Looks?

  /// Makes a floor where nobody is.
  init(_ facts: PlanFacts, lines: Int, pools: [[Int]]) {
    self.facts = facts
    looks = nil
    let tellers = facts.plan.tellers.count
    self.lines = Table(repeating: LineState(), count: lines)
    self.tellers = Table(repeating: TellerState(), count: tellers)
    links = Table((0..<tellers + pools.count).map { IdleLink(next: $0, previous: $0) })
    stock = Table(facts.plan.stock.map(\.count))
    stateTable = Table(repeating: FloorState(events: EventList()), count: 1)
    for (pool, members) in pools.enumerated() {
      for teller in members { self.tellers[teller].pool = pool }
    }
  }

  init(copying other: FloorStorage, looks: Looks? = nil) {
    facts = other.facts
    lines = Table(copying: other.lines)
    tellers = Table(copying: other.tellers)
    links = Table(copying: other.links)
    stock = Table(copying: other.stock)
    stateTable = Table(copying: other.stateTable)
    self.looks = looks ?? other.looks
    state.events = EventList(copying: other.state.events)
  }

  /// What belongs to the whole floor.
  @inlinable var state: FloorState {
    @inline(__always) unsafeAddress { UnsafePointer(stateTable.start) }
    @inline(__always) unsafeMutableAddress { stateTable.start }
  }

  deinit {
    lines.free()
    tellers.free()
    links.free()
    stock.free()
    state.events.free()
    stateTable.free()
  }
}

/// What belongs to the whole floor: counts, the event list, and what a policy looked at that does not exist.
@usableFromInline
struct FloorState: BitwiseCopyable {
  /// What will happen; no floor shows it.
  @usableFromInline var events: EventList
  @usableFromInline var waiting = 0
  @usableFromInline var idle = 0
  @usableFromInline var serving = 0
  /// The first index that a policy asked about and that does not exist, and of what kind it is.
  @usableFromInline var badIndex: (index: Int, of: FloorPart)?

  init(events: EventList) {
    self.events = events
  }
}

/// What a policy can ask about by index.
@usableFromInline
enum FloorPart: UInt8, BitwiseCopyable, Sendable {
  case line, teller, pool, item, service
}

/// How many wait in a line, and who is first.
@usableFromInline
struct LineState: BitwiseCopyable, Sendable {
  @usableFromInline var count = 0
  /// How many elements of the line's queue are clients who have left the line without being called.
  @usableFromInline var departed = 0
  /// Whom the queue would hand out next; means nothing while `count` is 0.
  @usableFromInline var head = Client.nobody
  /// A checksum of who waits in the line: the squares of their tickets, added up; the sum wraps around.
  ///
  /// When nobody waits it is 0, unless the queue handed one client out twice and lost another, which the count does
  /// not show. (Squares, because two tickets often have the same sum as two others.)
  @usableFromInline var ticketSquares = 0

  /// How many elements the line's queue has: those who wait, and those who have left.
  @inlinable var queued: Int { count &+ departed }

  /// Whether the line is empty by its count and not by its checksum.
  @inlinable var isMissingSomebody: Bool { count == 0 && ticketSquares != 0 }

  @inlinable init() {}

  /// Counts `client` among those who wait; ``head`` stays as it is.
  @inlinable
  @inline(__always)
  mutating func add(_ client: Client) {
    count &+= 1
    ticketSquares &+= client.ticket &* client.ticket
  }

  /// Counts `client` no longer; ``head`` stays as it is.
  @inlinable
  @inline(__always)
  mutating func remove(_ client: Client) {
    count &-= 1
    ticketSquares &-= client.ticket &* client.ticket
  }
}

/// What a teller does.
@usableFromInline
struct TellerState: BitwiseCopyable, Sendable {
  @usableFromInline
  enum Status: UInt8, BitwiseCopyable, Sendable {
    case absent, idle, serving, handingOver
  }

  @usableFromInline var status = Status.absent
  /// Whether a shift is on, or the teller is there always (`shifts` is `nil`); one who serves beyond its end is still there, but not on duty.
  @usableFromInline var isOnDuty = false
  @usableFromInline var pool = 0
  /// When the teller became idle or began to serve; during a hand-over, when the service before it began.
  ///
  /// It means nothing for an absent teller.
  @usableFromInline var since = Time.zero
  /// Who is being served; means nothing in any other status.
  @usableFromInline var client = Client.nobody
  /// The number of the event that ends the service or the hand-over.
  @usableFromInline var releaseNumber = -1

  @inlinable init() {}
}

/// The neighbours of an idle teller in its pool: whoever has been idle longest is first.
@usableFromInline
struct IdleLink: BitwiseCopyable, Sendable {
  @usableFromInline var next: Int
  @usableFromInline var previous: Int

  @inlinable
  init(next: Int, previous: Int) {
    self.next = next
    self.previous = previous
  }
}

/// How often a policy has looked at the floor since the last ``endTurn()``, and the most in one turn.
///
/// A turn is a call of `next`, `started` or `finished`.
///
/// `@unchecked`: it belongs to one run, on one thread.
@usableFromInline
package final class Looks: @unchecked Sendable {
  private var count = 0
  /// The most looks in one turn.
  package private(set) var most = 0
  /// Called each time looks are counted, once even if several are counted together.
  ///
  /// Law L7 waits here, so that looks take time: a policy that reads a clock then decides otherwise.
  private let pause: () -> Void

  package init(pause: @escaping () -> Void = {}) { self.pause = pause }

  func add(_ count: Int) {
    self.count += count
    pause()
  }

  /// Keeps the looks of the turn if they are the most so far, and begins again at 0.
  package func endTurn() {
    most = max(most, count)
    count = 0
  }
}

// MARK: - Coming and going

// The caller has made the storage its own: see `Bank.makeUnique()`.
extension FloorStorage {
  /// Whether the first event of the list happens before `end`.
  ///
  /// Compares as ``Moment`` does, but finds the kind of the first event only at a tie of times.
  @inlinable
  @inline(__always)
  func hasEvent(before end: Moment) -> Bool {
    let next = state.events.nextTime
    return next == end.time ? next < .never && nextKind < end.kind : next < end.time
  }

  @usableFromInline var nextKind: EventKind {
    @inline(never) get { state.events.nextKind }
  }

  /// The place in ``links`` where the list of `pool` begins and ends.
  @inlinable
  @inline(__always)
  func end(ofPool pool: Int) -> Int { tellers.count &+ pool }

  /// Who has been idle longest in `pool`, or ``end(ofPool:)``.
  @inlinable
  @inline(__always)
  func first(inPool pool: Int) -> Int { links[end(ofPool: pool)].next }

  @usableFromInline
  func hasGoneHome(pool: Int, at now: Time) -> Bool {
    facts.plan.tellers.indices.allSatisfy { teller in
      guard tellers[teller].pool == pool else { return true }
      guard tellers[teller].status == .absent, let shifts = facts.plan.tellers[teller].shifts
      else { return false }
      return shifts.last.map { $0.start < now } ?? true
    }
  }

  /// Makes `teller` idle: puts them at the end of the list of the idle tellers of their pool.
  @inlinable
  @inline(__always)
  func becomeIdle(_ teller: Int, at now: Time) {
    let end = end(ofPool: tellers[teller].pool)
    let last = links[end].previous
    links[teller] = IdleLink(next: end, previous: last)
    links[last].next = teller
    links[end].previous = teller
    tellers[teller].status = .idle
    tellers[teller].since = now
    state.idle &+= 1
  }

  /// Takes the idle `teller` off the list of the idle tellers of its pool, and sets its status.
  @inlinable
  @inline(__always)
  func leavePool(_ teller: Int, to status: TellerState.Status, at now: Time) {
    let link = links[teller]
    links[link.previous].next = link.next
    links[link.next].previous = link.previous
    tellers[teller].status = status
    tellers[teller].since = now
    state.idle &-= 1
  }

  /// Notes that a policy asked for something that is not there.
  func note(badIndex index: Int, of part: FloorPart) {
    if state.badIndex == nil { state.badIndex = (index, part) }
  }

  @usableFromInline
  @inline(never)
  func countLooks(_ count: Int) { looks?.add(count) }
}
