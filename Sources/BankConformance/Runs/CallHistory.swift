import BankCore

/// A run read again from its entries: who waited, and in what order they were called.
struct CallHistory {
  /// A client who waits.
  struct Waiting: Equatable {
    var ticket: Int
    var service: Int
    var arrival: Time
  }

  /// An answer not to call anybody.
  struct Idle {
    var time: Time
    var reason: IdleReason?
    var askAgain: Time?
    /// The first who waited though an idle teller could have served them, and that teller; of heads
    /// alone, as in ``Call/passed``.
    var pair: (client: Waiting, teller: Int)?
    /// When the policy was asked again, or the client or the teller was gone.
    var end: Time
  }

  /// A call with those who had come before and still waited; where lines are not in the order of tickets,
  /// with those of them who were heads, for the policy can call nobody else.
  ///
  /// On routes "before" may be meant by the ticket or by joining the line: here it is both. Who joined at the
  /// same instant is left out there, for in one line they stand as they joined, beside others by their ticket.
  struct Call {
    var time: Time
    var client: Waiting
    var teller: Int
    var passed: [Waiting]
  }

  private(set) var answers = 0
  private(set) var idles: [Idle] = []
  private(set) var calls: [Call] = []
  /// Those who wait at the end.
  private(set) var waiting: [Waiting] = []

  /// Clients beyond which a run is read only for who waits at the end: every call with those whom it
  /// passes is too much.
  static let most = 10_000

  init(_ run: WorldHistory) {
    guard run.entries.count < 6 * Self.most else {
      waiting = Self.waitingAtEnd(run)
      return
    }
    let hasNoRoutes = run.plan.routes.isEmpty
    for entry in run.entries {
      switch entry.what {
      case .answer(let decision):
        if let last = idles.indices.last, idles[last].end > entry.time {
          idles[last].end = entry.time
        }
        if case .callNobody(let reason, let askAgain) = decision {
          idles.append(
            Idle(
              time: entry.time, reason: reason, askAgain: askAgain,
              pair: Self.pair(
                waiting.filter { run.heads?[answers].contains($0.ticket) ?? true },
                run.idle[answers], run.plan), end: run.end))
        }
        answers += 1
      case .started(_, let teller):
        guard let place = waiting.firstIndex(where: { $0.ticket == entry.ticket }) else { continue }
        let client = waiting[place]
        let passed =
          place == 0
          ? []
          : waiting[..<place].filter {
            $0.ticket < entry.ticket && (hasNoRoutes || $0.arrival < client.arrival)
              && run.heads?[answers - 1].contains($0.ticket) ?? true
          }
        calls.append(Call(time: entry.time, client: client, teller: teller, passed: passed))
        waiting.remove(at: place)
      default:
        endIdling(entry)
        Self.follow(entry, &waiting)
      }
    }
  }

  /// Ends the last idling beside a client who is gone without being called, or of a teller who is.
  private mutating func endIdling(_ entry: Entry) {
    guard let last = idles.indices.last, let pair = idles[last].pair else { return }
    let isOver =
      switch entry.what {
      case .reset: true
      case .abandoned, .balked: pair.client.ticket == entry.ticket
      case .left(let teller): pair.teller == teller
      default: false
      }
    if isOver { idles[last].end = min(idles[last].end, entry.time) }
  }

  private static func pair(
    _ waiting: [Waiting], _ idle: [Int], _ plan: BranchPlan
  ) -> (client: Waiting, teller: Int)? {
    for client in waiting {
      for teller in idle where plan.can(teller, do: client.service) { return (client, teller) }
    }
    return nil
  }

  private static func waitingAtEnd(_ run: WorldHistory) -> [Waiting] {
    var waiting: [Int: Waiting] = [:]
    for entry in run.entries {
      switch entry.what {
      case .arrived(let service, _, _):
        waiting[entry.ticket] = Waiting(
          ticket: entry.ticket, service: service, arrival: entry.time)
      case .balked, .abandoned, .started: waiting[entry.ticket] = nil
      case .reset: waiting = [:]
      default: break
      }
    }
    return waiting.values.sorted { $0.ticket < $1.ticket }
  }

  /// Keeps the list of those who wait.
  static func follow(_ entry: Entry, _ waiting: inout [Waiting]) {
    switch entry.what {
    case .arrived(let service, _, _):
      waiting.append(Waiting(ticket: entry.ticket, service: service, arrival: entry.time))
    case .balked, .abandoned, .started: waiting.removeAll { $0.ticket == entry.ticket }
    case .reset: waiting = []
    case .refused, .finished, .came, .left, .other, .answer, .toldStarted, .toldFinished,
      .copyDiffers:
      break
    }
  }
}
