public import BankCLI
import BankQueues
// policies begin (kept in order by name)
import FixedSplit
import HeadOfLine
import HeadStart
import LoanPriority
import SharedPool

// policies end

/// What this package ships: for the command `bank`, and for packages that add their own to it.
public enum Shipped {
  /// The policies, in order by name.
  public static let policies: [RegisteredPolicy] = [
    // policies begin (kept in order by name)
    .init(FixedSplitPolicy.self),
    .init(HeadOfLinePolicy.self),
    .init(HeadStartPolicy.self),
    .init(LoanPriorityPolicy.self),
    .init(SharedPoolPolicy.self),
    // policies end
  ]

  /// The queues; the first is the default.
  public static let queues: [RegisteredQueue] = [
    .init(RingQueue.self),
    // queues begin (kept in order by name)
    .init(ClassFirstQueue.self),
    .init(LastInFirstOutQueue.self),
    .init(LinkedQueue.self),
    .init(RandomOrderQueue.self),
    .init(ShortestFirstQueue.self),
    // queues end
  ]
}
