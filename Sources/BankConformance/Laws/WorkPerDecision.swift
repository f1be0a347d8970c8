import BankCore

extension Law {
  /// The work per decision grows no faster than declared, in looks at lines, tellers and pools, and so does what is kept.
  ///
  /// What a policy does with what it remembers is no look, and is timed: see ``memory(_:_:)``.
  static let workPerDecision = Law(
    21, title: "work per decision and memory grow no faster than declared",
    tried:
      "counted looks at the floor, on floors of six sizes; what is kept after 100, 800 and more clients, also where one comes an hour, each of another class, and where crowds wait for an hour; time on days of 2000 and of 32,000 clients, with up to 24 services or idle tellers (for a policy that goes through all their combinations), with 250, 2000 and 8000 who wait at once or give up one by one, with 1920 tellers, and with 240 shifts for each teller",
    hint:
      "declare work and memory in claims, look at fewer lines and tellers, or forget clients who"
      + " have left",
    test: .once { subject, witness in
      let sizes = [(4, 4), (16, 4), (4, 16), (16, 16), (64, 4), (4, 64)]
      let looks = sizes.map { mostLooks(subject, services: $0, tellers: $1) }
      guard let base = looks[0], base > 0 else { return ([], 0) }
      var findings: [Phrase] = []
      for (size, most) in zip(sizes, looks).dropFirst() {
        guard let most else { continue }
        witness.looksGrew = witness.looksGrew || most > 2 * base
        let (lines, tellers) = (size.0 / 4, size.1 / 4)
        let growth =
          switch subject.claims.work {
          case .constant: 1
          case .lines: lines
          case .tellers: tellers
          case .linesTimesTellers: lines * tellers
          }
        if most > 2 * base * growth {
          findings.append(
            "A decision takes up to \(base) looks at the floor with 4 services and 4 tellers, and"
              + " \(most) with \(size.0) services and \(size.1) tellers (claims work: "
              + "\(subject.claims.work.rawValue)).")
        }
      }
      findings += [
        memory(subject, &witness), afterMany(subject), combinations(subject), crowd(subject),
        staff(subject), shifts(subject),
      ].compactMap { $0 }
      return (findings, looks.count { $0 != nil })
    })

  /// What to say of a policy that keeps something of each client, and does not say so, or takes longer for it.
  ///
  /// What it keeps is counted on days of few and of many clients: of a plain branch, some of whose clients leave unserved,
  /// of one with whatever else may happen to a client, and of one to which nobody comes for hours.
  private static func memory(_ subject: Subject, _ witness: inout Witness) -> Phrase? {
    memory(subject, &witness, plainDay, share: 8)
      ?? memory(subject, &witness, eventfulDay, share: 40)
      ?? memory(subject, &witness, lonelyDays, share: 8)
      ?? memory(subject, &witness, crowdedDays, share: 40)
  }

  /// Days on which more than a hundred come at once, and no two wait equally long.
  ///
  /// In the first hour and a half no teller is there, and some give up one by one. Then there are two, one of them slow, and
  /// waits of more than an hour. Some give up after any time, and of one service the stock runs out.
  private static func crowdedDays(_ clients: Int) -> World {
    let (day, early) = (160, 8)
    let days = 0...(clients / day)
    let hours = days.map { Time.whole(14_400 * $0 + 5400)..<Time.whole(14_400 * ($0 + 1)) }
    var world = World(
      [World.Staff([0, 1], shifts: hours), World.Staff([0, 1], shifts: hours, speed: 0.5)],
      (0..<clients).map { client in
        let (opening, number) = (14_400 * (client / day), client % day)
        // No two alike, and later ones of an instant later.
        let odd = Time(nanoseconds: Int64(number * 6_000_007 + client / day))
        let isEarly = number < early
        return World.Visitor(
          number % 4 == 1 ? 1 : 0,
          at: .whole(opening + (isEarly ? 600 * number : 5390 + number / 20)) + odd,
          time: .whole(30 + number % 50) + odd,
          patience: isEarly
            ? .whole(11 + 37 * number) + odd
            : number % 4 == 2 ? .whole(11 + number * 1777 % 5400) + odd : nil)
      })
    world.targets = [0: .whole(60), 1: .whole(600)]
    (world.paper, world.needs) = (30, [1: 1])
    return world
  }

