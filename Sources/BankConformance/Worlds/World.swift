public import BankCore

/// A small day to try a policy on: staff, clients, limits and resets.
public struct World: Sendable, Hashable {
  /// A teller.
  public struct Staff: Sendable, Hashable {
    /// The services the teller can do, in order; empty for none.
    public var skills: [Int]
    /// When the teller is there; empty for always.
    public var shifts: [Range<Time>]
    /// Whether the teller is never there; ``shifts`` are empty then.
    public var isNeverThere = false
    /// How fast the teller is.
    public var speed = 1.0
    /// How fast at a service where that is something else, by its number.
    public var speeds: [Int: Double] = [:]
    /// What the teller is called, where that is not the letter.
    public var name: String?

    /// Makes a teller.
    public init(_ skills: [Int], shifts: [Range<Time>] = [], speed: Double = 1) {
      self.skills = skills
      self.shifts = shifts
      self.speed = speed
    }
  }

  /// A client.
  public struct Visitor: Sendable, Hashable {
    /// What the client comes for.
    public var service: Int
    /// When the client comes.
    public var arrival: Time
    /// How long serving takes; hidden from policies.
    public var time: Time
    /// How long the client waits, or `nil` for ever.
    public var patience: Time?
    /// The priority class.
    public var priority = 0
    /// The route, by its number, which the client takes if it begins with the client's service.
    ///
    /// Every step takes ``time`` and has ``patience``.
    public var route: Int?

    /// Makes a client.
    public init(
      _ service: Int, at arrival: Time, time: Time, patience: Time? = nil, priority: Int = 0
    ) {
      self.priority = priority
      self.service = service
      self.arrival = arrival
      self.time = time
      self.patience = patience
    }
  }

  /// Paper that somebody from outside brings or takes away.
  public struct Restock: Sendable, Hashable {
    /// When.
    public var time: Time
    /// How much there is then.
    public var count: Int
  }

  /// An item of the stock beyond paper and ink.
  public struct Item: Sendable, Hashable {
    /// How much of it there is.
    public var count: Int
    /// How much of it a client of a service needs, by its number, where that is any.
    public var needs: [Int: Int]
  }

  /// The tellers: A, B, C and so on.
  public var staff: [Staff]
  /// The clients, 0, 1, 2 and so on, in order of arrival.
  public var visitors: [Visitor]
  /// How many may wait at once, or `nil` for any number.
  public var limit: Int?
  /// The time between two clients of one teller.
  public var handover = Time.zero
  /// Whether that is a mean: some take four times as long with some services, and some none.
  public var isHandoverUneven = false
  /// When the bank is reset, in order; before the arrivals of that instant.
  public var resets: [Time] = []
  /// Whether those who wait at a reset come back at once, each to the step of the route where they were.
  public var comesBack = false
  /// When somebody sets the stock of paper to a number, in order.
  public var restocks: [Restock] = []
  /// How long a service is said to take, by number, where that is not 2 s.
  public var means: [Int: Time] = [:]
  /// Within what wait clients of a service should be called, by its number.
  public var targets: [Int: Time] = [:]
  /// How much paper there is, the first item of the stock.
  public var paper = 0
  /// How much paper a client of a service needs, by its number, where that is any.
  public var needs: [Int: Int] = [:]
  /// How much ink there is, the second item.
  public var ink = 0
  /// How much ink a client of a service needs, by its number, where that is any.
  public var inkNeeds: [Int: Int] = [:]
  /// Further items of the stock.
  public var items: [Item] = []
  /// The routes that clients can take, by their services.
  public var routes: [[Int]] = []
  /// The priority classes of which the plan does not know, though clients may come of them.
  public var unlistedClasses: [Int] = []
  /// The name of the queue behind every line, or `nil` for the default.
  public var queue: String?
  /// What services are called, by number, where that is not their name in worlds.
  public var serviceNames: [Int: String] = [:]
  /// How many services there are at least: two, or one where nobody speaks of a second.
  public var leastServices = 2
  /// Which options the policy gets: 0 for its defaults, then what they can be changed into.
  public var options = 0
  /// What the policy's random source is seeded with.
  public var seed: UInt64 = 1

