import BankCore
import BankLive
import BankQueues
import FixedSplit
import Testing

typealias SeedsBank = LiveBank<
  RingQueue, FixedSplitPolicy, IndexingIterator<[Arrival]>, TestClock
>

/// A standard branch on a test clock.
func seedsBank(
  _ arrivals: [Arrival] = [], clock: TestClock, speed: Double = 1
) throws -> SeedsBank {
  let services = [
    Service("deposit", meanTime: .seconds(0.7)), Service("loan", meanTime: .seconds(1.1)),
  ]
  let plan = try BranchPlan(services: services, tellers: ["1", "2", "3"].map { Teller($0) })
  let policy = FixedSplitPolicy(
    options: .defaults(for: plan), plan: plan, random: RandomSource(seed: 1))
  let bank = Bank(plan: plan, queue: RingQueue(), policy: policy)
  return LiveBank(Day(bank: bank, arrivals: arrivals.makeIterator()), clock: clock, speed: speed)
}

let deposit = Visit(service: 0, serviceTime: .seconds(0.7))
let loan = Visit(service: 1, serviceTime: .seconds(1.1))

@Suite struct `A live bank` {
  @Test func `runs a day by the clock, one sleep after the other`() async throws {
    let clock = TestClock()
    let bank = try seedsBank(
      [deposit, loan, deposit, deposit].map { Arrival(at: .zero, $0) }, clock: clock)
    await bank.closeDoors()
    let events = await bank.events()
    let pump = Task { while !Task.isCancelled { await clock.passOneSleep() } }
    await bank.open()
    var finished: [String] = []
    for await event in events {
      if case .finished(let client, _, _) = event.kind {
        finished.append("\(event.time) \(client.ticket)")
      }
    }
    pump.cancel()
    clock.release()
    #expect(finished == ["0.7 1", "0.7 3", "1.1 2", "1.4 4"])
    #expect(clock.sleepersEver <= 4, "one sleep an instant at most, not one a client")
  }

