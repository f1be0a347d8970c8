/// The stock, worked out from the plan and the events alone.
package struct StockLedger: BankObserver, Sendable {
  private let plan: BranchPlan
  /// How much there is of each item, without what clients in the bank have reserved.
  package private(set) var counts: [Int]
  /// For each client who reserved anything on coming, by ticket: the services that they have not finished, in order.
  private var reserved: [Int: [Int]] = [:]

  /// Makes the ledger of a branch as it opens, with what the plan says or with `counts`.
  package init(_ plan: BranchPlan, counts: [Int]? = nil) {
    self.plan = plan
    self.counts = counts ?? plan.stock.map(\.count)
  }

  /// The items that a client who is about to come has to reserve, for all steps; none for one who has reserved them
  /// and goes on to a further step.
  ///
  /// To be asked before ``observe(_:)`` is told that the client came.
  package func itemsToReserve(for client: Client) -> Set<Int> {
    guard reserved[client.ticket] == nil else { return [] }
    return Set(
      plan.servicesToCome(client.service, client.route, from: client.step).flatMap {
        plan.needs[$0].map(\.item)
      })
  }

  /// Takes note of `event`.
  package mutating func observe(_ event: BankEvent) {
    switch event.kind {
    case .arrived(let client, _) where reserved[client.ticket] == nil:
      let services = plan.servicesToCome(client.service, client.route, from: client.step)
      guard services.contains(where: { !plan.needs[$0].isEmpty }) else { return }
      reserved[client.ticket] = Array(services)
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

  /// Gives back all that is still reserved: everybody is sent away.
  package mutating func giveBackAll() {
    for ticket in reserved.keys { giveBack(ticket) }
  }

  private mutating func giveBack(_ ticket: Int) {
    for service in reserved.removeValue(forKey: ticket) ?? [] { change(service, by: 1) }
  }

  private mutating func change(_ service: Int, by sign: Int) {
    for need in plan.needs[service] {
      counts[need.item] = min(counts[need.item] + sign * need.count, BranchPlan.largestStock)
    }
  }
}
