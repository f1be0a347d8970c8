import BankCore
import BankQueues
import FixedSplit
import LoanPriority
import SharedPool
import Testing

@Suite struct `The core's rules` {
  @Test func `who leaves while serving finishes first`() {
    let shifts = [Shift(from: .zero, to: .seconds(2)), Shift(from: .seconds(6), to: .seconds(9))]
    let world = plan(
      services: [Service("a", meanTime: .seconds(1))], tellers: [Teller("1", shifts: shifts)])
    var counter = Counter(world, SharedPoolPolicy(for: world))
    counter.arrive(0, at: 1, time: 3)
    counter.arrive(0, at: 1, time: 1)
    counter.advance(to: 20)
    #expect(
      counter.news() == [
        "1 arrived 1 in 0", "1 started 1 at 0", "1 arrived 2 in 0", "4 finished 1 at 0", "4 left 0",
        "6 came 0", "6 started 2 at 0", "7 finished 2 at 0", "9 left 0",
      ])
  }

  @Test func `a hand-over keeps a teller from the next client`() {
    let world = standardPlan(tellers: 1, handover: .seconds(0.5))
    var counter = Counter(world, SharedPoolPolicy(for: world))
    counter.arrive(0, at: 0)
    counter.arrive(0, at: 0)
    counter.advance(to: 9)
    #expect(counter.news().contains("1.5 started 2 at 0"))
  }

  @Test func `a source of hand-overs says how long each takes`() {
    struct ByTicket: HandoverSource {
      func handover(of teller: Int, after client: Client, session: Int) -> Time {
        client.ticket == 1 ? .zero : .seconds(Double(client.ticket))
      }
    }
    let world = standardPlan(tellers: 1, handover: .seconds(0.5))
    var bank = Bank(
      plan: world, queue: RingQueue(), policy: SharedPoolPolicy(for: world), handovers: ByTicket())
    var log = EventLog()
    for _ in 0..<3 { _ = bank.arrive(Visit(service: 0, serviceTime: .seconds(1)), at: .zero, &log) }
    bank.advance(to: .seconds(9), &log)
    let starts = log.events.compactMap { event in
      if case .started = event.kind { event.time } else { nil }
    }
    #expect(starts == [.zero, .seconds(1), .seconds(4)])
  }

  @Test func `a teller at speed 1.25 takes four fifths of the time`() {
    let world = plan(
      services: [Service("a", meanTime: .seconds(1))], tellers: [Teller("1", speed: 1.25)])
    #expect(
      events(
        SharedPoolPolicy(for: world), world,
        [Arrival(at: .zero, Visit(service: 0, serviceTime: .seconds(1)))]
      ).end == .seconds(0.8))
  }

  @Test func `one more than the limit balks, unless called at once`() {
    let world = standardPlan(limit: 1)
    var counter = Counter(world, FixedSplitPolicy(for: world))
    for _ in 0..<4 { counter.arrive(0, at: 0) }
    #expect(counter.arrive(0, at: 0) == .balked(ticket: 5))
    #expect(counter.arrive(1, at: 0) == .admitted(ticket: 6), "a loan teller is free")
    #expect(counter.bank.floor.waiting == 1)
    #expect(counter.news().filter { $0.contains("balked") } == ["0 balked 4", "0 balked 5"])
  }

  @Test func `a limit of nobody is a loss system`() {
    let world = standardPlan(tellers: 2, limit: 0)
    var counter = Counter(world, SharedPoolPolicy(for: world))
    #expect(counter.arrive(0, at: 0) == .admitted(ticket: 1))
    #expect(counter.arrive(0, at: 0) == .admitted(ticket: 2))
    #expect(counter.arrive(0, at: 0) == .balked(ticket: 3))
    counter.advance(to: 1)
    #expect(counter.arrive(0, at: 1) == .admitted(ticket: 4))
  }

  @Test func `each answer replaces the wake-up before it`() {
    let asked = Recorder()
    let policy = Scripted { floor in
      asked.times.append(floor.now)
      return .idle(because: "on purpose", askAgain: floor.now + .seconds(10))
    }
    var counter = Counter(standardPlan(tellers: 1), policy)
    counter.arrive(0, at: 0)
    counter.arrive(0, at: 4)
    counter.advance(to: 15)
    #expect(asked.times == [.zero, .seconds(4), .seconds(14)])
    #expect(counter.bank.nextTime == .seconds(24))
  }

  @Test func `the common choice is the fewest skills, then the longest idle`() {
    let world = plan(
      services: [Service("a", meanTime: .seconds(1)), Service("b", meanTime: .seconds(1))],
      tellers: [Teller("all"), Teller("a", skills: ["a"]), Teller("also a", skills: ["a"])])
    var counter = Counter(world, SharedPoolPolicy(for: world))
    counter.arrive(0, at: 0, time: 1)
    counter.advance(to: 1)
    counter.arrive(0, at: 2)
    counter.arrive(0, at: 2)
    counter.arrive(0, at: 2)
    #expect(
      counter.news().filter { $0.contains("started") } == [
        "0 started 1 at 1", "2 started 2 at 2", "2 started 3 at 1", "2 started 4 at 0",
      ])
  }

  @Test func `loans go first, and nobody is interrupted`() {
    let world = standardPlan(tellers: 1)
    var counter = Counter(world, LoanPriorityPolicy(for: world))
    for service in [0, 0, 1] { counter.arrive(service, at: 0) }
    counter.advance(to: 9)
    #expect(
      counter.news().filter { $0.contains("started") } == [
        "0 started 1 at 0", "1 started 3 at 0", "2 started 2 at 0",
      ])
  }

  @Test func `a wrong look at the door of a copy is no fault of the original`() {
    var policy = Scripted { $0.callLongestWaiting() ?? .idle }
    policy.lineFor = { client, floor in client.ticket == 1 ? floor.count(inLine: 99) : 0 }
    var original = Counter(standardPlan(tellers: 1), policy)
    var copy = original
    copy.arrive(0, at: 0)
    #expect(copy.bank.policyFault?.law == .policy(4))
    policy.lineFor = { _, _ in 0 }
    original.bank.policy = policy
    original.arrive(0, at: 0)
    #expect(original.bank.policyFault == nil)
  }

  @Test func `a copy of a bank goes on by itself`() {
    var original = Counter(standardPlan(), SharedPoolPolicy(for: standardPlan()))
    for _ in 0..<6 { original.arrive(0, at: 0) }
    var copy = original
    copy.reset(at: 0.5)
    original.advance(to: 9)
    copy.advance(to: 9)
    #expect(original.news().count { $0.contains("finished") } == 6)
    #expect(copy.news().count { $0.contains("finished") } == 0)
  }

  @Test func `what is hidden about a client stays hidden from a dump`() {
    var counter = Counter(standardPlan(), SharedPoolPolicy(for: standardPlan()))
    counter.arrive(0, at: 0, time: 123)
    var text = ""
    dump(counter.log.events, to: &text)
    #expect(!text.contains("123"))
  }

  @Test func `absurd times saturate instead of overflowing`() {
    let world = standardPlan(tellers: 1)
    var counter = Counter(world, SharedPoolPolicy(for: world))
    for _ in 0..<200 {
      counter.bank.arrive(
        Visit(service: 0, serviceTime: BranchPlan.longestTime), at: .zero, &counter.log)
    }
    counter.bank.advance(to: Time(nanoseconds: .max - 1), &counter.log)
    #expect(counter.bank.floor.waiting > 0, "292 years are over before everybody is served")
    #expect(Time.never + .seconds(1) == .never)
  }
}

