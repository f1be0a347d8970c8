/// What changes on a floor: the lines, the tellers, the benches, and what is due, in one object.
///
/// One object, so that one look (``Floor/own()``) tells whether a copy of the floor shares it, and
/// nothing has to be looked at while it is changed. Who changes it owns it alone: that is what makes
/// it safe to hand a floor to another thread.
@usableFromInline
final class Hall: @unchecked Sendable {
  @usableFromInline let lines: UnsafeMutableBufferPointer<LineState>
  @usableFromInline let tellers: UnsafeMutableBufferPointer<TellerState>
  @usableFromInline let benches: UnsafeMutableBufferPointer<BenchState>
  /// A bit for each line that somebody waits in, and for each bench that somebody sits on.
  @usableFromInline let occupied: Bits
  @usableFromInline let staffed: Bits
  /// Behind a pointer as well, for a class checks every change of a property of its own.
  @usableFromInline let agenda: UnsafeMutablePointer<Agenda>

  /// Makes a hall where nobody is; the agenda is its own from here on.
  init(lines: Int, tellers: Int, benches: Int, agenda: Agenda) {
    self.lines = Self.filled(repeatElement(LineState(), count: lines))
    self.tellers = Self.filled(repeatElement(TellerState(), count: tellers))
    self.benches = Self.filled(repeatElement(BenchState(), count: benches))
    occupied = Bits(capacity: max(lines, benches))
    staffed = Bits(capacity: max(lines, benches))
    self.agenda = .allocate(capacity: 1)
    self.agenda.initialize(to: agenda)
  }

  init(copying other: Hall) {
    lines = Self.filled(other.lines)
    tellers = Self.filled(other.tellers)
    benches = Self.filled(other.benches)
    occupied = Bits(words: Self.filled(other.occupied.words))
    staffed = Bits(words: Self.filled(other.staffed.words))
    agenda = .allocate(capacity: 1)
    agenda.initialize(to: Agenda(copying: other.agenda.pointee))
  }

  deinit {
    lines.deallocate()
    tellers.deallocate()
    benches.deallocate()
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

/// A set of small numbers, a bit each.
@usableFromInline
struct Bits: BitwiseCopyable {
  @usableFromInline let words: UnsafeMutableBufferPointer<UInt64>

  init(words: UnsafeMutableBufferPointer<UInt64>) { self.words = words }

  init(capacity: Int) {
    words = Hall.filled(repeatElement(0, count: (capacity + 63) / 64))
  }

  @inlinable
  func insert(_ number: Int) { words[number >> 6] |= 1 << (number & 63) }

  @inlinable
  func remove(_ number: Int) { words[number >> 6] &= ~(1 << (number & 63)) }
}
