import BankCore
import Testing

@Suite struct `A bad policy never costs a client` {
  static let world = plan(
    services: [Service("a", meanTime: .seconds(1)), Service("b", meanTime: .seconds(1))],
    tellers: [
      Teller("a", skills: ["a"]), Teller("b", skills: ["b"]),
      Teller("later", shifts: [Shift(from: .seconds(50), to: .seconds(60))]),
    ])

  static let faults: [(law: String, finding: String, policy: Scripted)] = [
    (
      "L4", "called line 7 to teller 0, but lines are 0 to 1",
      broken { _ in .call(line: 7, teller: 0) }
    ),
    (
      "L4", "called line -1 to teller 0, but lines are 0 to 1",
      broken { _ in .call(line: -1, teller: 0) }
    ),
    (
      "L4", "called line 1 to teller 1, where nobody waits",
      broken { _ in .call(line: 1, teller: 1) }
    ),
    (
      "L4", "called line 0 to teller 9, but tellers are 0 to 2",
      broken { _ in .call(line: 0, teller: 9) }
    ),
    (
      "L3", "called line 0 to teller 1, but b cannot do \"a\" for client 2",
      broken { _ in .call(line: 0, teller: 1) }
    ),
    (
      "L4", "called line 0 to teller 0, but a is not idle",
      broken { _ in .call(line: 0, teller: 0) }
    ),
    (
      "L11", "called line 0 to teller 2, but later is not there",
      broken { _ in .call(line: 0, teller: 2) }
    ),
    (
      "L9", "asked to be woken at 0.5 s, which is not later",
      broken { .idle(because: "on purpose", askAgain: $0.now) }
    ),
  ]

  /// Right until client 2 waits, who comes for "a" while teller 0 is busy and teller 1 is free.
  static func broken(_ answer: @escaping @Sendable (Floor) -> Decision) -> Scripted {
    var policy = Scripted(lines: 2) { floor in
      if floor.head(ofLine: 0)?.ticket == 2, !floor.isIdle(0) { return answer(floor) }
      return floor.callLongestWaiting() ?? .idle
    }
    policy.lineFor = { client, _ in client.service }
    return policy
  }

  @Test(arguments: faults)
  func `an illegal decision ejects it under its law`(
    fault: (law: String, finding: String, policy: Scripted)
  ) {
    var counter = Counter(Self.world, fault.policy)
    counter.arrive(0, at: 0)
    counter.arrive(0, at: 0.5)
    counter.advance(to: 20)
    for service in [0, 1, 0, 1] { counter.arrive(service, at: 20) }
    counter.advance(to: 40)
    let found = counter.bank.fault
    #expect(found?.law == fault.law)
    #expect(found?.finding == fault.finding)
    let log = counter.log.happenings.short
    #expect(log.count { $0.contains("ejected") } == 1)
    #expect(log.count { $0.contains("finished") } == 6, "\(log)")
  }

  @Test func `a wrong line, too few lines and missing benches are faults`() {
    var wrongLine = Scripted { $0.callLongestWaiting() ?? .idle }
    wrongLine.lineFor = { client, _ in client.ticket == 2 ? 5 : 0 }
    var counter = Counter(seedsPlan(tellers: 1), wrongLine)
    for _ in 0..<3 { counter.arrive(0, at: 0) }
    counter.advance(to: 9)
    #expect(counter.bank.fault?.finding == "sent a client to line 5 of 1")
    #expect(counter.log.happenings.short.count { $0.contains("finished") } == 3)

    let none = Counter(seedsPlan(), Scripted(lines: 0) { _ in .idle })
    #expect(none.bank.fault?.finding == "wants 0 lines")
    let unseated = Counter(seedsPlan(), Unseated(for: seedsPlan()))
    #expect(unseated.bank.fault?.finding == "does not put every teller on exactly one bench")
  }

  @Test func `a policy that leaves everybody waiting for ever is a stall`() {
    let lazy = Scripted { _ in .idle }
    var day = Day(
      bank: Bank(plan: seedsPlan(), queue: RingClientQueue(), policy: lazy),
      arrivals: line("DLD").makeIterator())
    var log = HappeningLog()
    while !day.isOver { day.step(&log) }
    #expect(day.bank.fault?.kind == .stall(ticket: 1, waited: .zero, limit: .never))
    #expect(log.happenings.short.count { $0.contains("finished") } == 3)
  }

  @Test func `a wake-up loop ends`() {
    let restless = Scripted { floor in
      .idle(because: "on purpose", askAgain: floor.now + Time(nanoseconds: 1))
    }
    var day = Day(
      bank: Bank(plan: seedsPlan(), queue: RingClientQueue(), policy: restless),
      arrivals: line("DLD").makeIterator())
    var log = HappeningLog()
    while !day.isOver { day.step(&log) }
    #expect(day.bank.fault?.kind == .wakeUpLoop(times: 100_000))
    #expect(log.happenings.short.count { $0.contains("finished") } == 3)
  }

  @Test func `a dropped policy stays dropped after a reset`() {
    var counter = Counter(seedsPlan(tellers: 1), Scripted { _ in .call(line: 3, teller: 0) })
    counter.arrive(0, at: 0)
    counter.reset(at: 0.5)
    counter.arrive(0, at: 1)
    counter.advance(to: 5)
    #expect(counter.bank.fault?.law == "L4")
    #expect(counter.news().last == "2 finished 1 at 0")
  }

  @Test func `clients with patience are still known after an ejection`() {
    let policy = Scripted { floor in
      floor.now < .seconds(1)
        ? .idle(because: "on purpose", askAgain: .seconds(1)) : .call(line: 9, teller: 0)
    }
    var counter = Counter(seedsPlan(tellers: 1), policy)
    counter.arrive(0, at: 0, time: 5)
    counter.arrive(0, at: 0, patience: 3)
    counter.arrive(0, at: 0, patience: 9)
    counter.advance(to: 20)
    #expect(
      counter.news().suffix(5) == [
        "1 started 1 at 0", "3 abandoned 2", "6 finished 1 at 0", "6 started 3 at 0",
        "7 finished 3 at 0",
      ])
  }
}

/// Forgets a teller.
private struct Unseated: TellerPolicy {
  static let name = "unseated"
  let lines = 1
  init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
  func benches(for plan: BranchPlan) -> [[Int]] { [[0], [2]] }
  func line(for client: Client, on floor: Floor) -> Int { 0 }
  func next(on floor: Floor) -> Decision { .idle }
}
