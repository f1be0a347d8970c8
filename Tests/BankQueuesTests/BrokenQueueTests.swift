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
    #expect(served.sorted() == Array(1...9), "whoever it handed out waits on")
  }

  @Test(
    arguments: [
      LosingQueue(), OtherPeekQueue(), MiscountingQueue(), EmptyLater(), KeepingQueue(),
      ShowingAgainQueue(),
    ] as [any ClientQueueable])
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

  @Test(arguments: [DoublingQueue(), FirstAgainQueue()] as [any ClientQueueable])
  func
    `finds one client served twice and another lost, with counts that are right, in a simulation`(
      queue: any ClientQueueable
    ) throws
  {
    let (bank, log) = try day(AnyQueue(queue), isWatched: false)
    #expect(bank.queueFault?.law == .queue(1))
    #expect(
      bank.queueFault?.finding
        == "does not hand out exactly those who joined line 0, each once")
    let served = log.events.compactMap { event -> Int? in
      if case .finished(let client, _, _) = event.kind { client.ticket } else { nil }
    }
    #expect(served.count == 9 && Set(served).count < 9, "seen when the line is empty, not before")
    let culprit = bank.queueFault?.culprit ?? ""
    #expect(
      culprit.hasPrefix("BankQueues.AnyQueue(queue: ") && culprit.contains("Client(ticket: "),
      "\(culprit)")
  }

  @Test func `finds it where the session ends while clients wait`() throws {
    let plan = try BranchPlan(
      services: [Service("deposit", meanTime: .seconds(1))],
      tellers: [Teller("1", shifts: [Shift(from: .zero, to: .seconds(3))])])
    let policy = SharedPoolPolicy(
      options: NoOptions(), plan: plan, random: RandomSource(seed: 1))
    func day() -> Day<DoublingQueue, SharedPoolPolicy, IndexingIterator<[Arrival]>> {
      let arrivals = (0..<9).map { _ in
        Arrival(at: .zero, Visit(service: 0, serviceTime: .seconds(1)))
      }
      return Day(
        bank: Bank(plan: plan, queue: DoublingQueue(), policy: policy),
        arrivals: arrivals.makeIterator())
    }
    var log = EventLog()
    var toTheEnd = day()
    while toTheEnd.step(&log) {}
    #expect(toTheEnd.bank.floor.waiting > 0 && toTheEnd.bank.queueFault?.law == .queue(1))

    var toReset = day()
    while toReset.step(until: .seconds(2), &log) {}
    #expect(!toReset.bank.hasDropped)
    toReset.bank.reset(at: .seconds(2), &log)
    #expect(toReset.bank.queueFault?.law == .queue(1))

    var cut = day()
    while cut.step(until: .seconds(2), &log) {}
    #expect(cut.faultToCome?.law == .queue(1))
  }

  /// Those whom the queue lost are missed, though the lines begin anew.
  @Test func `finds it where the policy is dropped as well`() throws {
    let plan = try BranchPlan(
      services: [Service("deposit", meanTime: .seconds(1))], tellers: [Teller("1")])
    var bank = Bank(
      plan: plan, queue: DoublingQueue(),
      policy: ErringLater(options: NoOptions(), plan: plan, random: RandomSource(seed: 1)))
    var log = EventLog()
    for _ in 0..<9 {
      _ = bank.arrive(Visit(service: 0, serviceTime: .seconds(1)), at: .zero, &log)
    }
    bank.advance(to: .seconds(9), &log)
    #expect(bank.policyFault?.law == .policy(4) && bank.queueFault?.law == .queue(1))
  }

  /// Whoever comes as all others turn out to be lost is at work from then on.
  @Test func `the work clock goes on when policy and queue are dropped as somebody comes`() throws {
    let plan = try BranchPlan(
      services: [Service("deposit", meanTime: .seconds(1))],
      tellers: [Teller("1", shifts: [Shift(from: .seconds(10), to: .seconds(99))])])
    var bank = Bank(
      plan: plan, queue: SilentQueue(),
      policy: SendsAstray(options: NoOptions(), plan: plan, random: RandomSource(seed: 1)))
    var log = EventLog()
    for second in [0.0, 1] {
      _ = bank.arrive(
        Visit(service: 0, serviceTime: .seconds(1)), at: .seconds(second), &log)
    }
    #expect(bank.policyFault != nil && bank.queueFault?.law == .queue(1))
    #expect(bank.floor.waiting == 1 && bank.workTime(at: .seconds(5)) == .seconds(5))
  }

  /// The queue loses the first who is put into a line of the fallback policy, and another is put back after.
  @Test func `the work clock goes on when the queue is dropped as lines begin anew`() throws {
    let plan = try BranchPlan(
      services: ["a", "b"].map { Service($0, meanTime: .seconds(1)) },
      tellers: [
        Teller("1", skills: ["a"], shifts: [Shift(from: .seconds(1), to: .seconds(99))]),
        Teller("2", skills: ["b"], shifts: [Shift(from: .seconds(50), to: .seconds(99))]),
      ])
    var bank = Bank(
      plan: plan, queue: LosesFirstOfSecondService(),
      policy: ErringLater(options: NoOptions(), plan: plan, random: RandomSource(seed: 1)))
    var log = EventLog()
    for (service, second) in [(0, 0.0), (1, 0), (0, 4)] {
      bank.arrive(Visit(service: service, serviceTime: .seconds(1)), at: .seconds(second), &log)
    }
    bank.advance(to: .seconds(90), &log)
    #expect(bank.policyFault?.law == .policy(4) && bank.queueFault?.law == .queue(3))
    #expect(bank.workTime(at: .seconds(90)) == .seconds(5))
  }

  @Test func `the work clock goes on when a queue is dropped while its last client is called`()
    throws
  {
    let (bank, _) = try day(NeverEmptyQueue(), isWatched: false)
    #expect(bank.queueFault?.law == .queue(3))
    #expect(bank.workTime(at: .seconds(100)) == .seconds(9))
  }

  @Test func `serves no step of a route twice where a queue shows a client as of an earlier one`()
    throws
  {
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(1))],
      tellers: [Teller("1", shifts: [Shift(from: .seconds(5), to: .seconds(1000))])],
      routes: [Route("twice", steps: ["a", "a"])])
    var bank = Bank(
      plan: plan, queue: AnyQueue(FirstCopyQueue()),
      policy: SharedPoolPolicy(options: NoOptions(), plan: plan, random: RandomSource(seed: 1)),
      routes: EverybodyTwice(), isWatched: true)
    var log = EventLog()
    // All wait before the first is called: so the bank keeps each, at both steps, in the same place of its list.
    for _ in 0..<3 { bank.arrive(Visit(service: 0, serviceTime: .seconds(2)), at: .zero, &log) }
    bank.advance(to: .seconds(100), &log)
    #expect(bank.isEmpty)
    let steps = log.events.compactMap { event -> String? in
      if case .finished(let client, _, _) = event.kind {
        "\(client.ticket).\(client.step)"
      } else {
        nil
      }
    }
    #expect(steps.sorted() == ["1.0", "1.1", "2.0", "2.1", "3.0", "3.1"])
  }

  @Test func `finds a queue that hands out clients of its own making`() throws {
    let (bank, _) = try day(RemakingQueue(), isWatched: false)
    #expect(bank.queueFault?.law == .queue(1))
  }
}

