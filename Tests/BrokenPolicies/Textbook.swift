package import BankCore

// Rules of the field, in short: none of these may raise an alarm.

/// The idle teller who has been idle longest, wherever they sit.
package struct LongestIdleFirst: Plain {
  package static let name = "longest-idle-first"
  package init() {}
  package func next(on floor: Floor) -> Decision {
    floor.possibleCalls.min { left, right in
      (left.client.ticket, floor.idleSince(left.teller) ?? .never, left.teller)
        < (right.client.ticket, floor.idleSince(right.teller) ?? .never, right.teller)
    }?.decision ?? .idle
  }
}

/// The fastest idle teller.
package struct FastestFirst: Plain {
  package static let name = "fastest-first"
  package init() {}
  package func next(on floor: Floor) -> Decision {
    floor.possibleCalls.min { left, right in
      let speeds = floor.plan.tellers.map { -$0.speed }
      return (left.client.ticket, speeds[left.teller], left.teller)
        < (right.client.ticket, speeds[right.teller], right.teller)
    }?.decision ?? .idle
  }
}

/// Each teller prefers a service.
package struct AgentsPreference: Plain {
  package static let name = "agents-preference"
  package static let claims = Claims(
    order: .service, overtaking: .unbounded, work: .linesTimesTellers)
  package init() {}
  package func next(on floor: Floor) -> Decision {
    let services = floor.plan.services.count
    return floor.possibleCalls.min { left, right in
      func rank(_ call: PossibleCall) -> (Int, Int) {
        ((call.client.service + call.teller) % services, call.client.ticket)
      }
      return rank(left) < rank(right)
    }?.decision ?? .idle
  }
}

/// A service's own teller at once, any other once somebody has waited a while.
package struct DelayedOverflow: Plain {
  package static let name = "delayed-overflow"
  package static let claims = Claims(
    order: .service, idling: .declared(["not yet"], within: .seconds(5)), overtaking: .unbounded,
    work: .linesTimesTellers)
  package init() {}
  package func next(on floor: Floor) -> Decision {
    let services = floor.plan.services.count
    let calls = floor.possibleCalls.sorted { $0.client.ticket < $1.client.ticket }
    func isAllowed(_ call: PossibleCall) -> Bool {
      call.teller % services == call.client.service
        || floor.now - call.client.arrival >= .seconds(5)
    }
    if let call = calls.first(where: isAllowed) { return call.decision }
    guard let first = calls.map(\.client.arrival).min() else { return .idle }
    return .idle(because: "not yet", askAgain: first + .seconds(5))
  }
}

/// Waits count by class.
package struct AccumulatingPriority: Plain {
  package static let name = "accumulating-priority"
  package static let claims = Claims.orderless
  package init() {}
  package func next(on floor: Floor) -> Decision {
    floor.call { client in
      (floor.now - client.arrival).seconds * Double(2 + client.priority + client.service)
    } ?? .idle
  }
}

/// The service that is quickest to do.
package struct CMu: Plain {
  package static let name = "c-mu"
  package static let claims = Claims(order: .service, overtaking: .unbounded)
  package init() {}
  package func next(on floor: Floor) -> Decision {
    floor.call { -floor.plan.services[$0.service].meanTime.seconds } ?? .idle
  }
}

/// The longest line.
package struct LongestLineFirst: Plain {
  package static let name = "longest-line-first"
  package static let claims = Claims(order: .service, overtaking: .unbounded)
  package init() {}
  package func next(on floor: Floor) -> Decision {
    floor.call { floor.count(inLine: $0.service) } ?? .idle
  }
}

/// Whose target is nearest.
package struct EarliestDeadline: Plain {
  package static let name = "earliest-deadline"
  package static let claims = Claims(order: .service, overtaking: .unbounded)
  package init() {}
  package func next(on floor: Floor) -> Decision {
    floor.call { client in
      let target = floor.plan.services[client.service].target ?? .seconds(10_000)
      return -(client.arrival + target).seconds
    } ?? .idle
  }
}

/// Services take turns.
package struct RoundRobin: Plain {
  package static let name = "round-robin"
  package static let claims = Claims(order: .service, overtaking: .unbounded)
  private var turn = 0
  package init() {}
  package mutating func next(on floor: Floor) -> Decision {
    for step in 0..<floor.lines.count {
      let line = (turn + step) % floor.lines.count
      if let call = floor.call(line: line) { return call }
    }
    return .idle
  }
  package mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    turn = client.service + 1
  }
}

/// Keeps a teller in reserve for the first service.
package struct Reservation: Plain {
  package static let name = "reservation"
  package static let claims = Claims(
    order: .service, idling: .declared(["in reserve"]), overtaking: .unbounded)
  package init() {}
  package func next(on floor: Floor) -> Decision {
    if let call = floor.call(line: 0) { return call }
    let isBusy = floor.tellers.contains { floor.serving($0) != nil }
    if floor.idleCount == 1, isBusy { return .idle(because: "in reserve") }
    return floor.pool
  }
}

extension Trials {
  /// Rules of the field.
  package static let textbook: [any TellerPolicy.Type] = [
    LongestIdleFirst.self, FastestFirst.self, AgentsPreference.self, DelayedOverflow.self,
    AccumulatingPriority.self, CMu.self, LongestLineFirst.self, EarliestDeadline.self,
    RoundRobin.self, Reservation.self,
  ]
}