/// Notes what a scripted policy saw.
///
/// Tests run it from one task.
final class Recorder: @unchecked Sendable {
  var times: [Time] = []
}

@Suite struct `Stock is taken all or nothing` {
  static let juices = plan(
    services: [
      Service("strawberry", meanTime: .seconds(1), needs: [ItemCount("strawberry", 16)]),
      Service(
        "strawberry-banana", meanTime: .seconds(1),
        needs: [ItemCount("strawberry", 10), ItemCount("banana", 1)]),
    ],
    tellers: [Teller("1")], stock: [ItemCount("strawberry", 10), ItemCount("banana", 10)])

  @Test func `the first strawberry juice is refused, and told what is missing`() {
    var counter = Counter(Self.juices, SharedPoolPolicy(for: Self.juices))
    guard case .refused(1, let missing) = counter.arrive(0, at: 0) else {
      Issue.record("not refused")
      return
    }
    #expect(missing.map(\.item) == [0])
    #expect(missing.map(\.needed) == [16])
    #expect(missing.map(\.available) == [10])
    #expect(counter.bank.stock == [10, 10])
    #expect(counter.bank.isEmpty)
  }

  @Test func `a reset gives back what unserved clients had reserved`() {
    var counter = Counter(Self.juices, SharedPoolPolicy(for: Self.juices))
    counter.bank.restock(0, to: 25, at: .zero, &counter.log)
    counter.arrive(1, at: 0)
    counter.advance(to: 1)
    counter.arrive(1, at: 2)
    #expect(counter.bank.stock == [5, 8])
    counter.reset(at: 2.5)
    #expect(counter.bank.stock == [15, 9], "the juice that was made is gone, the other is not")
  }

