import BankCore

/// Random worlds of every scale: times from seconds to days, numbers from two to dozens.
///
/// In each more clients wait than tellers are there, for several services that one teller can do, and who came at
/// different times: only so a wrong choice can be seen. ``SwarmWorlds`` are small, and their times are alike.
///
/// In eventful ones times are short and most features meet, so that much happens while several wait; and times are often
/// tenths of a second, of which sums that are equal are not so as `Double`.
struct ScaledWorlds: Sequence, IteratorProtocol {
  private var random: RandomSource
  private var left: Int
  private let areEventful: Bool

  init(seed: UInt64, count: Int, areEventful: Bool = false) {
    random = RandomSource(seed: seed, stream: areEventful ? 0x4556_4E54 : 0x5343_414C)
    left = count
    self.areEventful = areEventful
  }

  mutating func next() -> World? {
    guard left > 0 else { return nil }
    left -= 1
    let services = one(in: 4) ? scaled(2...24) : draw(2...3)
    var world = World([], [])
    let span = areEventful ? draw(4...24) : scaled(4...200_000)
    drawStaff(services, &world)
    drawVisitors(services, span, &world)
    for service in 0..<services {
      if one(in: 2) { world.means[service] = .whole(one(in: 2) ? span : scaled(1...4 * span)) }
      if often(in: 4) { world.targets[service] = .whole(scaled(1...4 * span)) }
    }
    if often(in: 4) { drawClasses(&world) }
    if one(in: 4) { world.handover = .whole(scaled(1...2 * span)) }
    if often(in: 6) { world.limit = Swift.max(1, waiting(world, at: span) + draw(-2...2)) }
    if often(in: 6) { drawPatience(span, &world) }
    if often(in: 4) { drawShifts(span, &world) }
    if often(in: 6) { drawStock(services, &world) }
    if often(in: 6) { drawRoutes(services, &world) }
    if one(in: 8) {
      world.resets = [.whole(draw(0...2 * span))]
      world.comesBack = one(in: 2)
    }
    if one(in: 6) { world.queue = WorldQueue.all[draw(0...WorldQueue.all.count - 1)].name }
    if one(in: 3) { world.options = draw(1...8) }
    world.seed = UInt64(draw(1...1000))
    let isLate = one(in: 8)
    if areEventful {
      if !world.needs.isEmpty, one(in: 2) { drawRestocks(span, &world) }
      if one(in: 2) { tieDueTimes(&world) }
      if one(in: 2) { world.inTenths() }
    }
    if isLate { drawLateness(&world) }
    return world
  }

  /// Once in so many worlds, and in every second of the eventful ones.
  private mutating func often(in chances: Int) -> Bool { one(in: areEventful ? 2 : chances) }

  /// The stock is set to something lower or higher, once or twice.
  private mutating func drawRestocks(_ span: Int, _ world: inout World) {
    world.restocks = (0..<draw(1...2)).map { _ in
      .init(time: .whole(draw(1...2 * span)), count: draw(0...2 * world.paper + 2))
    }.sorted { $0.time < $1.time }
  }

  /// Clients of several services come so that some are to be called by the same time.
  private mutating func tieDueTimes(_ world: inout World) {
    for client in world.visitors.indices where world.visitors[client].arrival > .zero {
      guard let target = world.targets[world.visitors[client].service], one(in: 2) else { continue }
      let due = world.visitors[client].arrival + target
      for other in world.visitors.indices where other != client {
        guard let target = world.targets[world.visitors[other].service], target < due,
          one(in: 4)
        else { continue }
        world.visitors[other].arrival = due - target
      }
    }
    world.visitors.sort { $0.arrival < $1.arrival }
  }

  /// All of it happens in the second or third year: a `Double` of seconds no longer has every nanosecond.
  private mutating func drawLateness(_ world: inout World) {
    let late = Time(
      nanoseconds: Int64(draw(30_000_000...80_000_000)) * 1_000_000_000
        + Int64(draw(0...999_999_999)))
    for client in world.visitors.indices { world.visitors[client].arrival += late }
    for teller in world.staff.indices {
      world.staff[teller].shifts = world.staff[teller].shifts.map {
        $0.lowerBound + late..<Swift.min($0.upperBound + late, Self.end)
      }
    }
    world.resets = world.resets.map { $0 + late }
    for restock in world.restocks.indices { world.restocks[restock].time += late }
  }

  /// When a shift ends that does not end.
  private static let end = Time.whole(100_000_000)

  private mutating func drawStaff(_ services: Int, _ world: inout World) {
    let count = one(in: 4) ? scaled(2...40) : draw(1...3)
    let hasSpecialists = one(in: 3)
    let hasSpeeds = one(in: 6)
    for teller in 0..<count {
      var staff = World.Staff(Array(0..<services))
      // The first can do everything, so that nobody waits in vain.
      if hasSpecialists, teller > 0 {
        staff.skills = (0..<services).filter { _ in one(in: 2) }
        if staff.skills.isEmpty { staff.skills = [draw(0...services - 1)] }
      }
      if hasSpeeds { staff.speed = Double(scaled(1...64)) / 8 }
      world.staff.append(staff)
    }
  }

