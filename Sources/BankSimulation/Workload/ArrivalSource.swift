public import BankCore

/// Where the clients of a day come from.
public enum ArrivalSource: IteratorProtocol, Sequence, Sendable {
  /// Drawn from a workload.
  case workload(WorkloadArrivals)
  /// Written down one by one.
  case trace(IndexingIterator<[Arrival]>)

  /// The next client, or `nil` when all have come.
  @inlinable
  public mutating func next() -> Arrival? {
    switch self {
    case .workload(var arrivals):
      // Emptied first, so that the arrays inside are changed in place and not copied.
      self = .trace([].makeIterator())
      defer { self = .workload(arrivals) }
      return arrivals.next()
    case .trace(var arrivals):
      defer { self = .trace(arrivals) }
      return arrivals.next()
    }
  }
}
