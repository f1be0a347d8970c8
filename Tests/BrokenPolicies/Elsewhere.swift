package import BankCore
import Foundation

// Policies that do the same again and again in one process, and something else in another.

/// Goes by hash values, which differ from process to process.
package struct GoesByHashes: Plain {
  package static let name = "goes-by-hashes"
  package static let claims = Claims(overtaking: .unbounded)
  private static let order = (0..<64).map { "\($0)".hashValue & 1 == 0 }
  package init() {}
  package func next(on floor: Floor) -> Decision {
    let calls = Array(floor.callable)
    guard let first = calls.first, let last = calls.last else { return .idle }
    let call = Self.order[floor.waiting % 64] ? first : last
    return .call(line: call.line, teller: call.teller)
  }
}

/// Prints whom it was told of.
package struct Talkative: Plain {
  package static let name = "talkative"
  package static let claims = Claims(overtaking: .unbounded)
  package init() {}
  package func next(on floor: Floor) -> Decision { floor.callLongestWaiting() ?? .idle }
  package func finished(_ client: Client, at teller: Int, on floor: Floor) {
    print("finished: \(client.ticket)")
  }
}

/// Goes by the time zone.
package struct GoesByZone: Plain {
  package static let name = "goes-by-zone"
  package static let claims = Claims(overtaking: .unbounded)
  private static let isFar = TimeZone.current.secondsFromGMT() > 43_200
  package init() {}
  package func next(on floor: Floor) -> Decision {
    let calls = Array(floor.callable)
    return (Self.isFar ? calls.last : calls.first).map { .call(line: $0.line, teller: $0.teller) }
      ?? .idle
  }
}

/// Goes by the hour, each time it is made.
package struct GoesByHour: Plain {
  package static let name = "goes-by-hour"
  package static let claims = Claims(overtaking: .unbounded)
  private let isOdd = Calendar.current.component(.hour, from: Date()) % 2 == 1
  package init() {}
  package func next(on floor: Floor) -> Decision {
    let calls = Array(floor.callable)
    return (isOdd ? calls.last : calls.first).map { .call(line: $0.line, teller: $0.teller) }
      ?? .idle
  }
}

/// Behaves while somebody looks at its laws.
package struct GoesByCommand: Plain {
  package static let name = "goes-by-command"
  package static let claims = Claims(overtaking: .unbounded)
  private static let isWatched = CommandLine.arguments.contains("conformance")
  package init() {}
  package func next(on floor: Floor) -> Decision {
    let calls = Array(floor.callable)
    return (Self.isWatched ? calls.first : calls.last)
      .map { .call(line: $0.line, teller: $0.teller) } ?? .idle
  }
}

/// Goes another way where its developer looks for mistakes.
package struct GoesByEnvironment: Plain {
  package static let name = "goes-by-environment"
  package static let claims = Claims(overtaking: .unbounded)
  private let isTraced = ProcessInfo.processInfo.environment["BANK_TRACE"] != nil
  package init() {}
  package func next(on floor: Floor) -> Decision {
    let calls = Array(floor.callable)
    return (isTraced ? calls.last : calls.first).map { .call(line: $0.line, teller: $0.teller) }
      ?? .idle
  }
}

/// Goes by one of the names by which a language is said, each time it is made.
package struct GoesByMessages: Plain {
  package static let name = "goes-by-messages"
  package static let claims = Claims(overtaking: .unbounded)
  private let isKorean =
    ProcessInfo.processInfo.environment["LC_MESSAGES"]?.hasPrefix("ko") ?? false
  package init() {}
  package func next(on floor: Floor) -> Decision {
    let calls = Array(floor.callable)
    return (isKorean ? calls.last : calls.first).map { .call(line: $0.line, teller: $0.teller) }
      ?? .idle
  }
}

/// Goes by the continent.
package struct GoesByContinent: Plain {
  package static let name = "goes-by-continent"
  package static let claims = Claims(overtaking: .unbounded)
  private let isAmerican =
    ProcessInfo.processInfo.environment["TZ"]?.hasPrefix("America") ?? false
  package init() {}
  package func next(on floor: Floor) -> Decision {
    let calls = Array(floor.callable)
    return (isAmerican ? calls.last : calls.first).map { .call(line: $0.line, teller: $0.teller) }
      ?? .idle
  }
}

extension Trials {
  /// Broken where another process is asked.
  package static let elsewhere: [any TellerPolicy.Type] = [
    GoesByHashes.self, GoesByZone.self, GoesByHour.self, GoesByCommand.self,
    GoesByEnvironment.self, GoesByMessages.self, GoesByContinent.self, EqualRanks.self,
  ]
}
