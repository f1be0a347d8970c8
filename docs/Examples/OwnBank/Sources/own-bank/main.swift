import BankCLI
import BankCore
import ShippedPolicies

struct SlowestFirstPolicy: TellerPolicy {
  static let (name, summary) = ("slowest-first", "The service that takes longest goes first.")
  static let claims = Claims(overtaking: .unbounded)
  init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
  func lines(for plan: BranchPlan) -> Int { plan.services.count }
  func line(for client: Client, on floor: Floor) -> Int { client.service }
  func next(on floor: Floor) -> Decision {
    floor.call { floor.plan.services[$0.service].meanTime } ?? .idle
  }
}

struct NewestFirstQueue: ClientQueueable {
  static let (name, summary) = ("newest-first", "Whoever came last is next.")
  var clients: [Client] = []
  mutating func enqueue(_ client: Client) { clients.append(client) }
  mutating func dequeue() -> Client? { clients.popLast() }
  mutating func clear() { clients = [] }
  var peek: Client? { clients.last }
  var count: Int { clients.count }
}

await BankCommand.main(
  policies: Shipped.policies + [.init(SlowestFirstPolicy.self)],
  queues: Shipped.queues + [.init(NewestFirstQueue.self)])
