import BankCore
import FixedSplit
import Testing

@Suite struct `Numbers at their ends` {
  @Test func `are refused where they do not fit, and not cut`() throws {
    let services = [Service("a", meanTime: .seconds(1))]
    #expect(throws: Problems.self) {
      try BranchPlan(services: services, tellers: [Teller("1")], classes: [0, 3_000_000_000])
    }
    // Of a service that no branch can have nothing is left that one has.
    #expect(
      [1 << 32, -1].map { Visit(service: $0, serviceTime: .zero).service == 0 } == [false, false])
    #expect(Time(decimal: "9223372036.8547758065") == nil)
    #expect(Time(decimal: "9223372036.8547758055") != nil)
  }

  @Test func `of shifts that touch are one shift`() throws {
    let shifts = [(0, 5), (5, 100), (200, 300)].map {
      Shift(from: .seconds(Double($0)), to: .seconds(Double($1)))
    }
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(1))], tellers: [Teller("1", shifts: shifts)])
    #expect(plan.tellers[0].shifts == [Shift(from: .zero, to: .seconds(100)), shifts[2]])
  }
}

@Suite struct `A plan is sound or is not made` {
  @Test(arguments: [
    ("loan", true), ("대출", true), ("café", true), ("👩‍💼 desk", true), ("A B", true),
    ("loan\u{200B}", false), ("\u{200E}loan", false), (" ", false), ("a\u{202E}b", false),
    ("a\nb", false), ("", false),
  ])
  func `a name can be seen, and looks like no other`(name: String, isName: Bool) {
    #expect(BranchPlan.isLabel(name) == isName)
  }

  @Test func `every mistake is told at once, with its place`() {
    let services = [
      Service("a", meanTime: .seconds(-1), needs: [ItemCount("cash", 1), ItemCount("gold", 0)]),
      Service("a", meanTime: .zero), Service("", meanTime: .zero),
    ]
    let tellers = [
      Teller("x", skills: ["b"], speed: 0),
      Teller(
        "y",
        shifts: [Shift(from: .seconds(2), to: .seconds(1)), Shift(from: .zero, to: .seconds(9))]),
    ]
    let expected = [
      "services[1].name: \"a\" is there twice; give every service a name of its own",
      "services[2].name: \"\" is not a name; allowed: 1 to 64 printable characters (at most 256 Unicode scalars) on one line, not only spaces",
      "stock.cash: -1; allowed: whole numbers from 0 to 1000000000",
      "services[0].time: -1 s; allowed: 0 to 100000000 seconds",
      "services[0].needs.gold: \"gold\" is not in stock; allowed: cash",
      "services[0].needs.gold: 0; allowed: whole numbers from 1 to 1000000000",
      "tellers[0].skills[0]: \"b\" is not a service; allowed: a, ",
      "tellers[0].speed: 0.0; allowed: 0.001 to 1000",
      "tellers[1].shifts[0]: ends at 1 s, starts at 2 s; a shift begins before it ends",
      "tellers[1].shifts[1]: begins before the end of a shift that is listed before it; give shifts in order, without overlap",
      "limit: -5; allowed: whole numbers from 0 to 1000000000",
    ]
    #expect {
      try BranchPlan(
        services: services, tellers: tellers, stock: [ItemCount("cash", -1)], limit: -5)
    } throws: { error in
      let found = (error as? Problems)?.all.map(\.description) ?? []
      #expect(found == expected)
      return true
    }
  }

  @Test func `the first of shifts comes before none, be its times as they are`() {
    #expect {
      try BranchPlan(
        services: [Service("a", meanTime: .seconds(1))],
        tellers: [Teller("1", shifts: [Shift(from: .seconds(-1), to: .seconds(5))])])
    } throws: {
      ($0 as? Problems)?.all.count == 1
    }
  }

  @Test func `skills make groups of tellers and of services`() {
    let world = plan(
      services: ["a", "b", "c"].map { Service($0, meanTime: .seconds(1)) },
      tellers: [
        Teller("1"), Teller("2", skills: ["a"]), Teller("3"), Teller("4", skills: ["a"]),
      ])
    #expect(world.tellersBySkills == [[1, 3], [0, 2]])
    #expect(world.groupOfService == [0, 1, 1])
    #expect(world.can(1, do: 0))
    #expect(!world.can(1, do: 2))
  }

  @Test(arguments: [(-5, 0), (0, 0), (1, 0), (2, 1), (6, 1), (7, 2), (99, 2)])
  func `a class stands at the place of the next lower one`(priority: Int, place: Int) throws {
    let services = [Service("a", meanTime: .seconds(1))]
    let plan = try BranchPlan(services: services, tellers: [], classes: [7, 0, 2])
    #expect(plan.rank(ofClass: priority) == place)
    #expect(try BranchPlan(services: services, tellers: []).rank(ofClass: priority) == 0)
  }

  @Test func `an option for a class that nobody has is told, where there are classes`() throws {
    let services = [Service("a", meanTime: .seconds(1))]
    let plan = try BranchPlan(services: services, tellers: [], classes: [0, 1])
    let other = try BranchPlan(services: services, tellers: [])
    let rates = ["7": 1.0, "1": 2, "a": 3]
    #expect(
      plan.problems(with: rates, at: "rate", by: .servicesAndClasses, allowed: 0...9).map(
        \.description) == ["rate.7: the branch has no class 7; allowed: 0, 1"])
    #expect(
      plan.problems(with: [1, 7, 1], at: "order").map(\.path) == ["order[1]", "order[2]"])
    #expect(
      other.problems(with: rates, at: "rate", by: .servicesAndClasses, allowed: 0...9).isEmpty)
  }

  @Test func `an option out of its range is told with numbers as options have them`() {
    let cost = ["loan": -1.0, "deposit": 2e6]
    #expect(
      standardPlan().problems(with: cost, at: "cost", by: .services, allowed: 0...1e6).map(
        \.description) == [
          "cost.deposit: 2000000; allowed: 0 to 1000000", "cost.loan: -1; allowed: 0 to 1000000",
        ])
    #expect(
      standardPlan().problems(
        with: ["loan": 0.5], at: "cost", by: .services, allowed: 0.001...0.25
      ).map(\.description) == ["cost.loan: 0.5; allowed: 0.001 to 0.25"])
  }

  @Test func `more than sixty-four services and tellers fit`() {
    let names = (0..<130).map { "s\($0)" }
    let world = plan(
      services: names.map { Service($0, meanTime: .seconds(1)) },
      tellers: (0..<130).map { Teller("\($0)", skills: ["s\($0)"]) })
    for teller in 0..<130 {
      for service in 0..<130 { #expect(world.can(teller, do: service) == (teller == service)) }
    }
  }

  @Test(arguments: [
    ("shared-pol", "shared-pool"), ("fixedsplit", "fixed-split"), ("laon", "loan"), ("xyz", nil),
    ("", nil),
  ])
  func `a near miss gets a suggestion`(typed: String, meant: String?) {
    #expect(Suggestion.nearest(to: typed, among: ["fixed-split", "shared-pool", "loan"]) == meant)
  }
}

