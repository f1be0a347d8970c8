package import BankCore

// Queues that break the laws of queues, one each.

/// Loses the second client of every three, and counts them as gone.
package struct LosingQueue: ClientQueueable {
  package static let name = "losing"
  package static let summary = "Loses a client when three are in it."
  private var clients: [Client] = []
  private var size = 0
  package init() {}
  package mutating func enqueue(_ client: Client) {
    size += 1
    if size == 3 { clients.removeLast(min(1, clients.count)) }
    clients.append(client)
  }
  package mutating func dequeue() -> Client? {
    guard !clients.isEmpty else { return nil }
    size -= 1
    return clients.removeFirst()
  }
  package mutating func clear() { (clients, size) = ([], 0) }
  package var peek: Client? { clients.first }
  package var count: Int { size }
}

/// Keeps what it can see of a client, and makes another of it.
package struct RemakingQueue: ClientQueueable {
  package static let name = "remaking"
  package static let summary = "Hands out clients of its own making."
  private var clients: [Client] = []
  package init() {}
  package mutating func enqueue(_ client: Client) {
    clients.append(
      Client(
        ticket: client.ticket, service: client.service, priority: client.priority,
        arrival: client.arrival))
  }
  package mutating func dequeue() -> Client? { clients.isEmpty ? nil : clients.removeFirst() }
  package mutating func clear() { clients = [] }
  package var peek: Client? { clients.first }
  package var count: Int { clients.count }
}

/// Hands the first client out twice.
package struct DoublingQueue: ClientQueueable {
  package static let name = "doubling"
  package static let summary = "Hands the first client out twice."
  private var clients: [Client] = []
  private var isSecond = false
  private var size = 0
  package init() {}
  package mutating func enqueue(_ client: Client) {
    clients.append(client)
    size += 1
  }
  package mutating func dequeue() -> Client? {
    guard let first = clients.first else { return nil }
    size = max(0, size - 1)
    if isSecond || first.ticket != 1 { clients.removeFirst() } else { isSecond = true }
    return first
  }
  package mutating func clear() {
    clients = []
    size = 0
  }
  package var peek: Client? { clients.first }
  package var count: Int { size }
}

/// Shows the first and gives the last.
package struct OtherPeekQueue: ClientQueueable {
  package static let name = "other-peek"
  package static let summary = "Shows the first and gives the last."
  private var clients: [Client] = []
  package init() {}
  package mutating func enqueue(_ client: Client) { clients.append(client) }
  package mutating func dequeue() -> Client? { clients.popLast() }
  package mutating func clear() { clients = [] }
  package var peek: Client? { clients.first }
  package var count: Int { clients.count }
}

/// Goes on for ever once a thousand have come.
package struct EndlessQueue: ClientQueueable {
  package static let name = "endless"
  package static let summary = "Goes on for ever once a thousand have come."
  private var clients: [Client] = []
  private var next = 0
  package init() {}
  package mutating func enqueue(_ client: Client) { clients.append(client) }
  package mutating func dequeue() -> Client? {
    guard next < clients.count else { return clients.count > 1000 ? clients[0] : nil }
    defer { next += 1 }
    return clients[next]
  }
  package mutating func clear() { (clients, next) = ([], 0) }
  package var peek: Client? { next < clients.count ? clients[next] : nil }
  package var count: Int { clients.count - next }
}

/// Invents somebody once a thousand have come.
package struct InventingQueue: ClientQueueable {
  package static let name = "inventing"
  package static let summary = "Invents somebody once a thousand have come."
  private var clients: [Client] = []
  private var next = 0
  package init() {}
  package mutating func enqueue(_ client: Client) { clients.append(client) }
  package mutating func dequeue() -> Client? {
    guard next < clients.count else { return nil }
    defer { next += 1 }
    return next == 1000 ? Client(ticket: 1_500_000, service: 0) : clients[next]
  }
  package mutating func clear() { (clients, next) = ([], 0) }
  package var peek: Client? { next < clients.count ? clients[next] : nil }
  package var count: Int { clients.count - next }
}

/// Counts at most three.
package struct MiscountingQueue: ClientQueueable {
  package static let name = "miscounting"
  package static let summary = "Counts three at most."
  private var clients: [Client] = []
  package init() {}
  package mutating func enqueue(_ client: Client) { clients.append(client) }
  package mutating func dequeue() -> Client? { clients.isEmpty ? nil : clients.removeFirst() }
  package mutating func clear() { clients = [] }
  package var peek: Client? { clients.first }
  package var count: Int { min(clients.count, 3) }
}

/// Keeps its clients in an object that copies share.
package struct SharingQueue: ClientQueueable {
  // Unchecked: broken on purpose.
  private final class Box: @unchecked Sendable {
    var clients: [Client] = []
  }
  package static let name = "sharing"
  package static let summary = "Copies share what is in it."
  private let box = Box()
  package init() {}
  package mutating func enqueue(_ client: Client) { box.clients.append(client) }
  package mutating func dequeue() -> Client? {
    box.clients.isEmpty ? nil : box.clients.removeFirst()
  }
  package mutating func clear() { box.clients = [] }
  package var peek: Client? { box.clients.first }
  package var count: Int { box.clients.count }
}

