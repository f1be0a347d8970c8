import BankConfiguration
import BankCore
import BankReports
import BankSimulation
import Dispatch

/// How many days, and how much of their beginning is left out: found by trying.
extension SimulatedDays {
  /// How well a mean is to be known.
  enum Precision: Sendable {
    /// To a share of it.
    case share(Double)
    /// To this many seconds.
    case time(Double)

    /// Reads `2%` or a time.
    init?(_ text: String) {
      if text.hasSuffix("%") {
        guard let share = Double(decimal: text.dropLast()), 0.01...50 ~= share else { return nil }
        self = .share(share / 100)
      } else {
        guard let time = TimeText.length(text), time > .zero else { return nil }
        self = .time(time.seconds)
      }
    }

    /// The half-width that is asked for.
    func halfWidth(of mean: Double) -> Double {
      switch self {
      case .share(let share): share * mean
      case .time(let seconds): seconds
      }
    }
  }

  /// Finds how many days it takes for the mean wait of all clients to be known as well as was asked for,
  /// under each of the policies.
  ///
  /// In stages (Stein 1945): twenty days say how much days differ, and that says how many are needed; the
  /// days of a stage are looked at once, when it is over. The run is then the same as with so many
  /// `--replications`.
  ///
  /// - Returns: what to tell of it.
  mutating func findReplications(_ setups: [Setup]) -> String? {
    guard let precision else { return nil }
    replications = 20
    while true {
      var needed = 0.0
      for setup in setups {
        let result = run(setup)
        if result.isInterrupted {
          return Console.say(
            "interrupted before it was known how many days the precision takes")
        }
        guard result.fault == nil else { continue }
        let wait = result.summary.wait(nil)
        let report = SimulationReport(setup, self, result)
        if !report.hasIntervals || !report.unstable.isEmpty {
          // Where rare long times were too few, more days have more of them.
          let judgement = Judgement(setup.plan, workload, result.summary, from: warmup)
          let days = Double(replications) * (judgement.growth ?? .infinity)
          guard report.unstable.isEmpty, days <= Double(Self.mostReplications) else {
            return Console.say(
              "no precision can be known under \(setup.wired.label): there is no interval")
          }
          needed = max(needed, days)
          continue
        }
        if result.summary.days.count >= 1000, wait.mean == 0 {
          return Console.say(
            "no precision can be known under \(setup.wired.label): nobody waited on \(replications) days"
          )
        }
        guard let halfWidth = wait.halfWidth, let plain = wait.plainHalfWidth else {
          // So few have waited that more days are needed for any interval.
          needed = max(needed, 2 * Double(replications))
          continue
        }
        let wanted = precision.halfWidth(of: wait.mean)
        guard halfWidth > wanted else { continue }
        let ratio = max(plain / wanted, 1)
        needed = max(needed, Double(replications) * ratio * ratio)
      }
      if needed == 0 {
        return Console.say("\(replications) days are enough for the precision asked for")
      }
      guard replications < Self.mostReplications else {
        return Console.say("\(replications) days are not enough for the precision asked for")
      }
      // A little more than needed, so that the next stage is mostly the last.
      replications = Int(min((needed * 1.05).rounded(.up), Double(Self.mostReplications)))
    }
  }

  /// The most clients that are tried to find how long the beginning lasts.
  private static let mostPilotClients = 2_000_000

  /// Finds how long the beginning lasts, if that was asked for: the longest under any of the
  /// policies.
  ///
  /// - Returns: what to tell of it.
  mutating func findWarmup(_ setups: [Setup]) -> String? {
    guard findsWarmup else { return nil }
    let clients = count ?? Self.defaultClients
    let pilots =
      end == nil
      ? max(1, min(replications, 10, Self.mostPilotClients / max(clients, 1)))
      : min(replications, 10)
    var seen: [Time?] = []
    // What MSER-5 says hangs on chance where lines change slowly; what the load says does not.
    let expected = Time.seconds(
      min(Stability.memory(setups[0].plan, workload).seconds * 8, BranchPlan.longestTime.seconds))
    var length = Time.never
    for setup in setups {
      let found = Collector(WarmUp())
      let ends = Collector([Time]())
      DispatchQueue.concurrentPerform(iterations: pilots) { [self] pilot in
        let own = Collector(WarmUp())
        var session = session(setup, day: pilot + 1)
        session.listener = { event in own.change { $0.observe(event) } }
        session.isInterrupted = { Interrupt.shared.isRequested }
        let day = setup.wired.simulate(session)
        ends.change { $0.append(day.end) }
        let seen = own.value
        found.change { $0.merge(seen) }
      }
      length = min(length, ends.value.min() ?? .zero)
      seen.append(found.value.end)
    }
    let found = seen.compactMap { $0 }.max()
    let longest = max(found ?? .zero, expected)
    guard longest < Time(nanoseconds: length.nanoseconds / 2) else {
      return Console.say("a day is too short for its beginning to be over: nothing is left out")
    }
    warmup = longest
    let days: Phrase = pilots == 1 ? "the first day" : "the first \(pilots) days"
    let visible: Phrase = found.map { "\($0.decimal(places: 2)) s" } ?? "not to be seen"
    return Console.say(
      "warm-up: \(longest.decimal(places: 2)) s; by the load it is \(expected.decimal(places: 2)) s, by MSER-5 on \(days) \(visible)"
    )
  }
}
