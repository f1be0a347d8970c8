import BankCore
import BankQueues
import BrokenPolicies
import SharedPool
import Testing

@Suite struct `A bank with a broken queue` {
  private func day<Queue: ClientQueueable>(
    _ queue: Queue, isWatched: Bool
  ) throws -> (bank: Bank<Queue, SharedPoolPolicy>, log: EventLog) {
    let plan = try BranchPlan(
      services: [Service("deposit", meanTime: .seconds(1))], tellers: [Teller("1")])
    let policy = SharedPoolPolicy(
      options: NoOptions(), plan: plan, random: RandomSource(seed: 1))
    let bank = Bank(plan: plan, queue: queue, policy: policy, isWatched: isWatched)
    let arrivals = (0..<9).map {
      Arrival(at: .seconds(0.3 * Double($0)), Visit(service: 0, serviceTime: .seconds(1)))
    }
    var day = Day(bank: bank, arrivals: arrivals.makeIterator())
    var log = EventLog()
    while day.step(&log) {}
    return (day.bank, log)
  }

  @Test(
    arguments: zip(
      [LosingQueue(), DoublingQueue(), OtherPeekQueue(), MiscountingQueue()]
        as [any ClientQueueable], [1, 1, 2, 3]))
  func `drops it under its law, and serves everybody`(
    queue: any ClientQueueable, law: Int
  ) throws {
    let (bank, log) = try day(AnyQueue(queue), isWatched: true)
    #expect(bank.queueFault?.law == .queue(law), "\(String(describing: bank.queueFault))")
    #expect(bank.policyFault == nil)
    let served = log.events.compactMap { event -> Int? in
      if case .finished(let client, _, _) = event.kind { client.ticket } else { nil }
    }
    #expect(served.sorted() == Array(1...9))
    #expect(log.events.count { if case .ejected = $0.kind { true } else { false } } == 1)
  }

  @Test func `finds it in a simulation too, and serves nobody twice`() throws {
    let (bank, log) = try day(OtherPeekQueue(), isWatched: false)
    #expect(bank.hasDropped && bank.queueFault?.law == .queue(2))
    let served = log.events.compactMap { event -> Int? in
      if case .finished(let client, _, _) = event.kind { client.ticket } else { nil }
    }
    #expect(served.sorted() == Array(1...9), "whoever it handed back waits on")
  }

  @Test(
    arguments: [LosingQueue(), OtherPeekQueue(), MiscountingQueue(), EmptyLater()]
      as [any ClientQueueable])
  func `serves nobody twice, and counts no work once nobody is there, in a simulation`(
    queue: any ClientQueueable
  ) throws {
    let (bank, log) = try day(AnyQueue(queue), isWatched: false)
    let served = log.events.compactMap { event -> Int? in
      if case .finished(let client, _, _) = event.kind { client.ticket } else { nil }
    }
    #expect(bank.hasDropped && bank.isEmpty && Set(served).count == served.count)
    #expect(bank.workTime(at: .seconds(100)) == bank.workTime(at: .seconds(200)))
  }

  @Test func `finds a queue that hands back clients of its own making`() throws {
    let (bank, _) = try day(RemakingQueue(), isWatched: false)
    #expect(bank.queueFault?.law == .queue(1))
  }
}

/// Keeps what it can see of a client, and makes another of it.
private struct RemakingQueue: ClientQueueable {
  static let name = "remaking"
  private var queue = RingQueue()

  mutating func enqueue(_ client: Client) {
    queue.enqueue(
      Client(
        ticket: client.ticket, service: client.service, priority: client.priority,
        arrival: client.arrival))
  }
  mutating func dequeue() -> Client? { queue.dequeue() }
  mutating func clear() { queue.clear() }
  var peek: Client? { queue.peek }
  var count: Int { queue.count }
}

/// Has nobody any more once the last but one has come out.
private struct EmptyLater: ClientQueueable {
  static let name = "empty-later"
  private var queue = RingQueue()
  private var out = 0

  mutating func enqueue(_ client: Client) { queue.enqueue(client) }
  mutating func dequeue() -> Client? {
    out += 1
    if out > 7 { queue.clear() }
    return queue.dequeue()
  }
  mutating func clear() { queue.clear() }
  var peek: Client? { queue.peek }
  var count: Int { queue.count }
}