  /// Days on which somebody comes once an hour, each of a class that nobody else has, nor the plan.
  private static func lonelyDays(_ clients: Int) -> World {
    var world = World(
      [World.Staff([0, 1]), World.Staff([0, 1])],
      (0..<clients).map {
        World.Visitor($0 % 2, at: .whole(3600 * $0), time: .whole(60), priority: 1 + $0)
      })
    world.unlistedClasses = Array(1...max(1, clients))
    return world
  }

  /// A day on which half a dozen come at once, no two bursts alike, and some do not wait for long.
  private static func plainDay(_ clients: Int) -> World {
    var world = World(
      [World.Staff([0, 1]), World.Staff([0, 1])],
      (0..<clients).map { client in
        var visitor = World.Visitor(
          client % 2, at: .whole(10 * (client / 6)),
          time: Time(nanoseconds: Int64(1000 + client * 7919 % 1500) * 1_000_000),
          patience: client % 3 == 2 ? .whole(1) : nil, priority: client % 12)
        visitor.route = client % 4 == 0 ? 0 : nil
        return visitor
      })
    world.routes = [[0, 1]]
    world.targets = [0: .whole(7), 1: .whole(40)]
    return world
  }

  /// A day on which many balk or give up at a further step of a route, tellers come late, hand over and go home, and
  /// something is used up.
  private static func eventfulDay(_ clients: Int) -> World {
    let end = Time.whole(20 * (clients / 12) + 60)
    var world = World(
      [
        .init([0], shifts: [.whole(5)..<end]), .init([0], shifts: [.whole(5)..<end]),
        World.Staff([1]),
      ],
      (0..<clients).map { client in
        var visitor = World.Visitor(
          client % 5 == 4 ? 1 : 0, at: .whole(20 * (client / 12)),
          time: Time(nanoseconds: Int64(1000 + client * 7919 % 1500) * 1_000_000),
          patience: client % 2 == 0 ? .whole(3) : nil, priority: client % 3)
        visitor.route = client % 5 == 4 ? nil : 0
        return visitor
      })
    world.routes = [[0, 1]]
    (world.handover, world.limit) = (.seconds(0.5), 4)
    (world.paper, world.needs) = (BranchPlan.largestCount, [0: 1])
    return world
  }

  /// The same on days of one kind, where something is kept of one client in so many.
  ///
  /// Whether it takes longer is timed where it keeps more: a client has to take twice as long on a day of eight times as
  /// many, three times in a row, by the time of this thread.
  private static func memory(
    _ subject: Subject, _ witness: inout Witness, _ day: (Int) -> World, share: Int
  ) -> Phrase? {
    func kept(_ clients: Int) -> Int? { subject.effort(day(clients))?.valuesKept }
    let (few, growth) = (100, 8)
    let many = few * growth
    func isMore(_ more: Int, than some: Int, by clients: Int) -> Bool {
      more - some >= clients / share
    }
    guard let some = kept(few), let more = kept(many), isMore(more, than: some, by: many - few)
    else {
      return nil
    }
    // What is bounded by thousands grows up to there, and no further.
    guard let full = kept(8000), let then = kept(16_000), isMore(then, than: full, by: 8000) else {
      return nil
    }
    witness.memoryGrew = true
    guard subject.claims.memory == .growing else {
      return
        "It keeps \(some) values after \(few) clients and \(more) after \(many) (claims memory:"
        + " \(subject.claims.memory.rawValue))."
    }
    let (short, long) = (1000, 1000 * growth)
    for _ in 0..<3 {
      guard let first = subject.effort(day(short)), let then = subject.effort(day(long)),
        then.time > first.time * (2 * growth)
      else { return nil }
    }
    return "It keeps \(some) values after \(few) clients and \(more) after \(many), and on a day of"
      + " \(long) clients each takes more than twice the time of one on a day of \(short)."
  }

  /// What to say of a policy that takes longer for each client the more were served before, whatever it keeps.
  ///
  /// Where a day of 4000 looks so beside one of 500, each client has to take more than twice as long on a day of 32,000 as
  /// on one of 2000, three times in a row, by the time of this thread.
  private static func afterMany(_ subject: Subject) -> Phrase? {
    /// How many times as long each takes on the longer day.
    func growth(_ short: Int, _ long: Int) -> Double {
      guard let first = subject.effort(plainDay(short)), let then = subject.effort(plainDay(long))
      else { return 0 }
      return then.time / first.time * Double(short) / Double(long)
    }
    guard growth(500, 4000) > 1.3 else { return nil }
    let (short, long) = (2000, 32_000)
    for _ in 0..<3 where growth(short, long) <= 2 { return nil }
    return
      "On a day of \(long) clients each takes more than twice as long as on one of \(short)."
  }

