public import BankCore

/// What makes a log as a whole doubtful, though each of its rows can be read.
extension RecordedLog {
  /// The share of rows from which on they are no accidents.
  private static let many = 0.05

  /// So many seconds are no rounding, nor the way from one machine to another.
  private static let wellBefore = 30.0

  /// Two names that change so often within days, and never serve at once, may be one person's.
  private static let fewestChanges = 20

  /// Whether any client has another class than 0.
  public var hasClasses: Bool { days.contains { $0.clients.contains { $0.priority != 0 } } }

  /// Rows that are there twice, clocks that disagree, outcomes that are left out, clients who left nobody knows when, and
  /// one teller under two names.
  public var doubts: [Phrase] {
    var doubts: [Phrase] = []
    let clients = days.flatMap(\.clients)
    func isMany(_ count: Int) -> Bool {
      count >= 5 && Double(count) > Self.many * Double(clients.count)
    }
    let twice = days.reduce(0) { sum, day in
      let known = day.clients.compactMap(TimesOfClient.init)
      return sum + known.count - Set(known).count
    }
    if isMany(twice) {
      doubts.append(
        "\(twice) of \(clients.count) rows have the same times, service and teller as another: if they are there twice, take one of each out, for a teller is at one client at a time"
      )
    }
    let early = clients.count { client in
      client.served.map { $0.lowerBound < client.arrival - Self.wellBefore } ?? false
    }
    if isMany(early) {
      doubts.append(
        "\(early) of \(clients.count) rows begin half a minute and more before their client came: the clocks of arrivals and of desks seem to disagree, and then waits and patience are wrong"
      )
    }
    doubts += [endless(clients), sameEnd(clients)].compactMap(\.self)
    let skipped = outcomesLeftOut.values.reduce(0, +)
    if skipped >= 5, Double(skipped) > Self.many * Double(clients.count + skipped) {
      let outcomes = outcomesLeftOut.keys.sorted().joined(separator: ", ")
      doubts.append(
        "\(skipped) of \(clients.count + skipped) rows are left out for their outcome (\(outcomes)): if these people came, more came and more were lost than is said here"
      )
    }
    let gone = countGoneUnseen()
    if gone >= 5, gone * 100 > clients.count {
      doubts.append(
        "\(gone) of \(clients.count + gone) clients were not served, and the log does not say when they left: they count as lost, but how long they waited nobody knows, and no model or replay has them"
      )
    }
    for (one, other) in aliases {
      doubts.append(
        "tellers \"\(one)\" and \"\(other)\" take turns and never serve at once: if they are one person, give them one name in the log, for two names are two tellers"
      )
    }
    return doubts
  }

  /// Services that last so much longer than others that nobody may have ended them.
  private func endless(_ clients: [Client]) -> Phrase? {
    let lengths = clients.compactMap { client in
      client.served.map { (length: $0.upperBound - $0.lowerBound, row: client.row) }
    }.sorted { $0.length < $1.length }
    guard lengths.count >= 100 else { return nil }
    // As of an exponential time one in 10⁹ would.
    let usual = lengths[lengths.count / 2].length / 0.693
    let long = lengths.filter { $0.length > max(20 * usual, 3600) }
    // Where there are many, times are so.
    guard !long.isEmpty, Double(long.count) < 0.02 * Double(lengths.count) else { return nil }
    let rows = long.map(\.row).sorted()
    if rows.count == 1 {
      return
        "1 of \(lengths.count) services lasts more than twenty times as long as is usual, for an hour and more (line \(rows[0])): if somebody forgot to end it, take it out, for means and the speeds of tellers hang on it"
    }
    let lines =
      rows.prefix(3).map(String.init).joined(separator: ", ") + (rows.count > 3 ? ", …" : "")
    return
      "\(long.count) of \(lengths.count) services last more than twenty times as long as is usual, for an hour and more (lines \(lines)): if somebody forgot to end them, take them out, for means and the speeds of tellers hang on them"
  }

  /// A time of day at which many services end.
  private func sameEnd(_ clients: [Client]) -> Phrase? {
    let ends = clients.compactMap { client in
      client.served.map { (time: Int($0.upperBound) % 86_400, row: client.row) }
    }
    let counts = Dictionary(grouping: ends, by: \.time)
    // A clock of minutes has many at each.
    guard let most = counts.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }),
      most.value.count >= 10, Double(most.value.count) > 0.01 * Double(ends.count),
      counts.values.count(where: { $0.count * 4 > most.value.count }) == 1
    else { return nil }
    let clock = Self.clock(most.key)
    return
      "\(most.value.count) of \(ends.count) services end at \(clock) (the first in line \(most.value.map(\.row).min() ?? 0)): if a machine ended them, their times are none, and they are to be taken out"
  }

  private static func clock(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map(two).joined(separator: ":")
  }

  /// Pairs of tellers whose names are alike and who never serve at once.
  private var aliases: [(String, String)] {
    func letters(_ name: String) -> String {
      name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
    let services = days.map(\.servicesByTeller)
    let names = Set(services.flatMap(\.keys)).map { (name: $0, letters: letters($0)) }
      .sorted { ($0.letters, $0.name) < ($1.letters, $1.name) }
    return names.enumerated().flatMap { place, one in
      names[(place + 1)...].prefix { $0.letters.hasPrefix(one.letters) }.filter { other in
        // Numbers of tellers are no other way to write one.
        let rest = other.letters.dropFirst(one.letters.count)
        return !one.letters.isEmpty && (rest.isEmpty || rest.contains { !$0.isNumber })
          && takeTurns(one.name, other.name, services)
      }.map { (one.name, $0.name) }
    }
  }

  /// Whether two tellers follow each other often within days, and never serve at once.
  private func takeTurns(
    _ one: String, _ other: String, _ days: [[String: [ClosedRange<Double>]]]
  ) -> Bool {
    var changes = 0
    for day in days {
      guard let first = day[one], let second = day[other] else { continue }
      let all = (first.map { ($0, true) } + second.map { ($0, false) })
        .sorted { ($0.0.lowerBound, $0.0.upperBound) < ($1.0.lowerBound, $1.0.upperBound) }
      for (before, after) in zip(all, all.dropFirst()) where before.1 != after.1 {
        if after.0.lowerBound < before.0.upperBound { return false }
        changes += 1
      }
    }
    return changes >= Self.fewestChanges
  }

  /// What is the same in two rows of one client.
  private struct TimesOfClient: Hashable {
    let arrival: Double
    let service: Int
    let served: ClosedRange<Double>?
    let left: Double?
    let teller: String

    /// `nil` where no teller is known: then two clients may well have the same times, at two desks.
    init?(_ client: Client) {
      guard let known = client.teller else { return nil }
      (arrival, service, served) = (client.arrival, client.service, client.served)
      (left, teller) = (client.left, known)
    }
  }
}
