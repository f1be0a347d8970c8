package import BankCore

// Occasions on which a breach shows only where two wait, for two services, who came at different times.

/// Somebody has been served for a quarter of an hour.
package enum LongService: Occasion {
  package static let name = "long-service"
  package static func holds(_ floor: Floor) -> Bool {
    floor.tellers.contains { teller in
      floor.serving(teller).map { $0.since + .seconds(900) < floor.now } ?? false
    }
  }
}

/// Three tellers are idle though some wait.
package enum IdleSpecialists: Occasion {
  package static let name = "idle-specialists"
  package static func holds(_ floor: Floor) -> Bool {
    floor.waiting >= 3 && floor.tellers.count { floor.isIdle($0) } >= 3
  }
}

/// Nearly as many wait as may, who are many.
package enum FullOfMany: Occasion {
  package static let name = "full-of-many"
  package static func holds(_ floor: Floor) -> Bool {
    floor.plan.limit.map { $0 >= 20 && floor.waiting * 10 >= $0 * 9 } ?? false
  }
}

/// Hardly any is left of hundreds.
package enum NearlyOut: Occasion {
  package static let name = "nearly-out"
  package static func holds(_ floor: Floor) -> Bool {
    floor.plan.stock.indices.contains { item in
      floor.plan.stock[item].count >= 100 && floor.stock(item) * 20 < floor.plan.stock[item].count
    }
  }
}

/// Dozens wait for what takes long.
package enum CrowdForLong: Occasion {
  package static let name = "crowd-for-long"
  package static func holds(_ floor: Floor) -> Bool {
    floor.waiting >= 60 && floor.plan.services.contains { $0.meanTime >= .seconds(3600) }
  }
}

/// A name has a space.
package enum SpacedNames: Occasion {
  package static let name = "spaced-names"
  package static func holds(_ floor: Floor) -> Bool {
    floor.plan.services.contains { $0.name.contains(" ") }
  }
}

/// Goes through all pairs of shifts of each two tellers at every question.
package struct PairsOfShifts: Plain {
  package static let name = "pairs-of-shifts"
  package init() {}
  package func next(on floor: Floor) -> Decision {
    var overlaps = 0
    let staff = floor.plan.tellers
    for one in staff.prefix(2) {
      for other in staff {
        for shift in one.shifts ?? [] {
          for another in other.shifts ?? [] where shift.start < another.end {
            overlaps &+= another.start < shift.end ? 1 : 0
          }
        }
      }
    }
    return overlaps < 0 ? .idle : floor.pool
  }
}

extension Trials {
  /// Found by the worlds in which two wait.
  package static let whileTwoWait: [any TellerPolicy.Type] = [
    Rarely<LongService>.self, Rarely<IdleSpecialists>.self, Rarely<FullOfMany>.self,
    Rarely<NearlyOut>.self, Rarely<CrowdForLong>.self,
  ]
}
