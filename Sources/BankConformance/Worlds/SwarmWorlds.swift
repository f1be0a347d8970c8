import BankCore

/// Random worlds; each switches some features off, so that rare combinations meet (Groce et al., "Swarm
/// testing", 2012).
///
/// Whatever a policy can see takes ordinary and odd values: numbers of services, tellers and clients,
/// skills, speeds, expected times, targets, stock, priority classes, times that are not whole seconds,
/// queues, options.
struct SwarmWorlds: Sequence, IteratorProtocol {
  private var random: RandomSource
  /// Routes have a source of their own: everything else stays as it is without them.
  private var routeRandom: RandomSource
  /// So have the oddities.
  private var oddRandom: RandomSource
  /// And what hardly any branch has.
  private var rareRandom: RandomSource
  private var left: Int
  /// The numbers of clients of a large world; `nil` for small ones.
  private let size: ClosedRange<Int>?
  /// The branch that all worlds are of; `nil` for other ones each time.
  private let branch: World?
  /// The priority classes of that branch.
  private let classes: [Int]

  init(seed: UInt64, count: Int, size: ClosedRange<Int>? = nil, branch: BranchPlan? = nil) {
    self.branch = branch.map { World($0, [], keepsNames: true) }
    classes = branch?.classes ?? []
    random = RandomSource(seed: seed, stream: size == nil ? 0x5741_524D : 0x4C41_5247)
    routeRandom = RandomSource(seed: seed, stream: 0x524F_5554, UInt64(size?.upperBound ?? 0))
    oddRandom = RandomSource(seed: seed, stream: 0x4F44_4453, UInt64(size?.upperBound ?? 0))
    rareRandom = RandomSource(seed: seed, stream: 0x5241_5245, UInt64(size?.upperBound ?? 0))
    left = count
    self.size = size
  }

  mutating func next() -> World? {
    guard left > 0 else { return nil }
    left -= 1
    if let branch { return day(of: branch) }
    let services = one(in: 3) ? draw(4...12) : draw(1...3)
    var world = World([], [])
    drawStaff(services, &world)
    drawVisitors(services, &world)
    drawRules(services, &world)
    if one(in: 4) {
      let end = world.visitors.last?.arrival ?? .zero
      world.resets = (0..<draw(1...2)).map { _ in
        .whole(draw(0...Int(end.seconds) + 5))
      }.sorted()
    }
    world.seed = UInt64(draw(1...1000))
    // Of the worlds of one service half have no other, to which nobody comes.
    if services == 1, world.seed % 2 == 0 { world.leastServices = 1 }
    swap(&random, &routeRandom)
    if one(in: 8) { drawRoutes(services, &world) }
    if one(in: 12), world.staff.count > 1 {
      let teller = draw(0...world.staff.count - 1)
      (world.staff[teller].isNeverThere, world.staff[teller].shifts) = (true, [])
    }
    if one(in: 12) {
      for service in 0..<services where one(in: 2) { world.inkNeeds[service] = draw(1...3) }
      if !world.inkNeeds.isEmpty { world.ink = draw(0...12) }
      // Where nothing else is needed, the others need paper.
      if !world.inkNeeds.isEmpty, world.needs.isEmpty {
        for service in 0..<services where world.inkNeeds[service] == nil {
          world.needs[service] = 1
        }
        world.paper = 12
      }
    }
    swap(&random, &routeRandom)
    swap(&random, &oddRandom)
    if one(in: 2) { drawOddity(services, &world) }
    swap(&random, &oddRandom)
    swap(&random, &rareRandom)
    if one(in: 5) { drawRarity(services, &world) }
    swap(&random, &rareRandom)
    // By the seed and not drawn: so whatever is drawn stays as it is without these.
    world.comesBack = !world.resets.isEmpty && world.seed % 2 == 0
    if !world.needs.isEmpty, world.seed % 3 == 0 {
      let middle = world.visitors[world.visitors.count / 2].arrival
      world.restocks = [.init(time: middle, count: 2 * world.paper + Int(world.seed) % 50)]
    }
    // Some who come late stay, and a mean of which a few add up to no whole number.
    if world.seed % 7 == 3 {
      for teller in world.staff.indices {
        guard let last = world.staff[teller].shifts.last, last.lowerBound > .zero else { continue }
        world.staff[teller].shifts[world.staff[teller].shifts.count - 1] =
          last.lowerBound..<Time.whole(90_000)
      }
    }
    if world.seed % 3 == 1 {
      for (service, mean) in world.means where mean == .seconds(1.5) {
        world.means[service] = .seconds(0.7)
      }
    }
    if world.seed % 5 == 1, let first = world.visitors.first {
      world.unlistedClasses = [first.priority]
    }
    return world
  }

