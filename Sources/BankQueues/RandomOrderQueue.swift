public import BankCore

/// The next client is drawn at random: each of those who wait with the same chance.
public struct RandomOrderQueue: ClientQueueable {
  public static let name = "random-order"
  public static let summary = "Anybody who waits may be next, each with the same chance."
  public static let koreanSummary = "기다리는 누구나 같은 확률로 다음 차례."

  private var clients: [Client] = []
  /// The place of whoever is next, drawn in advance so that ``peek`` can show it.
  private var next = 0
  private var random: RandomSource

  /// Without a branch: it draws the same every time.
  public init() { random = RandomSource(seed: 0) }

  public init(plan: BranchPlan, random: RandomSource) { self.random = random }

  /// With n waiting, the newcomer among them, each is next with chance 1/n.
  public mutating func enqueue(_ client: Client) {
    clients.append(client)
    if Int.random(in: 0..<clients.count, using: &random) == 0 { next = clients.count - 1 }
  }

  public mutating func dequeue() -> Client? {
    guard let client = peek else { return nil }
    clients[next] = clients[clients.count - 1]
    clients.removeLast()
    next = clients.isEmpty ? 0 : Int.random(in: 0..<clients.count, using: &random)
    return client
  }

  /// Removes everybody; the random numbers go on.
  public mutating func clear() {
    clients = []
    next = 0
  }

  public var peek: Client? { clients.isEmpty ? nil : clients[next] }

  public var count: Int { clients.count }
}
