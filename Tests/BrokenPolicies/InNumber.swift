package import BankCore

// Policies that err where a number of theirs is full, or on one day of the year.

/// What one of the policies here counts.
package enum Counted: Sendable {
  case leavers, steps, ofHigherClass, shifts
}

/// The shared pool, until it has counted so many.
package protocol StopsWhenFull: Plain {
  static var counted: Counted { get }
  static var most: Int { get }
  var count: Int { get set }
}

extension StopsWhenFull {
  package mutating func left(_ client: Client, on floor: Floor) {
    if Self.counted == .leavers { count += 1 }
  }
  package mutating func finished(_ client: Client, at teller: Int, on floor: Floor) {
    switch Self.counted {
    case .steps where client.route != nil: count += 1
    case .ofHigherClass where client.priority > 0: count += 1
    default: break
    }
  }
  package mutating func came(teller: Int, on floor: Floor) {
    if Self.counted == .shifts { count += 1 }
  }
  package func next(on floor: Floor) -> Decision { count > Self.most ? .idle : floor.pool }
}

package struct SixteenBitsOfLeavers: StopsWhenFull {
  package static let name = "sixteen-bits-of-leavers"
  package static let counted = Counted.leavers
  package static let most = 65_535
  package var count = 0
  package init() {}
}

package struct SixteenBitsOfSteps: StopsWhenFull {
  package static let name = "sixteen-bits-of-steps"
  package static let counted = Counted.steps
  package static let most = 65_535
  package var count = 0
  package init() {}
}

package struct SixteenBitsOfMembers: StopsWhenFull {
  package static let name = "sixteen-bits-of-members"
  package static let counted = Counted.ofHigherClass
  package static let most = 65_535
  package var count = 0
  package init() {}
}

package struct ByteOfShifts: StopsWhenFull {
  package static let name = "byte-of-shifts"
  package static let counted = Counted.shifts
  package static let most = 255
  package var count = 0
  package init() {}
}

/// Lets the second teller rest for ten seconds each time, as long as 16 bits count how often.
package struct SixteenBitsOfRests: Plain {
  package static let name = "sixteen-bits-of-rests"
  package static let claims = Claims(
    order: .service, idling: .declared(["resting"]), overtaking: .unbounded)
  private var rests = 0
  package init() {}
  package mutating func next(on floor: Floor) -> Decision {
    var due = Time.never
    let call = floor.callLongestWaiting { client -> Int? in
      let teller = floor.firstIdle(for: client.service)
      guard let teller, teller > 0, floor.now - client.arrival < .seconds(10) else { return teller }
      due = min(due, client.arrival + .seconds(10))
      return nil
    }
    if let call { return call }
    guard due < .never else { return .idle }
    rests += 1
    return rests > 65_535 ? .idle : .idle(because: "resting", askAgain: due)
  }
}

/// The shared pool, as long as a byte counts how often something was brought.
package struct ByteOfDeliveries: Plain {
  package static let name = "byte-of-deliveries"
  private var last = 0
  private var deliveries = -1
  package init() {}
  package mutating func next(on floor: Floor) -> Decision {
    guard !floor.plan.stock.isEmpty else { return floor.pool }
    if floor.stock(0) > last { deliveries += 1 }
    last = floor.stock(0)
    return deliveries > 255 ? .idle : floor.pool
  }
}

/// The shared pool, but who needs an item beyond those that fit a mask is never called.
package struct WordOfItems: Plain {
  package static let name = "word-of-items"
  package static let claims = Claims(overtaking: .unbounded)
  private var hasBit: [Bool] = []
  package init() {}
  package init(options: NoOptions, plan: BranchPlan, random: RandomSource) {
    hasBit = plan.services.map { service in
      let items = service.needs.compactMap { need in
        plan.stock.firstIndex { $0.item == need.item }
      }
      return items.isEmpty || items.contains { $0 < 64 }
    }
  }
  package func next(on floor: Floor) -> Decision {
    floor.callLongestWaiting { client in
      hasBit[client.service] ? floor.firstIdle(for: client.service) : nil
    } ?? .idle
  }
}

/// The shared pool, but who takes a route beyond those that fit a byte is never called.
package struct ByteOfRoutes: Plain {
  package static let name = "byte-of-routes"
  package static let claims = Claims(overtaking: .unbounded)
  package init() {}
  package func next(on floor: Floor) -> Decision {
    floor.callLongestWaiting { client in
      client.route ?? 0 > 255 ? nil : floor.firstIdle(for: client.service)
    } ?? .idle
  }
}

