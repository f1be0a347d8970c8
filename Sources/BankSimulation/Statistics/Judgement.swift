public import BankCore

/// What may be said of a run, and what may not: whether there is a long-run mean, whether an interval can
/// be trusted, whether the beginning is still felt.
public struct Judgement: Sendable {
  /// Something that a reader has to know.
  public enum Finding: Sendable, Equatable {
    /// These services' clients bring more work than there is capacity for, both in tellers. `byStayers`: work of those
    /// clients alone who never lose patience, for others leave.
    case overload(services: [String], work: Double, capacity: Double, byStayers: Bool)
    /// The waits of a service grew for as long as the run went on.
    case drift(service: String)
    /// Times vary so much that the run is too short for an interval: which, how many of them there were, and
    /// how many it would take.
    case heavyTail(of: Times, count: Int, needed: Double)
    /// The run, or several without their beginnings, is too short for an interval: how many clients there
    /// were, how busy the branch was, and how many clients it would take, at the least where it is busy all the time.
    /// `byStayers`: busy with clients who would have waited far longer than anybody did, for others leave.
    case shortRun(count: Int, busy: Double, needed: Double, byStayers: Bool)
    /// Days begin empty, and it is felt: by how much the waits of the second half of a day are longer than
    /// those of the first, where the run itself shows it.
    case startUp(share: Double?)
    /// Days go on after the last teller has gone home for good: this share of those who came was not
    /// served.
    case afterHours(share: Double)
    /// A branch that closes has more work than its tellers can do until then: for so many seconds after closing they
    /// serve those who are left, on average.
    case longEvening(seconds: Double)
  }

  /// Times that may vary too much.
  public enum Times: Sendable, Equatable {
    /// Those that a service takes.
    case service(String)
    /// The gaps between the clients for a service.
    case gaps(String)
    /// Those between two clients of a teller.
    case handover
    /// Those of all services taken together, of which this one's are the long ones.
    case services(longest: String)
  }

  /// What was found, in the order of importance.
  public private(set) var findings: [Finding] = []
  /// The services that have no long-run mean.
  public private(set) var unstable: Set<Int> = []

  /// Whether an interval of the run holds what it promises.
  public var isTrusted: Bool {
    !findings.contains { finding in
      switch finding {
      case .heavyTail, .shortRun: true
      default: false
      }
    }
  }

  /// How many times as long a run would have an interval that can be trusted; `nil` where this one has.
  public var growth: Double? {
    findings.compactMap { finding in
      switch finding {
      case .heavyTail(_, let count, let needed), .shortRun(let count, _, let needed, _):
        needed / Double(max(count, 1))
      default: nil
      }
    }.max()
  }

  /// Judges a run of steady days, from `start` on; `isCut` where they end at a set time, whatever is still to do.
  public init(
    _ plan: BranchPlan, _ workload: Workload, _ summary: DaysSummary, from start: Time = .zero,
    isCut: Bool = false
  ) {
    let seen = summary.statistics
    if let over = Stability.overload(plan, workload, seen: seen) {
      unstable = Set(plan.services.indices).subtracting(Self.spared(plan, workload, summary))
      let isLeft = plan.services.indices.contains {
        over.services.contains(plan.services[$0].name) && seen.services[$0].abandoned > 0
      }
      findings.append(
        .overload(
          services: over.services, work: over.work, capacity: over.capacity, byStayers: isLeft))
    } else if Stability.isStationary(workload), seen.all.unserved == 0 || !plan.hasShifts {
      for (index, service) in plan.services.enumerated()
      where Stability.keepsClients(seen.services[index])
        && Stability.drifts(
          summary.days.map { $0[index].trend }, meanTime: service.meanTime.seconds)
      {
        unstable.insert(index)
        findings.append(.drift(service: service.name))
      }
    }
    if summary.days.count > 1 || summary.wait(nil).halfWidth != nil {
      findings += Self.heavyTails(plan, workload, served: seen.services.map(\.served))
    }
    if unstable.isEmpty, Stability.isStationary(workload) {
      judgeLength(plan, workload, summary, start)
    }
    if workload.closes == nil, workload.hasArrivals, let share = Self.afterHours(plan, summary),
      share > 0.01
    {
      findings.append(.afterHours(share: share))
    }
    if let closes = workload.closes?.seconds, closes > 0, !summary.days.isEmpty, !isCut {
      let evening = summary.end / Double(summary.days.count) - closes
      if evening > Self.longEvening * closes { findings.append(.longEvening(seconds: evening)) }
    }
  }

  /// What share of the time that a branch is open its evening may be before it is told.
  private static let longEvening = 0.1

