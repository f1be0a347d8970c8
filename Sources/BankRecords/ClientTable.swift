public import BankCore

/// What became of every client, as CSV: a row a client, in order of arrival.
///
/// A row is written as soon as it and all before it are complete, so memory grows with the clients
/// in the bank and not with those who were.
public struct ClientTable: BankObserver {
  /// The heading.
  public static let heading = "ticket,service,arrival,start,end,teller,outcome"

  private struct Row {
    var client: Client
    var start: Time?
    var end: Time?
    var teller: Int?
    var outcome: String?
  }

  private let serviceNames: [String]
  private let tellerNames: [String]
  private let write: (String) -> Void
  private var rows: [Row] = []
  private var written = 0
  /// The ticket of `rows[0]`.
  private var firstTicket = 1

  /// Makes a table that hands each line, without its break, to `write`; the heading at once.
  public init(plan: BranchPlan, write: @escaping (String) -> Void) {
    serviceNames = plan.services.map { CSV.field($0.name) }
    tellerNames = plan.tellers.map { CSV.field($0.name) }
    self.write = write
    write(Self.heading)
  }

  /// Takes note of what concerns a client.
  public mutating func observe(_ event: BankEvent) {
    let now = event.time
    switch event.kind {
    case .arrived(let client, _): rows.append(Row(client: client))
    case .refused(let client, _):
      rows.append(Row(client: client))
      close(client, at: now, "refused")
    case .balked(let client, _): close(client, at: now, "balked")
    case .abandoned(let client, _): close(client, at: now, "abandoned")
    case .started(let client, _, let teller):
      rows[client.ticket - firstTicket].start = now
      rows[client.ticket - firstTicket].teller = teller
    case .finished(let client, _, _): close(client, at: now, "served")
    case .reset: finish()
    case .came, .left, .restocked, .ejected: break
    }
  }

  /// Writes those who are still there as `unserved`.
  ///
  /// Called once, at the end.
  public mutating func finish() {
    for row in rows.indices where rows[row].outcome == nil { rows[row].outcome = "unserved" }
    writeComplete()
    rows = []
    written = 0
    firstTicket = 1
  }

  private mutating func close(_ client: Client, at time: Time, _ outcome: String) {
    rows[client.ticket - firstTicket].end = time
    rows[client.ticket - firstTicket].outcome = outcome
    writeComplete()
  }

  private mutating func writeComplete() {
    while written < rows.count, let outcome = rows[written].outcome {
      write(Self.line(rows[written], outcome, serviceNames, tellerNames))
      written += 1
    }
    // Half of the rows at a time, so that each is moved once on average.
    guard written > 64, written * 2 > rows.count else { return }
    rows.removeFirst(written)
    firstTicket += written
    written = 0
  }

  private static func line(
    _ row: Row, _ outcome: String, _ services: [String], _ tellers: [String]
  ) -> String {
    let fields = [
      String(row.client.ticket), services[row.client.service],
      row.client.arrival.decimal(places: 9), row.start?.decimal(places: 9) ?? "",
      row.end?.decimal(places: 9) ?? "", row.teller.map { tellers[$0] } ?? "", outcome,
    ]
    return fields.joined(separator: ",")
  }
}
