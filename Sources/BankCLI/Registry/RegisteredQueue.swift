import BankConformance
public import BankCore
import BankQueues

/// A queue that the command line can put behind every line.
public struct RegisteredQueue: Sendable {
  /// The queue's name.
  public let name: String
  let summary: String
  let koreanSummary: String
  let order: QueueOrder
  let type: any ClientQueueable.Type
  /// Makes an empty queue for a branch.
  let make: @Sendable (BranchPlan, RandomSource) -> any ClientQueueable
  /// Checks the queue against the laws of queues.
  let check: @Sendable (QueueConformance.Effort) -> QueueReport

  /// Registers `type`.
  public init(_ type: any ClientQueueable.Type) {
    name = type.name
    summary = type.summary
    koreanSummary = type.koreanSummary
    order = type.order
    self.type = type
    make = { type.init(plan: $0, random: $1) }
    check = { QueueConformance.check(type, $0) }
  }

  var isFirstInFirstOut: Bool { order == .firstInFirstOut }

  /// The queue used where nobody chose: the one that simulations are specialised for.
  public static let standard = RegisteredQueue(RingQueue.self)
}
