import BankCore
import BankQueues
import SharedPool
import Testing

/// A floor made of events beside the bank that reports them.
@Suite struct `An observed floor` {
  @Test func `keeps whose shift has no end, as the bank does`() {
    let plan = plan(
      services: [Service("a", meanTime: .seconds(1))],
      tellers: [Teller("Kim", shifts: [Shift(from: .zero, to: BranchPlan.longestTime)])])
    let late = BranchPlan.longestTime + .seconds(1)
    var counter = Counter(plan, SharedPoolPolicy(for: plan))
    counter.advance(to: late.seconds)
    #expect(counter.bank.floor.isPresent(0))
    #expect(ObservedFloor(plan: plan, from: late).isPresent == [true])
  }

  @Test func `shows what the bank's floor shows, after every step`() {
    let plan = plan(
      services: [
        Service("deposit", meanTime: .seconds(0.7)), Service("loan", meanTime: .seconds(1.1)),
      ],
      tellers: [
        Teller("Kim", skills: ["deposit"]),
        Teller("Lee", shifts: [Shift(from: .seconds(2), to: .seconds(4))]),
        Teller("Park", shifts: [Shift(from: .zero, to: .seconds(3))]),
      ], limit: 6, handover: .seconds(0.25))
    let arrivals = (0..<24).map { number in
      Arrival(
        at: .seconds(Double(number / 3) * 0.5),
        Visit(
          service: number % 2, serviceTime: seedsTimes[number % 2],
          patience: number % 5 == 0 ? .seconds(0.4) : .never))
    }
    var day = Day(
      bank: Bank(plan: plan, queue: RingQueue(), policy: SharedPoolPolicy(for: plan)),
      arrivals: arrivals.makeIterator())
    var log = EventLog()
    var floor = ObservedFloor(plan: plan)
    var kinds: Set<String> = []
    func check(_ bank: Bank<RingQueue, SharedPoolPolicy>) {
      for event in log.drain() {
        floor.observe(event)
        kinds.insert(String(event.short.split(separator: " ")[1]))
      }
      let there = bank.floor
      #expect(floor.waiting == there.waiting)
      #expect(floor.isBusy == (there.waiting > 0 || bank.servingCount > 0))
      for teller in there.tellers {
        #expect(floor.serving[teller]?.client == there.serving(teller)?.client)
        #expect(floor.serving[teller]?.since == there.serving(teller)?.since)
        #expect(floor.isPresent[teller] == there.isPresent(teller))
        #expect(
          there.isIdle(teller) ? floor.freeAt[teller] <= there.now : true, "idle after a hand-over")
        let isNeeded = there.lines.contains { line in
          there.head(ofLine: line).map { plan.can(teller, do: $0.service) } ?? false
        }
        #expect(floor.isNeeded(teller) == isNeeded)
      }
    }
    while !day.isOver {
      day.step(&log)
      check(day.bank)
    }
    #expect(
      kinds.isSuperset(of: [
        "arrived", "started", "finished", "abandoned", "balked", "came", "left",
      ]),
      "\(kinds)")
    for number in 0..<6 {
      _ = day.bank.arrive(
        Visit(service: number % 2, serviceTime: .seconds(1)), at: .seconds(60), &log)
    }
    check(day.bank)
    day.bank.reset(at: .seconds(60.5), &log)
    check(day.bank)
    #expect(!floor.isBusy)
  }

  /// Kim serves from 0 to 1.5 s and would hand over for a second; the shift is over at `end`, and another begins at 2 s.
  @Test(arguments: [(1.0, 1.5), (1.75, 1.75)])
  func `has nobody hand over who has gone`(end: Double, free: Double) {
    let plan = plan(
      services: [Service("deposit", meanTime: .seconds(1))],
      tellers: [
        Teller(
          "Kim",
          shifts: [
            Shift(from: .zero, to: .seconds(end)), Shift(from: .seconds(2), to: .seconds(9)),
          ])
      ], handover: .seconds(1))
    var bank = Bank(plan: plan, queue: RingQueue(), policy: SharedPoolPolicy(for: plan))
    var log = EventLog()
    bank.arrive(Visit(service: 0, serviceTime: .seconds(1.5)), at: .zero, &log)
    bank.advance(to: .seconds(3), &log)
    var floor = ObservedFloor(plan: plan)
    for event in log.drain() { floor.observe(event) }
    #expect(floor.isPresent == [true] && bank.floor.isIdle(0))
    #expect(floor.freeAt == [.seconds(free)])
  }
}
