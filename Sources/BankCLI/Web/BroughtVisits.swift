import BankCore
import BankSimulation

/// What the clients of a session bring, by ticket, as far as it is known: those whom a page let in, and
/// those whom the config sends, who are drawn once more before it shows.
struct BroughtVisits {
  private(set) var byTicket: [Int: Visit] = [:]
  /// Where those went on who came back.
  private(set) var places: [Int: RoutePlace?] = [:]
  private var drawn: ArrivalSource
  private var next: Arrival?

  init(drawn: ArrivalSource) {
    self.drawn = drawn
    next = self.drawn.next()
  }

  subscript(ticket: Int) -> Visit? {
    get { byTicket[ticket] }
    set { byTicket[ticket] = newValue }
  }

  /// Notes what somebody brings who came back.
  mutating func note(_ client: Returning, _ ticket: Int) {
    byTicket[ticket] = client.visit
    places.updateValue(client.place, forKey: ticket)
  }

  /// Forgets everybody, as tickets begin anew.
  mutating func removeAll() { (byTicket, places) = ([:], [:]) }

  /// Notes what a client brings whom the config sent, each once: known by the nanosecond at which they come.
  mutating func note(_ event: BankEvent) {
    let client: Client
    switch event.kind {
    case .arrived(let one, _), .refused(let one, _): client = one
    default: return
    }
    while let next, next.time < event.time { self.next = drawn.next() }
    guard client.step == 0, let next, next.time == event.time,
      next.visit.service == client.service
    else { return }
    byTicket[client.ticket] = next.visit
    self.next = drawn.next()
  }
}
