import BankCore
import BankQueues
import BankSimulation
import FixedSplit
import Testing

@Suite struct `A day in virtual time` {
  /// Serves in order, and throws when it is to call client 3.
  struct Superstitious: TellerPolicy {
    struct Three: Error {}
    static let name = "superstitious"
    static let summary = "Will not call client 3."
    static let claims = Claims(order: .everybody, idling: .never, overtaking: .none)
    func lines(for plan: BranchPlan) -> Int { 1 }

    init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}

    func line(for client: Client, on floor: Floor) -> Int { 0 }

    func next(on floor: Floor) throws -> Decision {
      if floor.head(ofLine: 0)?.ticket == 3 { throw Three() }
      return floor.callLongestWaiting() ?? .idle
    }
  }

  /// Ten clients, one a second, each served at once.
  static func day() throws -> Day<RingQueue, Superstitious, IndexingIterator<[Arrival]>> {
    let plan = try Statistics.plan()
    let policy = Superstitious(options: NoOptions(), plan: plan, random: RandomSource(seed: 1))
    return Day(
      bank: Bank(plan: plan, queue: RingQueue(), policy: policy),
      arrivals: (0..<10).map { Arrival(at: .seconds(Double($0)), Statistics.visit(0.5)) }
        .makeIterator())
  }

  @Test func `stops where the policy breaks a law`() throws {
    var day = try Self.day()
    var log = EventLog()
    let ending = VirtualDriver.run(&day, &log)
    guard case .stopped(let fault) = ending else {
      Issue.record("\(ending)")
      return
    }
    #expect(fault.time == .seconds(2))
    #expect(log.events.allSatisfy { $0.time <= .seconds(2) })
  }

  @Test func `goes on without the policy where it is not strict`() throws {
    var day = try Self.day()
    var log = EventLog()
    #expect(VirtualDriver.run(&day, isStrict: false, &log) == .done)
    #expect(day.bank.hasDropped)
    #expect(day.bank.tickets == 10)
    #expect(day.bank.isEmpty)
  }

  @Test func `asks now and then whether to stop`() throws {
    let plan = try Statistics.plan()
    let policy = FixedSplitPolicy(
      options: .defaults(for: plan), plan: plan, random: RandomSource(seed: 1))
    // Nobody ever waits: a step for each who comes and each who goes.
    var day = Day(
      bank: Bank(plan: plan, queue: RingQueue(), policy: policy),
      arrivals: (0..<10_000).map { Arrival(at: .seconds(Double($0)), Statistics.visit(0.5)) }
        .makeIterator())
    var log = EventLog()
    var questions = 0
    let ending = VirtualDriver.run(
      &day,
      isInterrupted: {
        questions += 1
        return questions == 3
      }, &log)
    #expect(ending == .interrupted)
    #expect(day.bank.tickets == 3 * 4096 / 2)
  }
}
