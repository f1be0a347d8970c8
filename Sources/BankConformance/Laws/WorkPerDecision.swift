import BankCore

extension Law {
  /// The work per decision grows no faster than declared: counted in looks at lines, tellers and
  /// pools, never by a clock.
  static let workPerDecision = Law(
    21, title: "the work per decision grows no faster than declared",
    tried: "counted looks at the floor, on floors of four sizes",
    hint: "declare the work in claims, or look at fewer lines and tellers",
    test: .once { subject, witness in
      let sizes = [(4, 4), (16, 4), (4, 16), (16, 16)]
      let looks = sizes.map { mostLooks(subject, services: $0, tellers: $1) }
      guard let base = looks[0], base > 0 else { return ([], 0) }
      var findings: [Phrase] = []
      for (size, most) in zip(sizes, looks).dropFirst() {
        guard let most else { continue }
        witness.looksGrew = witness.looksGrew || most > 2 * base
        let (lines, tellers) = (size.0 / 4, size.1 / 4)
        let growth =
          switch subject.claims.work {
          case .constant: 1
          case .lines: lines
          case .tellers: tellers
          case .linesTimesTellers: lines * tellers
          }
        if most > 2 * base * growth {
          findings.append(
            "A decision takes up to \(base) looks at the floor with 4 services and 4 tellers, and"
              + " \(most) with \(size.0) services and \(size.1) tellers (claims work: "
              + "\(subject.claims.work.rawValue)).")
        }
      }
      return (findings, looks.count { $0 != nil })
    })

  /// The most looks of a decision in busy worlds of mixed skills.
  private static func mostLooks(_ subject: Subject, services: Int, tellers: Int) -> Int? {
    var random = RandomSource(seed: 21, stream: UInt64(services * 1000 + tellers))
    var most: Int?
    for day in 0..<8 {
      let staff = (0..<tellers).map { teller in
        // Each service has a teller; beyond that, skills as they fall.
        World.Staff(
          (0..<services).filter {
            $0 % tellers == teller || Int.random(in: 0..<4, using: &random) == 0
          })
      }
      // On every fourth day all come at once: none of them came first.
      let visitors = (0..<6 * services).map { client in
        World.Visitor(
          Int.random(in: 0..<services, using: &random),
          at: .whole(day % 4 == 3 ? 0 : client / tellers),
          time: .whole(Int.random(in: 1...6, using: &random)))
      }
      guard let looks = subject.mostLooks(World(staff, visitors)) else { continue }
      most = max(most ?? 0, looks)
    }
    return most
  }
}
