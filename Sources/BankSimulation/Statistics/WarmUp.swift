public import BankCore

/// Where the beginning of a day is over, by the rule MSER-5 (White, Cobb & Spratt 2000).
///
/// Waits are put into batches of five clients in the order of their tickets, averaged over several days.
/// The beginning ends where leaving out what comes before makes the error of the mean of the rest
/// smallest.
public struct WarmUp: Sendable {
  private var waits: [Double] = []
  private var counts: [Double] = []
  private var arrivals: [Time] = []
  private static let batch = 5

  /// Makes a collection of no days.
  public init() {}

  /// Notes a call, which ends a client's wait.
  public mutating func observe(_ event: BankEvent) {
    guard case .started(let client, _, _) = event.kind else { return }
    let batch = (client.ticket - 1) / Self.batch
    if batch >= waits.count {
      let more = batch + 1 - waits.count
      waits += Array(repeating: 0, count: more)
      counts += Array(repeating: 0, count: more)
      arrivals += Array(repeating: .zero, count: more)
    }
    waits[batch] += (event.time - client.arrival).seconds
    counts[batch] += 1
    arrivals[batch] = max(arrivals[batch], client.arrival)
  }

  /// Adds what another collection has seen.
  public mutating func merge(_ other: WarmUp) {
    let more = max(0, other.waits.count - waits.count)
    waits += Array(repeating: 0, count: more)
    counts += Array(repeating: 0, count: more)
    arrivals += Array(repeating: .zero, count: more)
    for batch in other.waits.indices {
      waits[batch] += other.waits[batch]
      counts[batch] += other.counts[batch]
      arrivals[batch] = max(arrivals[batch], other.arrivals[batch])
    }
  }

  /// Until when the beginning lasts; `nil` where a day is too short for it to be over: within its first
  /// half, and with ten batches or more.
  public var end: Time? {
    let kept = waits.indices.filter { counts[$0] > 0 }
    let means = kept.map { waits[$0] / counts[$0] }
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
    return best.first == 0 ? .zero : arrivals[kept[best.first - 1]]
  }
}
