public import BankCore

/// A queue of any type, for code that is compiled once and not for every queue.
///
/// Each operation is a dynamic call. Promises no ``order``, whatever is inside. `init()` and `init(plan:random:)` make
/// a ring queue.
public struct AnyQueue: ClientQueueable {
  public static let name = "any"
  public static let summary = "Whichever queue it was made from."

  @usableFromInline var queue: any ClientQueueable

  /// Makes a ring queue: first come, first served.
  public init() { queue = RingQueue() }

  /// Makes a queue that behaves as `queue`.
  public init(_ queue: any ClientQueueable) { self.queue = queue }

  @inlinable public mutating func enqueue(_ client: Client) { queue.enqueue(client) }

  @inlinable public mutating func dequeue() -> Client? { queue.dequeue() }

  @inlinable public mutating func clear() { queue.clear() }

  @inlinable public var peek: Client? { queue.peek }

  @inlinable public var count: Int { queue.count }
}
