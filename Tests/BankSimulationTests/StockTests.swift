import BankCore
import BankSimulation
import Testing

@Suite struct `The stock of a day` {
  /// A strawberry juice takes two strawberries, the mixed one three and a banana; four pears are there for nobody.
  static func plan() throws -> BranchPlan {
    try BranchPlan(
      services: [
        Service("plain", meanTime: .seconds(1), needs: [ItemCount("strawberry", 2)]),
        Service(
          "mixed", meanTime: .seconds(1),
          needs: [ItemCount("strawberry", 3), ItemCount("banana", 1)]),
      ],
      tellers: [Teller("1")],
      stock: [ItemCount("strawberry", 8), ItemCount("banana", 5), ItemCount("pear", 4)])
  }

  static func client(_ ticket: Int, _ service: Int, at time: Double) -> Client {
    Client(ticket: ticket, service: service, arrival: .seconds(time))
  }

  static func missing(_ needed: Int, _ available: Int) -> [Shortage] {
    [Shortage(item: 0, needed: needed, available: available)]
  }

  /// The course of a day of 60 s, looked at 20 s long three times, of events at times.
  static func course(
    _ events: [(Double, BankEvent.Kind)], from start: Double = 0, stock: [Int]? = nil
  ) throws -> DayCourse {
    var course = DayCourse(
      plan: try plan(),
      stretches: DayStretches(length: .seconds(60), width: .seconds(30), isOpen: true),
      from: .seconds(start), stock: stock)
    for (time, kind) in events {
      course.observe(BankEvent(time: .seconds(time), session: 1, kind: kind))
    }
    course.end(at: .seconds(60))
    return course
  }

  /// Plain at 5 s, mixed at 12 s, who gives up at 25 s; plain at 35 and 40 s and at 45 s; a mixed one is refused at 50 s.
  static func day() throws -> DayCourse {
    let (one, two) = (client(1, 0, at: 5), client(2, 1, at: 12))
    return try course([
      (5, .arrived(one, line: 0)), (5, .started(one, line: 0, teller: 0)),
      (6, .finished(one, teller: 0, started: .seconds(5))), (12, .arrived(two, line: 0)),
      (25, .abandoned(two, line: 0)), (35, .arrived(client(3, 0, at: 35), line: 0)),
      (40, .arrived(client(4, 0, at: 40), line: 0)), (45, .arrived(client(5, 0, at: 45), line: 0)),
      (50, .refused(client(6, 1, at: 50), missing: missing(3, 0))),
    ])
  }

  @Test func `is what clients leave of it, and who gives up gives it back`() throws {
    let stock = try #require(try Self.day().stock)
    // At 0, 10, 20 … s.
    #expect(stock.levels[0].prefix(7) == [8, 6, 3, 6, 2, 0, 0])
    #expect(stock.levels[1].prefix(7) == [5, 5, 4, 5, 5, 5, 5])
    #expect(stock.byClient[0] == [8, 6, 3, 4, 2, 0, 0])
  }

  @Test func `is out once there is less than any service takes`() throws {
    let stock = try #require(try Self.day().stock)
    #expect(stock.outAt == [.seconds(45), nil, nil])
    #expect(stock.outAfter == [5, nil, nil])
  }

  /// A client whom the mixed one is too much for is turned away while a plain one may still be had.
  @Test func `is short once somebody is turned away for want of it`() throws {
    let stock = try #require(try Self.day().stock)
    #expect(stock.shortAt == [.seconds(50), nil, nil] && stock.shortAfter == [5, nil, nil])
  }

  @Test func `tells who needed an item, and who was turned away for want of it`() throws {
    let stock = try #require(try Self.day().stock)
    #expect(stock.needed == [6, 2, 0] && stock.refused == [1, 0, 0])
  }

  @Test func `counts nobody of the beginning, but what they took is gone`() throws {
    let stock = try #require(
      try Self.course(
        [
          (5, .arrived(Self.client(1, 0, at: 5), line: 0)),
          (40, .arrived(Self.client(2, 0, at: 40), line: 0)),
        ], from: 30
      ).stock)
    #expect(stock.needed[0] == 1 && stock.levels[0].suffix(1) == [4])
  }

  @Test func `begins with what there is, and may be filled up again`() throws {
    let stock = try #require(
      try Self.course([(30, .restocked(item: 0, count: 9))], stock: [1, 5, 0]).stock)
    #expect(stock.levels[0].prefix(5) == [1, 1, 1, 9, 9])
    #expect(stock.outAt[0] == .zero && stock.outAfter[0] == 0, "from the beginning")
    #expect(stock.outAt[2] == nil, "of what nothing takes there is enough")
  }

  @Test func `of a branch without any is none`() throws {
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(1))], tellers: [Teller("1")])
    let stretches = try #require(DayStretches(length: .seconds(60)))
    #expect(DayCourse(plan: plan, stretches: stretches).stock == nil)
    #expect(DaysCourse(plan: plan, stretches: stretches).stock == nil)
  }

  @Test func `of days has a median, with what nine of ten days are within`() throws {
    let (day, calm) = (try Self.day(), try Self.course([]))
    var days = DaysCourse(plan: try Self.plan(), stretches: day.stretches)
    for _ in 1...6 { days.add(day) }
    for _ in 1...4 { days.add(calm) }
    let stock = try #require(days.stock)
    #expect(
      stock.days == 10 && stock.daysOut == [6, 0, 0] && stock.daysShort == [6, 0, 0]
        && stock.least == [2, 1, nil])
    let level = try #require(stock.level(0, look: 5))
    #expect(level.low == 0 && level.median == 0 && level.high == 8)
    #expect(stock.time(ofLook: 5) == .seconds(50))
    #expect(stock.outAt(0)?.median == 45 && stock.outAt(1) == nil && stock.outAfter(0)?.high == 5)
    #expect(stock.refusedShare(0)?.mean == 1 / 6 && stock.refusedShare(2) == nil)
    // On days with fewer clients what was left is left.
    #expect(stock.clients == 6 && stock.level(0, after: 6)?.high == 8)
  }
}
