import BankCore
import BrokenPolicies
import Testing

@testable import BankConformance

/// Whether one of `worlds` shows that the policy breaks a law of what is plain to see.
private func isFound(_ type: any TellerPolicy.Type, in worlds: (Claims) -> [World]) -> Bool {
  func open<P: TellerPolicy>(_ type: P.Type) -> Bool {
    let laws: [Law] = [
      .onlyLegalCalls, .nobodyIsLost, .firstComeFirstServed, .workConservation, .boundedOvertaking,
    ]
    var judge = Judge(Subject(type), laws: laws)
    return worlds(P.claims).contains { judge.judge($0, relations: false) != nil }
  }
  return open(type)
}

@Suite struct `A policy that errs where a number of its own is full` {
  @Test(.thorough, arguments: Trials.inNumber.map { Odd(type: $0) })
  func `is found out by hundreds of shifts and deliveries`(_ odd: Odd) {
    let found = isFound(odd.type) { _ in Law.extremeWorlds(clients: 200) }
    #expect(found)
  }

  @Test(.thorough, arguments: Trials.inSize.map { Odd(type: $0) })
  func `is found out by hundreds of items and routes, and by several tellers at once`(_ odd: Odd) {
    let found = isFound(odd.type) { Law.worldsTogether($0) }
    #expect(found)
  }

  @Test(.thorough, arguments: Trials.whileTwoWait.map { Odd(type: $0) })
  func `is found out by two who wait while something is as it seldom is`(_ odd: Odd) {
    #expect(isFound(odd.type) { _ in Law.worldsWhileTwoWait })
  }

  @Test(.thorough, arguments: Trials.inLongWorlds.map { Odd(type: $0) })
  func `is found out by long worlds`(_ odd: Odd) {
    let found = isFound(odd.type) { Law.worldsInNumber($0) }
    #expect(found)
  }

  /// Of these it is known that each is as often as 16 bits count, and that nobody is so by chance.
  @Test func `meets more than 16 bits count of those who leave, take steps and are of a class`() {
    let visitors = Law.worldsInNumber(Claims(idling: .declared(["resting"])))
    let many = 1 << 16
    #expect(visitors.count == 3)
    #expect(visitors[0].visitors.count { $0.patience != nil } > many)
    #expect(visitors[0].visitors.count { $0.route != nil && $0.priority > 0 } > many)
    #expect(Set(visitors[2].visitors.map(\.arrival)).count > many)
  }

  @Test(.thorough) func `is found out by who has a patience`() {
    let report = check(SeesPatience.self, alsoLarge: false)
    #expect(failed(report) == ["L14"], "\(report)")
  }

  @Test(.thorough, arguments: [Odd(type: LedgerOfClasses.self), Odd(type: LedgerOfHours.self)])
  func `is found out by what it keeps where days are lonely`(_ odd: Odd) {
    let report = check(odd.type, alsoLarge: true) { $0.laws = [.policy(21)] }
    #expect("\(report)".contains("values after 100 clients"), "\(report)")
  }

  @Test(.thorough) func `is found out by the crowd on a route that it goes through`() {
    let isFound = (0..<8).contains { _ in
      "\(check(UnderWay.self, alsoLarge: true) { $0.laws = [.policy(21)] })".contains(
        "each call takes more than four times as long")
    }
    #expect(isFound)
  }

  @Test(.thorough) func `is found out by the shifts that it goes through`() {
    let isFound = (0..<8).contains { _ in
      "\(check(PairsOfShifts.self, alsoLarge: true) { $0.laws = [.policy(21)] })".contains(
        "With 240 shifts of each teller")
    }
    #expect(isFound)
  }

  @Test(.thorough) func `is found out by the sets that it goes through`() {
    // It is told by the time of a thread, which a busy machine may hide: once in some tries is enough.
    let isFound = (0..<8).contains { _ in
      "\(check(EverySet.self, alsoLarge: true) { $0.laws = [.policy(21)] })".contains(
        "services before those added")
    }
    #expect(isFound)
  }
}
