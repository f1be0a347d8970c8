package import BankCore

/// Calls deposits alone; whoever comes for something else waits for ever.
package struct DropAlike: Plain {
  package static let name = "drop-alike"
  package static let claims = Claims(
    order: .service, idling: .declared(["later"]), overtaking: .unbounded)
  package init() {}
  package func next(on floor: Floor) -> Decision { floor.call(line: 0) ?? .idle(because: "later") }
}

/// Never calls anybody.
package struct OnlyIdle: Plain {
  package static let name = "only-idle"
  package static let claims = Claims(
    order: .service, idling: .declared(["not in the mood"]))
  package init() {}
  package func next(on floor: Floor) -> Decision { .idle(because: "not in the mood") }
}

/// Promises that nobody waits more than 2 s beside a free teller, and lets them wait 5 s.
package struct TooPatient: Plain {
  package static let name = "too-patient"
  package static let claims = Claims(
    order: .service, idling: .declared(["collecting"], within: .seconds(2)))
  package init() {}
  package func next(on floor: Floor) -> Decision {
    let first = floor.lines.compactMap { floor.head(ofLine: $0)?.arrival }.min() ?? floor.now
    let end = first + .seconds(5)
    return floor.now >= end ? floor.pool : .idle(because: "collecting", askAgain: end)
  }
}

/// Leaves somebody idle while others work, and does not say so.
package struct SilentIdler: Plain {
  package static let name = "silent-idler"
  private var serving = 0
  package init() {}
  package func next(on floor: Floor) -> Decision { serving > 0 ? .idle : floor.pool }
  package mutating func started(_ client: Client, at teller: Int, on floor: Floor) { serving += 1 }
  package mutating func finished(_ client: Client, at teller: Int, on floor: Floor) { serving -= 1 }
}
