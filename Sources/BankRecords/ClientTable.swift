public import BankCore

/// What became of every client, as CSV: a row a client, in order of arrival.
///
/// Where clients have classes a further column has theirs. Where the branch has routes a row is a step, those of a
/// client together, with the route, if there is one, and the number of the step, from 1, in further columns.
///
/// A row is written as soon as it and all before it are complete, so memory grows with the clients
/// in the bank and not with those who were.
public struct ClientTable: BankObserver {
  /// The heading; a column `priority` follows where clients have classes, `route` and `step` where the branch has routes.
  public static let heading = "ticket,service,arrival,start,end,teller,outcome"

  /// Whether a table with this heading is one of these: its times are seconds since the branch opened.
  public static func isHeading(_ line: some StringProtocol) -> Bool { line.hasPrefix(heading) }

  /// A step of a client.
  private struct Step {
    var client: Client
    var start: Time?
    var end: Time?
    var teller: Int?
    var outcome: String?
  }

  private let serviceNames: [String]
  private let tellerNames: [String]
  private let write: (String) -> Void
  private let plan: BranchPlan
  /// The steps of each client so far, and whether there will be no more.
  private var rows: [(steps: [Step], isComplete: Bool)] = []
  private var written = 0
  /// The ticket of `rows[0]`.
  private var firstTicket = 1

  /// Makes a table that hands each line, without its break, to `write`; the heading at once.
  public init(plan: BranchPlan, write: @escaping (String) -> Void) {
    serviceNames = plan.services.map { CSV.field($0.name) }
    tellerNames = plan.tellers.map { CSV.field($0.name) }
    self.plan = plan
    self.write = write
    write(
      Self.heading + (plan.classes.count > 1 ? ",priority" : "")
        + (plan.routes.isEmpty ? "" : ",route,step"))
  }

  /// Takes note of what concerns a client.
  public mutating func observe(_ event: BankEvent) {
    let now = event.time
    switch event.kind {
    case .arrived(let client, _) where client.ticket - firstTicket < rows.count:
      rows[client.ticket - firstTicket].steps.append(Step(client: client))
    case .arrived(let client, _): rows.append(([Step(client: client)], false))
    case .refused(let client, _):
      rows.append(([Step(client: client)], false))
      close(client, at: now, "refused")
    case .balked(let client, _): close(client, at: now, "balked")
    case .abandoned(let client, _): close(client, at: now, "abandoned")
    case .started(let client, _, let teller):
      change(client) { step in
        step.start = now
        step.teller = teller
      }
    case .finished(let client, _, _):
      close(client, at: now, "served", isComplete: plan.isLastStep(of: client))
    case .reset: finish()
    case .came, .left, .restocked, .ejected: break
    }
  }

  /// Writes those who are still there as `unserved`.
  ///
  /// Called once, at the end.
  public mutating func finish() {
    for row in rows.indices where !rows[row].isComplete {
      rows[row].isComplete = true
      let last = rows[row].steps.count - 1
      if rows[row].steps[last].outcome == nil { rows[row].steps[last].outcome = "unserved" }
    }
    writeComplete()
    rows = []
    written = 0
    firstTicket = 1
  }

  private mutating func change(_ client: Client, _ change: (inout Step) -> Void) {
    let row = client.ticket - firstTicket
    change(&rows[row].steps[rows[row].steps.count - 1])
  }

  private mutating func close(
    _ client: Client, at time: Time, _ outcome: String, isComplete: Bool = true
  ) {
    change(client) { step in
      step.end = time
      step.outcome = outcome
    }
    rows[client.ticket - firstTicket].isComplete = isComplete
    writeComplete()
  }

  private mutating func writeComplete() {
    while written < rows.count, rows[written].isComplete {
      for step in rows[written].steps { write(line(step)) }
      written += 1
    }
    // Half of the rows at a time, so that each is moved once on average.
    guard written > 64, written * 2 > rows.count else { return }
    rows.removeFirst(written)
    firstTicket += written
    written = 0
  }

  private func line(_ step: Step) -> String {
    let fields = [
      String(step.client.ticket), serviceNames[step.client.service],
      step.client.arrival.decimal(places: 9), step.start?.decimal(places: 9) ?? "",
      step.end?.decimal(places: 9) ?? "", step.teller.map { tellerNames[$0] } ?? "",
      step.outcome ?? "",
    ]
    let priority = plan.classes.count > 1 ? [String(step.client.priority)] : []
    let place =
      plan.routes.isEmpty
      ? []
      : [
        step.client.route.map { CSV.field(plan.routes[$0].name) } ?? "",
        String(step.client.step + 1),
      ]
    return (fields + priority + place).joined(separator: ",")
  }
}