  /// What hardly any branch has: everything at once, long targets, several needs, telling names, any class, a large staff
  /// that comes and goes.
  private mutating func drawRarity(_ services: Int, _ world: inout World) {
    switch draw(0...5) {
    case 0:
      drawRoutes(services, &world)
      world.limit = draw(2...9)
      world.handover = .whole(draw(1...2))
      for service in 0..<services {
        world.needs[service] = draw(1...2)
        world.targets[service] = .whole(pick([1, 5, 20]))
      }
      world.paper = draw(20...60)
      for client in world.visitors.indices { world.visitors[client].priority = pick([0, 1, 2, 5]) }
      if !world.staff.isEmpty, !world.staff[0].isNeverThere {
        world.staff[0].shifts = [.zero..<Time.whole(draw(5...60))]
      }
    case 1:
      for service in 0..<services where one(in: 2) {
        world.targets[service] = .whole(pick([301, 901, 1801, 3601, 7201, 14_401, 86_401]))
      }
    case 2:
      world.items = (0..<draw(1...3)).map { _ in
        World.Item(count: draw(5...30), needs: [draw(0...services - 1): draw(1...2)])
      }
      for service in 0..<services where one(in: 2) {
        (world.needs[service], world.inkNeeds[service]) = (1, 1)
        for item in world.items.indices { world.items[item].needs[service] = 1 }
      }
      (world.paper, world.ink) = (30, 30)
    case 3:
      for service in 0..<services {
        world.serviceNames[service] = "international-transfer-desk-\(service)"
      }
      let words = [
        "Trainee", "Manager", "Intern", "Student", "Senior", "temp", "backup", "Supervisor", "new",
        "test", "part-time", "수습", "점장", "robot", "VIP",
      ]
      for teller in world.staff.indices where one(in: 2) {
        world.staff[teller].name = pick(words) + (one(in: 2) ? "-" : " ") + "\(teller)"
      }
    case 4:
      // Numbers that mean something to somebody.
      let numbers = [
        -2_000_000_000, -1000, -12, -5, 0, 2, 5, 13, 42, 66, 112, 119, 404, 500, 666, 777, 911, 999,
        1234, 4711, 9999, 12_345, 65_535, 65_536, 99_999, 1_000_000, 2_000_000_000,
      ]
      let some = (0..<3).map { _ in pick(numbers) }
      for client in world.visitors.indices { world.visitors[client].priority = pick(some) }
    default:
      let able = world.staff.map(\.skills)
      guard !able.isEmpty else { return }
      world.staff = (0..<draw(9...24)).map { number in
        let start = draw(0...20)
        return World.Staff(
          able[number % able.count], shifts: [.whole(start)..<Time.whole(start + draw(10...60))])
      }
    }
  }