  /// What is due at the present is done, also where a caller's clock is behind.
  @Test func `a time in the past counts as the present`() {
    func left(_ now: Double) -> Int {
      var counter = Counter(Self.juices, SharedPoolPolicy(for: Self.juices))
      counter.arrive(1, at: 5, time: 9)
      counter.arrive(1, at: 5, time: 9, patience: 0)
      counter.advance(to: now)
      return counter.bank.floor.waiting
    }
    #expect(left(5) == 0 && left(3) == 0)
  }

  @Test func `who loses patience gives back`() {
    var counter = Counter(Self.juices, SharedPoolPolicy(for: Self.juices))
    counter.bank.restock(0, to: 20, at: .zero, &counter.log)
    counter.arrive(1, at: 0, time: 9)
    counter.arrive(1, at: 0, patience: 2)
    #expect(counter.bank.stock == [0, 8])
    counter.advance(to: 2)
    #expect(counter.bank.stock == [10, 9])
  }

  @Test func `nothing is half taken or negative in random days`() {
    var random = RandomSource(seed: 3)
    var counter = Counter(Self.juices, SharedPoolPolicy(for: Self.juices))
    var now = 0.0
    for _ in 0..<3000 {
      now += Double(Int.random(in: 0...2, using: &random))
      let before = counter.bank.stock
      switch Int.random(in: 0..<20, using: &random) {
      case 0: counter.reset(at: now)
      case 1:
        counter.bank.restock(
          0, to: Int.random(in: 0...40, using: &random), at: .seconds(now), &counter.log)
      default:
        counter.advance(to: now)
        let shelf = counter.bank.stock
        let service = Int.random(in: 0...1, using: &random)
        let admission = counter.arrive(service, at: now, patience: 5)
        let taken = zip(shelf, counter.bank.stock).map { $0 - $1 }
        if case .refused = admission {
          #expect(taken == [0, 0])
        } else {
          #expect(taken == (service == 0 ? [16, 0] : [10, 1]))
        }
      }
      #expect(counter.bank.stock.allSatisfy { $0 >= 0 }, "after \(before)")
    }
  }
}

@Suite struct `A score` {
  /// Two clients wait, one behind the other in two lines; the score of one of them is not a number.
  @Test(arguments: [0, 1]) func `that is no number calls nobody`(unknown: Int) {
    let deposit = Service("deposit", meanTime: .seconds(1))
    var policy = Scripted(lines: 2) { floor in
      let decision = floor.call(by: { $0.ticket == 1 || $0.service != unknown ? 1.0 : .nan })
      return decision ?? .idle(because: "on purpose")
    }
    policy.lineFor = { client, _ in client.service }
    var counter = Counter(
      plan(
        services: [deposit, Service("loan", meanTime: .seconds(1))], tellers: [Teller("Kim")]),
      policy)
    for service in [0, 0, 1] { counter.arrive(service, at: 0) }
    counter.advance(to: 9)
    #expect(counter.bank.floor.waiting == 1)
    #expect(counter.bank.floor.head(ofLine: unknown) != nil)
  }
}
