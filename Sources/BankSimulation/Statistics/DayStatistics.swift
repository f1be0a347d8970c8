public import BankCore

/// The figures of a day, per service, for all, and per teller, in memory that does not grow with
/// the number of clients.
///
/// Who takes a route counts at every step in the figures of its service and in those of all; by client
/// they are in the figures of the routes.
///
/// What a ``DayObserver`` has seen.
public struct DayStatistics: Sendable {
  /// The figures of each service, in the plan's order.
  public var services: [ServiceFigures]

  /// The figures of each priority class, in the order of the plan's classes.
  public var classes: [ServiceFigures]

  /// The figures of each route, in the plan's order; a wait is all that a client waited at its steps.
  public var routes: [ServiceFigures]

  /// The same, where a "wait" is the whole time in the branch.
  public var routeTimes: [ServiceFigures]

  /// The figures of each teller, in the plan's order.
  public var tellers: [TellerFigures]

  /// The line of all services together, and the waits of all in order.
  @usableFromInline var total: Total
  private let start: Time

  /// What is known of all services together only while it happens.
  @usableFromInline
  struct Total: Sendable {
    @usableFromInline var inLine: Level
    @usableFromInline var batches = BatchMeans()
    /// How often somebody joined the line of a further step.
    var furtherSteps = 0
  }

  /// Makes empty statistics for a branch.
  ///
  /// - Parameters:
  ///   - plan: the branch.
  ///   - start: the end of the warm-up: whoever comes before is left out, and so is the time before.
  ///   - first: when the events begin; whoever is on duty then is present.
  public init(plan: BranchPlan, from start: Time = .zero, toldFrom first: Time = .zero) {
    self.start = start
    services = plan.services.map { ServiceFigures(target: $0.target, from: start) }
    // Within the target of its own service each client counts in the class.
    let hasTarget = plan.services.allSatisfy { $0.target != nil }
    classes = plan.classes.map { _ in ServiceFigures(target: hasTarget ? .never : nil, from: start)
    }
    routes = plan.routes.map { _ in ServiceFigures(target: nil, from: start) }
    routeTimes = routes
    tellers = plan.tellers.map { teller in
      var figures = TellerFigures(presence: Level(from: start))
      if teller.isOnDuty(at: first) { figures.presence.change(by: 1, at: first) }
      return figures
    }
    total = Total(inLine: Level(from: start))
  }

  /// The figures of the services, then of the classes, the routes, and the routes' times in the branch: the
  /// place of one among them is its number.
  var parts: [ServiceFigures] { groups.flatMap(\.self) }

  /// One of ``parts``.
  func part(_ place: Int) -> ServiceFigures {
    var place = place
    for group in groups {
      if place < group.count { return group[place] }
      place -= group.count
    }
    preconditionFailure("there are \(parts.count) parts")
  }

  private var groups: [[ServiceFigures]] { [services, classes, routes, routeTimes] }

  /// How many clients came; one on a route counts once.
  public var clients: Int { services.reduce(0) { $0 + $1.arrived } - total.furtherSteps }

  /// The figures of all services together; made anew each time.
  public var all: ServiceFigures {
    let hasTarget = services.allSatisfy { $0.withinTarget != nil }
    var all = ServiceFigures(target: hasTarget ? .never : nil, from: start)
    for service in services { all.mergeClients(service) }
    all.inLine = total.inLine.with(areaOf: services.lazy.map(\.inLine))
    all.batches = total.batches
    return all
  }

  /// Adds the clients of another day, on which the tellers may have been others.
  package mutating func mergeServices(_ other: DayStatistics) {
    for service in services.indices { services[service].merge(other.services[service]) }
    for place in classes.indices { classes[place].merge(other.classes[place]) }
    for route in routes.indices {
      routes[route].merge(other.routes[route])
      routeTimes[route].merge(other.routeTimes[route])
    }
    total.furtherSteps += other.total.furtherSteps
    total.inLine.merge(other.total.inLine)
  }

  /// Adds the figures of another day of the same branch.
  public mutating func merge(_ other: DayStatistics) {
    mergeServices(other)
    for teller in tellers.indices { tellers[teller].merge(other.tellers[teller]) }
  }
}
