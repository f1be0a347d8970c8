import BankCore
import BrokenPolicies
import Testing

@testable import BankConformance

@Suite struct `A world` {
  @Test func `is written as a line and read back unchanged`() throws {
    for world in SwarmWorlds(seed: 9, count: 500) {
      #expect(try World(line: world.description) == world, "\(world)")
    }
    let line =
      "T A:deposit B:deposit,loan/0-5,7.5-9 | 0:deposit@0+0.7 1:loan@2+3~4 | limit 2 seed 7"
    #expect(try World(line: line).description == line)
    let odd =
      "T A:deposit,service-4*1.25/0-5 | 0:deposit^7@0+0.7 1:loan^-1@2+3~4 | mean loan=0.1"
      + " target deposit=20 needs loan=2 paper 9 queue last-in-first-out options 3"
    #expect(try World(line: odd).description == odd)
    let row = "T A-A30:loan B:loan*2.0 | 0-249:loan@0+1 250:loan@3+1"
    let world = try World(line: row)
    #expect((world.staff.count, world.visitors.count) == (32, 251))
    #expect(world.description == row.replacing("B:", with: "A31:"))
    for world in Law.extremeWorlds(clients: 20) {
      #expect(try World(line: world.description) == world)
    }
  }

  @Test func `as branches are has some of what branches have`() throws {
    let worlds = Array(OrdinaryWorlds(seed: 9, count: 300))
    for world in worlds { #expect(try World(line: world.description) == world, "\(world)") }
    let features: [(World) -> Bool] = [
      { $0.routes.contains { $0.count > 3 } }, { !$0.items.isEmpty }, { $0.hasShifts },
      { $0.staff.contains { $0.skills.isEmpty } }, { $0.staff.contains { $0.speed == 1.2 } },
      { $0.visitors.contains { $0.patience != nil } }, { !$0.targets.isEmpty },
      { $0.handover > .zero }, { $0.limit != nil }, { $0.visitors.contains { $0.priority > 0 } },
    ]
    for (number, feature) in features.enumerated() {
      #expect(worlds.contains(where: feature), "feature \(number)")
      #expect(worlds.contains { !feature($0) }, "feature \(number)")
    }
  }

  @Test func `with the largest numbers and any name is read back, too`() throws {
    var world = World(
      [World.Staff([0])],
      [
        .init(0, at: .zero, time: .whole(1), priority: -2_000_000_000),
        .init(1, at: .whole(1 << 31), time: .whole(1), priority: 2_000_000_000),
      ])
    world.serviceNames = [0: "a|b", 1: "it's \"50 %\"\u{3000}= ␣ \\n"]
    world.staff[0].name = "%7C"
    #expect(try World(line: world.description) == world, "\(world)")
    #expect(!world.description.contains { "'\"\\".contains($0) })
    #expect(throws: Problems.self) { try World(line: "T A:deposit | | name deposit=%zz") }
    #expect(
      !SwarmWorlds(seed: 1, count: 5000).contains { world in
        world.staff.contains { $0.isNeverThere && !$0.shifts.isEmpty }
      })
  }

  @Test(arguments: [
    "", "T", "A:deposit | 0:deposit@0+1", "T A:gold | 0:deposit@0+1", "T A:deposit/5-3 |",
    "T A:deposit | 0:deposit@1+1 1:deposit@0+1", "T A:deposit | x", "T A:deposit | | limit",
    "T A:deposit | 0:deposit@0+1 | speed 3", "T A:deposit | 0:deposit@0+99999999999",
    "T A:deposit | 0:deposit@0+1~", "T A:deposit*0 |", "T A:deposit*1*2 |", "T A:deposit*x |",
    "T A:deposit | 0:deposit^@0+1", "T A:deposit | | queue no-such", "T A:deposit | | mean gold=1",
    "T A:deposit | | mean loan=x", "T A:deposit | | needs loan=-1", "T A:deposit | | target loan",
    "T | | | |", "T A:service-1000 |", "T C-A:loan |", "T A-B-C:loan |", "T A-c:loan |",
    "T A:loan | 3-1:loan@0+1", "T A:loan | 0-9999999:loan@0+1",
  ])
  func `that is none is told so`(line: String) {
    #expect(throws: Problems.self) { try World(line: line) }
  }

  @Test func `with too many in a row is told how many there may be`() throws {
    let found = #expect(throws: Problems.self) { try World(line: "T A:loan | 0-100000:loan@0+1") }
    #expect(found?.all[0].finding.description.contains("100001 in a row") == true)
    #expect(try World(line: "T A:loan | 0-99999:loan@0+1").visitors.count == 100_000)
  }

