import BankCore
import BankRecords
import BankSimulation
import Testing

@testable import BankReports

@Suite struct `Pictures of the stock` {
  static func plan() throws -> BranchPlan {
    try BranchPlan(
      services: [
        Service("plain", meanTime: .seconds(60), needs: [ItemCount("strawberries", 2)]),
        Service("large", meanTime: .seconds(60), needs: [ItemCount("strawberries", 9)]),
        Service("banana", meanTime: .seconds(60), needs: [ItemCount("bananas", 1)]),
        Service("water", meanTime: .seconds(60)),
      ],
      tellers: [Teller("1")], stock: [ItemCount("strawberries", 4), ItemCount("bananas", 30)])
  }

  /// Who comes when, in minutes from 9:00, for what, and whether they are refused for want of strawberries.
  typealias Visit = (minute: Double, service: Int, isRefused: Bool)

  static func report(
    _ days: [[Visit]], _ language: Language = .en, waiting: Time = .zero
  ) throws -> SimulationReport {
    let plan = try plan()
    let stretches = DayStretches(length: .seconds(14_400), width: .seconds(1800), isOpen: true)
    var course = DaysCourse(plan: plan, stretches: stretches)
    var summary: DaysSummary?
    for visits in days {
      let counts = DayObserver(plan: plan)
      var day = DayCourse(plan: plan, stretches: stretches)
      func happens(_ time: Time, _ kind: BankEvent.Kind) {
        let event = BankEvent(time: time, session: 1, kind: kind)
        counts.observe(event)
        day.observe(event)
      }
      for (ticket, visit) in visits.enumerated() {
        let time = Time.seconds(visit.minute * 60)
        let client = Client(ticket: ticket + 1, service: visit.service, arrival: time)
        guard !visit.isRefused else {
          happens(
            time,
            .refused(client, missing: [Shortage(item: 0, needed: 2, available: 0)]))
          continue
        }
        happens(time, .arrived(client, line: 0))
        happens(time + waiting, .started(client, line: 0, teller: 0))
        happens(time + waiting, .finished(client, teller: 0, started: time + waiting))
      }
      day.end(at: .seconds(14_400))
      let statistics = counts.statistics(serving: [nil], until: .seconds(14_400))
      if summary == nil {
        summary = DaysSummary(statistics, end: .seconds(14_400), workTime: .zero)
      } else {
        summary?.merge(statistics, end: .seconds(14_400), workTime: .zero)
      }
      course.add(day)
    }
    return SimulationReport(
      policy: "shared-pool", options: [:], queue: "ring", seed: 1, plan: plan,
      summary: try #require(summary), hasIntervals: false, unstable: [], fault: nil,
      wallSeconds: 0, warnings: [],
      scale: TimeScale(unit: .min, opens: 32_400), language: language,
      namesakes: language == .ko ? ["item strawberries": "딸기", "plain": "딸기 쥬스"] : [:],
      course: course)
  }

  /// Of ten days nine are out of strawberries at 10:40, and then one is turned away.
  static let days: [[Visit]] =
    Array(repeating: [(30, 0, false), (100, 0, false), (180, 0, true)], count: 9)
    + [[(30, 0, false), (90, 2, false)]]

  static func picture(_ report: SimulationReport) throws -> StockPicture {
    try #require(DayPictures(report).flatMap(StockPicture.init))
  }

