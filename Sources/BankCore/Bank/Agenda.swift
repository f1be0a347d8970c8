/// What will happen without anybody doing anything, earliest first: a binary heap.
///
/// Happenings of one instant come in the order of ``Kind``, and within one kind by sequence number.
@usableFromInline
struct Agenda: BitwiseCopyable {
  /// The kinds of happenings in the order in which simultaneous ones come.
  ///
  /// Arrivals come between `patience` and a policy's wake-up; neither is kept here.
  @usableFromInline
  enum Kind: UInt64, BitwiseCopyable, Sendable {
    /// A service is completed, or a hand-over is over.
    case release
    /// A teller comes or leaves.
    case staff
    /// A client's patience runs out.
    case patience
  }

  @usableFromInline
  struct Entry: BitwiseCopyable, Sendable {
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

  /// The heap, in the first places.
  ///
  /// Copies of an agenda share it, so there is one alone: that of a ``Hall``.
  @usableFromInline var heap: UnsafeMutableBufferPointer<Entry>
  @usableFromInline var count = 0

  init() { heap = .allocate(capacity: 16) }

  init(copying other: Agenda) {
    heap = .allocate(capacity: other.heap.count)
    fill(other.heap[..<other.count])
  }

  /// Frees the memory, after which there is no agenda.
  func deallocate() { heap.deallocate() }

  private mutating func fill(_ entries: some Collection<Entry>) {
    _ = heap.initialize(fromContentsOf: entries)
    count = entries.count
  }

  @usableFromInline
  @inline(never)
  mutating func grow() {
    let old = heap
    heap = .allocate(capacity: 2 * old.count)
    fill(old[..<count])
    old.deallocate()
  }

  /// The time of the first entry, ``Time/never`` where there is none.
  @inlinable var nextTime: Time { count > 0 ? heap[0].time : .never }

  /// Adds an entry.
  ///
  /// O(log n).
  @inlinable
  @inline(__always)
  mutating func add(_ kind: Kind, at time: Time, sequence: Int, index: Int) {
    let entry = Entry(time: time, order: kind.rawValue << 62 | UInt64(sequence), index: index)
    if count == heap.count { grow() }
    var hole = count
    count += 1
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
    precondition(count > 0, "nothing is due")
    let first = heap[0]
    count -= 1
    let moved = heap[count]
    var hole = 0
    while true {
      var child = 2 * hole + 1
      guard child < count else { break }
      if child + 1 < count, heap[child + 1] < heap[child] { child += 1 }
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
    fill(heap[..<count].filter { $0.kind == .staff }.sorted(by: <))
  }
}
