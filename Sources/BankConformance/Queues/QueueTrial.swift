import BankCore

/// A queue that is tried beside a plain list of who should be in it.
struct QueueTrial<Queue: ClientQueueable> {
  private var queue: Queue
  /// Who should be in the queue, by ticket.
  private var expected: [Client] = []
  private var tickets = 0
  /// The ticket of the last who went.
  private var lastGone: Int?
  /// Whether clients came out otherwise than in the order of coming.
  private(set) var wasOutOfOrder = false
  /// What came out, for comparing two runs.
  private(set) var answers: [Int?] = []

  init(_ world: QueueWorld) {
    queue = Queue(plan: QueueWorld.plan, random: RandomSource(seed: world.seed))
  }

  /// A law that is broken, and how.
  struct Breach: Equatable {
    let law: LawID
    let finding: Phrase

    init(_ number: Int, _ finding: Phrase) {
      law = .queue(number)
      self.finding = finding
    }
  }

  /// Takes every step of `world`, empties the queue, and returns the first breach.
  mutating func run(_ world: QueueWorld) -> Breach? {
    for step in world.steps {
      if let breach = take(step) { return breach }
    }
    return drain()
  }

  private mutating func take(_ step: QueueWorld.Step) -> Breach? {
    switch step {
    case .enqueue(let service, let priority):
      tickets += 1
      // Always two come at one instant, so that ties are tried; and every fourth was there before, as on a route.
      let again = tickets % 4 == 0 ? lastGone : nil
      if again != nil { lastGone = nil }
      let client = Client(
        ticket: again ?? tickets, service: service, priority: priority,
        arrival: .seconds(Double(tickets / 2)), serviceTime: .seconds(Double(tickets)))
      queue.enqueue(client)
      expected.append(client)
      return look("after client \(client.ticket) came")
    case .dequeue: return dequeue()
    case .clear:
      queue.clear()
      expected = []
      if let first = queue.peek {
        return Breach(5, "After clear, client \(first.ticket) is still there.")
      }
      if let first = queue.dequeue() {
        return Breach(5, "After clear, client \(first.ticket) still came out.")
      }
      if queue.count != 0 { return Breach(5, "After clear, it counts \(queue.count).") }
      return nil
    case .copy: return copy()
    }
  }

  /// Compares what the queue says of itself with what it should say.
  private mutating func look(_ when: Phrase) -> Breach? {
    if queue.count != expected.count {
      return Breach(3, "It counts \(queue.count) \(when), and \(expected.count) are in it.")
    }
    if queue.isEmpty != expected.isEmpty {
      return Breach(
        3,
        queue.isEmpty
          ? "It says it is empty \(when), which it is not."
          : "It says it is not empty \(when), which it is.")
    }
    if queue.peek?.ticket != queue.peek?.ticket {
      return Breach(2, "Two looks at who is next show two clients, \(when).")
    }
    return nil
  }

  private mutating func dequeue() -> Breach? {
    let shown = queue.peek
    let given = queue.dequeue()
    answers.append(given?.ticket)
    if shown?.ticket != given?.ticket {
      return Breach(
        2, "It showed \(Self.name(shown)) as the next and gave \(Self.name(given)).")
    }
    guard let given else {
      guard let lost = expected.first else { return nil }
      return Breach(1, "It gave nobody, though client \(lost.ticket) is in it.")
    }
    guard let place = expected.firstIndex(where: { $0.ticket == given.ticket }) else {
      return Breach(1, "It gave client \(given.ticket), who is not in it.")
    }
    guard expected[place].isSame(as: given) else {
      return Breach(1, "It gave client \(given.ticket) with other data than came.")
    }
    if place != 0 { wasOutOfOrder = true }
    if let first = Self.first(of: expected), first.ticket != given.ticket {
      return Breach(
        6,
        "It gave client \(given.ticket) before client \(first.ticket)"
          + " (order: \(Queue.order.rawValue)).")
    }
    expected.remove(at: place)
    lastGone = given.ticket
    return look("after client \(given.ticket) went")
  }

  private static func name(_ client: Client?) -> Phrase {
    client.map { "client \($0.ticket)" } ?? "nobody"
  }

  /// Who is next in the declared order, or `nil` where none is declared.
  private static func first(of clients: [Client]) -> Client? {
    let plan = QueueWorld.plan
    return switch Queue.order {
    case .firstInFirstOut: clients.first
    case .lastInFirstOut: clients.last
    case .byClass:
      clients.min {
        $0.priority == $1.priority ? $0.joined(before: $1) : $0.priority > $1.priority
      }
    case .byExpectedTime:
      clients.min {
        let (one, other) = (plan.services[$0.service].meanTime, plan.services[$1.service].meanTime)
        return one == other ? $0.joined(before: $1) : one < other
      }
    case .none: nil
    }
  }

  /// Changes a copy and the original apart from each other: neither may change with the other.
  private mutating func copy() -> Breach? {
    let clients = Set(expected.map(\.ticket))
    func breach(_ queue: Queue, _ whose: Phrase) -> Breach? {
      var rest = queue
      var found: Set<Int> = []
      for _ in 0...clients.count { if let next = rest.dequeue() { found.insert(next.ticket) } }
      return found == clients && queue.count == clients.count
        ? nil : Breach(4, "Changing a copy of it changes \(whose).")
    }
    let before = (queue.count, queue.peek?.ticket)
    if breach(queue, "") != nil {
      return before == (queue.count, queue.peek?.ticket)
        ? Breach(1, "Not everybody who went in comes out of a copy.")
        : Breach(4, "Emptying a copy of it empties the original.")
    }
    var other = queue
    _ = other.dequeue()
    other.enqueue(Client(ticket: tickets + 1000, service: 1))
    if let found = breach(queue, "the original") { return found }
    let kept = queue
    other = queue
    other.clear()
    if let found = breach(queue, "the original") { return found }
    var original = queue
    _ = original.dequeue()
    original.enqueue(Client(ticket: tickets + 1001, service: 0))
    original.clear()
    if let found = breach(kept, "the copy") { return found }
    return look("after it was copied")
  }

  private mutating func drain() -> Breach? {
    for _ in 0...expected.count {
      if let breach = dequeue() { return breach }
    }
    if let extra = queue.dequeue() {
      return Breach(1, "It gave client \(extra.ticket) once more when it was empty.")
    }
    return look("when all have gone")
  }
}
