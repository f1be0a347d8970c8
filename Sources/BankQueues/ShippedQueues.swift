public import BankCore

/// The queues of this library.
public enum ShippedQueues {
  /// The types of the queues.
  ///
  /// The default is `ring`, or the first if the list has no `ring`.
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
