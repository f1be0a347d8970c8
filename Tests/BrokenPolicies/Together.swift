package import BankCore

// Policies that err where two things come together, or where a number of theirs is full.

/// The shared pool, of the sixty-four who have been idle longest.
package struct FirstSixtyFour: Plain {
  package static let name = "first-sixty-four"
  package init() {}
  package func pools(for plan: BranchPlan) -> [[Int]] { [Array(plan.tellers.indices)] }
  package func next(on floor: Floor) -> Decision {
    let idle = floor.tellers.filter { floor.isIdle($0) }.prefix(64)
    return floor.callLongestWaiting { client in
      idle.first { floor.plan.can($0, do: client.service) }
    } ?? .idle
  }
}

/// The shared pool, with a table of tellers by service that has 256 places.
package struct ByteOfServices: Plain {
  package static let name = "byte-of-services"
  package static let claims = Claims(overtaking: .unbounded)
  private var first = [Int?](repeating: nil, count: 256)
  package init() {}
  package init(options: NoOptions, plan: BranchPlan, random: RandomSource) {
    for service in plan.services.indices {
      first[service & 255] =
        plan.tellers.indices.first { plan.can($0, do: service) } ?? first[service & 255]
    }
  }
  package func next(on floor: Floor) -> Decision {
    floor.callLongestWaiting { client in
      first[client.service & 255].flatMap { floor.isIdle($0) ? $0 : nil }
        ?? floor.firstIdle(for: client.service)
    } ?? .idle
  }
}

/// Whoever came first by a clock of milliseconds that is full after 49 days.
package struct MillisecondClock: Plain {
  package static let name = "millisecond-clock"
  package init() {}
  package func next(on floor: Floor) -> Decision {
    floor.call { -Int64(UInt32(truncatingIfNeeded: $0.arrival.nanoseconds / 1_000_000)) } ?? .idle
  }
}

/// The shared pool, but leaves those waiting of whose two items none is left, though they have reserved theirs.
package struct EmptyShelf: Plain {
  package static let name = "empty-shelf"
  package static let claims = Claims(idling: .declared([reason]), overtaking: .unbounded)
  private static let reason: IdleReason = "both are out of stock"
  package init() {}
  package func next(on floor: Floor) -> Decision {
    floor.callLongestWaiting { client in
      let items = floor.plan.services[client.service].needs.compactMap { need in
        floor.plan.stock.firstIndex { $0.item == need.item }
      }
      let isOut = items.count > 1 && items.allSatisfy { floor.stock($0) == 0 }
      return isOut ? nil : floor.firstIdle(for: client.service)
    } ?? .idle(because: Self.reason)
  }
}

/// Keeps an eighth of the staff for the highest class, whether they are there or not.
package struct EighthKept: Plain {
  package static let name = "eighth-kept"
  package static let claims = Claims(
    order: .none, idling: .declared([reason]), overtaking: .unbounded)
  private static let reason: IdleReason = "kept for the highest class"
  package init() {}
  package func next(on floor: Floor) -> Decision {
    let classes = floor.plan.classes
    let kept = classes.count > 1 ? floor.plan.tellers.count / 8 : 0
    return floor.call(by: { client in
      client.priority == classes.last || floor.idleCount > kept ? client.priority : nil
    }) ?? .idle(because: Self.reason)
  }
}

/// The higher class first, whatever it claims.
package struct AtMostTwoHundred: Plain {
  package static let name = "at-most-two-hundred"
  package static let claims = Claims(order: .none, overtaking: .atMost(200))
  package init() {}
  package func next(on floor: Floor) -> Decision { floor.call { $0.priority } ?? .idle }
}

/// The shared pool, with a bit for each of 32 routes.
package struct WordOfRoutes: Plain {
  package static let name = "word-of-routes"
  package static let claims = Claims(overtaking: .unbounded)
  package init() {}
  package func next(on floor: Floor) -> Decision {
    floor.callLongestWaiting { client in
      let bit = UInt32(1) << UInt32(client.route ?? 0)
      return bit == 0 ? nil : floor.firstIdle(for: client.service)
    } ?? .idle
  }
}

