public import BankCore
public import BankSimulation

/// A branch that can be simulated and changed, as a log shows it: who comes when, how long serving takes,
/// how long clients wait, who serves.
public struct FittedBranch: Sendable {
  /// A service.
  public struct Service: Sendable {
    /// Its name.
    public var name: String
    /// Arrivals a second in each ``period`` from ``opens`` on, the mean over the days.
    public var rates: [Double]
    /// The variance of the daily counts beside their mean, over the periods: 1 for arrivals at random, more
    /// where days differ.
    public var dispersion: Double
    /// How often clients came, over all days.
    public var count: Int
    /// The families fitted to the service times, the best first; none where nobody was served.
    public var times: [DistributionFit]
    /// The service times, in seconds.
    public var served: [Double]
    /// How long clients wait; `nil` where too few left to say.
    public var patience: PatienceFit?
    /// How many left.
    public var left: Int
    /// The share of each priority class, where there is more than one.
    public var classes: [ServiceLoad.ClassShare]
  }

  /// A teller.
  public struct Staff: Sendable {
    /// The name: the log's, or a number where tellers change from day to day.
    public var name: String
    /// The services, as indices, that the log shows them doing; `nil` for all.
    public var skills: [Int]?
    /// When they are there, in seconds from opening; `nil` for always.
    public var shifts: [Range<Double>]?

    /// The end of a shift that goes on until nobody waits: a day after opening.
    public static let untilNobodyWaits = 86_400.0
  }

  /// From this many pauses on a family is fitted to them; fewer give their mean.
  public static let fewestPauses = 50

  /// The length of a period: half an hour, in seconds.
  public static let period = 1800.0

  /// When the branch opens, in seconds from midnight.
  public let opens: Double
  /// When it closes: nobody comes later.
  public let closes: Double
  /// The services.
  public let services: [Service]
  /// The tellers.
  public let staff: [Staff]
  /// The services, as indices, that nobody is seen doing, though clients come for them: every teller is given them.
  public let untaught: [Int]
  /// Whether tellers are those of the log, and not as many as there were in each period.
  public let isNamed: Bool
  /// How many tellers were there in each period, the mean over the days.
  public let present: [Double]
  /// The time between two clients of a teller.
  public let handover: RecordedPauses
  /// The families fitted to it, the best first; none where too few pauses were seen to know one, or most are 0.
  public let handoverFits: [DistributionFit]
  /// The number of days.
  public let days: Int
  /// The mean number of clients on each weekday that is in the log, by name, and how many days that were.
  public let weekdays: [(name: String, clients: Double, days: Int)]

  /// Reads the branch out of a log with at least one day.
  ///
  /// - Parameters:
  ///   - log: the log.
  ///   - format: the format that it was read with.
  ///   - names: the names of the services that it was read for.
  ///   - given: the tellers of a log that names none, their shifts as times of day.
  public init(
    _ log: RecordedLog, _ format: RecordingFormat, services names: [String], tellers given: [Teller]
  ) {
    let period = Self.period
    let clients = log.days.flatMap(\.clients)
    let first = clients.map(\.arrival).min() ?? 0
    let last = clients.map(\.arrival).max() ?? 0
    let opens = (first / period).rounded(.down) * period
    self.opens = opens
    closes = ((last / period).rounded(.down) + 1) * period
    let periods = Int((closes - opens) / period)
    days = log.days.count
    services = names.indices.map { service in
      Self.service(names[service], service, log, from: opens, periods)
    }
    handover = RecordedPauses(log.days, upToTimesMedian: 10, longest: format.gap)
    handoverFits =
      handover.count < Self.fewestPauses || handover.median == 0
      ? [] : DistributionFit.all(handover.all)
    let presence = RecordedPresence(
      log.days, RecordedStaff(log.days, gap: format.gap), opens: opens,
      periods: periods)
    isNamed = presence.isSteady
    present = presence.mean
    let isSeen = clients.contains { $0.teller != nil }
    var staff =
      !isSeen
      ? given.map { Staff($0, services: names, opens: opens) }
      : isNamed
        ? presence.named(services: names.count)
        : presence.numbered
    let services = services
    untaught = services.indices.filter { service in
      services[service].count > 0
        && !staff.contains { $0.skills.map { $0.contains(service) } ?? true }
    }
    for teller in staff.indices { staff[teller].skills? += untaught }
    // Whoever calls clients after closing does so until nobody waits; of tellers without names all who are there.
    let closing = closes
    let late = Set(clients.filter { ($0.served?.lowerBound ?? 0) >= closing }.compactMap(\.teller))
    for teller in staff.indices
    where isNamed ? late.contains(staff[teller].name) : !late.isEmpty {
      guard let last = staff[teller].shifts?.indices.last,
        let shift = staff[teller].shifts?[last], shift.upperBound == closes - opens
      else { continue }
      staff[teller].shifts?[last] = shift.lowerBound..<Staff.untilNobodyWaits
    }
    self.staff = staff
    weekdays = Self.weekdays(log)
  }

