public import BankCore

/// What the console says of a day: a line for each event a visitor would notice, and the
/// closing line.
public struct Transcript: Sendable {
  private let messages: Messages
  private let titles: [String]
  private let stockTitles: [String]
  private let plan: BranchPlan

  /// How many clients were served to the end, on a route at every step.
  public private(set) var served = 0

  /// Makes a transcript.
  ///
  /// `titles` are the names of the services in the plan's order, `stockTitles` those of what is in stock;
  /// without them items have the names of the plan.
  public init(
    messages: Messages, titles: [String], stockTitles: [String]? = nil, plan: BranchPlan
  ) {
    self.stockTitles = stockTitles ?? plan.stock.map(\.item)
    self.messages = messages
    self.titles = titles
    self.plan = plan
  }

  /// The line for `event`, or `nil` where the console stays silent.
  public mutating func line(for event: BankEvent) -> String? {
    switch event.kind {
    case .started(let client, _, _):
      return messages.started(ticket: client.ticket, title: titles[client.service])
    case .finished(let client, _, _):
      if plan.isLastStep(of: client) { served += 1 }
      return messages.finished(ticket: client.ticket, title: titles[client.service])
    case .refused(let client, let missing):
      return messages.refused(
        ticket: client.ticket, title: titles[client.service],
        missing: missing.map { (stockTitles[$0.item], $0.needed, $0.available) })
    case .abandoned(let client, _):
      return messages.abandoned(ticket: client.ticket, title: titles[client.service])
    case .balked(let client, _):
      return messages.balked(ticket: client.ticket, title: titles[client.service])
    case .ejected(let fault):
      return messages.ejected(
        law: "\(fault.law)", isQueue: fault.isOfQueue, seconds: event.time.decimal(places: 2))
    case .arrived, .came, .left, .restocked, .reset: return nil
    }
  }

  /// The closing line: clients handled, and for how long there was work.
  public func closing(workTime: Time) -> String {
    messages.closing(served: served, seconds: workTime.decimal(places: 2))
  }
}
