import BankCore

/// Random worlds as branches are: some hours of a bank, a clinic or a bar, with ordinary names and times.
///
/// Times are minutes, tellers somewhat faster or slower than others, breaks at noon, a stock that is used up to the last of
/// an item, routes of several steps; each branch has some of it. ``SwarmWorlds`` have what is odd, and ``ScaledWorlds`` what
/// is large.
struct OrdinaryWorlds: Sequence, IteratorProtocol {
  private var random: RandomSource
  private var left: Int

  init(seed: UInt64, count: Int) {
    random = RandomSource(seed: seed, stream: 0x4F52_4449)
    left = count
  }

  mutating func next() -> World? {
    guard left > 0 else { return nil }
    left -= 1
    let services = draw(1...6)
    var world = World([], [])
    if services == 1 { world.leastServices = 1 }
    let first = draw(0...Self.names.count - 1)
    for service in 0..<services {
      let name = Self.names[(first + service * 7) % Self.names.count]
      if name != World.serviceName(service) { world.serviceNames[service] = name }
      world.means[service] = minutes(pick([0.5, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 45]))
      if one(in: 3) { world.targets[service] = minutes(pick([1, 2, 5, 10, 15, 20, 30, 60])) }
    }
    drawStaff(services, &world)
    if one(in: 3) { drawRoutes(services, &world) }
    drawVisitors(services, &world)
    if one(in: 4) { world.limit = draw(3...40) }
    if one(in: 4) { world.handover = .whole(pick([10, 15, 20, 30, 45, 60, 120])) }
    if one(in: 3) { drawStock(services, &world) }
    let end = world.visitors.last?.arrival ?? .zero
    if one(in: 8) {
      world.resets = [.whole(draw(0...Int(end.seconds)))]
      world.comesBack = one(in: 2)
    }
    if one(in: 6) { world.queue = pick(WorldQueue.all).name }
    if one(in: 3) { world.options = draw(1...8) }
    world.seed = UInt64(draw(1...1000))
    return world
  }

  private static let names = [
    "deposit", "loan", "exchange", "cards", "transfer", "mortgage", "cash", "accounts", "tax",
    "reception", "nurse", "doctor", "x-ray", "blood-test", "vaccination", "pharmacy", "pickup",
    "returns", "parcels", "stamps", "passport", "visa", "licence", "support", "billing", "sales",
    "repair", "coffee", "juice", "sandwich", "tickets", "check-in", "baggage", "예금", "대출", "접수",
  ]

  private func minutes(_ count: Double) -> Time { .seconds(60 * count) }

  /// Who can do everything, one thing or some; few can do nothing.
  private mutating func drawStaff(_ services: Int, _ world: inout World) {
    let (hasSkills, hasSpeeds, hasBreaks) = (one(in: 2), one(in: 3), one(in: 3))
    for number in 0..<draw(1...8) {
      var staff = World.Staff(Array(0..<services))
      if hasSkills, one(in: 2) {
        staff.skills =
          one(in: 2) ? [draw(0...services - 1)] : staff.skills.filter { _ in one(in: 2) }
      }
      if hasSpeeds {
        staff.speed = Double(draw(14...30)) / 20
        if one(in: 4) { staff.speeds[draw(0...services - 1)] = Double(draw(14...40)) / 20 }
      }
      if hasBreaks, one(in: 2) {
        let (start, end) = (one(in: 3) ? draw(1...8) * 15 : 0, draw(16...40) * 15)
        let pause = start + draw(4...10) * 15 + 15 * number
        let times =
          one(in: 2) && pause + 30 < end
          ? [start, pause, pause + pick([10, 15, 30]), end] : [start, end]
        staff.shifts = stride(from: 0, to: times.count, by: 2).map {
          minutes(Double(times[$0]))..<minutes(Double(times[$0 + 1]))
        }
      }
      world.staff.append(staff)
    }
  }

  private mutating func drawRoutes(_ services: Int, _ world: inout World) {
    world.routes = (0..<draw(1...3)).map { _ in
      (0..<draw(2...6)).map { _ in draw(0...services - 1) }
    }
  }

  /// Clients who come one by one, at 0.6 to 1.4 times the rate that the tellers can serve.
  private mutating func drawVisitors(_ services: Int, _ world: inout World) {
    let load = Double(draw(6...14)) / 10
    let steps = world.routes.isEmpty ? 1.0 : 2
    let mean = world.means.values.reduce(0) { $0 + $1.seconds } / Double(services)
    let gap = mean * steps / Double(world.staff.count) / load
    let classes = one(in: 3) ? pick([[0, 1], [0, 1, 2], [0, 0, 0, 1], [0, 5, 10]]) : [0]
    let (hasPatience, areWhole) = (one(in: 3), one(in: 2))
    var arrival = 0.0
    for _ in 0..<draw(15...70) {
      arrival += exponential(gap)
      var visitor = World.Visitor(draw(0...services - 1), at: .zero, time: .zero)
      if !world.routes.isEmpty, one(in: 2) {
        let route = draw(0...world.routes.count - 1)
        (visitor.service, visitor.route) = (world.routes[route][0], route)
      }
      let time = (world.means[visitor.service] ?? .zero).seconds * exponential(1)
      visitor.arrival = areWhole ? .whole(Int(arrival)) : .seconds(arrival)
      visitor.time = areWhole ? .whole(1 + Int(time)) : .seconds(time)
      if hasPatience, one(in: 2) { visitor.patience = .seconds(exponential(1200)) }
      visitor.priority = pick(classes)
      world.visitors.append(visitor)
    }
  }

  /// From half of what all need to somewhat more; in some branches somebody brings more at noon.
  private mutating func drawStock(_ services: Int, _ world: inout World) {
    func needed(_ needs: [Int: Int]) -> Int {
      world.visitors.reduce(0) { sum, visitor in
        let steps = visitor.route.map { world.routes[$0] } ?? [visitor.service]
        return sum + steps.reduce(0) { $0 + (needs[$1] ?? 0) }
      }
    }
    let items = (0..<draw(1...6)).map { _ in
      var needs: [Int: Int] = [:]
      for service in 0..<services where one(in: 2) { needs[service] = draw(1...3) }
      if needs.isEmpty { needs[draw(0...services - 1)] = 1 }
      return World.Item(count: needed(needs) * draw(5...12) / 10, needs: needs)
    }
    (world.paper, world.needs) = (items[0].count, items[0].needs)
    if items.count > 1 { (world.ink, world.inkNeeds) = (items[1].count, items[1].needs) }
    world.items = Array(items.dropFirst(2))
    if one(in: 3) {
      let middle = world.visitors[world.visitors.count / 2].arrival
      world.restocks = [.init(time: middle, count: world.paper)]
    }
  }

  /// A time whose mean is about `mean`: one half are shorter than 0.7 of it, one quarter longer than 1.4 of it, and so on.
  private mutating func exponential(_ mean: Double) -> Double {
    var (time, part) = (0.0, 1.0)
    while one(in: 2), part < 16 {
      time += mean * 0.7
      part += 1
    }
    return time + mean * 0.7 * Double(draw(0...1000)) / 1000
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[draw(0...elements.count - 1)]
  }

  private mutating func draw(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func one(in chances: Int) -> Bool { draw(1...chances) == 1 }
}
