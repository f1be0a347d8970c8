import BankCore
import BankQueues
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
      "L4", "called line 1, where nobody waits, to teller 1",
      broken { _ in .call(line: 1, teller: 1) }
    ),
    (
      "L4", "called line 0 to teller 9, but tellers are 0 to 2",
      broken { _ in .call(line: 0, teller: 9) }
    ),
    (
      "L3", "called line 0 to teller 1 (\"b\"), who cannot do \"a\" for ticket 2",
      broken { _ in .call(line: 0, teller: 1) }
    ),
    (
      "L4", "called line 0 to teller 0 (\"a\"), who is not idle",
      broken { _ in .call(line: 0, teller: 0) }
    ),
    (
      "L11", "called line 0 to teller 2 (\"later\"), who is not there",
      broken { _ in .call(line: 0, teller: 2) }
    ),
    (
      "L9", "asked to be woken at 0.5 s, which is not later than now",
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

  @Test func `a look at what is not there is a fault, though the policy is not asked any more`() {
    let finding: Phrase = "asked about line 99, but lines are 0 to 0"
    var counter = Counter(standardPlan(), LooksAtTheEnd())
    counter.arrive(0, at: 0, time: 1)
    counter.advance(to: 5)
    #expect(counter.bank.fault == nil)
    counter.reset(at: 6)
    #expect(counter.bank.fault?.finding == finding)

    var day = Day(
      bank: Bank(plan: standardPlan(), queue: RingQueue(), policy: LooksAtTheEnd()),
      arrivals: [Arrival(at: .zero, Visit(service: 0, serviceTime: .seconds(1)))].makeIterator())
    var ignored = IgnoringObserver()
    while day.step(&ignored) {}
    #expect(day.bank.fault?.finding == finding)
  }

  @Test func `a look at what is not there costs a policy its place, and nobody else's does`() {
    let curious = Scripted { floor in
      if floor.head(ofLine: 7) != nil { return .idle }
      return floor.callLongestWaiting() ?? .idle
    }
    var counter = Counter(Self.world, curious)
    counter.arrive(0, at: 0)
    #expect(counter.bank.fault?.law == .policy(4))
    #expect(counter.bank.fault?.finding == "asked about line 7, but lines are 0 to 0")

    var lost = Counter(
      Self.world,
      Scripted { floor in
        floor.idleTellers(for: 64).isEmpty ? floor.callLongestWaiting() ?? .idle : .idle
      })
    lost.arrive(0, at: 0)
    #expect(lost.bank.fault?.finding == "asked about service 64, but services are 0 to 1")

    var other = Counter(Self.world, Scripted { $0.callLongestWaiting() ?? .idle })
    #expect(other.bank.floor.head(ofLine: 7) == nil && !other.bank.floor.isIdle(-1))
    other.arrive(0, at: 0)
    #expect(other.bank.fault == nil)
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
    #expect(found?.law == LawID(fault.law))
    #expect(found?.finding.description == fault.finding)
    let log = counter.log.events.short
    #expect(log.count { $0.contains("ejected") } == 1)
    #expect(log.count { $0.contains("finished") } == 6, "\(log)")
  }

  @Test func `a wrong line, too few lines and missing pools are faults`() {
    var wrongLine = Scripted { $0.callLongestWaiting() ?? .idle }
    wrongLine.lineFor = { client, _ in client.ticket == 2 ? 5 : 0 }
    var counter = Counter(standardPlan(tellers: 1), wrongLine)
    for _ in 0..<3 { counter.arrive(0, at: 0) }
    counter.advance(to: 9)
    #expect(counter.bank.fault?.finding == "sent a client to line 5, but lines are 0 to 0")
    #expect(counter.log.events.short.count { $0.contains("finished") } == 3)

    let none = Counter(standardPlan(), Scripted(lines: 0) { _ in .idle })
    #expect(none.bank.fault?.finding == "wants 0 lines, and may have 1 to 1000000")
    let unseated = Counter(standardPlan(), Unseated(for: standardPlan()))
    #expect(
      unseated.bank.fault?.finding == "has pools that do not hold each teller once and nothing else"
    )
  }

  @Test func `a policy that leaves everybody waiting for ever is a stall`() {
    let lazy = Scripted { _ in .idle }
    var day = Day(
      bank: Bank(plan: standardPlan(), queue: RingQueue(), policy: lazy),
      arrivals: line("DLD").makeIterator())
    var log = EventLog()
    while !day.isOver { day.step(&log) }
    #expect(day.bank.fault?.kind == .stall(ticket: 1, waited: .zero, limit: .never))
    #expect(log.events.short.count { $0.contains("finished") } == 3)
  }

  @Test func `somebody of the staff who has gone home excuses no idling of those who are left`() {
    // Stops calling when the first of three has gone home.
    let sulking = Scripted { floor in
      floor.isPresent(0) ? floor.callLongestWaiting() ?? .idle : .idle(because: "on purpose")
    }
    let names = ["deposit", "loan"].map { Service($0, meanTime: .seconds(1)) }
    let world = plan(
      services: names,
      tellers: [
        Teller("1", shifts: [Shift(from: .zero, to: .seconds(2))]), Teller("2"), Teller("3"),
      ])
    let arrivals = (0..<6).map {
      Arrival(at: .seconds(Double($0)), Visit(service: 0, serviceTime: .seconds(1)))
    }
    var day = Day(
      bank: Bank(plan: world, queue: RingQueue(), policy: sulking),
      arrivals: arrivals.makeIterator())
    var log = EventLog()
    while !day.isOver { day.step(&log) }
    #expect(day.bank.fault?.kind == .stall(ticket: 3, waited: .seconds(3), limit: .never))
    #expect(log.events.short.count { $0.contains("finished") } == 6)
  }

  @Test func `clients whom nobody who is left can do are nobody's fault`() {
    let world = plan(
      services: ["a", "b"].map { Service($0, meanTime: .seconds(1)) },
      tellers: [
        Teller("1", skills: ["a"]),
        Teller("2", skills: ["b"], shifts: [Shift(from: .zero, to: .seconds(2))]),
      ])
    var day = Day(
      bank: Bank(plan: world, queue: RingQueue(), policy: Scripted(for: world)),
      arrivals: [Arrival(at: .seconds(3), Visit(service: 1, serviceTime: .seconds(1)))]
        .makeIterator())
    var log = EventLog()
    while !day.isOver { day.step(&log) }
    #expect(day.bank.fault == nil && day.bank.floor.waiting == 1)
  }

  @Test func `a day that is cut short shows whether everybody would have been served`() {
    func stall(_ policy: Scripted, until end: Double) -> BankFault? {
      var day = Day(
        bank: Bank(plan: standardPlan(tellers: 1), queue: RingQueue(), policy: policy),
        arrivals: line("DLDLDLDL").makeIterator())
      var log = EventLog()
      while day.step(until: .seconds(end), &log) {}
      let events = log.events.count
      defer { #expect(log.events.count == events && day.bank.fault == nil) }
      return day.faultToCome
    }
    #expect(stall(Scripted(for: standardPlan()), until: 1) == nil)
    let early = Scripted { floor in
      floor.now < .seconds(5) ? floor.callLongestWaiting() ?? .idle : .idle(because: "on purpose")
    }
    #expect(stall(early, until: 1)?.law == .policy(2))
  }

  @Test func `a wake-up loop ends`() {
    let restless = Scripted { floor in
      .idle(because: "on purpose", askAgain: floor.now + Time(nanoseconds: 1))
    }
    var day = Day(
      bank: Bank(plan: standardPlan(), queue: RingQueue(), policy: restless),
      arrivals: line("DLD").makeIterator())
    var log = EventLog()
    while !day.isOver { day.step(&log) }
    #expect(day.bank.fault?.kind == .wakeUpLoop(times: 100_000))
    #expect(log.events.short.count { $0.contains("finished") } == 3)
  }

  @Test func `whoever changes the stock ends a run of wake-ups`() {
    let plan = plan(
      services: [Service("a", meanTime: .seconds(1))], tellers: [Teller("1")],
      stock: [ItemCount("cup", 5)])
    var counter = Counter(
      plan,
      Scripted { .idle(because: "on purpose", askAgain: $0.now + .seconds(1)) })
    counter.bank.mostWakeUpsInARow = 10
    counter.arrive(0, at: 0)
    for number in 1...9 {
      counter.advance(to: 5 * Double(number))
      counter.bank.restock(0, to: number, at: .seconds(5 * Double(number)), &counter.log)
    }
    #expect(counter.bank.fault == nil)
    counter.advance(to: 60)
    #expect(counter.bank.fault?.law == .policy(9))
  }

  @Test func `an error instead of an answer ejects it`() {
    struct Lost: Error, CustomStringConvertible { let description = "no idea" }
    var counter = Counter(standardPlan(tellers: 1), Scripted { _ in throw Lost() })
    counter.arrive(0, at: 0)
    counter.advance(to: 5)
    #expect(counter.bank.fault?.law == .policy(4))
    #expect(counter.bank.fault?.kind == .threw("no idea"))
    #expect(counter.log.events.short.last == "1 finished 1 at 0")
  }

  @Test func `who is being served at an ejection still is`() {
    var counter = Counter(Self.world, Self.broken { _ in .call(line: 7, teller: 0) })
    counter.arrive(0, at: 0, time: 2)
    counter.arrive(0, at: 1, time: 2)
    #expect(counter.bank.hasDropped)
    #expect(counter.bank.servingCount == 1)
    #expect(counter.bank.floor.waiting == 1 && counter.bank.floor.idleCount == 1)
    counter.advance(to: 40)
    #expect(counter.bank.servingCount == 0 && counter.bank.isEmpty)
    #expect(counter.bank.workTime(at: .seconds(40)) == .seconds(4))
  }

  @Test func `a dropped policy is told of nothing any more`() {
    let policy = Listening()
    var counter = Counter(standardPlan(tellers: 1), policy)
    for _ in 0..<5 { counter.arrive(0, at: 0) }
    counter.advance(to: 9)
    #expect(counter.bank.hasDropped && counter.bank.isEmpty)
    #expect(policy.heard.calls == 4, "two started, two finished; the third call was the fault")
  }

  @Test func `a dropped policy stays dropped after a reset`() {
    var counter = Counter(standardPlan(tellers: 1), Scripted { _ in .call(line: 3, teller: 0) })
    counter.arrive(0, at: 0)
    counter.reset(at: 0.5)
    counter.arrive(0, at: 1)
    counter.advance(to: 5)
    #expect(counter.bank.fault?.law == .policy(4))
    #expect(counter.news().last == "2 finished 1 at 0")
  }

  @Test func `clients with patience are still known after an ejection`() {
    let policy = Scripted { floor in
      floor.now < .seconds(1)
        ? .idle(because: "on purpose", askAgain: .seconds(1)) : .call(line: 9, teller: 0)
    }
    var counter = Counter(standardPlan(tellers: 1), policy)
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

@Suite struct `A watched bank` {
  /// Serves everybody in order, and at once.
  struct Strict: Claiming {
    static let claims = Claims(order: .everybody)
    let script: Scripted
  }

  /// May serve in any order, but passes nobody over whom the same teller could serve.
  struct PassesNobody: Claiming {
    static let claims = Claims(order: .none)
    let script: Scripted
  }

  /// May rest for two seconds.
  struct Rests: Claiming {
    static let claims = Claims(idling: .declared(["a rest"], within: .seconds(2)))
    let script: Scripted
  }

  /// One line for each service; whoever comes for the last goes first.
  static let backwards: Scripted = {
    var policy = Scripted(lines: 2) { floor in
      guard floor.isIdle(0), let line = floor.lines.last(where: { floor.count(inLine: $0) > 0 })
      else { return .idle }
      return .call(line: line, teller: 0)
    }
    policy.lineFor = { client, _ in client.service }
    return policy
  }()

  /// What a bank finds at three clients, of whom two wait.
  func fault<Policy: Claiming>(
    of policy: Policy, services: [Int] = [0, 0, 1], isWatched: Bool = true
  ) -> BankFault? {
    var counter = Counter(standardPlan(tellers: 1), policy, isWatched: isWatched)
    for service in services { counter.arrive(service, at: 0, time: 3) }
    counter.advance(to: 20)
    if !isWatched || counter.bank.fault != nil {
      #expect(counter.bank.isEmpty, "all are served, whatever is found")
    }
    return counter.bank.fault
  }

  @Test func `holds a policy to its order`() {
    let found = fault(of: Strict(script: Self.backwards))
    #expect(found?.law == .policy(5))
    #expect(found?.finding == "called ticket 3 before ticket 2, who came first")
    #expect(found?.time == .seconds(3))
    #expect(fault(of: Strict(script: Self.backwards), isWatched: false) == nil)
  }

  @Test func `and to passing nobody over`() {
    #expect(fault(of: PassesNobody(script: Self.backwards))?.law == .policy(10))
    #expect(fault(of: PassesNobody(script: Self.backwards), services: [1, 1, 0]) == nil)
  }

  @Test func `and to its reasons for idling`() {
    let silent = fault(of: Strict(script: Scripted { _ in .idle }))
    #expect(silent?.law == .policy(6))
    #expect(
      silent?.finding.description.contains(
        "gave no reason for leaving teller 0 (\"1\") idle, who can serve ticket 1") == true)
    let undeclared = fault(of: Rests(script: Scripted { _ in .idle(because: "tea") }))
    #expect(
      undeclared?.finding.description.contains("a reason that is not declared: \"tea\"") == true)
  }

  @Test(arguments: [(1.0, nil), (2.0, nil), (3.0, "L2")])
  func `and to how long it may idle`(rest: Double, law: String?) {
    let resting = Scripted { floor in
      floor.now < .seconds(rest)
        ? .idle(because: "a rest", askAgain: floor.now + .seconds(0.5))
        : floor.callLongestWaiting() ?? .idle
    }
    let found = fault(of: Rests(script: resting), services: [0])
    #expect(found?.law == law.flatMap { LawID($0) })
    if let found {
      #expect(
        found.kind == .stall(ticket: 1, waited: .seconds(2.5), limit: .seconds(2)))
    }
  }

  @Test func `keeps the last eight answers of a session, and no other's`() {
    var counter = Counter(
      standardPlan(tellers: 1),
      Rests(
        script: Scripted { floor in
          floor.now > .seconds(9)
            ? .call(line: 5, teller: 0) : floor.callLongestWaiting() ?? .idle
        }), isWatched: true)
    for second in 0..<8 { counter.arrive(0, at: Double(second), time: 0.5) }
    counter.reset(at: 8.5)
    counter.arrive(0, at: 8.75, time: 0.5)
    counter.arrive(0, at: 10)
    let answers = counter.bank.fault?.answers ?? []
    #expect(answers.first?.time == .seconds(8.75))
    #expect(answers.last?.decision == .call(line: 5, teller: 0))
  }
}