  private static func service(
    _ name: String, _ service: Int, _ log: RecordedLog, from opens: Double, _ periods: Int
  ) -> Service {
    var counts = Array(repeating: [Int](repeating: 0, count: log.days.count), count: periods)
    var served: [Double] = []
    var (waits, left): ([Double], [Double]) = ([], [])
    var classes: [Int: Int] = [:]
    for (day, recorded) in log.days.enumerated() {
      for client in recorded.clients where client.service == service {
        counts[min(periods - 1, Int((client.arrival - opens) / period))][day] += 1
        classes[client.priority, default: 0] += 1
        if let times = client.served {
          served.append(times.upperBound - times.lowerBound)
          waits.append(client.wait ?? 0)
        } else if let gone = client.left, !client.wasTurnedAway {
          left.append(gone - client.arrival)
        }
      }
    }
    let days = Double(log.days.count)
    let means = counts.map { Double($0.reduce(0, +)) / days }
    // Summed over the periods, so that empty ones weigh nothing.
    let spread = zip(counts, means).reduce(0) { sum, each in
      sum + each.0.reduce(0) { $0 + (Double($1) - each.1) * (Double($1) - each.1) }
        / max(days - 1, 1)
    }
    let total = means.reduce(0, +)
    return Service(
      name: name, rates: means.map { $0 / period }, dispersion: total > 0 ? spread / total : 0,
      count: Int((total * days).rounded()), times: DistributionFit.all(served), served: served,
      patience: PatienceFit(left: left, served: waits), left: left.count,
      classes: classes.count < 2
        ? []
        : classes.sorted { $0.key > $1.key }.map { .init($0.key, share: Double($0.value)) })
  }

  private static func weekdays(
    _ log: RecordedLog
  ) -> [(name: String, clients: Double, days: Int)] {
    var counts: [String: [Int]] = [:]
    for day in log.days {
      guard let number = TimePattern("yyyy-MM-dd")?.read(day.date[...])?.day else { continue }
      counts[TimePattern.weekday(number), default: []].append(day.clients.count)
    }
    return TimePattern.weekdays(from: "mon").compactMap { name in
      counts[name].map { (name, Double($0.reduce(0, +)) / Double($0.count), $0.count) }
    }
  }
}

extension FittedBranch.Staff {
  /// A teller whose shifts are times of day, in a branch that opens at `opens`.
  fileprivate init(_ teller: Teller, services: [String], opens: Double) {
    name = teller.name
    skills = teller.skills.map { names in names.compactMap { services.firstIndex(of: $0) } }
    shifts = teller.shifts?.compactMap { shift in
      let (start, end) = (max(0, shift.start.seconds - opens), shift.end.seconds - opens)
      return start < end ? start..<end : nil
    }
  }
}
