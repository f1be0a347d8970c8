import BankCLI
// policies begin (kept in order by name)
import FixedSplit
import HeadOfLine
import HeadStart
import LoanPriority
import SharedPool

// policies end

/// The policies this executable comes with.
enum Shipped {
  static let policies: [RegisteredPolicy] = [
    // policies begin (kept in order by name)
    .init(FixedSplitPolicy.self),
    .init(HeadOfLinePolicy.self),
    .init(HeadStartPolicy.self),
    .init(LoanPriorityPolicy.self),
    .init(SharedPoolPolicy.self),
    // policies end
  ]
}

await BankCommand.main(policies: Shipped.policies)
