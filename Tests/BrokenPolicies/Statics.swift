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