  /// Makes a world.
  public init(_ staff: [Staff], _ visitors: [Visitor]) {
    self.staff = staff
    self.visitors = visitors
  }

  /// The number of services: ``leastServices``, or as many as are spoken of.
  public var services: Int {
    var most = leastServices - 1
    for teller in staff {
      for skill in teller.skills where skill > most { most = skill }
      for service in teller.speeds.keys where service > most { most = service }
    }
    for visitor in visitors where visitor.service > most { most = visitor.service }
    for service in means.keys where service > most { most = service }
    for service in targets.keys where service > most { most = service }
    for service in needs.keys where service > most { most = service }
    for service in inkNeeds.keys where service > most { most = service }
    for item in items { for service in item.needs.keys where service > most { most = service } }
    for route in routes { for service in route where service > most { most = service } }
    return most + 1
  }

  /// The name of a service: those of the standard branch, then `service-2` and so on.
  public static func serviceName(_ service: Int) -> String {
    service == 0 ? "deposit" : service == 1 ? "loan" : "service-\(service)"
  }

  /// The name of a teller: A to Z, then A26 and so on.
  public static func tellerName(_ teller: Int) -> String {
    guard teller < 26, let letter = Unicode.Scalar(65 + teller) else { return "A\(teller)" }
    return String(letter)
  }

  /// Whether a teller comes or goes.
  var hasShifts: Bool { staff.contains { !$0.shifts.isEmpty || $0.isNeverThere } }

  /// The branch of this world; tellers are called `prefix` and their name, and names may come in the
  /// other order of the alphabet.
  func plan(
    prefix: String = "", shiftedBy offset: Time = .zero, reversesNames: Bool = false,
    reversesServices: Bool = false
  ) throws(Problems) -> BranchPlan {
    let services = services
    func serviceName(_ service: Int) -> String {
      if reversesServices { return "a-\(1000 + services - service)" }
      // One that has no name here must not have that of another.
      let name = Self.serviceName(service)
      return serviceNames[service]
        ?? (serviceNames.values.contains(name) ? "service-\(service)" : name)
    }
    func tellerName(_ teller: Int) -> String {
      reversesNames ? "\(9999 - teller)" : staff[teller].name ?? Self.tellerName(teller)
    }
    // Items of the stock too, and routes below; or a policy may know one of these names.
    let hasKnownNames = seed % 4 == 0
    func item(_ name: String) -> String {
      guard reversesNames else { return name }
      let place = stock.firstIndex { $0.item == name } ?? 0
      return hasKnownNames
        ? Self.name(place, of: Self.namesOfItems, seed) : "\([1, 3, 2][min(place, 2)])-\(name)"
    }
    func routeName(_ route: Int) -> String {
      guard reversesNames else { return "route-\(route)" }
      return hasKnownNames ? Self.name(route, of: Self.namesOfRoutes, seed) : "\(9999 - route)"
    }
    // Whoever can do everything has no list of skills, in every second random world.
    let all = Array(0..<services)
    func hasAll(_ teller: Staff) -> Bool { seed % 2 == 1 && teller.skills == all }
    // In which order skills are listed means nothing.
    func listed(_ teller: Staff) -> [Int] {
      seed % 5 == 3 ? teller.skills.reversed() : teller.skills
    }
    return try BranchPlan(
      services: (0..<services).map { service in
        Service(
          serviceName(service), meanTime: means[service] ?? .whole(2),
          target: targets[service],
          needs: allNeeds.compactMap { name, needs in
            needs[service].map { ItemCount(item(name), $0) }
          })
      },
      tellers: staff.enumerated().map { index, teller in
        Teller(
          prefix + tellerName(index),
          skills: hasAll(teller) ? nil : listed(teller).map(serviceName),
          speed: teller.speed,
          speeds: Dictionary(
            uniqueKeysWithValues: teller.speeds.map { (serviceName($0.key), $0.value) }),
          shifts: teller.shifts.isEmpty
            ? teller.isNeverThere ? [] : nil
            : teller.shifts.map {
              Shift(from: $0.lowerBound + offset, to: $0.upperBound + offset)
            })
      }, stock: stock.map { ItemCount(item($0.item), $0.count) }, limit: limit, handover: handover,
      classes: classes,
      routes: routes.enumerated().map { index, steps in
        Route(routeName(index), steps: steps.map(serviceName))
      })
  }

