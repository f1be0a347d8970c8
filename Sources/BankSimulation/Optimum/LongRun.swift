import BankCore

/// The long-run cost of a small branch, by value iteration.
///
/// The cost is linear in how many wait, and perhaps in how many are being served: a rate for each service and
/// client.
public struct LongRun: Sendable {
  /// What is decided in a state.
  public enum Rule: Sendable {
    /// Whatever costs least in the long run; it may be to leave a teller idle.
    case best
    /// The state in which a policy leaves each state, all calls of an instant made.
    case table([Int32])
  }

  /// The cost a second, in the middle of its bounds.
  public let cost: Double
  /// The exact cost of this finite model is within `error` of ``cost``.
  public let error: Double
  /// In which state the rule leaves each state.
  public let decisions: [Int32]

  /// Works out the long-run cost of `rule`, where one who waits for a service costs `rates` a second, and one
  /// who is being served `serving`, or nothing where that is empty.
  ///
  /// Looks one step ahead from every state, again and again, until the bounds on the cost that this gives
  /// (Odoni 1969) are within `tolerance` of each other, relative to it, or `steps` have been made, or `goesOn`,
  /// which is told the bounds now and then, says no.
  public init(
    _ branch: SmallBranch, rates: [Double], serving: [Double] = [], _ rule: Rule,
    tolerance: Double = 1e-7,
    steps: Int = 50_000, goesOn: (_ low: Double, _ high: Double) -> Bool = { _, _ in true }
  ) {
    var solver = Solver(branch, rates, serving, rule)
    var bounds = solver.step()
    var done = 1
    while done < steps, done % 64 != 0 || goesOn(bounds.low, bounds.high),
      bounds.high - bounds.low > tolerance * max(bounds.high, 1e-300)
    {
      bounds = solver.step()
      done += 1
    }
    cost = (bounds.low + bounds.high) / 2
    error = (bounds.high - bounds.low) / 2
    decisions = solver.decisions()
  }
}

private struct Solver {
  // Of the branch what each state asks for, and not all of it, which a debug build would copy each time.
  let team: [SmallBranch.Team]
  let arrivals: [Double]
  let more: [Int]
  let less: [Int]
  let lineUps: Range<Int>
  let groups: Int
  let teams: Int
  let services: Int
  /// The cost a second of each line-up.
  let costs: [Double]
  /// The cost a second of each team.
  let teamCosts: [Double]
  /// What turning somebody away costs: about what one more would cost where so many wait already.
  ///
  /// Without it the best fills the lines with those whose waits cost little, to be rid of the rest.
  let loss: Double
  /// Where a policy leaves each state; empty for the best.
  let table: [Int32]
  /// The relative value of each state once everything is decided, and before that.
  var after: [Double]
  var before: [Double]
  /// More than the rate of every state: how often a step is taken.
  let pace: Double

  init(_ branch: SmallBranch, _ rates: [Double], _ serving: [Double], _ rule: LongRun.Rule) {
    pace =
      1.02 * (branch.arrivals.reduce(0, +) + (branch.teams.map(\.rate).max() ?? 0))
    (team, arrivals) = (branch.teams, branch.arrivals)
    (more, less, lineUps) = (branch.more, branch.less, branch.lineUps.indices)
    groups = branch.groups.count
    let slowest = branch.plan.services.map(\.meanTime.seconds).max() ?? 0
    loss = (rates.max() ?? 0) * slowest * Double(branch.most)
    teams = branch.teams.count
    services = branch.arrivals.count
    costs = branch.lineUps.map { lineUp in zip(lineUp, rates).reduce(0) { $0 + Double($1.0) * $1.1 }
    }
    teamCosts = branch.teams.map { team in
      team.serving.reduce(0) { sum, counts in
        zip(counts, serving).reduce(sum) { $0 + Double($1.0) * $1.1 }
      }
    }
    if case .table(let decisions) = rule { table = decisions } else { table = [] }
    after = Array(repeating: 0, count: branch.states)
    before = after
  }

  /// The value before deciding, from those of all ways to decide.
  private func decided(_ lineUp: Int, _ team: Int) -> Double {
    let state = lineUp * teams + team
    guard table.isEmpty else { return after[Int(table[state])] }
    var best = after[state]
    let starts = self.team[team].starts
    for service in 0..<services {
      let rest = less[lineUp * services + service]
      guard rest >= 0 else { continue }
      for group in 0..<groups {
        let next = starts[service * groups + group]
        if next >= 0 { best = min(best, before[rest * teams + next]) }
      }
    }
    return best
  }

  /// What the time until the next event brings, and its rate.
  private func coming(_ lineUp: Int, _ team: Int) -> (value: Double, rate: Double) {
    var value = 0.0
    var rate = self.team[team].rate
    for (speed, next) in self.team[team].ends { value += speed * before[lineUp * teams + next] }
    for service in 0..<services {
      // The policy is asked also when somebody is turned away.
      let longer = more[lineUp * services + service]
      value += arrivals[service] * before[(longer < 0 ? lineUp : longer) * teams + team]
      if longer < 0 { value += arrivals[service] * loss }
      rate += arrivals[service]
    }
    return (value, rate)
  }

  /// Takes a step; returns bounds of the cost a second.
  mutating func step() -> (low: Double, high: Double) {
    // Fewer waiting first: deciding leads to such states.
    for lineUp in lineUps {
      for team in 0..<teams { before[lineUp * teams + team] = decided(lineUp, team) }
    }
    var (low, high) = (Double.infinity, -Double.infinity)
    var shift = 0.0
    for lineUp in lineUps {
      for team in 0..<teams {
        let state = lineUp * teams + team
        let (value, rate) = coming(lineUp, team)
        let gain = costs[lineUp] + teamCosts[team] + value - rate * after[state]
        low = min(low, gain)
        high = max(high, gain)
        // Only differences of values matter: the empty branch keeps 0.
        if state == 0 { shift = gain / pace }
        after[state] += gain / pace - shift
      }
    }
    return (low, high)
  }

  /// Where each state is left.
  func decisions() -> [Int32] {
    guard table.isEmpty else { return table }
    var decisions = [Int32](repeating: 0, count: after.count)
    for lineUp in lineUps {
      for team in 0..<teams {
        let state = lineUp * teams + team
        var best = (value: after[state], state: state)
        for service in 0..<services {
          let rest = less[lineUp * services + service]
          guard rest >= 0 else { continue }
          for group in 0..<groups {
            let next = self.team[team].starts[service * groups + group]
            guard next >= 0 else { continue }
            let other = rest * teams + next
            // Of equal costs a call, and the first.
            if before[other] < best.value - 1e-12 * abs(best.value)
              || best.state == state && before[other] <= best.value + 1e-12 * abs(best.value)
            {
              best = (before[other], Int(decisions[other]))
            }
          }
        }
        decisions[state] = Int32(best.state)
      }
    }
    return decisions
  }
}