/// Calls a line that there is not, after four seconds.
private struct ErringLater: TellerPolicy {
  static let name = "erring-later"
  init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
  func lines(for plan: BranchPlan) -> Int { 1 }
  func line(for client: Client, on floor: Floor) -> Int { 0 }
  func next(on floor: Floor) -> Decision {
    floor.now < .seconds(4)
      ? floor.callLongestWaiting() ?? .idle : .call(line: floor.lines.count, teller: 0)
  }
}

/// Sends the second client to a line that there is not.
private struct SendsAstray: TellerPolicy {
  static let name = "sends-astray"
  init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
  func line(for client: Client, on floor: Floor) -> Int { client.ticket == 2 ? 9 : 0 }
  func next(on floor: Floor) -> Decision { floor.callLongestWaiting() ?? .idle }
}

/// Forgets a client of the second service who joins an empty line.
private struct LosesFirstOfSecondService: ClientQueueable {
  static let name = "loses-first-of-second-service"
  private var queue = RingQueue()

  mutating func enqueue(_ client: Client) {
    if client.service == 1, queue.count == 0 { return }
    queue.enqueue(client)
  }
  mutating func dequeue() -> Client? { queue.dequeue() }
  mutating func clear() { queue.clear() }
  var peek: Client? { queue.peek }
  var count: Int { queue.count }
}

