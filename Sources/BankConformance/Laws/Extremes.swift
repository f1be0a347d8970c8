import BankCore

extension Law {
  /// The empty and the extreme: `tried` below lists them.
  static let extremes = Law(
    19, title: "the empty and the extreme",
    tried:
      "branches and days at the ends of what they may be: nobody at all, and up to thousands of tellers, services, classes, routes, items and shifts; names of all kinds; speeds, service times and waits from nothing to days and years; crowds of up to 200,000, and lines that stand all year; many who give up, are turned away, come back, or are there at a reset; stock from none to the largest; and some of these at once (the worlds are in `Laws/Extremes*.swift`)",
    hint: "does the policy count on a number of tellers, lines or clients?", test: .extremes)

  /// The worlds of this law; where any other law of one run is broken there, this one is.
  static func extremeWorlds(clients most: Int) -> [World] {
    let three = [World.Staff([0, 1]), World.Staff([0, 1]), World.Staff([0, 1])]
    func visitors(_ count: Int, at arrival: (Int) -> Int, time: Int = 2) -> [World.Visitor] {
      (0..<count).map { World.Visitor($0 % 2, at: .whole(arrival($0)), time: .whole(time)) }
    }
    return [
      World(three, []),
      World([], visitors(3) { $0 }),
      World([], []),
      World([World.Staff([0]), World.Staff([])], visitors(3) { $0 }),
      World(three, visitors(300) { _ in 0 }),
      World(three, (0..<40).map { World.Visitor(1, at: .whole($0 / 4), time: .whole(1)) }),
      World(Array(repeating: World.Staff([0, 1]), count: 65), visitors(200) { $0 / 100 }),
      World((0..<65).map { World.Staff([$0 % 2]) }, visitors(200) { $0 / 70 }),
      World(three, visitors(100, at: { $0 / 2 }, time: 0)),
      World([World.Staff([0, 1])], visitors(most, at: { $0 }, time: 1)),
    ] + edges(clients: most)
  }

