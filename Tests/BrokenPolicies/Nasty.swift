package import BankCore

// Odd, but within the law: none of these may raise an alarm.

/// Calls nobody while fewer than two wait, and says so; asks again after a second.
package struct Hesitant: Plain {
  package static let name = "hesitant"
  package static let claims = Claims(order: .service, idling: .declared(["too few"]))
  package init() {}
  package func next(on floor: Floor) -> Decision {
    let first = floor.lines.compactMap { floor.head(ofLine: $0)?.arrival }.min() ?? floor.now
    if floor.waiting > 1 || floor.now >= first + .seconds(1) { return floor.pool }
    return .idle(because: "too few", askAgain: first + .seconds(1))
  }
}

/// Prefers the last teller.
package struct PrefersLast: Plain {
  package static let name = "prefers-last"
  package init() {}
  package func next(on floor: Floor) -> Decision {
    guard case .call(let line, _) = floor.pool, let head = floor.head(ofLine: line) else {
      return .idle
    }
    let last = floor.tellers.last { floor.isIdle($0) && floor.plan.can($0, do: head.service) }
    return last.map { .call(line: line, teller: $0) } ?? .idle
  }
}

/// Draws lots from the source it was given.
package struct DrawsLots: TellerPolicy {
  package static let name = "draws-lots"
  package static let summary = "For trying the laws and the guard."
  package static let claims = Claims(order: .service, overtaking: .unbounded, random: .seeded)
  package func lines(for plan: BranchPlan) -> Int { plan.services.count }
  private var random: RandomSource
  package init(options: NoOptions, plan: BranchPlan, random: RandomSource) {
    self.random = random
  }
  package func line(for client: Client, on floor: Floor) -> Int { client.service }
  package mutating func next(on floor: Floor) -> Decision {
    floor.callable.randomElement(using: &random).map { .call(line: $0.line, teller: $0.teller) }
      ?? .idle
  }
}

/// Holds a teller back while another one works, and says so.
package struct HoldsBack: Plain {
  package static let name = "holds-back"
  package static let claims = Claims(
    order: .service, idling: .declared(["in reserve"]), isMonotone: true)
  private var serving = 0
  package init() {}
  package func next(on floor: Floor) -> Decision {
    serving > 0 && floor.idleCount == 1 ? .idle(because: "in reserve") : floor.pool
  }
  package mutating func started(_ client: Client, at teller: Int, on floor: Floor) { serving += 1 }
  package mutating func finished(_ client: Client, at teller: Int, on floor: Floor) { serving -= 1 }
}

/// Wakes itself up every second for a minute, without any need.
package struct WakesUp: Plain {
  package static let name = "wakes-up"
  private var lastCall: Time?
  package init() {}
  package mutating func next(on floor: Floor) -> Decision {
    if case .call(let line, let teller) = floor.pool {
      lastCall = floor.now
      return .call(line: line, teller: teller)
    }
    let last = lastCall ?? floor.now
    lastCall = last
    let isLate = floor.now - last > .seconds(60)
    return .callNobody(because: nil, askAgain: isLate ? nil : floor.now + .seconds(1))
  }
}

/// A shape from before claims, summaries and observers: the five members alone.
package struct FirstShape: TellerPolicy {
  package static let name = "first-shape"
  package func lines(for plan: BranchPlan) -> Int { 1 }
  package init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
  package func line(for client: Client, on floor: Floor) -> Int { 0 }
  package func next(on floor: Floor) -> Decision { floor.call(line: 0) ?? .idle }
}
