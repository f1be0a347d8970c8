import BankCore
import BankQueues
import FixedSplit
import Foundation
import HeadOfLine
import LoanPriority
import SharedPool
import Testing

@testable import BankConformance

/// The named policies against the short, slow reference on every small world: up to two clients,
/// three with `BANK_TESTS=all`, or as many as `BANK_DEPTH` says.
@Suite struct `On every small world` {
  static let depth =
    ProcessInfo.processInfo.environment["BANK_DEPTH"].flatMap { Int($0) }
    ?? Thorough.count(2, all: 3)

  static func worlds(_ team: [World.Staff]? = nil) -> [World] {
    (0...depth).flatMap { Array(EveryWorld(clients: $0)) }.filter {
      team == nil || $0.staff == team
    }
  }

  /// What happens in `world`, in the reference's words.
  static func story<Policy: TellerPolicy>(
    _ world: World, _ policy: Policy, _ plan: BranchPlan
  ) -> [String] {
    let arrivals = world.visitors.map {
      Arrival(
        at: $0.arrival, Visit(service: $0.service, serviceTime: $0.time, patience: $0.patience))
    }
    return events(policy, plan, arrivals, queue: RingQueue()).short.map {
      $0.split(separator: " in ")[0].description
    }
  }

  static func reference(_ world: World, _ rule: @escaping ReferenceBank.Rule) -> [String] {
    func whole(_ time: Time) -> Int { Int(time.seconds) }
    var bank = ReferenceBank(
      staff: world.staff.map { .init(skills: Set($0.skills), shifts: []) }, handover: 0, rule: rule)
    return bank.run(
      world.visitors.map {
        .init(time: whole($0.arrival), service: $0.service, length: whole($0.time), patience: nil)
      })
  }

  /// Compares where the policy says that it suits; returns in how many worlds it did.
  func compare<Policy: TellerPolicy>(
    _ type: Policy.Type, rule: (Policy.Options, BranchPlan) -> ReferenceBank.Rule
  ) throws -> Int {
    var compared = 0
    for world in Self.worlds() {
      let plan = try world.plan()
      let options = Policy.Options.defaults(for: plan)
      guard Policy.problems(with: options, for: plan).isEmpty else { continue }
      let policy = Policy(options: options, plan: plan, random: RandomSource(seed: 1))
      let expected = Self.reference(world, rule(options, plan))
      let story = Self.story(world, policy, plan)
      if story != expected { Issue.record("\(world): \(story), expected \(expected)") }
      compared += 1
    }
    return compared
  }

  @Test func `fixed-split equals its reference`() throws {
    let count = try compare(FixedSplitPolicy.self) { options, plan in
      ReferenceBank.fixedSplit(options.serviceOfTeller(in: plan) ?? [])
    }
    #expect(count > 0)
  }

  @Test func `head-of-line equals its reference`() throws {
    let count = try compare(HeadOfLinePolicy.self) { options, plan in
      ReferenceBank.headOfLine(options.serviceOfTeller(in: plan) ?? [])
    }
    #expect(count > 0)
  }

  @Test func `shared-pool equals its reference`() throws {
    let count = try compare(SharedPoolPolicy.self) { _, _ in ReferenceBank.sharedPool }
    #expect(count == Self.worlds().count)
  }

  @Test func `loan-priority equals its reference`() throws {
    let count = try compare(LoanPriorityPolicy.self) { _, _ in ReferenceBank.priority(to: 1) }
    #expect(count == Self.worlds().count)
  }

  /// A split is a choice, skills are facts; where both say the same, the same happens.
  @Test func `a fixed split of universal tellers is a shared pool of skilled ones`() throws {
    let universal = Array(repeating: World.Staff([0, 1]), count: 3)
    let skilled = [World.Staff([0]), World.Staff([0]), World.Staff([1])]
    for world in Self.worlds(universal) {
      var other = world
      other.staff = skilled
      let (plan, otherPlan) = (try world.plan(), try other.plan())
      let split = TellerSplit(tellers: ["deposit": 2, "loan": 1])
      let fixed = FixedSplitPolicy(options: split, plan: plan, random: RandomSource(seed: 1))
      let pool = SharedPoolPolicy(
        options: NoOptions(), plan: otherPlan, random: RandomSource(seed: 1))
      #expect(Self.story(world, fixed, plan) == Self.story(other, pool, otherPlan), "\(world)")
    }
  }
}