package enum TimesTooLongToAdd: Occasion {
  package static let name = "times-too-long-to-add"
  package static func holds(_ floor: Floor) -> Bool {
    let sum = floor.plan.services.reduce(0.0) { $0 + Double($1.meanTime.nanoseconds) }
    return sum > Double(Int64.max)
  }
}
package enum CountTimesNow: Occasion {
  package static let name = "count-times-now"
  package static func holds(_ floor: Floor) -> Bool {
    floor.lines.contains {
      Int64(floor.count(inLine: $0)).multipliedReportingOverflow(by: floor.now.nanoseconds).overflow
    }
  }
}

/// A line for each teller, service and class.
package struct LineForEach: Plain {
  package static let name = "line-for-each"
  private let lines: Int
  package init() { lines = 1 }
  package init(options: NoOptions, plan: BranchPlan, random: RandomSource) {
    lines = max(1, plan.tellers.count) * plan.services.count * plan.classCount
  }
  package func lines(for plan: BranchPlan) -> Int { lines }
  package func next(on floor: Floor) -> Decision { floor.pool }
}

/// The shared pool, but while three thousand wait the newest head goes first.
package struct NewestInCrowd: Plain {
  package static let name = "newest-in-crowd"
  package init() {}
  package func next(on floor: Floor) -> Decision {
    (floor.waiting > 3000 ? floor.call { $0.arrival } : nil) ?? floor.pool
  }
}

/// The longest wait first, in 32 bits of milliseconds.
package struct MillisecondWaits: Plain {
  package static let name = "millisecond-waits"
  package init() {}
  package func next(on floor: Floor) -> Decision {
    floor.call { UInt32(truncatingIfNeeded: (floor.now - $0.arrival).nanoseconds / 1_000_000) }
      ?? .idle
  }
}

/// The service called least often so far, however long nobody came for it.
package struct CreditWithoutEnd: Plain {
  package static let name = "credit-without-end"
  package static let claims = Claims(overtaking: .atMost(40))
  private var calls: [Int: Int] = [:]
  package init() {}
  package func next(on floor: Floor) -> Decision {
    floor.call { -calls[$0.service, default: 0] } ?? .idle
  }
  package mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    calls[client.service, default: 0] += 1
  }
}

/// A dozen tellers or more are split among the services.
package struct SplitDozen: Plain {
  package static let name = "split-dozen"
  package static let claims = Claims(
    idling: .declared([reason]), overtaking: .unbounded, isMonotone: true)
  private static let reason: IdleReason = "kept for another service"
  package init() {}
  package func next(on floor: Floor) -> Decision {
    guard floor.tellers.count >= 12 else { return floor.pool }
    let services = floor.plan.services.count
    return floor.callLongestWaiting { client in
      floor.idleTellers(for: client.service).first { $0 % services == client.service }
    } ?? .idle(because: Self.reason)
  }
}

/// Goes through all who wait, twenty times, whenever somebody gives up.
package struct RebuildsIndex: Plain {
  package static let name = "rebuilds-index"
  private var waiting = 0
  private var sum = 0
  package init() {}
  package mutating func line(for client: Client, on floor: Floor) -> Int {
    waiting += 1
    return client.service
  }
  package func next(on floor: Floor) -> Decision { floor.pool }
  package mutating func started(_ client: Client, at teller: Int, on floor: Floor) { waiting -= 1 }
  package mutating func left(_ client: Client, on floor: Floor) {
    waiting -= 1
    var place = 0
    while place < 20 * waiting {
      sum &+= place
      place += 1
    }
  }
}

