import BankConfiguration
import BankConformance
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
    broadcasts = broadcast([Array("event: shadow\ndata: \(message)\n\n".utf8)])
    // A look that takes long is taken less often: at most a tenth of the time.
    let cost = start.duration(to: clock.now)
    if cost > .milliseconds(100) { try? await Task.sleep(for: cost * 9) }
  }

  /// The session so far under the other policy, worked out beside the server's own work; `nil` for none.
  func beside() async -> JSON? {
    guard let other = shadow?.policy, switching == nil else { return nil }
    let (day, now) = await dayUntilNow()
    let report = SessionReport(
      day.events, setup, day.beginning, now: now, returned: brought.places)
    let byTicket = brought.byTicket
    func events(under policy: WiredPolicy) async throws(Problems) -> [BankEvent] {
      try await beside(policy) { watch in
        report.run(policy, brought: byTicket, until: now, watch: watch).events
      }
    }
    do {
      let control = try await events(under: day.policy)
      let replayed = try await events(under: other)
      let configuration = setup.configuration
      return await Task.detached {
        Shadow.message(
          configuration, events: day.events, other: other.name, replayed: replayed,
          control: report.difference(from: control.compactMap { SessionReport.Call($0) }),
          from: day.beginning.time, at: now)
      }.value
    } catch {
      return Shadow.message(other.name, cannotBeTold: error.all.map(\.phrase), at: now)
    }
  }

  /// Does `work`, which asks `policy`, beside the branch.
  ///
  /// - Throws: that it does not answer, or did not before; or that there is no thread for it now.
  func beside<Answer: Sendable>(
    _ policy: WiredPolicy, _ work: @escaping @Sendable (HangWatch) -> Answer
  ) async throws(Problems) -> Answer {
    try refuseSilent(policy.name)
    do throws(Problem) {
      if let answer = try await BesideTheBranch.run(work) { return answer }
    } catch { throw Problems([error]) }
    silent.insert(policy.name)
    let problem = Self.silence(policy.name)
    Console.tell(problem.phrase)
    throw Problems([problem])
  }

  /// Refuses a policy that did not answer beside the branch.
  func refuseSilent(_ name: String) throws(Problems) {
    if silent.contains(name) { throw Problems([Self.silence(name)]) }
  }

  private static func silence(_ name: String) -> Problem {
    Problem(
      "", "the policy \(name) has not answered for a second beside the branch",
      "it is not asked again until the server is started anew; look at: bank conformance \(name) --isolated"
    )
  }
}
