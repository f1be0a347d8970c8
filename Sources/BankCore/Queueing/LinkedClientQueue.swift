/// First come, first served, on a ``LinkedList``: the seeds' queue.
///
/// `--queue linked`.
public struct LinkedClientQueue: ClientQueueable, ListQueueable, Sendable {
  /// The clients, in order of arrival.
  public var list = LinkedList<Client>()

  /// Makes an empty queue.
  @inlinable public init() {}
}
