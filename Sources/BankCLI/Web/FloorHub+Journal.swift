import BankCore
import BankLive
import BankRecords
import BankSimulation

/// What the hub writes down, and how it goes on with what an earlier server did.
extension FloorHub {
  /// Writes an event down, with the request that it comes from.
  func write(_ event: BankEvent, _ line: String) {
    guard journal != nil else { return }
    if asking == 0 { writeNow(event, line) } else { held.append((event, line)) }
  }

  private func writeNow(_ event: BankEvent, _ line: String) {
    var request: String?
    switch event.kind {
    case .arrived(let client, _), .balked(let client, _), .refused(let client, _):
      request = askedBy.removeValue(forKey: client.ticket)
    case .reset: (request, resetBy) = (resetBy, nil)
    default: break
    }
    journal?.line(
      request.map { line.dropLast() + ",\"request\":\(JSON.quoted($0))}" } ?? line, isFlushed: true)
  }

  /// Writes down what waited for a request to know whom it let in.
  func writeHeld(all: Bool = false) {
    guard asking == 0 || all else { return }
    for (event, line) in held { writeNow(event, line) }
    held = []
    resumeWaiters()
  }

  /// Writes down that the branch was opened anew.
  func noteOpening() {
    let request = resetBy.map { ",\"request\":\(JSON.quoted($0))" } ?? ""
    resetBy = nil
    journal?.line(
      "{\"t\":0,\"session\":\(number),\"event\":\"reset\",\"policy\":\(JSON.quoted(wired.name))"
        + ",\"options\":\(wired.options)\(request)}",
      isFlushed: true)
  }

  /// Goes on where an earlier server ended: its stock, and those who were still there, in their order.
  ///
  /// - Returns: how many are back.
  func resume(_ earlier: Journal) async -> Int {
    let changes = earlier.stock.enumerated().map { StockChange(item: $0, count: $1) }
    if !changes.isEmpty { await session.restock(changes) }
    let visits = earlier.left.map { left in
      var visit = visitors.visit(for: left.service)
      visit.priority = left.priority
      return visit
    }
    let admissions = await letIn(visits)
    done = earlier.done
    for (left, admission) in zip(earlier.left, admissions) {
      guard let request = left.request,
        let place = done[request]?.admissions.firstIndex(where: { $0.ticket == left.ticket })
      else { continue }
      done[request]?.admissions[place] = admission
    }
    return admissions.count { if case .admitted = $0 { true } else { false } }
  }
}