@Suite struct `A split of tellers` {
  @Test func `is two and one by default, and as even as skills allow`() {
    #expect(TellerSplit.defaults(for: standardPlan()).tellers == ["deposit": 2, "loan": 1])
    #expect(
      TellerSplit.defaults(for: standardPlan(tellers: 7)).tellers == ["deposit": 4, "loan": 3])
    let narrow = plan(
      services: standardPlan().services,
      tellers: [Teller("1"), Teller("2", skills: ["deposit"]), Teller("3", skills: ["loan"])])
    let split = TellerSplit.defaults(for: narrow)
    #expect(split.problems(for: narrow).isEmpty)
    // Teller by teller the first two would be for "a".
    let mixed = plan(
      services: ["a", "b", "c"].map { Service($0, meanTime: .seconds(1)) },
      tellers: [
        Teller("1", skills: ["a", "b"]), Teller("2", skills: ["a", "c"]),
        Teller("3", skills: ["a", "c"]),
      ])
    let ones = TellerSplit.defaults(for: mixed)
    #expect(ones.tellers == ["a": 1, "b": 1, "c": 1] && ones.problems(for: mixed).isEmpty)
  }

  @Test func `leaves out who can do nothing`() {
    let plan = plan(
      services: [
        Service("deposit", meanTime: .seconds(1)), Service("loan", meanTime: .seconds(1)),
      ],
      tellers: [Teller("1"), Teller("2", skills: []), Teller("3")])
    let split = TellerSplit.defaults(for: plan)
    #expect(split.problems(for: plan) == [])
    #expect(split.pools(in: plan) == [[0], [2], [1]])
    #expect(
      TellerSplit(tellers: ["deposit": 2, "loan": 1]).problems(for: plan).map(\.description) == [
        "tellers: the split adds up to 3, and there are 2 tellers with a skill; make the numbers add up to 2"
      ])
    let served = events(FixedSplitPolicy(for: plan), plan, line("DL")).count {
      if case .finished = $0.kind { true } else { false }
    }
    #expect(served == 2)
  }

  @Test func `names the place in a list of services`() {
    #expect(
      standardPlan().problems(with: ["deposit", "lona", "deposit"], at: "first").map(\.description)
        == [
          "first[1]: \"lona\" is not a service; allowed: deposit, loan; did you mean \"loan\"?",
          "first[2]: \"deposit\" is there twice; name each once",
        ])
    #expect(Suggestion.nearest(to: "4", among: ["1", "2"]) == nil)
  }

  @Test func `has a pool of tellers for each service`() throws {
    let plan = try BranchPlan(
      services: [
        Service("a", meanTime: .seconds(1)), Service("b", meanTime: .seconds(1)),
        Service("c", meanTime: .seconds(1)),
      ], tellers: [Teller("1", skills: ["b"]), Teller("2"), Teller("3")])
    #expect(TellerSplit(tellers: ["a": 2, "b": 1]).pools(in: plan) == [[1, 2], [0], []])
  }

  @Test func `counts as earlier who has the lower ticket and joined no later, on a route sooner`()
    throws
  {
    let plain = standardPlan()
    let route = try BranchPlan(
      services: plain.services, tellers: plain.tellers,
      routes: [Route("both", steps: ["deposit", "loan"])])
    #expect(plain.isEarlier((1, .zero), than: (2, .zero)))
    #expect(!route.isEarlier((1, .zero), than: (2, .zero)))
    #expect(route.isEarlier((1, .zero), than: (2, .seconds(1))))
    #expect(!plain.isEarlier((2, .zero), than: (1, .seconds(1))))
  }

  @Test func `finds the tellers who can, by exchange where the first choice fails`() {
    let world = plan(
      services: ["a", "b", "c"].map { Service($0, meanTime: .seconds(1)) },
      tellers: [
        Teller("1", skills: ["a", "b"]), Teller("2", skills: ["a", "c"]),
        Teller("3", skills: ["a"]),
      ])
    let split = TellerSplit(tellers: ["a": 1, "b": 1, "c": 1])
    #expect(split.serviceOfTeller(in: world) == [1, 2, 0])
  }

  @Test func `looks for an exchange no deeper than there are services`() {
    let tellers = 20_000
    let world = plan(
      services: ["a", "b", "c"].map { Service($0, meanTime: .seconds(1)) },
      tellers: (0..<tellers).map { Teller("\($0)", skills: ["a", "b"]) } + [
        Teller("x", skills: ["c"]), Teller("y", skills: ["c"]),
      ])
    let half = tellers / 2
    let split = TellerSplit(tellers: ["a": half, "b": half + 1, "c": 1])
    #expect(
      split.problems(for: world).map(\.finding) == [
        "too few tellers have the skills for this split"
      ])
  }

  @Test func `says for which service the skills are too few`() {
    let world = plan(
      services: ["a", "b"].map { Service($0, meanTime: .seconds(1)) },
      tellers: [Teller("1", skills: ["a"]), Teller("2", skills: ["a"]), Teller("3")])
    #expect(
      TellerSplit(tellers: ["a": 1, "b": 2]).problems(for: world).map(\.description) == [
        "tellers.b: 2 are wanted, and 1 can do it; change the split or the tellers' skills"
      ])
  }

  @Test(arguments: [
    (["deposit": 2], "tellers: nobody is kept for \"loan\"; give every service at least 1"),
    (
      ["deposit": 3, "loan": 1],
      "tellers: the split adds up to 4, and there are 3 tellers; make the numbers add up to 3"
    ),
    (["deposit": 3, "loan": 0], "tellers.loan: 0; allowed: 1 to 3"),
    (
      ["deposit": 2, "laon": 1],
      "tellers.laon: \"laon\" is not a service; allowed: deposit, loan; did you mean \"loan\"?"
    ),
  ])
  func `that does not fit is refused`(tellers: [String: Int], finding: String) {
    #expect(
      TellerSplit(tellers: tellers).problems(for: standardPlan()).first?.description == finding)
  }
}