package enum LastDayOfTheYear: Occasion {
  package static let name = "last-day-of-the-year"
  package static func holds(_ floor: Floor) -> Bool {
    floor.now.nanoseconds / 86_400_000_000_000 % 365 == 364
  }
}

/// Sees who will stay for ever, and calls them last.
package struct SeesPatience: Plain {
  package static let name = "sees-patience"
  package static let claims = Claims.orderless
  package init() {}
  package func next(on floor: Floor) -> Decision {
    let calls = floor.callable
    return (calls.first { Self.mayLeave(floor, $0.line) } ?? calls.first)
      .map { .call(line: $0.line, teller: $0.teller) } ?? .idle
  }
  private static func mayLeave(_ floor: Floor, _ line: Int) -> Bool {
    guard let head = floor.head(ofLine: line) else { return false }
    return withUnsafeBytes(of: head) { $0.load(fromByteOffset: 24, as: Int64.self) < 0 }
  }
}

/// Keeps a count for each class that ever came.
package struct LedgerOfClasses: Plain {
  package static let name = "ledger-of-classes"
  private var counts: [Int: Int] = [:]
  package init() {}
  package mutating func finished(_ client: Client, at teller: Int, on floor: Floor) {
    counts[client.priority, default: 0] += 1
  }
  package func next(on floor: Floor) -> Decision { floor.pool }
}

/// Keeps a count for every hour.
package struct LedgerOfHours: Plain {
  package static let name = "ledger-of-hours"
  private var counts: [Int64: Int] = [:]
  package init() {}
  package mutating func finished(_ client: Client, at teller: Int, on floor: Floor) {
    counts[floor.now.nanoseconds / 3_600_000_000_000, default: 0] += 1
  }
  package func next(on floor: Floor) -> Decision { floor.pool }
}

/// Goes through every set of lines where somebody waits, up to a size.
package struct EverySet: Plain {
  package static let name = "every-set"
  private var sum = 0
  package init() {}
  package mutating func next(on floor: Floor) -> Decision {
    let heads = floor.lines.count { floor.head(ofLine: $0) != nil }
    guard heads <= 20 else { return floor.pool }
    var set = 0
    while set < 1 << heads {
      sum &+= set
      set += 1
    }
    return floor.pool
  }
}

/// Each teller goes on with a service for ten clients: so many tellers pass a client more often than it claims.
package struct TenInARow: LinePerService {
  package static let name = "ten-in-a-row"
  package static let summary = "Ten of one service in a row save time."
  package static let claims = Claims(overtaking: .atMost(100))
  private var service: [Int]
  private var row: [Int]
  package init(options: NoOptions, plan: BranchPlan, random: RandomSource) {
    service = plan.tellers.map { _ in -1 }
    row = plan.tellers.map { _ in 0 }
  }
  package func next(on floor: Floor) -> Decision {
    for teller in floor.tellers
    where floor.isIdle(teller) && service[teller] >= 0 && row[teller] < 10
      && floor.count(inLine: service[teller]) > 0
    {
      return .call(line: service[teller], teller: teller)
    }
    return floor.callLongestWaiting() ?? .idle
  }
  package mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    row[teller] = service[teller] == client.service ? row[teller] + 1 : 1
    service[teller] = client.service
  }
}

/// Goes through all who are between two steps of a route for each who begins another.
package struct UnderWay: Plain {
  package static let name = "under-way"
  private var underWay: [Int] = []
  package init() {}
  package mutating func finished(_ client: Client, at teller: Int, on floor: Floor) {
    if !floor.plan.isLastStep(of: client) { underWay.append(client.ticket) }
  }
  package mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    if client.step > 0 { underWay = underWay.filter { $0 != client.ticket } }
  }
  package func next(on floor: Floor) -> Decision { floor.pool }
}

extension Trials {
  /// Found by the extremes that are tried at every depth.
  package static let inNumber: [any TellerPolicy.Type] = [
    ByteOfShifts.self, ByteOfDeliveries.self, Rarely<SpacedNames>.self,
  ]

  /// Found by the worlds in which things come together.
  package static let inSize: [any TellerPolicy.Type] = [
    WordOfItems.self, ByteOfRoutes.self, TenInARow.self,
  ]

  /// Found by long worlds.
  package static let inLongWorlds: [any TellerPolicy.Type] = [
    SixteenBitsOfLeavers.self, SixteenBitsOfSteps.self, SixteenBitsOfMembers.self,
    SixteenBitsOfRests.self, Rarely<LastDayOfTheYear>.self,
  ]
}
