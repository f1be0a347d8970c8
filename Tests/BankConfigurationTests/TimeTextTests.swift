import BankCore
import BankRecords
import BankReports
import BankSimulation
import Testing

@testable import BankConfiguration

@Suite struct `Times as people write them` {
  @Test func `are lengths with units, alone or one after the other`() {
    let lengths: [String: Double] = [
      "0.7": 0.7, "20min": 1200, "1.5h": 5400, "250ms": 0.25, "30 s": 30, "1h 30min": 5400,
      "2d": 172_800,
      "1e2": 100,
    ]
    for (text, seconds) in lengths {
      #expect(TimeText.read(text) == .length(.seconds(seconds)), "\(text)")
    }
    // To the nanosecond: 0.7 minutes are 42 seconds.
    #expect(TimeText.length("0.7min") == .seconds(42))
    for text in [
      "", "min", "20 minutes", "1h30", "-5min", "5min 5", "h1", "9:5", "25:00", "12:60", "5m", "∞",
    ] {
      #expect(TimeText.read(text) == nil, "\(text)")
    }
    #expect(TimeText.length("999999999d") == .never)
  }

  @Test func `are times of day where the branch has an opening`() {
    let half = TimeText.read("9:30")
    #expect(half == .clock(34_200))
    #expect(TimeText.read("24:00") == .clock(86_400))
    #expect(half?.time(opens: nil) == nil)
    #expect(half?.time(opens: 32_400) == .seconds(1800))
    #expect(half?.time(opens: 36_000) == nil, "before the opening")
    #expect(half?.time(opens: 79_200, isOvernight: true) == .seconds(41_400))
  }

  @Test func `are rates by any unit`() {
    #expect(TimeText.rate("36/h") == 0.01)
    #expect(TimeText.rate("3 / min") == 0.05)
    #expect(TimeText.rate("2") == 2)
    for text in ["/h", "3/", "3/week", "a/h"] { #expect(TimeText.rate(text) == nil, "\(text)") }
  }
}

@Suite struct `A branch by the clock` {
  static func read(_ text: String) throws -> Configuration {
    guard case .success(let node) = JSON5Parser.parse(text) else { throw Problems([]) }
    return try Configuration(node)
  }

  static func problems(_ text: String) -> [String] {
    do {
      _ = try read(text)
      return []
    } catch let error as Problems {
      return error.all.map(\.description)
    } catch {
      return ["\(error)"]
    }
  }

  @Test func `has shifts without the breaks, however these lie`() throws {
    let branch = try Self.read(
      """
      {services:[{name:"a",time:1}],
       tellers:[
         {shifts:[[0,100],[200,300]],breaks:[[250,260],[-0,5],[90,210],[20,30],[25,40],[20,22]]},
         {shifts:[[0,100],[100,200]],breaks:[[50,150],[300,400]]}, {shifts:[[0,10]],breaks:[[0,10]]}]}
      """)
    func shifts(_ teller: Int) -> [[Double]] {
      (branch.plan.tellers[teller].shifts ?? []).map { [$0.start.seconds, $0.end.seconds] }
    }
    #expect(shifts(0) == [[5, 20], [40, 90], [210, 250], [260, 300]])
    #expect(shifts(1) == [[0, 50], [150, 200]])
    #expect(shifts(2) == [])
  }

