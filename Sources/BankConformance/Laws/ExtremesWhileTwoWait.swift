import BankCore

extension Law {
  /// Worlds in which two wait for two services that the same teller can do, who came at different times, while something
  /// is as it seldom is.
  ///
  /// A wrong choice shows only where the two can be told apart: not in one line, nor among those who came at one instant.
  static var worldsWhileTwoWait: [World] {
    let kinds = [
      besideIdle, whileOneIsServed, whileSomeHandOver, nearlyFull, nearlyOut, afterHours, inCrowds,
      broughtAnew, beforeAnybodyIsThere,
    ]
    return kinds.flatMap { $0(0, 1) + $0(1, 0) } + onRoutes + idleFor
  }

  private static let both = World.Staff([0, 1])

  /// Who comes: for what, when, and for how long.
  private static func visitors(_ some: [(service: Int, at: Int, time: Int)]) -> [World.Visitor] {
    some.map { World.Visitor($0.service, at: .whole($0.at), time: .whole($0.time)) }
  }

  /// One is served; one for `other` came before `count` for `one`.
  private static func crowd(_ count: Int, _ one: Int, _ other: Int, first time: Int = 9)
    -> [World.Visitor]
  {
    visitors(
      [(one, 0, time), (other, 1, 1)] + Array(repeating: (one, 2, 1), count: count))
  }

  /// Tellers are idle who can do neither.
  private static func besideIdle(_ one: Int, _ other: Int) -> [World] {
    [3, 4, 9].flatMap { idle in
      [2, 7, 30].map { count in
        World(
          [both] + Array(repeating: World.Staff([2]), count: idle), crowd(count, one, other))
      }
    }
  }

  /// One is served for minutes or hours, and another teller becomes free.
  private static func whileOneIsServed(_ one: Int, _ other: Int) -> [World] {
    [200, 700, 1300, 2500, 4000, 6700, 8000, 15_000, 40_000, 90_000].map { length in
      World(
        [both, both],
        visitors([
          (one, 0, length), (one, 0, length - length / 10), (other, 10, 1), (one, 20, 1),
        ]))
    }
  }

  /// Two or more are between two clients as another becomes free.
  private static func whileSomeHandOver(_ one: Int, _ other: Int) -> [World] {
    [30, 90, 400, 2000].flatMap { handover in
      [2, 5].map { count in
        var world = World(
          Array(repeating: both, count: 1 + count),
          visitors(
            [(one, 0, 10)]
              + (0..<count).map { (one, 0, handover + 5 + $0) } + [(other, 1, 1), (one, 2, 1)]))
        world.handover = .whole(handover)
        return world
      }
    }
  }

  /// As many wait as may, or nearly, for services that take longer than others.
  private static func nearlyFull(_ one: Int, _ other: Int) -> [World] {
    [20, 30, 50, 100, 200].flatMap { limit in
      [one, other].map { long in
        var world = World([both], crowd(limit - 1, one, other))
        world.limit = limit
        world.means[long] = .whole(9)
        return world
      }
    }
  }

  /// Of hundreds or thousands in stock hardly any are left to reserve.
  private static func nearlyOut(_ one: Int, _ other: Int) -> [World] {
    [100, 300, 1000, 5000].flatMap { count in
      [one, other].map { needing in
        var world = World(
          [both], visitors([(needing, 0, 10), (other, 1, 1), (one, 2, 1), (needing, 3, 1)]))
        // All three who need it take all but a twenty-fifth.
        (world.paper, world.needs) = (count, [needing: count * 8 / 25])
        return world
      }
    }
  }

  /// Who came while hardly anything was left, and who came before or after, when there is enough again.
  private static func broughtAnew(_ one: Int, _ other: Int) -> [World] {
    [5, 20, 51, 120].flatMap { count in
      [[one], [other], [one, other]].map { needing in
        // Those who come at first leave three, of which the next take some or all; then more is brought.
        var world = World(
          [both],
          visitors(
            (0..<count - 3).map { (needing[$0 % needing.count], 0, 1) }
              + (0..<3).map { ($0 % 2 == 0 ? one : other, 1, 1) }
              + (0..<4).map { ($0 % 2 == 0 ? other : one, 3, 1) }))
        world.paper = count
        for service in needing { world.needs[service] = 1 }
        world.restocks = [.init(time: .whole(2), count: 2 * count)]
        return world
      }
    }
  }

  /// Several tellers come at once to those who have waited for longer than they should.
  static func beforeAnybodyIsThere(_ one: Int, _ other: Int) -> [World] {
    [3, 4, 9].flatMap { tellers in
      [2, tellers, 3 * tellers].map { count in
        let late = World.Staff([0, 1], shifts: [Time.whole(100)..<Time.whole(10_000)])
        var world = World(
          Array(repeating: late, count: tellers),
          visitors((0..<count).map { ($0 % 3 == 1 ? other : one, $0, 2) } + [(other, 120, 1)]))
        world.targets = [one: .whole(10), other: .whole(60)]
        return world
      }
    }
  }

  /// Waits of up to two hours, five minutes apart, and a later one half as long.
  private static func afterHours(_ one: Int, _ other: Int) -> [World] {
    stride(from: 240, through: 7440, by: 300).map { length in
      World(
        [both], visitors([(one, 0, length), (other, 1, 1), (one, length / 2, 1)]))
    }
  }

  /// Many wait, for services that take long, or whose targets are long over.
  private static func inCrowds(_ one: Int, _ other: Int) -> [World] {
    let means: [World] = [40, 120, 320, 640].flatMap { count in
      [10, 70, 700, 4000].flatMap { mean in
        [[one], [other], [one, other]].map { long in
          var world = World([both], crowd(count, one, other))
          for service in long { world.means[service] = .whole(mean) }
          return world
        }
      }
    }
    let late: [World] = [30, 300].flatMap { count in
      [700, 4000, 40_000].map { length in
        var world = World([both], crowd(count, one, other, first: length))
        world.targets = [one: .whole(60), other: .whole(60)]
        return world
      }
    }
    return means + late
  }

  /// Waits of hours at a later step of a route; and several who give up there before one teller is alone with somebody.
  private static var onRoutes: [World] {
    let waits = [3700, 8000, 20_000, 70_000, 100_000, 700_000].map { length in
      var world = World(
        [World.Staff([0]), World.Staff([1, 2])],
        visitors([(0, 0, 1), (2, 0, length), (2, length / 2, 1)]))
      (world.routes, world.visitors[0].route) = ([[0, 1]], 0)
      return world
    }
    let leaving = [6, 20].map { count in
      var world = World(
        [World.Staff([0]), World.Staff([1], shifts: [.zero..<Time.whole(100)])],
        visitors([(1, 0, 90)] + Array(repeating: (0, 0, 1), count: count) + [(0, 400, 1)]))
      world.routes = [[0, 1]]
      for client in 1...count {
        world.visitors[client].route = 0
        world.visitors[client].priority = 1
        world.visitors[client].patience = .whole(count + 1)
      }
      return world
    }
    return waits + leaving
  }

  /// A teller who has been idle for up to two hours, five minutes apart, beside one who is not.
  private static var idleFor: [World] {
    stride(from: 240, through: 7440, by: 300).map { length in
      World([both, both], visitors([(0, 0, length + 400), (0, length, 1)]))
    }
  }
}
