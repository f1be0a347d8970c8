import BankCore
import BankLive
import BankRecords
import BankSimulation

/// Where an event of a journal comes from: a request, or the server before that was killed.
struct Origin: Sendable {
  /// The path of the request and its id.
  var request = ""
  /// What it asked for.
  var body = ""
  /// Whether somebody is back who was there before.
  var isBack = false

  /// The members of the event's line.
  var members: String {
    isBack
      ? ",\"back\":true" : ",\"request\":\(JSON.quoted(request)),\"asked\":\(JSON.quoted(body))"
  }
}

/// What the hub writes down, and how it goes on with what an earlier server did.
extension FloorHub {
  /// Writes an event down, with the request that it comes from.
  func write(_ event: BankEvent, _ line: String) {
    guard journal != nil else { return }
    if asking == 0 { writeNow(event, line) } else { held.append((event, line)) }
  }

  private func writeNow(_ event: BankEvent, _ line: String) {
    func first(_ origins: inout [Origin?]) -> Origin? {
      origins.isEmpty ? nil : origins.removeFirst()
    }
    let origin: Origin? =
      switch event.kind {
      case .arrived(let client, _), .balked(let client, _), .refused(let client, _):
        originOf.removeValue(forKey: client.ticket)
      case .restocked(let item, _): first(&restockOrigins[item, default: []])
      case .reset: first(&resetOrigins)
      default: nil
      }
    journal?.line(origin.map { line.dropLast() + $0.members + "}" } ?? line, isFlushed: true)
  }

  /// Writes down what waited for a change to know what it did.
  func writeHeld(all: Bool = false) {
    guard asking == 0 || all else { return }
    for (event, line) in held { writeNow(event, line) }
    held = []
    resumeWaiters()
  }

  /// Writes down that the branch was opened anew: for a request, or to go on with so many who were there.
  func noteOpening(_ origin: Origin?, back: Int? = nil) {
    journal?.line(
      "{\"t\":0,\"session\":\(number),\"event\":\"reset\",\"policy\":\(JSON.quoted(wired.name))"
        + ",\"options\":\(wired.options)\(origin?.members ?? "")"
        + (back.map { ",\"back\":\($0)" } ?? "") + "}",
      isFlushed: true)
  }

  /// Goes on where an earlier server ended: its stock, and those who were still there, in their order.
  ///
  /// Until each is written down as back, the journal has them as there before.
  ///
  /// - Returns: how many are back.
  func resume(_ earlier: Journal) async -> Int {
    func visit(_ left: Journal.Left) -> Visit {
      var visit = visitors.visit(for: left.service)
      visit.priority = left.priority
      return visit
    }
    let changes = earlier.stock.enumerated().map { StockChange(item: $0, count: $1) }
    if !changes.isEmpty { await session.restock(changes) }
    let admissions = await letIn(earlier.left.map(visit), from: Origin(isBack: true))
    if !earlier.sentAway.isEmpty { sentAway = (earlier.sentAway.map(visit), .now) }
    (done, cutUndo) = (earlier.done, earlier.cutUndo)
    for (left, admission) in zip(earlier.left, admissions) {
      guard let request = left.request,
        let place = done[request]?.admissions.firstIndex(where: { $0.ticket == left.ticket })
      else { continue }
      done[request]?.admissions[place] = admission
    }
    return admissions.count { if case .admitted = $0 { true } else { false } }
  }

  /// What a request of this name asked an earlier server for.
  func body(of request: String) -> String? { done[request]?.body }
}