  /// The services of an overloaded branch that the policy spares: while others wait ever longer they do not,
  /// and the tellers could do their work by itself.
  private static func spared(
    _ plan: BranchPlan, _ workload: Workload, _ summary: DaysSummary
  ) -> Set<Int> {
    func trends(_ service: Int) -> [Stability.Trend] { summary.days.map { $0[service].trend } }
    let services = plan.services.indices.filter { summary.statistics.services[$0].served > 0 }
    let isSeen = services.contains {
      Stability.drifts(trends($0), meanTime: plan.services[$0].meanTime.seconds)
    }
    guard isSeen, Stability.isStationary(workload) else { return [] }
    let level = Set(services.filter { Stability.isLevel(trends($0)) })
    // Who is served first and is too much by itself grows as slowly as chance alone would have it.
    let alone = Stability.heaviest(plan, workload, seen: summary.statistics, of: level)
    return alone.map { $0.work < 0.97 * $0.capacity } ?? false ? level : []
  }

  /// The times that vary too much for so many served clients.
  public static func heavyTails(
    _ plan: BranchPlan, _ workload: Workload, served: [Int]
  ) -> [Finding] {
    func judged(_ times: Distribution, _ which: Times, _ count: Int) -> Finding? {
      let needed = times.drawsForSquares
      guard needed > Self.heavy, Double(count) < needed else { return nil }
      return .heavyTail(of: which, count: count, needed: needed)
    }
    let services = plan.services.indices.flatMap { index in
      let (load, name) = (workload.services[index], plan.services[index].name)
      var findings = [judged(load.time, .service(name), served[index])]
      if case .renewal(let gaps)? = load.arrivals {
        findings.append(judged(gaps, .gaps(name), served[index]))
      }
      return findings
    }
    let all = served.reduce(0, +)
    let known =
      (services + [judged(workload.handover, .handover, all)]).compactMap { $0 }
    guard known.isEmpty, let rare = rareService(plan, workload, served) else { return known }
    return Double(all) < rare.needed
      ? [.heavyTail(of: .services(longest: rare.name), count: all, needed: rare.needed)] : []
  }

  /// How many times as many clients it takes as were served of each service until enough rare long ones have come;
  /// `nil` where they have, or where that is not what is missing.
  public static func growthForRareServices(
    _ plan: BranchPlan, _ workload: Workload, served: [Int]
  ) -> Double? {
    for case .heavyTail(.services, let count, let needed) in heavyTails(
      plan, workload, served: served)
    {
      return needed / Double(max(count, 1))
    }
    return nil
  }

  /// The service on whose rare clients the waits of all hang, for they take far longer than others, and how many
  /// clients of all services it takes until enough of them have come; `nil` where there is none.
  private static func rareService(
    _ plan: BranchPlan, _ workload: Workload, _ served: [Int]
  ) -> (name: String, needed: Double)? {
    let rates = workload.rates(
      atDoor: workload.services.map { load in
        if case .piecewisePoisson(let pieces)? = load.arrivals {
          pieces.map(\.rate).max() ?? 0
        } else {
          workload.hasArrivals ? Stability.rate(load.arrivals) : load.share
        }
      })
    let pace =
      Double(served.reduce(0, +))
      / max(zip(rates, served).reduce(0) { $0 + ($1.1 > 0 ? $1.0 : 0) }, 1e-300)
    // Of whom nobody has come yet, one may have, or as many as would in that time.
    let counts = plan.services.indices.map {
      served[$0] > 0 ? Double(served[$0]) : min(1, rates[$0] * pace)
    }
    let seen = plan.services.indices.filter { counts[$0] > 0 }
    // What each brings to the sums of squares and of fourth powers, done by its fastest teller and by its slowest.
    let parts = seen.map { service in
      let speeds = plan.tellers.indices.filter { plan.can($0, do: service) }
        .map { plan.speed(of: $0, doing: service) }
      let time = workload.services[service].time
      let (squares, fourths) = (time.moment(2) * counts[service], time.moment(4) * counts[service])
      func part(_ speed: Double) -> (squares: Double, fourths: Double) {
        let square = 1 / (speed * speed)
        return (squares * square, fourths * square * square)
      }
      return (least: part(speeds.max() ?? 1), most: part(speeds.min() ?? 1))
    }
    let clients = seen.reduce(0) { $0 + counts[$1] }
    let all = parts.reduce((squares: 0.0, fourths: 0.0)) {
      ($0.squares + $1.least.squares, $0.fourths + $1.least.fourths)
    }
    // Times without such moments are judged by themselves.
    guard clients > 0, parts.allSatisfy(\.most.fourths.isFinite) else { return nil }
    // The rare one done by its slowest teller, all others by their fastest.
    let needed = parts.map { part in
      Distribution.drawsForSquares(
        square: (all.squares - part.least.squares + part.most.squares) / clients,
        fourth: (all.fourths - part.least.fourths + part.most.fourths) / clients)
    }
    let byItself = seen.map { workload.services[$0].time.drawsForSquares }.max() ?? 0
    // Where all take as long at any teller, each is as rare: then the one whose fourth powers are most.
    guard let most = needed.max(), most > max(Self.rare, 2 * byItself),
      let rare = seen.indices.filter({ needed[$0] > 0.999 * most })
        .max(by: { parts[$0].most.fourths < parts[$1].most.fourths })
    else { return nil }
    return (plan.services[seen[rare]].name, most)
  }