  @Test func `has its tellers come and go while nobody is there`() async throws {
    let clock = TestClock()
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(1))],
      tellers: [
        Teller(
          "1",
          shifts: [Shift(from: .zero, to: .seconds(5)), Shift(from: .seconds(9), to: .seconds(20))])
      ])
    let policy = FixedSplitPolicy(
      options: .defaults(for: plan), plan: plan, random: RandomSource(seed: 1))
    let bank = LiveBank(
      Day(
        bank: Bank(plan: plan, queue: RingQueue(), policy: policy),
        arrivals: [Arrival]().makeIterator()), clock: clock)
    let events = await bank.events()
    await bank.open()
    for seconds in [5.0, 9, 12] {
      clock.advance(to: seconds)
      _ = await bank.reading()
    }
    await bank.closeDoors()
    var seen: [String] = []
    for await event in events { seen.append("\(event.time) \(event.kind)") }
    #expect(seen == ["5 left(teller: 0)", "9 came(teller: 0)"])
  }

  /// A clock goes on between two looks at it: what ends meanwhile is neither served twice nor sent away.
  @Test func `sends away at a reset just those who are still there`() async throws {
    for hundredths in 60..<80 {
      let clock = TestClock()
      let bank = try seedsBank(clock: clock)
      let events = await bank.events()
      await bank.open()
      await bank.visit([deposit, loan, deposit, deposit])
      clock.advance(to: Double(hundredths) / 100)
      clock.goOn(by: .milliseconds(20))
      let before = try #require(await bank.reset())
      await bank.stop()
      var inside: Set<Int> = []
      for await event in events {
        if event.kind == .reset { break }
        switch event.kind {
        case .arrived(let client, _): inside.insert(client.ticket)
        case .finished(let client, _, _): inside.remove(client.ticket)
        default: break
        }
      }
      let left = before.lines.joined().map(\.ticket) + before.services.map(\.client.ticket)
      #expect(Set(left) == inside, "at \(hundredths) hundredths")
    }
  }

  @Test func `lets clients in at any time, and its timer stops with the last`() async throws {
    let clock = TestClock()
    let bank = try seedsBank(clock: clock)
    await bank.open()
    #expect(await bank.visit(deposit) == .admitted(ticket: 1))
    clock.advance(to: 0.4)
    #expect(await bank.reading().workTime == .seconds(0.4))
    #expect(await bank.visit(loan) == .admitted(ticket: 2))
    clock.advance(to: 1.2)
    let snapshot = await bank.snapshot()
    #expect(snapshot.services.map(\.client.ticket) == [2])
    #expect(snapshot.workTime == .seconds(1.2))
    clock.advance(to: 100)
    #expect(await bank.snapshot().workTime == .seconds(1.5))
    #expect(await bank.snapshot().events == 6)
    await bank.stop()
    #expect(await bank.visit(deposit) == nil)
  }

  @Test func `says when things were due, however late it wakes`() async throws {
    let clock = TestClock()
    let bank = try seedsBank(clock: clock)
    let events = await bank.events()
    await bank.open()
    for _ in 0..<4 { await bank.visit(deposit) }
    clock.advance(to: 500)
    _ = await bank.snapshot()
    await bank.stop()
    var ends: [Time] = []
    for await event in events {
      if case .finished = event.kind { ends.append(event.time) }
    }
    #expect(ends == [.seconds(0.7), .seconds(0.7), .seconds(1.4), .seconds(1.4)])
  }

  /// More comes than anybody can note down: memory stays bounded, nothing is lost, and it can be stopped.
  @Test func `waits for a listener who cannot follow, and puts its clock back`() async throws {
    let clock = TestClock()
    let short = Visit(service: 1, serviceTime: .seconds(0.001))
    let bank = try seedsBank(
      (0..<100_000).map { Arrival(at: .seconds(Double($0) / 1000), short) }, clock: clock)
    let events = await bank.events()
    await bank.open()
    clock.advance(to: 1000)
    var told = 0
    for _ in 0..<20 { told = await bank.reading().events }
    #expect(told < 3 * 65_536, "two long turns, and a little each time")
    #expect(await bank.reading().time < .seconds(100))
    let taken = Task {
      var (last, count) = (Time.zero, 0)
      for await event in events {
        guard event.time >= last else { break }
        (last, count) = (event.time, count + 1)
      }
      return count
    }
    for second in 1... {
      clock.advance(to: 1000 + 100 * Double(second))
      if await bank.reading().events == 300_000 { break }
    }
    await bank.stop()
    #expect(await taken.value == 300_000)
  }

  @Test func `tells nothing of an abandoned session`() async throws {
    let clock = TestClock()
    let bank = try seedsBank(clock: clock)
    let events = await bank.events()
    await bank.open()
    for _ in 0..<10 { await bank.visit(deposit) }
    clock.advance(to: 0.3)
    await bank.reset()
    await bank.visit(loan)
    clock.advance(to: 50)
    _ = await bank.snapshot()
    await bank.stop()
    var isReset = false
    var after: [String] = []
    for await event in events {
      if case .reset = event.kind { isReset = true }
      guard isReset else { continue }
      #expect(event.session == 2)
      if case .finished(let client, _, _) = event.kind {
        after.append("\(event.time) \(client.ticket)")
      }
    }
    #expect(after == ["1.4 1"])
  }

  @Test func `runs at another speed`() async throws {
    let clock = TestClock()
    let bank = try seedsBank(clock: clock, speed: 60)
    await bank.open()
    await bank.visit(deposit)
    clock.advance(to: 0.7 / 60 - 0.0001)
    #expect(await bank.snapshot().services.count == 1)
    clock.advance(to: 0.7 / 60 + 0.0001)
    #expect(await bank.snapshot().services.isEmpty)
    await bank.stop()
  }

  @Test func `frees everything when the waiting task is cancelled`() async throws {
    let clock = TestClock()
    weak var released: SeedsBank?
    do {
      let bank = try seedsBank([Arrival(at: .seconds(1000), loan)], clock: clock)
      released = bank
      let run = Task { await bank.run() }
      // Until the bank sleeps for its first arrival; the clock does not move.
      while clock.sleepers == 0 { await Task.yield() }
      run.cancel()
      await run.value
      #expect(clock.sleepers == 0)
    }
    for _ in 0..<10_000 where released != nil { await Task.yield() }
    #expect(released == nil)
  }

  @Test func `a dropped bank wakes nobody`() async throws {
    let clock = TestClock()
    do {
      let bank = try seedsBank(clock: clock)
      await bank.open()
      await bank.visit(loan)
      while clock.sleepers == 0 { await Task.yield() }
    }
    for _ in 0..<10_000 where clock.sleepers > 0 { await Task.yield() }
    #expect(clock.sleepers == 0)
  }

  /// Bug 13 of the source apps: two counters raced.
  ///
  /// Run under the thread sanitizer by CI.
  @Test func `counts right when many come at once`() async throws {
    let clock = TestClock()
    let bank = try seedsBank(clock: clock)
    await bank.open()
    let tickets = await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<8 {
        group.addTask {
          var tickets: [Int] = []
          for _ in 0..<50 {
            if let admission = await bank.visit(deposit) { tickets.append(admission.ticket) }
          }
          return tickets
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(tickets.sorted() == Array(1...400))
    let snapshot = await bank.snapshot()
    #expect(snapshot.lines[0].count == 398)
    #expect(snapshot.services.count == 2)
    await bank.stop()
  }

  /// Bug 10 of the source apps: nobody there at opening waited for ever.
  @Test func `closes at once when nobody comes`() async throws {
    let bank = try seedsBank(clock: TestClock())
    await bank.closeDoors()
    await bank.run()
    #expect(await bank.snapshot().events == 0)
  }

  @Test func `every listener hears everything from when it began to listen`() async throws {
    let clock = TestClock()
    let bank = try seedsBank(clock: clock)
    let early = await bank.events()
    await bank.open()
    await bank.visit(deposit)
    let late = await bank.events()
    await bank.visit(deposit)
    await bank.stop()
    var counts = [0, 0]
    for await _ in early { counts[0] += 1 }
    for await _ in late { counts[1] += 1 }
    #expect(counts == [4, 2])
  }
}
