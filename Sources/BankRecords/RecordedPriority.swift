import BankCore

/// Who is called first in a log, where somebody always is.
package struct RecordedPriority: Sendable {
  /// The classes or services, the most urgent first.
  package let order: [Int]
  /// Of how many calls that is seen: of one while somebody of another waited too.
  package let calls: Int

  /// So many calls of two kinds have to be seen, and such a share of them has to agree.
  private static let fewest = 30
  private static let share = 0.95

  /// Looks at who was called while others waited too.
  ///
  /// `nil` where there are fewer than two kinds of clients, more than ten, or no order between all of them.
  package init?(_ days: [RecordedLog.Day], by kind: (RecordedLog.Client) -> Int) {
    let kinds = Set(days.lazy.flatMap(\.clients).map(kind)).sorted()
    guard 2...10 ~= kinds.count else { return nil }
    // How often one of a kind was called while one of another waited.
    var calls = [Int](repeating: 0, count: kinds.count * kinds.count)
    for day in days {
      let byKind = kinds.map { one in day.clients.filter { kind($0) == one } }
      let started = day.clients.filter { $0.served != nil }
        .sorted { ($0.served?.lowerBound ?? 0) < ($1.served?.lowerBound ?? 0) }
      // The first of each kind who may still wait: all before have been called or gone.
      var first = kinds.map { _ in 0 }
      for client in started {
        guard let now = client.served?.lowerBound, let own = kinds.firstIndex(of: kind(client))
        else { continue }
        for other in kinds.indices where other != own {
          let line = byKind[other]
          while first[other] < line.count, line[first[other]].waitEnd ?? .infinity <= now {
            first[other] += 1
          }
          if first[other] < line.count, line[first[other]].arrival < now {
            calls[own * kinds.count + other] += 1
          }
        }
      }
    }
    func isFirst(_ one: Int, before other: Int) -> Bool {
      let (own, others) = (calls[one * kinds.count + other], calls[other * kinds.count + one])
      return own + others >= Self.fewest && Double(own) >= Self.share * Double(own + others)
    }
    let order = kinds.indices.sorted { one, other in
      kinds.indices.count { isFirst(one, before: $0) }
        > kinds.indices.count { isFirst(other, before: $0) }
    }
    let isWhole = order.indices.dropLast().allSatisfy { place in
      order[(place + 1)...].allSatisfy { isFirst(order[place], before: $0) }
    }
    guard isWhole else { return nil }
    self.order = order.map { kinds[$0] }
    self.calls = calls.reduce(0, +)
  }
}