/// Forgets to drop the first client when it is cleared.
package struct UnclearQueue: ClientQueueable {
  package static let name = "unclear"
  package static let summary = "Clearing leaves the first client."
  private var clients: [Client] = []
  package init() {}
  package mutating func enqueue(_ client: Client) { clients.append(client) }
  package mutating func dequeue() -> Client? { clients.isEmpty ? nil : clients.removeFirst() }
  package mutating func clear() { clients = Array(clients.prefix(1)) }
  package var peek: Client? { clients.first }
  package var count: Int { clients.count }
}

/// Says first in, first out, and is a stack.
package struct LyingQueue: ClientQueueable {
  package static let name = "lying"
  package static let summary = "Says first in, first out, and is a stack."
  package static let order = QueueOrder.firstInFirstOut
  private var clients: [Client] = []
  package init() {}
  package mutating func enqueue(_ client: Client) { clients.append(client) }
  package mutating func dequeue() -> Client? { clients.popLast() }
  package mutating func clear() { clients = [] }
  package var peek: Client? { clients.last }
  package var count: Int { clients.count }
}

/// Draws lots that no seed repeats.
package struct UnseededQueue: ClientQueueable {
  package static let name = "unseeded"
  package static let summary = "Draws lots that no seed repeats."
  private var clients: [Client] = []
  package init() {}
  package mutating func enqueue(_ client: Client) {
    clients.insert(client, at: Int.random(in: 0...clients.count))
  }
  package mutating func dequeue() -> Client? { clients.popLast() }
  package mutating func clear() { clients = [] }
  package var peek: Client? { clients.last }
  package var count: Int { clients.count }
}

/// Has no name that could be registered.
package struct ShoutingQueue: ClientQueueable {
  package static let name = "SHOUTING"
  package static let summary = "Has no name that could be registered."
  private var clients: [Client] = []
  package init() {}
  package mutating func enqueue(_ client: Client) { clients.append(client) }
  package mutating func dequeue() -> Client? { clients.isEmpty ? nil : clients.removeFirst() }
  package mutating func clear() { clients = [] }
  package var peek: Client? { clients.first }
  package var count: Int { clients.count }
}

/// A chain of objects that is released by recursion.
package struct ChainQueue: ClientQueueable {
  // Unchecked: never shared; only its release is of interest.
  private final class Link: @unchecked Sendable {
    let client: Client
    var next: Link?
    init(_ client: Client) { self.client = client }
  }
  package static let name = "chain"
  package static let summary = "A chain of objects."
  private var first: Link?
  private var last: Link?
  package private(set) var count = 0
  package init() {}
  package mutating func enqueue(_ client: Client) {
    // A copy of its own before every change, for a small one.
    if count < 100 { copy() }
    let link = Link(client)
    if last == nil { first = link } else { last?.next = link }
    last = link
    count += 1
  }
  package mutating func dequeue() -> Client? {
    guard let link = first else { return nil }
    first = link.next
    if first == nil { last = nil }
    count -= 1
    return link.client
  }
  package mutating func clear() {
    if count < 1000 { copy() }
    Self.release(first)
    (first, last, count) = (nil, nil, 0)
  }
  package var peek: Client? { first?.client }

  /// Parts every link from the next, the last first.
  private static func release(_ link: Link?) {
    guard let link else { return }
    release(link.next)
    link.next = nil
  }

  private mutating func copy() {
    var clients: [Client] = []
    var next = first
    while let link = next {
      clients.append(link.client)
      next = link.next
    }
    (first, last) = (nil, nil)
    for client in clients {
      let link = Link(client)
      if last == nil { first = link } else { last?.next = link }
      last = link
    }
  }
}

/// Hands out of each ticket the first client whom it was ever given.
package struct FirstCopyQueue: ClientQueueable {
  package static let name = "first-copy"
  package static let summary = "Keeps the first client of each ticket."
  private var clients: [Client] = []
  private var known: [Int: Client] = [:]
  package init() {}
  package mutating func enqueue(_ client: Client) {
    let first = known[client.ticket] ?? client
    known[client.ticket] = first
    clients.append(first)
  }
  package mutating func dequeue() -> Client? { clients.isEmpty ? nil : clients.removeFirst() }
  package mutating func clear() { clients = [] }
  package var peek: Client? { clients.first }
  package var count: Int { clients.count }
}

/// By class, and of those who joined at one instant the higher ticket first.
package struct LaterTicketQueue: ClientQueueable {
  package static let name = "later-ticket"
  package static let summary = "A higher class first, and at one instant the higher ticket."
  package static let order = QueueOrder.byClass
  private var clients: [Client] = []
  package init() {}
  package mutating func enqueue(_ client: Client) {
    clients.append(client)
    clients.sort {
      ($1.priority, $0.arrival, $1.ticket) < ($0.priority, $1.arrival, $0.ticket)
    }
  }
  package mutating func dequeue() -> Client? { clients.isEmpty ? nil : clients.removeFirst() }
  package mutating func clear() { clients = [] }
  package var peek: Client? { clients.first }
  package var count: Int { clients.count }
}
