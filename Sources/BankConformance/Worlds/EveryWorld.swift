/// Every world of exactly so many clients: two services, service times of 1 or 2, gaps of 0 or 1,
/// and one to three tellers with every combination of skills (19 of them).
struct EveryWorld: Sequence, IteratorProtocol {
  private let clients: Int
  private var pattern = 0
  private var team = 0

  init(clients: Int) { self.clients = clients }

  /// The staff sets, from one teller to three, skills not in order of importance.
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
    let bits = clients == 0 ? 0 : 3 * clients - 1
    guard pattern < 1 << bits else { return nil }
    var visitors: [World.Visitor] = []
    var arrival = 0
    for client in 0..<clients {
      if client > 0 { arrival += pattern >> (2 * clients + client - 1) & 1 }
      visitors.append(
        World.Visitor(
          pattern >> client & 1, at: arrival, time: 1 + pattern >> (clients + client) & 1))
    }
    let world = World(Self.teams[team], visitors)
    team += 1
    if team == Self.teams.count {
      team = 0
      pattern += 1
    }
    return world
  }
}
