public import BankCore

/// The figures of a day, per service, for all, and per teller, in memory that does not grow with
/// the number of clients.
public struct DayStatistics: BankObserver, Sendable {
  /// The figures of each service, in the plan's order.
  public var services: [ServiceFigures]

  /// The figures of each teller, in the plan's order.
  public var tellers: [TellerFigures]

  /// The line of all services together, and the waits of all in order.
  @usableFromInline var inLine: Level
  @usableFromInline var batches = BatchMeans()
  @usableFromInline let targets: [Time]
  @usableFromInline let start: Time

  /// Makes empty statistics for a branch.
  ///
  /// - Parameter start: whoever comes before is left out, and so is the time before.
  public init(plan: BranchPlan, from start: Time = .zero) {
    self.start = start
    services = plan.services.map { ServiceFigures(hasTarget: $0.target != nil, from: start) }
    tellers = plan.tellers.map { teller in
      var figures = TellerFigures(presence: Level(from: start))
      let isThere = teller.shifts.map { $0.first?.start == .zero } ?? true
      if isThere { figures.presence.change(by: 1, at: .zero) }
      return figures
    }
    targets = plan.services.map { $0.target ?? .never }
    inLine = Level(from: start)
  }

  /// The figures of all services together; made anew each time.
  public var all: ServiceFigures {
    var all = ServiceFigures(
      hasTarget: services.allSatisfy { $0.withinTarget != nil }, from: start)
    for service in services { all.mergeClients(service) }
    all.inLine = inLine
    all.batches = batches
    return all
  }

  /// Counts an arrival.
  @inlinable
  @inline(__always)
  public mutating func arrived(_ client: Client, line: Int, at now: Time, session: Int) {
    services[client.service].enter(at: now, isCounted: now >= start)
    inLine.change(by: 1, at: now)
  }

  /// Counts a call.
  @inlinable
  @inline(__always)
  public mutating func started(
    _ client: Client, line: Int, teller: Int, at now: Time, session: Int
  ) {
    services[client.service].inLine.change(by: -1, at: now)
    inLine.change(by: -1, at: now)
  }

  /// Counts a client who was served.
  @inlinable
  @inline(__always)
  public mutating func finished(
    _ client: Client, teller: Int, started: Time, at now: Time, session: Int
  ) {
    let isCounted = client.arrival >= start
    tellers[teller].finish(now - min(max(started, start), now), isCounted: isCounted)
    guard isCounted else { return }
    let wait = started - client.arrival
    services[client.service].finish(
      wait: wait, wait <= targets[client.service], sojourn: now - client.arrival)
    batches.add(Double(wait.nanoseconds) * 1e-9)
  }

  /// Counts any other happening.
  public mutating func observe(_ happening: Happening) {
    let now = happening.time
    switch happening.event {
    case .abandoned(let client, _): leave(client, at: now, \.abandoned)
    case .balked(let client, _): leave(client, at: now, \.balked)
    case .refused(let client, _) where now >= start:
      services[client.service].arrived += 1
      services[client.service].refused += 1
    case .came(let teller): tellers[teller].presence.change(by: 1, at: now)
    case .left(let teller): tellers[teller].presence.change(by: -1, at: now)
    case .reset, .restocked, .ejected, .refused: break
    case .arrived(let client, let line):
      arrived(client, line: line, at: now, session: happening.session)
    case .started(let client, let line, let teller):
      started(client, line: line, teller: teller, at: now, session: happening.session)
    case .finished(let client, let teller, let began):
      finished(client, teller: teller, started: began, at: now, session: happening.session)
    }
  }

  private mutating func leave(
    _ client: Client, at now: Time, _ reason: WritableKeyPath<ServiceFigures, Int>
  ) {
    services[client.service].inLine.change(by: -1, at: now)
    inLine.change(by: -1, at: now)
    if client.arrival >= start { services[client.service][keyPath: reason] += 1 }
  }

  /// Adds what lasts until `end`: who still waits or is served, and who is there.
  ///
  /// Called once, after the last happening.
  public mutating func close<Queue, Policy>(_ bank: Bank<Queue, Policy>, at end: Time) {
    close(serving: tellers.indices.map { bank.service(at: $0)?.since }, at: end)
  }

  /// The same, by since when each teller has been serving.
  public mutating func close(serving: [Time?], at end: Time) {
    for service in services.indices { services[service].inLine.last(until: end) }
    inLine.last(until: end)
    for teller in tellers.indices {
      if let began = serving[teller], end > max(began, start) {
        tellers[teller].nanoseconds += Double((end - max(began, start)).nanoseconds)
      }
      tellers[teller].presence.last(until: end)
    }
  }

  /// Adds the figures of another day of the same branch.
  public mutating func merge(_ other: DayStatistics) {
    for service in services.indices { services[service].merge(other.services[service]) }
    for teller in tellers.indices { tellers[teller].merge(other.tellers[teller]) }
    inLine.merge(other.inLine)
  }
}
