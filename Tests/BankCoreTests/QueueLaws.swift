import BankCore
import BankQueues
import SharedPool
import Synchronization
import Testing

/// What every queue that is first in, first out must keep, whatever it is built on.
enum QueueLaws {
  /// Runs every law on `Queue`.
  static func check<Queue: Queueable<Int>>(_ type: Queue.Type) {
    handsOutInOrder(type)
    keepsAfterDequeueOnEmpty(type)
    isAValue(type)
    agreesWithAnArray(type)
  }

  static func handsOutInOrder<Queue: Queueable<Int>>(_ type: Queue.Type) {
    var queue = Queue()
    for element in 1...5 { queue.enqueue(element) }
    #expect(queue.count == 5)
    #expect(!queue.isEmpty)
    #expect(queue.peek == 1)
    #expect((1...5).map { _ in queue.dequeue() } == [1, 2, 3, 4, 5])
    #expect(queue.isEmpty)
    #expect(queue.peek == nil)
  }

  /// Bug 1 of the source apps: the count became −1, and the next client was lost.
  static func keepsAfterDequeueOnEmpty<Queue: Queueable<Int>>(_ type: Queue.Type) {
    var queue = Queue()
    #expect(queue.dequeue() == nil)
    #expect(queue.dequeue() == nil)
    #expect(queue.count == 0)
    queue.enqueue(7)
    #expect(queue.count == 1)
    #expect(queue.peek == 7)
    #expect(queue.dequeue() == 7)
    queue.clear()
    #expect(queue.dequeue() == nil)
    queue.enqueue(8)
    #expect(queue.dequeue() == 8)
  }

  /// Bug 13 of the source apps: a copy enqueued, and the original changed.
  static func isAValue<Queue: Queueable<Int>>(_ type: Queue.Type) {
    var original = Queue()
    for element in 1...3 { original.enqueue(element) }
    var copy = original
    copy.enqueue(4)
    #expect(copy.dequeue() == 1)
    var untouched = original
    #expect(untouched.count == 3)
    #expect((1...4).map { _ in untouched.dequeue() } == [1, 2, 3, nil])
    var cleared = original
    cleared.clear()
    #expect(original.count == 3)
    #expect((1...4).map { _ in copy.dequeue() } == [2, 3, 4, nil])
  }

  /// Thousands of random operations beside the simplest queue there is.
  static func agreesWithAnArray<Queue: Queueable<Int>>(_ type: Queue.Type) {
    var random = RandomSource(seed: 1)
    var queue = Queue()
    var model: [Int] = []
    var kept: (queue: Queue, model: [Int]) = (queue, [])
    for step in 0..<20_000 {
      // Long stretches of growing and of shrinking, so that buffers wrap and grow.
      let isGrowing = step / 500 % 2 == 0
      switch Int.random(in: 0..<1000, using: &random) {
      case 0: queue.clear(); model.removeAll()
      case 1..<(isGrowing ? 650 : 350): queue.enqueue(step); model.append(step)
      default: #expect(queue.dequeue() == (model.isEmpty ? nil : model.removeFirst()))
      }
      #expect(queue.count == model.count)
      #expect(queue.peek == model.first)
      // A copy of any length stays as it was, and goes its own way.
      guard step % 37 == 0 else { continue }
      kept.queue.enqueue(-1)
      #expect(kept.model.allSatisfy { kept.queue.dequeue() == $0 })
      #expect(kept.queue.dequeue() == -1 && kept.queue.isEmpty)
      kept = (queue, model)
    }
  }
}

/// A queue of anything on each list, to run the laws on.
struct Listed<List: QueueList>: ListQueueable {
  var list = List()
}

/// What each client queue must do beyond the laws, on clients.
private func drain<Queue: ClientQueueable>(_ type: Queue.Type) -> [Int] {
  var queue = Queue()
  for ticket in 1...100 { queue.enqueue(Client(ticket: ticket, service: 0)) }
  return (1...100).compactMap { _ in queue.dequeue()?.ticket }
}

/// Notes how long it has ever been.
struct MeasuredQueue: ClientQueueable, ListQueueable {
  static let name = "measured"
  static let longest = Mutex(0)

  var list = RingBuffer<Client>()

  mutating func enqueue(_ client: Client) {
    list.append(client)
    let count = list.count
    Self.longest.withLock { $0 = max($0, count) }
  }
}

@Suite struct `Every queue keeps the queue laws` {
  @Test func `on a linked list`() { QueueLaws.check(Listed<LinkedList<Int>>.self) }

  @Test func `on a ring buffer`() { QueueLaws.check(Listed<RingBuffer<Int>>.self) }

  @Test func `client queues hand out clients in order`() {
    #expect(drain(LinkedQueue.self) == Array(1...100))
    #expect(drain(RingQueue.self) == Array(1...100))
  }

