package import BankCore

/// How long tellers take between two clients, as a log shows it: each time the second one was there already.
///
/// Where another client waited meanwhile, whom somebody else called, the teller may have been free.
public struct RecordedPauses: Sendable {
  /// The pauses of each teller in seconds, the shortest first.
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
    var byTeller: [String: [Double]] = [:]
    for day in days {
      for (teller, clients) in day.clientsByTeller {
        for (before, after) in zip(clients, clients.dropFirst()) {
          guard let end = before.served?.upperBound, let start = after.served?.lowerBound,
            after.arrival <= end, 0...longest ~= start - end
          else { continue }
          byTeller[teller, default: []].append(start - end)
        }
      }
    }
    self.longest = longest
    self.byTeller = byTeller.mapValues { $0.sorted() }
    all = byTeller.values.joined().sorted()
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
