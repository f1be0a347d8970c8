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
      // The same in the words of whoever looks at the page.
      "said": [
        "fault": reading.fault.map { Self.said($0.phrase) } ?? .null,
        "unwritten": journalFailure.map(Self.said) ?? .null,
      ],
    ]
    return "event: clock\ndata: \(json)\n\n"
  }

  private static func said(_ phrase: Phrase) -> JSON {
    ["ko": .string(Language.ko.say(phrase)), "en": .string(Language.en.say(phrase))]
  }

  /// The reset that can be undone, and for how many seconds; `null` for none.
  private var undo: JSON {
    guard let sentAway else { return .null }
    let left = undoTime - sentAway.at.duration(to: .now)
    return left > .zero
      ? ["session": .number(sentAway.session), "seconds": .number(left / .seconds(1))] : .null
  }

  /// After so many milliseconds a browser comes back.
  private static let retry = Array("retry: 1000\n\n".utf8)

  /// The beginning of a stream for a page that has seen everything up to `last` (`boot:epoch:index`), in pieces that others
  /// share: the floor, if the page needs it, and what follows; and the last broadcast it takes account of.
  func stream(after last: String?) async -> (pieces: [[UInt8]], after: Int) {
    let words = (last ?? "").split(separator: ":")
    let parts = words.first.map(String.init) == boot ? words.dropFirst().compactMap { Int($0) } : []
    while true {
      var clock = Array(await clock().utf8)
      // Whoever has seen nothing since clients came back needs the floor, which alone tells of it.
      if parts.count == 2, parts[0] == epoch, parts[1] >= max(told.first - 1, changedAt),
        parts[1] < heard
      {
        return ([Self.retry] + told.from(parts[1] + 1) + [clock], broadcasts)
      }
      let drawn = await floor()
      clock = Array(await self.clock().utf8)
      if drawn.isOf(self) {
        return ([Self.retry, drawn.text] + told.from(drawn.seen + 1) + [clock], broadcasts)
      }
    }
  }

  /// Tells every page the floor anew.
  func broadcastFloor() async {
    broadcasts = broadcast(await stream(after: nil).pieces)
  }

  /// The floor as it is or was a moment ago: however many ask, drawing it takes half of a core at most.
  private func floor() async -> DrawnFloor {
    if let drawn = drawnFloor, drawn.isOf(self), .now < drawn.until { return drawn }
    let drawing = drawingFloor ?? Task { await drawFloor() }
    drawingFloor = drawing
    return await drawing.value
  }

  /// A floor as it was, for every page that begins before it is drawn anew.
  struct DrawnFloor: Sendable {
    fileprivate let epoch: Int
    fileprivate let session: Int
    fileprivate let changes: Int
    /// The last event it takes account of.
    fileprivate let seen: Int
    fileprivate let text: [UInt8]
    fileprivate let until: ContinuousClock.Instant

    /// Whether what happened since is told by events alone, which are all still known.
    fileprivate func isOf(_ hub: isolated FloorHub) -> Bool {
      epoch == hub.epoch && session == hub.number && changes == hub.tallyChanges
        && seen >= hub.told.first - 1
    }
  }

  /// Draws the floor.
  ///
  /// It is what the bank is at an instant, and what the session came to is of the same events: the bank may be ahead of
  /// what the hub has heard, and the hub goes on to hear while it waits. Who is back and what can be undone is of now. The
  /// hub does not wait for the drawing, which takes long where many wait: whoever changes something is answered meanwhile.
  private func drawFloor() async -> DrawnFloor {
    defer { drawingFloor = nil }
    while true {
      let began = ContinuousClock.now
      let (epoch, before, tallyBefore, changes) = (epoch, heard, tally, tallyChanges)
      let snapshot = await session.snapshot()
      await recorded(snapshot.events, epoch)
      // Another bank, a new session or clients who are back since: it is begun again.
      let first = heard - log.count
      guard epoch == self.epoch, changes == tallyChanges, first <= before,
        before <= snapshot.events, told.first <= snapshot.events, snapshot.events <= heard
      else { continue }
      let seen = snapshot.events - 1
      var tally = tallyBefore
      for event in log[(before - first)..<(seen + 1 - first)] { tally.observe(event) }
      let more =
        tally.members(at: snapshot.time) + [
          .init("back", .number(brought.places.count)),
          // How many were sent away as the branch was opened under another policy.
          .init(
            "left", .number(sentAway.map { $0.session == firstNumber ? $0.clients.count : 0 } ?? 0)),
          .init("undo", undo),
        ]
      let (plan, id) = (setup.plan, "\(boot):\(epoch):\(seen)")
      let text = await Task.detached {
        let floor = snapshot.json(plan, epoch: epoch, more: more)
        return Array("event: floor\nid: \(id)\ndata: \(floor)\n\n".utf8)
      }.value
      let now = ContinuousClock.now
      let drawn = DrawnFloor(
        epoch: epoch, session: snapshot.session, changes: changes, seen: seen, text: text,
        until: now + began.duration(to: now))
      drawnFloor = drawn
      return drawn
    }
  }
}
