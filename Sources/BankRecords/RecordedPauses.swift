package import BankCore
import BankSimulation

/// How long tellers take between two clients, as a log shows it: while somebody waited whom they serve.
///
/// A pause during which the line became empty is known to be longer than until then, and no more: it counts as that
/// (Kaplan & Meier 1958). To leave it out would leave out the long ones, for in a long pause others take whoever waits.
/// Where clients are not called in the order in which they came, a teller may have been free while somebody waited, and
/// only pauses count whose next client was there at their beginning.
public struct RecordedPauses: Sendable {
  /// The pauses of each teller in seconds, the shortest first: as many as were seen to end, spread as all are.
  private let byTeller: [String: [Double]]
  /// Those of all, the shortest first.
  public let all: [Double]

  /// What is longer, in seconds, is no pause but an absence.
  public let longest: Double

  /// A teller with fewer pauses than this is taken to be like all.
  private static let fewest = 30

  /// Finds the pauses of at most so many times their median, at least a minute, and at most `longest` seconds.
  ///
  /// A model's hand-over is one that is taken again and again: what is far longer hangs on the day and the teller.
  public init(_ days: [RecordedLog.Day], upToTimesMedian times: Double, longest: Double) {
    let all = RecordedPauses(days, longest: longest)
    self.init(days, longest: min(longest, max(60, times * all.median)))
  }

  /// Finds the pauses of at most `longest` seconds.
  public init(_ days: [RecordedLog.Day], longest: Double) {
    var seen: [String: Seen] = [:]
    let services = Self.servicesByTeller(days)
    for day in days {
      var lines: [Set<Int>: RecordedLine] = [:]
      for (teller, clients) in day.clientsByTeller {
        let own = services[teller] ?? []
        let line = lines[own] ?? RecordedLine(day.clients.filter { own.contains($0.service) })
        lines[own] = line
        for (before, after) in zip(clients, clients.dropFirst()) {
          guard let end = before.served?.upperBound, let start = after.served?.lowerBound,
            start >= end
          else { continue }
          if after.arrival <= end {
            seen[teller, default: Seen()].ended(start - end, longest)
          } else if line.isInOrder, line.isSomebody(at: end) {
            if let empty = line.firstEmpty(from: end, to: start) {
              seen[teller, default: Seen()].open.append(min(empty - end, longest))
            } else {
              seen[teller, default: Seen()].ended(start - end, longest)
            }
          }
        }
      }
    }
    self.longest = longest
    byTeller = seen.mapValues(\.pauses)
    var all = Seen()
    for one in seen.values {
      all.ended += one.ended
      all.open += one.open
    }
    self.all = all.pauses
  }

  /// Whose clients each teller takes: the services of at least one in a hundred of them.
  private static func servicesByTeller(_ days: [RecordedLog.Day]) -> [String: Set<Int>] {
    var counts: [String: [Int: Int]] = [:]
    for client in days.lazy.flatMap(\.clients) where client.served != nil {
      if let teller = client.teller {
        counts[teller, default: [:]][client.service, default: 0] += 1
      }
    }
    return counts.mapValues { counts in
      let all = counts.values.reduce(0, +)
      return Set(counts.filter { $0.value * 100 >= all }.keys)
    }
  }

  /// Pauses that ended in a call, and those of which it is only known that they were longer.
  private struct Seen {
    var ended: [Double] = []
    var open: [Double] = []

    /// Notes a pause that ended; of one beyond `longest`, an absence, that it was longer.
    mutating func ended(_ pause: Double, _ longest: Double) {
      if pause <= longest { ended.append(pause) } else { open.append(longest) }
    }

    /// As many as ended, spread as all are that end before the longest, the shortest first.
    var pauses: [Double] {
      guard !open.isEmpty else { return ended.sorted() }
      var pauses: [Double] = []
      let curve = PatienceFit.survival(ended, open)
      let passed = 1 - (curve.last?.share ?? 1)
      for (time, share, _) in curve {
        // So many of them are at most as long, to the nearest.
        let count = Int(((1 - share) / passed * Double(ended.count)).rounded())
        pauses += Array(repeating: time, count: max(0, count - pauses.count))
      }
      return pauses
    }
  }

