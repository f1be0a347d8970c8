/// The branch that a bank runs, checked once: services, tellers, stock, the limit, the hand-over, classes and routes.
///
/// A plan that exists is sound: names are unique, every skill and need names something that is
/// there. Services and tellers are then known by their index.
public struct BranchPlan: Sendable, Equatable {
  /// The services, at least one.
  public let services: [Service]

  /// The tellers; there may be none.
  public let tellers: [Teller]

  /// The items of the stock, in order, and how many of each are there at opening.
  public let stock: [ItemCount]

  /// How many clients may wait at once, or `nil` for any number.
  ///
  /// A client who comes joins a line, and the policy is asked. If more clients than this wait then, and the newcomer
  /// is one of them, the newcomer balks. A client who goes on to the next step of a route, or is let in again
  /// (``Returning``), never balks, but counts among those who wait.
  public let limit: Int?

  /// The hand-over: the pause after a client before a teller can call the next (wrap-up time).
  public let handover: Time

  /// The priority classes that clients are known to have, ascending; empty where the branch has no classes.
  ///
  /// A client may have a class that is not among them: recorded days and traces bring their own.
  public private(set) var classes: [Int]

  /// The routes that clients can take; none where everybody comes for one service.
  public let routes: [Route]

  /// For each route its steps, as indices into ``services``.
  public let steps: [[Int]]

  /// The tellers by what they can do: a group for each set of skills, fewest skills first, at a tie the
  /// group whose first teller has the lower index; within a group by index.
  public let tellersBySkills: [[Int]]

  /// For each service the number of its group: services that the same tellers can do share one.
  ///
  /// Groups are numbered from 0. Clients of one group can share a line without blocking each other.
  public let groupOfService: [Int]

  /// The number of groups of services.
  public let serviceGroupCount: Int

  /// For each service the items it takes, as indices into ``stock``.
  @usableFromInline let needs: [[(item: Int, count: Int)]]

  /// A bit for each service a teller can do, ``wordsPerTeller`` words for each teller.
  @usableFromInline let skillBits: [UInt64]
  @usableFromInline let wordsPerTeller: Int

  /// A speed for each teller, or a row of them by service where some have speeds by service.
  private let speeds: [Double]
  private let hasSpeedsByService: Bool

  /// Makes a plan.
  ///
  /// - Throws: every problem found, with a path in the words of the config: `services[1].name`, or `services[1].time`
  ///   for the mean time.
  public init(
    services: [Service], tellers: [Teller], stock: [ItemCount] = [], limit: Int? = nil,
    handover: Time = .zero, classes: [Int] = [], routes: [Route] = []
  ) throws(Problems) {
    let problems = Self.problems(services, tellers, stock, limit, handover, classes, routes)
    guard problems.isEmpty else { throw Problems(problems) }

    let serviceIndex = Self.index(services.map(\.name))
    let itemIndex = Self.index(stock.map(\.item))
    // Two strings can be equal though they are spelled differently (é as one Unicode scalar or as two). Programs that
    // read our output compare scalars: so a name is spelled everywhere as where it is defined.
    func spelled(_ service: String) -> String {
      serviceIndex[service].map { services[$0].name } ?? service
    }
    self.services = services.map { service in
      var service = service
      service.needs = service.needs.map { need in
        ItemCount(itemIndex[need.item].map { stock[$0].item } ?? need.item, need.count)
      }
      return service
    }
    self.tellers = tellers.map { teller in
      var teller = teller.withShiftsJoined
      teller.skills = teller.skills?.map(spelled)
      teller.speeds = Dictionary(
        teller.speeds.map { (spelled($0), $1) }, uniquingKeysWith: { first, _ in first })
      return teller
    }
    self.stock = stock
    self.limit = limit
    self.handover = handover
    self.classes = Set(classes).sorted()

    self.routes = routes.map { route in
      var route = route
      route.steps = route.steps.map(spelled)
      return route
    }
    steps = routes.map { $0.steps.compactMap { serviceIndex[$0] } }
    needs = services.map { service in
      service.needs.compactMap { need in itemIndex[need.item].map { ($0, need.count) } }
    }

    let words = (services.count + 63) / 64
    wordsPerTeller = words
    var bits = [UInt64](repeating: 0, count: tellers.count * words)
    for (teller, staff) in tellers.enumerated() {
      for service in staff.skills?.compactMap({ serviceIndex[$0] }) ?? Array(services.indices) {
        bits[teller * words + service / 64] |= 1 << (service % 64)
      }
    }
    skillBits = bits

    let skillSets = tellers.indices.map { Array(bits[$0 * words..<($0 + 1) * words]) }
    let tellerGroups = Self.grouped(tellers.indices, by: skillSets)
      .sorted { (Self.size(skillSets[$0[0]]), $0[0]) < (Self.size(skillSets[$1[0]]), $1[0]) }
    tellersBySkills = tellerGroups

    (groupOfService, serviceGroupCount) = Self.groups(of: services.count, doneBy: tellerGroups) {
      (bits[$0 * words + $1 / 64] >> ($1 % 64)) & 1 == 1
    }

    hasSpeedsByService = tellers.contains { !$0.speeds.isEmpty }
    speeds =
      hasSpeedsByService
      ? tellers.flatMap { teller in services.map { teller.speeds[$0.name] ?? teller.speed } }
      : tellers.map(\.speed)
  }

