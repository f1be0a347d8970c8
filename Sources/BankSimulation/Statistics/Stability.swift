public import BankCore

/// Whether a model has long-run means at all.
public enum Stability {
  /// The services whose clients bring more work than those who can do it could ever finish, with
  /// the work and the capacity in tellers; `nil` where there are none such.
  ///
  /// Arrivals that end are never found unstable here. Services that need stock, and branches with a limit or with
  /// shifts, are found so only where a run has been `seen` in which nobody was turned away. Of clients who lose patience
  /// all count where nobody left, and otherwise those who would wait a thousand times as long as anybody did. A teller
  /// with shifts counts for the share of that run's time that it was there.
  public static func overload(
    _ plan: BranchPlan, _ workload: Workload, seen: DayStatistics? = nil
  ) -> (services: [String], work: Double, capacity: Double)? {
    // With constant gaps and times a load of exactly 1 is still stable.
    let most = variation(workload) > 1e-9 ? 1 - 1e-12 : 1 + 1e-12
    return heaviest(plan, workload, seen: seen, patientFor: 1000).flatMap {
      $0.work >= $0.capacity * most ? $0 : nil
    }
  }

  /// The services whose clients bring the most work beside what those who can do it could finish.
  ///
  /// Counted over every set of services that the same tellers can do, up to 16 of them, of `some` services
  /// where they are given; `nil` where that says nothing, as ``overload(_:_:seen:)`` has it. Of clients some of whom
  /// left those count who would wait `patientFor` times as long as anybody who was served; none without it.
  static func heaviest(
    _ plan: BranchPlan, _ workload: Workload, seen: DayStatistics? = nil, of some: Set<Int>? = nil,
    patientFor: Double? = nil
  ) -> (services: [String], work: Double, capacity: Double)? {
    guard workload.closes == nil, plan.serviceGroupCount <= 16,
      plan.limit == nil || seen.map({ $0.all.balked == 0 }) ?? false,
      !plan.hasShifts || seen != nil && isStationary(workload)
    else { return nil }
    let groups = (0..<plan.serviceGroupCount).map { group in
      plan.services.indices.filter { plan.groupOfService[$0] == group }
    }
    let demand = Demand(plan, workload, seen: seen, of: some, patientFor: patientFor)
    let crew = Crew(plan, workload, groups, seen: seen)
    var heaviest: (services: [Int], work: Double, capacity: Double)?
    for set in 1..<(1 << groups.count) {
      let members = groups.indices.filter { set >> $0 & 1 == 1 }
      let services = members.flatMap { groups[$0] }
      // Two bounds, each of which the branch cannot do more than: every teller is as fast as at the fastest of
      // the services, or every service takes as long as with its fastest teller.
      let bounds = [
        (work: demand.work(of: services), capacity: crew.capacity(for: members)),
        (work: demand.leastWork(of: services), capacity: crew.count(for: members)),
      ]
      for (work, capacity) in bounds where work > 0 {
        // Work over capacity is compared crosswise, for a capacity may be 0.
        if let heaviest, work * heaviest.capacity <= heaviest.work * capacity { continue }
        heaviest = (services, work, capacity)
      }
    }
    return heaviest.map { set in
      (set.services.map { plan.services[$0].name }, set.work, set.capacity)
    }
  }

  /// The work that clients bring, in tellers.
  private struct Demand {
    /// Of each service, by tellers of speed 1.
    private let work: [Double]
    /// The same where the fastest teller does all of it.
    private let leastWork: [Double]

    init(
      _ plan: BranchPlan, _ workload: Workload, seen: DayStatistics?, of some: Set<Int>?,
      patientFor: Double?
    ) {
      let (rates, handover) = (workload.rates, plan.handover.seconds)
      /// The share of the clients for a service who stay, as far as is known.
      func staying(_ service: Int) -> Double {
        let patience = workload.services[service].patience
        if patience == nil, plan.services[service].needs.isEmpty { return 1 }
        guard let figures = seen?.services[service], figures.refused == 0 else { return 0 }
        if figures.abandoned == 0 { return 1 }
        guard let patience, let patientFor else { return 0 }
        return 1 - patience.probability(upTo: patientFor * figures.wait.max)
      }
      work = zip(plan.services.indices, workload.services).map { service, load in
        guard some?.contains(service) ?? true else { return 0 }
        return staying(service) * rates[service] * (load.time.mean + handover)
      }
      leastWork = zip(work.indices, zip(work, workload.services)).map { service, each in
        let (work, mean) = (each.0, each.1.time.mean)
        let fastest =
          plan.tellers.indices.filter { plan.can($0, do: service) }
          .map { plan.speed(of: $0, doing: service) }.max() ?? 1
        return mean + handover > 0 ? work * (mean / fastest + handover) / (mean + handover) : 0
      }
    }