/// Shows its first client and hands out nobody.
private struct SilentQueue: ClientQueueable {
  static let name = "silent"
  private var queue = RingQueue()

  mutating func enqueue(_ client: Client) { queue.enqueue(client) }
  mutating func dequeue() -> Client? { nil }
  mutating func clear() { queue.clear() }
  var peek: Client? { queue.peek }
  var count: Int { queue.count }
}

/// Hands the first client of all out again in the place of each who is alone in it.
private struct FirstAgainQueue: ClientQueueable {
  static let name = "first-again"
  private var queue = RingQueue()
  private var first: Client?

  mutating func enqueue(_ client: Client) {
    first = first ?? client
    queue.enqueue(client)
  }
  mutating func dequeue() -> Client? {
    let next = peek
    _ = queue.dequeue()
    return next
  }
  mutating func clear() { queue.clear() }
  var peek: Client? { queue.count == 1 ? first : queue.peek }
  var count: Int { queue.count }
}

/// Hands its first client out and keeps them, unless they are alone in it.
private struct KeepingQueue: ClientQueueable {
  static let name = "keeping"
  private var clients: [Client] = []

  mutating func enqueue(_ client: Client) { clients.append(client) }
  mutating func dequeue() -> Client? { clients.count > 1 ? clients.first : clients.popLast() }
  mutating func clear() { clients = [] }
  var peek: Client? { clients.first }
  var count: Int { clients.count }
}

/// Keeps everybody whom it has handed out, and shows them again once the third of those who are left joins.
private struct ShowingAgainQueue: ClientQueueable {
  static let name = "showing-again"
  private var queue = RingQueue()
  private var out: [Client] = []

  mutating func enqueue(_ client: Client) {
    queue.enqueue(client)
    guard queue.count > 2 else { return }
    var all = RingQueue()
    for client in out { all.enqueue(client) }
    while let client = queue.dequeue() { all.enqueue(client) }
    (queue, out) = (all, [])
  }
  mutating func dequeue() -> Client? {
    let client = queue.dequeue()
    if let client { out.append(client) }
    return client
  }
  mutating func clear() { queue.clear() }
  var peek: Client? { queue.peek }
  var count: Int { queue.count }
}

/// Takes one step after the other of the one route.
private struct EverybodyTwice: RouteSource {
  func route(of visit: Visit, ticket: Int, session: Int) -> Int? { 0 }
  func visit(toStep step: Int, ofRoute route: Int, ticket: Int, session: Int) -> Visit {
    Visit(service: 0, serviceTime: .seconds(1))
  }
}

/// Counts one client when it is empty.
private struct NeverEmptyQueue: ClientQueueable {
  static let name = "never-empty"
  private var queue = RingQueue()

  mutating func enqueue(_ client: Client) { queue.enqueue(client) }
  mutating func dequeue() -> Client? { queue.dequeue() }
  mutating func clear() { queue.clear() }
  var peek: Client? { queue.peek }
  var count: Int { max(1, queue.count) }
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
