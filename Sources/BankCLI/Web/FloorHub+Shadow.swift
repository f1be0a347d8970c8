import BankConfiguration
import BankCore
import BankLive
import BankRecords

// What another policy would have done with the same clients.
extension FloorHub {
  /// Chooses the policy that is shown beside the live one; `nil` for none.
  func choose(shadow policy: RegisteredPolicy?) throws(Problems) {
    shadow = nil
    if let policy { shadow = Shadow(policy: try setup.wire(PolicyChoice(policy))) }
    beatSoon()
  }

  /// Tells what the other policy would have done until now, unless the last look lasts still.
  func lookBeside() async {
    guard !isLooking else { return }
    isLooking = true
    defer { isLooking = false }
    let clock = ContinuousClock()
    let start = clock.now
    guard let message = await beside(), shadow != nil else { return }
    broadcasts = broadcast("event: shadow\ndata: \(message)\n\n")
    // A look that takes long is taken less often: at most a tenth of the time.
    let cost = start.duration(to: clock.now)
    if cost > .milliseconds(100) { try? await Task.sleep(for: cost * 9) }
  }

  /// The session so far under the other policy, worked out beside the server's own work; `nil` for none.
  func beside() async -> JSON? {
    guard let shadow, switching == nil else { return nil }
    let (day, now) = await dayUntilNow()
    let (setup, brought) = (setup, brought)
    return await Task.detached { () -> JSON in
      let report = SessionReport(
        day.events, setup, day.beginning, now: now, returned: brought.places)
      let control = report.run(day.policy, brought: brought.byTicket, until: now)
      let other = report.run(shadow.policy, brought: brought.byTicket, until: now)
      return Shadow.message(
        setup.configuration, events: day.events, other: shadow.policy.name, replayed: other.events,
        control: report.difference(
          from: control.events.compactMap { SessionReport.Call($0) }), from: day.beginning.time,
        at: now)
    }.value
  }
}