    func work(of services: [Int]) -> Double { services.reduce(0) { $0 + work[$1] } }
    func leastWork(of services: [Int]) -> Double { services.reduce(0) { $0 + leastWork[$1] } }
  }

  /// What tellers can do of groups of services, in tellers.
  private struct Crew {
    /// The share of the time that each teller is there.
    private let presence: [Double]
    /// `presence` times how much faster the teller is than one of speed 1 who hands over as long: by teller and group, at
    /// the fastest service of the group.
    ///
    /// This is the most a teller can do, so an overload found with it is certain.
    private let speeds: [[Double]]

    init(_ plan: BranchPlan, _ workload: Workload, _ groups: [[Int]], seen: DayStatistics?) {
      let (handover, hasShifts) = (plan.handover.seconds, plan.hasShifts)
      let presence = plan.tellers.indices.map {
        hasShifts ? seen?.tellers[$0].presence.mean ?? 1 : 1
      }
      speeds = plan.tellers.indices.map { teller in
        groups.map { services in
          services.filter { plan.can(teller, do: $0) }.map { service in
            let mean = workload.services[service].time.mean
            let time = mean / plan.speed(of: teller, doing: service) + handover
            return presence[teller] * (time > 0 ? (mean + handover) / time : 1)
          }.max() ?? 0
        }
      }
      self.presence = presence
    }

    func capacity(for groups: [Int]) -> Double {
      speeds.reduce(0) { sum, row in sum + (groups.map { row[$0] }.max() ?? 0) }
    }

    /// How many of them are there, on average, who can do any of it.
    func count(for groups: [Int]) -> Double {
      zip(speeds, presence).reduce(0) { sum, teller in
        groups.contains { teller.0[$0] > 0 } ? sum + teller.1 : sum
      }
    }
  }

  /// After how many clients lines forget what was, and how long that takes; by how busy the branch is.
  ///
  /// About (cₐ² + cₛ²) / 2(1 − ρ)² clients where tellers are busy to the share ρ, by the squared
  /// coefficients of variation of gaps and times (Whitt, Planning queueing simulations, 1989). What the
  /// config says of ρ does not err with a run; where it says nothing, what was `seen` does.
  public static func memory(
    _ plan: BranchPlan, _ workload: Workload, seen: DayStatistics? = nil
  ) -> (clients: Double, seconds: Double, busy: Double) {
    let known = heaviest(plan, workload, seen: seen).map { $0.work / $0.capacity }
    // With speeds by service the config says too little.
    let isPlain = known != nil && plan.tellers.allSatisfy(\.speeds.isEmpty)
    let seen = isPlain ? nil : seen?.tellers.compactMap { $0.share(handover: plan.handover) }.max()
    return memory(workload, busy: max(known ?? 0, seen ?? 0))
  }

  /// The same of a branch in which some leave: by how busy those keep it who would have waited twice as long as anybody
  /// did; `nil` where that is not known.
  static func memory(
    ofStayers plan: BranchPlan, _ workload: Workload, seen: DayStatistics
  ) -> (clients: Double, seconds: Double, busy: Double)? {
    guard plan.tellers.allSatisfy(\.speeds.isEmpty) else { return nil }
    return heaviest(plan, workload, seen: seen, patientFor: 2).map {
      memory(workload, busy: min(1, $0.work / $0.capacity))
    }
  }

  private static func memory(
    _ workload: Workload, busy: Double
  ) -> (clients: Double, seconds: Double, busy: Double) {
    let clients = variation(workload) / 2 / max((1 - busy) * (1 - busy), 1e-12)
    let rate = workload.rates.reduce(0, +)
    return (clients, rate > 0 ? clients / rate : 0, busy)
  }

