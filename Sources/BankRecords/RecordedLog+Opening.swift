/// Logs whose times are seconds since the branch opened, as `--clients-out` writes them, and not of the day.
extension RecordedLog {
  /// Nobody comes so much earlier than a branch opens, in seconds.
  private static let early = 3600.0

  /// Whether the times of arrival are seconds since `opens`, and not since midnight: as times of a day some would be long
  /// before it, and since `opens` all are before the branch closes, where it is known after how many seconds that is.
  package func isSinceOpening(at opens: Double, until closes: Double?) -> Bool {
    let times = days.lazy.flatMap(\.clients).map(\.arrival)
    guard let first = times.min(), let last = times.max() else { return false }
    return first < opens - Self.early && last <= closes ?? (86_400 - opens)
  }

  /// Moves all times to so many seconds later.
  package mutating func shift(by seconds: Double) {
    for day in days.indices {
      for place in days[day].clients.indices {
        var client = days[day].clients[place]
        client.arrival += seconds
        client.served = client.served.map { $0.lowerBound + seconds...$0.upperBound + seconds }
        client.left = client.left.map { $0 + seconds }
        days[day].clients[place] = client
      }
    }
  }
}
