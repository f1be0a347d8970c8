import BankCore
import Testing

@testable import BankRecords

@Suite struct `Who goes first in a recorded log` {
  /// A day of one teller who takes 60 s for everybody; clients come every 50 s and more, so that a line grows.
  ///
  /// `isFirst` says whom the teller calls first of two who wait.
  private static func days(
    _ isFirst: (RecordedLog.Client, RecordedLog.Client) -> Bool, classes: [Int] = [0, 1]
  ) -> [RecordedLog.Day] {
    var coming = (0..<200).map { number in
      RecordedLog.Client(
        arrival: Double(number) * 50 + Double(number * 37 % 11), service: number % 2,
        priority: classes[number * 7 % 10 < 3 ? 1 : 0], row: number)
    }.sorted { $0.arrival < $1.arrival }
    var (waiting, done): ([RecordedLog.Client], [RecordedLog.Client]) = ([], [])
    var now = 0.0
    while !coming.isEmpty || !waiting.isEmpty {
      if waiting.isEmpty { now = max(now, coming[0].arrival) }
      while let next = coming.first, next.arrival <= now {
        waiting.append(coming.removeFirst()); _ = next
      }
      let place = waiting.indices.min { isFirst(waiting[$0], waiting[$1]) } ?? 0
      var client = waiting.remove(at: place)
      client.served = now...(now + 60)
      done.append(client)
      now += 60
    }
    return [RecordedLog.Day(date: "1", clients: done.sorted { $0.arrival < $1.arrival })]
  }

  @Test func `is the class, the higher or the lower, that is called first while both wait`() {
    let higher = Self.days { ($1.priority, $0.arrival) < ($0.priority, $1.arrival) }
    #expect(RecordedPriority(higher, by: \.priority)?.order == [1, 0])
    let lower = Self.days(
      { ($0.priority, $0.arrival) < ($1.priority, $1.arrival) }, classes: [3, 1])
    #expect(RecordedPriority(lower, by: \.priority)?.order == [1, 3])
    #expect(RecordedPriority(lower, by: \.service) == nil)
  }

  @Test func `is nobody where it is first come, first served, or too little is seen`() {
    let fair = Self.days { $0.arrival < $1.arrival }
    #expect(RecordedPriority(fair, by: \.priority) == nil)
    #expect(RecordedPriority([], by: \.priority) == nil)
    var few = Self.days { ($1.priority, $0.arrival) < ($0.priority, $1.arrival) }
    few[0].clients = Array(few[0].clients.prefix(20))
    #expect(RecordedPriority(few, by: \.priority) == nil)
  }

  @Test func `and what nobody ended, or a machine did, is told with its line`() throws {
    func doubts(_ change: (inout [RecordedLog.Client]) -> Void) throws -> String {
      var log = try `A recorded log`.log("")
      log.days = Self.days { $0.arrival < $1.arrival }
      change(&log.days[0].clients)
      return log.doubts.map(\.description).joined()
    }
    #expect(try doubts { _ in } == "")
    let long = try doubts { $0[7].served = $0[7].arrival...($0[7].arrival + 50_000) }
    #expect(
      long.contains(#/1 of 200 services lasts more than twenty times.*\(line \d+\): .* end it/#),
      "\(long)")
    let two = try doubts { clients in
      for number in [7, 9] {
        clients[number].served = clients[number].arrival...(clients[number].arrival + 50_000)
      }
    }
    #expect(
      two.contains(#/2 of 200 services last more than twenty times.*\(lines \d+, \d+\)/#), "\(two)")
    let ended = try doubts { clients in
      for number in 0..<12 {
        let start = clients[number * 3].arrival
        clients[number * 3].served = start...86_399
      }
    }
    #expect(ended.contains("12 of 200 services end at 23:59:59"), "\(ended)")
  }
}
