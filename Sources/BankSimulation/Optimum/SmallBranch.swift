public import BankCore

/// A branch whose every state can be written down: clients come at random, services are exponential, and of
/// each service only the number of those who wait matters.
///
/// A state is how many wait for each service, and how many of each group of tellers who are alike serve
/// what. At most ``most`` wait together; who comes then is turned away.
public struct SmallBranch: Sendable {
  /// Tellers with the same skills and speeds.
  struct Group: Sendable, Equatable {
    var members: [Int]
    /// The rate at which one of them serves each service; 0 where they cannot.
    var rates: [Double]
  }

  /// What a team may be doing: for each group how many serve each service.
  struct Team: Sendable {
    var serving: [[Int]]
    /// The rate of each way in which somebody finishes, and the team after it.
    var ends: [(rate: Double, team: Int)] = []
    /// The team after one of a group has begun a service, by service and group; −1 where nobody can.
    var starts: [Int] = []
    /// All rates together.
    var rate = 0.0
  }

  /// The branch.
  public let plan: BranchPlan
  /// Arrivals a second of each service.
  public let arrivals: [Double]
  /// How many may wait together.
  public let most: Int

  let groups: [Group]
  let teams: [Team]
  /// How many wait for each service, for every line-up, those of fewer first.
  let lineUps: [[Int]]
  /// The line-up with one more, or one less, of each service; −1 where there is none.
  let more: [Int]
  let less: [Int]

  /// How many states there are.
  public var states: Int { lineUps.count * teams.count }

  /// The most states that are written down.
  public static let largest = 4_000_000

  /// Why a branch cannot be written down; empty where it can.
  public static func problems(_ plan: BranchPlan, _ workload: Workload) -> [Problem] {
    var found: [Problem] = []
    func need(_ isGiven: Bool, _ path: String, _ finding: Phrase, _ remedy: Phrase) {
      if !isGiven { found.append(Problem(path, finding, remedy)) }
    }
    need(plan.services.count <= 3, "services", "\(plan.services.count) services", "at most 3")
    need(
      plan.tellers.count <= 4, "tellers", "\(plan.tellers.count) tellers", "at most 4")
    for (index, load) in workload.services.enumerated() {
      let isExponential = if case .exponential = load.time { true } else { false }
      need(
        isExponential, "services[\(index)].time", "is not exponential",
        "the exact best is known of those alone")
      need(load.time.mean > 0, "services[\(index)].time", "has the mean 0", "above 0")
      let isPoisson = if case .poisson? = load.arrivals { true } else { false }
      need(
        isPoisson, "services[\(index)].arrivals", "are not at random at one rate",
        "give poisson with one rate")
      need(load.patience == nil, "services[\(index)].patience", "is there", "leave it out")
      need(load.classes.isEmpty, "services[\(index)].priority", "is there", "leave it out")
    }
    need(plan.limit == nil, "limit", "is there", "leave it out")
    need(plan.handover == .zero, "handover", "is there", "leave it out")
    need(plan.routes.isEmpty, "routes", "are there", "leave them out")
    need(workload.closes == nil, "closes", "is there", "leave it out: the long run has no end")
    need(plan.stock.isEmpty, "stock", "is there", "leave it out")
    for (index, teller) in plan.tellers.enumerated() where teller.shifts != nil {
      need(false, "tellers[\(index)].shifts", "are there", "leave them out")
    }
    if found.isEmpty, let over = Stability.overload(plan, workload) {
      found.append(
        Problem(
          "services",
          "bring work for \(Time.seconds(over.work).decimal(places: 3)) tellers, and there are"
            + " \(Time.seconds(over.capacity).decimal(places: 3))",
          "give more tellers or fewer clients"))
    }
    return found
  }

  /// Writes down a branch in which nothing was found by ``problems(_:_:)``, for so many waiting.
  public init(_ plan: BranchPlan, _ workload: Workload, most: Int) {
    self.init(plan, arrivals: workload.services.map { Stability.rate($0.arrivals) }, most: most)
  }

