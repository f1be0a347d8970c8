/// A list in a circular array that doubles when it is full.
public struct RingBuffer<Element>: QueueList {
  /// Where the elements are; none before the first.
  @usableFromInline var slots: Slots?

  /// The elements of one list or of several equal ones: who changes it owns it alone.
  @usableFromInline
  final class Slots {
    @usableFromInline let start: UnsafeMutablePointer<Element>
    /// The capacity, a power of two, less one.
    @usableFromInline let mask: Int
    // Nothing else changes them meanwhile, and checking that would cost more than the change.
    @exclusivity(unchecked) @usableFromInline var front = 0
    @exclusivity(unchecked) @usableFromInline var count = 0

    init(capacity: Int, copying other: Slots?) {
      start = .allocate(capacity: capacity)
      mask = capacity - 1
      guard let other else { return }
      count = other.count
      for index in 0..<count { (start + index).initialize(to: other.element(index).pointee) }
    }

    deinit {
      for index in 0..<count { element(index).deinitialize(count: 1) }
      start.deallocate()
    }

    @inlinable var isFull: Bool { count > mask }

    /// The element number `index`, from the front.
    @inlinable
    @inline(__always)
    func element(_ index: Int) -> UnsafeMutablePointer<Element> {
      start + (front &+ index) & mask
    }
  }

  /// The number of elements.
  @inlinable public var count: Int { slots?.count ?? 0 }

  /// Makes an empty list.
  @inlinable public init() {}

  /// Adds `element` at the end.
  ///
  /// Amortised O(1).
  @inlinable
  @inline(__always)
  public mutating func append(_ element: Element) {
    if !isKnownUniquelyReferenced(&slots) || slots.unsafelyUnwrapped.isFull { part() }
    let slots = slots.unsafelyUnwrapped
    slots.element(slots.count).initialize(to: element)
    slots.count &+= 1
  }

  /// Takes the first element out, or returns `nil` when the list is empty.
  ///
  /// O(1).
  @inlinable
  @inline(__always)
  public mutating func removeFirst() -> Element? {
    if !isKnownUniquelyReferenced(&slots) {
      if count == 0 { return nil }
      part()
    }
    let slots = slots.unsafelyUnwrapped
    guard slots.count > 0 else { return nil }
    let element = slots.element(0).move()
    slots.front = (slots.front &+ 1) & slots.mask
    slots.count &-= 1
    return element
  }

  /// Drops every element and the memory behind them.
  @inlinable
  public mutating func removeAll() {
    self = RingBuffer()
  }

  /// The first element.
  @inlinable public var first: Element? {
    guard let slots, slots.count > 0 else { return nil }
    return slots.element(0).pointee
  }

  /// Parts from copies, with room for one more.
  @usableFromInline
  @inline(never)
  mutating func part() {
    var capacity = max(4, (slots?.mask ?? 0) + 1)
    if count == capacity { capacity *= 2 }
    slots = Slots(capacity: capacity, copying: slots)
  }
}

extension RingBuffer: Sendable where Element: Sendable {}
// Unchecked: an object that changes, but only while a single list has it (see `part()`), so that two
// threads with a list each never change the same.
extension RingBuffer.Slots: @unchecked Sendable where Element: Sendable {}
