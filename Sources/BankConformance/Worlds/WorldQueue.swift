import BankCore
import BankQueues

/// A queue that a world can have behind its lines.
struct WorldQueue: Sendable {
  let name: String
  let order: QueueOrder
  /// Makes an empty one for a branch.
  let make: @Sendable (BranchPlan, RandomSource) -> any ClientQueueable

  init(_ type: any ClientQueueable.Type) {
    name = type.name
    order = type.order
    make = { type.init(plan: $0, random: $1) }
  }

  static let standard = WorldQueue(RingQueue.self)

  /// The queues that worlds have.
  static let all = ShippedQueues.all.map { WorldQueue($0) }

  static func named(_ name: String) -> WorldQueue? { all.first { $0.name == name } }
}