  /// Asks whether a run is long beside the time in which its lines change.
  ///
  /// An interval from one run takes eight hundred times as many clients as lines remember: with less it
  /// held the truth of M/M/1 in fewer than 93 of 100 runs. Several runs without their beginnings take twice as
  /// many together: their means are the more skewed the shorter they are. The empty beginning takes about as many
  /// clients' waits out of a day as lines remember, which is felt unless that is little beside the
  /// interval of all days.
  private mutating func judgeLength(
    _ plan: BranchPlan, _ workload: Workload, _ summary: DaysSummary, _ start: Time
  ) {
    let seen = summary.statistics
    let days = summary.days.count
    let count = seen.all.arrived / days
    let isFree = plan.services.indices.allSatisfy { Stability.keepsClients(seen.services[$0]) }
    // Where some leave, lines hang on those who stay.
    let stayers =
      isFree
      ? nil
      : Stability.memory(ofStayers: plan, workload, seen: seen).flatMap { $0.busy > 0.5 ? $0 : nil }
    let memory = stayers ?? Stability.memory(plan, workload, seen: seen)
    let isKnown = isFree || stayers != nil
    /// Stayers who are too much by themselves wait until some of them, too, lose patience: who knows when.
    let remembered =
      memory.busy < 1 ? memory.clients : min(memory.clients, Double(seen.all.arrived))
    func short(_ count: Int, of needed: Double) {
      guard isKnown, Double(count) < needed else { return }
      findings.append(
        .shortRun(count: count, busy: memory.busy, needed: needed, byStayers: !isFree))
    }
    if days == 1, summary.wait(nil).halfWidth != nil { short(count, of: 800 * remembered) }
    if start > .zero, start.seconds >= memory.seconds * 4 {
      if days > 1 { short(seen.all.arrived, of: 1600 * remembered) }
      return
    }
    if let share = Self.startUp(summary) {
      findings.append(.startUp(share: share))
    } else if days > 1, isKnown, Double(count) < memory.clients * Double(days) {
      findings.append(.startUp(share: nil))
    }
  }

  /// The share of those who came that was not served, where days go on after the last teller has gone
  /// home for good.
  private static func afterHours(_ plan: BranchPlan, _ summary: DaysSummary) -> Double? {
    let all = summary.statistics.all
    let ends = plan.tellers.compactMap { $0.shifts?.last?.end }
    guard ends.count == plan.tellers.count, let last = ends.max(), all.arrived > 0 else {
      return nil
    }
    let open = Double(summary.days.count) * last.seconds
    return summary.end > open
      ? Double(all.arrived - all.served) / Double(all.arrived) : nil
  }

  /// Times that need more draws than this are called heavy-tailed: ten times as many as exponential ones.
  private static let heavy = 5000.0

  /// Times of several services that need more draws than this, and far more than those of any one, hang on the rare
  /// ones: three times as many as exponential times of one service.
  private static let rare = 1500.0

  /// By how much, of the mean, the waits of the second half of a day are longer than those of the first,
  /// where that is more than chance over the days and more than a tenth.
  private static func startUp(_ summary: DaysSummary) -> Double? {
    let halves = summary.days.compactMap { $0.last?.trend.halves }
    guard halves.count >= 5 else { return nil }
    let growth = Interval(of: halves.map { $0.second - $0.first })
    let mean = halves.reduce(0) { $0 + $1.first + $1.second } / Double(2 * halves.count)
    guard let halfWidth = growth.halfWidth, mean > 0, growth.mean > halfWidth,
      growth.mean > 0.1 * mean
    else { return nil }
    return growth.mean / mean
  }
}

extension BranchPlan {
  var hasShifts: Bool { tellers.contains { $0.shifts != nil } }
}
