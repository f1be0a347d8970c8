package import BankCore
import Synchronization

/// Draws lots from a source of its own.
package struct Unseeded: Plain {
  package static let name = "unseeded"
  package static let claims = Claims(order: .service, overtaking: .unbounded)
  package init() {}
  package func next(on floor: Floor) -> Decision {
    Bool.random() ? floor.wrongCall : floor.pool
  }
}

/// Counts all its decisions ever, like a clock.
package struct StaticCounter: Plain {
  package static let name = "static-counter"
  package static let claims = Claims(order: .service, overtaking: .unbounded)
  private static let ticks = Atomic(0)
  package init() {}
  package func next(on floor: Floor) -> Decision {
    Self.ticks.add(1, ordering: .relaxed).newValue % 7 < 3 ? floor.wrongCall : floor.pool
  }
}

/// The same, and claims that nobody is overtaken.
package struct StaticOverclaim: Plain {
  package static let name = "static-overclaim"
  private static let ticks = Atomic(0)
  package init() {}
  package func next(on floor: Floor) -> Decision {
    Self.ticks.add(1, ordering: .relaxed).newValue % 7 < 3 ? floor.wrongCall : floor.pool
  }
}

/// Remembers in an object when the first client came ever, over resets.
package struct LongMemory: Plain {
  package static let name = "long-memory"
  package static let claims = Claims(order: .service, overtaking: .unbounded)
  private final class Memory: Sendable { let first = Mutex<Time?>(nil) }
  private let memory = Memory()
  private var first: Time?
  package init() {}
  package func next(on floor: Floor) -> Decision {
    memory.first.withLock { $0 } == first ? floor.pool : floor.wrongCall
  }
  package mutating func line(for client: Client, on floor: Floor) -> Int {
    memory.first.withLock { $0 = $0 ?? client.arrival }
    first = first ?? client.arrival
    return client.service
  }
}

/// Shares an object with all its copies.
package struct SharedObject: Plain {
  package static let name = "shared-object"
  package static let claims = Claims(order: .service, overtaking: .unbounded)
  private final class Turn: Sendable { let count = Atomic(0) }
  private let turn = Turn()
  package init() {}
  package func next(on floor: Floor) -> Decision {
    turn.count.add(1, ordering: .relaxed).newValue % 2 == 0 ? floor.wrongCall : floor.pool
  }
}

/// Copies its notes when somebody starts, but not when somebody comes.
package struct CopiesHalf: Plain {
  package static let name = "copies-half"
  package static let claims = Claims(order: .service, overtaking: .unbounded)
  private final class Notes: Sendable {
    let came: Mutex<Set<Int>>
    init(_ came: Set<Int>) { self.came = Mutex(came) }
  }
  private var notes = Notes([])
  package init() {}
  // Telling it twice changes nothing.
  package func line(for client: Client, on floor: Floor) -> Int {
    notes.came.withLock { _ = $0.insert(client.ticket) }
    return client.service
  }
  package func next(on floor: Floor) -> Decision {
    notes.came.withLock { $0.count } % 2 == 0 ? floor.pool : floor.wrongCall
  }
  package mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    notes = Notes(notes.came.withLock { $0 })
  }
}

/// Knows in a static which instance is the latest.
package struct StaticState: Plain {
  package static let name = "static-state"
  package static let claims = Claims(order: .service, overtaking: .unbounded)
  private static let latest = Atomic(0)
  private let own = Self.latest.add(1, ordering: .relaxed).newValue
  package init() {}
  package func next(on floor: Floor) -> Decision {
    Self.latest.load(ordering: .relaxed) == own ? floor.pool : floor.wrongCall
  }
}
