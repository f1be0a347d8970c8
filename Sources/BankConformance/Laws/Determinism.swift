import BankCore

extension Law {
  /// Same seed, same plan, same arrivals: same decisions.
  static let determinism = Law(
    7, title: "same seed, same decisions",
    tried: "the same world again, from a fresh instance, and where looking at the floor takes time",
    hint:
      "draw from the given RandomSource alone; keep no static state; iterate no Set or Dictionary; read no clock",
    test: .relation { evidence in
      if let finding = differenceOfRepeats(evidence, times: 3) { return .broken(finding) }
      guard evidence.claims.random == .never else { return .kept }
      return .unless(differenceOfSeeds(evidence))
    })

  /// A world with much to choose from: every teller has a speed of its own, the sixth of eight the highest, and most are free when most wait.
  static var choosyWorld: World {
    let services = 6
    let staff = (0..<8).map { teller in
      World.Staff(Array(0..<services), speed: 1 + Double(teller * 3 % 8) / 4)
    }
    let visitors = (0..<48).map { client in
      World.Visitor(
        client * 5 % services, at: .whole(client / 16 * 20), time: .whole(1 + client % 4),
        priority: client % 3)
    }
    return World(staff, visitors)
  }

  /// Runs the same with another seed and says how it differs.
  static func differenceOfSeeds(_ evidence: Evidence) -> Finding? {
    difference(
      evidence, Variation(hasOtherSeed: true),
      "Claims to draw no lots, but runs with other seeds differ")
  }

  /// Runs the same again and says how it differs.
  static func differenceOfRepeats(_ evidence: Evidence, times: Int) -> Finding? {
    for _ in 0..<times {
      if let finding = difference(evidence, Variation(), "Two runs of the same world differ") {
        return finding
      }
    }
    return nil
  }

  /// Says how a run that is varied so differs from the first.
  static func difference(
    _ evidence: Evidence, _ variation: Variation, _ what: Phrase
  ) -> Finding? {
    guard let again = evidence.subject.run(evidence.world, variation),
      let (time, words) = WorldHistory.difference(evidence.run.entries, again.entries)
    else { return nil }
    return Finding(time, "\(what): \(words).")
  }
}
