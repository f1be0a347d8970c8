import BankCore
import BankQueues
import SharedPool
import Testing

/// Everybody whose first service is the route's takes it; a step takes as long as its service does on
/// average, and patience is one for all steps.
private struct EverybodyOnRoute: RouteSource {
  let plan: BranchPlan
  var patience: Time?

  func route(of visit: Visit, ticket: Int, session: Int) -> Int? {
    plan.steps.firstIndex { $0[0] == visit.service }
  }

  func visit(toStep step: Int, ofRoute route: Int, ticket: Int, session: Int) -> Visit {
    let service = plan.steps[route][step]
    return Visit(service: service, serviceTime: plan.services[service].meanTime, patience: patience)
  }
}

@Suite struct `On a route` {
  /// Reception takes 1 s, the doctor 3 s; one teller for each.
  static func clinic(
    _ steps: [String] = ["reception", "doctor"], stock: [ItemCount] = [], handover: Time = .zero,
    limit: Int? = nil
  ) throws -> BranchPlan {
    try BranchPlan(
      services: [
        Service("reception", meanTime: .seconds(1)),
        Service(
          "doctor", meanTime: .seconds(3), needs: stock.isEmpty ? [] : [ItemCount(stock[0].item, 1)]
        ),
      ],
      tellers: [Teller("R", skills: ["reception"]), Teller("D", skills: ["doctor"])],
      stock: stock, limit: limit, handover: handover, routes: [Route("check-up", steps: steps)])
  }

  private func bank(
    _ plan: BranchPlan, patience: Time? = nil
  ) -> Bank<RingQueue, SharedPoolPolicy> {
    Bank(
      plan: plan, queue: RingQueue(), policy: SharedPoolPolicy(for: plan),
      routes: EverybodyOnRoute(plan: plan, patience: patience))
  }

  private func story(
    _ plan: BranchPlan, patience: Time? = nil, at times: [Double]
  ) -> [String] {
    let arrivals = times.map {
      Arrival(at: .seconds($0), Visit(service: 0, serviceTime: plan.services[0].meanTime))
    }
    var day = Day(bank: bank(plan, patience: patience), arrivals: arrivals.makeIterator())
    var log = EventLog()
    while !day.isOver { day.step(&log) }
    return log.events.short
  }

