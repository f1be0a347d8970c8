import BankCore
import BankQueues
import BankSimulation
import SharedPool
import Testing

@Suite struct `The course of a day` {
  /// Kim is there for ten seconds, Lee all the time; a hand-over takes a second.
  static func plan() throws -> BranchPlan {
    try BranchPlan(
      services: [Service("deposit", meanTime: .seconds(4), target: .seconds(2))],
      tellers: [
        Teller("Kim", shifts: [Shift(from: .zero, to: .seconds(10))]), Teller("Lee"),
      ], handover: .seconds(1))
  }

  static func client(_ ticket: Int, at time: Double) -> Client {
    Client(ticket: ticket, service: 0, arrival: .seconds(time))
  }

  /// Client 1 goes to Lee at once, for 9 s; client 2 comes at 4 s and waits until 8 s, for Kim keeps back; client
  /// 3 comes at 12 s and leaves at 14 s.
  static func course() throws -> DayCourse {
    let stretches = try #require(DayStretches(length: .seconds(20)))
    var course = DayCourse(plan: try plan(), stretches: stretches)
    func happens(_ seconds: Double, _ kind: BankEvent.Kind) {
      course.observe(BankEvent(time: .seconds(seconds), session: 1, kind: kind))
    }
    let (one, two, three) = (client(1, at: 0), client(2, at: 4), client(3, at: 12))
    happens(0, .arrived(one, line: 0))
    happens(0, .started(one, line: 0, teller: 1))
    happens(4, .arrived(two, line: 0))
    happens(8, .started(two, line: 0, teller: 0))
    happens(9, .finished(one, teller: 1, started: .zero))
    happens(11, .finished(two, teller: 0, started: .seconds(8)))
    happens(11, .left(teller: 0))
    happens(12, .arrived(three, line: 0))
    happens(14, .abandoned(three, line: 0))
    course.end(at: .seconds(20))
    return course
  }

  @Test func `leaves out the beginning, and knows nothing of lateness where it is cut off`() throws
  {
    let stretches = try #require(DayStretches(length: .seconds(20)))
    var course = DayCourse(plan: try Self.plan(), stretches: stretches, from: .seconds(5))
    let (one, two, three) = (
      Self.client(1, at: 1), Self.client(2, at: 6), Self.client(3, at: 17)
    )
    for (time, kind) in [
      (1.0, BankEvent.Kind.arrived(one, line: 0)), (1, .started(one, line: 0, teller: 1)),
      (6, .arrived(two, line: 0)), (7, .started(two, line: 0, teller: 0)),
      (8, .finished(one, teller: 1, started: .seconds(1))),
      (9, .finished(two, teller: 0, started: .seconds(7))), (17, .arrived(three, line: 0)),
    ] {
      course.observe(BankEvent(time: .seconds(time), session: 1, kind: kind))
    }
    course.end(at: .seconds(18))
    course.cut(at: .seconds(18))
    #expect(course.cells[1][0].arrived == 0 && course.cells[6][0].arrived == 1)
    #expect(course.work[1].present == 13 && course.work[1].serving == 3)
    var days = DaysCourse(plan: try Self.plan(), stretches: stretches)
    days.add(course)
    #expect(days.first == 5)
    #expect(days.late(6, 0)?.mean == 0)
    #expect(days.late(17, 0) == nil, "within the target at the end, and maybe later")
  }

  @Test func `is as worked out by hand`() throws {
    let course = try Self.course()
    #expect(course.stretches.width == .seconds(1) && course.stretches.count == 20)
    let arrived = course.cells[4][0]
    #expect(arrived.arrived == 1 && arrived.called == 1 && arrived.inTime == 0)
    #expect(arrived.waits == 4, "counted where the client came")
    #expect(course.cells[0][0].inTime == 1)
    #expect(course.cells[12][0].left == 1)
    #expect((4..<8).allSatisfy { course.cells[$0][0].waiting == 1 })
    #expect(course.cells[8][0].waiting == 0)
    // Kim: idle until 4, keeps back until 8, serves until 11. Lee: 9 s, hands over until 10.
    #expect(course.work[0].idle == 4 && course.work[0].holding == 4)
    #expect(course.work[0].serving == 3 && course.work[0].handingOver == 0)
    #expect(course.work[1].serving == 9 && course.work[1].handingOver == 1)
    #expect(course.work[1].holding == 2, "client 3 waits, and Lee could serve")
    #expect(course.work[1].present == 20)
    #expect(course.present[10][0] == 1 && course.present[11][0] == 0)
    #expect(course.busy[9] == [1, 1] && course.busy[10] == [1, 0])
  }

  @Test func `of days has their means, and an interval where days differ`() throws {
    let day = try Self.course()
    var days = DaysCourse(plan: try Self.plan(), stretches: day.stretches)
    days.add(day)
    for _ in 2...9 { days.add(day) }
    #expect(days.wait(4, 0) == Interval(mean: 4, halfWidth: nil), "nine days are too few")
    days.add(day)
    #expect(days.wait(4, 0) == Interval(mean: 4, halfWidth: 0))
    #expect(days.late(4, 0)?.mean == 1 && days.late(0, 0)?.mean == 0)
    #expect(days.wait(5, 0) == nil, "nobody came")
    #expect(days.waiting(5) == 1 && days.waiting(5, level: 0.95) == 1)
    #expect(days.tellers(3) == 2 && days.tellers(15) == 1)
    #expect(days.used == 14, "until the last in line has left")
  }

