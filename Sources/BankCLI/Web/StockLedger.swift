import BankCore

extension Need {
  /// The most that people may set an item of the stock to: a hundred, as the juice maker's; where the branch has more, as
  /// much as a count may be.
  var mostToSet: Int { count > 100 ? BranchPlan.largestCount : 100 }
}

/// What is in stock, by what happened.
struct StockLedger: Sendable {
  private let plan: BranchPlan
  private(set) var counts: [Int]
  /// The services for which each client has reserved something still, by ticket.
  private var reserved: [Int: [Int]] = [:]

  init(_ plan: BranchPlan) {
    self.plan = plan
    counts = plan.stock.map(\.count)
  }

  mutating func observe(_ event: BankEvent) {
    switch event.kind {
    case .arrived(let client, _) where reserved[client.ticket] == nil:
      let services = client.route.map { Array(plan.steps[$0][client.step...]) } ?? [client.service]
      guard services.contains(where: { !plan.services[$0].needs.isEmpty }) else { return }
      reserved[client.ticket] = services
      for service in services { change(service, by: -1) }
    case .abandoned(let client, _), .balked(let client, _): giveBack(client.ticket)
    case .finished(let client, _, _):
      guard let services = reserved.removeValue(forKey: client.ticket) else { return }
      if services.count > 1 { reserved[client.ticket] = Array(services.dropFirst()) }
    case .restocked(let item, let count): counts[item] = count
    case .reset: giveBackAll()
    case .arrived, .refused, .started, .came, .left, .ejected: break
    }
  }

  /// Gives back what everybody has reserved still: all are sent away.
  mutating func giveBackAll() {
    for ticket in reserved.keys { giveBack(ticket) }
  }

  private mutating func giveBack(_ ticket: Int) {
    for service in reserved.removeValue(forKey: ticket) ?? [] { change(service, by: 1) }
  }

  private mutating func change(_ service: Int, by sign: Int) {
    for need in plan.services[service].needs {
      if let item = plan.stock.firstIndex(where: { $0.item == need.item }) {
        counts[item] += sign * need.count
      }
    }
  }
}