  @Test func `the bank asks a queue of another order who is next`() {
    let happened = events(
      SharedPoolPolicy(for: standardPlan(tellers: 1)), standardPlan(tellers: 1), line("DDDD"),
      queue: LatestFirst())
    let started = happened.short.filter { $0.contains("started") }
    #expect(
      started == [
        "0 started 1 at 0", "0.7 started 4 at 0", "1.4 started 3 at 0", "2.1 started 2 at 0",
      ])
  }

  @Test func `whoever leaves from behind does not stay in a queue for ever`() {
    let plan = standardPlan(tellers: 1)
    var bank = Bank(plan: plan, queue: MeasuredQueue(), policy: SharedPoolPolicy(for: plan))
    var log = EventLog()
    // One is served and one waits for ever; the others do so for half a second each.
    for ticket in 1...10_000 {
      bank.arrive(
        Visit(service: 0, serviceTime: .seconds(1e6), patience: ticket < 3 ? nil : .seconds(0.5)),
        at: .seconds(Double(ticket)), &log)
    }
    #expect(bank.clients(inLine: 0).map(\.ticket) == [2, 10_000])
    #expect((30...60).contains(MeasuredQueue.longest.withLock { $0 }))
  }

  @Test func `nor does the end of a patience stay in the list of what will happen`() {
    var counter = Counter(standardPlan(tellers: 1), SharedPoolPolicy(for: standardPlan(tellers: 1)))
    for number in 0..<10_000 { counter.arrive(0, at: Double(number), time: 0.5, patience: 1e8) }
    #expect(counter.bank.eventListSize < 200)
    // Those who still wait leave when their patience is over.
    counter.arrive(0, at: 20_000, time: 1000)
    for number in 1...300 { counter.arrive(0, at: 20_000 + Double(number), patience: 400) }
    _ = counter.news()
    counter.advance(to: 20_900)
    #expect(counter.news().count { $0.contains("abandoned") } == 300)
  }

  @Test func `those of one instant keep their places when the queue is cleared out`() throws {
    // Two who end a first step together: the later ticket, who began earlier, joins first.
    let plan = try BranchPlan(
      services: ["a", "b", "c"].map { Service($0, meanTime: .seconds(1)) },
      tellers: [Teller("1", skills: ["a"]), Teller("2", skills: ["c"])],
      routes: [Route("ab", steps: ["a", "b"]), Route("cb", steps: ["c", "b"])])
    struct Both: RouteSource {
      func route(of visit: Visit, ticket: Int, session: Int) -> Int? {
        ticket == 2 ? 1 : ticket == 3 ? 0 : nil
      }
      func visit(toStep step: Int, ofRoute route: Int, ticket: Int, session: Int) -> Visit {
        Visit(service: 1, serviceTime: .seconds(1))
      }
    }
    var bank = Bank(
      plan: plan, queue: RingQueue(), policy: SharedPoolPolicy(for: plan), routes: Both())
    var log = EventLog()
    bank.arrive(Visit(service: 2, serviceTime: .seconds(1)), at: .zero, &log)
    bank.arrive(Visit(service: 2, serviceTime: .seconds(2)), at: .zero, &log)
    bank.arrive(Visit(service: 0, serviceTime: .seconds(2.5)), at: .seconds(0.5), &log)
    bank.advance(to: .seconds(3), &log)
    let line = plan.groupOfService[1]
    let before = bank.clients(inLine: line).map(\.ticket)
    for number in 0..<100 {
      bank.arrive(
        Visit(service: 1, serviceTime: .seconds(1), patience: .seconds(1)),
        at: .seconds(4 + Double(number)), &log)
    }
    bank.advance(to: .seconds(200), &log)
    #expect(before == [3, 2] && bank.clients(inLine: line).map(\.ticket) == before)
  }

  /// Bug 14 of the source apps: a long list released recursively overflows the stack.
  @Test func `a million elements are released without recursion`() {
    var linked: Listed<LinkedList<Token>>? = Listed()
    for _ in 0..<1_000_000 { linked?.enqueue(Token()) }
    #expect(linked?.count == 1_000_000)
    linked = nil
  }

  @Test func `an element is let go when it is dequeued`() {
    func check(_ queue: inout some Queueable<Token>) {
      weak var first: Token?
      do {
        let token = Token()
        first = token
        queue.enqueue(token)
        queue.enqueue(Token())
      }
      #expect(first != nil)
      _ = queue.dequeue()
      #expect(first == nil)
    }
    var linked = Listed<LinkedList<Token>>()
    check(&linked)
  }

  @Test func `a linked list in a steady state uses its nodes again`() {
    var list = LinkedList<Int>()
    for number in 0..<10 { list.append(number) }
    for number in 0..<10_000 {
      #expect(list.removeFirst() == number)
      list.append(number + 10)
    }
    #expect(list.nodeCount <= 11)
  }
}

final class Token {}

/// A queue of another order: who came last is next.
struct LatestFirst: ClientQueueable {
  static let name = "latest-first"
  private var clients: [Client] = []

  mutating func enqueue(_ client: Client) { clients.append(client) }
  mutating func dequeue() -> Client? { clients.popLast() }
  mutating func clear() { clients = [] }
  var peek: Client? { clients.last }
  var count: Int { clients.count }
}
