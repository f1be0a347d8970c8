package import BankCore

/// When a policy of ``Rarely`` errs.
package protocol Occasion: Sendable {
  static var name: String { get }
  static func holds(_ floor: Floor) -> Bool
}

/// The shared pool, but on an occasion calls whoever has waited shortest: for trying whether worlds vary
/// in whatever a policy can see.
package struct Rarely<When: Occasion>: Plain {
  package static var name: String { "rarely-" + When.name }
  package init() {}
  package func next(on floor: Floor) -> Decision {
    When.holds(floor) ? floor.wrongCall : floor.pool
  }
}

package enum ManyServices: Occasion {
  package static let name = "many-services"
  package static func holds(_ floor: Floor) -> Bool { floor.plan.services.count >= 6 }
}
package enum ManyTellers: Occasion {
  package static let name = "many-tellers"
  package static func holds(_ floor: Floor) -> Bool { floor.plan.tellers.count >= 16 }
}
package enum VeryManyTellers: Occasion {
  package static let name = "very-many-tellers"
  package static func holds(_ floor: Floor) -> Bool { floor.plan.tellers.count > 64 }
}
package enum FastTellers: Occasion {
  package static let name = "fast-tellers"
  package static func holds(_ floor: Floor) -> Bool { floor.plan.tellers.contains { $0.speed > 3 } }
}
package enum SlowTellers: Occasion {
  package static let name = "slow-tellers"
  package static func holds(_ floor: Floor) -> Bool { floor.plan.tellers.contains { $0.speed < 1 } }
}
package enum LongServices: Occasion {
  package static let name = "long-services"
  package static func holds(_ floor: Floor) -> Bool {
    floor.plan.services.contains { $0.meanTime > .seconds(100) }
  }
}
package enum ShortServices: Occasion {
  package static let name = "short-services"
  package static func holds(_ floor: Floor) -> Bool {
    floor.plan.services.contains { $0.meanTime < .seconds(0.5) }
  }
}
package enum Targets: Occasion {
  package static let name = "targets"
  package static func holds(_ floor: Floor) -> Bool {
    floor.plan.services.contains { $0.target == .zero }
  }
}
package enum Late: Occasion {
  package static let name = "late"
  package static func holds(_ floor: Floor) -> Bool {
    floor.lines.contains { line in
      guard let head = floor.head(ofLine: line),
        let target = floor.plan.services[head.service].target
      else { return false }
      return floor.now - head.arrival > target
    }
  }
}
package enum Needs: Occasion {
  package static let name = "needs"
  package static func holds(_ floor: Floor) -> Bool {
    floor.plan.services.contains { !$0.needs.isEmpty }
  }
}
package enum EmptyStock: Occasion {
  package static let name = "empty-stock"
  package static func holds(_ floor: Floor) -> Bool {
    !floor.plan.stock.isEmpty && floor.stock(0) == 0
  }
}
package enum Classes: Occasion {
  package static let name = "classes"
  package static func holds(_ floor: Floor) -> Bool { floor.plan.classes.contains(7) }
}
package enum NegativeClass: Occasion {
  package static let name = "negative-class"
  package static func holds(_ floor: Floor) -> Bool {
    floor.lines.contains { floor.head(ofLine: $0).map { $0.priority < 0 } ?? false }
  }
}
package enum HighClass: Occasion {
  package static let name = "high-class"
  package static func holds(_ floor: Floor) -> Bool {
    floor.lines.contains { floor.head(ofLine: $0).map { $0.priority > 50 } ?? false }
  }
}
package enum NoRoom: Occasion {
  package static let name = "no-room"
  package static func holds(_ floor: Floor) -> Bool { floor.plan.limit == 6 }
}
package enum LongHandover: Occasion {
  package static let name = "long-handover"
  package static func holds(_ floor: Floor) -> Bool { floor.plan.handover > .seconds(2) }
}
package enum Fractions: Occasion {
  package static let name = "fractions"
  package static func holds(_ floor: Floor) -> Bool { floor.now.nanoseconds % 1_000_000_000 != 0 }
}
package enum OddNanoseconds: Occasion {
  package static let name = "odd-nanoseconds"
  package static func holds(_ floor: Floor) -> Bool { floor.now.nanoseconds % 1000 == 789 }
}
package enum Hours: Occasion {
  package static let name = "hours"
  package static func holds(_ floor: Floor) -> Bool { floor.now > .seconds(3600) }
}
package enum HighTickets: Occasion {
  package static let name = "high-tickets"
  package static func holds(_ floor: Floor) -> Bool {
    floor.lines.contains { floor.head(ofLine: $0).map { $0.ticket > 150 } ?? false }
  }
}
package enum ManyWait: Occasion {
  package static let name = "many-wait"
  package static func holds(_ floor: Floor) -> Bool { floor.waiting > 150 }
}
package enum LongLine: Occasion {
  package static let name = "long-line"
  package static func holds(_ floor: Floor) -> Bool {
    floor.lines.contains { floor.count(inLine: $0) > 100 }
  }
}
package enum LongIdle: Occasion {
  package static let name = "long-idle"
  package static func holds(_ floor: Floor) -> Bool {
    floor.tellers.contains { floor.idleSince($0).map { floor.now - $0 > .seconds(20) } ?? false }
  }
}
package enum LongWait: Occasion {
  package static let name = "long-wait"
  package static func holds(_ floor: Floor) -> Bool {
    floor.lines.contains {
      floor.head(ofLine: $0).map { floor.now - $0.arrival > .seconds(60) } ?? false
    }
  }
}
package enum LongServing: Occasion {
  package static let name = "long-serving"
  package static func holds(_ floor: Floor) -> Bool {
    floor.tellers.contains {
      floor.serving($0).map { floor.now - $0.since > .seconds(30) } ?? false
    }
  }
}
package enum SomebodyAway: Occasion {
  package static let name = "somebody-away"
  package static func holds(_ floor: Floor) -> Bool {
    floor.tellers.count { !floor.isPresent($0) } > 1
  }
}
package enum BackAgain: Occasion {
  package static let name = "back-again"
  package static func holds(_ floor: Floor) -> Bool {
    floor.plan.tellers.contains {
      ($0.shifts ?? []).count > 1 && ($0.shifts?.last?.start ?? .zero) < floor.now
    }
  }
}
package enum NearlyFull: Occasion {
  package static let name = "nearly-full"
  package static func holds(_ floor: Floor) -> Bool {
    guard let limit = floor.plan.limit, limit >= 10 else { return false }
    return floor.waiting * 10 >= limit * 9 && Set(floor.plan.services.map(\.meanTime)).count > 1
  }
}
package enum NearlyThrough: Occasion {
  package static let name = "nearly-through"
  package static func holds(_ floor: Floor) -> Bool {
    floor.tellers.contains { teller in
      guard let (client, since) = floor.serving(teller) else { return false }
      let mean = floor.plan.services[client.service].meanTime.seconds
      return (0.9 * mean..<mean).contains((floor.now - since).seconds)
    }
  }
}
package enum ManyPools: Occasion {
  package static let name = "many-pools"
  package static func holds(_ floor: Floor) -> Bool { floor.pools.count > 8 }
}