/// Keeps whoever waits in a chain, each part of which releases the next.
package struct ChainOfWaits: Plain {
  private indirect enum Chain: Sendable {
    case end
    case one(Time, Chain)
  }

  package static let name = "chain-of-waits"
  private var chain = Chain.end
  package init() {}
  package mutating func line(for client: Client, on floor: Floor) -> Int {
    chain = .one(client.arrival, chain)
    return client.service
  }
  package func next(on floor: Floor) -> Decision { floor.pool }
  package mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    if case .one(_, let rest) = chain { chain = rest }
  }
}

/// Remembers when each came until they are called or give up, and forgets those who balk.
package struct KeepsThoseWhoBalk: Plain {
  package static let name = "keeps-those-who-balk"
  private var came: [Int: Time] = [:]
  package init() {}
  package mutating func line(for client: Client, on floor: Floor) -> Int {
    came[client.ticket] = floor.now
    return client.service
  }
  package func next(on floor: Floor) -> Decision { floor.pool }
  package mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    came[client.ticket] = nil
  }
  package mutating func left(_ client: Client, on floor: Floor) {
    if client.arrival < floor.now { came[client.ticket] = nil }
  }
}

/// Writes down every service where tellers need time between two clients.
package struct KeepsHandovers: Plain {
  package static let name = "keeps-handovers"
  private var log: [Int] = []
  package init() {}
  package func next(on floor: Floor) -> Decision { floor.pool }
  package mutating func finished(_ client: Client, at teller: Int, on floor: Floor) {
    if floor.plan.handover > .zero { log.append(teller) }
  }
}

/// Counts waits by their length, of which there are as many as clients.
package struct KeepsWaits: Plain {
  package static let name = "keeps-waits"
  private var waits: [Int64: Int] = [:]
  package init() {}
  package func next(on floor: Floor) -> Decision { floor.pool }
  package mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    waits[(floor.now - client.arrival).nanoseconds, default: 0] += 1
  }
}

/// Writes down who was called beyond the target, by a slow teller.
package struct KeepsLateOnes: Plain {
  package static let name = "keeps-late-ones"
  private var late: [Int] = []
  package init() {}
  package func next(on floor: Floor) -> Decision { floor.pool }
  package mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    guard let target = floor.plan.services[client.service].target,
      floor.now - client.arrival > target, floor.plan.speed(of: teller, doing: client.service) < 1
    else { return }
    late.append(client.ticket)
  }
}

/// Writes down who gave up after a quarter of an hour.
package struct KeepsPatientOnes: Plain {
  package static let name = "keeps-patient-ones"
  private var patient: [Int] = []
  package init() {}
  package func next(on floor: Floor) -> Decision { floor.pool }
  package mutating func left(_ client: Client, on floor: Floor) {
    if floor.now - client.arrival > .seconds(900) { patient.append(client.ticket) }
  }
}

/// Writes down who gave up where nobody else waited and no teller was there.
package struct KeepsLonelyOnes: Plain {
  package static let name = "keeps-lonely-ones"
  private var lonely: [Int] = []
  package init() {}
  package func next(on floor: Floor) -> Decision { floor.pool }
  package mutating func left(_ client: Client, on floor: Floor) {
    if floor.waiting == 0, !floor.tellers.contains(where: floor.isPresent) {
      lonely.append(client.ticket)
    }
  }
}

extension Trials {
  /// These err where two things come together.
  package static let together: [any TellerPolicy.Type] = [
    FirstSixtyFour.self, ByteOfServices.self, MillisecondClock.self, EmptyShelf.self,
    EighthKept.self,
    AtMostTwoHundred.self, WordOfRoutes.self, Astray<TimesTooLongToAdd>.self,
    Astray<CountTimesNow>.self, LineForEach.self, NewestInCrowd.self, MillisecondWaits.self,
    CreditWithoutEnd.self,
  ]

  /// These keep something of each client, on occasions alone.
  package static let leaks: [any TellerPolicy.Type] = [
    KeepsThoseWhoBalk.self, KeepsHandovers.self, KeepsWaits.self, KeepsLateOnes.self,
    KeepsPatientOnes.self, KeepsLonelyOnes.self,
  ]
}