  /// Numbers beside those that fit a byte, a word, a thousand or a day, and names that begin alike.
  private static func edges(clients most: Int) -> [World] {
    let (both, first) = (World.Staff([0, 1]), World.Staff([0]))
    func clients(
      _ count: Int, services: Int = 2, at arrival: (Int) -> Int = { _ in 0 }, time: Int = 2,
      priority: (Int) -> Int = { _ in 0 }
    ) -> [World.Visitor] {
      (0..<count).map {
        World.Visitor(
          $0 % services, at: .whole(arrival($0)), time: .whole(time), priority: priority($0))
      }
    }
    // A hundred calls at one instant, a hundred clients for one teller, tickets of three and four digits.
    var worlds = [
      World(Array(repeating: both, count: 260), clients(270)),
      World([both], clients(130, time: 0)),
      World([both], clients(230, at: { $0 })),
      World([both, both, first], clients(1100, time: 1)),
      World((0..<65).map { World.Staff([$0]) }, clients(200, services: 65)),
      World([World.Staff(Array(0..<65))], clients(130, services: 65)),
      World([both, both], clients(80, priority: { $0 % 40 })),
      World([World.Staff(Array(0..<4))], clients(300, services: 4, time: 1, priority: { $0 % 70 })),
    ]
    // Services that take longer than others, each with a teller of its own; skills of all kinds in a large staff.
    var uneven = World((0..<40).map { World.Staff([$0]) }, clients(160, services: 40))
    for client in uneven.visitors.indices { uneven.visitors[client].time = .whole(1 + client % 7) }
    worlds.append(uneven)
    let kinds = [[0], [1], [2], [0, 1], [1, 2], [0, 1, 2]]
    worlds.append(
      World((0..<130).map { World.Staff(kinds[$0 % kinds.count]) }, clients(400, services: 3)))
    // A crowd, and those few who come for something else once every teller is busy.
    for other in [0, 1] {
      var crowd = World([both, first], clients(1500, time: 1))
      for client in crowd.visitors.indices {
        crowd.visitors[client].service = client % 700 == 3 ? other : 1 - other
      }
      worlds.append(crowd)
    }
    // One teller more, from four to seven, from nine and from nineteen.
    for tellers in [4, 5, 6, 7, 9, 19] {
      worlds.append(
        World(
          Array(repeating: both, count: tellers),
          (0..<3 * tellers).map { _ in World.Visitor(1, at: .zero, time: .whole(1)) }))
    }
    // The same with a few of higher classes.
    for tellers in [3, 8, 9] {
      worlds.append(
        World(
          Array(repeating: both, count: tellers),
          (0..<60).map { World.Visitor(1, at: .zero, time: .whole(1), priority: max(0, $0 - 56)) }))
    }
    // Sixty may wait, and more come; a line of thousands, to which more come.
    var full = World([both, first], clients(200, at: { $0 / 40 }, time: 1))
    full.limit = 60
    for client in full.visitors.indices { full.visitors[client].service = client % 4 == 0 ? 1 : 0 }
    worlds.append(full)
    // The same of hundreds.
    for limit in [100, 256] {
      var crowded = World([both, both, first], clients(limit + 40, at: { $0 / limit }, time: 1))
      crowded.limit = limit
      worlds.append(crowded)
    }
    // Who has to rest for long after each client; services that take a day.
    for handover in [300, 4000] {
      var slow = World([both, both, first], clients(9, at: { 60 * $0 }, time: 60))
      slow.handover = .whole(handover)
      slow.means = [0: .whole(handover), 1: .whole(80_000)]
      worlds.append(slow)
    }
    // Hardly room, and nobody who waits for long; later a few who do.
    var hasty = World([both], clients(80, at: { $0 / 10 }, time: 3))
    hasty.limit = 12
    for client in hasty.visitors.indices { hasty.visitors[client].patience = .whole(2) }
    for late in 0..<4 {
      hasty.visitors.append(.init(1 - late % 2, at: .whole(100 + 10 * late), time: .whole(1)))
    }
    worlds.append(hasty)
    // What takes long where nothing is optimised is for those who look closely.
    if most > 10_000 {
      worlds.append(World(Array(repeating: both, count: 2100), clients(2110)))
      worlds.append(
        World(
          [both, first], clients(5000, services: 2, at: { $0 < 4500 ? 0 : $0 - 4500 }, time: 1)))
      worlds.append(World([both], clients(120_000, services: 1, time: 1)))
      // As many, and more, who still wait when all is forgotten.
      var forgotten = World([both], clients(most, services: 1, time: 1))
      forgotten.resets = [.whole(2)]
      worlds.append(forgotten)
      // A dozen wait all along for so many calls, most of them of one service.
      var busy = World([both], clients(300_000, at: { max(0, $0 - 12) }, time: 1))
      for client in busy.visitors.indices {
        busy.visitors[client].service = client % 8 == 3 ? 1 : 0
      }
      worlds.append(busy)
      // A crowd for many services.
      worlds.append(
        World(
          Array(repeating: World.Staff(Array(0..<12)), count: 3),
          clients(5000, services: 12, at: { $0 / 4000 }, time: 1)))
      // Hundreds who give up.
      var crowd = World([both], clients(1500, at: { $0 / 20 }, time: 1))
      crowd.means = [0: .whole(4), 1: .whole(1)]
      for client in crowd.visitors.indices { crowd.visitors[client].patience = .whole(2) }
      crowd.visitors += clients(40, at: { 80 + $0 / 4 }, time: 2)
      worlds.append(crowd)
      worlds.append(World([World.Staff(Array(0..<600))], clients(620, services: 600)))
    }
    // So many places that their hundredfold is no 32-bit number.
    var unlimited = World([both], clients(30))
    unlimited.limit = 30_000_000
    worlds.append(unlimited)
    // Years of work in a line.
    var years = World([both], clients(40, time: 4_000_000))
    for client in years.visitors.indices {
      years.visitors[client].service = client % 8 == 3 ? 1 : 0
    }
    years.means = [0: .whole(4_000_000), 1: .whole(3_000_000)]
    worlds.append(years)
    worlds.append(World((0..<140).map { World.Staff([$0]) }, clients(300, services: 140)))
    // Some can do this, others that, of many services.
    for services in [70, 130] {
      let all = Array(0..<services)
      worlds.append(
        World(
          [all.filter { $0 % 2 == 0 }, all.filter { $0 % 3 == 0 }, all.suffix(services / 2), all]
            .map { World.Staff($0) }, clients(2 * services, services: services, at: { $0 / 4 })))
    }
    worlds.append(World([World.Staff(Array(0..<300))], clients(320, services: 300)))
    worlds.append(World([both, both], clients(300, priority: { $0 })))
    var alone = World([first, first], clients(40, services: 1, at: { $0 / 5 }))
    alone.leastServices = 1
    worlds.append(alone)
    let far = [Int(Int32.min), -40_000, -1, 0, 40_000, 200_000, Int(Int32.max)]
    worlds.append(World([both, first], clients(20, priority: { far[$0 % far.count] })))
    // Waits of more than a day, beside shorter ones.
    worlds.append(
      World(
        [both, first],
        [
          (0, 0, 90_000), (0, 0, 90_000), (1, 1, 1), (0, 5000, 1), (0, 5001, 1), (1, 80_000, 1),
        ].map { World.Visitor($0, at: .whole($1), time: .whole($2)) }))
    for paper in [130, 255, 256, 33_000, 70_000] {
      var stocked = World([both, both], clients(12))
      (stocked.paper, stocked.needs) = (paper, [0: 1, 1: 3])
      worlds.append(stocked)
    }
    // More than there was at first is brought, and taken away again.
    var brought = World([both], clients(40, at: { $0 / 4 }))
    (brought.paper, brought.needs) = (9, [0: 1])
    brought.restocks = [(3, 300), (5, 0), (7, 20)].map { .init(time: .whole($0), count: $1) }
    worlds.append(brought)
    // There was none at first; and all that is brought is for those who wait.
    brought.paper = 0
    worlds.append(brought)
    var scarce = World([both], [0, 2, 2].map { .init(0, at: .whole($0), time: .whole(3)) })
    (scarce.paper, scarce.needs) = (0, [0: 1])
    scarce.restocks = [.init(time: .whole(1), count: 2)]
    worlds.append(scarce)
    // More is brought each time than there was.
    var often = World([both], (0..<300).map { .init(0, at: .whole(5 * $0), time: .whole(1)) })
    (often.paper, often.needs) = (1, [0: 1])
    often.restocks = (0..<300).map { .init(time: .whole(5 * $0 + 3), count: 4 + 3 * $0) }
    worlds.append(often)
    // Something of each of two items.
    var written = World([both, both], clients(12))
    (written.paper, written.needs, written.ink, written.inkNeeds) = (9, [0: 1, 1: 1], 7, [1: 2])
    worlds.append(written)
    (written.paper, written.ink) = (BranchPlan.largestCount, BranchPlan.largestCount)
    worlds.append(written)
    // Who is far faster or slower than others.
    for speed in [0.004, 12.8, 25.5, 50, 300] {
      worlds.append(World([.init([0, 1], speed: speed), both], clients(12, at: { $0 / 3 })))
    }
    // Many short shifts, and somebody in each.
    for shifts in [30, 300] {
      let hours = (0..<shifts).map { Time.whole(10 * $0)..<Time.whole(10 * $0 + 4) }
      worlds.append(
        World(
          [.init([0], shifts: hours)],
          hours.map { World.Visitor(0, at: $0.lowerBound, time: .whole(1)) }))
    }
    // Shifts that are shorter than what there is to do, which goes on beyond their end.
    let halfHours = (0..<12).map { Time.whole(1800 * $0)..<Time.whole(1800 * $0 + 1799) }
    var short = World(
      [.init([0, 1], shifts: halfHours)],
      [0, 1, 0].map { World.Visitor($0, at: .whole(1), time: .whole(2100)) })
    short.means = [0: .whole(2100), 1: .whole(2100)]
    worlds.append(short)
    // Many routes, and one of many steps.
    var routed = World([both, first], clients(34, at: { $0 / 2 }, time: 1))
    routed.routes = (0..<17).map { [$0 % 2, 1 - $0 % 2] }
    for client in routed.visitors.indices {
      routed.visitors[client].route = client % 17
      routed.visitors[client].service = client % 17 % 2
    }
    worlds.append(routed)
    routed.routes = [(0..<20).map { $0 % 2 }]
    for client in routed.visitors.indices {
      (routed.visitors[client].route, routed.visitors[client].service) = (0, 0)
    }
    worlds.append(routed)
    routed.routes = [[0, 1, 0]]
    (routed.resets, routed.comesBack) = ([.whole(6), .whole(9)], true)
    worlds.append(routed)
    var long = World([both, first], [World.Visitor(0, at: .zero, time: .whole(1))])
    (long.routes, long.visitors[0].route) = ([(0..<300).map { $0 % 2 }], 0)
    worlds.append(long)
    // Nobody for a day and longer; and nobody new while two still wait.
    for quiet in [90_000, 700_000] {
      worlds.append(
        World([both], [0, quiet].map { World.Visitor(0, at: .whole($0), time: .whole(1)) }))
    }
    worlds.append(
      World(
        [both],
        [(0, 0, 90_000), (1, 1, 1), (1, 86_500, 1)]
          .map { World.Visitor($0, at: .whole($1), time: .whole($2)) }))
    return worlds + namedWorlds + lateWorlds
  }

