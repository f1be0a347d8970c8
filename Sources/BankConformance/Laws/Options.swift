import BankCore

extension Law {
  /// Options: the defaults suit, a round trip changes nothing, every bad value is refused.
  static let options = Law(
    17, title: "options keep what they promise",
    tried: "a table made from the options' own type, and a day with each of what they allow",
    hint:
      "let the compiler write Codable; put what is allowed into problems(with:for:) and the guide",
    test: .once { subject, witness in
      witness.optionsWithoutEffect = optionsWithoutEffect(subject)
      // More of the same: so many services, and so many tellers who can do everything.
      let sizes = [
        (1, 1), (1, 3), (1, 12), (1, 40), (2, 3), (2, 20), (3, 6), (3, 60), (4, 8), (6, 12),
        (7, 14), (12, 24), (104, 104),
      ]
      let worlds = sizes.map { services, tellers in
        var world = World(
          Array(repeating: World.Staff(Array(0..<services)), count: tellers), [])
        world.leastServices = min(2, services)
        return world
      }
      // Targets of days, and names with what may stand between names.
      var odd = World(Array(repeating: World.Staff([0, 1, 2]), count: 4), [])
      odd.targets = [0: .whole(200_000), 1: .zero]
      odd.serviceNames = [0: "a,b", 1: "a=b:c", 2: "two  words"]
      let plans = (worlds + [odd]).compactMap { try? $0.plan() }
      let found = plans.map { subject.optionFindings(on: $0) }
      // One finding of a kind is enough.
      return (
        found.first { !$0.findings.isEmpty }?.findings ?? [], found.reduce(0) { $0 + $1.cases }
      )
    })

  /// The options that change nothing in any world, whatever is put into them.
  private static func optionsWithoutEffect(_ subject: Subject) -> [String] {
    guard !subject.hasNoOptions else { return [] }
    var open: Set<String> = []
    var known: Set<String> = []
    func look(at world: World) {
      var world = world
      world.options = 0
      guard known.isEmpty || !open.isEmpty, let plan = try? world.plan(),
        let plain = subject.run(world)
      else { return }
      for (key, choices) in subject.choicesByKey(plan) {
        if known.insert(key).inserted { open.insert(key) }
        guard open.contains(key) else { continue }
        let isSeen = choices.contains { choice in
          world.options = choice
          subject.trying = world
          return subject.run(world).map { $0.entries != plain.entries } ?? false
        }
        if isSeen { open.remove(key) }
      }
    }
    optionWorlds(subject).prefix(1).forEach(look)
    SwarmWorlds(seed: 17, count: 120).forEach(look)
    if known.isEmpty || !open.isEmpty {
      SwarmWorlds(seed: 17, count: 2, size: 200...300).forEach(look)
    }
    return open.sorted()
  }

  /// A busy day for each choice of options that a policy has; where any other law is broken there, this one is.
  ///
  /// With `alsoVaried` there are three more of each: with times of its clients 20,000 times as long, with tellers who go home,
  /// and with a limit, a stock, a route and hand-overs; with `alsoCrowded` one of a crowd.
  static func optionWorlds(
    _ subject: Subject, alsoVaried: Bool = true, alsoCrowded: Bool = false
  ) -> [World] {
    var world = World(
      [.init([0, 1]), .init([0, 1]), .init([0, 2])],
      (0..<18).map { client in
        World.Visitor(
          client % 3, at: .whole(client / 5), time: .whole(1 + client % 4),
          patience: client % 7 == 6 ? .whole(3) : nil, priority: client % 5 - 1)
      })
    world.targets = [0: .whole(4)]
    guard let plan = try? world.plan() else { return [] }
    // The same in days instead of seconds: large numbers times long waits.
    var long = world
    for client in long.visitors.indices {
      long.visitors[client].arrival = .whole(20_000 * (client / 5))
      long.visitors[client].time = .whole(20_000 * (1 + client % 4))
      long.visitors[client].patience = long.visitors[client].patience.map { _ in .whole(60_000) }
    }
    // A crowd, of which a rule for many shows.
    var crowd = world
    crowd.visitors = (0..<60).map { client in
      World.Visitor(
        client % 7 < 5 ? 0 : client % 3, at: .whole(client / 30), time: .whole(1 + client % 4),
        priority: client % 5)
    }
    // Two go home, and the last who come find one who can do all.
    var late = world
    late.staff = [.init([0]), .init([0, 1]), .init([0, 1, 2])]
    for teller in 0..<2 { late.staff[teller].shifts = [Time.zero..<Time.whole(6)] }
    for service in 0..<3 {
      late.visitors.append(.init(service, at: .whole(40 + 5 * service), time: .whole(1)))
    }
    // Whatever else a branch may have, at once: hardly anybody may wait, and what is needed runs out.
    var scarce = world
    scarce.limit = 2
    scarce.handover = .whole(1)
    scarce.staff[2].speed = 2.5
    (scarce.paper, scarce.needs) = (9, [0: 1])
    scarce.routes = [[1, 0, 1]]
    for client in scarce.visitors.indices where client % 6 == 1 {
      scarce.visitors[client].route = 0
    }
    let worlds =
      [world] + (alsoVaried ? [long, late, scarce] : []) + (alsoCrowded ? [crowd] : [])
    func every(_ world: World, of plan: BranchPlan) -> [World] {
      (0..<subject.choices(plan)).map { choice in
        var world = world
        world.options = 1 + choice
        return world
      }
    }
    // Of four services options name three, say, and leave one out.
    var wide = World(
      [.init([0, 1, 2, 3]), .init([0, 1, 2, 3])],
      (0..<24).map { World.Visitor($0 % 4, at: .whole($0 / 4), time: .whole(1 + $0 % 3)) })
    wide.staff[1].shifts = [.zero..<Time.whole(12)]
    let ofFour = (try? wide.plan()).map { every(wide, of: $0) } ?? []
    return worlds.flatMap { every($0, of: plan) } + ofFour
  }
}
