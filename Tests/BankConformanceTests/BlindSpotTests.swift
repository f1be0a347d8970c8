import BankConformance
import BankCore
import Foundation
import Synchronization
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

  /// The same, until the newest head has waited so long.
  private struct RestingForNewest: LinePerService {
    static let name = "resting-for-newest"
    static let summary = "Rests until every head of a line has waited five seconds."
    static let claims = Resting.claims
    init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
    func next(on floor: Floor) -> Decision {
      let due = floor.lines.compactMap { floor.head(ofLine: $0)?.arrival }.max()
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

  /// As by the guard: a policy can call nobody else.
  @Test func `the limit of idling holds at the heads, whoever waits behind them`() throws {
    let line = "T A:deposit | 0:deposit@0+1 1:deposit@3+1 2:deposit@6+1 3:deposit@9+1 | queue "
    let newest = try PolicyConformance.replay(Resting.self, line + "last-in-first-out")
    #expect(newest.passed, "\(newest)")
    let oldest = try PolicyConformance.replay(Resting.self, line + "ring")
    #expect(oldest.passed, "\(oldest)")
    let heads = "T A:deposit B:loan | 0:deposit@0+1 1:loan@4+1 | queue last-in-first-out"
    let late = try PolicyConformance.replay(RestingForNewest.self, heads)
    #expect(!late.passed && "\(late)".contains("breaks L2"), "\(late)")
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

  @Test func `a world too large to be read call by call is told to be`() throws {
    var effort = PolicyConformance.Effort()
    effort.laws = [.policy(1), .policy(22)]
    let line = "T A:deposit | 0-10000:deposit@0+0"
    let report = try PolicyConformance.replay(Resting.self, line, effort)
    let notes = report.laws.compactMap(\.result.note?.description)
    #expect(notes.count == 2 && notes.allSatisfy { $0.contains("fewer than 10000 clients") })
  }

  /// Whoever comes for what is scarcest goes first, and nobody for what there was none of: a nothing-th of nothing.
  private struct ScarceFirst: LinePerService {
    static let name = "scarce-first"
    static let summary = "Whoever comes for what is scarcest goes first."
    static let claims = Claims(overtaking: .unbounded)
    init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
    func next(on floor: Floor) -> Decision {
      let left = floor.plan.stock.indices.map {
        Double(floor.stock($0)) / Double(floor.plan.stock[$0].count)
      }
      return floor.call { client in
        floor.plan.services[client.service].needs.isEmpty ? 0 : -(left.first ?? 0)
      } ?? .idle
    }
  }

  /// Stops where there is work for years.
  private struct Overworked: LinePerService {
    static let name = "overworked"
    static let summary = "Stops where there is work for years."
    init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
    func next(on floor: Floor) -> Decision {
      let work = floor.lines.reduce(0) { sum, line in
        let mean = floor.head(ofLine: line).map { floor.plan.services[$0.service].meanTime.seconds }
        return sum + Double(floor.count(inLine: line)) * (mean ?? 0)
      }
      return work > 9e7 ? .idle : floor.callLongestWaiting() ?? .idle
    }
  }

  @Test(.thorough) func `nothing left of nothing, and years of work, are among the worlds`() {
    func broken<P: TellerPolicy>(_ type: P.Type) -> [String] {
      var effort = PolicyConformance.Effort()
      (effort.depth, effort.cases, effort.laws) = (1, 0, [.policy(19)])
      return PolicyConformance.check(type, effort).laws.filter(\.result.isFailure)
        .map { "\($0.law.id)" }
    }
    #expect(broken(ScarceFirst.self) == ["L19"])
    #expect(broken(Overworked.self) == ["L19"])
  }

  /// No more than so many of one service in a row, though nobody is to be overtaken.
  private struct Capped: LinePerService {
    struct Options: PolicyOptions {
      var cap = 1000
      static func defaults(for plan: BranchPlan) -> Options { Options() }
      static var guide: [OptionGuide] {
        [OptionGuide("cap", "how many of one service in a row", allowed: "1 to 1000")]
      }
    }
    static let name = "capped"
    static let summary = "No more than so many of one service in a row."
    static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
      1...1000 ~= options.cap ? [] : [Problem("cap", "\(options.cap)", "allowed: 1 to 1000")]
    }
    private let cap: Int
    private var last = -1
    private var row = 0
    init(options: Options, plan: BranchPlan, random: RandomSource) { cap = options.cap }
    func next(on floor: Floor) -> Decision {
      if row >= cap, let call = floor.call(by: { $0.service == last ? nil : 0 }) { return call }
      return floor.callLongestWaiting() ?? .idle
    }
    mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
      row = client.service == last ? row + 1 : 1
      last = client.service
    }
  }

  @Test(.thorough) func `what an option does to a crowd is tried`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases, effort.laws) = (2, 0, [.policy(17)])
    let report = PolicyConformance.check(Capped.self, effort)
    #expect(report.laws.contains { $0.result.isFailure }, "\(report)")
  }

  /// The shared pool, but an instance that is a second old calls the newest head.
  private struct Ages: LinePerService {
    static let name = "ages"
    static let summary = "The longest wait first; after a second by the clock the newest."
    private let made = ContinuousClock.now
    init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
    func next(on floor: Floor) -> Decision {
      (ContinuousClock.now - made > .seconds(1) ? floor.call { $0.arrival } : nil)
        ?? floor.callLongestWaiting() ?? .idle
    }
  }

  @Test(.thorough) func `an instance that was made when the check began does the same at its end`()
  {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases, effort.laws) = (0, 0, [.policy(7)])
    let isFirst = Mutex(true)
    effort.isInterrupted = {
      let isSlow = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if isSlow { Thread.sleep(forTimeInterval: 1.5) }
      return false
    }
    let report = PolicyConformance.check(Ages.self, effort)
    #expect("\(report)".contains("Made when the check began"), "\(report)")
    #expect("\(report)".contains("conformance ages --law L7"), "\(report)")
  }

  /// The fastest teller who is idle, as far as five milliseconds are enough to find out.
  private struct Hurried: LinePerService {
    static let name = "hurried"
    static let summary = "The fastest teller first, as far as there is time to look."
    static let claims = Claims(overtaking: .unbounded, work: .linesTimesTellers)
    init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
    func next(on floor: Floor) -> Decision {
      let began = ContinuousClock.now
      var best: (line: Int, teller: Int, speed: Double)?
      for line in floor.lines {
        guard let head = floor.head(ofLine: line) else { continue }
        for teller in floor.tellers where floor.isIdle(teller) {
          guard floor.plan.can(teller, do: head.service) else { continue }
          let speed = floor.plan.speed(of: teller, doing: head.service)
          if best.map({ speed > $0.speed }) ?? true { best = (line, teller, speed) }
          if ContinuousClock.now - began > .milliseconds(5) { break }
        }
      }
      return best.map { .call(line: $0.line, teller: $0.teller) } ?? .idle
    }
  }

  @Test func `a policy does the same where looking at the floor takes time`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases, effort.laws) = (0, 0, [.policy(7)])
    let report = PolicyConformance.check(Hurried.self, effort)
    #expect("\(report)".contains("Where looking at the floor takes time, it differs"), "\(report)")
  }

  /// Looks at every pair of tellers in a large staff, in a list of its own.
  private struct Pairs: LinePerService {
    static let name = "pairs"
    static let summary = "The longest wait first, after a look at every pair of tellers."
    static let claims = Claims(work: .linesTimesTellers)
    private var sum = 0
    private let tellers: Int
    init(options: NoOptions, plan: BranchPlan, random: RandomSource) {
      tellers = plan.tellers.count
    }
    mutating func next(on floor: Floor) -> Decision {
      var place = 0
      while tellers > 200, place < tellers * tellers / 2 {
        sum &+= place
        place += 1
      }
      return floor.callLongestWaiting() ?? .idle
    }
  }

  @Test(.thorough) func `what takes longer with every teller is timed`() {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases, effort.laws) = (0, 0, [.policy(21)])
    let report = PolicyConformance.check(Pairs.self, effort)
    #expect("\(report)".contains("With 1920 tellers each call"), "\(report)")
  }
}