  /// Worlds that are tried at every hour of a day, waits of hours, and milliseconds late in a day.
  private static var lateWorlds: [World] {
    // Services that others can do have lines of their own, be they there or not.
    var apart = [World.Staff([0, 1]), .init([0])]
    apart[1].isNeverThere = true
    var busy = World(
      [.init([0, 1]), .init([0])],
      (0..<24).map { World.Visitor($0 % 2, at: .whole($0 / 4), time: .whole(2), priority: $0 % 3) })
    (busy.means, busy.targets) = ([0: .whole(1), 1: .whole(10)], [0: .whole(5)])
    let hours = (0..<24).map { hour in
      var world = busy
      world.seed = Variation.seed(laterBy: hour)
      return world
    }
    let late = Time.whole(50_000)
    let quick = (0..<24).map { client in
      World.Visitor(
        1 - client % 2, at: late + Time(nanoseconds: Int64(client) * 1_000_000), time: .whole(1))
    }
    // Waits of hours, of which the later ones are hardly shorter.
    let long = [(2, 0), (2, 1), (5, 0), (5, 1), (30, 1)].map { hours, one in
      World(
        apart,
        [(0, 0, 3600 * hours), (one, 1, 1), (1 - one, 2, 1), (one, 3, 1)]
          .map { World.Visitor($0, at: .whole($1), time: .whole($2)) })
    }
    return hours + long + [World(apart, [.init(0, at: late, time: .whole(5))] + quick)]
  }

