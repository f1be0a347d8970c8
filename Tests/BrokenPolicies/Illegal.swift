package import BankCore

/// Calls whoever is idle, able or not.
package struct UnskilledCall: Plain {
  package static let name = "unskilled-call"
  package init() {}
  package func next(on floor: Floor) -> Decision {
    guard case .call(let line, _) = floor.pool, let idle = floor.tellers.first(where: floor.isIdle)
    else { return .idle }
    return .call(line: line, teller: idle)
  }
}

/// Calls a line once more after the last client has gone.
package struct DoubleCall: Plain {
  package static let name = "double-call"
  private var last: Int?
  package init() {}
  package mutating func next(on floor: Floor) -> Decision {
    if let line = last, floor.count(inLine: line) == 0,
      let head = floor.lines.lazy.compactMap(
        floor.head(ofLine:)
      ).first, let teller = floor.firstIdle(for: head.service)
    {
      return .call(line: line, teller: teller)
    }
    if case .call(let line, _) = floor.pool { last = line }
    return floor.pool
  }
}

/// Calls the first teller, busy or not.
package struct BusyTeller: Plain {
  package static let name = "busy-teller"
  package init() {}
  package func next(on floor: Floor) -> Decision {
    guard case .call(let line, _) = floor.pool, let head = floor.head(ofLine: line),
      let able = floor.tellers.first(where: { floor.plan.can($0, do: head.service) })
    else { return .idle }
    return floor.plan.tellers[able].shifts == nil ? .call(line: line, teller: able) : floor.pool
  }
}

/// Calls tellers by the roster, come or not.
package struct AbsentTeller: Plain {
  package static let name = "absent-teller"
  private var busy: Set<Int> = []
  package init() {}
  package func next(on floor: Floor) -> Decision {
    guard case .call(let line, _) = floor.pool, let head = floor.head(ofLine: line),
      let able = floor.tellers.first(where: {
        floor.plan.can($0, do: head.service) && !busy.contains($0)
      }), floor.plan.handover == .zero
    else { return floor.pool }
    return .call(line: line, teller: able)
  }
  package mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    busy.insert(teller)
  }
  package mutating func finished(_ client: Client, at teller: Int, on floor: Floor) {
    busy.remove(teller)
  }
}

/// Is right nine times.
package struct TenthDecision: Plain {
  package static let name = "tenth-decision"
  private var asked = 0
  package init() {}
  package mutating func next(on floor: Floor) -> Decision {
    asked += 1
    return asked == 10 ? .call(line: 99, teller: 0) : floor.pool
  }
}

/// Sends loans to a line that is not there.
package struct WrongLine: Plain {
  package static let name = "wrong-line"
  package init() {}
  package func line(for client: Client, on floor: Floor) -> Int {
    client.service == 1 ? floor.lines.count : client.service
  }
  package func next(on floor: Floor) -> Decision { floor.pool }
}

/// Asks to be woken a nanosecond later, for ever.
package struct Restless: Plain {
  package static let name = "restless"
  package static let claims = Claims(
    order: .service, idling: .declared(["not now"]), overtaking: .unbounded)
  package init() {}
  package func next(on floor: Floor) -> Decision {
    .idle(because: "not now", askAgain: floor.now + Time(nanoseconds: 1))
  }
}

/// Asks to be woken at once.
package struct WokenInThePast: Plain {
  package static let name = "woken-in-the-past"
  package static let claims = Claims(
    order: .service, idling: .declared(["not now"]), overtaking: .unbounded)
  package init() {}
  package func next(on floor: Floor) -> Decision {
    floor.waiting > 1 ? .idle(because: "not now", askAgain: floor.now) : floor.pool
  }
}

/// Throws when two wait.
package struct Throwing: Plain {
  package static let name = "throwing"
  package init() {}
  package func next(on floor: Floor) throws -> Decision {
    if floor.waiting == 2 { throw Confusion(waiting: 2) }
    return floor.pool
  }
  struct Confusion: Error { var waiting: Int }
}