/// Beyond what a byte holds.
package enum LargeStock: Occasion {
  package static let name = "large-stock"
  package static func holds(_ floor: Floor) -> Bool {
    floor.plan.stock.contains { $0.count > 255 }
  }
}
package enum TwoOfStock: Occasion {
  package static let name = "two-of-stock"
  package static func holds(_ floor: Floor) -> Bool {
    floor.plan.stock.count > 1 && floor.plan.services.contains { $0.needs.count > 1 }
  }
}
package enum VeryFast: Occasion {
  package static let name = "very-fast"
  package static func holds(_ floor: Floor) -> Bool {
    floor.plan.tellers.contains { $0.speed > 100 }
  }
}
package enum VerySlow: Occasion {
  package static let name = "very-slow"
  package static func holds(_ floor: Floor) -> Bool {
    floor.plan.tellers.contains { $0.speed < 0.01 }
  }
}
package enum ManyShifts: Occasion {
  package static let name = "many-shifts"
  package static func holds(_ floor: Floor) -> Bool {
    floor.plan.tellers.contains { ($0.shifts ?? []).count > 5 }
  }
}
package enum ManyRoutes: Occasion {
  package static let name = "many-routes"
  package static func holds(_ floor: Floor) -> Bool { floor.plan.routes.count > 16 }
}
package enum LongRoute: Occasion {
  package static let name = "long-route"
  package static func holds(_ floor: Floor) -> Bool {
    floor.plan.routes.contains { $0.steps.count > 16 }
  }
}
package enum DaysIdle: Occasion {
  package static let name = "days-idle"
  package static func holds(_ floor: Floor) -> Bool {
    floor.tellers.contains {
      floor.idleSince($0).map { floor.now - $0 > .seconds(86_400) } ?? false
    }
  }
}

