/// What will happen without anybody doing anything, earliest first: a binary heap.
///
/// Happenings of one instant come in the order of ``Kind``, and within one kind by sequence number.
@usableFromInline
struct Agenda: Sendable {
  /// The kinds of happenings in the order in which simultaneous ones come.
  ///
  /// Arrivals come between `patience` and a policy's wake-up; neither is kept here.
  @usableFromInline
  enum Kind: UInt64, Sendable {
    /// A service is completed, or a hand-over is over.
    case release
    /// A teller comes or leaves.
    case staff
    /// A client's patience runs out.
    case patience
  }

  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline let time: Time
    /// The kind in the two highest bits, the sequence number below.
    @usableFromInline let order: UInt64
    /// A teller, a staff change or a slot, by kind.
    @usableFromInline let index: Int

    @inlinable
    init(time: Time, order: UInt64, index: Int) {
      self.time = time
      self.order = order
      self.index = index
    }

    @inlinable var kind: Kind { Kind(rawValue: order >> 62) ?? .release }
    @inlinable var sequence: Int { Int(order & (1 << 62 - 1)) }

    @inlinable
    static func < (left: Entry, right: Entry) -> Bool {
      left.time == right.time ? left.order < right.order : left.time < right.time
    }
  }

  @usableFromInline var heap: [Entry] = []

  @inlinable init() {}

  /// The time of the first entry, ``Time/never`` where there is none.
  @inlinable var nextTime: Time { heap.first?.time ?? .never }

  /// Adds an entry.
  ///
  /// O(log n).
  @inlinable
  @inline(__always)
  mutating func add(_ kind: Kind, at time: Time, sequence: Int, index: Int) {
    let entry = Entry(time: time, order: kind.rawValue << 62 | UInt64(sequence), index: index)
    var hole = heap.count
    heap.append(entry)
    while hole > 0 {
      let parent = (hole - 1) / 2
      guard entry < heap[parent] else { break }
      heap[hole] = heap[parent]
      hole = parent
    }
    heap[hole] = entry
  }

  /// Takes the first entry; there must be one.
  ///
  /// O(log n).
  @inlinable
  @inline(__always)
  mutating func takeFirst() -> Entry {
    let first = heap[0]
    let moved = heap.removeLast()
    guard !heap.isEmpty else { return first }
    var hole = 0
    while true {
      var child = 2 * hole + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
      guard heap[child] < moved else { break }
      heap[hole] = heap[child]
      hole = child
    }
    heap[hole] = moved
    return first
  }

  /// Drops everything but the comings and goings of the staff: what a reset does.
  ///
  /// O(n log n).
  mutating func keepStaff() {
    let staff = heap.filter { $0.kind == .staff }
    heap = staff.sorted(by: <)
  }
}