  /// Something that is rare, and no less allowed: one thing a world, so that each is often met.
  private mutating func drawOddity(_ services: Int, _ world: inout World) {
    let teller = world.staff.isEmpty ? nil : draw(0...world.staff.count - 1)
    func shifts(_ times: [Int]) -> [Range<Time>] {
      stride(from: 0, to: times.count, by: 2).map {
        Time.whole(times[$0])..<Time.whole(times[$0 + 1])
      }
    }
    switch draw(0...12) {
    case 0:
      // Classes that are dates.
      for client in world.visitors.indices where world.visitors[client].priority > 0 {
        world.visitors[client].priority += 20_251_230
      }
    case 1:
      // Many short breaks, a long one, and one shorter than what lies between two clients.
      guard let teller, !world.staff[teller].isNeverThere else { return }
      let begin = draw(0...5)
      world.staff[teller].shifts = shifts(
        pick([
          (0..<10).map { begin + 4 * $0 }, [0, 2 + begin, 1900 + begin, 9000],
          [0, 5 + begin, 6 + begin, 11 + begin, 12 + begin, 90],
        ]))
      if one(in: 2) { world.handover = .whole(3) }
    case 2:
      // A night between two clients.
      guard world.resets.isEmpty, world.visitors.count > 1 else { return }
      let first = draw(1...world.visitors.count - 1)
      for client in first..<world.visitors.count {
        world.visitors[client].arrival += .whole(36_000)
      }
    case 3: world.means[draw(0...services - 1)] = .zero
    case 4:
      guard let teller else { return }
      world.staff[teller].speeds[draw(0...services - 1)] = pick([0.05, 0.01, 0.001, 50])
    case 5:
      // Targets of a day, or that nobody keeps.
      let target: Time = pick([.whole(86_400), .whole(200_000), Time(nanoseconds: 1_000_000)])
      for service in 0..<services { world.targets[service] = target }
    case 6:
      // Hardly room, and nobody who waits for long.
      world.limit = draw(5...12)
      for client in world.visitors.indices {
        world.visitors[client].patience = .whole(draw(0...3))
      }
    case 7: (world.handover, world.isHandoverUneven) = (.whole(draw(1...3)), true)
    case 8:
      for (service, name) in ["visa", "VISA", "Visa", "vISA"].prefix(services).enumerated() {
        world.serviceNames[service] = name
      }
    case 9:
      // Names as people have them, some with a title.
      for teller in world.staff.indices {
        world.staff[teller].name = one(in: 2) ? "Dr \(teller)" : "Kim\(teller)"
      }
    case 10:
      // Nearly full, of services that take longer than others.
      let room = draw(10...20)
      world.limit = room
      world.staff = Array(world.staff.prefix(2))
      for service in 0..<services { world.means[service] = .whole(pick([1, 10, 60, 600])) }
      let end = world.visitors.last?.arrival ?? .zero
      for _ in 0..<room + draw(0...6) {
        world.visitors.append(
          World.Visitor(draw(0...services - 1), at: end, time: .whole(draw(1...4))))
      }
    case 11:
      // Services that take about as long as expected, and events all through them.
      let part = pick([1, 4])
      var arrival = 0
      for service in 0..<services { world.means[service] = .whole(20 * part) }
      for client in world.visitors.indices {
        arrival += draw(0...3) * part
        world.visitors[client].arrival = .whole(arrival)
        world.visitors[client].time = .whole(draw(15...24) * part)
      }
    default:
      // Numbers that are not their places.
      let count = world.staff.count
      for teller in world.staff.indices {
        world.staff[teller].name = "\((teller + 1) % count + 1)"
      }
    }
  }

  /// A day of a branch: clients, and now and then a reset; its times are as long as its services take.
  private mutating func day(of branch: World) -> World {
    var world = branch
    let longest = world.means.values.max() ?? .whole(2)
    drawVisitors(
      world.services, &world, units: [longest.nanoseconds / 2, longest.nanoseconds / 7, 1],
      classes: classes)
    if one(in: 4) { world.resets = [world.visitors.last?.arrival ?? .zero] }
    for client in world.visitors.indices where !world.routes.isEmpty && one(in: 2) {
      let service = world.visitors[client].service
      world.visitors[client].route = world.routes.firstIndex { $0.first == service }
    }
    if world.queue == nil, one(in: 4) { world.queue = pick(WorldQueue.all).name }
    world.seed = UInt64(draw(1...1000))
    return world
  }

