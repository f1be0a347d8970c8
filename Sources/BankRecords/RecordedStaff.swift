public import BankCore

/// Who a log shows to be there.
///
/// A log shows who serves, and nobody who has nothing to do. Between two services that lie far apart a teller may
/// have gone or idled; only where a client whom they are seen to serve waited meanwhile, they had gone for sure.
public struct RecordedStaff: Sendable {
  /// What is taken of a teller between two services that lie further apart than the recording's `gap`.
  public enum Idle: String, Sendable, CaseIterable {
    /// They were away.
    case away
    /// They were there, until a client of theirs waited.
    case there
  }

  /// What is taken of those who are not seen to serve.
  public let idle: Idle
  /// The services that each teller is seen doing.
  let skills: [String: [Int]]
  /// Between two services at most so far apart, in seconds, a teller is there whoever waits.
  private let gap: Double

  /// Reads the staff of some days; `gap` is the recording's, in seconds.
  public init(_ days: [RecordedLog.Day], gap: Double, idle: Idle) {
    var skills: [String: Set<Int>] = [:]
    for client in days.lazy.flatMap(\.clients) where client.served != nil {
      if let teller = client.teller { skills[teller, default: []].insert(client.service) }
    }
    self.skills = skills.mapValues { $0.sorted() }
    self.gap = gap
    self.idle = idle
  }

  /// The tellers of a day by name, there from their first service to their last.
  public func tellers(on day: RecordedLog.Day) -> [Teller] {
    let waits = waits(on: day)
    return day.servicesByTeller.sorted { $0.key < $1.key }.map { name, services in
      Teller(
        name,
        shifts: stretches(of: name, services, waits, idle)
          .filter { $0.upperBound > $0.lowerBound }
          .map { Shift(from: .seconds($0.lowerBound), to: .seconds($0.upperBound)) })
    }
  }

  /// When a teller with these services, in order, was there.
  func stretches(
    of teller: String, _ services: [ClosedRange<Double>], _ waits: Waits, _ idle: Idle
  ) -> [ClosedRange<Double>] {
    services.reduce(into: []) { stretches, service in
      guard let last = stretches.last else { return stretches.append(service) }
      let pause = last.upperBound...max(last.upperBound, service.lowerBound)
      let goes =
        service.lowerBound - last.upperBound <= gap
        ? nil : idle == .away ? pause.lowerBound : waits.first(for: teller, within: pause)
      if let goes {
        stretches[stretches.count - 1] = last.lowerBound...goes
        stretches.append(service)
      } else {
        stretches[stretches.count - 1] =
          last.lowerBound...max(last.upperBound, service.upperBound)
      }
    }
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
      skills[teller]?.compactMap { lines[$0]?.first(within: stretch) }.min()
    }
  }
}
