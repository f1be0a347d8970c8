/// What changes on a floor: the lines, the tellers, the benches, and what is due, in one object.
///
/// One object, so that one look (``Bank/own()``) tells whether a copy of the floor shares it, and
/// nothing has to be looked at while it is changed. Who changes it owns it alone: that is what makes
/// it safe to hand a floor to another thread.
@usableFromInline
final class Hall: @unchecked Sendable {
  @usableFromInline let site: Site
  @usableFromInline let lines: UnsafeMutableBufferPointer<LineState>
  @usableFromInline let tellers: UnsafeMutableBufferPointer<TellerState>
  /// Who sits beside whom: a place for each teller, then one for each bench, where its ring of idle
  /// tellers begins and ends.
  @usableFromInline let seats: UnsafeMutableBufferPointer<Seat>
  /// The number of benches.
  @usableFromInline let benches: Int
  /// A bit for each line that somebody waits in, and for each bench that somebody sits on.
  @usableFromInline let occupied: Bits
  @usableFromInline let staffed: Bits
  // Nothing here is ever changed twice at once, and checking that would cost more than the change.
  @exclusivity(unchecked) @usableFromInline var waiting = 0
  @exclusivity(unchecked) @usableFromInline var idle = 0
  @exclusivity(unchecked) @usableFromInline var serving = 0
  /// Behind a pointer, so that nobody need hold on to the hall while it grows.
  @usableFromInline let agenda: UnsafeMutablePointer<Agenda>

  /// Makes a hall where nobody is; the agenda is its own from here on.
  init(_ site: Site, lines: Int, benches: [[Int]], agenda: Agenda) {
    self.site = site
    let count = site.plan.tellers.count
    self.lines = Self.filled(repeatElement(LineState(), count: lines))
    tellers = Self.filled(repeatElement(TellerState(), count: count))
    seats = Self.filled((0..<count + benches.count).map { Seat(next: $0, previous: $0) })
    self.benches = benches.count
    occupied = Bits(capacity: max(lines, benches.count))
    staffed = Bits(capacity: max(lines, benches.count))
    self.agenda = .allocate(capacity: 1)
    self.agenda.initialize(to: agenda)
    for (bench, members) in benches.enumerated() {
      for teller in members { tellers[teller].bench = bench }
    }
  }

  init(copying other: Hall) {
    site = other.site
    lines = Self.filled(other.lines)
    tellers = Self.filled(other.tellers)
    seats = Self.filled(other.seats)
    benches = other.benches
    occupied = Bits(words: Self.filled(other.occupied.words))
    staffed = Bits(words: Self.filled(other.staffed.words))
    waiting = other.waiting
    idle = other.idle
    serving = other.serving
    agenda = .allocate(capacity: 1)
    agenda.initialize(to: Agenda(copying: other.agenda.pointee))
  }

  deinit {
    lines.deallocate()
    tellers.deallocate()
    seats.deallocate()
    occupied.words.deallocate()
    staffed.words.deallocate()
    agenda.pointee.deallocate()
    agenda.deallocate()
  }

  static func filled<State: BitwiseCopyable>(
    _ states: some Collection<State>
  ) -> UnsafeMutableBufferPointer<State> {
    let buffer = UnsafeMutableBufferPointer<State>.allocate(capacity: states.count)
    _ = buffer.initialize(fromContentsOf: states)
    return buffer
  }
}

/// How many wait in a line, and who is first.
@usableFromInline
struct LineState: BitwiseCopyable, Sendable {
  @usableFromInline var count = 0
  /// How many elements of the line's queue have left the line but not yet the queue.
  @usableFromInline var ghosts = 0
  /// Means nothing while `count` is 0.
  @usableFromInline var head = Client.nobody

  @inlinable init() {}
}

/// What a teller does.
@usableFromInline
struct TellerState: BitwiseCopyable, Sendable {
  @usableFromInline
  enum Status: UInt8, BitwiseCopyable, Sendable {
    case absent, idle, serving, handingOver
  }

