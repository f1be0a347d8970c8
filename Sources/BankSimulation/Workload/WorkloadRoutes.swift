public import BankCore

/// Who takes a route.
public struct RouteLoad: Sendable, Equatable {
  /// The steps, as indices into the services.
  public var steps: [Int]

  /// The share of those who come for the first step's service, from 0 to 1; the others come for that alone
  /// or take another route.
  public var share: Double

  /// Makes a load.
  public init(steps: [Int], share: Double) {
    self.steps = steps
    self.share = share
  }
}

extension Workload {
  /// The routes that clients of a day take; `nil` where the workload has none.
  ///
  /// Each client's are drawn from a source of their own, by the ticket: the same seed and day give the
  /// same clients, whatever policy meets them.
  public func routeSource(seed: UInt64, day: Int) -> (any RouteSource)? {
    routes.isEmpty ? nil : WorkloadRoutes(self, seed: seed, day: day)
  }

  /// Whether anybody comes to a service, from outside or on a route.
  public func isReached(_ service: Int) -> Bool {
    services[service].arrivals != nil
      || routes.contains { route in
        route.share > 0 && services[route.steps[0]].arrivals != nil
          && route.steps.contains(service)
      }
  }

  /// How many clients a second join the line of each service in the long run, those on routes at every
  /// step; 0 where arrivals end.
  var rates: [Double] { rates(atDoor: services.map { Stability.rate($0.arrivals) }) }

  /// How many join the line of each service where so many come for each through the door.
  func rates(atDoor: [Double]) -> [Double] {
    var rates = atDoor
    for route in routes {
      for step in route.steps.dropFirst() { rates[step] += atDoor[route.steps[0]] * route.share }
    }
    return rates
  }
}

/// The routes of a workload's clients on one day.
struct WorkloadRoutes: RouteSource {
  private let routes: [RouteLoad]
  private let times: [Sampler]
  private let patiences: [Sampler?]
  private let seed: UInt64
  private let day: Int

  init(_ workload: Workload, seed: UInt64, day: Int) {
    routes = workload.routes
    times = workload.services.map { Sampler($0.time) }
    patiences = workload.services.map { $0.patience.map(Sampler.init) }
    self.seed = seed
    self.day = day
  }

  /// The source of one client for one step.
  private func random(_ step: Int, _ ticket: Int, _ session: Int) -> RandomSource {
    RandomSource(
      seed: seed, stream: UInt64(day), RandomUse.routes.rawValue, UInt64(session), UInt64(ticket),
      UInt64(step))
  }

  func route(of visit: Visit, ticket: Int, session: Int) -> Int? {
    var random = random(0, ticket, session)
    var level = random.unit()
    for (index, route) in routes.enumerated() where route.steps.first == visit.service {
      if level < route.share { return index }
      level -= route.share
    }
    return nil
  }

  func visit(toStep step: Int, ofRoute route: Int, ticket: Int, session: Int) -> Visit {
    var random = random(step, ticket, session)
    let service = routes[route].steps[step]
    return Visit(
      service: service, serviceTime: times[service].sample(&random),
      patience: patiences[service]?.sample(&random))
  }
}
