public import BankCore

/// Who a log shows to be there, and what they can do.
///
/// A log shows who serves, and nobody who has nothing to do. Between two services that lie far apart a teller may
/// have gone or idled; only where a client whom they are seen to serve waited meanwhile, they had gone for sure.
/// Nor does it show whether somebody who never does a service cannot, or was never sent anybody for it.
public struct RecordedStaff: Sendable {
  /// What is taken of a teller between two services that lie further apart than the recording's `gap`.
  public enum Idle: String, Sendable, CaseIterable {
    /// They were away.
    case away
    /// They were there, until a client of theirs waited.
    case there
    /// They were there, until somebody waited for what they did before or after: the policy keeps them free for that.
    case kept
    /// They were there when the branch that wrote the events had them, by its shifts.
    case written
  }

  /// What is taken of a teller who was never seen doing what, were all alike, they would have done often.
  public enum Skills: String, Sendable, CaseIterable {
    /// They can do it.
    case all
    /// They cannot.
    case seen
  }

  /// One way to read a log.
  public struct Reading: Hashable, Sendable {
    /// What is taken of those who are not seen to serve.
    public var idle: Idle
    /// What is taken of those who are not seen doing something.
    public var skills: Skills

    /// Makes one.
    public init(idle: Idle, skills: Skills) { (self.idle, self.skills) = (idle, skills) }
  }

  /// A teller who, were all alike, would have done so often what they are never seen doing, does not do all of it.
  public static let fewestSeen = 30
  /// Such a teller does nothing of it that they would have done so often.
  static let fewestOfOne = 5

  /// The services that each teller is seen doing.
  package let skills: [String: [Int]]
  /// How many clients each served for each service.
  private var counts: [String: [Int]] = [:]
  /// How many all tellers together served for each service.
  private var totals: [Int]
  /// Between two services at most so far apart, in seconds, a teller is there whoever waits.
  private let gap: Double

  /// Reads the staff of some days; `gap` is the recording's, in seconds.
  public init(_ days: [RecordedLog.Day], gap: Double) {
    let services = 1 + (days.lazy.flatMap(\.clients).map(\.service).max() ?? 0)
    totals = Array(repeating: 0, count: services)
    for client in days.lazy.flatMap(\.clients) where client.served != nil {
      if let teller = client.teller {
        totals[client.service] += 1
        counts[teller, default: Array(repeating: 0, count: services)][client.service] += 1
      }
    }
    skills = counts.mapValues { counts in counts.indices.filter { counts[$0] > 0 } }
    self.gap = gap
  }

  /// The services that a teller was never seen doing and, were all alike, would have done often; none of one whom
  /// the log does not name.
  public func unseen(of teller: String) -> [Int] {
    guard let served = counts[teller] else { return [] }
    let (count, all) = (served.reduce(0, +), totals.reduce(0, +))
    let never = served.indices.filter { served[$0] == 0 }
    guard never.reduce(0, { $0 + count * totals[$1] }) >= Self.fewestSeen * all else { return [] }
    return never.filter { count * totals[$0] >= Self.fewestOfOne * all }
  }

  /// The tellers of the log by name, with how many clients each served.
  public var served: [(teller: String, clients: Int)] {
    counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value.reduce(0, +)) }
  }

  /// The tellers of a day by name, there from their first service to their last.
  ///
  /// Those whom `known` has by their name have its skills. Where they `stay`, whoever served until nobody waited any more for
  /// what they can do, and nobody came later, goes only when nobody waits under another policy, too.
  public func tellers(
    on day: RecordedLog.Day, _ reading: Reading, services names: [String] = [],
    known: [Teller] = [], stay: Bool = false
  ) -> [Teller] {
    let waits = waits(on: day)
    let lastCalls = Dictionary(
      day.clients.map { ($0.service, $0.waitEnd ?? $0.arrival) }, uniquingKeysWith: max)
    return day.clientsByTeller.sorted { $0.key < $1.key }.map { name, clients in
      let unseen = reading.skills == .all ? [] : unseen(of: name)
      let seen = unseen.isEmpty ? nil : names.indices.filter { !unseen.contains($0) }
      var shifts = stretches(of: name, clients, waits, reading.idle)
        .filter { $0.upperBound > $0.lowerBound }
        .map { Shift(from: .seconds($0.lowerBound), to: .seconds($0.upperBound)) }
      let skills = known.first { $0.name == name }.map(\.skills) ?? seen?.map { names[$0] }
      if stay, let last = shifts.last,
        lastCalls.allSatisfy({ service, call in
          skills.map { !$0.contains(names[service]) } ?? false || .seconds(call) <= last.end
        })
      {
        shifts[shifts.count - 1].end = BranchPlan.longestTime
      }
      return Teller(name, skills: skills, shifts: shifts)
    }
  }

  /// When a teller who served these clients, in order, was there.
  func stretches(
    of teller: String, _ clients: [RecordedLog.Client], _ waits: Waits, _ idle: Idle
  ) -> [ClosedRange<Double>] {
    var stretches: [ClosedRange<Double>] = []
    var before: RecordedLog.Client?
    for client in clients {
      guard let service = client.served else { continue }
      guard let last = stretches.last, let former = before else {
        stretches.append(service)
        before = client
        continue
      }
      before = client
      let pause = last.upperBound...max(last.upperBound, service.lowerBound)
      let goes: Double? =
        switch idle {
        case _ where service.lowerBound - last.upperBound <= gap: nil
        case .away: pause.lowerBound
        case .kept: waits.first(of: [former.service, client.service], within: pause)
        case .there, .written: waits.first(for: teller, within: pause)
        }
      if let goes {
        stretches[stretches.count - 1] = last.lowerBound...goes
        stretches.append(service)
      } else {
        stretches[stretches.count - 1] =
          last.lowerBound...max(last.upperBound, service.upperBound)
      }
    }
    return stretches
  }

  /// The clients of a day who waited for longer than the gap.
  func waits(on day: RecordedLog.Day) -> Waits {
    Waits(
      skills: skills,
      lines: Dictionary(grouping: day.clients, by: \.service)
        .mapValues { Waiting($0, longerThan: gap) })
  }

  /// When clients waited whom a teller is seen to serve.
  struct Waits {
    fileprivate let skills: [String: [Int]]
    fileprivate let lines: [Int: Waiting]

    /// From when on one of a teller's clients waited, if any did in this stretch.
    func first(for teller: String, within stretch: ClosedRange<Double>) -> Double? {
      first(of: skills[teller] ?? [], within: stretch)
    }

    /// The same of clients of some services.
    func first(of services: [Int], within stretch: ClosedRange<Double>) -> Double? {
      services.compactMap { lines[$0]?.first(within: stretch) }.min()
    }
  }
}
