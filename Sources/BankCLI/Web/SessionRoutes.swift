import BankCore

/// The routes that the clients of a session took, and what they brought to each step.
///
/// A step that nobody saw the end of takes the mean time of its service.
struct RecordedRoutes: RouteSource {
  let plan: BranchPlan
  /// Where each client, by ticket, began.
  private var begun: [Int: RoutePlace] = [:]
  /// What each brought to their steps so far.
  private var visits: [Int: [Int: Visit]] = [:]

  init(plan: BranchPlan) { self.plan = plan }

  mutating func note(_ client: Client) {
    guard let route = client.route else { return }
    if begun[client.ticket] == nil {
      begun[client.ticket] = RoutePlace(route: route, step: client.step)
    }
    visits[client.ticket, default: [:]][client.step] = expected(client.step, route)
  }

  func isFirstStep(of client: Client) -> Bool {
    begun[client.ticket].map { $0.step == client.step } ?? true
  }

  mutating func change(_ client: Client, _ change: (inout Visit) -> Void) {
    guard var visit = visits[client.ticket]?[client.step] else { return }
    change(&visit)
    visits[client.ticket]?[client.step] = visit
  }

  private func expected(_ step: Int, _ route: Int) -> Visit {
    let service = plan.steps[route][step]
    return Visit(service: service, serviceTime: plan.services[service].meanTime)
  }

  func route(of visit: Visit, ticket: Int, session: Int) -> Int? { begun[ticket]?.route }

  func visit(toStep step: Int, ofRoute route: Int, ticket: Int, session: Int) -> Visit {
    visits[ticket]?[step] ?? expected(step, route)
  }
}
