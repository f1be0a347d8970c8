import BankCore

/// A run read again from its entries: who waited, and in what order they were called.
struct CallHistory {
  /// A client who waits.
  struct Waiting: Equatable {
    var ticket: Int
    var service: Int
    var arrival: Time
    /// Whether the client came then, and not from a step before; whoever comes back after a reset counts as new.
    var isNew = true
  }

  /// An answer not to call anybody.
  struct Idle {
    var time: Time
    var reason: IdleReason?
    var askAgain: Time?
    /// The first who waited though an idle teller could have served them, and that teller; only heads count where
    /// ``Call/passed`` has only heads.
    var pair: (client: Waiting, teller: Int)?
    /// When the policy was asked again, or the client or the teller was gone.
    var end: Time
  }

  /// A call, with the clients whom it passed.
  struct Call {
    var time: Time
    var client: Waiting
    var teller: Int
    /// Those who had come before and still waited; where lines are not in the order of tickets, only those of them who
    /// were heads, for the policy can call nobody else.
    ///
    /// Without routes, whoever has the lower ticket had come before. With routes, both the ticket and the time of joining
    /// have to be earlier; those who joined at the same instant count only if nobody of the two comes from a step before.
    var passed: [Waiting]
  }

  private(set) var answers = 0
  private(set) var idles: [Idle] = []
  private(set) var calls: [Call] = []
  /// Those who wait at the end.
  private(set) var waiting: [Waiting] = []

  /// How many clients a run may have, at six entries each, to be read call by call.
  ///
  /// To find whom each call passes takes too long in a longer run, unless ``few`` never wait at a time. Of such a run only
  /// ``waiting`` is filled in.
  static let most = 10_000
  private static let few = 100

  init(_ run: WorldHistory) {
    guard run.entries.count < 6 * Self.most || Self.mostWaiting(run) < Self.few else {
      waiting = Self.waitingAtEnd(run)
      return
    }
    var seen: Set<Int> = []
    for entry in run.entries {
      switch entry.what {
      case .answer(let decision):
        if let last = idles.indices.last, idles[last].end > entry.time {
          idles[last].end = entry.time
        }
        if case .callNobody(let reason, let askAgain) = decision {
          let idle = run.idle[answers]
          idles.append(
            Idle(
              time: entry.time, reason: reason, askAgain: askAgain,
              pair: Self.pair(waiting, run.heads?[answers], idle, run.plan), end: run.end))
        }
        answers += 1
      case .started(_, let teller):
        guard let place = Self.place(of: entry.ticket, in: waiting) else { continue }
        let client = waiting.remove(at: place)
        var passed: [Waiting] = []
        if place > 0 {
          let heads = run.heads?[answers - 1]
          for other in waiting[..<place]
          where run.plan.isEarlier(
            (other.ticket, other.arrival), than: (client.ticket, client.arrival))
            || other.isNew && client.isNew && other.arrival == client.arrival
          {
            if heads?.contains(other.ticket) ?? true { passed.append(other) }
          }
        }
        calls.append(Call(time: entry.time, client: client, teller: teller, passed: passed))
      default:
        endIdling(entry)
        Self.follow(entry, &waiting)
        if case .arrived = entry.what {
          waiting[waiting.count - 1].isNew = seen.insert(entry.ticket).inserted
        } else if case .reset = entry.what {
          seen = []
        }
      }
    }
  }

  /// Ends the last idling when its client leaves without being called, its teller goes home, or a reset comes.
  private mutating func endIdling(_ entry: Entry) {
    guard let last = idles.indices.last, let pair = idles[last].pair else { return }
    let isOver =
      switch entry.what {
      case .reset: true
      case .abandoned, .balked: entry.ticket == pair.client.ticket
      case .left(let teller): teller == pair.teller
      default: false
      }
    if isOver { idles[last].end = min(idles[last].end, entry.time) }
  }

  private static func pair(
    _ waiting: [Waiting], _ heads: [Int]?, _ idle: [Int], _ plan: BranchPlan
  ) -> (client: Waiting, teller: Int)? {
    guard !idle.isEmpty else { return nil }
    // A plain loop, for many may wait whom the same tellers cannot serve: see `place(of:in:)`.
    var (place, beyond) = (0, -1)
    while place < waiting.count {
      let service = waiting[place].service
      if service != beyond, heads?.contains(waiting[place].ticket) ?? true {
        for teller in idle where plan.can(teller, do: service) { return (waiting[place], teller) }
        beyond = service
      }
      place += 1
    }
    return nil
  }

  /// How many wait at most, up to ``few``.
  private static func mostWaiting(_ run: WorldHistory) -> Int {
    var (waiting, most) = (0, 0)
    for entry in run.entries where most < few {
      switch entry.what {
      case .arrived: waiting += 1
      case .balked, .abandoned, .started: waiting -= 1
      case .reset: waiting = 0
      default: break
      }
      most = max(most, waiting)
    }
    return most
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

  /// Where the client with `ticket` stands in the list of those who wait.
  static func place(of ticket: Int, in waiting: [Waiting]) -> Int? {
    // Runs of ten thousand clients are read so, a ticket at a time: a plain loop takes a third of the
    // time of `firstIndex(where:)` in a debug build.
    var place = 0
    while place < waiting.count {
      if waiting[place].ticket == ticket { return place }
      place += 1
    }
    return nil
  }

  /// Keeps the list of those who wait.
  static func follow(_ entry: Entry, _ waiting: inout [Waiting]) {
    switch entry.what {
    case .arrived(let service, _, _):
      waiting.append(Waiting(ticket: entry.ticket, service: service, arrival: entry.time))
    case .balked, .abandoned, .started:
      if let place = place(of: entry.ticket, in: waiting) { waiting.remove(at: place) }
    case .reset: waiting = []
    case .refused, .finished, .came, .left, .other, .answer, .toldStarted, .toldFinished,
      .copyDiffers:
      break
    }
  }
}
