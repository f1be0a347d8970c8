/// Logs whose times are seconds since the branch opened, as `--clients-out` writes them, and not of the day.
extension RecordedLog {
  /// Nobody comes so much earlier than a branch opens, in seconds.
  private static let early = 3600.0

  /// Whether the times of arrival are seconds since `opens`, and not since midnight: whether more of them lie within the
  /// so many seconds that the branch is open in that reading than in the other.
  package func isSinceOpening(at opens: Double, until closes: Double?) -> Bool {
    let times = days.lazy.flatMap(\.clients).map(\.arrival)
    let length = closes ?? 86_400 - opens
    let since = times.count { 0...length ~= $0 }
    return since > times.count { opens - Self.early...opens + length + Self.early ~= $0 }
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
