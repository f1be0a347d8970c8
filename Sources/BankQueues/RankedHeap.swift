import BankCore

/// Clients by rank, the lowest first, and of equal ranks whoever joined first: a binary heap.
struct RankedHeap: Sendable {
  private struct Entry: Sendable {
    let rank: Int64
    let client: Client

    static func < (left: Entry, right: Entry) -> Bool {
      left.rank == right.rank
        ? left.client.joined(before: right.client) : left.rank < right.rank
    }
  }

  private var entries: [Entry] = []

  var first: Client? { entries.first?.client }

  var count: Int { entries.count }

  /// O(log n).
  mutating func add(_ client: Client, rank: Int64) {
    entries.append(Entry(rank: rank, client: client))
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child] < entries[parent] else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  /// O(log n).
  mutating func removeFirst() -> Client? {
    guard let first else { return nil }
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    var parent = 0
    while true {
      let children = ((2 * parent + 1)..<(2 * parent + 3)).prefix { $0 < entries.count }
      guard let least = children.min(by: { entries[$0] < entries[$1] }),
        entries[least] < entries[parent]
      else { return first }
      entries.swapAt(parent, least)
      parent = least
    }
  }
}
