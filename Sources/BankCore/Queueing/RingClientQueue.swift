/// First come, first served, on a ``RingBuffer``: the fast queue, and the default.
///
/// `--queue ring`.
public struct RingClientQueue: ClientQueueable, ListQueueable, Sendable {
  /// The clients, in order of arrival.
  public var list = RingBuffer<Client>()

  /// Makes an empty queue.
  @inlinable public init() {}
}