  /// What to say of a policy that goes through all sets or orders of those who are first in their lines, or of idle tellers.
  ///
  /// With four more of them a call takes sixteen times as long there.
  private static func combinations(_ subject: Subject) -> Phrase? {
    func heads(_ count: Int) -> World {
      let all = World.Staff(Array(0..<count))
      return World([all], all.skills.map { .init($0, at: .zero, time: .whole(1)) })
    }
    // Several in each line, as it takes for those that look at crowds.
    func crowds(_ count: Int) -> World {
      var world = heads(count)
      world.visitors = (0..<4).flatMap { _ in world.visitors }
      return world
    }
    func idle(_ count: Int) -> World {
      World(
        Array(repeating: World.Staff([0, 1]), count: count),
        (0..<count).map { .init($0 % 2, at: .zero, time: .whole(1)) })
    }
    if let count = doublings(subject, heads) ?? doublings(subject, crowds) {
      return
        "With \(count) services instead of \(count - 4) all calls together take longer by more than eight times what the four services before those added."
    }
    return doublings(subject, idle).map {
      "With \($0) tellers instead of \($0 - 4) all calls together take longer by more than eight times what the four tellers before those added."
    }
  }

  /// The number at which the last four add more than eight times as much to the time of a world as the four before;
  /// `nil` where there is none up to 24.
  ///
  /// By the time of this thread, the least of three runs: what else the machine does makes none of them faster. What is
  /// added counts, for what every call takes anyway would hide it.
  private static func doublings(_ subject: Subject, _ world: (Int) -> World) -> Int? {
    func time(_ count: Int, runs: Int) -> Duration? {
      let times = (0..<runs).map { _ in subject.effort(world(count))?.time }
      return times.contains(nil) ? nil : times.compactMap(\.self).min()
    }
    for count in stride(from: 16, through: 24, by: 4) {
      func adds(times factor: Int, runs: Int) -> Bool? {
        guard let fewest = time(count - 8, runs: runs), let fewer = time(count - 4, runs: runs),
          let more = time(count, runs: runs)
        else { return nil }
        // What takes less than two milliseconds is not measured but noise, and so is a small part of the rest.
        return more > .milliseconds(2) && more - fewer > max(fewer - fewest, fewer / 4) * factor
      }
      guard let seemsSo = adds(times: 4, runs: 1) else { return nil }
      if seemsSo, adds(times: 8, runs: 3) == true { return count }
    }
    return nil
  }

  /// What to say of a policy that takes longer for each client the more people wait: for each call, or for each who gives
  /// up, one by one, while all tellers are busy.
  ///
  /// No claim allows that: lines say who is first. What it does with lists of its own is no look, and is timed: a client
  /// has to take four times as long where sixteen times as many wait, three times in a row, by the time of this thread.
  private static func crowd(_ subject: Subject) -> Phrase? {
    func visitors(_ clients: Int, classes: Int) -> [World.Visitor] {
      (0..<clients).map {
        World.Visitor($0 % 2, at: .zero, time: .whole(1), priority: $0 % classes)
      }
    }
    func whoGiveUp(_ clients: Int) -> [World.Visitor] {
      (0..<clients).map {
        World.Visitor($0 % 2, at: .zero, time: .whole(clients), patience: .whole(1 + $0))
      }
    }
    func onRoute(_ clients: Int) -> [World.Visitor] {
      visitors(clients, classes: 1).map {
        var visitor = $0
        (visitor.service, visitor.route) = (0, 0)
        return visitor
      }
    }
    let crowds = [{ visitors($0, classes: 1) }, { visitors($0, classes: 3) }, onRoute]
    // One measurement each: `first` of a lazy collection would ask twice, and a second may come out otherwise.
    for crowd in crowds {
      guard let (few, many) = growsWithCrowd(subject, crowd) else { continue }
      return
        "Where \(many) wait at once, each call takes more than four times as long as where \(few) do."
    }
    return growsWithCrowd(subject, whoGiveUp).map { few, many in
      "Where \(many) give up one by one, each takes more than four times as long as where \(few) do."
    }
  }