  private mutating func drawStaff(_ services: Int, _ world: inout World) {
    let count =
      size != nil || one(in: 12)
      ? pick([2, 6, 10, 20, 33, 64, 70]) : draw(1...(one(in: 3) ? 10 : 5))
    let hasSkills = one(in: 2)
    let hasShifts = one(in: 3)
    let hasSpeeds = one(in: 4)
    for _ in 0..<count {
      var staff = World.Staff(Array(0..<services))
      if hasSkills, one(in: 2) {
        staff.skills = (0..<services).filter { _ in one(in: 2) }
        if staff.skills.isEmpty { staff.skills = [draw(0...services - 1)] }
      }
      if hasShifts, one(in: 2) {
        let times = Set((0..<4).map { _ in draw(0...60) }).sorted()
        staff.shifts = stride(from: 0, to: times.count - 1, by: 2).map {
          Time.whole(times[$0])..<Time.whole(times[$0 + 1])
        }
      }
      if hasSpeeds { staff.speed = pick([0.2, 0.5, 1, 1, 1.25, 2, 3.5]) }
      if hasSpeeds, one(in: 4) {
        staff.speeds[draw(0...services - 1)] = pick([0.2, 0.5, 1, 1.25, 2, 3.5])
      }
      world.staff.append(staff)
    }
  }

  private mutating func drawVisitors(
    _ services: Int, _ world: inout World, units: [Int64] = [], classes own: [Int] = []
  ) {
    let clients = size.map { draw($0) } ?? (one(in: 2) ? draw(1...6) : draw(5...30))
    let isTogether = one(in: 3)
    let isEven = one(in: 4)
    let hasPatience = one(in: 3)
    let classes =
      !own.isEmpty
      ? own : one(in: 3) ? pick([[0, 1], [0, 1, 2], [-1, 0, 3, 7], [1, 100]]) : [0]
    // Mostly whole seconds; else a half, a millisecond, something odd, a minute.
    let unit: Int64 =
      !units.isEmpty
      ? pick(units)
      : one(in: 3)
        ? pick([500_000_000, 1_000_000, 123_456_789, 1, 60_000_000_000]) : 1_000_000_000
    let gap = size == nil ? draw(0...3) : draw(0...1)
    var arrival = 0
    func time(_ count: Int) -> Time { Time(nanoseconds: Int64(count) * unit) }
    for _ in 0..<clients {
      if !isTogether { arrival += draw(0...gap) }
      world.visitors.append(
        World.Visitor(
          draw(0...services - 1), at: time(arrival), time: time(isEven ? 2 : draw(0...6)),
          patience: hasPatience && one(in: 2) ? time(draw(0...8)) : nil, priority: pick(classes)))
    }
  }

  private mutating func drawRules(_ services: Int, _ world: inout World) {
    if one(in: 4) { world.limit = draw(0...6) }
    if one(in: 4) { world.handover = .whole(draw(1...3)) }
    if one(in: 3) {
      for service in 0..<services where one(in: 2) {
        world.means[service] = Time(
          nanoseconds: pick([100, 1_000, 1_500, 10_000, 600_000, 7_200_000]) * 1_000_000)
      }
    }
    if one(in: 4) {
      for service in 0..<services where one(in: 2) {
        world.targets[service] = .whole(pick([0, 1, 5, 20, 300]))
      }
    }
    if one(in: 6) {
      for service in 0..<services where one(in: 2) { world.needs[service] = draw(1...3) }
      if !world.needs.isEmpty { world.paper = draw(0...30) }
    }
    if one(in: 4) { world.queue = pick(WorldQueue.all).name }
    if one(in: 3) { world.options = draw(1...8) }
  }

  private mutating func drawRoutes(_ services: Int, _ world: inout World) {
    world.routes = (0..<draw(1...3)).map { _ in
      (0..<draw(1...4)).map { _ in draw(0...services - 1) }
    }
    for client in world.visitors.indices where one(in: 2) {
      let route = draw(0...world.routes.count - 1)
      world.visitors[client].route = route
      world.visitors[client].service = world.routes[route][0]
    }
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[draw(0...elements.count - 1)]
  }

  private mutating func draw(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func one(in chances: Int) -> Bool { draw(1...chances) == 1 }
}
