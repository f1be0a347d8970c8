package import BankCore

/// Prefers people whose name begins late in the alphabet.
package struct LooksAtNames: Plain {
  package static let name = "looks-at-names"
  package static let claims = Claims(order: .service, overtaking: .unbounded)
  package init() {}
  package func next(on floor: Floor) -> Decision {
    guard case .call(_, let teller) = floor.pool else { return .idle }
    return floor.plan.tellers[teller].name > "M" ? floor.wrongCall : floor.pool
  }
}

/// Does otherwise after a quarter of an hour.
package struct TimeOfDay: Plain {
  package static let name = "time-of-day"
  package static let claims = Claims(order: .service, overtaking: .unbounded)
  package init() {}
  package func next(on floor: Floor) -> Decision {
    floor.now > .seconds(90_000) ? floor.wrongCall : floor.pool
  }
}

/// Reads in the memory of a client how long a service will take, and calls the shortest.
package struct Clairvoyant: Plain {
  package static let name = "clairvoyant"
  package static let claims = Claims.orderless
  package init() {}
  package func next(on floor: Floor) -> Decision {
    let best = floor.callable.min {
      Self.length(floor, $0.line) < Self.length(floor, $1.line)
    }
    return best.map { .call(line: $0.line, teller: $0.teller) } ?? .idle
  }
  private static func length(_ floor: Floor, _ line: Int) -> Time {
    guard let head = floor.head(ofLine: line) else { return .never }
    return withUnsafeBytes(of: head) {
      Time(nanoseconds: $0.load(fromByteOffset: 24, as: Int64.self))
    }
  }
}

/// Lets one teller work, where there are four or more.
package struct TooManyCooks: Plain {
  package static let name = "too-many-cooks"
  package static let claims = Claims(
    order: .service, idling: .declared(["too many of us"]), isMonotone: true)
  package init() {}
  package func next(on floor: Floor) -> Decision {
    guard floor.tellers.count >= 4 else { return floor.pool }
    guard floor.tellers.allSatisfy({ floor.isIdle($0) || !floor.isPresent($0) }) else {
      return .idle(because: "too many of us")
    }
    return floor.pool
  }
}

/// Prefers the routes whose names begin late in the alphabet.
package struct LooksAtRoutes: Plain {
  package static let name = "looks-at-routes"
  package static let claims = Claims(order: .service, overtaking: .unbounded)
  package init() {}
  package func next(on floor: Floor) -> Decision {
    guard case .call(let line, _) = floor.pool, let route = floor.head(ofLine: line)?.route else {
      return floor.pool
    }
    return floor.plan.routes[route].name > "M" ? floor.wrongCall : floor.pool
  }
}

/// Prefers those who need what begins late in the alphabet.
package struct LooksAtStock: Plain {
  package static let name = "looks-at-stock"
  package static let claims = Claims(order: .service, overtaking: .unbounded)
  package init() {}
  package func next(on floor: Floor) -> Decision {
    func item(_ line: Int) -> String {
      floor.head(ofLine: line).flatMap { floor.plan.services[$0.service].needs.first?.item } ?? ""
    }
    guard let best = floor.callable.max(by: { item($0.line) < item($1.line) }) else { return .idle }
    return .call(line: best.line, teller: best.teller)
  }
}
