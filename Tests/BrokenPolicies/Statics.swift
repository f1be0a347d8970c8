package import BankCore
import Foundation
import Synchronization

/// Takes any rubbish for an option.
package struct AnythingGoes: TellerPolicy {
  package struct Options: PolicyOptions {
    var patience = 3

    package init() {}
    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      patience = (try? container.decode(Int.self, forKey: .patience)) ?? 3
    }
    enum CodingKeys: CodingKey { case patience }
    package static func defaults(for plan: BranchPlan) -> Options { Options() }
    package static var guide: [OptionGuide] {
      [OptionGuide("patience", "means nothing", allowed: "a whole number")]
    }
  }

  package static let name = "anything-goes"
  package static let summary = "For trying the laws and the guard."
  package static let claims = Claims(order: .service)
  package func lines(for plan: BranchPlan) -> Int { plan.services.count }
  package init(options: Options, plan: BranchPlan, random: RandomSource) {}
  package func line(for client: Client, on floor: Floor) -> Int { client.service }
  package func next(on floor: Floor) -> Decision { floor.pool }
}

/// Takes a number for any name, whether the branch has it or not.
package struct AnyName: TellerPolicy {
  package struct Options: PolicyOptions {
    var weight: [String: Int] = [:]

    package static func defaults(for plan: BranchPlan) -> Options { Options() }
    package static var guide: [OptionGuide] {
      [OptionGuide("weight", "means nothing", allowed: "a whole number for each service")]
    }
  }

  package static let name = "any-name"
  package static let summary = "For trying the laws and the guard."
  package static let claims = Claims(order: .service)
  package func lines(for plan: BranchPlan) -> Int { plan.services.count }
  package init(options: Options, plan: BranchPlan, random: RandomSource) {}
  package func line(for client: Client, on floor: Floor) -> Int { client.service }
  package func next(on floor: Floor) -> Decision { floor.pool }
}

/// Takes any number of seconds for an option, and multiplies it.
package struct NoBounds: TellerPolicy {
  package struct Options: PolicyOptions {
    var rest = 0

    package static func defaults(for plan: BranchPlan) -> Options { Options() }
    package static var guide: [OptionGuide] {
      [OptionGuide("rest", "seconds of rest before a call", allowed: "0 or more")]
    }
  }

  package static let name = "no-bounds"
  package static let summary = "For trying the laws and the guard."
  package static let claims = Claims(order: .service, idling: .declared(["resting"]))
  package static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    options.rest < 0 ? [Problem("rest", "\(options.rest)", "allowed: 0 or more")] : []
  }
  private let rest: Int64
  package func lines(for plan: BranchPlan) -> Int { plan.services.count }
  package init(options: Options, plan: BranchPlan, random: RandomSource) {
    rest = Int64(options.rest) &* 1_000_000_000
  }
  package func line(for client: Client, on floor: Floor) -> Int { client.service }
  package func next(on floor: Floor) -> Decision {
    guard case .call = floor.pool, let last = floor.tellers.compactMap(floor.idleSince).min() else {
      return floor.pool
    }
    let due = last + Time(nanoseconds: rest % 4_000_000_000)
    return floor.now >= due && rest >= 0
      ? floor.pool : .idle(because: "resting", askAgain: rest < 0 ? floor.now : due)
  }
}

/// Has defaults that it refuses where there are six services.
package struct RefusesItself: TellerPolicy {
  package struct Options: PolicyOptions {
    var share: [String: Double]

    package static func defaults(for plan: BranchPlan) -> Options {
      Options(share: plan.forEveryService(1 / Double(plan.services.count)))
    }
    package static var guide: [OptionGuide] {
      [OptionGuide("share", "the share of a service", allowed: "0 to 1, together 1")]
    }
  }

  package static let name = "refuses-itself"
  package static let summary = "For trying the laws and the guard."
  package static let claims = Claims(order: .service)
  package static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    let found = plan.problems(with: options.share, at: "share", by: .services, allowed: 0...1)
    let sum = plan.byService(options.share, otherwise: 0).reduce(0, +)
    return sum == 1 ? found : found + [Problem("share", "they add up to \(sum)", "make it 1")]
  }
  package func lines(for plan: BranchPlan) -> Int { plan.services.count }
  package init(options: Options, plan: BranchPlan, random: RandomSource) {}
  package func line(for client: Client, on floor: Floor) -> Int { client.service }
  package func next(on floor: Floor) -> Decision { floor.pool }
}

/// Wants no line where there is no teller.
package struct NeedsStaff: Plain {
  package static let name = "needs-staff"
  package init() {}
  package func lines(for plan: BranchPlan) -> Int {
    plan.tellers.isEmpty ? 0 : plan.services.count
  }
  package func next(on floor: Floor) -> Decision { floor.pool }
}

/// Has no name to be called by.
package struct Nameless: Plain {
  package static let name = "Name Less"
  package init() {}
  package func next(on floor: Floor) -> Decision { floor.pool }
}

