import BankCore
import BankQueues
import FixedSplit
import HeadOfLine
import LoanPriority
import SharedPool
import Testing

/// Random days in whole seconds from 0 to 9, so that nearly everything happens at the same time as
/// something else, against a bank written a second time.
@Suite struct `The bank equals a short, slow reference` {
  static let days = Thorough.count(500, all: 1500)

  struct World {
    var plan: BranchPlan
    var reference: ReferenceBank
    var visitors: [ReferenceBank.Visitor]

    /// What the bank says, in the reference's words.
    func story<Policy: TellerPolicy>(_ policy: Policy, _ queue: some ClientQueueable) -> [String] {
      let arrivals = visitors.map { visitor in
        Arrival(
          at: seconds(visitor.time),
          Visit(
            service: visitor.service, serviceTime: seconds(visitor.length),
            patience: visitor.patience.map(seconds)))
      }
      return events(policy, plan, arrivals, queue: queue).short.map { text in
        text.split(separator: " in ")[0].description
      }
    }
  }

  /// A world that switches some features off.
  static func world(
    _ random: inout RandomSource, hasSkills: Bool, rule: @escaping ReferenceBank.Rule
  ) -> World {
    func one(in chances: Int) -> Bool { Int.random(in: 0..<chances, using: &random) == 0 }
    let hasPatience = one(in: 2)
    let hasShifts = one(in: 2)
    let limit = one(in: 2) ? Int.random(in: 0...3, using: &random) : nil
    let handover = one(in: 2) ? Int.random(in: 0...2, using: &random) : 0
    var staff: [ReferenceBank.Staff] = []
    for _ in 0..<3 {
      var skills: Set<Int> = [0, 1]
      if hasSkills, one(in: 2) { skills = [Int.random(in: 0...1, using: &random)] }
      var shifts: [Range<Int>] = []
      if hasShifts, one(in: 2) {
        let times = Set((0..<4).map { _ in Int.random(in: 0...12, using: &random) }).sorted()
        shifts = stride(from: 0, to: times.count - 1, by: 2).map { times[$0]..<times[$0 + 1] }
      }
      staff.append(ReferenceBank.Staff(skills: skills, shifts: shifts))
    }
    let visitors = (0..<Int.random(in: 1...14, using: &random)).map { _ in
      ReferenceBank.Visitor(
        time: Int.random(in: 0...9, using: &random), service: Int.random(in: 0...1, using: &random),
        length: Int.random(in: 0...4, using: &random),
        patience: hasPatience ? Int.random(in: 0...6, using: &random) : nil)
    }.sorted { $0.time < $1.time }
    let names = ["deposit", "loan"]
    let tellers = staff.enumerated().map { index, person in
      Teller(
        String(index), skills: person.skills.sorted().map { names[$0] },
        shifts: person.shifts.isEmpty
          ? nil
          : person.shifts.map { Shift(from: seconds($0.lowerBound), to: seconds($0.upperBound)) })
    }
    return World(
      plan: plan(
        services: names.map { Service($0, meanTime: .seconds(1)) }, tellers: tellers, limit: limit,
        handover: seconds(handover)),
      reference: ReferenceBank(staff: staff, limit: limit, handover: handover, rule: rule),
      visitors: visitors)
  }

  static func seconds(_ count: Int) -> Time { .seconds(Double(count)) }

  /// Compares `days` random worlds on all queues.
  func check(
    seed: UInt64, hasSkills: Bool, rule: @escaping ReferenceBank.Rule,
    _ policy: (BranchPlan) -> some TellerPolicy
  ) {
    var random = RandomSource(seed: seed)
    var seen: Set<String> = []
    for day in 0..<Self.days {
      var world = Self.world(&random, hasSkills: hasSkills, rule: rule)
      let expected = world.reference.run(world.visitors)
      #expect(world.story(policy(world.plan), RingQueue()) == expected, "day \(day)")
      #expect(world.story(policy(world.plan), LinkedQueue()) == expected, "day \(day)")
      seen.formUnion(expected.map { $0.split(separator: " ")[1].description })
    }
    // The worlds are worth the name only if everything occurs in them.
    #expect(
      seen == ["arrived", "started", "finished", "abandoned", "balked", "came", "left"])
  }

  @Test func `with a fixed split`() {
    check(seed: 1, hasSkills: false, rule: ReferenceBank.fixedSplit([0, 0, 1])) {
      FixedSplitPolicy(for: $0)
    }
  }

  @Test func `with head-of-line order`() {
    check(seed: 2, hasSkills: false, rule: ReferenceBank.headOfLine([0, 0, 1])) {
      HeadOfLinePolicy(for: $0)
    }
  }

  @Test func `with a shared pool and skills`() {
    check(seed: 3, hasSkills: true, rule: ReferenceBank.sharedPool) { SharedPoolPolicy(for: $0) }
  }

  @Test func `with priority for loans and skills`() {
    check(seed: 4, hasSkills: true, rule: ReferenceBank.priority(to: 1)) {
      LoanPriorityPolicy(for: $0)
    }
  }
}
