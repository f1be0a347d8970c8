public import BankCore

/// The queues of this library.
public enum ShippedQueues {
  /// Their types; `ring` is the default; of queues without it, the first is.
  ///
  /// The command line offers them, and the laws of policies are tried with each of them.
  public static let all: [any ClientQueueable.Type] = [
    RingQueue.self,
    // queues begin (`bank new-queue` adds here, in order by name)
    ClassFirstQueue.self,
    LastInFirstOutQueue.self,
    LinkedQueue.self,
    RandomOrderQueue.self,
    ShortestFirstQueue.self,
    // queues end
  ]
}
