public import BankCore

/// A higher priority class first, and within a class first come, first served.
///
/// Only within one line: with several lines it is the policy that chooses among their heads.
public struct ClassFirstQueue: ClientQueueable {
  public static let name = "class-first"
  public static let summary = "A higher priority class first; within a class, first come first."
  public static let koreanSummary = "높은 등급 먼저, 같은 등급은 온 순서대로."
  public static let order = QueueOrder.byClass

  private var heap = RankedHeap()

  public init() {}

  public mutating func enqueue(_ client: Client) {
    heap.add(client, rank: -Int64(client.priority))
  }

  public mutating func dequeue() -> Client? { heap.removeFirst() }

  public mutating func clear() { heap = RankedHeap() }

  public var peek: Client? { heap.first }

  public var count: Int { heap.count }
}
