/// First come, first served, on a ``RingBuffer``: the fast queue, and the default.
///
/// `--queue ring`.
public struct RingClientQueue: ClientQueueable, ListQueueable, Sendable {
  /// The clients, in order of arrival.
  public var list = RingBuffer<Client>()

  /// The list keeps the order.
  @inlinable public static var isFirstInFirstOut: Bool { true }

  /// Makes an empty queue.
  @inlinable public init() {}
}
