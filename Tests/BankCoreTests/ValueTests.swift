import BankCore
import Testing

@Suite struct `Floors and banks are values` {
  /// Staff who come and go, a hand-over, a limit, a stock, and clients who lose patience.
  static let world = plan(
    services: [
      Service("a", meanTime: .seconds(1), needs: [ItemCount("cash", 1)]),
      Service("b", meanTime: .seconds(1)),
    ],
    tellers: [
      Teller("a", skills: ["a"]), Teller("b"),
      Teller(
        "c",
        shifts: [
          Shift(from: .zero, to: .seconds(7)), Shift(from: .seconds(9), to: .seconds(40)),
        ]),
    ], stock: [ItemCount("cash", 12)], limit: 6, handover: .seconds(0.25))

  enum Action {
    case arrive(Int, time: Double, patience: Double?)
    case advance, reset
    case restock(Int)
  }

  /// What happens in the world, with times.
  static func script(_ seed: UInt64) -> [(time: Double, action: Action)] {
    var random = RandomSource(seed: seed)
    var now = 0.0
    return (0..<60).map { _ in
      now += Double(Int.random(in: 0...4, using: &random)) / 4
      let action: Action =
        switch Int.random(in: 0...19, using: &random) {
        case 0: .reset
        case 1: .restock(Int.random(in: 0...9, using: &random))
        case 2...4: .advance
        default:
          .arrive(
            Int.random(in: 0...1, using: &random),
            time: Double(Int.random(in: 1...6, using: &random)) / 2,
            patience: Bool.random(using: &random) ? 1.5 : nil)
        }
      return (now, action)
    }
  }

