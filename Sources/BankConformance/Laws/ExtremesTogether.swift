import BankCore

extension Law {
  /// Worlds in which two things come together of which one alone is harmless: many routes and a long one, many services
  /// and classes, a large staff of whom one is there, times at which a clock of somebody's own is full.
  static func worldsTogether(_ claims: Claims) -> [World] {
    written.compactMap { try? World(line: $0) } + manyAndFew + largest + spanningTimes
      + spanningWaits + crowdsByHour + crowds + worldsOfClaims(claims)
  }

  private static let written = [
    // Two items of one service, both of which those who wait have reserved.
    "T A:deposit | 0:deposit@0+1 | needs deposit=1 paper 1 inks deposit=1 ink 1",
    "T A:deposit | 0-5:deposit@0+1 | needs deposit=1 paper 4 inks deposit=2 ink 9",
    // Out of patience late on a long route, and more who wait after it.
    "T A:deposit,loan | 0:deposit#0@0+1~0.3 1:loan@3.5+30 2:loan@4+3 3:deposit@4.1+1 4:loan@4.2+3 5:deposit@4.3+1 6:loan@4.4+3 7:deposit@4.5+1 | mean deposit=1 mean loan=3 route deposit>deposit>deposit>deposit>deposit>deposit>deposit",
    // Several come back in the middle of a route; later somebody waits for long beside a long service.
    "T A:deposit,loan B:deposit,loan/15-10000 | 0-4:deposit#0@0+0.1 5:loan@0+100 6:deposit@20+500 7:deposit@21+1 | reset 1.5 back 1 route deposit>loan",
    // Urgent clients far apart, then one who is not, alone with one teller.
    "T A:deposit | 0:deposit^1@0+1 1:deposit^1@1000+1 2:deposit^1@2000+1 3:deposit^1@3000+1 4:deposit^1@4000+1 5:deposit^1@5000+1 6:deposit@5002+1",
    // Days of service in all, waits of days and of weeks.
    "T A:deposit | 0-30:deposit@0+86400",
    "T A:deposit | 0-2:deposit@0+86400 3:deposit@300000+1 4:deposit@1000000+1",
    "T A:deposit,loan | 0:deposit@0+700000 1:loan@0+700000 2:deposit@1+1 3:loan@2+1",
    "T A:deposit | 0:deposit#0@0+1 | mean deposit=864000 route deposit>deposit>deposit",
    // Back from a break for hours, with somebody still to serve.
    "T A:deposit,loan/0-1,2-7000 | 0:deposit@3+1 1:loan@4+1",
    "T A:deposit/0-1,2-90000 B:deposit/0-1 | 0:deposit@0+2 1:deposit@3+1",
    // Nobody to serve but one of the lowest of ten classes; one of it beside those of the highest.
    "T A:deposit | 0:deposit^9@0+1 1:deposit^8@0+1 2:deposit^7@0+1 3:deposit^6@0+1 4:deposit^5@0+1 5:deposit^4@0+1 6:deposit^3@0+1 7:deposit^2@0+1 8:deposit^1@0+1 9:deposit@0+1 10:deposit@20+1",
    "T A:deposit B:loan | 0-2:deposit^9@0+5 3:loan@0+1 4:deposit^1@9+1 5:deposit^2@9+1 6:deposit^3@9+1 7:deposit^4@9+1 8:deposit^5@9+1 9:deposit^6@9+1 10:deposit^7@9+1 11:deposit^8@9+1",
    // Many things in one instant.
    "T A:deposit,loan | 0-1299:deposit@0+0 1300-2599:loan@0+0",
  ]

  /// Many services, routes, classes or tellers, of which hardly one is wanted, or there.
  private static var manyAndFew: [World] {
    var worlds: [World] = []
    let (first, both) = (World.Staff([0]), World.Staff([0, 1]))
    // All but one are never there.
    for tellers in [8, 16, 64] {
      var away = World([first] + Array(repeating: first, count: tellers - 1), [])
      for teller in away.staff.indices.dropFirst() { away.staff[teller].isNeverThere = true }
      away.visitors = [0, 1].map { .init(0, at: .zero, time: .whole(1), priority: $0) }
      worlds.append(away)
    }
    // One of many idle tellers can do it, the first or the last.
    for tellers in [33, 65, 129] {
      let many = Array(repeating: first, count: tellers - 1)
      let visitor = World.Visitor(1, at: .zero, time: .whole(1))
      worlds += [
        World(many + [World.Staff([1])], [visitor]), World([World.Staff([1])] + many, [visitor]),
      ]
    }
    // Services whose numbers are alike in their last eight bits, or six, and different tellers.
    for service in [64, 256] {
      let visitors = [0, service, 0].map { World.Visitor($0, at: .zero, time: .whole(1)) }
      worlds.append(World([World.Staff([service]), first], visitors))
      worlds.append(World([World.Staff([service]), first], Array(visitors.prefix(1))))
    }
    // Who came first for one of many services, and others of a higher class.
    for services in [18, 40] {
      let all = World.Staff(Array(0..<services))
      let waits = World.Visitor(services - 1, at: .zero, time: .whole(1))
      let others = (0..<11).map { _ in
        World.Visitor(services - 2, at: .zero, time: .whole(1), priority: 1)
      }
      worlds.append(World([all], [World.Visitor(0, at: .zero, time: .whole(1)), waits] + others))
    }
    // Many routes, and a long one before another.
    for routes in [33, 70, 300] {
      var routed = World(
        [both], (0..<routes).map { .init($0 % 2, at: .whole($0 / 2), time: .whole(1)) })
      routed.routes = (0..<routes).map { [$0 % 2, 1 - $0 % 2] }
      for client in routed.visitors.indices { routed.visitors[client].route = client }
      worlds.append(routed)
    }
    var long = World(
      [both], [.init(0, at: .zero, time: .whole(1)), .init(1, at: .whole(1), time: .whole(1))])
    long.routes = [(0..<110).map { $0 % 2 }, [1, 0]]
    for client in long.visitors.indices { long.visitors[client].route = client }
    return worlds + [long] + shelves
  }

