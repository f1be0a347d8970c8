public import BankCore

/// Where the beginning of a day is over, by the rule MSER-5 (White, Cobb & Spratt 2000).
///
/// Waits are put into batches of five clients in the order of their tickets, averaged over several days.
/// The beginning ends where leaving out what comes before makes the error of the mean of the rest
/// smallest.
public struct WarmUp: Sendable {
  /// A few clients, on all days together.
  private struct Batch {
    var waits = 0.0
    var count = 0.0
    /// When the last of them came.
    var arrival = Time.zero

    mutating func add(_ other: Batch) {
      waits += other.waits
      count += other.count
      arrival = max(arrival, other.arrival)
    }
  }

  private var batches: [Batch] = []
  private static let size = 5

  /// Makes a collection of no days.
  public init() {}

  /// Notes a call, which ends a client's wait.
  public mutating func observe(_ event: BankEvent) {
    guard case .started(let client, _, _) = event.kind else { return }
    let number = (client.ticket - 1) / Self.size
    grow(to: number + 1)
    let wait = (event.time - client.arrival).seconds
    batches[number].add(Batch(waits: wait, count: 1, arrival: client.arrival))
  }

  private mutating func grow(to count: Int) {
    guard count > batches.count else { return }
    batches += Array(repeating: Batch(), count: count - batches.count)
  }

  /// Adds what another collection has seen.
  public mutating func merge(_ other: WarmUp) {
    grow(to: other.batches.count)
    for (number, batch) in other.batches.enumerated() { batches[number].add(batch) }
  }

  /// Until when the beginning lasts; `nil` where a day is too short for it to be over: within its first
  /// half, and with ten batches or more.
  public var end: Time? {
    let kept = batches.filter { $0.count > 0 }
    let means = kept.map { $0.waits / $0.count }
    guard means.count >= 10, let pivot = means.last else { return nil }
    var (sum, squares) = (0.0, 0.0)
    var best = (error: Double.infinity, first: 0)
    for first in means.indices.reversed() {
      let rest = means[first] - pivot
      sum += rest
      squares += rest * rest
      let count = Double(means.count - first)
      // The last few resemble each other by chance.
      guard count >= 5 else { continue }
      let error = max(squares - sum * sum / count, 0) / (count * count)
      if error <= best.error { best = (error, first) }
    }
    guard best.first < means.count / 2 else { return nil }
    return best.first == 0 ? .zero : kept[best.first - 1].arrival
  }
}