  @Test func `a client joins the next line at the instant at which a step ends`() throws {
    #expect(
      story(try Self.clinic(), at: [0, 0]) == [
        "0 arrived 1 in 0", "0 started 1 at 0", "0 arrived 2 in 0",
        "1 finished 1 at 0", "1 arrived 1 in 1", "1 started 2 at 0", "1 started 1 at 1",
        "2 finished 2 at 0", "2 arrived 2 in 1",
        "4 finished 1 at 1", "4 started 2 at 1", "7 finished 2 at 1",
      ])
  }

  @Test func `a tandem of one teller each is over when the slower step says so, to the nanosecond`()
    throws
  {
    // Reception ends at 1, 2, …, 5 s; the doctor begins at 1 s and never waits.
    let story = story(try Self.clinic(), at: [0, 0, 0, 0, 0])
    #expect(story.last == "16 finished 5 at 1")
  }

  @Test func `a service may come again`() throws {
    #expect(
      story(try Self.clinic(["reception", "reception", "doctor"]), at: [0]).last
        == "5 finished 1 at 1")
  }

  @Test func `the patience of one step does not end the wait for another`() throws {
    // Both have 2.5 s of patience. The second is called at 1 s, waits for the doctor from 2 s on, and
    // leaves at 4.5 s: not at 2.5 s, when the patience of the first step would have run out.
    let plan = try BranchPlan(
      services: [
        Service("reception", meanTime: .seconds(1)), Service("doctor", meanTime: .seconds(9)),
      ],
      tellers: [Teller("R", skills: ["reception"]), Teller("D", skills: ["doctor"])],
      routes: [Route("check-up", steps: ["reception", "doctor"])])
    let visit = Visit(service: 0, serviceTime: .seconds(1), patience: .seconds(2.5))
    var bank = bank(plan, patience: .seconds(2.5))
    var log = EventLog()
    bank.arrive(visit, at: .zero, &log)
    bank.arrive(visit, at: .zero, &log)
    bank.advance(to: .seconds(20), &log)
    #expect(log.events.short.filter { $0.contains("abandoned") } == ["4.5 abandoned 2"])
  }

  @Test func `what all steps need is reserved at the door, and given back for those not taken`()
    throws
  {
    let plan = try Self.clinic(["reception", "doctor", "doctor"], stock: [ItemCount("bandage", 3)])
    var bank = bank(plan, patience: .seconds(2))
    var log = EventLog()
    bank.arrive(Visit(service: 1, serviceTime: .seconds(9)), at: .zero, &log)
    #expect(bank.stock == [2])
    bank.arrive(Visit(service: 0, serviceTime: .seconds(1)), at: .zero, &log)
    #expect(bank.stock == [0])
    bank.arrive(Visit(service: 0, serviceTime: .seconds(1)), at: .zero, &log)
    #expect(log.events.short.last == "0 refused 3")
    // The doctor is busy for longer than the patience of 2 s: both visits are off.
    bank.advance(to: .seconds(3), &log)
    #expect(log.events.short.last == "3 abandoned 2")
    #expect(bank.stock == [2])
  }

  @Test func `a reset gives back what was reserved for further steps`() throws {
    let plan = try Self.clinic(stock: [ItemCount("bandage", 3)])
    var bank = bank(plan)
    var log = EventLog()
    for _ in 0..<3 { bank.arrive(Visit(service: 0, serviceTime: .seconds(1)), at: .zero, &log) }
    #expect(bank.stock == [0])
    bank.reset(at: .seconds(0.5), &log)
    #expect(bank.stock == [3])
  }

  @Test func `who comes back goes on at their step, or for the one service they came for`() throws {
    let plan = try Self.clinic(["reception", "doctor", "doctor"], stock: [ItemCount("bandage", 3)])
    var bank = bank(plan)
    var log = EventLog()
    let last = RoutePlace(route: 0, step: 2)
    bank.arrive(Returning(Visit(service: 1, serviceTime: .seconds(5)), at: last), at: .zero, &log)
    #expect(bank.stock == [2], "of what the route needs only the rest is reserved")
    bank.arrive(Returning(Visit(service: 0, serviceTime: .seconds(1)), at: nil), at: .zero, &log)
    bank.arrive(
      Returning(Visit(service: 0, serviceTime: .seconds(1)), at: RoutePlace(route: 0, step: 0)),
      at: .zero, &log)
    #expect(bank.stock == [0])
    bank.advance(to: .seconds(20), &log)
    #expect(
      log.events.short.filter { $0.contains("finished") } == [
        "1 finished 2 at 0", "2 finished 3 at 0", "5 finished 1 at 1", "8 finished 3 at 1",
        "11 finished 3 at 1",
      ])
  }

  @Test func `the branch's limit counts at the door alone`() throws {
    // One may wait; whoever goes on to the doctor is not sent away.
    let story = story(try Self.clinic(limit: 1), at: [0, 0, 1, 2, 3])
    #expect(story.filter { $0.contains("balked") } == ["2 balked 4"])
    #expect(story.count { $0.contains("at 1") && $0.contains("finished") } == 4)
  }

  @Test func `the order of arrival is that at the line, not the ticket`() throws {
    // Ticket 1 is at reception for long; ticket 2 is with the doctor's line first.
    let plan = try BranchPlan(
      services: [
        Service("reception", meanTime: .seconds(1)), Service("doctor", meanTime: .seconds(3)),
      ],
      tellers: [
        Teller("R", skills: ["reception"]), Teller("S", skills: ["reception"]),
        Teller("D", skills: ["doctor"]),
      ], routes: [Route("check-up", steps: ["reception", "doctor"])])
    var bank = bank(plan)
    var log = EventLog()
    bank.arrive(Visit(service: 1, serviceTime: .seconds(9)), at: .zero, &log)
    bank.arrive(Visit(service: 0, serviceTime: .seconds(5)), at: .zero, &log)
    bank.arrive(Visit(service: 0, serviceTime: .seconds(1)), at: .zero, &log)
    bank.advance(to: .seconds(30), &log)
    #expect(
      log.events.short.filter { $0.contains("started") && $0.hasSuffix("at 2") }
        == ["0 started 1 at 2", "9 started 3 at 2", "12 started 2 at 2"])
  }

  @Test func `mistakes are told with their place`() throws {
    do {
      _ = try BranchPlan(
        services: [Service("doctor", meanTime: .zero)], tellers: [],
        routes: [Route("a", steps: ["docter"]), Route("a", steps: [])])
      Issue.record("a bad plan was taken")
    } catch {
      #expect(
        error.all.map(\.description) == [
          "routes[1].name: \"a\" is there twice; give every route a name of its own",
          "routes[0].steps[0]: \"docter\" is not a service; allowed: doctor; did you mean \"doctor\"?",
          "routes[1].steps: 0 steps; allowed: 1 to 65535",
        ])
    }
  }
}
