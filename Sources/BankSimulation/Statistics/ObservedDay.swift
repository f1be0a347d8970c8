package import BankCore

/// Watches a day that nobody simulates, by its events alone: a live session, or a day of a log.
package struct ObservedDay: BankObserver {
  private let counts: DayObserver
  /// Who is served, and who is there.
  package private(set) var floor: ObservedFloor
  /// Who waits, by ticket.
  package private(set) var waiting: [Int: Client] = [:]
  private var work: (total: Time, since: Time)

  /// Makes a day of a branch that opens at `opening`, empty.
  package init(plan: BranchPlan, from opening: Time = .zero) {
    counts = DayObserver(plan: plan, from: opening, toldFrom: opening)
    floor = ObservedFloor(plan: plan, from: opening)
    work = (.zero, opening)
  }

  /// Takes note of `event`.
  package mutating func observe(_ event: BankEvent) {
    pass(until: event.time)
    floor.observe(event)
    counts.observe(event)
    switch event.kind {
    case .arrived(let client, _): waiting[client.ticket] = client
    case .started(let client, _, _), .abandoned(let client, _), .balked(let client, _):
      waiting[client.ticket] = nil
    case .finished, .refused, .came, .left, .restocked, .reset, .ejected: break
    }
  }

  private mutating func pass(until now: Time) {
    if floor.isBusy { work.total += now - work.since }
    work.since = now
  }

  /// The figures until `end`, and for how long there was work.
  package mutating func figures(until end: Time) -> (statistics: DayStatistics, workTime: Time) {
    pass(until: end)
    let statistics = counts.statistics(
      serving: floor.serving, waiting: waiting.values, until: end)
    return (statistics, work.total)
  }
}