  /// What items of a stock and routes are called in many branches.
  private static let namesOfItems = [
    "cash", "forms", "cards", "coffee", "bread", "strawberry", "vaccine", "stamps", "coins", "beds",
    "rooms", "kits", "banana", "parts", "paper", "notes", "milk", "tickets", "딸기", "현금",
  ]
  private static let namesOfRoutes = [
    "express", "check-up", "loan-then-cash", "visit", "vip", "new-account", "emergency",
    "admission", "mortgage", "full", "short", "blood-test", "return", "first-visit", "pickup",
    "urgent", "standard", "검진", "doctor", "walk-in",
  ]

  /// One of `names`, by the seed; with a number where there are not enough.
  private static func name(_ place: Int, of names: [String], _ seed: UInt64) -> String {
    let name = names[(Int(seed / 4) + place) % names.count]
    return place < names.count ? name : "\(name)-\(place)"
  }

  /// How long tellers take between two clients, where that is not always the same.
  var handovers: (any HandoverSource)? {
    isHandoverUneven ? UnevenHandovers(handover: handover) : nil
  }

  /// By the places of teller, service and step: names, tickets and times do not matter.
  private struct UnevenHandovers: HandoverSource {
    let handover: Time

    func handover(of teller: Int, after client: Client, session: Int) -> Time {
      let factors = [1, 4, 0, 0.5]
      return .seconds(
        handover.seconds * factors[(teller + client.service + client.step) % factors.count])
    }
  }

  private var stock: [ItemCount] {
    guard hasStock else { return [] }
    return [ItemCount("paper", paper)]
      + (inkNeeds.isEmpty && items.isEmpty ? [] : [ItemCount("ink", ink)])
      + items.enumerated().map { ItemCount(Self.itemName($0), $1.count) }
  }

  private static func itemName(_ item: Int) -> String { "item-\(item + 3)" }

  private var allNeeds: [(name: String, needs: [Int: Int])] {
    [("paper", needs), ("ink", inkNeeds)]
      + items.enumerated().map { (Self.itemName($0), $1.needs) }
  }

  /// Whether some client uses something up.
  var hasStock: Bool { allNeeds.contains { !$0.needs.isEmpty } }

  /// The priority classes of the clients, as far as the plan knows of them; none where all have the same.
  private var classes: [Int] {
    let classes = Set(visitors.map(\.priority))
    return classes.count > 1 ? classes.subtracting(unlistedClasses).sorted() : []
  }

  /// What a policy is made for: everything but who comes, what is brought, resets and the seed.
  var setting: Setting {
    var world = self
    (world.visitors, world.resets, world.restocks, world.seed) = ([], [], [], 1)
    return Setting(world: world, services: services, classes: classes)
  }

  /// What a policy is made for.
  struct Setting: Equatable {
    var world: World
    var services: Int
    var classes: [Int]
  }

  /// Which routes the clients take, when the bank's session `session` is the first of this world and
  /// `before` tickets were issued in it before.
  func routeSource(session: Int = 1, ticketsBefore before: Int = 0) -> (any RouteSource)? {
    routes.isEmpty
      ? nil
      : WorldRoutes(
        visitors: visitors, routes: routes, first: session, ticketsBefore: before,
        starts: [0] + resets.map { reset in visitors.count { $0.arrival < reset } })
  }

  /// The same staff and another day: deposits for loans, and longer services.
  var mirrored: World {
    var other = self
    let most = services - 1
    for index in other.visitors.indices {
      other.visitors[index].service = most - other.visitors[index].service
      other.visitors[index].time += .whole(1)
    }
    return other
  }
}

extension Time {
  /// Whole seconds.
  static func whole(_ seconds: Int) -> Time {
    Time(nanoseconds: Int64(seconds) * 1_000_000_000)
  }
}
