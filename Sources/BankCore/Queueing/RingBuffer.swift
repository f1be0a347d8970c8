/// A list in a circular array that doubles when it is full.
public struct RingBuffer<Element>: QueueList {
  @usableFromInline var slots: [Element?] = []
  @usableFromInline var front = 0

  /// The number of elements.
  @inlinable public var count: Int { used }

  @usableFromInline var used = 0

  /// Makes an empty list.
  @inlinable public init() {}

  /// Adds `element` at the end.
  ///
  /// Amortised O(1).
  @inlinable
  @inline(__always)
  public mutating func append(_ element: Element) {
    if count == slots.count { grow() }
    // The capacity is a power of two.
    slots[(front + count) & (slots.count - 1)] = element
    used += 1
  }

  /// Takes the first element out, or returns `nil` when the list is empty.
  ///
  /// O(1).
  @inlinable
  @inline(__always)
  public mutating func removeFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = slots[front]
    slots[front] = nil
    front = (front + 1) & (slots.count - 1)
    used -= 1
    return element
  }

  /// Drops every element and the memory behind them.
  @inlinable
  public mutating func removeAll() {
    self = RingBuffer()
  }

  /// The first element.
  @inlinable public var first: Element? {
    count == 0 ? nil : slots[front]
  }

  @usableFromInline
  mutating func grow() {
    var larger: [Element?] = []
    larger.reserveCapacity(Swift.max(4, slots.count * 2))
    larger.append(contentsOf: slots[front...])
    larger.append(contentsOf: slots[..<front])
    larger.append(contentsOf: repeatElement(nil, count: Swift.max(4, slots.count)))
    slots = larger
    front = 0
  }
}

extension RingBuffer: Sendable where Element: Sendable {}
