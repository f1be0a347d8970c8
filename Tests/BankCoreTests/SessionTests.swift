import BankCore
import BankQueues
import FixedSplit
import Testing

/// Resets and the work clock: the situations of the source apps 001, 002 and 003, in the core that
/// the console and the page share.
@Suite struct `Sessions` {
  typealias Bench = Counter<FixedSplitPolicy>

  /// A standard branch with ten clients: tickets 1 to 10, every other one for a loan.
  static func tenClients(at now: Double = 0) -> Bench {
    var counter = Bench(standardPlan(), FixedSplitPolicy(for: standardPlan()))
    counter.addTen(at: now)
    return counter
  }

  @Test func `first add`() {
    var counter = Self.tenClients()
    #expect(counter.bank.servingCount == 3)
    #expect(counter.bank.floor.waiting == 7)
    #expect(counter.workTime(at: 0.35) == .seconds(0.35))
    counter.advance(to: 100)
    #expect(counter.workTime(at: 100) == .seconds(5.5), "it stops when nobody is left")
  }

  @Test func `add before all are done`() {
    var counter = Self.tenClients()
    counter.addTen(at: 3)
    #expect(counter.bank.tickets == 20)
    counter.advance(to: 100)
    #expect(counter.workTime(at: 100) == .seconds(11))
    #expect(counter.news().count { $0.contains("finished") } == 20)
  }

  @Test func `add after all are done`() {
    var counter = Self.tenClients()
    counter.advance(to: 100)
    #expect(counter.workTime(at: 150) == .seconds(5.5))
    counter.addTen(at: 200)
    #expect(counter.bank.tickets == 20, "tickets go on until reset")
    #expect(counter.workTime(at: 201) == .seconds(6.5), "the timer goes on from where it was")
    counter.advance(to: 300)
    #expect(counter.workTime(at: 300) == .seconds(11))
  }

  /// Bug 2 of the source apps: the old client's end came after the reset, and its teller stayed busy.
  @Test func `reset while working`() {
    var counter = Self.tenClients()
    _ = counter.news()
    counter.reset(at: 0.5)
    #expect(counter.news() == ["0.5 reset"])
    #expect(counter.bank.isEmpty)
    #expect(counter.bank.floor.idleCount == 3, "tellers are free at once")
    #expect(counter.workTime(at: 0.9) == .zero)
    counter.advance(to: 100)
    #expect(counter.news().isEmpty, "nothing of the old session happens any more")
  }

  @Test func `reset after all are done`() {
    var counter = Self.tenClients()
    counter.advance(to: 100)
    counter.reset(at: 100)
    #expect(counter.workTime(at: 101) == .zero)
    #expect(counter.bank.session == 2)
    #expect(counter.bank.tickets == 0)
  }

  /// Bugs 3 and 4 of the source apps: clients of the old session, and a timer that never started.
  @Test func `add after reset`() {
    var counter = Self.tenClients()
    counter.advance(to: 0.6)
    counter.reset(at: 0.6)
    _ = counter.log.drain()
    counter.addTen(at: 0.65)
    #expect(counter.workTime(at: 0.75) == .seconds(0.1))
    counter.advance(to: 100)
    let events = counter.log.drain()
    #expect(events.allSatisfy { $0.session == 2 })
    #expect(events.short.first { $0.contains("finished") } == "1.35 finished 1 at 0")
    for ticket in 1...10 {
      #expect(events.short.count { $0.contains("finished \(ticket) ") } == 1)
    }
    #expect(counter.workTime(at: 100) == .seconds(5.5))
  }

  @Test func `resets at random moments leave nothing behind`() {
    var random = RandomSource(seed: 9)
    var counter = Self.tenClients()
    var now = 0.0
    for _ in 0..<500 {
      now += Double(Int.random(in: 0...30, using: &random)) / 10
      switch Int.random(in: 0..<3, using: &random) {
      case 0: counter.reset(at: now)
      case 1: counter.addTen(at: now)
      default: counter.advance(to: now)
      }
    }
    counter.advance(to: now + 1000)
    // Bug 12 of the source apps: a teller was left dead on the way.
    #expect(counter.bank.floor.idleCount == 3)
    #expect(counter.bank.isEmpty)
    var session = 1
    var started: Set<Int> = []
    var finished: Set<Int> = []
    for event in counter.log.drain() {
      switch event.kind {
      case .reset:
        #expect(event.session == session + 1)
        session = event.session
        (started, finished) = ([], [])
      case .started(let client, _, _): #expect(started.insert(client.ticket).inserted)
      case .finished(let client, _, _):
        #expect(started.contains(client.ticket))
        #expect(finished.insert(client.ticket).inserted)
      default: break
      }
      #expect(event.session == session)
    }
    #expect(finished == started, "after the last reset everybody was served")
  }

  /// Bug 5 of the source apps: one timer stopped when the first of two services ran dry.
  @Test func `the timer runs until the last service is done`() {
    var counter = Bench(standardPlan(), FixedSplitPolicy(for: standardPlan()))
    counter.arrive(0, at: 0, time: 0.7)
    counter.arrive(1, at: 0, time: 1.1)
    counter.advance(to: 0.7)
    #expect(counter.workTime(at: 0.9) == .seconds(0.9))
    counter.advance(to: 50)
    #expect(counter.workTime(at: 50) == .seconds(1.1))
  }

  /// Bug 15 of the source apps: chance inside the clients, time inside the bank.
  @Test func `the same arrivals give the same day, every time`() {
    let plan = standardPlan()
    let first = events(FixedSplitPolicy(for: plan), plan, line("DLLDDLDLDD"))
    for _ in 0..<5 {
      #expect(events(FixedSplitPolicy(for: plan), plan, line("DLLDDLDLDD")) == first)
    }
  }

  /// Bug 14 of the source apps, in the bank.
  @Test func `two hundred thousand waiting clients are dropped at once`() {
    for isLinked in [false, true] {
      func check(_ queue: some ClientQueueable) {
        var bank = Bank(
          plan: standardPlan(), queue: queue, policy: FixedSplitPolicy(for: standardPlan()))
        var nobody = IgnoringObserver()
        for number in 0..<200_000 {
          bank.arrive(Visit(service: number & 1, serviceTime: .seconds(1)), at: .zero, &nobody)
        }
        #expect(bank.floor.waiting == 199_997)
        bank.reset(at: .seconds(1), &nobody)
        #expect(bank.isEmpty)
      }
      if isLinked { check(LinkedQueue()) } else { check(RingQueue()) }
    }
  }
}

extension Counter {
  mutating func addTen(at now: Double) {
    for number in 0..<10 { arrive(number % 2, at: now, time: number % 2 == 0 ? 0.7 : 1.1) }
  }

  func workTime(at now: Double) -> Time { bank.workTime(at: .seconds(now)) }
}
