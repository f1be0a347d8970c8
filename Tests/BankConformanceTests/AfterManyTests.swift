import BankCore
import Testing

@testable import BankConformance

/// What goes wrong after something has happened often, or with many of a kind.
@Suite struct `What shows after much has happened` {
  private func breaks<P: TellerPolicy>(_ type: P.Type, _ law: Law, in worlds: [World]) -> Bool {
    var judge = Judge(Subject(type), laws: [law])
    return worlds.contains { judge.judge($0) != nil }
  }

  /// Counts those who gave up in a byte, and takes nought for a crowd that does not mind.
  private struct GaveUpInAByte: TellerPolicy {
    static let name = "gave-up-in-a-byte"
    static let claims = Claims(overtaking: .unbounded)
    private var gaveUp: UInt8 = 1
    init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
    mutating func left(_ client: Client, on floor: Floor) { gaveUp &+= 1 }
    func next(on floor: Floor) -> Decision {
      gaveUp == 1 && floor.now > .seconds(600) ? .idle : floor.callLongestWaiting() ?? .idle
    }
  }

  /// Leaves what it is slow at to those who are not, of whom there may be none.
  private struct LeavesToTheFast: TellerPolicy {
    static let name = "leaves-to-the-fast"
    static let claims = Claims(order: .line, overtaking: .unbounded)
    init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
    func next(on floor: Floor) -> Decision {
      let plan = floor.plan
      for line in floor.lines {
        guard let head = floor.head(ofLine: line) else { continue }
        if let teller = floor.tellers.first(where: {
          floor.isIdle($0) && plan.can($0, do: head.service)
            && plan.speed(of: $0, doing: head.service) >= 0.5
        }) {
          return .call(line: line, teller: teller)
        }
      }
      return .idle
    }
  }

  /// Has a line for every twenty tellers and one more, which none of forty calls from.
  private struct LineForTwenty: TellerPolicy {
    static let name = "line-for-twenty"
    static let claims = Claims(order: .line, overtaking: .unbounded)
    private let count: Int
    init(options: NoOptions, plan: BranchPlan, random: RandomSource) {
      count = plan.tellers.count / 20 + 1
    }
    func lines(for plan: BranchPlan) -> Int { count }
    func line(for client: Client, on floor: Floor) -> Int { client.ticket % count }
    func next(on floor: Floor) -> Decision {
      for teller in floor.tellers where floor.isIdle(teller) {
        if floor.count(inLine: teller / 20) > 0 { return .call(line: teller / 20, teller: teller) }
      }
      return .idle
    }
  }

  /// After somebody leaves, their line is next, whoever waits in another.
  private struct ConsolesTheirLine: TellerPolicy {
    static let name = "consoles-their-line"
    static let claims = Claims(order: .line, overtaking: .atMost(8))
    private var next: Int?
    init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
    func lines(for plan: BranchPlan) -> Int { plan.services.count }
    func line(for client: Client, on floor: Floor) -> Int { client.service }
    mutating func left(_ client: Client, on floor: Floor) { next = client.service }
    mutating func started(_ client: Client, at teller: Int, on floor: Floor) { next = nil }
    func next(on floor: Floor) -> Decision {
      next.flatMap { floor.count(inLine: $0) > 0 ? floor.call(line: $0) : nil }
        ?? floor.callLongestWaiting() ?? .idle
    }
  }

  @Test func `a byte of those who gave up, slow tellers, and a line for twenty are found`() {
    let worlds = Law.worldsAfterMany
    #expect(breaks(GaveUpInAByte.self, .nobodyIsLost, in: worlds))
    #expect(breaks(LeavesToTheFast.self, .nobodyIsLost, in: worlds))
    #expect(breaks(LineForTwenty.self, .nobodyIsLost, in: worlds))
  }

  @Test func `who is overtaken by those whose others leave is found`() {
    let worlds = Law.worldsOfClaims(ConsolesTheirLine.claims)
    #expect(breaks(ConsolesTheirLine.self, .boundedOvertaking, in: worlds))
  }
}
