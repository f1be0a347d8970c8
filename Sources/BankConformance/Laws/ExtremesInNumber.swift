import BankCore

extension Law {
  /// Worlds in which one thing happens more often than 16 bits count, or at every hour of a year.
  ///
  /// Many are served in other worlds; here many leave, take steps, are of a higher class, or keep a teller waiting.
  static func worldsInNumber(_ claims: Claims) -> [World] {
    [leavers, yearByHour] + (claims.idling == .never ? [] : [rests])
  }

  /// More than 16 bits count.
  private static let many = 66_000

  /// In each second one of a higher class takes two steps of a route, and two give up meanwhile.
  private static var leavers: World {
    var world = World([World.Staff([0, 1])], [])
    world.routes = [[0, 1]]
    world.visitors.reserveCapacity(3 * many)
    for second in 0..<many {
      let start = Time.whole(second)
      var taker = World.Visitor(0, at: start, time: .seconds(0.4), priority: 1 + second % 2)
      taker.route = 0
      let leaver = World.Visitor(
        second % 2, at: start + .seconds(0.1), time: .seconds(0.4), patience: .seconds(0.1))
      world.visitors += [taker, leaver, leaver]
    }
    return world
  }

  /// Three who come at once, to two tellers, far apart: whoever leaves a teller idle on purpose does so each time.
  private static var rests: World {
    World(
      [World.Staff([0, 1]), World.Staff([0, 1])],
      (0..<3 * many).map { client in
        World.Visitor(
          client % 3 == 2 ? 1 : 0, at: .whole(1000 * (client / 3)), time: .whole(1))
      })
  }

  /// At every hour of a year, some minutes into it, one who takes long, and two who come after one another for two services.
  private static var yearByHour: World {
    var world = World([World.Staff([0, 1])], [])
    for hour in 0..<366 * 24 {
      let start = Time.whole(3600 * hour + 60 * (hour * 7 % 55))
      let first = hour % 2
      world.visitors += [
        World.Visitor(first, at: start, time: .whole(5)),
        World.Visitor(first, at: start + .whole(1), time: .whole(1)),
        World.Visitor(1 - first, at: start + .whole(2), time: .whole(1)),
      ]
    }
    return world
  }
}
