public import BankCore

/// Last come, first served: a stack.
public struct LastInFirstOutQueue: ClientQueueable {
  public static let name = "last-in-first-out"
  public static let summary = "Last come, first served: a stack."
  public static let koreanSummary = "나중에 온 사람 먼저: 스택."
  public static let order = QueueOrder.lastInFirstOut

  private var clients: [Client] = []

  public init() {}

  public mutating func enqueue(_ client: Client) { clients.append(client) }

  public mutating func dequeue() -> Client? { clients.popLast() }

  public mutating func clear() { clients = [] }

  public var peek: Client? { clients.last }

  public var count: Int { clients.count }
}
