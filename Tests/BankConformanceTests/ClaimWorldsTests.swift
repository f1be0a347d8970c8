import BankCore
import Testing

@testable import BankConformance

/// A higher class first, but nobody is overtaken more than twelve times: so it says.
private protocol CountsOvertakes: LinePerService {
  var overtaken: Int { get }
}

extension CountsOvertakes {
  static var summary: String { "A higher class first, but not for ever." }
  static var claims: Claims { Claims(order: .none, overtaking: .atMost(12)) }
  func lines(for plan: BranchPlan) -> Int { 2 }
  func line(for client: Client, on floor: Floor) -> Int { client.priority > 0 ? 1 : 0 }
  func next(on floor: Floor) -> Decision {
    (overtaken < 12 ? floor.call { $0.priority } : nil) ?? floor.callLongestWaiting() ?? .idle
  }
}

/// Begins to count anew when anybody leaves.
private struct ForgetsWithLeavers: CountsOvertakes {
  static let name = "forgets-with-leavers"
  private(set) var overtaken = 0
  init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
  mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    overtaken = client.priority > 0 ? overtaken + 1 : 0
  }
  mutating func left(_ client: Client, on floor: Floor) { overtaken = 0 }
}

/// Counts urgent calls in a byte, from when the other line was empty.
private struct CountsInAByte: CountsOvertakes {
  static let name = "counts-in-a-byte"
  private var urgent: UInt8 = 0
  private var before: UInt8 = 0
  var overtaken: Int { urgent >= before ? Int(urgent - before) : 0 }
  init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
  mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    if client.priority > 0 { urgent &+= 1 }
    if client.priority == 0 || floor.count(inLine: 0) == 0 { before = urgent }
  }
}

@Suite struct `What a policy claims is tried` {
  private func breaks<P: TellerPolicy>(_ type: P.Type, _ law: Law, in worlds: [World]) -> Bool {
    var judge = Judge(Subject(type), laws: [law])
    return worlds.contains { judge.judge($0) != nil }
  }

  @Test func `while others leave, and beyond what a byte counts`() {
    let worlds = Law.worldsOfClaims(ForgetsWithLeavers.claims)
    #expect(breaks(ForgetsWithLeavers.self, .boundedOvertaking, in: worlds))
    #expect(breaks(CountsInAByte.self, .boundedOvertaking, in: worlds))
  }

  /// Two due times that are equal as times are not so as sums of `Double`, at other hours.
  private struct DueAsDouble: LinePerService {
    static let name = "due-as-double"
    static let claims = Claims(overtaking: .unbounded)
    private let targets: [Double]
    init(options: NoOptions, plan: BranchPlan, random: RandomSource) {
      targets = plan.services.map { $0.target?.seconds ?? 1e6 }
    }
    func next(on floor: Floor) -> Decision {
      floor.call { -($0.arrival.seconds + targets[$0.service]) } ?? .idle
    }
  }

  @Test func `on times in tenths that tie`() {
    let worlds = ScaledWorlds(seed: 1, count: 1000, areEventful: true)
    #expect(breaks(DueAsDouble.self, .timeOfDayDoesNotMatter, in: Array(worlds)))
  }

  private struct TwoLines: LinePerService {
    static let name = "two-lines"
    static let summary = "The longest wait first."
    static let koreanSummary = "가장 오래\n기다린 사람부터."
    init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
    func next(on floor: Floor) -> Decision { floor.callLongestWaiting() ?? .idle }
  }

  private struct Fraction: LinePerService {
    struct Options: PolicyOptions {
      var share: Double
      static func defaults(for plan: BranchPlan) -> Options {
        // Unsuited for a dozen tellers.
        Options(share: Double(plan.tellers.count) / 10)
      }
      static var guide: [OptionGuide] { [OptionGuide("share", "a share", allowed: "0 to 1")] }
    }
    static let name = "fraction"
    static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
      options.share < 0 || options.share > 1
        ? [Problem("share", "\(options.share)", "allowed: 0 to 1")] : []
    }
    init(options: Options, plan: BranchPlan, random: RandomSource) {}
    func next(on floor: Floor) -> Decision { floor.callLongestWaiting() ?? .idle }
  }

  private struct Dozen: LinePerService {
    typealias Options = Fraction.Options
    static let name = "dozen"
    static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
      0...1 ~= options.share ? [] : [Problem("share", "\(options.share)", "allowed: 0 to 1")]
    }
    init(options: Options, plan: BranchPlan, random: RandomSource) {}
    func next(on floor: Floor) -> Decision { floor.callLongestWaiting() ?? .idle }
  }

  @Test(.thorough)
  func `and so are a Korean summary, a number that is none, and defaults for a dozen`() {
    func findings<P: TellerPolicy>(_ type: P.Type, _ law: Int) -> String {
      var effort = PolicyConformance.Effort()
      (effort.depth, effort.cases, effort.laws) = (0, 0, [.policy(law)])
      return PolicyConformance.check(type, effort).counterexamples
        .map(\.finding.sentence.description).joined()
    }
    #expect(findings(TwoLines.self, 20) == "There is no Korean summary of one line.")
    #expect(findings(Fraction.self, 17).contains("the option share takes what is not a number"))
    #expect(findings(Dozen.self, 17).contains("do not suit a branch of 1 service and 12 tellers"))
  }
}
