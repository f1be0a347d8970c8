import BankCore

/// Which routes the clients of a world take: whose ticket is whose, over resets.
struct WorldRoutes: RouteSource {
  let visitors: [World.Visitor]
  let routes: [[Int]]
  /// The number of the first session, and how many tickets were issued in it before.
  let first: Int
  let ticketsBefore: Int
  /// The number of the first client of each session.
  let starts: [Int]

  private func visitor(_ ticket: Int, _ session: Int) -> World.Visitor {
    let place = starts[session - first] + ticket - 1 - (session == first ? ticketsBefore : 0)
    // A copy of a run may go on with more clients than the world has.
    return visitors[place % visitors.count]
  }

  func route(of visit: Visit, ticket: Int, session: Int) -> Int? {
    guard let route = visitor(ticket, session).route, routes.indices.contains(route),
      routes[route].first == visit.service
    else { return nil }
    return route
  }

  func visit(toStep step: Int, ofRoute route: Int, ticket: Int, session: Int) -> Visit {
    let visitor = visitor(ticket, session)
    return Visit(
      service: routes[route][step], serviceTime: visitor.time, patience: visitor.patience)
  }
}
