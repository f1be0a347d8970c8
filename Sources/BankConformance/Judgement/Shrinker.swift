/// Makes a world smaller as long as it still breaks the same law.
enum Shrinker {
  /// How many worlds are tried at most; only a policy that cannot make up its mind needs so many.
  static let mostTries = 4000

  /// The smallest world reached from `world` for which `breaks` still holds.
  static func smallest(_ world: World, breaks: (World) -> Bool) -> World {
    var best = world
    var tries = 0
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for candidate in candidates(best) {
        tries += 1
        if tries > mostTries { return best }
        if breaks(candidate) {
          best = candidate
          isSmaller = true
          break
        }
      }
    }
    return best
  }

  /// Smaller worlds, the boldest steps first: chunks of clients (half to one), pairs, staff,
  /// settings, then times and services towards the simplest, then everything earlier.
  private static func candidates(_ world: World) -> [World] {
    var candidates: [World] = []
    func add(_ change: (inout World) -> Void) {
      var copy = world
      change(&copy)
      if copy != world { candidates.append(copy) }
    }
    let count = world.visitors.count
    var size = count
    while size >= 1 {
      for start in stride(from: 0, to: count, by: size) {
        add { $0.visitors.removeSubrange(start..<min(count, start + size)) }
      }
      size /= 2
    }
    if count <= 12 {
      for first in 0..<count {
        for second in first + 1..<max(first + 1, count) {
          add { world in
            world.visitors.remove(at: second)
            world.visitors.remove(at: first)
          }
        }
      }
    }
    for teller in world.staff.indices { add { $0.staff.remove(at: teller) } }
    add { $0.resets = [] }
    for reset in world.resets.indices where world.resets.count > 1 {
      add { $0.resets.remove(at: reset) }
    }
    add { $0.limit = nil }
    add { $0.handover = 0 }
    add { $0.seed = 1 }
    for teller in world.staff.indices {
      add { $0.staff[teller].shifts = [] }
      for shift in world.staff[teller].shifts.indices where world.staff[teller].shifts.count > 1 {
        add { $0.staff[teller].shifts.remove(at: shift) }
      }
      for skill in world.staff[teller].skills where world.staff[teller].skills.count > 1 {
        add { $0.staff[teller].skills.removeAll { $0 == skill } }
      }
    }
    for client in world.visitors.indices {
      add { $0.visitors[client].patience = nil }
      add { $0.visitors[client].service = 0 }
      for time in [1, world.visitors[client].time - 1] where time > 0 {
        if time < world.visitors[client].time { add { $0.visitors[client].time = time } }
      }
      add { world in
        // Everybody from this one on comes a second earlier, or as early as the one before.
        let before = client == 0 ? 0 : world.visitors[client - 1].arrival
        let gap = min(1, world.visitors[client].arrival - before)
        for later in client..<world.visitors.count { world.visitors[later].arrival -= gap }
      }
    }
    add { world in
      let first = world.visitors.first?.arrival ?? 0
      for client in world.visitors.indices { world.visitors[client].arrival -= first }
    }
    return candidates
  }
}
