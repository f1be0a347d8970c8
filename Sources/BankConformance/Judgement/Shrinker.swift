import BankCore

/// Makes a world smaller as long as it still breaks the same law.
enum Shrinker {
  /// How many worlds are tried at most; only a policy that cannot make up its mind needs so many.
  static let mostTries = 4000

  /// The number of clients up to which every step begins again with the boldest.
  private static let mostToBeginAgain = 40

  /// The number of clients beyond which a world stays as it is.
  static let mostClients = 2000

  /// How many clients may come in all worlds that are tried.
  static let mostVisits = 400_000

  /// The smallest world reached from `world` for which `breaks` still holds, in so many tries at most.
  static func smallest(
    _ world: World, tries most: Int = mostTries, breaks: (World) -> Bool
  ) -> World {
    var best = world
    guard world.visitors.count <= mostClients else { return best }
    var (tries, visits) = (0, 0)
    var changes = changes(best)
    // After a step that helped it begins again with the boldest, in a large world goes on with the next; it is
    // over once none of them helps.
    var (place, misses) = (0, 0)
    while misses < changes.count, tries < most, visits < mostVisits {
      if place >= changes.count { place = 0 }
      var candidate = best
      changes[place](&candidate)
      guard candidate != best else {
        (place, misses) = (place + 1, misses + 1)
        continue
      }
      tries += 1
      visits += candidate.visitors.count
      if breaks(candidate) {
        best = candidate
        changes = Self.changes(best)
        misses = 0
        if best.visitors.count <= mostToBeginAgain { place = 0 }
      } else {
        (place, misses) = (place + 1, misses + 1)
      }
    }
    return best
  }

  /// What makes a world smaller, the boldest steps first: chunks of clients (half to one), pairs, staff,
  /// settings, then times and services towards the simplest, then everything earlier.
  private static func changes(_ world: World) -> [(inout World) -> Void] {
    var changes: [(inout World) -> Void] = []
    func add(_ change: @escaping (inout World) -> Void) { changes.append(change) }
    let count = world.visitors.count
    for size in sequence(first: count, next: { $0 / 2 }).prefix(while: { $0 > 0 }) {
      for start in stride(from: 0, to: count, by: size) {
        add { $0.visitors.removeSubrange(start..<min(count, start + size)) }
      }
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
    add { $0.comesBack = false }
    add { $0.restocks = [] }
    add { $0.limit = nil }
    add { ($0.handover, $0.isHandoverUneven) = (.zero, false) }
    add { $0.isHandoverUneven = false }
    add { $0.seed = 1 }
    add { $0.queue = nil }
    add { $0.unlistedClasses = [] }
    add { $0.options = 0 }
    add { $0.leastServices = 2 }
    add { world in
      world.serviceNames = [:]
      for teller in world.staff.indices { world.staff[teller].name = nil }
    }
    add { $0.means = [:] }
    add { $0.targets = [:] }
    add { $0.needs = [:] }
    add { $0.inkNeeds = [:] }
    add { $0.items = [] }
    for item in world.items.indices { add { $0.items.remove(at: item) } }
    add { world in
      world.routes = []
      for client in world.visitors.indices { world.visitors[client].route = nil }
    }
    for route in world.routes.indices {
      for step in world.routes[route].indices.dropFirst() {
        add { $0.routes[route].remove(at: step) }
      }
    }
    for service in world.means.keys.sorted() { add { $0.means[service] = nil } }
    for service in world.targets.keys.sorted() { add { $0.targets[service] = nil } }
    for service in world.needs.keys.sorted() { add { $0.needs[service] = nil } }
    for service in world.inkNeeds.keys.sorted() { add { $0.inkNeeds[service] = nil } }
    for teller in world.staff.indices {
      add { $0.staff[teller].shifts = [] }
      add { ($0.staff[teller].speed, $0.staff[teller].speeds) = (1, [:]) }
      for shift in world.staff[teller].shifts.indices where world.staff[teller].shifts.count > 1 {
        add { $0.staff[teller].shifts.remove(at: shift) }
      }
      for shift in world.staff[teller].shifts.indices {
        let times = world.staff[teller].shifts[shift]
        let before = shift == 0 ? .zero : world.staff[teller].shifts[shift - 1].upperBound
        for start in [before, times.lowerBound - .whole(1)]
        where start >= before && start < times.lowerBound {
          add { $0.staff[teller].shifts[shift] = start..<times.upperBound }
        }
        let end = times.upperBound - .whole(1)
        if end > times.lowerBound {
          add { $0.staff[teller].shifts[shift] = times.lowerBound..<end }
        }
      }
      for skill in world.staff[teller].skills where world.staff[teller].skills.count > 1 {
        add { $0.staff[teller].skills.removeAll { $0 == skill } }
      }
    }
    for client in world.visitors.indices {
      add { $0.visitors[client].patience = nil }
      add { $0.visitors[client].priority = 0 }
      add { $0.visitors[client].route = nil }
      add { $0.visitors[client].service = 0 }
      let time = world.visitors[client].time
      for shorter in [.whole(1), time - .whole(1), .whole(Int(time.seconds))]
      where shorter > .zero && shorter < time {
        add { $0.visitors[client].time = shorter }
      }
      // Everybody from this one on comes as early as the one before, or a second earlier.
      let before = client == 0 ? .zero : world.visitors[client - 1].arrival
      let gap = world.visitors[client].arrival - before
      for earlier in [gap, .whole(1)] where earlier > .zero && earlier <= gap {
        add { world in
          for later in client..<world.visitors.count {
            world.visitors[later].arrival = world.visitors[later].arrival - earlier
          }
        }
      }
    }
    return changes
  }
}
