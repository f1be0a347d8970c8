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

/// Remembers in an object who was served, over resets.
package struct LongMemory: Plain {
  package static let name = "long-memory"
  package static let claims = Claims(order: .service, overtaking: .unbounded)
  private final class Memory: Sendable { let served = Mutex<Set<Time>>([]) }
  private let memory = Memory()
  package init() {}
  package func next(on floor: Floor) -> Decision {
    memory.served.withLock { $0.count } % 3 == 2 ? floor.wrongCall : floor.pool
  }
  // Whoever tells it twice, or tells a copy, changes nothing.
  package func finished(_ client: Client, at teller: Int, on floor: Floor) {
    memory.served.withLock { _ = $0.insert(client.arrival) }
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

/// Keeps its state in a static that each new instance clears.
package struct StaticState: Plain {
  package static let name = "static-state"
  package static let claims = Claims(order: .service, overtaking: .unbounded)
  private static let served = Mutex<Set<[Int]>>([])
  package init() { Self.served.withLock { $0 = [] } }
  package func line(for client: Client, on floor: Floor) -> Int {
    if client.ticket == 1, client.step == 0 { Self.served.withLock { $0 = [] } }
    return client.service
  }
  package func next(on floor: Floor) -> Decision {
    Self.served.withLock { $0.count } % 3 == 2 ? floor.wrongCall : floor.pool
  }
  package func finished(_ client: Client, at teller: Int, on floor: Floor) {
    Self.served.withLock { _ = $0.insert([client.ticket, client.service]) }
  }
}
