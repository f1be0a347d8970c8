public import BankCore

/// What the console says of a day: a line for each event a visitor would notice, and the
/// closing line.
public struct Transcript: Sendable {
  private let messages: Messages
  private let titles: [String]
  private let items: [String]

  /// How many clients were served to the end.
  public private(set) var served = 0

  /// Makes a transcript.
  ///
  /// `titles` and `items` are the names of the services and of the stock's items, in the plan's
  /// order.
  public init(messages: Messages, titles: [String], items: [String]) {
    self.messages = messages
    self.titles = titles
    self.items = items
  }

  /// The line for `event`, or `nil` where the console stays silent.
  public mutating func line(for event: BankEvent) -> String? {
    switch event.kind {
    case .started(let client, _, _):
      return messages.started(ticket: client.ticket, title: titles[client.service])
    case .finished(let client, _, _):
      served += 1
      return messages.finished(ticket: client.ticket, title: titles[client.service])
    case .refused(let client, let missing):
      return messages.refused(
        ticket: client.ticket, title: titles[client.service],
        missing: missing.map { (items[$0.item], $0.needed, $0.available) })
    case .abandoned(let client, _):
      return messages.abandoned(ticket: client.ticket, title: titles[client.service])
    case .balked(let client, _):
      return messages.balked(ticket: client.ticket, title: titles[client.service])
    case .ejected(let fault):
      return messages.ejected(law: "\(fault.law)", seconds: event.time.decimal(places: 2))
    case .arrived, .came, .left, .restocked, .reset: return nil
    }
  }

  /// The closing line: clients handled, and for how long there was work.
  public func closing(workTime: Time) -> String {
    messages.closing(served: served, seconds: workTime.decimal(places: 2))
  }
}
