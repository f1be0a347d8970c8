/// First come, first served, on a ``LinkedList``: the seeds' queue.
///
/// `--queue linked`.
public struct LinkedClientQueue: ClientQueueable, ListQueueable, Sendable {
  /// The clients, in order of arrival.
  public var list = LinkedList<Client>()

  /// The list keeps the order.
  @inlinable public static var isFirstInFirstOut: Bool { true }

  /// Makes an empty queue.
  @inlinable public init() {}
}