  /// The branch of a plan with exponential times of its mean times.
  ///
  /// - Parameters:
  ///   - plan: the plan.
  ///   - arrivals: the arrivals a second of each service.
  ///   - most: how many may wait together.
  ///   - pools: tellers in different ones are told apart though they are alike, for a policy that
  ///     treats them so; without pools none are.
  public init(_ plan: BranchPlan, arrivals: [Double], most: Int, pools: [[Int]] = []) {
    self.plan = plan
    self.most = most
    self.arrivals = arrivals
    let groups = Self.groups(plan, pools)
    self.groups = groups
    teams = Self.teams(groups, services: plan.services.count)
    lineUps = Self.lineUps(plan.services.count, most)
    let place = Dictionary(uniqueKeysWithValues: zip(lineUps, lineUps.indices))
    var (more, less): ([Int], [Int]) = ([], [])
    for lineUp in lineUps {
      for service in lineUp.indices {
        var other = lineUp
        other[service] += 1
        more.append(place[other] ?? -1)
        other[service] -= 2
        less.append(place[other] ?? -1)
      }
    }
    (self.more, self.less) = (more, less)
  }

  private static func groups(_ plan: BranchPlan, _ pools: [[Int]]) -> [Group] {
    plan.tellers.indices.reduce(into: []) { groups, teller in
      let rates = plan.services.indices.map { service in
        plan.can(teller, do: service)
          ? plan.speed(of: teller, doing: service) / plan.services[service].meanTime.seconds : 0
      }
      func pool(_ teller: Int) -> Int? { pools.firstIndex { $0.contains(teller) } }
      if let known = groups.firstIndex(where: {
        $0.rates == rates && pool($0.members[0]) == pool(teller)
      }) {
        groups[known].members.append(teller)
      } else {
        groups.append(Group(members: [teller], rates: rates))
      }
    }
  }

  /// Every team, those with fewer busy first.
  private static func teams(_ groups: [Group], services: Int) -> [Team] {
    var all: [[[Int]]] = [[]]
    for group in groups {
      var ways: [[Int]] = [Array(repeating: 0, count: services)]
      for service in 0..<services where group.rates[service] > 0 {
        ways = ways.flatMap { way in
          (0...group.members.count - way.reduce(0, +)).map { count in
            var way = way
            way[service] = count
            return way
          }
        }
      }
      all = all.flatMap { team in ways.map { team + [$0] } }
    }
    let sorted = all.map { team in (busy: team.joined().reduce(0, +), team: team) }
      .sorted { $0.busy < $1.busy }.map(\.team)
    let place = Dictionary(uniqueKeysWithValues: zip(sorted, sorted.indices))
    return sorted.map { serving in
      var team = Team(serving: serving)
      for service in 0..<services {
        for (group, each) in groups.enumerated() {
          var other = serving
          other[group][service] += 1
          team.starts.append(place[other] ?? -1)
          guard serving[group][service] > 0 else { continue }
          other[group][service] -= 2
          let rate = Double(serving[group][service]) * each.rates[service]
          team.ends.append((rate, place[other] ?? 0))
          team.rate += rate
        }
      }
      return team
    }
  }

  /// Every number of those who wait for each service, up to `most` together, fewer first.
  private static func lineUps(_ services: Int, _ most: Int) -> [[Int]] {
    func lineUps(_ services: Int, _ total: Int) -> [[Int]] {
      guard services > 1 else { return [[total]] }
      return (0...total).flatMap { first in
        lineUps(services - 1, total - first).map { [first] + $0 }
      }
    }
    return (0...most).flatMap { lineUps(services, $0) }
  }

  /// The states that one call leads to from a state.
  package func choices(_ state: Int) -> [Int] {
    let (lineUp, team) = state.quotientAndRemainder(dividingBy: teams.count)
    return arrivals.indices.flatMap { service -> [Int] in
      let rest = less[lineUp * arrivals.count + service]
      guard rest >= 0 else { return [] }
      return groups.indices.compactMap { group in
        let next = teams[team].starts[service * groups.count + group]
        return next < 0 ? nil : self.state(rest, next)
      }
    }
  }

  /// The state of a line-up and a team.
  func state(_ lineUp: Int, _ team: Int) -> Int { lineUp * teams.count + team }

  /// The number of the line-up with so many waiting, the longest line cut until it is there.
  func lineUp(of counts: [Int]) -> Int {
    var counts = counts
    while counts.reduce(0, +) > most {
      let longest = counts.indices.max { counts[$0] < counts[$1] } ?? 0
      counts[longest] -= 1
    }
    var lineUp = 0
    // Up from the empty line-up, which is the first.
    for (service, count) in counts.enumerated() {
      for _ in 0..<count { lineUp = more[lineUp * counts.count + service] }
    }
    return lineUp
  }
}