  @Test func `of all services together counts every client once, and says where it is cut`() throws
  {
    let plan = try BranchPlan(
      services: ["a", "b"].map { Service($0, meanTime: .seconds(1), target: .seconds(2)) },
      tellers: [Teller("1")])
    let stretches = DayStretches(length: .seconds(20), width: .seconds(10), isOpen: true)
    func course(until end: Double) -> DayCourse {
      var course = DayCourse(plan: plan, stretches: stretches)
      func happens(_ seconds: Double, _ kind: BankEvent.Kind) {
        course.observe(BankEvent(time: .seconds(seconds), session: 1, kind: kind))
      }
      // One of a is called late; of four of b one in time, two leave, one is there to the end.
      let clients = [0, 1, 1, 1, 1].enumerated().map { ticket, service in
        Client(ticket: ticket + 1, service: service, arrival: .seconds(1))
      }
      for client in clients { happens(1, .arrived(client, line: 0)) }
      happens(2, .started(clients[1], line: 0, teller: 0))
      happens(4, .finished(clients[1], teller: 0, started: .seconds(2)))
      happens(4, .abandoned(clients[2], line: 0))
      happens(4, .abandoned(clients[3], line: 0))
      happens(5, .started(clients[0], line: 0, teller: 0))
      happens(6, .finished(clients[0], teller: 0, started: .seconds(5)))
      course.end(at: .seconds(end))
      return course
    }
    var days = DaysCourse(plan: plan, stretches: stretches)
    days.add(course(until: 40))
    #expect(days.wait(0, nil)?.mean == 2.5 && days.wait(0, 1)?.mean == 1)
    #expect(days.late(0, nil)?.mean == 0.8 && days.late(0, 0)?.mean == 1)
    #expect(days.lost(0, nil)?.mean == 0.4 && days.lost(0, 0)?.mean == 0)
    #expect(days.lost(1, nil) == nil, "nobody came")
    // Four stretches are looked at: until 40 s.
    #expect(!days.isCut)
    days.add(course(until: 41))
    #expect(days.isCut)
  }

  @Test(arguments: 1...5)
  func `adds up to the figures of the whole day`(_ number: Int) throws {
    let plan = try BranchPlan(
      services: [
        Service("a", meanTime: .seconds(60), target: .seconds(90)),
        Service("b", meanTime: .seconds(100)),
      ],
      tellers: [
        Teller("1"), Teller("2", skills: ["a"], speed: 1.3),
        Teller("3", shifts: [Shift(from: .seconds(600), to: .seconds(4000))]),
      ], handover: .seconds(7))
    let workload = Workload(
      services: [
        ServiceLoad(time: .exponential(mean: 60), arrivals: .poisson(rate: 0.02)),
        ServiceLoad(
          time: .exponential(mean: 100), arrivals: .poisson(rate: 0.008),
          patience: .exponential(mean: 200)),
      ], clients: 1...1, closes: .seconds(7200))
    var day = Day(
      bank: Bank(
        plan: plan, queue: RingQueue(),
        policy: SharedPoolPolicy(
          options: .init(), plan: plan, random: .forPolicy(seed: 5, day: number))),
      arrivals: workload.arrivals(seed: 5, day: number, count: .max))
    struct Both: BankObserver {
      let counts: DayObserver
      var course: DayCourse
      mutating func observe(_ event: BankEvent) {
        counts.observe(event)
        course.observe(event)
      }
    }
    var both = Both(
      counts: DayObserver(plan: plan),
      course: DayCourse(plan: plan, stretches: try #require(DayStretches(length: .seconds(7200)))))
    #expect(VirtualDriver.run(&day, &both) == .done)
    let end = day.bank.floor.now
    both.course.end(at: end)
    let whole = both.counts.statistics(of: day.bank)
    for service in plan.services.indices {
      let parts = both.course.cells.map { $0[service] }
      let figures = whole.services[service]
      #expect(parts.reduce(0) { $0 + $1.arrived } == figures.arrived)
      #expect(parts.reduce(0) { $0 + $1.left } == figures.left)
      #expect(parts.reduce(0) { $0 + $1.called } == figures.served)
      #expect(abs(parts.reduce(0) { $0 + $1.waits } - figures.wait.total) < 1e-6)
      #expect(abs(parts.reduce(0) { $0 + $1.waiting } - figures.inLine.area) < 1e-6)
    }
    #expect(
      both.course.cells.reduce(0) { $0 + $1[0].inTime } == whole.services[0].withinTarget)
    for teller in plan.tellers.indices {
      let work = both.course.work[teller]
      #expect(abs(work.serving - whole.tellers[teller].busy) < 1e-6)
      #expect(work.holding < 1e-6, "the pool keeps nobody back")
      let present = both.course.present.reduce(0) { $0 + $1[teller] }
      #expect(abs(present - work.present) < 1e-6)
    }
  }
}
