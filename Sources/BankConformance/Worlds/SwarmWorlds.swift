import BankCore

/// Random worlds of up to thirty clients; each switches some features off, so that rare
/// combinations meet (Groce et al., "Swarm testing", 2012).
struct SwarmWorlds: Sequence, IteratorProtocol {
  private var random: RandomSource
  private var left: Int

  init(seed: UInt64, count: Int) {
    random = RandomSource(seed: seed, stream: 0x5741_524D)
    left = count
  }

  mutating func next() -> World? {
    guard left > 0 else { return nil }
    left -= 1
    let services = draw(1...3)
    let isTogether = one(in: 3)
    let isEven = one(in: 4)
    let hasPatience = one(in: 3)
    let clients = one(in: 2) ? draw(1...6) : draw(5...30)
    var world = World([], [])
    let hasSkills = one(in: 2)
    let hasShifts = one(in: 3)
    for _ in 0..<draw(1...5) {
      var staff = World.Staff(Array(0..<services))
      if hasSkills, one(in: 2) {
        staff.skills = (0..<services).filter { _ in one(in: 2) }
        if staff.skills.isEmpty { staff.skills = [draw(0...services - 1)] }
      }
      if hasShifts, one(in: 2) {
        let times = Set((0..<4).map { _ in draw(0...clients * 2) }).sorted()
        staff.shifts = stride(from: 0, to: times.count - 1, by: 2).map {
          Time.whole(times[$0])..<Time.whole(times[$0 + 1])
        }
      }
      world.staff.append(staff)
    }
    var arrival = 0
    let gap = draw(0...3)
    for _ in 0..<clients {
      if !isTogether { arrival += draw(0...gap) }
      world.visitors.append(
        World.Visitor(
          draw(0...services - 1), at: .whole(arrival), time: .whole(isEven ? 2 : draw(0...6)),
          patience: hasPatience && one(in: 2) ? .whole(draw(0...8)) : nil))
    }
    if one(in: 4) { world.limit = draw(0...6) }
    if one(in: 4) { world.handover = .whole(draw(1...3)) }
    if one(in: 4) {
      world.resets = (0..<draw(1...2)).map { _ in .whole(draw(0...arrival + 5)) }.sorted()
    }
    world.seed = UInt64(draw(1...1000))
    return world
  }

  private mutating func draw(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func one(in chances: Int) -> Bool { draw(1...chances) == 1 }
}
