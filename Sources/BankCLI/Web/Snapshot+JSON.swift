import BankCore
import BankLive
import BankRecords

extension Snapshot {
  /// The floor as a page takes it.
  ///
  /// `epoch` says which bank this is, and `more` what the session came to so far.
  func json(_ plan: BranchPlan, epoch: Int, more: [JSON.Member]) -> JSON {
    func client(_ client: Client) -> JSON {
      [
        "ticket": .number(client.ticket),
        "service": .string(plan.services[client.service].name),
        "priority": .number(client.priority), "arrival": .number(client.arrival.seconds),
      ]
    }
    let waiting = lines.joined().sorted { $0.ticket < $1.ticket }
    let members: JSON = [
      "epoch": .number(epoch), "session": .number(session), "time": .number(time.seconds),
      "index": .number(events), "waiting": .array(waiting.map(client)),
      "serving": .array(
        services.map {
          [
            "teller": .number($0.teller), "since": .number($0.since.seconds),
            "client": client($0.client),
          ]
        }),
      "present": .array(present.map { .number($0) }),
      "served": .object(
        zip(plan.services, served).map { .init($0.name, .number($1)) }),
    ]
    guard case .object(let known) = members else { return members }
    return .object(known + more)
  }
}