  @Test func `has rates, shifts and breaks from its opening on`() throws {
    let branch = try Self.read(
      """
      {opens:"09:00",closes:"17:00",unit:"min",
       services:[{name:"a",time:"3min",target:"20min",
         arrivals:{poisson:{rates:[["09:00","20/h"],["10:00","58/h"]]}}}],
       tellers:[{shifts:[["09:00","12:30"]]},{breaks:[["12:00","12:45"],["15:00","15:15"]]}],
       handover:"30s"}
      """)
    #expect(branch.workload.closes == .seconds(28_800))
    #expect(branch.scale == .init(unit: .min, opens: 32_400))
    #expect(
      branch.workload.services[0].arrivals
        == .piecewisePoisson([
          .init(from: 0, rate: 20.0 / 3600), .init(from: 3600, rate: 58.0 / 3600),
        ]))
    #expect(branch.plan.services[0].target == .seconds(1200))
    #expect(branch.plan.handover == .seconds(30))
    #expect(branch.plan.tellers[0].shifts == [Shift(from: .zero, to: .seconds(12_600))])
    #expect(
      branch.plan.tellers[1].shifts == [
        Shift(from: .zero, to: .seconds(10_800)),
        Shift(from: .seconds(13_500), to: .seconds(21_600)),
        Shift(from: .seconds(22_500), to: BranchPlan.longestTime),
      ])
  }

  @Test func `may be open past midnight`() throws {
    let night = try Self.read(
      "{opens:\"22:00\",closes:\"06:00\",services:[{name:\"a\"}],tellers:[{shifts:[[\"23:00\",\"05:00\"]]}]}"
    )
    #expect(night.workload.closes == .seconds(28_800))
    #expect(night.plan.tellers[0].shifts == [Shift(from: .seconds(3600), to: .seconds(25_200))])
  }

  @Test func `says what is wrong with a time of day`() {
    #expect(
      Self.problems("{tellers:[{shifts:[[\"9:00\",\"12:00\"]]}]}").first
        == "tellers[0].shifts[0][0]: \"9:00\" is a time of day; say when the branch opens, such as opens: \"09:00\""
    )
    #expect(
      Self.problems("{opens:\"9:00\",tellers:[{shifts:[[\"8:00\",\"12:00\"]]}]}").first
        == "tellers[0].shifts[0][0]: \"8:00\" is before the branch opens; it opens at 09:00")
    // Half past five, or seventeen seconds and three tenths: nobody knows.
    #expect(
      Self.problems("{opens:\"9:00\",closes:\"17.30\"}").first
        == "closes: \"17.30\" may be a time of day or seconds; write \"17:30\", or \"17.30s\"")
    #expect(
      Self.problems(
        "{closes:\"60.30\",opens:\"9:00\",tellers:[{shifts:[[\"9:00\",\"12.00\"]]}]}"
      ).map { $0.prefix(24) } == ["tellers[0].shifts[0][1]:"])
    #expect(Self.problems("{closes:\"17.30\"}").isEmpty)
    #expect(
      Self.problems("{opens:9}") == ["opens: 9; allowed: a time of day such as \"09:00\""])
    #expect(
      Self.problems("{unit:\"minutes\"}") == ["unit: unknown \"minutes\"; allowed: s, min, h"])
  }

  @Test func `has classes with shares and titles`() throws {
    let branch = try Self.read(
      "{classes:{\"2\":\"VVIP\"},services:[{name:\"a\",priority:{\"2\":0.1,\"0\":0.9}},{name:\"b\"}]}"
    )
    #expect(branch.plan.classes == [0, 2])
    #expect(branch.classTitles[2]?.en == "VVIP")
    #expect(
      branch.workload.services[0].classes == [.init(2, share: 0.1), .init(0, share: 0.9)])
    #expect(try Self.read("{}").plan.classes == [])
    #expect(
      Self.problems("{services:[{name:\"a\",priority:{gold:1}}]}").first
        == "services[0].priority.gold: \"gold\" is no class; a class is a whole number from -2147483648 to 2147483647; higher is more urgent"
    )
    #expect(
      Self.problems("{services:[{name:\"a\",priority:{\"1\":0}}]}")
        == ["services[0].priority: every share is 0; give one class a share above 0"])
  }

  @Test func `has speeds by service`() throws {
    let branch = try Self.read(
      "{services:[{name:\"a\",time:6},{name:\"b\",time:6}],tellers:[{speed:{b:1.2}},{speed:2}]}")
    #expect(branch.plan.speed(of: 0, doing: 0) == 1)
    #expect(branch.plan.expectedTime(of: 1, by: 0) == .seconds(5))
    #expect(branch.plan.expectedTime(of: 1, by: 1) == .seconds(3))
    #expect(
      Self.problems("{tellers:[{speed:{lone:2}}]}")
        == [
          "tellers[0].speed.lone: \"lone\" is not a service; allowed: deposit, loan"
        ])
  }

  @Test func `is written back so that it reads the same`() throws {
    let text = """
      {opens:"09:00",closes:"17:00",unit:"h",classes:{"1":{ko:"예약",en:"appointment"}},
       services:[{name:"a",time:{triangular:{from:1,mode:"2s",to:4}},priority:{"1":1,"0":3},
         patience:{normal:{mean:10,sd:3}}}],
       tellers:[{speed:{a:2},breaks:[["12:00","13:00"]]}]}
      """
    let branch = try Self.read(text)
    let written = EffectiveConfiguration.json(
      branch, policy: "p", options: [:], queue: "ring", seed: 1)
    let again = try Self.read(written.pretty)
    #expect(again.plan.tellers[0].shifts == branch.plan.tellers[0].shifts)
    #expect(again.workload == branch.workload)
    #expect(again.scale == branch.scale && again.classTitles[1]?.ko == "예약")
  }

  @Test func `is changed from the command line in the units it is written in`() throws {
    guard
      case .success(var node) = JSON5Parser.parse(
        "{services:[{name:\"a\",time:\"20min\",arrivals:{poisson:{rate:\"58/h\"}},target:60}]}")
    else { return }
    for text in [
      "services.a.time=25min", "services.a.arrivals.poisson.rate*=2", "services.a.target+=1min",
    ] {
      _ = try ConfigSetting(text).apply(to: &node, complete: nil)
    }
    let branch = try Configuration(node)
    #expect(branch.workload.services[0].time == .constant(1500))
    #expect(branch.workload.services[0].arrivals == .poisson(rate: 116.0 / 3600))
    #expect(branch.plan.services[0].target == .seconds(120))
    // A number of tellers is one, though they may be a list.
    guard case .success(var few) = JSON5Parser.parse("{tellers:3}"),
      case .success(let complete) = JSON5Parser.parse("{tellers:[{name:\"1\"},{name:\"2\"}]}")
    else { return }
    _ = try ConfigSetting("tellers+=1").apply(to: &few, complete: complete)
    #expect(try Configuration(few).plan.tellers.count == 4)
  }
}