  @Test func `of a comparison name a difference as the largest only if it is clear`() throws {
    let base = try Self.report(Self.days)
    func difference(_ service: String, _ mean: Double, _ half: Double) -> Difference {
      Difference(
        policy: "c-mu", service: service, metric: .meanWait,
        interval: Interval(mean: mean, halfWidth: half), baseline: 60)
    }
    let forest = ComparisonPictures(
      results: [base, base],
      differences: [difference("plain", 600, 900), difference("large", 240, 30)]
    ).forest
    let title = try #require(forest?.title)
    #expect(
      title.hasPrefix("1 of 2 waits differ clearly") && title.hasSuffix("by 4.0 min"), "\(title)")
  }

  @Test func `say what runs out, when, on how many days, and whom that costs`() throws {
    #expect(
      try Self.picture(Self.report(Self.days)).title
        == "Short of strawberries from about 12:00 on, on 9 of 10 days: 32.1 % of those who need strawberries are turned away"
    )
    #expect(
      try Self.picture(Self.report(Self.days, .ko)).title
        == "10일 중 9일 12:00쯤부터 딸기가 모자랍니다: 딸기가 필요한 고객의 32.1 %가 돌아갑니다")
  }

  @Test func `say nothing worse of a stock that lasts`() throws {
    let lasts = try Self.report([[(30, 0, false), (60, 2, false)]])
    #expect(
      try Self.picture(lasts).title == "The stock lasts: nobody is turned away for want of it")
    let ends = try Self.report([[(30, 0, false), (60, 0, false)]])
    #expect(
      try Self.picture(ends).title
        == "Out of strawberries at the end, and nobody is turned away for want of it")
  }

  @Test func `go by the number of clients where all are there at opening`() throws {
    let day: [Visit] = [(0, 2, false), (0, 0, false), (0, 0, false), (0, 0, true), (0, 0, true)]
    #expect(
      try Self.picture(Self.report([day])).title
        == "Short of strawberries after 3 clients: 50.0 % of those who need strawberries are turned away"
    )
    #expect(
      try Self.picture(Self.report([day, day], .ko)).title
        == "고객이 3명쯤 온 뒤에는 딸기가 모자랍니다: 딸기가 필요한 고객의 50.0 %가 돌아갑니다")
    let table = try Self.picture(Self.report([day])).table
    #expect(table[1...6].map { $0[1] } == ["4", "4", "2", "0", "0", "0"])
    // A service that takes more than there ever was is short from the beginning, whoever comes first.
    #expect(
      try Self.picture(Self.report([day + [(0, 1, true)]])).title.hasPrefix(
        "Short of strawberries from the beginning: "))
  }

  @Test func `have their numbers below, those first that most are turned away for`() throws {
    let table = try Self.picture(Self.report(Self.days)).table
    #expect(table[0] == ["at", "strawberries", "bananas"])
    // Every half-hour until somebody was there last: 9:00, 9:30, 10:00, 10:30, 11:00 …
    #expect(table[1] == ["09:00", "4 (4–4)", "30 (30–30)"])
    #expect(table[5] == ["11:00", "0 (0–2)", "30 (29–30)"])
    let told = Dictionary(
      uniqueKeysWithValues: table.suffix(8).map { ($0[0], Array($0.dropFirst())) })
    #expect(told["days when it was out"] == ["9/10", "0/10"] && told["out at"] == ["10:40", "–"])
    #expect(told["turned away first at"] == ["12:00", "–"])
    #expect(told["needed some"] == ["28", "1"] && told["turned away"] == ["9", "0"])
  }

  @Test func `of who is served have a row for each service that takes stock, though nobody was`()
    throws
  {
    let day: [Visit] = [
      (10, 0, false), (20, 0, false), (30, 0, true), (40, 1, true), (50, 3, false),
    ]
    let picture = ServedPicture(report: try Self.report([day]))
    let rows = picture.rows
    #expect(rows.map(\.name) == ["large", "plain", "banana"])
    #expect(rows.map(\.came) == [1, 3, 0] && rows.map(\.served) == [0, 2, 0])
    #expect(rows.map(\.refused) == [1, 1, 0] && rows[0].recipe == "strawberries 9")
    let figure = try #require(picture.figure)
    #expect(
      figure.title
        == "Nobody who comes for large is served: there is too little stock. Turned away of those for plain 33.3 %"
    )
    #expect(
      figure.table.count == 4
        && figure.table[1].prefix(5) == ["large", "strawberries 9", "1", "0", "1"])
    for width in [Figure.widths.wide, Figure.widths.narrow] {
      let svg = figure.draw(width).svg("")
      #expect(svg.contains(">nobody came</text>") && svg.contains("large, turned away"))
    }
  }

  @Test func `of waits name those services, too, for which nobody was served`() throws {
    let report = try Self.report(
      [[(10, 0, false), (40, 1, true), (50, 2, false)]], waiting: .seconds(60))
    let figure = try #require(WaitPictures(report: report).spread)
    #expect(figure.table.dropFirst().map { $0[0] } == ["plain", "banana", "large"])
    #expect(figure.table[3][1...3] == ["0", "–", "–"])
    #expect(figure.title == "19 of 20 of those served wait at most 1.00 min")
    #expect(figure.draw(Figure.widths.narrow).svg("").contains(">nobody was served</text>"))
  }

  @Test func `are in JSON by the names of the items`() throws {
    let stock = try #require(try Self.report(Self.days).json["stock"])
    let item = try #require(stock["strawberries"])
    #expect(item["count"] == 4 && item["least"] == 2 && item["needed"] == 28)
    #expect(item["refused"] == 9 && item["daysOut"] == 9)
    #expect(item["shortAt"]?["p50"] == 10_800 && item["daysShort"] == 9)
    #expect(item["outAt"]?["p50"] == 6000 && item["left"]?["p50"] == 0)
    guard case .array(let looks)? = item["byTime"] else { throw Missing() }
    #expect(looks.first == ["at": 0, "p5": 4, "p50": 4, "p95": 4])
    let none = try Self.report([[(1, 3, false)]]).json
    #expect(none["stock"]?["strawberries"]?["outAt"] == .null)
  }

  struct Missing: Error {}
}
