import BankCore
import BankLive
import BankSimulation

/// Who comes into the branch of a page, anew or again.
extension FloorHub {
  /// Lets `count` clients in, for any service or for one: all of them, or nobody.
  ///
  /// They are in the journal when this returns. Of a request that an earlier server began to answer only
  /// those are let in who were not.
  func admit(_ count: Int, service: Int?, from origin: Origin?) async -> [Admission] {
    await switching?.value
    var admissions = done[origin?.request ?? ""]?.admissions ?? []
    let visits = (0..<max(0, count - admissions.count)).map { _ in visitors.visit(for: service) }
    admissions += await letIn(visits, from: origin)
    if let request = origin?.request { done[request]?.admissions = admissions }
    return admissions
  }

  /// Lets visits in, and remembers what they bring.
  func letIn(_ visits: [Visit], from origin: Origin?) async -> [Admission] {
    await enter(from: origin) {
      await $0.visit(visits)
    } note: {
      for (ticket, visit) in zip($0, visits) { $1[ticket] = visit }
    }
  }

  /// Lets those in again who were there before.
  func letBackIn(_ clients: [Returning], from origin: Origin?) async -> [Admission] {
    await enter(from: origin) {
      await $0.letBackIn(clients)
    } note: {
      for (ticket, client) in zip($0, clients) { $1.note(client, ticket) }
    }
  }

  private func enter(
    from origin: Origin?, _ enter: (any OpenBank) async -> [Admission],
    note: ([Int], inout BroughtVisits) -> Void
  ) async -> [Admission] {
    let before = number
    journal.hold()
    let admissions = await enter(session)
    let tickets = admissions.map(\.ticket)
    journal.release { origins in
      if let origin { for ticket in tickets { origins.arrivals[ticket] = origin } }
    }
    resumeWaiters()
    await recorded()
    // After a reset meanwhile these tickets are others'.
    if number == before { note(tickets, &brought) }
    return admissions
  }
}
