import BankConformance
import BankCore
import Testing

/// Where harmful policies once got through.
@Suite struct `What the suite did not see` {
  /// Idles until the head of a line has waited for five seconds, and claims that nobody waits longer beside it.
  private struct Resting: LinePerService {
    static let name = "resting"
    static let summary = "Rests until the head of a line has waited five seconds."
    static let claims = Claims(idling: .declared(["resting"], within: .seconds(5)))
    init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
    func next(on floor: Floor) -> Decision {
      let due = floor.lines.compactMap { floor.head(ofLine: $0)?.arrival }.min()
        .map { $0 + .seconds(5) }
      guard let due, due > floor.now else { return floor.callLongestWaiting() ?? .idle }
      return .idle(because: "resting", askAgain: due)
    }
  }

  /// Serves line by line whoever comes in the first instant, and claims that nobody is overtaken.
  private struct LineByLine: LinePerService {
    static let name = "line-by-line"
    static let summary = "Line by line."
    static let claims = Claims(order: .everybody, overtaking: .none)
    init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
    func next(on floor: Floor) -> Decision {
      floor.lines.lazy.compactMap { floor.call(line: $0) }.first ?? .idle
    }
  }

  @Test func `the limit of idling holds for whoever waits, though another is the head`() throws {
    let line =
      "T A:deposit | 0:deposit@0+1 1:deposit@3+1 2:deposit@6+1 3:deposit@9+1 | queue last-in-first-out"
    let report = try PolicyConformance.replay(Resting.self, line)
    #expect(!report.passed && "\(report)".contains("breaks L2"), "\(report)")
  }

  @Test func `on routes too those who come in one instant have an order`() throws {
    let line =
      "T A:deposit,loan/1-100 | 0:loan#0@0+1 1:deposit#1@0+1 | route loan>deposit route deposit>loan"
    let report = try PolicyConformance.replay(LineByLine.self, line)
    #expect(!report.passed && "\(report)".contains("breaks L5"), "\(report)")
  }

  @Test func `a world with three items of stock is read as it is written`() throws {
    let line =
      "T A:deposit | 0:deposit@0+1 | needs deposit=1 inks deposit=1 paper 3 ink 3 item 2 of deposit=1"
    let world = try World(line: line)
    #expect(world.items.map(\.count) == [2] && world.items.map(\.needs) == [[0: 1]])
    #expect(try World(line: world.description) == world)
  }
}
