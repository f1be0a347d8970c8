import BankConfiguration
import BankCore
import BankLive
import BankRecords
import BankReports

/// What a page is told: the floor once, then every event, and what changes from second to second.
extension FloorHub {
  /// What changes from second to second, as an event of the stream.
  func clock() async -> String {
    let reading = await session.reading()
    let stock = zip(setup.plan.stock, reading.stock).map { JSON.Member($0.item, .number($1)) }
    let json: JSON = [
      "boot": .string(boot), "epoch": .number(epoch), "session": .number(number),
      "time": .number(reading.time.seconds),
      "work": .number(reading.workTime.seconds),
      "timer": .string(WorkTimer.text(reading.workTime)), "running": .bool(reading.isRunning),
      "closed": .bool(isClosed(at: reading.time)),
      "speed": .number(reading.speed), "stock": .object(stock), "policy": .string(wired.name),
      "next": .string(next.name),
      "shadow": shadow.map { .string($0.policy.name) } ?? .null,
      "fault": reading.fault.map { .string($0.description) } ?? .null,
      "unwritten": journalFailure.map { .string(Console.say($0)) } ?? .null,
    ]
    return "event: clock\ndata: \(json)\n\n"
  }

  /// The reset that can be undone, and for how many seconds; `null` for none.
  private var undo: JSON {
    guard let sentAway else { return .null }
    let left = undoTime - sentAway.at.duration(to: .now)
    return left > .zero
      ? ["session": .number(sentAway.session), "seconds": .number(left / .seconds(1))] : .null
  }

  /// The beginning of a stream for a page that has seen everything up to `last` (`boot:epoch:index`),
  /// and the last broadcast it takes account of.
  ///
  /// The floor is what the bank is at an instant, and what the session came to is of the same events: the bank may be ahead of
  /// what the hub has heard, and the hub goes on to hear while it waits. Who is back and what can be undone is of now.
  func stream(after last: String?) async -> (text: String, after: Int) {
    let words = (last ?? "").split(separator: ":")
    let parts = words.first.map(String.init) == boot ? words.dropFirst().compactMap { Int($0) } : []
    while true {
      let (epoch, before, tallyBefore, changes) = (epoch, heard, tally, tallyChanges)
      let clock = await clock()
      // Whoever has seen nothing since clients came back needs the floor, which alone tells of it.
      if parts.count == 2, parts[0] == self.epoch, parts[1] >= max(firstLine - 1, changedAt),
        parts[1] < heard
      {
        let since = lines.indices.dropFirst(parts[1] + 1 - firstLine)
        return ("retry: 1000\n\n" + since.map(message).joined() + clock, broadcasts)
      }
      let snapshot = await session.snapshot()
      await recorded(snapshot.events, epoch)
      // Another bank, a new session or clients who are back since: it is begun again.
      let first = heard - log.count
      guard epoch == self.epoch, changes == tallyChanges, first <= before,
        before <= snapshot.events, firstLine <= snapshot.events, snapshot.events <= heard
      else { continue }
      let seen = snapshot.events
      var tally = tallyBefore
      for event in log[(before - first)..<(seen - first)] { tally.observe(event) }
      let floor = snapshot.json(
        setup.plan, epoch: epoch,
        more: tally.members(at: snapshot.time) + [
          .init("back", .number(brought.places.count)),
          // How many were sent away as the branch was opened under another policy.
          .init(
            "left", .number(sentAway.map { $0.session == firstNumber ? $0.clients.count : 0 } ?? 0)),
          .init("undo", undo),
        ])
      let beginning =
        "retry: 1000\n\nevent: floor\nid: \(boot):\(epoch):\(seen - 1)\ndata: \(floor)\n\n"
      let since = lines.indices.dropFirst(seen - firstLine)
      return (beginning + since.map(message).joined() + clock, broadcasts)
    }
  }

  /// A line of the session as an event of the stream.
  func message(_ line: Int) -> String {
    "id: \(boot):\(epoch):\(firstLine + line)\ndata: \(lines[line])\n\n"
  }
}
