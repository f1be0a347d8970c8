import BankConfiguration
import BankCore
import BankLive
import BankSimulation

/// Who comes into the branch of a page, anew or again.
extension FloorHub {
  /// Whether `count` more would be too many in the branch.
  ///
  /// Those who may come back after a reset count as if they were there, so that no undo is refused for want of room.
  func isFull(for count: Int) async -> Bool {
    let inside = await session.reading().inside
    return inside + (undoable?.clients.count ?? 0) + count > mostInside
  }

  /// Lets `count` clients in, for any service or for one: all of them, or nobody.
  ///
  /// They are in the journal when this returns. After the doors have closed for the day nobody comes. Of a request that an earlier server began to answer only
  /// those are let in who were not.
  func admit(_ count: Int, service: Int?, from origin: Origin?) async -> [Admission] {
    var admissions = done[origin?.request ?? ""]?.admissions ?? []
    if isClosed(at: await session.reading().time) { return admissions }
    let visits = (0..<max(0, count - admissions.count)).map { _ in visitors.visit(for: service) }
    admissions += await letIn(visits, from: origin)
    if let request = origin?.request { done[request]?.admissions = admissions }
    return admissions
  }

  /// Whether the doors are closed for the day: the next reset begins another.
  func isClosed(at time: Time) -> Bool {
    setup.configuration.workload.closes.map { $0 <= time } ?? false
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
    let admissions = await enter(from: origin) {
      await $0.letBackIn(clients)
    } note: {
      for (ticket, client) in zip($0, clients) { $1.note(client, ticket) }
    }
    noteBack(admissions.count)
    // Every page says that their waits count anew.
    await broadcastFloor()
    changedAt = heard
    return admissions
  }

  private func enter(
    from origin: Origin?, _ enter: (any OpenBank) async -> Entry,
    note: ([Int], inout BroughtVisits) -> Void
  ) async -> [Admission] {
    var entry: Entry
    repeat {
      await switching?.value
      journal.hold()
      entry = await enter(session)
      let tickets = entry.admissions.map(\.ticket)
      journal.release { origins in
        for ticket in tickets {
          origins.arrivals.updateValue(origin, forKey: [entry.session, ticket])
        }
      }
      noteUnasked()
      // A bank that was closed for another policy meanwhile lets nobody in.
    } while entry.admissions.isEmpty && switching != nil
    resumeWaiters()
    await recorded()
    // After a reset meanwhile these tickets are others'.
    if number == entry.session { note(entry.admissions.map(\.ticket), &brought) }
    return entry.admissions
  }
}