  @Test func `of any rubbish is refused without a crash`() {
    var random = RandomSource(seed: 4)
    let alphabet = Array("T A:deposit,loan/0-5|@+~.9 limit seed")
    var (read, refused) = (0, 0)
    for world in SwarmWorlds(seed: 5, count: Thorough.count(1_000, all: 2_000)) {
      // A line that is right, with one character or two changed.
      var line = Array(world.description)
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let place = Int.random(in: 0..<line.count, using: &random)
        line[place] = alphabet.randomElement(using: &random) ?? "|"
      }
      guard let world = try? World(line: String(line)) else {
        refused += 1
        continue
      }
      read += 1
      #expect((try? World(line: world.description)) == world)
    }
    #expect(read > 20 && refused > 50, "\(read) read, \(refused) refused")
  }

  @Test
  func `in which much happens have nearly every feature, in tenths of a second and with ties`()
    throws
  {
    let worlds = Array(ScaledWorlds(seed: 1, count: 400, areEventful: true))
    for world in worlds {
      #expect((try? World(line: world.description)) == world)
      #expect(throws: Never.self) { try world.plan() }
      #expect(world.visitors.map(\.arrival) == world.visitors.map(\.arrival).sorted())
    }
    let features: [(World) -> Bool] = [
      { $0.limit != nil }, { $0.hasShifts }, { $0.hasStock }, { !$0.routes.isEmpty },
      { !$0.targets.isEmpty }, { !$0.restocks.isEmpty },
      { $0.visitors.contains { $0.patience != nil } },
      { Set($0.visitors.map(\.priority)).count > 1 },
      { $0.visitors.contains { $0.arrival.nanoseconds % 1_000_000_000 != 0 } },
      { world in
        let due = world.visitors.compactMap { visitor in
          world.targets[visitor.service].map { visitor.arrival + $0 }
        }
        return Set(due).count < due.count
      },
    ]
    for (number, has) in features.enumerated() {
      #expect(worlds.count(where: has) > 60, "feature \(number)")
    }
  }

  @Test func `of any scale: more wait than tellers are there, for services of one teller`() throws {
    let worlds = Array(ScaledWorlds(seed: 1, count: 600))
    for world in worlds {
      #expect((try? World(line: world.description)) == world)
      #expect(throws: Never.self) { try world.plan() }
      let first = try #require(world.staff.first)
      #expect(first.skills == Array(0..<world.services))
      #expect(world.visitors.count { $0.arrival > .zero } > world.staff.count)
      #expect(world.visitors.map(\.arrival) == world.visitors.map(\.arrival).sorted())
    }
    let spans = worlds.compactMap { $0.visitors.last?.arrival }
    #expect(spans.contains { $0 < .whole(60) } && spans.contains { $0 > .whole(86_400) })
    #expect(spans.contains { $0 > .whole(63_072_000) }, "in the third year")
    #expect(worlds.contains { $0.services > 8 } && worlds.contains { $0.staff.count > 16 })
    let features: [(World) -> Bool] = [
      { $0.limit != nil }, { $0.handover > .zero }, { $0.hasShifts }, { $0.hasStock },
      { !$0.routes.isEmpty }, { !$0.resets.isEmpty }, { $0.queue != nil }, { !$0.targets.isEmpty },
      { Set($0.visitors.map(\.priority)).count > 1 },
      { $0.visitors.contains { $0.patience != nil } },
    ]
    for (number, has) in features.enumerated() {
      #expect(worlds.count(where: has) > 20, "feature \(number)")
    }
  }

  @Test func `of up to four clients: there are so many of them, and no two are alike`() {
    let counts = (0...4).map { Array(EveryWorld(clients: $0)) }
    #expect(counts.map(\.count) == [19, 76, 608, 4864, 38912])
    #expect(Set(counts[3]).count == 4864)
    #expect((0...4).map { EveryWorld.count(clients: $0) } == counts.map(\.count))
  }

  @Test func `of a branch have its names, staff and routes, in a line that is read back`() throws {
    let plan = try BranchPlan(
      services: [Service("예금 업무", meanTime: .seconds(30)), Service("loan", meanTime: .seconds(2))],
      tellers: [Teller("Kim Ana", skills: ["loan"]), Teller("B", speed: 2)],
      routes: [Route("both", steps: ["loan", "예금 업무"])])
    let world = World(plan, [], keepsNames: true)
    #expect(
      world.description == "T A:loan B:deposit,loan*2.0 |  | mean deposit=30 route loan>deposit"
        + " name deposit=예금␣업무 teller A=Kim␣Ana teller B=B")
    #expect(try World(line: world.description) == world)
    let read = try world.plan()
    #expect(read.services.map(\.name) == ["예금 업무", "loan"])
    #expect(read.tellers.map(\.name) == ["Kim Ana", "B"])
    let days = Array(SwarmWorlds(seed: 1, count: 30, branch: plan))
    #expect(days.count == 30 && days.allSatisfy { $0.staff == world.staff })
    #expect(days.contains { $0.visitors.contains { $0.route == 0 } })
  }

  @Test(.thorough) func `are tried with the options that are given, where they suit`() throws {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases) = (1, 20)
    let none = PolicyConformance.check(LastInFirstOut.self, effort, options: { _ in nil })
    #expect(!none.passed, "nothing was tried")
    #expect(none.description.contains("not tried: no world suits it"), "\(none)")
    let given = PolicyConformance.check(LastInFirstOut.self, effort, options: { _ in NoOptions() })
    #expect(!given.passed)
  }

  @Test func `may have clients of a class that the plan does not list`() throws {
    let line = "T A:deposit | 0:deposit@0+1 1:deposit^3@0+1 2:deposit^-5@0+1 | unlisted -5"
    let world = try World(line: line)
    #expect(world.description == line)
    #expect(try world.plan().classes == [0, 3])
  }

  @Test func `that once broke something is tried again`() throws {
    var effort = PolicyConformance.Effort()
    (effort.depth, effort.cases, effort.laws) = (0, 0, [.policy(5)])
    let text = "# a comment\n\r\nT A:deposit | 0:deposit@0+1 1:deposit@0+1 2:deposit@0+1\r\n"
    effort.regressions = try World.all(in: text)
    #expect(effort.regressions.count == 1)
    let report = PolicyConformance.check(LastInFirstOut.self, effort)
    #expect(
      report.counterexamples.contains {
        $0.law.id == .policy(5) && $0.stage.description.contains("regression")
      }
    )
    let found = #expect(throws: Problems.self) {
      try World.all(in: text + "T A:deposit | nonsense\nT | limit")
    }
    #expect(
      found?.all.map(\.path) == ["line 4", "line 5"]
        && found?.all[0].finding.description.contains("nonsense") == true)
  }
}