@Suite struct `Names of a plan` {
  /// Hangul that was typed and Hangul from a file's name are equal, and other programs tell them apart.
  @Test func `are spelled as where they are defined`() throws {
    let (one, two) = ("\u{AE30}", "\u{1100}\u{1175}")
    #expect(one == two)
    let plan = try BranchPlan(
      services: [Service(one, meanTime: .seconds(1), needs: [ItemCount(two, 1)])],
      tellers: [Teller("1", skills: [two])], stock: [ItemCount(one, 5)])
    func codes(_ text: String?) -> [UInt32] { text?.unicodeScalars.map(\.value) ?? [] }
    #expect(codes(plan.services[0].needs[0].item) == codes(one))
    #expect(codes(plan.tellers[0].skills?[0]) == codes(one))
  }
}

@Suite struct `A time` {
  @Test(arguments: [
    ("0", 0), ("0.7", 700_000_000), ("1.1", 1_100_000_000), ("100000000", 100_000_000_000_000_000),
    ("0.0000000005", 1), ("0.0000000004", 0), ("1e-3", 1_000_000), ("12.", 12_000_000_000),
    ("-2.5", -2_500_000_000),
  ])
  func `is read exactly`(text: String, nanoseconds: Int64) {
    #expect(Time(decimal: text)?.nanoseconds == nanoseconds)
  }

  @Test(arguments: ["", "-", ".", "1.2.3", "abc", "1 ", "0x10", "99999999999", "1e999", "nan", "٣"])
  func `is nothing else`(text: String) {
    #expect(Time(decimal: text) == nil)
  }

  @Test func `is written without loss`() {
    #expect(Time.seconds(18.2).description == "18.2")
    #expect(Time(nanoseconds: 1).description == "0.000000001")
    #expect(Time(nanoseconds: -1_500_000_000).description == "-1.5")
    #expect(Time.seconds(18.2).decimal(places: 2) == "18.20")
    #expect(Time(nanoseconds: 1_005_000_000).decimal(places: 2) == "1.01")
    #expect(Time.seconds(3).decimal(places: 0) == "3")
    #expect(Time.seconds(0.7) + .seconds(0.7) == .seconds(1.4))
  }
}
