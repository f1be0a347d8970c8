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

  /// The heap in the first places, and ``Due/last`` after it.
  ///
  /// Copies of an agenda share it, so there is one alone: that of a ``Hall``.
  @usableFromInline var heap: UnsafeMutableBufferPointer<Due>
  @usableFromInline var count = 0
  /// Whether the first place is empty: the entry was taken, and nothing has come in its stead yet.
  ///
  /// Something mostly does: when a service ends, another begins.
  @usableFromInline var isOpen = false

  init() {
    heap = .allocate(capacity: 16)
    fill(EmptyCollection())
  }

  init(copying other: Agenda) {
    heap = .allocate(capacity: other.heap.count)
    fill(other.heap[..<other.count])
    isOpen = other.isOpen
  }

  /// Frees the memory, after which there is no agenda.
  func deallocate() { heap.deallocate() }

  private mutating func fill(_ entries: some Collection<Due>) {
    _ = heap.initialize(fromContentsOf: entries)
    count = entries.count
    // Also in the places of the first one's children, which are looked at in any case.
    for place in count..<max(count + 1, 3) { heap[place] = .last }
  }

  private mutating func grow() {
    let old = heap
    heap = .allocate(capacity: 2 * old.count)
    fill(old[..<count])
    old.deallocate()
  }

  /// Adds an entry.
  ///
  /// O(log n).
  @inlinable
  @inline(__always)
  mutating func add(_ kind: Kind, at time: Time, sequence: Int, index: Int) {
    let order = kind.rawValue << 62 | UInt64(truncatingIfNeeded: sequence)
    let entry = Due(time: time, order: order, index: index)
    guard isOpen else { return insert(entry) }
    isOpen = false
    heap.replaceFirst(by: entry, count: count)
  }

  @usableFromInline
  @inline(never)
  mutating func insert(_ entry: Due) {
    var hole = count
    count &+= 1
    if count == heap.count { grow() }
    heap[count] = .last
    while hole > 0 {
      let parent = (hole &- 1) >> 1
      guard entry < heap[parent] else { break }
      heap[hole] = heap[parent]
      hole = parent
    }
    heap[hole] = entry
  }

  /// Takes the first entry, of which there must be one, and leaves its place open: ``close()`` it
  /// before taking another.
  @inlinable
  @inline(__always)
  mutating func takeFirst() -> (Due, next: Time) {
    precondition(count > 0, "nothing is due")
    isOpen = true
    return (heap[0], heap[1].time.earlier(heap[2].time))
  }

  /// Fills the first place if nothing has come in its stead.
  ///
  /// O(log n).
  @inlinable
  @inline(__always)
  mutating func close() {
    if isOpen { remove() }
  }

  @usableFromInline
  @inline(never)
  mutating func remove() {
    isOpen = false
    count &-= 1
    let moved = heap[count]
    heap[count] = .last
    if count > 0 { heap.replaceFirst(by: moved, count: count) }
  }

  /// Drops everything but the comings and goings of the staff, which is what a reset does; returns
  /// the time of the first entry.
  ///
  /// O(n log n).
  mutating func keepStaff() -> Time {
    fill(heap[..<count].filter { $0.kind == .staff }.sorted(by: <))
    return heap[0].time
  }
}

// What an agenda makes of the order of an entry: the kind in the two highest bits, a sequence number
// below. The index is that of a teller, a staff change or a slot, by kind.
extension Due {
  @inlinable var isRelease: Bool { order >> 62 == Agenda.Kind.release.rawValue }
  @inlinable var kind: Agenda.Kind { Agenda.Kind(rawValue: order >> 62) ?? .release }
  @inlinable var sequence: Int { Int(order & (1 << 62 - 1)) }
}
