/// The queue behind a line: the injected one, or the bank's own once that has broken a law.
@usableFromInline
struct LineQueue<Injected: ClientQueueable>: Sendable {
  @usableFromInline var injected: Injected
  /// First come, first served, in the place of an injected queue that was dropped.
  @usableFromInline var own: OwnQueue?

  init(_ injected: Injected) { self.injected = injected }

  @inlinable
  @inline(__always)
  mutating func enqueue(_ client: Client) {
    if own == nil { injected.enqueue(client) } else { own?.enqueue(client) }
  }

  @inlinable
  @inline(__always)
  mutating func dequeue() -> Client? { own == nil ? injected.dequeue() : own?.dequeue() }

  @inlinable var peek: Client? { own == nil ? injected.peek : own?.peek }

  @inlinable var count: Int { own?.count ?? injected.count }

  mutating func clear() {
    if own == nil { injected.clear() } else { own = OwnQueue([]) }
  }

  /// Goes on without the injected queue.
  mutating func drop(for clients: [Client]) { own = OwnQueue(clients) }
}

/// The bank's own first-come-first-served queue.
@usableFromInline
struct OwnQueue: Sendable {
  private var clients: [Client]
  private var front = 0

  init(_ clients: [Client]) { self.clients = clients }

  @usableFromInline var count: Int { clients.count - front }

  @usableFromInline var peek: Client? { front < clients.count ? clients[front] : nil }

  @usableFromInline
  mutating func enqueue(_ client: Client) { clients.append(client) }

  @usableFromInline
  mutating func dequeue() -> Client? {
    guard let first = peek else { return nil }
    front += 1
    if front > 32, front * 2 > clients.count {
      clients.removeFirst(front)
      front = 0
    }
    return first
  }
}