/// Counts what it is told, and errs at the third call.
private struct Listening: TellerPolicy {
  /// Unchecked, for a policy has to be Sendable; one test has it, on one thread.
  final class Heard: @unchecked Sendable { var calls = 0 }

  static let name = "listening"
  func lines(for plan: BranchPlan) -> Int { 1 }
  let heard = Heard()
  init() {}
  init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
  func line(for client: Client, on floor: Floor) -> Int { 0 }
  func next(on floor: Floor) -> Decision {
    floor.head(ofLine: 0)?.ticket == 3 ? .call(line: 5, teller: 0) : .call(line: 0, teller: 0)
  }
  func started(_ client: Client, at teller: Int, on floor: Floor) { heard.calls += 1 }
  func finished(_ client: Client, at teller: Int, on floor: Floor) { heard.calls += 1 }
}

/// Forgets a teller.
private struct Unseated: TellerPolicy {
  static let name = "unseated"
  func lines(for plan: BranchPlan) -> Int { 1 }
  init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
  func pools(for plan: BranchPlan) -> [[Int]] { [[0], [2]] }
  func line(for client: Client, on floor: Floor) -> Int { 0 }
  func next(on floor: Floor) -> Decision { .idle }
}

/// Looks at a line that does not exist whenever a service ends.
private struct LooksAtTheEnd: TellerPolicy {
  static let name = "looks-at-the-end"
  init() {}
  init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
  func lines(for plan: BranchPlan) -> Int { 1 }
  func line(for client: Client, on floor: Floor) -> Int { 0 }
  func next(on floor: Floor) -> Decision { floor.callLongestWaiting() ?? .idle }
  func finished(_ client: Client, at teller: Int, on floor: Floor) { _ = floor.head(ofLine: 99) }
}