/// The shared pool, but on an occasion calls from a line that there is not.
package struct Astray<When: Occasion>: Plain {
  package static var name: String { "astray-" + When.name }
  package init() {}
  package func next(on floor: Floor) -> Decision {
    When.holds(floor) ? .call(line: 99, teller: 0) : floor.pool
  }
}

package enum MoreThanAtFirst: Occasion {
  package static let name = "more-than-at-first"
  package static func holds(_ floor: Floor) -> Bool {
    floor.plan.stock.indices.contains { floor.stock($0) > floor.plan.stock[$0].count }
  }
}
package enum FullOfHundreds: Occasion {
  package static let name = "full-of-hundreds"
  package static func holds(_ floor: Floor) -> Bool {
    floor.plan.limit.map { $0 >= 100 && floor.waiting >= $0 } ?? false
  }
}

package enum ClassesFarApart: Occasion {
  package static let name = "classes-far-apart"
  package static func holds(_ floor: Floor) -> Bool {
    let classes = floor.lines.compactMap { floor.head(ofLine: $0)?.priority }.sorted()
    guard let lowest = classes.first, let highest = classes.last else { return false }
    return highest - lowest > Int32.max
  }
}
package enum StaysLate: Occasion {
  package static let name = "stays-late"
  package static func holds(_ floor: Floor) -> Bool {
    floor.tellers.contains { teller in
      guard floor.isPresent(teller), let shifts = floor.plan.tellers[teller].shifts else {
        return false
      }
      return shifts.contains { $0.start > .zero && $0.end > .seconds(20_000) }
    }
  }
}
package enum UnlistedClass: Occasion {
  package static let name = "unlisted-class"
  package static func holds(_ floor: Floor) -> Bool {
    floor.lines.contains { line in
      floor.head(ofLine: line).map { head in
        floor.plan.classes.count > 1 && !floor.plan.classes.contains(head.priority)
      } ?? false
    }
  }
}

/// The shared pool, but a client who was not there at the first step of a route is sent to a line that there is not.
package struct KnowsEverybody: Plain {
  package static let name = "knows-everybody"
  private var known: Set<Int> = []
  package init() {}
  package mutating func line(for client: Client, on floor: Floor) -> Int {
    if client.step == 0 { known.insert(client.ticket) }
    return known.contains(client.ticket) ? client.service : 99
  }
  package func next(on floor: Floor) -> Decision { floor.pool }
}

/// The shared pool, but skills are kept in 64 bits.
package struct SixtyFourSkills: Plain {
  package static let name = "sixty-four-skills"
  package init() {}
  package func next(on floor: Floor) -> Decision {
    floor.callLongestWaiting { client in
      floor.tellers.first { teller in
        floor.isIdle(teller)
          && floor.plan.services.indices.contains {
            $0 % 64 == client.service % 64 && floor.plan.can(teller, do: $0)
          }
      }
    } ?? .idle
  }
}

/// The longest wait first, in seconds of 24 bits; in a tie the line comes first.
package struct RoughSeconds: Plain {
  package static let name = "rough-seconds"
  package init() {}
  package func next(on floor: Floor) -> Decision {
    var best: (line: Int, since: Float)?
    for line in floor.lines {
      guard let head = floor.head(ofLine: line), floor.firstIdle(for: head.service) != nil else {
        continue
      }
      let since = Float(head.arrival.seconds)
      if best.map({ since < $0.since }) ?? true { best = (line, since) }
    }
    return best.flatMap { floor.call(line: $0.line) } ?? .idle
  }
}

/// The shared pool, but from three to four hours after opening short services come first.
package struct LunchHour: Plain {
  package static let name = "lunch-hour"
  package static let claims = Claims(order: .service, overtaking: .unbounded)
  package init() {}
  package func next(on floor: Floor) -> Decision {
    guard Time.seconds(10_800)..<Time.seconds(14_400) ~= floor.now else { return floor.pool }
    return floor.call { .zero - floor.plan.services[$0.service].meanTime } ?? .idle
  }
}

