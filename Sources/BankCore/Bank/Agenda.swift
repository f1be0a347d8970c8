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

    @inlinable var isRelease: Bool { order >> 62 == Kind.release.rawValue }
    @inlinable var kind: Kind { Kind(rawValue: order >> 62) ?? .release }
    @inlinable var sequence: Int { Int(order & (1 << 62 - 1)) }

    /// Time and order in one number; no time is negative.
    @inlinable
    @inline(__always)
    var key: UInt128 {
      UInt128(truncatingIfNeeded: time.nanoseconds) << 64 | UInt128(truncatingIfNeeded: order)
    }

    @inlinable
    @inline(__always)
    static func < (left: Entry, right: Entry) -> Bool { left.key < right.key }
  }

  /// The heap, in the first places.
  ///
  /// Copies of an agenda share it, so there is one alone: that of a ``Hall``.
  @usableFromInline var heap: UnsafeMutableBufferPointer<Entry>
  @usableFromInline var count = 0
  /// Whether the first place is empty: the entry there was taken, and nothing has come in its stead
  /// yet. Whoever is called when a service ends begins another, so that something mostly does.
  @usableFromInline var isOpen = false

  init() { heap = .allocate(capacity: 16) }

  init(copying other: Agenda) {
    heap = .allocate(capacity: other.heap.count)
    fill(other.heap[..<other.count])
    isOpen = other.isOpen
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

  /// The time of the first entry, ``Time/never`` where there is none; the agenda is closed.
  @inlinable var nextTime: Time { count > 0 ? heap[0].time : .never }

  /// Adds an entry.
  ///
  /// O(log n).
  @inlinable
  @inline(__always)
  mutating func add(_ kind: Kind, at time: Time, sequence: Int, index: Int) {
    let entry = Entry(time: time, order: kind.rawValue << 62 | UInt64(truncatingIfNeeded: sequence), index: index)
    if isOpen {
      isOpen = false
      siftDown(entry)
      return
    }
    if count == heap.count { grow() }
    var hole = count
    count &+= 1
    while hole > 0 {
      let parent = (hole &- 1) >> 1
      guard entry < heap[parent] else { break }
      heap[hole] = heap[parent]
      hole = parent
    }
    heap[hole] = entry
  }

  /// Takes the first entry, of which there must be one, and leaves its place open: ``close()`` it
  /// before looking again.
  @inlinable
  @inline(__always)
  mutating func takeFirst() -> Entry {
    precondition(count > 0, "nothing is due")
    isOpen = true
    return heap[0]
  }

  /// Fills the first place if nothing has come in its stead.
  ///
  /// O(log n).
  @inlinable
  @inline(__always)
  mutating func close() {
    if isOpen {
      isOpen = false
      count &-= 1
      siftDown(heap[count])
    }
  }

  /// Puts `entry` where it belongs, from the first place down.
  @inlinable
  @inline(__always)
  mutating func siftDown(_ entry: Entry) {
    var hole = 0
    while true {
      var child = 2 &* hole &+ 1
      guard child < count else { break }
      if child &+ 1 < count, heap[child &+ 1] < heap[child] { child &+= 1 }
      guard heap[child] < entry else { break }
      heap[hole] = heap[child]
      hole = child
    }
    heap[hole] = entry
  }

  /// Drops everything but the comings and goings of the staff: what a reset does.
  ///
  /// O(n log n).
  mutating func keepStaff() {
    fill(heap[..<count].filter { $0.kind == .staff }.sorted(by: <))
  }
}
