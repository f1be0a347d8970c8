public import BankCore

/// Watches a day and counts: gives ``DayStatistics`` when it is over.
///
/// An object, so that nobody has to ask at every happening whether a copy shares what it changes.
/// It belongs to one run.
public final class DayObserver: BankObserver {
  @usableFromInline let services: UnsafeMutableBufferPointer<ServiceFigures>
  /// The histograms of all services, one after the other.
  @usableFromInline let buckets: UnsafeMutablePointer<UInt64>
  @usableFromInline let tellers: UnsafeMutableBufferPointer<TellerFigures>
  // Nothing else changes it meanwhile, and checking that would cost more than the change.
  @exclusivity(unchecked) @usableFromInline var total: DayStatistics.Total
  @usableFromInline let start: Time

  /// Begins to watch a day of a branch.
  ///
  /// - Parameter start: whoever comes before is left out, and so is the time before.
  public init(plan: BranchPlan, from start: Time = .zero) {
    self.start = start
    let empty = DayStatistics(plan: plan, from: start)
    services = .allocate(capacity: empty.services.count)
    _ = services.initialize(fromContentsOf: empty.services)
    buckets = .allocate(capacity: services.count * Histogram.size)
    buckets.initialize(repeating: 0, count: services.count * Histogram.size)
    tellers = .allocate(capacity: empty.tellers.count)
    _ = tellers.initialize(fromContentsOf: empty.tellers)
    total = empty.total
  }

  deinit {
    services.deinitialize()
    services.deallocate()
    buckets.deallocate()
    tellers.deallocate()
  }

  /// Counts an arrival.
  @inlinable
  @inline(__always)
  public func arrived(_ client: Client, line: Int, at now: Time, session: Int) {
    services[client.service].enter(at: now, isCounted: now >= start)
    total.inLine.changePeak(by: 1, at: now)
  }

  /// Counts a call.
  @inlinable
  @inline(__always)
  public func started(_ client: Client, line: Int, teller: Int, at now: Time, session: Int) {
    services[client.service].inLine.change(by: -1, at: now)
    total.inLine.changePeak(by: -1, at: now)
  }

  /// Counts a client who was served.
  @inlinable
  @inline(__always)
  public func finished(
    _ client: Client, teller: Int, started: Time, at now: Time, session: Int
  ) {
    guard client.arrival >= start else {
      tellers[teller].busy(from: min(max(started, start), now), until: now)
      return
    }
    tellers[teller].busy(from: started, until: now)
    tellers[teller].served &+= 1
    let wait = services[client.service].finish(
      client.arrival, started, now, buckets + client.service &* Histogram.size)
    total.batches.add(wait)
  }

  /// Counts any other happening.
  public func observe(_ happening: Happening) {
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

  private func leave(
    _ client: Client, at now: Time, _ reason: WritableKeyPath<ServiceFigures, Int>
  ) {
    services[client.service].inLine.change(by: -1, at: now)
    total.inLine.changePeak(by: -1, at: now)
    if client.arrival >= start { services[client.service][keyPath: reason] += 1 }
  }

  /// The figures of the day of `bank` until now, with what lasts: who still waits or is served, and
  /// who is there.
  public func statistics<Queue, Policy>(of bank: Bank<Queue, Policy>) -> DayStatistics {
    statistics(
      serving: tellers.indices.map { bank.service(at: $0)?.since }, until: bank.floor.now)
  }

  /// The same until `end`, by since when each teller has been serving.
  public func statistics(serving: [Time?], until end: Time) -> DayStatistics {
    var day = DayStatistics(
      services: Array(services), tellers: Array(tellers), total: total, start: start)
    for service in day.services.indices {
      day.services[service].inLine.last(until: end)
      day.services[service].waits.counts = Array(
        UnsafeBufferPointer(
          start: buckets + service * Histogram.size, count: Histogram.size))
    }
    day.total.inLine.last(until: end)
    for teller in day.tellers.indices {
      if let began = serving[teller], end > max(began, start) {
        day.tellers[teller].busy(from: max(began, start), until: end)
      }
      day.tellers[teller].presence.last(until: end)
    }
    return day
  }
}