  /// Names that begin alike, or as names of classes do; that differ by small letters alone, or are of other
  /// alphabets; and those of many branches, for a policy may know one of them.
  private static var namedWorlds: [World] {
    let staff = [World.Staff([0]), World.Staff([1]), World.Staff([0, 1])]
    let visitors = (0..<24).map { World.Visitor($0 % 2, at: .whole($0 / 6), time: .whole(2)) }
    let names = [
      "new account", "mortgage and housing loans", "a",
      String(repeating: "long name ", count: 6) + "end",
      "24/7 desk", "No. 2",
      "international-transfer", "international-cash", "deposit", "VIP-desk", "priority-loan",
      "express-é",
      "mortgage", "cash", "Cash", "cards", "advice", "insurance", "savings", "exchange", "transfer",
      "withdrawal", "account", "business", "registration", "doctor", "blood-test", "x-ray",
      "pharmacy",
      "emergency", "urgent", "complaint", "support", "sales", "billing", "pickup", "delivery",
      "repair",
      "appointment", "walk-in", "예금", "대출", "상담", "접수", "🍓", "e\u{301}",
    ]
    // Numbered tellers, each alone for a while.
    let numbered = ["Window ", "teller-", "창구 "].map { name in
      var world = World([], [])
      for number in 1...13 {
        let start = Time.whole(100 * number)
        world.staff.append(.init([0, 1], shifts: [start..<start + .whole(50)]))
        world.staff[number - 1].name = "\(name)\(number)"
        world.visitors += [0, 1].map { .init($0, at: start + .whole(1), time: .whole(2)) }
      }
      return world
    }
    return numbered
      + stride(from: 0, to: names.count, by: 2).flatMap { place in
        var named = World(staff, visitors)
        named.serviceNames = [0: names[place], 1: names[place + 1]]
        // An even seed gives services other names, too, where it asks whether names matter.
        named.seed = UInt64(2 + 2 * place)
        if place % 4 == 0 {
          for (teller, name) in ["Kim", "KIM", "김"].enumerated() { named.staff[teller].name = name }
        }
        guard place < 12 else { return [named] }
        var other = named
        other.visitors.reverse()
        for client in other.visitors.indices { other.visitors[client].arrival = .whole(client / 6) }
        return [named, other]
      }
  }
}
