public import BankCore

/// Watches a day and counts: gives ``DayStatistics`` when it is over.
///
/// An object with memory of its own, since a value would have to ask at every event whether a copy shares it: saves 10 %
/// of a simulation. It belongs to one run. After a reset it goes on counting: nobody who left then is in a line, and the
/// time of a service that the reset broke off is not counted.
public final class DayObserver: BankObserver {
  /// The figures of each service, and after them of each priority class, route, and route's times.
  @usableFromInline let services: UnsafeMutablePointer<ServiceFigures>
  /// The histograms of the services, one after the other: those of the others have no more buckets than they fill, for there
  /// may be as many classes as clients.
  @usableFromInline let buckets: Table<UInt64>
  @usableFromInline let tellers: UnsafeMutablePointer<TellerFigures>
  @usableFromInline let total: UnsafeMutablePointer<DayStatistics.Total>
  @usableFromInline let start: Time
  /// Whether there are priority classes or routes; what only they need is apart.
  @usableFromInline let hasGroups: Bool
  private let plan: BranchPlan
  private let routeLengths: [Int]
  /// When each client on a route came, and how long they have waited at their steps until now.
  private var onRoute: [Int: (came: Time, waited: Time)] = [:]
  private let empty: DayStatistics

  /// Begins to watch a day of a branch.
  ///
  /// - Parameters:
  ///   - plan: the branch.
  ///   - start: the end of the warm-up: whoever comes before is left out, and so is the time before.
  ///   - first: when the events begin; whoever is on duty then is present.
  public init(plan: BranchPlan, from start: Time = .zero, toldFrom first: Time = .zero) {
    self.start = start
    empty = DayStatistics(plan: plan, from: start, toldFrom: first)
    self.plan = plan
    routeLengths = plan.routes.map(\.steps.count)
    hasGroups = !plan.classes.isEmpty || !routeLengths.isEmpty
    let figures = empty.parts
    services = Self.copy(figures)
    buckets = Table(repeating: 0, count: plan.services.count * Histogram.size)
    tellers = Self.copy(empty.tellers)
    total = Self.copy([empty.total])
  }

  private static func copy<Figures>(_ figures: [Figures]) -> UnsafeMutablePointer<Figures> {
    let start = UnsafeMutablePointer<Figures>.allocate(capacity: figures.count)
    for (index, each) in figures.enumerated() { (start + index).initialize(to: each) }
    return start
  }

  deinit {
    services.deinitialize(count: empty.parts.count).deallocate()
    tellers.deinitialize(count: empty.tellers.count).deallocate()
    total.deinitialize(count: 1).deallocate()
    buckets.free()
  }

  /// The place of a client's class among the figures; `nil` for a class that the plan does not know.
  private func place(ofClass client: Client) -> Int? {
    let rank = plan.rank(ofClass: client.priority)
    return rank < plan.classes.count && plan.classes[rank] == client.priority
      ? plan.services.count + rank : nil
  }

  /// The places of a route and of its times among the figures.
  private func places(ofRoute route: Int) -> (waits: Int, times: Int) {
    let first = plan.services.count + plan.classes.count + route
    return (first, first + routeLengths.count)
  }

  /// Counts an arrival.
  @inlinable
  @inline(__always)
  public func arrived(_ client: Client, line: Int, at now: Time, session: Int) {
    services[client.service].enter(at: now, isCounted: now >= start)
    if hasGroups { enterGroups(client, at: now) }
    total.pointee.inLine.changePeak(by: 1, at: now)
  }

  @usableFromInline
  @inline(never)
  func enterGroups(_ client: Client, at now: Time) {
    if let place = place(ofClass: client) {
      services[place].enter(at: now, isCounted: now >= start)
    }
    guard let route = client.route else { return }
    let isFirst = onRoute[client.ticket] == nil
    if isFirst {
      onRoute[client.ticket] = (now, .zero)
    } else if now >= start {
      total.pointee.furtherSteps += 1
    }
    let (waits, times) = places(ofRoute: route)
    services[waits].enter(at: now, isCounted: isFirst && now >= start)
    // Whoever is on a route is in the branch.
    if isFirst { services[times].enter(at: now, isCounted: now >= start) }
  }

  /// Counts a call.
  @inlinable
  @inline(__always)
  public func started(
    _ client: Client, line: Int, teller: Int, at now: Time, session: Int
  ) {
    services[client.service].inLine.change(by: -1, at: now)
    if hasGroups { leaveGroups(client, at: now) }
    total.pointee.inLine.changePeak(by: -1, at: now)
  }

  @usableFromInline
  @inline(never)
  func leaveGroups(_ client: Client, at now: Time) {
    if let place = place(ofClass: client) { services[place].inLine.change(by: -1, at: now) }
    guard let route = client.route else { return }
    services[places(ofRoute: route).waits].inLine.change(by: -1, at: now)
    onRoute[client.ticket]?.waited += now - client.arrival
  }

  /// Counts a client who was served.
  @inlinable
  @inline(__always)
  public func finished(
    _ client: Client, teller: Int, started: Time, at now: Time, session: Int
  ) {
    guard client.arrival >= start else {
      tellers[teller].busy(from: min(max(started, start), now), until: now)
      if hasGroups { finishRoute(client, at: now) }
      return
    }
    tellers[teller].busy(from: started, until: now)
    tellers[teller].served &+= 1
    let wait = services[client.service].finish(
      client.arrival, started, now, in: buckets, at: client.service &* Histogram.size)
    total.pointee.batches.add(wait)
    if hasGroups { finishInGroups(client, started, at: now) }
  }

