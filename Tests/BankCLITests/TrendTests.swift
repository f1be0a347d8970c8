import BankCore
import BankRecords
import Testing

@testable import BankCLI

@Suite struct `How many waited over the day` {
  private typealias Change = WaitingTrend.Change

  @Test func `whoever is called as they come has not waited`() {
    var trend = WaitingTrend(services: 1, since: .zero)
    for (time, waiting) in [(60.0, 1), (60, 0), (70, 1), (80, 2), (80, 1), (90, 0)] {
      trend.note(waiting, for: 0, at: .seconds(time))
    }
    #expect(
      trend.changes == [
        [
          Change(time: .zero, count: 0), Change(time: .seconds(70), count: 1),
          Change(time: .seconds(90), count: 0),
        ]
      ])
  }

  @Test func `of many changes fewer are kept, each at its own time`() {
    var trend = WaitingTrend(services: 2, since: .zero, most: 400)
    let lonely = [Change(time: .seconds(1403.5), count: 1), Change(time: .seconds(1518), count: 0)]
    for change in lonely { trend.note(change.count, for: 1, at: change.time) }
    var busy = [Change(time: .zero, count: 0)]
    for step in 1...20_000 {
      let count = step == 7777 ? 50 : step % 7
      busy.append(Change(time: .seconds(Double(step)), count: count))
      trend.note(count, for: 0, at: busy[step].time)
    }
    #expect(trend.changes.reduce(0) { $0 + $1.count } <= 400)
    #expect(trend.changes[1].dropFirst().elementsEqual(lonely))
    #expect(trend.changes[0].allSatisfy(busy.contains))
    #expect(trend.changes[0].contains { $0.count == 50 })
    #expect(trend.changes[0].last == busy.last)
    #expect(zip(trend.changes[0], trend.changes[0].dropFirst()).allSatisfy { $0.time < $1.time })
  }

  @Test func `of a long day every part is kept as finely`() {
    var trend = WaitingTrend(services: 1, since: .zero, most: 400)
    let end = 100_000
    for step in 1...end { trend.note(step % 2, for: 0, at: .seconds(Double(step))) }
    let times = trend.changes[0].map(\.time.seconds)
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
    #expect(gaps.allSatisfy { $0 <= Double(end) / 20 }, "\(gaps.max() ?? 0)")
  }

  private static func tally(_ count: Int) throws -> SessionTally {
    let plan = try BranchPlan(
      services: [Service("x", meanTime: .seconds(1))], tellers: [Teller("1")])
    var tally = SessionTally(plan)
    for ticket in 1...count {
      let client = Client(ticket: ticket, service: 0, arrival: .seconds(Double(ticket)))
      tally.observe(
        BankEvent(time: client.arrival, session: 1, kind: .arrived(client, line: 0)))
    }
    let first = Client(ticket: 1, service: 0, arrival: .seconds(1))
    tally.observe(
      BankEvent(time: .seconds(20), session: 1, kind: .abandoned(first, line: 0)))
    return tally
  }

  @Test func `a reset forgets nobody who was lost on the day, nor who waited`() throws {
    var tally = try Self.tally(4)
    tally.observe(BankEvent(time: .seconds(30), session: 2, kind: .reset))
    let floor = JSON.object(tally.members(at: .seconds(40)))
    #expect(floor["before"] == ["arrived": 4, "lost": 1, "sentAway": 3])
    #expect(floor["today"]?["lost"] == 0)
    #expect(floor["trend"] == [[0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 20, 3, 30, 0]])
    tally.takeBack(3)
    #expect(
      JSON.object(tally.members(at: .seconds(40)))["before"]
        == ["arrived": 1, "lost": 1, "sentAway": 0])
  }

  @Test func `whom an earlier server sent away nobody counts twice`() throws {
    var tally = try Self.tally(1)
    tally.takeBack(5)
    let before = JSON.object(tally.members(at: .seconds(40)))["before"]
    #expect(before == ["arrived": 0, "lost": 0, "sentAway": 0])
  }
}
