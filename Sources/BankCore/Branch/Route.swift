/// A way through the branch: services one after the other, such as reception, blood test, doctor.
///
/// When a step is finished the client joins the line of the next at the same instant, with the same
/// ticket. Each step is a wait and a service of its own; the stock for all
/// steps is reserved when the client comes, and ``BranchPlan/limit`` is checked only then.
public struct Route: Hashable, Sendable {
  /// The name, as config and reports use it.
  public var name: String

  /// The names of the services, in order; a service may occur more than once.
  public var steps: [String]

  /// Makes a route.
  public init(_ name: String, steps: [String]) {
    self.name = name
    self.steps = steps
  }
}

/// A place on a ``Route``: the route, as an index into the plan's routes, and the number of the step, from 0.
public struct RoutePlace: Hashable, Sendable {
  /// The route.
  public var route: Int
  /// The step.
  public var step: Int

  /// Makes a place.
  public init(route: Int, step: Int) { (self.route, self.step) = (route, step) }
}

/// A client who was in the branch before and comes again, for the service for which they waited or were being served;
/// on a route, at that step.
///
/// A live branch lets them in again after a reset was undone, after its process was started again, and as it is
/// opened anew under another policy. They get a new ticket, and their wait begins anew.
public struct Returning: Hashable, Sendable {
  /// What they come with.
  public var visit: Visit
  /// Their place on a route; `nil` for one who comes for the visit's service alone.
  public var place: RoutePlace?

  /// Makes one.
  public init(_ visit: Visit, at place: RoutePlace?) { (self.visit, self.place) = (visit, place) }
}

/// Says which route a client takes, and what they bring to each further step.
///
/// An answer MUST depend on the arguments alone, so that every policy meets the same clients. A policy
/// sees the route and the step of a client, and not what they bring to a later one.
public protocol RouteSource: Sendable {
  /// The route, as an index into the plan's routes, of the client who comes with `visit` and gets
  /// `ticket`; `nil` for a client who comes for that service alone.
  ///
  /// The route's first step MUST be the visit's service: the bank traps otherwise.
  func route(of visit: Visit, ticket: Int, session: Int) -> Int?

  /// What the client brings to step `step`, at least 1 (the first step is 0): a service time and a patience.
  ///
  /// The bank takes the service from the route, and the priority class from the first visit.
  func visit(toStep step: Int, ofRoute route: Int, ticket: Int, session: Int) -> Visit
}
