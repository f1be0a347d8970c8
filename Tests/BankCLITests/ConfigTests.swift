import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation
import Testing

@testable import BankCLI

@Suite struct `A config` {
  static func read(_ text: String) throws -> Configuration {
    try Configuration(JSON5Parser.parse(text).get())
  }

  static func findings(_ text: String) -> [String] {
    do {
      _ = try read(text)
      return []
    } catch {
      return (error as? Problems)?.all.map(\.description) ?? ["\(error)"]
    }
  }

  @Test func `of nothing is the standard branch`() throws {
    let configuration = try Self.read("{}")
    #expect(configuration.plan.services.map(\.name) == ["deposit", "loan"])
    #expect(configuration.plan.services.map(\.meanTime) == [.seconds(0.7), .seconds(1.1)])
    #expect(configuration.plan.tellers.map(\.name) == ["1", "2", "3"])
    #expect(configuration.titles(in: .ko) == ["예금", "대출"])
    #expect(configuration.workload.clients == 10...30)
    #expect(configuration.queue == nil)
    #expect(configuration.seed == nil)
  }

  @Test func `tells of one bad bound, and does not call the other unknown`() {
    let time = "{ services: [{ name: 'a', time: { uniform: { from: -1, to: 2 } } }] }"
    #expect(
      Self.findings(time) == [
        "services[0].time.uniform.from: -1; allowed: seconds, a number from 0 to 100000000, or a text such as \"20min\" (ms, s, min, h, d)"
      ])
  }

  /// The example of the contract.
  static let example = """
    {
      policy: "fixed-split", options: { tellers: { deposit: 2, loan: 1 } }, queue: "ring", seed: 1,
      services: [
        { name: "deposit", title: { ko: "예금", en: "deposit" }, time: 0.7, share: 0.5 },
        { name: "loan",    title: { ko: "대출", en: "loan" },    time: { exponential: { mean: 1.1 } },
          arrivals: { poisson: { rate: 0.75 } }, patience: { exponential: { mean: 300 } }, target: 300, needs: { cash: 1 } },
      ],
      tellers: [{ name: "Kim", skills: ["deposit"], speed: 1.2, shifts: [[0, 14400], [18000, 32400]] }, {}, { name: "Lee" }],
      clients: "10...30",   // or a number
      limit: 200,
      handover: 0,
      stock: { cash: 100 },
    }
    """

  @Test func `may say everything the contract names`() throws {
    let configuration = try Self.read(Self.example)
    let plan = configuration.plan
    #expect(plan.tellers.map(\.name) == ["Kim", "2", "Lee"])
    #expect(plan.tellers[0].speed == 1.2)
    #expect(plan.tellers[0].shifts?.last == Shift(from: .seconds(18000), to: .seconds(32400)))
    #expect(plan.limit == 200)
    #expect(plan.stock == [ItemCount("cash", 100)])
    #expect(plan.services[1].target == .seconds(300))
    #expect(configuration.workload.services[1].arrivals == .poisson(rate: 0.75))
    #expect(configuration.workload.services[1].patience == .exponential(mean: 300))
  }

  @Test(arguments: [
    ("constant: {value: 2}", Distribution.constant(2)),
    ("exponential: {mean: 2}", .exponential(mean: 2)),
    ("uniform: {from: 1, to: 2}", .uniform(from: 1, to: 2)),
    ("erlang: {shape: 3, mean: 2}", .erlang(shape: 3, mean: 2)),
    ("gamma: {shape: 0.5, mean: 2}", .gamma(shape: 0.5, mean: 2)),
    ("lognormal: {mean: 2, sd: 3}", .lognormal(mean: 2, sd: 3)),
    ("weibull: {shape: 2, mean: 2}", .weibull(shape: 2, mean: 2)),
    (
      "hyperexponential: {means: [1, 2], weights: [3, 1]}",
      .hyperexponential(means: [1, 2], weights: [3, 1])
    ),
    ("empirical: {values: [1, 2]}", .empirical(values: [1, 2], weights: [1, 1])),
  ])
  func `knows every distribution, and writes it back`(text: String, distribution: Distribution)
    throws
  {
    let configuration = try Self.read(
      "{services: [{name: 'a', time: {\(text)}, patience: {\(text)}}]}")
    #expect(configuration.workload.services[0].time == distribution)
    let written = EffectiveConfiguration.json(
      configuration, policy: "p", options: [:], queue: "ring", seed: 1)
    let again = try Self.read(written.pretty)
    #expect(again.workload == configuration.workload)
    #expect(again.plan.services == configuration.plan.services)
  }

  @Test(arguments: [
    "{poisson: {rate: 2}}", "{poisson: {rates: [[0, 2], [60, 0], [90, 3]]}}",
    "{renewal: {uniform: {from: 1, to: 2}}}", "{renewal: 3}", "{times: [0, 1, 1, 2.5]}",
  ])
  func `knows every arrival process, and writes it back`(text: String) throws {
    let configuration = try Self.read("{services: [{name: 'a', arrivals: \(text)}]}")
    let written = EffectiveConfiguration.json(
      configuration, policy: "p", options: [:], queue: "linked", seed: 7)
    let again = try Self.read(written.pretty)
    #expect(again.workload == configuration.workload)
    #expect(again.queue == "linked")
    #expect(again.seed == 7)
  }

  @Test func `writes back which columns of a log mean what`() throws {
    let configuration = try Self.read(`A recorded day`.config)
    let written = EffectiveConfiguration.json(
      configuration, policy: "p", options: [:], queue: "ring", seed: 1)
    #expect(configuration.recording != nil)
    #expect(try Self.read(written.pretty).recording == configuration.recording)
  }

  static let mistakes: [(text: String, says: [String])] = [
    ("[]", ["a list; allowed: an object, as {} is"]),
    (
      "{polcy: 'x', tellers: 0}",
      [
        "tellers: 0; allowed: a whole number from 1 to 1000000",
        "polcy: unknown key \"polcy\"; allowed: $schema, policy, options, queue, seed, messages, unit, opens, closes, classes, services, routes, tellers, clients, limit, handover, stock, recording; did you mean \"policy\"?",
      ]
    ),
    ("{services: []}", ["services: there is none; a branch needs at least one service"]),
    ("{services: [{time: 1}]}", ["services[0].name: is missing; give it"]),
    (
      "{services: [{name: 'a', time: 'fast'}]}",
      [
        "services[0].time: \"fast\"; allowed: a time, or a distribution: { exponential: { mean: 1 } }"
      ]
    ),
    (
      "{services: [{name: 'a', time: {exponental: {mean: 1}}}]}",
      [
        "services[0].time.exponental: unknown \"exponental\"; allowed: constant, exponential, uniform, triangular, normal, erlang, gamma, lognormal, weibull, hyperexponential, empirical; did you mean \"exponential\"?"
      ]
    ),
    (
      "{services: [{name: 'a', time: {exponential: {mean: -1, sd: 2}}}]}",
      [
        "services[0].time.exponential.mean: -1; allowed: seconds, a number above 0 up to 100000000, or a text such as \"20min\" (ms, s, min, h, d)",
        "services[0].time.exponential.sd: unknown key \"sd\"; allowed: mean",
      ]
    ),
    (
      "{services: [{name: 'a'}, {name: 'a'}]}",
      ["services[1].name: \"a\" is there twice; give every service a name of its own"]
    ),
    (
      "{tellers: [{skills: ['laon']}, {}]}",
      [
        "tellers[0].skills[0]: \"laon\" is not a service; allowed: deposit, loan; did you mean \"loan\"?"
      ]
    ),
    (
      "{tellers: [{skills: ['loan']}]}",
      ["services[0]: no teller can do \"deposit\"; give a teller this skill"]
    ),
    ("{tellers: []}", ["tellers: there is none; give at least one teller"]),
    (
      "{services: [{name: 'a', needs: {gold: 1}}], stock: {cash: 1}}",
      ["services[0].needs.gold: \"gold\" is not in stock; allowed: cash"]
    ),
    (
      "{clients: '30...10'}",
      ["clients: \"30...10\"; allowed: a number of clients up to 1000000000, or \"10...30\""]
    ),
    (
      "{clients: 1e30}",
      ["clients: 1e+30; allowed: a number of clients up to 1000000000, or \"10...30\""]
    ),
    ("{seed: 1.5}", ["seed: 1.5; allowed: a whole number from 0 to 9007199254740991"]),
    ("{limit: -1}", ["limit: -1; allowed: a whole number from 0 to 1000000000"]),
    (
      "{handover: Infinity}",
      [
        "handover: Infinity; allowed: seconds, a number from 0 to 100000000, or a text such as"
          + " \"20min\" (ms, s, min, h, d)"
      ]
    ),
    (
      "{services: [{name: 'a', arrivals: {poisson: {}}}]}",
      ["services[0].arrivals.poisson: no rate; give one of rate, rates"]
    ),
    (
      "{services: [{name: 'a', arrivals: {times: [2, 1]}}]}",
      ["services[0].arrivals.times[1]: comes before the one before it; give times in order"]
    ),
    (
      "{services: [{name: 'a', arrivals: {renewal: 0}}]}",
      ["services[0].arrivals.renewal: gaps of 0.0 seconds; give a mean of a nanosecond or more"]
    ),
    (
      "{services: [{name: 'a', share: 0}]}",
      ["services: every share is 0; give one service a share above 0"]
    ),
    (
      "{tellers: [{shifts: [[5, 1]]}]}",
      ["tellers[0].shifts[0]: ends at 1 s, starts at 5 s; a shift begins before it ends"]
    ),
    (
      "{tellers: [{speed: 0, name: ''}, 3]}",
      [
        "tellers[0].speed: 0; allowed: a number from 0.001 to 1000, or one for each service",
        "tellers[1]: 3; allowed: an object",
      ]
    ),
  ]

  @Test(arguments: mistakes)
  func `that is wrong says what, where and what is allowed`(mistake: (text: String, says: [String]))
  {
    #expect(Self.findings(mistake.text) == mistake.says)
  }

  @Test func `of 004 has seven recipes, and the first strawberry juice is refused`() throws {
    let text = try Repository.text("docs/Examples/juice-bar.json5")
    let configuration = try Self.read(text)
    let plan = configuration.plan
    #expect(plan.stock.map(\.count) == [10, 10, 10, 10, 10])
    let recipes = zip(configuration.titles(in: .ko), plan.services).map { title, service in
      title + service.needs.map { " \($0.item) \($0.count)" }.joined()
    }
    #expect(
      recipes == [
        "딸기 쥬스 딸기 16", "바나나 쥬스 바나나 2", "키위 쥬스 키위 3", "파인애플 쥬스 파인애플 2",
        "딸바 쥬스 딸기 10 바나나 1", "망고 쥬스 망고 3", "망키 쥬스 망고 2 키위 1",
      ])
  }
}
