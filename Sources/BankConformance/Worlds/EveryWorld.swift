import BankCore

/// Every world of exactly so many clients: one or two services, service times of 1 s or 2 s, gaps of 0 s or
/// 1 s, and one to three tellers with every combination of skills (19 of them).
struct EveryWorld: Sequence, IteratorProtocol {
  private let clients: Int
  private var day = 0
  private var team = 0

  init(clients: Int) { self.clients = clients }

  /// How many worlds of `clients` there are.
  static func count(clients: Int) -> Int { days(clients: clients) * teams.count }

  /// The staff sets, from one teller to three.
  static let teams: [[World.Staff]] = {
    let kinds = [[0], [1], [0, 1]].map { World.Staff($0) }
    var teams: [[World.Staff]] = []
    for first in 0..<3 {
      teams.append([kinds[first]])
      for second in first..<3 {
        teams.append([kinds[first], kinds[second]])
        for third in second..<3 { teams.append([kinds[first], kinds[second], kinds[third]]) }
      }
    }
    return teams.sorted { $0.count < $1.count }
  }()

  mutating func next() -> World? {
    if day == Self.days(clients: clients) {
      day = 0
      team += 1
    }
    guard team < Self.teams.count else { return nil }
    defer { day += 1 }
    var world = World(Self.teams[team], Self.visitors(clients, pattern: day))
    // Where nobody does or wants a second service, there is none.
    let isOfOne =
      world.staff.allSatisfy { $0.skills == [0] } && world.visitors.allSatisfy { $0.service == 0 }
    if isOfOne { world.leastServices = 1 }
    return world
  }

  private static func days(clients: Int) -> Int { clients == 0 ? 1 : 1 << (3 * clients - 1) }

  /// A bit for each client's service, one for each time, one for each gap.
  private static func visitors(_ clients: Int, pattern: Int) -> [World.Visitor] {
    var arrival = 0
    return (0..<clients).map { client in
      if client > 0 { arrival += pattern >> (2 * clients + client - 1) & 1 }
      return World.Visitor(
        pattern >> client & 1, at: .whole(arrival),
        time: .whole(1 + pattern >> (clients + client) & 1))
    }
  }
}
