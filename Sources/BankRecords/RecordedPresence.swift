import BankCore

/// Which teller was there in which half-hour of the day, as far as a log can show it.
///
/// A stretch without a client is an absence only where a client whom the teller is seen to serve waited meanwhile;
/// see ``RecordedStaff``. Hours are those that contradict the fewest days: a teller is there in a half-hour if the
/// time in which they were seen is longer than the time in which a client of theirs waited for them. Who on all days
/// together called nobody in it, and would have called many as at other times, was away though nobody had to wait.
/// Whole days without a call, where ten would have been called, are counted: many of them make hours unsteady.
struct RecordedPresence {
  private let opens: Double
  private let days: Int
  private let skills: [String: [Int]]
  /// What each teller's days say of each half-hour.
  private var tellers: [String: [Evidence]] = [:]
  /// On how many days each was there at all.
  private var seen: [String: Int] = [:]
  /// On how many days somebody was missed who would have been there, of all tellers together.
  private var missed = 0
  /// How many were there in each half-hour, as the recording's `gap` tells it: the mean over the days.
  private var busy: [Double]
  /// The same with those who idled.
  private var idle: [Double]

  private struct Evidence {
    /// The time in which they were there, as shares of the half-hour, added up over the days.
    var there = 0.0
    /// The time in which a client of theirs waited for them.
    var away = 0.0
    /// The number of days on which they were there for any of it.
    var days = 0
    /// How many they called, and how many everybody called of those whom they are seen to serve.
    var calls = 0
    var allCalls = 0
  }

  init(
    _ days: [RecordedLog.Day], _ staff: RecordedStaff, opens: Double, periods: Int
  ) {
    self.opens = opens
    skills = staff.skills
    self.days = days.count
    busy = Array(repeating: 0, count: periods)
    idle = busy
    let starts = (0..<periods).map { opens + Double($0) * FittedBranch.period }
    for day in days {
      let waits = staff.waits(on: day)
      // In one order, or the sums would differ in their last digit from run to run.
      for (name, clients) in day.clientsByTeller.sorted(by: { $0.key < $1.key }) {
        seen[name, default: 0] += 1
        var own = tellers[name] ?? Array(repeating: Evidence(), count: periods)
        let serves = staff.stretches(of: name, clients, waits, .away)
        let stays = staff.stretches(of: name, clients, waits, .there)
        // To the last call: a service that runs on after the end of a shift is no later end.
        let last = clients.last?.served?.lowerBound ?? opens
        for (number, start) in starts.enumerated() {
          let period = start...start + FittedBranch.period
          func share(_ stretches: [ClosedRange<Double>]) -> Double {
            stretches.reduce(0) { $0 + $1.share(of: period) }
          }
          busy[number] += share(serves) / Double(days.count)
          idle[number] += share(stays) / Double(days.count)
          let there = stays.filter { $0.overlaps(period) }
            .map { $0.lowerBound...max($0.lowerBound, min($0.upperBound, last)) }
          own[number].there += share(there)
          own[number].days += there.isEmpty ? 0 : 1
          for away in period.outside(there) {
            own[number].away +=
              waits.first(for: name, within: away).map { ($0...away.upperBound).share(of: period) }
              ?? 0
          }
        }
        tellers[name] = own
      }
    }
    countCalls(on: days)
    countAbsences(on: days)
  }

  /// Who would have called so many on a day, as on others, and called nobody, was not there.
  private static let fewestMissed = 10.0

  private mutating func countAbsences(on days: [RecordedLog.Day]) {
    let served = days.map { day in day.clients.filter { $0.served != nil } }
    let byTeller = served.map { Dictionary(grouping: $0) { $0.teller ?? "" }.mapValues(\.count) }
    let byService = served.map { Dictionary(grouping: $0, by: \.service).mapValues(\.count) }
    for (name, services) in skills {
      let own = byTeller.map { $0[name] ?? 0 }
      let all = byService.map { day in services.reduce(0) { $0 + (day[$1] ?? 0) } }
      let usual = zip(own, all).filter { $0.0 > 0 }.reduce((0, 0)) {
        ($0.0 + $1.0, $0.1 + $1.1)
      }
      missed += zip(own, all).count { own, all in
        own == 0 && Double(usual.0 * all) >= Self.fewestMissed * Double(usual.1)
      }
    }
  }