  /// Two sizes of a crowd of which the larger takes more than four times as long for each client; `nil` where time does not
  /// grow so.
  private static func growsWithCrowd(
    _ subject: Subject, _ visitors: (Int) -> [World.Visitor]
  ) -> (few: Int, many: Int)? {
    func time(_ clients: Int) -> Duration? {
      var world = World([World.Staff([0, 1]), World.Staff([0, 1])], visitors(clients))
      if world.visitors.contains(where: { $0.route != nil }) { world.routes = [[0, 1]] }
      return subject.effort(world)?.time
    }
    // Twice as many again where it looks as if it did: what grows with their square is hidden by the rest at first.
    guard let short = time(250), let longer = time(2000), longer > short * 12 else { return nil }
    // Where 2000 take more than a second, 8000 are not tried.
    let (few, many) = longer > .seconds(1) ? (250, 2000) : (500, 8000)
    for _ in 0..<3 {
      guard let short = time(few), let long = time(many), long > short * (4 * many / few) else {
        return nil
      }
    }
    return (few, many)
  }

  /// What to say of a policy that takes longer for each call than tellers and their number allow.
  ///
  /// What it does with tellers in lists of its own, or with the plan, is no look, and is timed: with eight times as many
  /// tellers a call has to take 24 times as long, three times in a row, by the time of this thread.
  private static func staff(_ subject: Subject) -> Phrase? {
    func time(_ tellers: Int) -> Duration? {
      subject.effort(
        World(
          Array(repeating: World.Staff([0, 1]), count: tellers),
          (0..<60).map { World.Visitor($0 % 2, at: .whole($0 / 6), time: .whole(3)) }))?.time
    }
    // Few take long enough to be asked again.
    guard let long = time(1920), long > .milliseconds(50) else { return nil }
    for _ in 0..<3 {
      guard let short = time(240), let long = time(1920), long > short * 24 else { return nil }
    }
    return "With 1920 tellers each call takes more than 24 times as long as with 240."
  }

  /// What to say of a policy that takes longer for each call than the number of shifts allows: with eight times as many,
  /// all of which are still to come, more than 24 times as long, as of ``staff(_:)``.
  private static func shifts(_ subject: Subject) -> Phrase? {
    func time(_ shifts: Int) -> Duration? {
      let shifts = (0..<shifts).map { Time.whole(1000 * $0)..<Time.whole(1000 * $0 + 900) }
      return subject.effort(
        World(
          Array(repeating: World.Staff([0, 1], shifts: shifts), count: 12),
          (0..<60).map { World.Visitor($0 % 2, at: .whole($0 / 6), time: .whole(3)) }))?.time
    }
    guard let long = time(240), long > .milliseconds(50) else { return nil }
    for _ in 0..<3 {
      guard let short = time(30), let long = time(240), long > short * 24 else { return nil }
    }
    return "With 240 shifts of each teller each call takes more than 24 times as long as with 30."
  }

  /// The most looks of a decision in busy worlds of mixed skills, and in some where everybody can do everything: with
  /// whatever else a branch may have on one of the days.
  private static func mostLooks(_ subject: Subject, services: Int, tellers: Int) -> Int? {
    var random = RandomSource(seed: 21, stream: UInt64(services * 1000 + tellers))
    var most: Int?
    for day in 0..<12 {
      let staff = (0..<tellers).map { teller in
        // Each service has a teller; beyond that, skills as they fall.
        World.Staff(
          (0..<services).filter {
            $0 % tellers == teller || day >= 10 || Int.random(in: 0..<4, using: &random) == 0
          },
          // Shifts, which policies look at.
          shifts: day == 7 ? [Time.zero..<Time.whole(10_000)] : [],
          speed: day == 8 ? 1 + Double(teller % 5) / 4 : 1)
      }
      // On every fourth day all come at once: none of them came first. Three for each of 64 lines fill them as six do.
      let visitors = (0..<min(6 * services, 192)).map { client in
        var visitor = World.Visitor(
          day == 11 ? 0 : Int.random(in: 0..<services, using: &random),
          at: .whole(day % 4 == 3 ? 0 : client / tellers),
          time: .whole(Int.random(in: 1...6, using: &random)),
          priority: day == 9 ? client % 3 : 0)
        visitor.route = day == 9 ? client % services : nil
        return visitor
      }
      var world = World(staff, visitors)
      world.leastServices = services
      if day == 9 {
        world.routes = (0..<services).map { [$0, ($0 + 1) % services] }
        world.targets = [0: .whole(1), services - 1: .whole(20)]
        (world.handover, world.limit) = (.whole(1), 5 * services)
      }
      // Half of them may wait: where all come at once, and where everybody can do everything.
      if day == 3 || day == 10 { world.limit = max(1, visitors.count / 2) }
      guard let looks = subject.mostLooks(world) else { continue }
      most = max(most ?? 0, looks)
    }
    return most
  }
}
