import BankCore
import BankQueues

/// A policy for tests: does what a closure says, in one line unless told otherwise.
struct Scripted: TellerPolicy {
  static let name = "scripted"
  static let claims = Claims(
    order: .none, idling: .declared(["on purpose"]), overtaking: .unbounded)

  var lines = 1
  var lineFor: @Sendable (Client, Floor) -> Int = { _, _ in 0 }
  var answer: @Sendable (Floor) throws -> Decision

  init(lines: Int = 1, answer: @escaping @Sendable (Floor) throws -> Decision) {
    self.lines = lines
    self.answer = answer
  }

  init(options: NoOptions, plan: BranchPlan, random: RandomSource) {
    answer = { $0.callLongestWaiting() ?? .idle }
  }

  func lines(for plan: BranchPlan) -> Int { lines }
  func line(for client: Client, on floor: Floor) -> Int { lineFor(client, floor) }
  func next(on floor: Floor) throws -> Decision { try answer(floor) }
}

/// A scripted policy that claims more.
protocol Claiming: TellerPolicy where Options == NoOptions {
  var script: Scripted { get }
  init(script: Scripted)
}

extension Claiming {
  static var name: String { "claiming" }
  func lines(for plan: BranchPlan) -> Int { script.lines }

  init(options: NoOptions, plan: BranchPlan, random: RandomSource) {
    self.init(script: Scripted(options: options, plan: plan, random: random))
  }

  func line(for client: Client, on floor: Floor) -> Int { script.line(for: client, on: floor) }
  func next(on floor: Floor) throws -> Decision { try script.next(on: floor) }
}

/// A bank with its log, driven by hand.
struct Counter<Policy: TellerPolicy> {
  var bank: Bank<RingQueue, Policy>
  var log = EventLog()

  init(_ plan: BranchPlan, _ policy: Policy, isWatched: Bool = false) {
    bank = Bank(plan: plan, queue: RingQueue(), policy: policy, isWatched: isWatched)
  }

  @discardableResult
  mutating func arrive(
    _ service: Int, at now: Double, time: Double = 1, patience: Double? = nil
  ) -> Admission {
    bank.arrive(
      Visit(service: service, serviceTime: .seconds(time), patience: patience.map(Time.seconds)),
      at: .seconds(now), &log)
  }

  mutating func advance(to now: Double) { bank.advance(to: .seconds(now), &log) }
  mutating func reset(at now: Double) { bank.reset(at: .seconds(now), &log) }

  /// What happened since the last time.
  mutating func news() -> [String] { log.drain().short }
}
