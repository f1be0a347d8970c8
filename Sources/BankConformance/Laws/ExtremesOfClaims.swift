import BankCore

extension Law {
  /// Worlds in which what a policy claims would be broken by one: one more who overtakes, one teller more.
  static func worldsOfClaims(_ claims: Claims) -> [World] {
    var worlds: [World] = []
    if case .atMost(let count) = claims.overtaking, 1...5000 ~= count {
      worlds += overtaken(count) + overtakenBySeveral(count) + overtakenMeanwhile(count)
      if count <= 500 { worlds += overtakenWhileOthersLeave(count) }
    }
    if claims.isMonotone { worlds += oneMore }
    return worlds
  }

  /// For what one waits, for what the others come, and their priority class.
  private static let rivals = [(0, 1, 1), (1, 0, 1), (0, 1, 0), (1, 0, 0), (0, 0, 1)]

  private static let both = World.Staff([0, 1])

  /// One more may overtake than the policy claims: of a higher class, or for another service, at first and when only one
  /// service was wanted until then.
  private static func overtaken(_ count: Int) -> [World] {
    rivals.flatMap { own, other, priority in
      [0, count + 3].map { before in
        var world = World(
          [both],
          (0..<before).map { _ in .init(own, at: .zero, time: .zero) }
            + [own, own].map { .init($0, at: .whole(1), time: .whole(1)) }
            + (0..<(count + 3)).map { _ in
              .init(other, at: .whole(1), time: .whole(1), priority: priority)
            })
        // Where the quick ones go first, too.
        world.means[own] = .whole(10)
        return world
      }
    }
  }

  /// Several tellers are at another service, and may go on with it.
  private static func overtakenBySeveral(_ count: Int) -> [World] {
    [4, 12, 33].flatMap { tellers in
      [(0, 1), (1, 0)].map { own, other in
        var visitors = (0..<tellers).map { _ in World.Visitor(other, at: .zero, time: .whole(2)) }
        visitors.append(World.Visitor(own, at: .whole(1), time: .whole(2)))
        visitors += (0..<(count + tellers + 3)).map { _ in
          World.Visitor(other, at: .whole(1), time: .whole(2))
        }
        return World(Array(repeating: both, count: tellers), visitors)
      }
    }
  }

  /// Who is overtaken waits from before until after something that may make a policy count anew: another of the same line
  /// or of another gives up or is called, a teller comes and goes, a byte of calls is full.
  private static func overtakenMeanwhile(_ count: Int) -> [World] {
    rivals.flatMap { own, other, priority in
      // So many of the others were called before, in all.
      func world(after before: Int) -> World {
        let start = Time.whole(max(0, before - 1)) + .seconds(0.5)
        let others = World.Visitor(other, at: start, time: .whole(1), priority: priority)
        return World(
          [both],
          (0..<before).map { _ in
            World.Visitor(other, at: .zero, time: .whole(1), priority: priority)
          } + [World.Visitor(own, at: start, time: .whole(1))]
            + Array(repeating: others, count: 2 * count + 6))
      }
      let plain = world(after: 1)
      // After the first call, in the middle, and before the last that is allowed.
      let times = Set([1, max(2, count / 2), max(2, count - 1)]).sorted().map { Time.whole($0) }
      let comers = times.flatMap { time in
        [(own, 0), (other, priority)].flatMap { service, priority in
          ([.seconds(0.2), nil] as [Time?]).map { patience in
            var some = plain
            some.visitors.append(
              World.Visitor(
                service, at: time + .seconds(0.75), time: .whole(1), patience: patience,
                priority: priority))
            return some
          }
        }
      }
      let tellers = times.map { time in
        var some = plain
        some.staff.append(World.Staff([other], shifts: [time + .seconds(0.2)..<time + .whole(3)]))
        return some
      }
      // A byte that counts calls begins anew while somebody waits.
      return comers + tellers + (count < 250 ? [world(after: 256 - count / 2)] : [])
    }
  }

  /// Who is overtaken waits while, before each call, another of the same line or of another gives up, or many are turned
  /// away.
  private static func overtakenWhileOthersLeave(_ count: Int) -> [World] {
    [(0, 1), (1, 0)].flatMap { own, other -> [World] in
      let start = [
        World.Visitor(other, at: .zero, time: .whole(1)),
        World.Visitor(own, at: .seconds(0.1), time: .whole(1)),
      ]
      let calls = (0..<(count + 4)).map {
        World.Visitor(other, at: .whole($0) + .seconds(0.3), time: .whole(1))
      }
      let leaving = [own, other].map { service in
        World(
          [both],
          (start
            + (0..<(count + 4)).map {
              World.Visitor(
                service, at: .whole($0) + .seconds(0.2), time: .whole(1), patience: .seconds(0.3))
            } + calls).sorted { $0.arrival < $1.arrival })
      }
      // Bursts of more than there is room for, whenever half of them are through.
      var full = World([both], start)
      full.visitors[0].time = .whole(10)
      for burst in 0..<(4 + 2 * count / 10) {
        full.visitors += (0..<30).map { _ in
          World.Visitor(other, at: .whole(burst == 0 ? 1 : 8 + 3 * burst), time: .whole(1))
        }
      }
      full.limit = 20
      return leaving + [full]
    }
  }

  /// Staff to which one is added, which never makes it longer: with clients for two services, and for one of them.
  private static var oneMore: [World] {
    (2...34).flatMap { tellers in
      [tellers, tellers + 6, 2 * tellers + 1, 60].flatMap { clients in
        [2, 1].map { wanted in
          World(
            Array(repeating: both, count: tellers),
            (0..<clients).map { .init($0 % wanted, at: .zero, time: .whole(1)) })
        }
      }
    }
  }
}
