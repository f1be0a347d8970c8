public import BankCore

/// A list of plain values in a circular array that doubles when it is full.
public struct RingBuffer<Element: BitwiseCopyable & Sendable>: QueueList, Sendable {
  @usableFromInline var places: Places
  @usableFromInline var front = 0
  /// The number of elements.
  @inlinable public var count: Int { used }

  @usableFromInline var used = 0

  /// The memory, which copies of a list share until one adds an element: that one then makes memory of
  /// its own, so no shared memory is ever written to, by whatever thread (`@unchecked`).
  @usableFromInline
  final class Places: @unchecked Sendable {
    @usableFromInline let table: Table<Element>
    /// The capacity minus one; the capacity is a power of two.
    @usableFromInline let mask: Int

    init(_ table: Table<Element>) {
      self.table = table
      mask = table.count - 1
    }

    deinit { table.free() }
  }

  /// Makes an empty list.
  public init() { places = Places(Table(uninitialized: 4)) }

  /// Whether every place is used: there is one more of them than `mask` says.
  @inlinable var isFull: Bool { used > places.mask }

  /// Adds `element` at the end.
  ///
  /// Amortised O(1).
  @inlinable
  @inline(__always)
  public mutating func append(_ element: Element) {
    if !isKnownUniquelyReferenced(&places) || isFull { makeRoom() }
    places.table[(front &+ used) & places.mask] = element
    used &+= 1
  }

  /// Takes the first element out, or returns `nil` when the list is empty.
  ///
  /// O(1).
  @inlinable
  @inline(__always)
  public mutating func removeFirst() -> Element? {
    guard used > 0 else { return nil }
    let element = places.table[front]
    front = (front &+ 1) & places.mask
    used &-= 1
    return element
  }

  /// Removes every element, and frees their memory.
  public mutating func removeAll() { self = RingBuffer() }

  /// The first element.
  @inlinable public var first: Element? { used > 0 ? places.table[front] : nil }

  /// Copies the elements to memory of its own, twice as much where all was used.
  @usableFromInline
  @inline(never)
  mutating func makeRoom() {
    let capacity = isFull ? 2 * used : places.mask + 1
    let larger = Table<Element>(uninitialized: capacity)
    for index in 0..<used { larger[index] = places.table[(front + index) & places.mask] }
    places = Places(larger)
    front = 0
  }
}