  @usableFromInline
  @inline(never)
  func finishInGroups(_ client: Client, _ started: Time, at now: Time) {
    finishRoute(client, at: now)
    guard let place = place(ofClass: client) else { return }
    let target = services[client.service].target
    services[place].finish(client.arrival, started, now, within: target)
  }

  /// Counts whoever leaves the branch after the last step of a route.
  @usableFromInline
  @inline(never)
  func finishRoute(_ client: Client, at now: Time) {
    guard let route = client.route, client.step + 1 == routeLengths[route],
      let (came, waited) = onRoute.removeValue(forKey: client.ticket)
    else { return }
    let (waits, times) = places(ofRoute: route)
    services[times].inLine.change(by: -1, at: now)
    guard came >= start else { return }
    services[waits].finish(came, came + waited, now, within: .never)
    services[times].finish(came, now, now, within: .never)
  }

  /// Counts any other event.
  public func observe(_ event: BankEvent) {
    let now = event.time
    switch event.kind {
    case .arrived(let client, let line):
      arrived(client, line: line, at: now, session: event.session)
    case .started(let client, let line, let teller):
      started(client, line: line, teller: teller, at: now, session: event.session)
    case .finished(let client, let teller, let began):
      finished(client, teller: teller, started: began, at: now, session: event.session)
    case .abandoned(let client, _): leave(client, at: now, \.abandoned)
    case .balked(let client, _): leave(client, at: now, \.balked)
    case .refused(let client, _) where now >= start:
      for place in places(of: client) + routePlaces(client) {
        services[place].arrived += 1
        services[place].refused += 1
      }
    case .came(let teller): tellers[teller].presence.change(to: 1, at: now)
    case .left(let teller): tellers[teller].presence.change(to: 0, at: now)
    case .reset:
      onRoute = [:]
      for place in empty.parts.indices { services[place].inLine.change(to: 0, at: now) }
      total.pointee.inLine.changePeak(by: -total.pointee.inLine.value, at: now)
    case .refused, .restocked, .ejected: break
    }
  }

  private func places(of client: Client) -> [Int] {
    [client.service] + (place(ofClass: client).map { [$0] } ?? [])
  }

  private func routePlaces(_ client: Client) -> [Int] {
    client.route.map {
      let (waits, times) = places(ofRoute: $0)
      return [waits, times]
    } ?? []
  }

  private func leave(
    _ client: Client, at now: Time, _ reason: WritableKeyPath<ServiceFigures, Int>
  ) {
    for place in places(of: client) {
      services[place].inLine.change(by: -1, at: now)
      if client.arrival >= start { services[place][keyPath: reason] += 1 }
    }
    let came = onRoute.removeValue(forKey: client.ticket)?.came ?? client.arrival
    for place in routePlaces(client) {
      services[place].inLine.change(by: -1, at: now)
      if came >= start { services[place][keyPath: reason] += 1 }
    }
    total.pointee.inLine.changePeak(by: -1, at: now)
  }

  /// The figures of the day of `bank` until now, with what lasts: who still waits or is served, and
  /// who is there.
  public func statistics<Queue, Policy>(of bank: Bank<Queue, Policy>) -> DayStatistics {
    statistics(
      serving: bank.floor.tellers.map { bank.floor.serving($0) }, until: bank.floor.now)
  }

  /// The figures of the day until `end`, for whoever has no bank to ask.
  ///
  /// - Parameters:
  ///   - serving: whom each teller is serving and since when; `nil` for one who serves nobody.
  ///   - waiting: those who wait, where the day goes on: of those within the target nothing is known yet. Nobody where
  ///     the day ends: all who still wait are late then.
  ///   - end: until when to count.
  /// - Returns: the figures, with what lasts until then.
  public func statistics(
    serving: [(client: Client, since: Time)?], waiting: some Sequence<Client> = [],
    until end: Time
  ) -> DayStatistics {
    var day = empty
    func inTime(_ clients: [(client: Client, since: Time)]) -> [Int] {
      clients.filter { client, since in
        client.arrival >= start && since - client.arrival <= services[client.service].target
      }.flatMap { places(of: $0.client) }
    }
    let servingInTime = inTime(serving.compactMap(\.self))
    let undecided = inTime(waiting.map { ($0, end) })
    func figures(_ place: Int) -> ServiceFigures {
      var figures = services[place]
      figures.inLine.last(until: end)
      if place < plan.services.count {
        figures.waits = Histogram(buckets, at: place * Histogram.size)
      }
      figures.servingInTime = servingInTime.count { $0 == place }
      figures.undecided = undecided.count { $0 == place }
      return figures
    }
    day.services = day.services.indices.map(figures)
    day.classes = day.classes.indices.map { figures(day.services.count + $0) }
    for route in day.routes.indices {
      let (waits, times) = places(ofRoute: route)
      (day.routes[route], day.routeTimes[route]) = (figures(waits), figures(times))
    }
    day.total = total.pointee
    day.total.inLine.last(until: end)
    for teller in day.tellers.indices {
      day.tellers[teller] = tellers[teller]
      if let began = serving[teller]?.since, end > max(began, start) {
        day.tellers[teller].busy(from: max(began, start), until: end)
      }
      day.tellers[teller].presence.last(until: end)
    }
    return day
  }
}