  @usableFromInline var status = Status.absent
  /// Whether a shift is on; a teller who serves beyond its end is still there, but not on duty.
  @usableFromInline var onDuty = false
  @usableFromInline var bench = 0
  /// When the teller became idle, or began to serve.
  @usableFromInline var since = Time.zero
  /// Who is being served; means nothing in any other status.
  @usableFromInline var client = Client.nobody
  /// The order of the agenda's entry that ends the service or the hand-over.
  @usableFromInline var release = UInt64.max

  @inlinable init() {}
}

/// The neighbours of an idle teller: on a bench, who has been idle longest is first.
@usableFromInline
struct Seat: BitwiseCopyable, Sendable {
  @usableFromInline var next: Int
  @usableFromInline var previous: Int

  @inlinable
  init(next: Int, previous: Int) {
    self.next = next
    self.previous = previous
  }
}

/// A set of small numbers, a bit each.
@usableFromInline
struct Bits: BitwiseCopyable {
  @usableFromInline let words: UnsafeMutableBufferPointer<UInt64>

  init(words: UnsafeMutableBufferPointer<UInt64>) { self.words = words }

  init(capacity: Int) {
    words = Hall.filled(repeatElement(0, count: (capacity + 63) / 64))
  }

  @inlinable
  @inline(__always)
  func insert(_ number: Int) { words[number >> 6] |= 1 << (number & 63) }

  /// Removes a member where `isLast`, without a branch that cannot be guessed.
  @inlinable
  @inline(__always)
  func remove(_ member: Int, if isLast: Bool) {
    words[member >> 6] ^= (isLast ? 1 : 0) << (member & 63)
  }
}

// MARK: - Coming and going

// None of these asks whether the hall is shared: see ``Bank/own()``.
extension Hall {
  /// The place in ``seats`` where the ring of `bench` begins and ends.
  @inlinable
  @inline(__always)
  func end(ofBench bench: Int) -> Int { tellers.count &+ bench }

  /// Who has been idle longest on `bench`, or ``end(ofBench:)``.
  @inlinable
  @inline(__always)
  func first(onBench bench: Int) -> Int { seats[end(ofBench: bench)].next }

  /// Notes that one more waits in `line`.
  @inlinable
  @inline(__always)
  func enter(_ line: Int) {
    lines[line].count &+= 1
    waiting &+= 1
    occupied.insert(line)
  }

  /// Notes that one less waits in `line`, where somebody does.
  @inlinable
  @inline(__always)
  func leave(_ line: Int) {
    lines[line].count &-= 1
    waiting &-= 1
    occupied.remove(line, if: lines[line].count == 0)
  }

  /// Seats `teller` at the end of its bench.
  @inlinable
  @inline(__always)
  func seat(_ teller: Int, at now: Time) {
    let bench = tellers[teller].bench
    let end = end(ofBench: bench)
    let last = seats[end].previous
    seats[teller] = Seat(next: end, previous: last)
    seats[last].next = teller
    seats[end].previous = teller
    tellers[teller].status = .idle
    tellers[teller].since = now
    staffed.insert(bench)
    idle &+= 1
  }

  /// Takes the idle `teller` from its bench, to be `status`.
  @inlinable
  @inline(__always)
  func unseat(_ teller: Int, to status: TellerState.Status, at now: Time) {
    let seat = seats[teller]
    seats[seat.previous].next = seat.next
    seats[seat.next].previous = seat.previous
    // Of the last both are where the ring begins and ends.
    staffed.remove(tellers[teller].bench, if: seat.next == seat.previous)
    tellers[teller].status = status
    tellers[teller].since = now
    idle &-= 1
  }

  /// Goes on with a teller of another hall.
  func takeOver(_ teller: Int, from before: TellerState) {
    if before.status == .idle { seat(teller, at: before.since) }
    if before.status == .serving { serving += 1 }
    tellers[teller].status = before.status
    tellers[teller].onDuty = before.onDuty
    tellers[teller].since = before.since
    tellers[teller].client = before.client
    tellers[teller].release = before.release
  }
}
