public import BankCore

/// First come, first served, on a ``RingBuffer``: the fast queue, and the default.
public struct RingQueue: ClientQueueable, ListQueueable {
  public static let name = "ring"
  public static let summary = "First come, first served, in a circular array."
  public static let koreanSummary = "온 순서대로, 원형 배열로."
  public static let order = QueueOrder.firstInFirstOut

  /// The clients, in order of arrival.
  public var list = RingBuffer<Client>()

  @inlinable public init() {}
}