  /// Groups the services that the same tellers can do: for each service the number of its group, and how many groups
  /// there are.
  ///
  /// It begins with one group of all services. The tellers of one teller group can do the same services; each teller
  /// group in turn splits every group into the services they can do and those they cannot.
  private static func groups(
    of services: Int, doneBy tellerGroups: [[Int]], can: (_ teller: Int, _ service: Int) -> Bool
  ) -> (ofService: [Int], count: Int) {
    var group = [Int](repeating: 0, count: services)
    var count = min(services, 1)
    for tellers in tellerGroups {
      // The new groups are numbered in the order of their first services.
      var numbers = [Int](repeating: -1, count: 2 * count)
      count = 0
      for service in 0..<services {
        let part = 2 * group[service] + (can(tellers[0], service) ? 1 : 0)
        if numbers[part] < 0 {
          numbers[part] = count
          count += 1
        }
        group[service] = numbers[part]
      }
    }
    return (group, count)
  }

  /// Whether `teller` is able to do `service`.
  ///
  /// O(1).
  ///
  /// - Precondition: the plan has both. With an index that is not there it traps or gives a wrong answer.
  @inlinable
  public func can(_ teller: Int, do service: Int) -> Bool {
    (skillBits[teller * wordsPerTeller + (service >> 6)] >> (service & 63)) & 1 == 1
  }

  /// How fast `teller` is at `service`: what takes 6 s at speed 1 takes 5 s at speed 1.2.
  ///
  /// O(1).
  ///
  /// - Precondition: the plan has both.
  public func speed(of teller: Int, doing service: Int) -> Double {
    speeds[hasSpeedsByService ? teller * services.count + service : teller]
  }

  /// The services still to come: those of `route` from `step` on; without a route `service` alone.
  func servicesToCome(_ service: Int, _ route: Int?, from step: Int) -> ArraySlice<Int> {
    route.map { steps[$0][step...] } ?? [service]
  }

  /// How long `teller` takes on average for a client of `service`.
  ///
  /// - Precondition: the plan has both.
  public func expectedTime(of service: Int, by teller: Int) -> Time {
    services[service].meanTime.taken(atSpeed: speed(of: teller, doing: service))
  }

  /// Whether `one` counts as earlier than `other` for laws L5 and L10.
  ///
  /// A policy may go by the ticket or by the time of joining, so whoever is earlier has the lower ticket *and* did not join
  /// later. With routes two who join at one instant are not compared: the one with the lower ticket may be joining for a
  /// further step. (`CallHistory` in BankConformance knows from the events who is new: with routes, too, it orders two
  /// newcomers of the same instant by ticket.)
  package func isEarlier(
    _ one: (ticket: Int, joined: Time), than other: (ticket: Int, joined: Time)
  ) -> Bool {
    one.ticket < other.ticket
      && (routes.isEmpty ? one.joined <= other.joined : one.joined < other.joined)
  }

  /// How many priority classes a policy has to tell apart, at least 1.
  public var classCount: Int { max(classes.count, 1) }

  /// The same branch with `others` added to its priority classes; a plan without classes counts as having class 0.
  package func knowing(classes others: some Sequence<Int>) -> BranchPlan {
    let all = Set(others).union(classes.isEmpty ? [0] : classes)
    guard all != [0] else { return self }
    var plan = self
    plan.classes = all.sorted()
    return plan
  }

  /// The place of a priority class among ``classes``, from 0 for the lowest to ``classCount`` − 1.
  ///
  /// A class that the plan does not have counts as the next lower one, or as the lowest. 0 where there are no classes.
  /// O(log classes).
  public func rank(ofClass priority: Int) -> Int {
    var (low, high) = (0, classes.count)
    while low < high {
      let middle = (low + high) / 2
      if classes[middle] <= priority { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// Whether `client` leaves the branch after this service, having no further step on a route.
  public func isLastStep(of client: Client) -> Bool {
    client.route.map { client.step + 1 == steps[$0].count } ?? true
  }

  /// The index of the service called `name`, or `nil` if there is none.
  ///
  /// O(services).
  public func service(named name: String) -> Int? {
    services.firstIndex { $0.name == name }
  }

  /// Whether two plans are the same.
  public static func == (left: BranchPlan, right: BranchPlan) -> Bool {
    left.services == right.services && left.tellers == right.tellers && left.stock == right.stock
      && left.limit == right.limit && left.handover == right.handover
      && left.classes == right.classes && left.routes == right.routes
  }

  private static func index(_ names: [String]) -> [String: Int] {
    Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
  }

  private static func size(_ bits: [UInt64]) -> Int {
    bits.reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// The members with equal keys together, groups and members in order of first appearance.
  private static func grouped(_ members: Range<Int>, by keys: [[UInt64]]) -> [[Int]] {
    var groups: [[Int]] = []
    var known: [[UInt64]: Int] = [:]
    for member in members {
      if let group = known[keys[member]] {
        groups[group].append(member)
      } else {
        known[keys[member]] = groups.count
        groups.append([member])
      }
    }
    return groups
  }
}