  /// The sum of the squared coefficients of variation of gaps and of service times, over all services.
  private static func variation(_ workload: Workload) -> Double {
    var (rate, mean, square, gaps) = (0.0, 0.0, 0.0, 0.0)
    for (load, each) in zip(workload.services, workload.rates) {
      rate += each
      mean += each * load.time.mean
      square += each * load.time.moment(2)
      if case .renewal(let times)? = load.arrivals, times.mean > 0 {
        gaps += each * (times.moment(2) / (times.mean * times.mean) - 1)
      } else {
        gaps += each
      }
    }
    guard rate > 0, mean > 0 else { return 0 }
    return gaps / rate + square * rate / (mean * mean) - 1
  }

  /// Arrivals a second in the long run; 0 where they end.
  static func rate(_ arrivals: ArrivalProcess?) -> Double {
    switch arrivals {
    case nil, .times: 0
    case .poisson(let rate): rate
    case .piecewisePoisson(let pieces): pieces.last?.rate ?? 0
    case .renewal(let gaps): gaps.mean > 0 ? 1 / gaps.mean : 0
    }
  }

  /// Whether the arrivals are the same for as long as a run goes on, so that growing waits mean something.
  ///
  /// Where all are there at opening waits only grow.
  public static func isStationary(_ workload: Workload) -> Bool {
    workload.closes == nil && workload.services.contains { $0.arrivals != nil }
      && workload.services.allSatisfy { load in
        switch load.arrivals {
        case nil, .poisson, .renewal: true
        case .piecewisePoisson(let pieces): pieces.count == 1 && pieces[0].from <= 0
        case .times: false
        }
      }
  }

  /// Whether hardly anybody left or was turned away: then what holds lines short is not that.
  static func keepsClients(_ figures: ServiceFigures) -> Bool {
    Double(figures.abandoned + figures.balked + figures.refused) < 0.01 * Double(figures.arrived)
  }

  /// How much the waits of a day lie on a rising line, by the means of consecutive batches.
  public struct Trend: Sendable, Equatable {
    /// The correlation of waits and time; 0 for fewer than twenty batches.
    public let correlation: Double
    /// The last mean, in seconds.
    public let last: Double
    /// The means of the first and of the second half, in seconds; `nil` for fewer than twenty batches.
    public let halves: (first: Double, second: Double)?

    /// Whether two trends are the same.
    public static func == (left: Trend, right: Trend) -> Bool {
      left.correlation == right.correlation && left.last == right.last
        && left.halves?.first == right.halves?.first && left.halves?.second == right.halves?.second
    }

    /// Makes the trend of the means of batches.
    public init(_ means: [Double]) {
      last = means.last ?? 0
      let half = means.count / 2
      halves =
        means.count < 20
        ? nil
        : (
          means.prefix(half).reduce(0, +) / Double(half),
          means.suffix(half).reduce(0, +) / Double(half)
        )
      let middle = Double(means.count - 1) / 2
      let mean = means.reduce(0, +) / Double(max(means.count, 1))
      var (xx, xy, yy) = (0.0, 0.0, 0.0)
      for (index, value) in means.enumerated() {
        let (x, y) = (Double(index) - middle, value - mean)
        xx += x * x
        xy += x * y
        yy += y * y
      }
      correlation = means.count >= 20 && yy > 0 ? xy / (xx * yy).squareRoot() : 0
    }
  }

  /// Whether nothing is seen of waits that change, by the trends of the days.
  ///
  /// That is neither a line that rises or falls nor a half longer than the other. Of clients who are served when
  /// nobody else comes any more, the first wait longest.
  public static func isLevel(_ days: [Trend]) -> Bool {
    let halves = days.compactMap(\.halves)
    guard halves.count == days.count, !days.isEmpty else { return false }
    let correlation = days.reduce(0) { $0 + $1.correlation } / Double(days.count)
    let (first, second) = halves.reduce((0, 0)) { ($0.0 + $1.first, $0.1 + $1.second) }
    return abs(correlation) < 0.5 && second < 1.25 * first && first < 1.25 * second
  }

  /// Whether waits grow for as long as a run goes on, by the trends of its days; asked of what is
  /// stationary alone.
  ///
  /// They do where the days have, on average, a correlation above 0.95 (one day) or nearly 0.85
  /// (many), and end beyond twenty times the mean service time. Of full lines that are just stable
  /// hardly one in twenty looks so on one day, and none that was tried on five.
  public static func drifts(_ days: [Trend], meanTime: Double) -> Bool {
    guard !days.isEmpty else { return false }
    let count = Double(days.count)
    return days.reduce(0) { $0 + $1.correlation } / count > 0.85 + 0.1 / count
      && days.reduce(0) { $0 + $1.last } / count > 20 * meanTime
  }
}
