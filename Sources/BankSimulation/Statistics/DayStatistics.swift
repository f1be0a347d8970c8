public import BankCore

/// The figures of a day, per service, for all, and per teller, in memory that does not grow with
/// the number of clients.
public struct DayStatistics: BankObserver, Sendable {
  /// The figures of each service, in the plan's order.
  public internal(set) var services: [ServiceFigures]

  /// The figures of each teller, in the plan's order.
  public internal(set) var tellers: [TellerFigures]

  /// The figures of all services together.
  public internal(set) var all: ServiceFigures

  @usableFromInline let targets: [Time]

  /// Makes empty statistics for a branch.
  public init(plan: BranchPlan) {
    services = plan.services.map { ServiceFigures(hasTarget: $0.target != nil) }
    tellers = plan.tellers.map { teller in
      var figures = TellerFigures()
      let isThere = teller.shifts.map { $0.first?.start == .zero } ?? true
      if isThere { figures.presence.set(1, at: .zero) }
      return figures
    }
    all = ServiceFigures(hasTarget: plan.services.allSatisfy { $0.target != nil })
    targets = plan.services.map { $0.target ?? .never }
  }

  /// Counts `happening`.
  public mutating func observe(_ happening: Happening) {
    let now = happening.time
    switch happening.event {
    case .arrived(let client, _):
      services[client.service].enter(at: now)
      all.enter(at: now)
    case .started(let client, _, _):
      services[client.service].call(at: now)
      all.call(at: now)
    case .finished(let client, let teller, let started):
      let sojourn = now - client.arrival
      let wait = started - client.arrival
      let isInTime = wait <= targets[client.service]
      services[client.service].finish(wait: wait, isInTime, sojourn: sojourn)
      all.finish(wait: wait, isInTime, sojourn: sojourn)
      tellers[teller].finish(now - started)
    case .abandoned(let client, _):
      services[client.service].leave(\.abandoned, at: now)
      all.leave(\.abandoned, at: now)
    case .balked(let client, _):
      services[client.service].leave(\.balked, at: now)
      all.leave(\.balked, at: now)
    case .refused(let client, _):
      services[client.service].refuse()
      all.refuse()
    case .came(let teller): tellers[teller].presence.set(1, at: now)
    case .left(let teller): tellers[teller].presence.set(0, at: now)
    case .reset, .restocked, .ejected: break
    }
  }

  /// Adds what lasts until `end`: who still waits or is served, and who is there.
  ///
  /// Called once, after the last happening.
  public mutating func close<Queue, Policy>(_ bank: Bank<Queue, Policy>, at end: Time) {
    for service in services.indices { services[service].close(at: end) }
    all.close(at: end)
    for teller in tellers.indices {
      if let (_, since) = bank.service(at: teller) { tellers[teller].busy += (end - since).seconds }
      tellers[teller].presence.close(at: end)
    }
  }
}