  /// How many there are.
  public var count: Int { all.count }

  /// Their mean in seconds, 0 where there is none.
  public var mean: Double { all.isEmpty ? 0 : all.reduce(0, +) / Double(all.count) }

  /// Their median in seconds, 0 where there is none.
  public var median: Double { all.isEmpty ? 0 : all[all.count / 2] }

  /// The pauses of `tellers` on a day: drawn from those of each, by the client who was served.
  package func source(of tellers: [Teller], seed: UInt64, day: Int) -> any HandoverSource {
    Source(
      pauses: tellers.map { teller in
        byTeller[teller.name].flatMap { $0.count < Self.fewest ? nil : $0 } ?? all
      }, seed: seed, day: UInt64(day))
  }

  private struct Source: HandoverSource {
    let pauses: [[Double]]
    let seed: UInt64
    let day: UInt64

    func handover(of teller: Int, after client: Client, session: Int) -> Time {
      // By the client, so that every policy meets the same ones; "paus" keeps it apart from other draws.
      var random = RandomSource(
        seed: seed, stream: 0x7061_7573, day, UInt64(client.ticket), UInt64(client.step))
      let own = pauses[teller]
      return own.isEmpty ? .zero : .seconds(own[Int(random.unit() * Double(own.count))])
    }
  }
}

/// Who waited for some services on a day, and whether clients alike were called in the order in which they came.
private struct RecordedLine {
  private let came: [Double]
  private let gone: [Double]
  /// Whether four of five calls are of whoever had waited longest of the same service and class.
  let isInOrder: Bool

  init(_ clients: [RecordedLog.Client]) {
    came = clients.map(\.arrival).sorted()
    gone = clients.map { $0.waitEnd ?? $0.arrival }.sorted()
    var (calls, inOrder) = (0, 0)
    for alike in Dictionary(grouping: clients, by: { [$0.service, $0.priority] }).values {
      let waits = alike.sorted { $0.arrival < $1.arrival }
      var isGone = waits.map { _ in false }
      var first = 0
      func end(_ place: Int) -> Double { waits[place].waitEnd ?? waits[place].arrival }
      for place in waits.indices.sorted(by: { (end($0), $0) < (end($1), $1) }) {
        while isGone[first] { first += 1 }
        if waits[place].served != nil {
          calls += 1
          inOrder += waits[first].arrival >= waits[place].arrival ? 1 : 0
        }
        isGone[place] = true
      }
    }
    isInOrder = inOrder * 5 >= calls * 4
  }

  func isSomebody(at time: Double) -> Bool {
    came.count(upTo: time) > gone.count(upTo: time)
  }

  /// When nobody waited any more, after `start` and before `end`; `nil` where somebody always did.
  func firstEmpty(from start: Double, to end: Double) -> Double? {
    gone[gone.count(upTo: start)...].prefix { $0 < end }.first { !isSomebody(at: $0) }
  }
}

/// When clients of a day waited in a line.
struct Waiting {
  private let longer: Double
  private let came: [Double]
  private let gone: [Double]

  /// Of clients of one line those who waited for more than `longer` seconds.
  init(_ clients: [RecordedLog.Client], longerThan longer: Double) {
    self.longer = longer
    let waits = clients.map { ($0.arrival, $0.served?.lowerBound ?? $0.left ?? $0.arrival) }
      .filter { $1 - $0 > longer }
    came = waits.map(\.0).sorted()
    gone = waits.map { $1 - longer }.sorted()
  }

  private func isSomebody(at time: Double) -> Bool {
    came.count(upTo: time) > gone.count(upTo: time)
  }

  /// From when on somebody waited for more than `longer` seconds of this stretch; `nil` where nobody did.
  func first(within stretch: ClosedRange<Double>) -> Double? {
    let (start, end) = (stretch.lowerBound, stretch.upperBound - longer)
    guard start < end else { return nil }
    if isSomebody(at: start) { return start }
    let next = came.count(upTo: start)
    return next < came.count && came[next] <= end ? came[next] : nil
  }
}

extension [Double] {
  /// How many of ascending numbers are at most `value`.
  func count(upTo value: Double) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
