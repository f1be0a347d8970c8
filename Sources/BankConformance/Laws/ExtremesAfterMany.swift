import BankCore

extension Law {
  /// Worlds in which something happened often before, or is there often, and one thing is left to do.
  static var worldsAfterMany: [World] {
    overruns + givenUp + impossible + finished + leftOver + largeStaff + slowTellers + usedUp
      + longKnown + fewThere + soldOut
  }

  private static let (first, second, both) = (
    World.Staff([0]), World.Staff([1]), World.Staff([0, 1])
  )

  /// So many who come at once, for a service.
  private static func crowd(
    _ count: Int, for service: Int = 0, at time: Time = .zero, lasting length: Time = .whole(1)
  ) -> [World.Visitor] {
    Array(repeating: .init(service, at: time, time: length), count: count)
  }

  /// A teller who went on after the end of each of many shifts, and is needed once more.
  private static var overruns: [World] {
    [3, 6, 12, 24].flatMap { shifts -> [World] in
      var world = World([first], [])
      let last = Time.whole(20 * shifts)..<Time.whole(20 * shifts + 4000)
      world.staff[0].shifts =
        (0..<shifts).map { .whole(20 * $0)..<Time.whole(20 * $0 + 10) } + [last]
      world.visitors =
        (0..<shifts).flatMap { crowd(1, at: .whole(20 * $0 + 1), lasting: .whole(12)) }
        + crowd(1, at: .whole(20 * shifts + 10))
      var beside = world
      beside.staff.append(second)
      return [world, beside]
    }
  }

  /// Just as many gave up as a byte holds, or another number, before one comes who does not.
  private static var givenUp: [World] {
    [(15, 0), (16, 0), (255, 0), (256, 0), (257, 0), (256, 1)].map { count, service in
      var world = World([both], crowd(1, for: service, lasting: .whole(7200)))
      world.visitors += crowd(count, for: service, at: .whole(60)).map {
        var client = $0
        client.patience = .whole(600)
        return client
      }
      world.visitors += crowd(1, for: service, at: .whole(3600))
      return world
    }
  }

  /// Many wait for what nobody can do, or nobody any more, beside one who can be served.
  private static var impossible: [World] {
    [5, 12, 25, 45, 110].flatMap { count -> [World] in
      var never = World([second], crowd(count) + crowd(1, for: 1))
      never.means = [0: .whole(60), 1: .whole(720)]
      var other = World([first], crowd(count, for: 1) + crowd(1))
      other.means = never.means
      // Their only teller goes home.
      var gone = never
      gone.staff.append(World.Staff([0], shifts: [.zero..<Time.whole(1)]))
      return [never, other, gone]
    }
  }

  /// One of two tellers has gone home, or is slow, and the other goes on for long.
  private static var finished: [World] {
    [6, 15, 25, 45, 110].flatMap { count in
      [World.Staff([0], shifts: [.zero..<Time.whole(1)]), World.Staff([0], speed: 0.01)].map {
        World([first, $0], crowd(count))
      }
    }
  }

  /// Of much stock little is left, or none, when somebody comes for whom only one teller is there.
  private static var leftOver: [World] {
    [(12, 10), (50, 45), (50, 49), (60, 60), (120, 117)].map { stock, used in
      var world = World([first, second], crowd(used) + crowd(1, for: 1, at: .whole(1)))
      (world.needs, world.paper) = ([0: 1], stock)
      return world
    }
  }

  /// Large staffs of round numbers, who can all do the same, or each of whom does one of two things.
  private static var largeStaff: [World] {
    [16, 20, 24, 30, 32, 36, 40, 48, 50, 60, 64, 80, 96, 100].flatMap { tellers -> [World] in
      let clients = crowd(2 * tellers + 1)
      var one = World(Array(repeating: first, count: tellers), clients)
      one.leastServices = 1
      return [
        one, World(Array(repeating: both, count: tellers), clients),
        World(
          (0..<tellers).map { $0 % 2 == 0 ? first : second },
          (0..<2 * tellers + 1).map { .init($0 % 2, at: .zero, time: .whole(1)) }),
      ]
    }
  }

  /// Each of several tellers has served a hundred and more of each service, of unlike lengths, so that a policy may know how
  /// fast each is; some always wait.
  private static var longKnown: [World] {
    [[both, both, both], [both, first, second], [both, both]].flatMap { staff in
      [[1, 2, 0.5], [0.5, 1, 3], [1, 1, 1]].map { speeds in
        var world = World(staff, [])
        for teller in staff.indices { world.staff[teller].speed = speeds[teller] }
        world.visitors = (0..<900).map { client in
          World.Visitor(
            client % 2, at: .whole(client), time: .whole(2 + client % 3 + 3 * (client % 2)))
        }
        return world
      }
    }
  }

  /// Several items are left in ever smaller numbers, and sold out at once, while those whose share is reserved wait.
  private static var soldOut: [World] {
    [2, 5, 7].flatMap { items in
      [1, 2].map { need in
        var world = World([both], [])
        let needs = [0: need, 1: 1]
        (world.paper, world.needs, world.ink, world.inkNeeds) = (9, needs, 9, needs)
        world.items = (2..<items).map { _ in .init(count: 9, needs: needs) }
        world.visitors = (0..<14).map { .init($0 % 2, at: .whole($0 / 3), time: .whole(3)) }
        return world
      }
    }
  }

  /// Of several tellers all but one are away, and services take long; the others come back, or do not.
  private static var fewThere: [World] {
    [2, 4, 6].flatMap { tellers in
      [600, 2400, 7200].flatMap { length in
        [0, 1].map { present in
          var world = World(Array(repeating: both, count: tellers), [])
          for teller in 1..<tellers {
            let start = Time.whole(present == 0 ? 20 * length : 3 * length)
            world.staff[teller].shifts = [
              .zero..<Time.whole(1), start..<start + .whole(30 * length),
            ]
          }
          world.visitors =
            (0..<8).map { .init($0 % 2, at: .whole($0 * length / 4), time: .whole(length)) }
          world.means = [0: .whole(length), 1: .whole(length + 60)]
          return world
        }
      }
    }
  }

  /// Everybody who can do a service is slow at it, whatever they are at others.
  private static var slowTellers: [World] {
    [[0.4, 0.45], [0.2, 0.9], [0.49, 0.1, 0.3]].flatMap { speeds in
      [0, 1].map { service in
        var world = World(speeds.map { _ in both }, crowd(2, for: service))
        for (teller, speed) in speeds.enumerated() { world.staff[teller].speeds = [service: speed] }
        return world
      }
    }
  }

  /// Those who wait have reserved the last of two items, and are of several classes.
  private static var usedUp: [World] {
    [[0, 1, 0], [1, 0, 0], [0, 0, 1], [2, 0, 1]].flatMap { classes in
      [3, 4].map { stock in
        var world = World(
          [first],
          classes.map { .init(0, at: .zero, time: .whole(1), priority: $0) })
        (world.needs, world.paper) = ([0: 1], stock)
        (world.inkNeeds, world.ink) = ([0: 1], 3)
        return world
      }
    }
  }
}
