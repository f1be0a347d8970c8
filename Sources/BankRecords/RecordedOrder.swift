import BankCore

/// In what order a log calls the clients of one service and class, where that is not the order in which they came.
package struct RecordedOrder: Sendable {
  /// Of how many calls it is seen: of those while another client of the same service and class waited too.
  package let calls: Int
  /// The share of them that took whoever had waited longest.
  package let first: Double
  /// The share that took whoever had waited shortest.
  package let last: Double

  /// So many calls have to be seen, and at most such a share in order of arrival.
  private static let fewest = 50
  private static let share = 0.8

  /// Looks at who was called while others waited too; `nil` where that is too rare, or mostly in order of arrival.
  package init?(_ days: [RecordedLog.Day]) {
    var (calls, first, last) = (0, 0, 0)
    for day in days {
      // Whoever is called at once waits for nobody.
      let waited = day.clients.filter { ($0.waitEnd ?? .infinity) > $0.arrival }
      let groups = Dictionary(grouping: waited) { [$0.service, $0.priority] }
      for clients in groups.values {
        // Those who wait, the longest first.
        var waiting: ArraySlice<RecordedLog.Client> = []
        var coming = clients.sorted { $0.arrival < $1.arrival }[...]
        for client in clients.sorted(by: { ($0.waitEnd ?? .infinity) < ($1.waitEnd ?? .infinity) })
        {
          guard let now = client.waitEnd else { break }
          while let next = coming.first, next.arrival < now {
            waiting.append(next)
            coming = coming.dropFirst()
          }
          guard let place = waiting.firstIndex(where: { $0.row == client.row }) else { continue }
          if client.served != nil, waiting.count > 1 {
            calls += 1
            // Who came in one second came together.
            first += client.arrival - (waiting.first?.arrival ?? 0) < 1 ? 1 : 0
            last += (waiting.last?.arrival ?? 0) - client.arrival < 1 ? 1 : 0
          }
          waiting.remove(at: place)
        }
      }
    }
    guard calls >= Self.fewest, Double(first) < Self.share * Double(calls) else { return nil }
    (self.calls, self.first, self.last) = (
      calls, Double(first) / Double(calls), Double(last) / Double(calls)
    )
  }
}
