public import BankCore

/// What happened on real days, read from a log.
public struct RecordedLog: Sendable {
  /// A client of the log.
  public struct Client: Sendable, Equatable {
    /// When the client joined the line, in seconds since the midnight with which the day's date begins.
    public var arrival: Double
    /// The service.
    public var service: Int
    /// The priority class.
    public var priority: Int
    /// From when until when the client was served, or `nil` for one who left.
    public var served: ClosedRange<Double>?
    /// When one who left did so.
    public var left: Double?
    /// Whether one who left was turned away, whatever their patience.
    public var wasTurnedAway = false
    /// Who served, by name.
    public var teller: String?
    /// The line of the file.
    public var row: Int

    /// How long the client waited until being served, if so.
    public var wait: Double? { served.map { max(0, $0.lowerBound - arrival) } }

    /// When the wait was over, one way or the other.
    var waitEnd: Double? { served?.lowerBound ?? left }
  }

  /// One day.
  public struct Day: Sendable {
    /// The date, as `1999-02-01`, or `1` for a log without dates.
    public var date: String
    /// The clients in order of arrival.
    public var clients: [Client]

    /// The mean wait of those served, in seconds; `nil` when nobody was.
    public var meanWait: Double? {
      let waits = clients.compactMap(\.wait)
      return waits.isEmpty ? nil : waits.reduce(0, +) / Double(waits.count)
    }

    /// How many of the clients were served.
    public var served: Int { clients.count { $0.served != nil } }
  }

  /// The days in order.
  public var days: [Day] = []
  /// How many rows were left out, by reason.
  public var leftOut: [(reason: Phrase, count: Int)] = []
  /// Who of those was not served, with their dates.
  private var goneUnseen: [(date: String, client: Client)] = []
  /// How many of those their outcome left out, by outcome.
  var outcomesLeftOut: [String: Int] = [:]
  /// What else a reader has to know, with how many rows it concerns.
  public var notes: [(text: Phrase, count: Int)] = []

  /// What is said of a log whose times are all before one o'clock in the afternoon, and go back.
  package static let halfDay: Phrase =
    "has no hour above 12, and times that go back by half a day: these are times of a 12-hour clock without AM and PM"

  /// The rows that could not be read and were left out.
  public var unreadable: [Problem] = []

  /// Reads a log, its heading first, for the services called `services`.
  ///
  /// A client's service is an index into them. Up to `most` rows that cannot be read are left out, and listed in
  /// ``unreadable``.
  ///
  /// - Throws: every problem found (the first 20 in full), with its line and column.
  public init(
    _ text: String, _ format: RecordingFormat, services: [String], skippingUnreadable most: Int = 0
  ) throws(Problems) {
    var reader = RecordReader(format, services)
    reader.mostUnreadable = most
    reader.read(text)
    guard reader.problems.isEmpty else {
      let more =
        most == 0 || reader.unreadable.isEmpty
        ? []
        : [
          Problem(
            "", "more rows cannot be read than the \(most) that may be left out",
            "these are the first of them")
        ]
      throw Problems(more + reader.unreadable.prefix(20) + reader.problems)
    }
    unreadable = reader.unreadable
    reader.giveNightsToTheirEvenings()
    let date = { (day: Int) in reader.hasDates ? TimePattern.date(day) : "1" }
    days = reader.days.sorted { $0.key < $1.key }.map { day, clients in
      Day(
        date: date(day),
        // Of those who came in the same second, whoever was called first was first.
        clients: clients.sorted {
          ($0.arrival, $0.waitEnd ?? .infinity, $0.row)
            < ($1.arrival, $1.waitEnd ?? .infinity, $1.row)
        })
    }
    leftOut = reader.leftOut.sorted { "\($0.key)" < "\($1.key)" }.map { ($0.key, $0.value) }
    goneUnseen = reader.goneUnseen.map { (date($0.day), $0.client) }
    outcomesLeftOut = reader.outcomesLeftOut
    reader.noteOverlaps()
    notes = reader.notes.sorted { "\($0.key)" < "\($1.key)" }.map { ($0.key, $0.value) }
  }

  /// The same with the days of `dates` alone.
  package func only(_ dates: Set<String>) -> RecordedLog {
    var log = self
    log.days.removeAll { !dates.contains($0.date) }
    return log
  }

  /// How many of its days were not served and left at no time that the log knows: they were lost, and are in no day.
  package func countGoneUnseen(where isMeant: (Client) -> Bool = { _ in true }) -> Int {
    guard !goneUnseen.isEmpty else { return 0 }
    let dates = Set(days.map(\.date))
    return goneUnseen.count { dates.contains($0.date) && isMeant($0.client) }
  }

  /// Those who left at no time that the log knows, by the date of their day.
  package var goneUnseenByDate: [String: [Client]] {
    Dictionary(grouping: goneUnseen, by: \.date).mapValues { $0.map(\.client) }
  }
}
