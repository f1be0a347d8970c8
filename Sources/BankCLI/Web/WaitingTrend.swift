import BankCore
import BankRecords

/// How many waited for each service, change by change, each at the time at which it was.
///
/// A day of some thousand clients is kept as it was. Of more changes, those that are kept of each stretch of time are the
/// first, the fewest, the most and the last, at their own times: what is drawn of them leaves out, and moves nothing.
struct WaitingTrend: Sendable {
  struct Change: Sendable, Equatable {
    var time: Time
    var count: Int
  }

  /// The changes of each service.
  private(set) var changes: [[Change]]
  /// How many changes of all services are kept.
  private var count: Int
  private let most: Int
  /// How long the stretches are, of each of which at most four changes are kept.
  private var stretch = Time.seconds(1)

  init(services: Int, since: Time, most: Int = 8000) {
    changes = Array(repeating: [Change(time: since, count: 0)], count: services)
    count = services
    self.most = max(most, 16 * services)
  }

  /// Notes how many wait for a service from `time` on.
  ///
  /// What holds for no time at all is no change: whoever is called as they come has not waited.
  mutating func note(_ waiting: Int, for service: Int, at time: Time) {
    if changes[service].last?.time == time {
      changes[service].removeLast()
      count -= 1
    }
    guard changes[service].last?.count != waiting else { return }
    changes[service].append(Change(time: time, count: waiting))
    count += 1
    while count > most { thin() }
  }

  /// What is thinned again by the same stretches stays as it is: they get longer only as the day does.
  private mutating func thin() {
    while true {
      changes = changes.map { Self.thinned($0, stretch) }
      count = changes.reduce(0) { $0 + $1.count }
      guard count > most / 2 else { return }
      stretch = stretch + stretch
    }
  }

  /// The first, the fewest, the most and the last of each stretch.
  private static func thinned(_ changes: [Change], _ stretch: Time) -> [Change] {
    var kept: [Change] = []
    var begin = 0
    while begin < changes.count {
      let number = changes[begin].time.nanoseconds / stretch.nanoseconds
      let end =
        changes[begin...].firstIndex { $0.time.nanoseconds / stretch.nanoseconds != number }
        ?? changes.count
      let places = begin..<end
      let least = places.min { changes[$0].count < changes[$1].count } ?? begin
      let most = places.max { changes[$0].count < changes[$1].count } ?? begin
      kept += Set([begin, least, most, end - 1]).sorted().map { changes[$0] }
      begin = end
    }
    return kept
  }

  /// Of each service when, in seconds, and from then on how many, in turn.
  var json: JSON {
    .array(
      changes.map { changes in
        .array(changes.flatMap { [.number($0.time.seconds), .number($0.count)] })
      })
  }
}
