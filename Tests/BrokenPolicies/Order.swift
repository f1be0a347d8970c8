package import BankCore

/// Gives everybody a line of their own, and calls the last.
package struct LastInFirstOut: TellerPolicy {
  package static let name = "last-in-first-out"
  package static let summary = "For trying the laws and the guard."
  package static let claims = Claims(order: .service, overtaking: .unbounded)
  package func lines(for plan: BranchPlan) -> Int { 64 }
  private var arrivals = 0
  package init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
  package mutating func line(for client: Client, on floor: Floor) -> Int {
    arrivals += 1
    return arrivals % 64
  }
  package func next(on floor: Floor) -> Decision { floor.wrongCall }
}

/// Every third call is somebody else's turn.
package struct EveryThird: Plain {
  package static let name = "every-third"
  package static let claims = Claims(order: .everybody, overtaking: .unbounded)
  private var calls = 0
  package init() {}
  package static func problems(with options: NoOptions, for plan: BranchPlan) -> [Problem] {
    plan.tellersBySkills.count > 1 ? [Problem("tellers", "differ", "give all the same skills")] : []
  }
  package mutating func next(on floor: Floor) -> Decision {
    calls += 1
    return calls % 3 == 0 ? floor.wrongCall : floor.pool
  }
}

/// Is wrong only when three wait.
package struct WhenThreeWait: Plain {
  package static let name = "when-three-wait"
  package static let claims = Claims(order: .everybody, overtaking: .unbounded)
  package init() {}
  package static func problems(with options: NoOptions, for plan: BranchPlan) -> [Problem] {
    plan.tellersBySkills.count > 1 ? [Problem("tellers", "differ", "give all the same skills")] : []
  }
  package func next(on floor: Floor) -> Decision {
    floor.waiting == 3 ? floor.wrongCall : floor.pool
  }
}

/// Loans first, and claims that nobody is overtaken more than once.
package struct Overclaim: Plain {
  package static let name = "overclaim"
  package static let claims = Claims(order: .service, overtaking: .atMost(1))
  package init() {}
  package func next(on floor: Floor) -> Decision {
    (floor.lines.count > 1 ? floor.call(line: 1) : nil) ?? floor.pool
  }
}
