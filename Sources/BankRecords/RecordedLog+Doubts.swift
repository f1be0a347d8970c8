public import BankCore

/// What makes a log as a whole doubtful, though each of its rows can be read.
extension RecordedLog {
  /// The share of rows from which on they are no accidents.
  private static let many = 0.05

  /// So many seconds are no rounding, nor the way from one machine to another.
  private static let wellBefore = 30.0

  /// Rows that are there twice, and clocks that disagree.
  public var doubts: [Phrase] {
    var doubts: [Phrase] = []
    let clients = days.flatMap(\.clients)
    func isMany(_ count: Int) -> Bool {
      count >= 5 && Double(count) > Self.many * Double(clients.count)
    }
    let twice =
      clients.count
      - days.reduce(0) { sum, day in
        sum + Set(day.clients.map { TimesOfClient($0) }).count
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
    return doubts
  }

  /// What is the same in two rows of one client.
  private struct TimesOfClient: Hashable {
    let arrival: Double
    let service: Int
    let served: ClosedRange<Double>?
    let left: Double?
    let teller: String?

    init(_ client: Client) {
      (arrival, service, served) = (client.arrival, client.service, client.served)
      (left, teller) = (client.left, client.teller)
    }
  }
}