/// The shared pool, which sorts a list of its own of all who wait at every question.
package struct SortsAll: Plain {
  package static let name = "sorts-all"
  private var waiting: [Client] = []
  package init() {}
  package mutating func line(for client: Client, on floor: Floor) -> Int {
    waiting.append(client)
    return client.service
  }
  package mutating func next(on floor: Floor) -> Decision {
    waiting.sort { $0.joined(before: $1) }
    return floor.pool
  }
  package mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    waiting.removeAll { $0.ticket == client.ticket }
  }
  package mutating func left(_ client: Client, on floor: Floor) {
    waiting.removeAll { $0.ticket == client.ticket }
  }
}

/// The shared pool, which goes through all who were served, of whom it keeps but the number.
package struct CountsThrough: Plain {
  package static let name = "counts-through"
  private var served = 0
  private var mixed = 0
  package init() {}
  package mutating func next(on floor: Floor) -> Decision {
    for number in 0..<8 * served { mixed = mixed &* 31 ^ number }
    return floor.pool
  }
  package mutating func finished(_ client: Client, at teller: Int, on floor: Floor) { served += 1 }
}

package enum KnownName: Occasion {
  package static let name = "known-name"
  package static func holds(_ floor: Floor) -> Bool {
    floor.plan.service(named: "mortgage") != nil
  }
}
package enum AlikeButForCapitals: Occasion {
  package static let name = "alike-but-for-capitals"
  package static func holds(_ floor: Floor) -> Bool {
    Set(floor.plan.tellers.map { $0.name.lowercased() }).count < floor.plan.tellers.count
  }
}
package enum OtherAlphabet: Occasion {
  package static let name = "other-alphabet"
  package static func holds(_ floor: Floor) -> Bool {
    floor.plan.services.contains { $0.name.first?.asciiValue == nil }
  }
}

/// The shared pool, but nobody begins what the shift is too short for.
package struct EndsOnTime: Plain {
  package static let name = "ends-on-time"
  package static let claims = Claims(idling: .declared([reason]), overtaking: .unbounded)
  private static let reason: IdleReason = "the shift ends soon"
  package init() {}
  package func next(on floor: Floor) -> Decision {
    floor.callLongestWaiting { client in
      floor.idleTellers(for: client.service).first { teller in
        let shift = floor.plan.tellers[teller].shifts?.first { floor.now < $0.end }
        let end = floor.now + floor.plan.expectedTime(of: client.service, by: teller)
        return shift.map { end <= $0.end } ?? true
      }
    } ?? .idle(because: Self.reason)
  }
}

extension Trials {
  /// These err on occasions that only the extremes have.
  package static let extreme: [any TellerPolicy.Type] = [
    Astray<LargeStock>.self, Astray<TwoOfStock>.self, Astray<VeryFast>.self,
    Astray<VerySlow>.self, Astray<ManyShifts>.self, Astray<ManyRoutes>.self,
    Astray<LongRoute>.self, Astray<DaysIdle>.self, Astray<KnownName>.self,
    Astray<AlikeButForCapitals>.self, Astray<OtherAlphabet>.self, Astray<MoreThanAtFirst>.self,
    Astray<FullOfHundreds>.self, KnowsEverybody.self, SixtyFourSkills.self, RoughSeconds.self,
    LunchHour.self, PoolByFirstSkill.self, Astray<ClassesFarApart>.self,
  ]

  /// These err on occasions that only odd worlds have.
  package static let rare: [any TellerPolicy.Type] = [
    Rarely<ManyServices>.self, Rarely<ManyTellers>.self, Rarely<VeryManyTellers>.self,
    Rarely<FastTellers>.self, Rarely<SlowTellers>.self, Rarely<LongServices>.self,
    Rarely<ShortServices>.self, Rarely<Targets>.self, Rarely<Late>.self, Rarely<Needs>.self,
    Rarely<EmptyStock>.self, Rarely<Classes>.self, Rarely<NegativeClass>.self,
    Rarely<HighClass>.self, Rarely<NoRoom>.self, Rarely<LongHandover>.self,
    Rarely<Fractions>.self, Rarely<OddNanoseconds>.self, Rarely<Hours>.self,
    Rarely<HighTickets>.self, Rarely<ManyWait>.self, Rarely<LongLine>.self,
    Rarely<LongIdle>.self, Rarely<LongWait>.self, Rarely<LongServing>.self,
    Rarely<SomebodyAway>.self, Rarely<BackAgain>.self, Rarely<ManyPools>.self,
    Rarely<NearlyFull>.self, Rarely<NearlyThrough>.self, Rarely<UnlistedClass>.self,
    Rarely<StaysLate>.self,
  ]
}