  private mutating func countCalls(on days: [RecordedLog.Day]) {
    var byService: [Int: [String]] = [:]
    for (name, services) in skills {
      for service in services { byService[service, default: []].append(name) }
    }
    for client in days.lazy.flatMap(\.clients) {
      guard let start = client.served?.lowerBound else { continue }
      let number = Int((start - opens) / FittedBranch.period)
      guard busy.indices.contains(number) else { continue }
      for name in byService[client.service] ?? [] { tellers[name]?[number].allCalls += 1 }
      if let name = client.teller { tellers[name]?[number].calls += 1 }
    }
  }

  /// Whether most tellers are there on most days, miss hardly any, and have hours that are much the same on all.
  var isSteady: Bool {
    let there = seen.values.reduce(0, +)
    return areHoursSteady && Double(missed) <= 0.1 * Double(there)
      && Double(there) >= 0.6 * Double(seen.count * days)
  }

  /// Whether tellers have hours that contradict what was seen on their days for at most a tenth of it.
  private var areHoursSteady: Bool {
    var (seen, against) = (0.0, 0.0)
    for (name, evidence) in tellers.sorted(by: { $0.key < $1.key }) {
      for (evidence, isThere) in zip(evidence, isThere(name)) {
        seen += evidence.there
        against += isThere ? evidence.away : evidence.there
      }
    }
    return seen > 0 && against <= 0.1 * seen
  }

  /// How many were there in each half-hour, the mean over the days: of steady tellers those who idled too, of tellers who
  /// are away on whole days as many as have these hours.
  var mean: [Double] {
    guard !isSteady, areHoursSteady else { return isSteady ? idle : busy }
    return tellers.keys.sorted().reduce(Array(repeating: 0, count: busy.count)) { sum, name in
      let share = Double(seen[name] ?? 0) / Double(days)
      return zip(sum, isThere(name)).map { $0 + ($1 ? share : 0) }
    }
  }

  private func isThere(_ name: String) -> [Bool] {
    let evidence = tellers[name] ?? []
    let (own, all) = evidence.reduce((0, 0)) { ($0.0 + $1.calls, $0.1 + $1.allCalls) }
    let usual = Double(own) / Double(max(1, all))
    return evidence.map {
      let expected = usual * Double($0.allCalls)
      let isSilent = expected >= 20 && Double($0.calls) < 0.05 * expected
      // One day of overtime is no shift.
      return $0.there > $0.away && 4 * $0.days >= (seen[name] ?? 0) && !isSilent
    }
  }

  /// The tellers by name, with their hours; without skills who does all of so many services.
  func named(services: Int) -> [FittedBranch.Staff] {
    tellers.sorted { $0.key < $1.key }.map { name, evidence in
      let isThere = isThere(name)
      // Who was there at all was there once.
      let all = isThere.contains(true) ? isThere : evidence.map { $0.days > 0 }
      return FittedBranch.Staff(
        name: name, skills: skills[name].flatMap { $0.count == services ? nil : $0 },
        shifts: shifts(all))
    }
  }

  /// As many tellers as there mostly were: the first is there whenever anybody is, and so on.
  var numbered: [FittedBranch.Staff] {
    let counts = mean.map { Int($0.rounded()) }
    let most = max(1, counts.max() ?? 1)
    return (1...most).map { number in
      // Where hardly anything is seen of anybody, there is one now and then.
      let isThere = zip(counts, mean).map { $0 >= number || number == 1 && ($1 > 0.1 || most == 1) }
      return FittedBranch.Staff(name: String(number), skills: nil, shifts: shifts(isThere))
    }
  }

  private func shifts(_ isThere: [Bool]) -> [Range<Double>]? {
    guard isThere.contains(false) else { return nil }
    var shifts: [Range<Double>] = []
    for (number, isThere) in isThere.enumerated() where isThere {
      let start = Double(number) * FittedBranch.period
      if let last = shifts.last, last.upperBound == start {
        shifts[shifts.count - 1] = last.lowerBound..<start + FittedBranch.period
      } else {
        shifts.append(start..<start + FittedBranch.period)
      }
    }
    return shifts
  }
}

extension ClosedRange<Double> {
  /// The share of a period that lies in here.
  fileprivate func share(of period: ClosedRange<Double>) -> Double {
    let part = clamped(to: period)
    return overlaps(period) ? (part.upperBound - part.lowerBound) / FittedBranch.period : 0
  }

  /// The parts of this period that lie in none of such stretches, which are in order.
  fileprivate func outside(_ stretches: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
    let starts = [lowerBound] + stretches.map(\.upperBound)
    let ends = stretches.map(\.lowerBound) + [upperBound]
    return zip(starts, ends).filter { $0 < $1 }.map { $0...$1 }
  }
}