  static func perform<Policy>(
    _ steps: some Sequence<(time: Double, action: Action)>, on counter: inout Counter<Policy>
  ) {
    for (now, action) in steps {
      switch action {
      case .arrive(let service, let time, let patience):
        counter.arrive(service, at: now, time: time, patience: patience)
      case .advance: counter.advance(to: now)
      case .reset: counter.reset(at: now)
      case .restock(let count):
        counter.bank.restock(0, to: count, at: .seconds(now), &counter.log)
      }
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a floor that a policy keeps stays as it was`(seed: UInt64) {
    let policy = Hoarder()
    var counter = Counter(Self.world, policy)
    Self.perform(Self.script(seed), on: &counter)
    counter.advance(to: 100)
    #expect(counter.log.events.count > 60)
    #expect(policy.shelf.kept.count > 50)
    #expect(policy.shelf.isAsItWas)
    // And when the policy is dropped with all that it has kept.
    policy.shelf.isTired = true
    Self.perform(Self.script(seed).map { ($0.time + 100, $0.action) }, on: &counter)
    #expect(counter.bank.hasDropped)
    #expect(policy.shelf.isAsItWas)
  }

  @Test(
    arguments: [
      4_503_599_627_370_497, 9_007_199_254_740_991, 1 << 56, -4_503_599_627_370_497, 3, -3,
    ] as [Int64])
  func `a time of whole nanoseconds stays what it is, however long`(nanoseconds: Int64) {
    let time = Time.seconds(Double(nanoseconds) / 1e9)
    // As near as a number of seconds comes.
    let next = (Double(nanoseconds) / 1e9).ulp * 1e9
    #expect(abs(Double(time.nanoseconds) - Double(nanoseconds)) <= max(0, next / 2))
  }

  @Test func `a floor that a policy keeps stays as it was when somebody balks`() {
    let shelf = Hoarder.Shelf()
    let policy = Scripted { floor in
      shelf.kept.append((floor, Look(floor)))
      return .idle(because: "on purpose")
    }
    var counter = Counter(standardPlan(limit: 1), policy)
    for _ in 0..<3 { counter.arrive(0, at: 0) }
    #expect(counter.log.events.short.count { $0.contains("balked") } == 2)
    #expect(shelf.kept.count == 5 && shelf.isAsItWas)
  }

  @Test(arguments: [0, 63, 64, 129])
  func `a line is found beside its pool among many`(line: Int) {
    let many = plan(
      services: (0..<130).map { Service("s\($0)", meanTime: .seconds(1)) },
      tellers: (0..<130).map { Teller("\($0)", skills: ["s\($0)"]) })
    var policy = Scripted(lines: 130) { floor in
      floor.callToOwnPool() ?? .idle(because: "on purpose")
    }
    policy.lineFor = { client, _ in client.service }
    var counter = Counter(many, policy)
    for _ in 0..<2 { counter.arrive(line, at: 0) }
    counter.arrive(129, at: 0)
    counter.advance(to: 5)
    #expect(counter.bank.fault == nil)
    #expect(counter.log.events.short.count { $0.contains("finished") } == 3)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `copies of a bank go their own ways, whichever goes first`(seed: UInt64) {
    let script = Self.script(seed)
    // A policy that breaks a law half-way shows the change to the bank's own pool as well.
    var calls = Scripted { floor in
      floor.now > .seconds(14) ? .call(line: 9, teller: 9) : floor.callLongestWaiting() ?? .idle
    }
    calls.lines = 2
    calls.lineFor = { client, _ in client.service }
    let opened = Counter(Self.world, calls)
    var whole = opened
    Self.perform(script, on: &whole)
    for cut in stride(from: 0, to: script.count, by: 7) {
      var first = opened
      Self.perform(script[..<cut], on: &first)
      var second = first
      let kept = first
      let seen = Look(kept.bank.floor)
      Self.perform(script[cut...], on: &first)
      #expect(Look(kept.bank.floor) == seen)
      second.reset(at: 1000)
      second = kept
      Self.perform(script[cut...], on: &second)
      #expect(first.log.events == whole.log.events)
      #expect(second.log.events == whole.log.events)
      #expect(Look(kept.bank.floor) == seen)
    }
  }
}

/// All that can be seen of a floor.
private struct Look: Equatable {
  let heads: [Client?]
  let counts: [Int]
  let idle: [Time?]
  let pools: [Int?]
  let sums: [Int]
  /// The call of the first line to its own pool, as a walk finds it.
  let walked: Decision?

  init(_ floor: Floor) {
    heads = floor.lines.map(floor.head)
    counts = floor.lines.map(floor.count)
    idle = floor.tellers.map(floor.idleSince)
    pools = floor.pools.map(floor.firstIdle(inPool:))
    sums = [floor.waiting, floor.idleCount]
    walked =
      zip(floor.lines, floor.pools).lazy.compactMap { line, pool -> Decision? in
        guard floor.count(inLine: line) > 0 else { return nil }
        return floor.firstIdle(inPool: pool).map { .call(line: line, teller: $0) }
      }.first
  }
}

/// Keeps every floor it is shown, and now and then idles for a while.
private struct Hoarder: TellerPolicy {
  /// What it keeps, for the test to look at.
  ///
  /// Unchecked, for a policy has to be Sendable; one test has it, on one thread.
  final class Shelf: @unchecked Sendable {
    var kept: [(floor: Floor, look: Look)] = []
    var isTired = false

    var isAsItWas: Bool { kept.allSatisfy { Look($0.floor) == $0.look } }
  }

  static let name = "hoarder"
  func lines(for plan: BranchPlan) -> Int { 2 }
  let shelf = Shelf()

  init() {}
  init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}

  private func keep(_ floor: Floor) {
    #expect(floor.callToOwnPool() == Look(floor).walked)
    shelf.kept.append((floor, Look(floor)))
  }

  func line(for client: Client, on floor: Floor) -> Int {
    keep(floor)
    return client.service
  }

  func next(on floor: Floor) -> Decision {
    keep(floor)
    if shelf.isTired { return .call(line: 9, teller: 9) }
    return shelf.kept.count % 5 == 0
      ? .idle(because: "keeps", askAgain: floor.now + .seconds(0.3))
      : floor.callLongestWaiting() ?? .idle
  }

  func started(_ client: Client, at teller: Int, on floor: Floor) { keep(floor) }
  func finished(_ client: Client, at teller: Int, on floor: Floor) { keep(floor) }
}
