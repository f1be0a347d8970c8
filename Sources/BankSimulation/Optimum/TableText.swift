import BankCore

extension SmallBranch {
  /// The decisions of a rule as the option `table` of the policy `optimal`, for up to `most` waiting of each
  /// service.
  public func table(_ run: LongRun, most: Int) -> String {
    let services = arrivals.count
    let tellers = plan.tellers.count
    var text = ""
    var last: (letter: Character, count: Int)?
    func end() {
      if let last { text += (last.count > 1 ? String(last.count) : "") + String(last.letter) }
    }
    for number in 0..<Self.power(services + 1, tellers) {
      let doing = (0..<tellers).map { number / Self.power(services + 1, $0) % (services + 1) }
      let team = team(of: doing)
      for place in 0..<Self.power(most + 1, services) {
        let counts = (0..<services).map { place / Self.power(most + 1, $0) % (most + 1) }
        let letter = team.flatMap { self.letter(counts, doing, $0, run) } ?? "."
        if last?.letter == letter {
          last?.count += 1
        } else {
          end()
          last = (letter, 1)
        }
      }
    }
    end()
    return text
  }

  private static func power(_ base: Int, _ exponent: Int) -> Int {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }

  /// The team whose tellers do this: 0 for nothing, otherwise one more than a service; `nil` where one does
  /// what they cannot.
  private func team(of doing: [Int]) -> Int? {
    let serving = groups.map { group in
      arrivals.indices.map { service in group.members.count { doing[$0] == service + 1 } }
    }
    return teams.firstIndex { $0.serving == serving }
  }

  /// The first call that leads where the rule leads.
  private func letter(
    _ counts: [Int], _ doing: [Int], _ team: Int, _ run: LongRun
  ) -> Character? {
    let lineUp = lineUp(of: counts)
    let goal = run.decisions[state(lineUp, team)]
    guard Int(goal) != state(lineUp, team) else { return nil }
    for service in arrivals.indices {
      let rest = less[lineUp * arrivals.count + service]
      guard rest >= 0, counts[service] > 0 else { continue }
      for group in groups.indices {
        let next = teams[team].starts[service * groups.count + group]
        guard next >= 0, run.decisions[state(rest, next)] == goal,
          let teller = groups[group].members.first(where: { doing[$0] == 0 })
        else { continue }
        let number = service * plan.tellers.count + teller
        return Character(Unicode.Scalar(UInt8(97 + number)))
      }
    }
    return nil
  }
}
