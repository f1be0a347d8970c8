public import BankCore

/// First come, first served, on a ``LinkedList``.
public struct LinkedQueue: ClientQueueable, ListQueueable {
  public static let name = "linked"
  public static let summary = "First come, first served, in a linked list."
  public static let koreanSummary = "온 순서대로, 연결 리스트로."
  public static let order = QueueOrder.firstInFirstOut

  /// The clients, in order of arrival.
  public var list = LinkedList<Client>()

  @inlinable public init() {}
}
