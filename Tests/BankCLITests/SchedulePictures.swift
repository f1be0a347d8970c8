import BankCore
import BankReports
import BankSimulation
import Foundation
import ShippedPolicies
import Testing

@testable import BankCLI

/// The pictures in the READMEs of policies: the smallest day, of a few kinds of branch, on which a policy
/// calls otherwise than the shared pool.
@Suite struct `The picture of a policy` {
  static let policies = Shipped.policies.map(\.name).filter {
    !["shared-pool", "optimal"].contains($0)
  }

  static let registry = try? Registry(Shipped.policies)

  /// Two services, of which loans take twice as long and have a later target; two or three tellers, of
  /// whom the second is faster in some.
  static func plan(_ kind: Int) throws -> BranchPlan {
    let tellers = [
      [Teller("A"), Teller("B")], [Teller("A"), Teller("B", speed: 2)],
      [Teller("A", skills: ["deposit"]), Teller("B")], [Teller("A"), Teller("B"), Teller("C")],
      [Teller("A"), Teller("B", skills: ["deposit"]), Teller("C")],
    ][kind]
    return try BranchPlan(
      services: [
        Service("deposit", meanTime: .seconds(2), target: .seconds(2)),
        Service("loan", meanTime: .seconds(4), target: .seconds(9)),
      ], tellers: tellers, classes: [0, 1])
  }

  static func visits(_ count: Int, _ seed: Int) -> [Arrival] {
    var random = RandomSource(seed: UInt64(seed), stream: 17)
    // Where no class is needed to tell two policies apart there is none.
    let hasClasses = seed > 40
    var time = 0
    return (0..<count).map { _ in
      time += Int.random(in: 0...2, using: &random)
      let service = Int.random(in: 0...1, using: &random)
      return Arrival(
        at: .seconds(Double(time)),
        Visit(
          service: service, serviceTime: .seconds(service == 0 ? 2 : 4),
          priority: hasClasses ? Int.random(in: 0...1, using: &random) : 0, patience: nil))
    }
  }

  static func events(_ policy: RegisteredPolicy, _ plan: BranchPlan, _ arrivals: [Arrival])
    -> [BankEvent]?
  {
    guard let wired = try? policy.wire(OptionSettings(), plan).get() else { return nil }
    let heard = Collector<[BankEvent]>([])
    let inputs = DayInputs(
      plan: plan, queue: RegisteredQueue.standard.make(plan, RandomSource(seed: 1)),
      arrivals: .trace(arrivals.makeIterator()), random: RandomSource(seed: 1))
    var day = SimulatedDay(inputs: inputs)
    day.listener = { event in heard.change { $0.append(event) } }
    _ = wired.simulate(day)
    return heard.value
  }

  /// Which day is drawn: so many clients at a kind of branch, drawn from a seed.
  struct Choice: Codable, Equatable {
    let clients: Int
    let kind: Int
    let seed: Int
  }

  static func figure(_ name: String, _ choice: Choice) throws -> ScheduleFigure? {
    let plan = try plan(choice.kind)
    let arrivals = visits(choice.clients, choice.seed)
    let days = try ["shared-pool", name].map { name in
      events(try #require(registry).policy(named: name, ""), plan, arrivals)
    }
    guard let pool = days[0], let own = days[1] else { return nil }
    let came = pool.compactMap { event -> Client? in
      if case .arrived(let client, _) = event.kind { client } else { nil }
    }
    return ScheduleFigure(
      plan: plan, clients: came,
      schedules: [
        .init(policy: "shared-pool", events: pool), .init(policy: name, events: own),
      ])
  }

  /// The smallest day on which clients are called at other times; or if there is none, by others.
  static func search(_ name: String) throws -> Choice {
    for countsTellers in [false, true] {
      for clients in 2...7 {
        for kind in 0..<5 {
          for seed in 1...60 {
            let choice = Choice(clients: clients, kind: kind, seed: seed)
            guard let figure = try figure(name, choice) else { continue }
            let calls = figure.schedules.map { schedule in
              schedule.calls.map {
                "\($0.ticket) \($0.at)" + (countsTellers ? " \($0.teller)" : "")
              }
            }
            if calls[0] != calls[1] { return choice }
          }
        }
      }
    }
    throw Problems([Problem(name, "calls as the shared pool does")])
  }

  static let choices = Repository.root.appending(path: "docs/Images/schedules/days.json")

  /// `BANK_SEARCH=1 swift test --filter is.looked.for` chooses the days anew, and `BANK_WRITE=1 swift test --filter
  /// picture.of.a.policy` draws them.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["BANK_SEARCH"] != nil))
  func `is looked for`() throws {
    let found = try Self.policies.map { ($0, try Self.search($0)) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(Dictionary(uniqueKeysWithValues: found)).write(to: Self.choices)
  }

  @Test(arguments: policies) func `shows a day on which it calls otherwise`(name: String) throws {
    let known = try JSONDecoder().decode(
      [String: Choice].self, from: Data(contentsOf: Self.choices))
    let choice = try #require(known[name])
    let figure = try #require(try Self.figure(name, choice))
    #expect(!figure.schedules[0].calls.elementsEqual(figure.schedules[1].calls, by: ==))
    let module = PlugInNames(name).module
    let file = Repository.root.appending(path: "docs/Images/schedules/\(name).svg")
    let page = Repository.root.appending(path: "Policies/\(module)/README.md")
    let line =
      "![\(figure.difference)](../../docs/Images/schedules/\(name).svg)\n\n\(figure.difference)\n"
    if ProcessInfo.processInfo.environment["BANK_WRITE"] != nil {
      try figure.svg.write(to: file, atomically: true, encoding: .utf8)
      var text = try String(contentsOf: page, encoding: .utf8)
      if let old = text.firstRange(of: "![") {
        // The picture, an empty line, and what it shows.
        let lines = text[old.lowerBound...].split(
          separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)
        text = text[..<old.lowerBound] + line + (lines.count > 3 ? "\(lines[3])" : "")
      } else if let place = text.firstRange(of: "**Choose it**") {
        text = text[..<place.lowerBound] + line + "\n" + text[place.lowerBound...]
      }
      try text.write(to: page, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == figure.svg)
    #expect(try String(contentsOf: page, encoding: .utf8).contains(line))
  }
}
