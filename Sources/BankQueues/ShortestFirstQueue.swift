public import BankCore

/// The shortest expected time first: the client whose service takes the least on average, and of equal ones whoever
/// joined the line first.
///
/// A queue knows what to expect of a service, never how long a client will really take.
public struct ShortestFirstQueue: ClientQueueable {
  public static let name = "shortest-first"
  public static let summary = "The shortest expected time first; of equal ones, first come first."
  public static let koreanSummary = "예상 시간이 짧은 사람 먼저, 같으면 온 순서대로."
  public static let order = QueueOrder.byExpectedTime

  private var heap = RankedHeap()
  /// The expected times of the branch's services; none where the branch is not known.
  private let expected: [Time]

  public init() { expected = [] }

  public init(plan: BranchPlan, random: RandomSource) { expected = plan.services.map(\.meanTime) }

  public mutating func enqueue(_ client: Client) {
    let isKnown = expected.indices.contains(client.service)
    heap.add(client, rank: isKnown ? expected[client.service].nanoseconds : 0)
  }

  public mutating func dequeue() -> Client? { heap.removeFirst() }

  public mutating func clear() { heap = RankedHeap() }

  public var peek: Client? { heap.first }

  public var count: Int { heap.count }
}