  /// Those who keep every teller busy for about `span`, those who come meanwhile, and some who come later.
  private mutating func drawVisitors(_ services: Int, _ span: Int, _ world: inout World) {
    let favourite = one(in: 2) ? draw(0...services - 1) : nil
    let areLong = one(in: 3)
    func time(_ seconds: Int, _ part: Int) -> Time {
      Time(nanoseconds: Int64(seconds) * 1_000_000_000 + Int64(part) * 1_000_000)
    }
    let hasParts = one(in: 4)
    let fastest = world.staff.map(\.speed).max() ?? 1
    var visitors = world.staff.map { staff in
      World.Visitor(
        staff.skills[draw(0...staff.skills.count - 1)], at: .zero,
        time: time(
          Int(Double(draw(span / 2...span)) * Swift.max(1, fastest)), hasParts ? draw(0...999) : 0))
    }
    let crowd = world.staff.count + (one(in: 3) ? scaled(2...60) : draw(1...6))
    for number in 0..<crowd + draw(0...6) {
      let isLate = number >= crowd
      let service = favourite.flatMap { one(in: 4) ? nil : $0 } ?? draw(0...services - 1)
      visitors.append(
        World.Visitor(
          service, at: time(draw(1...span) + (isLate ? span : 0), hasParts ? draw(0...999) : 0),
          time: areLong ? .whole(draw(0...span)) : .whole(draw(0...4))))
    }
    world.visitors = visitors.sorted { $0.arrival < $1.arrival }
  }

  /// How many there are who do not begin at once.
  private func waiting(_ world: World, at span: Int) -> Int {
    world.visitors.count { $0.arrival > .zero && $0.arrival <= .whole(span) }
  }

  private mutating func drawClasses(_ world: inout World) {
    let classes = (0..<draw(2...4)).map { _ in (one(in: 4) ? -1 : 1) * scaled(1...100_000) - 1 }
    for client in world.visitors.indices {
      world.visitors[client].priority = classes[draw(0...classes.count - 1)]
    }
  }

  private mutating func drawPatience(_ span: Int, _ world: inout World) {
    for client in world.visitors.indices where one(in: 3) {
      world.visitors[client].patience = .whole(scaled(1...2 * span))
    }
  }

  /// Some come late, go early, or are away for a while; the first comes back in the end.
  private mutating func drawShifts(_ span: Int, _ world: inout World) {
    for teller in world.staff.indices where one(in: 2) {
      var times = Set((0..<draw(1...4)).map { _ in draw(1...3 * span) }).sorted()
      if one(in: 2) { times.insert(0, at: 0) }
      let end = Int(Self.end.seconds)
      if times.count % 2 == 1 { times.append(end) }
      if teller == 0, times.last != end { times += [times[times.count - 1] + 1 + span, end] }
      world.staff[teller].shifts = stride(from: 0, to: times.count, by: 2).map {
        Time.whole(times[$0])..<Time.whole(times[$0 + 1])
      }
    }
  }

  /// About as much as all need.
  private mutating func drawStock(_ services: Int, _ world: inout World) {
    for service in 0..<services where one(in: 2) { world.needs[service] = scaled(1...300) }
    let needed = world.visitors.reduce(0) { $0 + (world.needs[$1.service] ?? 0) }
    guard needed > 0 else { return world.needs = [:] }
    world.paper = Swift.max(0, needed + draw(-needed / 4...needed / 4))
  }

  private mutating func drawRoutes(_ services: Int, _ world: inout World) {
    world.routes = (0..<draw(1...3)).map { _ in
      (0..<draw(2...4)).map { _ in draw(0...services - 1) }
    }
    for client in world.visitors.indices {
      let service = world.visitors[client].service
      world.visitors[client].route = world.routes.firstIndex { $0.first == service }
    }
  }

  private mutating func draw(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func one(in chances: Int) -> Bool { draw(1...chances) == 1 }

  /// A number of which each power of two is as likely as the next.
  private mutating func scaled(_ range: ClosedRange<Int>) -> Int {
    func bits(_ number: Int) -> Int { Int.bitWidth - 1 - number.leadingZeroBitCount }
    let power = 1 << draw(bits(range.lowerBound)...bits(range.upperBound))
    return Swift.min(Swift.max(draw(power...2 * power - 1), range.lowerBound), range.upperBound)
  }
}

extension World {
  /// All times as many tenths of a second as they were seconds.
  fileprivate mutating func inTenths() {
    func tenth(_ time: Time) -> Time { Time(nanoseconds: time.nanoseconds / 10) }
    for client in visitors.indices {
      visitors[client].arrival = tenth(visitors[client].arrival)
      visitors[client].time = tenth(visitors[client].time)
      visitors[client].patience = visitors[client].patience.map(tenth)
    }
    for teller in staff.indices {
      staff[teller].shifts = staff[teller].shifts.map {
        tenth($0.lowerBound)..<tenth($0.upperBound)
      }
    }
    for restock in restocks.indices { restocks[restock].time = tenth(restocks[restock].time) }
    (handover, resets) = (tenth(handover), resets.map(tenth))
    (means, targets) = (means.mapValues(tenth), targets.mapValues(tenth))
  }
}
