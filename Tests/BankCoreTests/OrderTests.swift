import BankCore
import BankQueues
import SharedPool
import Testing

@Suite struct `Simultaneous events come in the documented order` {
  @Test func `completion, staff, patience, arrival, wake-up`() {
    let services = [Service("a", meanTime: .seconds(1)), Service("b", meanTime: .seconds(1))]
    let world = plan(
      services: services,
      tellers: [
        Teller("serves until 5", skills: ["a"]),
        Teller("comes at 5", skills: ["b"], shifts: [Shift(from: .seconds(5), to: .seconds(9))]),
        Teller("leaves at 5", shifts: [Shift(from: .zero, to: .seconds(5))]),
      ])
    // Idles on purpose with a wish to be asked at 5, except that teller 0 calls client 1.
    let policy = Scripted { floor in
      if floor.head(ofLine: 0)?.ticket == 1 { return .call(line: 0, teller: 0) }
      if floor.now < .seconds(5) { return .idle(because: "on purpose", askAgain: .seconds(5)) }
      if floor.head(ofLine: 0)?.ticket == 4, floor.isIdle(0) { return .call(line: 0, teller: 0) }
      return .idle(because: "on purpose", askAgain: floor.now + .seconds(100))
    }
    var counter = Counter(world, policy)
    counter.arrive(0, at: 0, time: 5)
    counter.arrive(0, at: 0, patience: 5)
    counter.arrive(0, at: 1, patience: 4)
    _ = counter.news()
    counter.arrive(0, at: 5)
    counter.advance(to: 5)
    #expect(
      counter.news() == [
        "5 finished 1 at 0", "5 came 1", "5 left 2", "5 abandoned 2", "5 abandoned 3",
        "5 arrived 4 in 0", "5 started 4 at 0",
      ])
  }

  /// The tickets in the order in which one teller calls them, when so many come at each time.
  private func called<Queue: ClientQueueable>(
    _ queue: Queue, _ comes: [(number: Int, at: Double, patience: Double?)]
  ) -> [Int] {
    let world = plan(
      services: [Service("a", meanTime: .seconds(1))], tellers: [Teller("1")])
    var bank = Bank(
      plan: world, queue: queue,
      policy: SharedPoolPolicy(options: .init(), plan: world, random: RandomSource(seed: 1)))
    var log = EventLog()
    for (number, time, patience) in comes {
      let visit = Visit(
        service: 0, serviceTime: .seconds(10), patience: patience.map(Time.seconds))
      for _ in 0..<number { bank.arrive(visit, at: .seconds(time), &log) }
    }
    bank.advance(to: .seconds(100), &log)
    return log.events.compactMap { event in
      if case .started(let client, _, _) = event.kind { client.ticket } else { nil }
    }
  }

  @Test func `last in, first out stays so when many of one instant have left the line`() {
    let comes: [(Int, Double, Double?)] = [(4, 0, nil), (56, 0, 1)]
    #expect(called(LastInFirstOutQueue(), comes) == [1, 4, 3, 2])
    #expect(called(AnyQueue(LastInFirstOutQueue()), comes) == [1, 4, 3, 2])
    #expect(called(RingQueue(), comes) == [1, 2, 3, 4])
  }

  @Test func `last in, first out stays so when many have left from between others`() {
    let comes: [(Int, Double, Double?)] = [(1, 0, nil), (2, 1, nil), (40, 1.5, 1), (1, 2, nil)]
    #expect(called(LastInFirstOutQueue(), comes) == [1, 44, 3, 2])
    #expect(called(RingQueue(), comes) == [1, 2, 3, 44])
  }

  @Test
  func `whoever balks leaves the policy's time to be asked again as it would be without them`() {
    // Calls whoever has waited 60 s, by the head of the line; the last to come is the head.
    let policy = Scripted { floor in
      guard let head = floor.head(ofLine: 0), floor.isIdle(1) else {
        return .idle(because: "on purpose")
      }
      let due = head.arrival + .seconds(60)
      return due <= floor.now
        ? .call(line: 0, teller: 1) : .idle(because: "on purpose", askAgain: due)
    }
    var bank = Bank(
      plan: standardPlan(tellers: 2, limit: 1), queue: LastInFirstOutQueue(), policy: policy)
    var log = EventLog()
    for (time, admission) in [(1.0, Admission.admitted(ticket: 1)), (50, .balked(ticket: 2))] {
      let visit = Visit(service: 0, serviceTime: .seconds(1))
      #expect(bank.arrive(visit, at: .seconds(time), &log) == admission)
    }
    bank.advance(to: .seconds(100), &log)
    #expect(log.drain().short.contains("61 started 1 at 1"))
  }

  @Test func `a wake-up comes after every arrival of its instant`() {
    let policy = Scripted { floor in
      floor.now < .seconds(2)
        ? .idle(because: "on purpose", askAgain: .seconds(2))
        : floor.waiting < 3 ? .idle(because: "on purpose") : .call(line: 0, teller: 0)
    }
    var counter = Counter(standardPlan(tellers: 1), policy)
    counter.arrive(0, at: 0)
    counter.arrive(0, at: 2)
    counter.arrive(0, at: 2)
    #expect(counter.news().last == "2 started 1 at 0")
    counter.advance(to: 2)
    #expect(counter.bank.floor.waiting == 2)
  }

  @Test func `a day keeps the order too, with a wake-up last`() {
    func news(_ policy: Scripted, _ times: Double...) -> [String] {
      let arrivals = times.map {
        Arrival(at: .seconds($0), Visit(service: 0, serviceTime: .seconds(2)))
      }
      return events(policy, standardPlan(tellers: 2), arrivals).map(\.short)
    }
    // Teller 0 serves client 1 until 2, when teller 1 is to call client 2.
    let completion = Scripted { floor in
      if floor.head(ofLine: 0)?.ticket == 1 { return .call(line: 0, teller: 0) }
      return floor.now < .seconds(2)
        ? .idle(because: "on purpose", askAgain: .seconds(2)) : .call(line: 0, teller: 1)
    }
    let expected = ["2 finished 1 at 0", "2 started 2 at 1"]
    #expect(news(completion, 0, 0, 9).dropFirst(3).prefix(2) == expected[...])
    var counter = Counter(standardPlan(tellers: 2), completion)
    for _ in 1...2 { counter.arrive(0, at: 0, time: 2) }
    counter.advance(to: 2)
    #expect(counter.news().dropFirst(3) == expected[...])

    let arrival = Scripted { floor in
      floor.now < .seconds(2)
        ? .idle(because: "on purpose", askAgain: .seconds(2)) : .call(line: 0, teller: 0)
    }
    #expect(
      news(arrival, 0, 2, 9).prefix(3) == [
        "0 arrived 1 in 0", "2 arrived 2 in 0", "2 started 1 at 0",
      ])
    #expect(
      news(arrival, 0, 4, 9).prefix(5).suffix(3) == [
        "4 finished 1 at 0", "4 arrived 2 in 0", "4 started 2 at 0",
      ])
  }

  @Test func `a completion at the instant of leaving saves the client`() {
    var counter = Counter(standardPlan(tellers: 1), SharedPoolPolicy(for: standardPlan(tellers: 1)))
    counter.arrive(0, at: 0, time: 3)
    counter.arrive(0, at: 0, time: 1, patience: 3)
    counter.advance(to: 3)
    #expect(counter.news().suffix(2) == ["3 finished 1 at 0", "3 started 2 at 0"])
  }

  @Test func `completions of one instant come in the order of their starts`() {
    var counter = Counter(standardPlan(), SharedPoolPolicy(for: standardPlan()))
    counter.arrive(0, at: 0, time: 3)
    counter.arrive(0, at: 1, time: 2)
    counter.arrive(0, at: 1, time: 2)
    _ = counter.news()
    counter.advance(to: 3)
    #expect(counter.news() == ["3 finished 1 at 0", "3 finished 2 at 1", "3 finished 3 at 2"])
  }

  @Test func `to the end of time goes no farther than something happens`() {
    var counter = Counter(standardPlan(tellers: 1), SharedPoolPolicy(for: standardPlan(tellers: 1)))
    counter.arrive(0, at: 1, time: 2)
    counter.bank.advance(to: .never, &counter.log)
    #expect(counter.bank.isEmpty && counter.bank.floor.now == .seconds(3))
    counter.arrive(0, at: 4)
    #expect(counter.news().last == "4 started 2 at 0")
  }

  @Test func `to the end of time goes no farther than the last who came or left`() {
    // A patience of somebody who was called, a hand-over that a shift's end broke off, and a time to ask again of
    // somebody who has left.
    let worlds: [(BranchPlan, Double?, Double)] = [
      (standardPlan(tellers: 1), 100, 3),
      (
        plan(
          services: [Service("a", meanTime: .seconds(1))],
          tellers: [Teller("1", shifts: [Shift(from: .zero, to: .seconds(5))])],
          handover: .seconds(50)), nil, 5
      ),
    ]
    for (world, patience, end) in worlds {
      var counter = Counter(world, SharedPoolPolicy(for: world))
      counter.arrive(0, at: 1, time: 2, patience: patience)
      counter.bank.advance(to: .never, &counter.log)
      #expect(counter.bank.floor.now == .seconds(end))
    }
    let later = Scripted { _ in .idle(because: "on purpose", askAgain: .seconds(100)) }
    var counter = Counter(standardPlan(tellers: 1), later)
    counter.arrive(0, at: 1, patience: 2)
    counter.bank.advance(to: .never, &counter.log)
    #expect(counter.bank.floor.now == .seconds(3))
  }

  @Test func `who comes at no time comes at the end of all that is to come`() {
    var counter = Counter(standardPlan(tellers: 1), SharedPoolPolicy(for: standardPlan(tellers: 1)))
    counter.arrive(0, at: 1, time: 2)
    let visit = Visit(service: 0, serviceTime: .seconds(1))
    counter.bank.arrive(visit, at: .never, &counter.log)
    counter.advance(to: 9)
    #expect(counter.news().last == "4 finished 2 at 0")
  }

  @Test func `time never goes back`() {
    var counter = Counter(standardPlan(tellers: 1), SharedPoolPolicy(for: standardPlan(tellers: 1)))
    counter.arrive(0, at: 5)
    counter.arrive(0, at: 3)
    counter.advance(to: 1)
    #expect(counter.bank.floor.now == .seconds(5))
    #expect(counter.news() == ["5 arrived 1 in 0", "5 started 1 at 0", "5 arrived 2 in 0"])
  }
}
