import BankCore
import BankQueues
import FixedSplit
import HeadOfLine
import SharedPool
import Testing

/// All clients are there at opening; the time until the last is done.
@Suite struct `The makespans of the source apps come out to the nanosecond` {
  static let table: [(line: String, fixedSplit: Int64, headOfLine: Int64, pool: Int64)] = [
    ("DDDDDDDDDD", 3_500_000_000, 3_500_000_000, 2_800_000_000),
    ("DLDLDLDLDL", 5_500_000_000, 5_500_000_000, 3_300_000_000),
    ("DDDDDLLLLL", 5_500_000_000, 6_900_000_000, 3_600_000_000),
    ("LLDDDDDDDD", 2_800_000_000, 3_900_000_000, 2_800_000_000),
  ]

  @Test(arguments: table)
  func `under each rule and on both queues`(
    row: (line: String, fixedSplit: Int64, headOfLine: Int64, pool: Int64)
  ) {
    func check(_ queue: some ClientQueueable) {
      let plan = standardPlan()
      func makespan(_ policy: some TellerPolicy) -> Int64 {
        events(policy, plan, line(row.line), queue: queue).end.nanoseconds
      }
      #expect(makespan(FixedSplitPolicy(for: plan)) == row.fixedSplit)
      #expect(makespan(HeadOfLinePolicy(for: plan)) == row.headOfLine)
      #expect(makespan(SharedPoolPolicy(for: plan)) == row.pool)
    }
    check(RingQueue())
    check(LinkedQueue())
  }

  @Test func `fixed-split has a closed form`() {
    var random = RandomSource(seed: 5)
    for _ in 0..<200 {
      let letters = String(
        (0..<Int.random(in: 1...40, using: &random)).map { _ in
          Bool.random(using: &random) ? "D" as Character : "L"
        })
      let deposits = letters.count { $0 == "D" }
      let loans = letters.count - deposits
      let expected = max(
        Int64((deposits + 1) / 2) * 700_000_000, Int64(loans) * 1_100_000_000)
      let plan = standardPlan()
      #expect(
        events(FixedSplitPolicy(for: plan), plan, line(letters)).end.nanoseconds == expected)
    }
  }
}