  /// Many items of stock: one for each service, the first of which needs them all.
  private static var shelves: [World] {
    [70, 260].map { count in
      let all = Array(0..<count)
      var world = World(
        [World.Staff(all)], all.reversed().map { .init($0, at: .zero, time: .whole(1)) })
      (world.paper, world.needs) = (2, [0: 1, 1: 1])
      (world.ink, world.inkNeeds) = (2, [0: 1])
      world.items = all.dropFirst(2).map { World.Item(count: 2, needs: [0: 1, $0: 1]) }
      return world
    }
  }

  /// Whatever a plan has at its largest, all at once; and some tellers, services and classes, which are many together.
  private static var largest: [World] {
    let (services, most) = (100, BranchPlan.largestCount)
    let all = World.Staff(Array(0..<services))
    var full = World(
      [all, all],
      (0..<12).map { World.Visitor($0 * 31 % services, at: .whole($0 / 4), time: .whole(1)) })
    for service in 0..<services {
      (full.means[service], full.targets[service]) = (
        BranchPlan.longestTime, BranchPlan.longestTime
      )
      (full.needs[service], full.inkNeeds[service]) = (most / 2, most / 2)
    }
    (full.limit, full.paper, full.ink) = (most, most, most)
    var many = World(
      Array(repeating: World.Staff(Array(0..<60)), count: 26),
      // So many that nobody looks for a smaller world, each of which may have as many lines as are allowed.
      (0..<Shrinker.mostClients + 100).map {
        World.Visitor($0 % 60, at: .zero, time: .whole(1), priority: $0 % 700)
      })
    many.limit = 30
    return [full, many]
  }

  /// A few clients around times at which milliseconds, seconds or nanoseconds no longer fit somewhere, or a week, a month
  /// or a year is over.
  private static var spanningTimes: [World] {
    spans.map { time in
      // One is being served across it; two came before it, and three after.
      let clients: [(service: Int, at: Double, length: Int)] = [
        (0, -10, 20), (1, -5, 1), (0, -4, 1), (1, 1, 1), (0, 2, 1), (0, 20.000_000_001, 1),
        (1, 40, 1),
      ]
      return World(
        [World.Staff([0, 1])],
        clients.map {
          World.Visitor($0.service, at: time + .seconds($0.at), time: .whole($0.length))
        })
    }
  }

  private static let spans: [Time] = [
    .seconds(2_147_483.648), .seconds(4_294_967.296), .whole(604_800), .whole(2_592_000),
    .whole(31_536_000), .whole(1 << 31), Time(nanoseconds: 1 << 53),
  ]

  /// The same spans as waits: of two who came for two services, and one of whom has waited for longer, the other not.
  private static var spanningWaits: [World] {
    spans.flatMap { span in
      [0, 1].map { first in
        World(
          [World.Staff([0, 1])],
          [
            .init(first, at: .zero, time: span + .whole(2)),
            .init(first, at: .whole(1), time: .whole(1)),
            .init(1 - first, at: .whole(2000), time: .whole(1)),
          ])
      }
    }
  }

  /// Thousands for one service, who came before as many for another; and such who wait in the third year.
  private static var crowds: [World] {
    [(0, 0), (1, 0), (0, 90_000_000)].map { first, start in
      World(
        [World.Staff([0, 1])],
        (0..<4000).map { client in
          .init(
            client < 2000 ? first : 1 - first, at: .whole(start + client / 2000), time: .whole(1))
        })
    }
  }

  /// More than a hundred, tried again at every second hour of a day.
  private static var crowdsByHour: [World] {
    (0..<12).map { hour in
      var crowd = World(
        [World.Staff([0, 1]), World.Staff([0, 1])],
        (0..<130).map { client in
          World.Visitor(client % 2, at: .whole(client / 3), time: .whole(2), priority: client % 3)
        })
      crowd.seed = Variation.seed(laterBy: 2 * hour)
      return crowd
    }
  }
}