/// Asks every teller, and says that it looks at nothing.
package struct HardWorker: Plain {
  package static let name = "hard-worker"
  package static let claims = Claims(order: .service, work: .constant)
  package init() {}
  package func next(on floor: Floor) -> Decision {
    _ = floor.tellers.count(where: floor.isIdle)
    return floor.pool
  }
}

/// The same where everybody can do everything, and no other branch suits it.
package struct AllRoundersAlone: Plain {
  package static let name = "all-rounders-alone"
  package static let claims = HardWorker.claims
  package static func problems(with options: NoOptions, for plan: BranchPlan) -> [Problem] {
    plan.tellersBySkills.count > 1 || plan.serviceGroupCount > 1
      ? [Problem("tellers", "not all can do everything", "use another policy")] : []
  }
  package init() {}
  package func next(on floor: Floor) -> Decision { HardWorker().next(on: floor) }
}

/// Looks at every line once more for each line, where tellers differ in speed.
package struct WorksAtSpeeds: Plain {
  package static let name = "works-at-speeds"
  package init() {}
  package func next(on floor: Floor) -> Decision {
    guard floor.plan.tellers.contains(where: { $0.speed != 1 }) else { return floor.pool }
    for _ in floor.lines { _ = floor.lines.count { floor.count(inLine: $0) > 0 } }
    return floor.pool
  }
}

/// Remembers everybody on a route, and claims not to.
package struct RouteDiary: Plain {
  package static let name = "route-diary"
  package static let claims = HidesADiary.claims
  private var tickets: [Int] = []
  package init() {}
  package func next(on floor: Floor) -> Decision { floor.pool }
  package mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    if client.route != nil { tickets.append(client.ticket) }
  }
}

/// Remembers the last four thousand.
package struct RemembersThousands: Plain {
  package static let name = "remembers-thousands"
  package static let claims = HidesADiary.claims
  private var tickets: [Int] = []
  private var next = 0
  package init() {}
  package func next(on floor: Floor) -> Decision { floor.pool }
  package mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    guard tickets.count == 4000 else { return tickets.append(client.ticket) }
    tickets[next] = client.ticket
    next = (next + 1) % 4000
  }
}

/// Puts every teller into the pool of what they do first: who can do nothing is in none.
package struct PoolByFirstSkill: Plain {
  package static let name = "pool-by-first-skill"
  package init() {}
  package func pools(for plan: BranchPlan) -> [[Int]] {
    plan.services.indices.map { service in
      plan.tellers.indices.filter { teller in
        plan.services.indices.first { plan.can(teller, do: $0) } == service
      }
    }
  }
  package func next(on floor: Floor) -> Decision { floor.pool }
}

/// Remembers everybody, and goes through all of them each time.
package struct NeverForgets: Plain {
  package static let name = "never-forgets"
  package static let claims = Claims(
    order: .service, work: .linesTimesTellers, memory: .growing)
  private var tickets: [Int] = []
  private var busiest = 0
  package init() {}
  package mutating func next(on floor: Floor) -> Decision {
    busiest = tickets.reduce(0) { max($0, $1) }
    return floor.pool
  }
  package mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    tickets.append(client.ticket)
  }
}

/// Remembers everybody, and looks none of them up.
package struct KeepsADiary: Plain {
  package static let name = "keeps-a-diary"
  package static let claims = Claims(
    order: .service, work: .linesTimesTellers, memory: .growing)
  private var tickets: [Int] = []
  package init() {}
  package func next(on floor: Floor) -> Decision { floor.pool }
  package mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    tickets.append(client.ticket)
  }
}

/// Remembers who gives up for ever, and claims not to.
package struct HidesADiary: Plain {
  package static let name = "hides-a-diary"
  package static let claims = Claims(order: .service, work: .linesTimesTellers)
  private var waits: [Int: Time] = [:]
  package init() {}
  package func next(on floor: Floor) -> Decision { floor.pool }
  package mutating func left(_ client: Client, on floor: Floor) {
    waits[client.ticket] = floor.now - client.arrival
  }
}

/// Traps when two wait.
package struct Trapping: Plain {
  package static let name = "trapping"
  package init() {}
  package func next(on floor: Floor) -> Decision {
    precondition(floor.waiting < 2, "two wait")
    return floor.pool
  }
}

/// Ends the process, and calls it a success.
package struct Quitting: Plain {
  package static let name = "quitting"
  package init() {}
  package func next(on floor: Floor) -> Decision { exit(0) }
}

/// Thinks for ever when two wait.
package struct Endless: Plain {
  package static let name = "endless"
  private static let thoughts = Atomic(0)
  package init() {}
  package func next(on floor: Floor) -> Decision {
    while floor.waiting > 1 { Self.thoughts.add(1, ordering: .relaxed) }
    return floor.pool
  }
}
