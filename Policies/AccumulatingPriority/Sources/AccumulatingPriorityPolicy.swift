public import BankCore

/// Priority that grows while one waits: at a rate for each service or class.
///
/// Whoever has the most goes first (Kleinrock 1964; Stanford, Taylor & Ziedins 2014). At equal rates it
/// is first come, first served; the more unequal they are, the nearer to strict priority.
public struct AccumulatingPriorityPolicy: TellerPolicy {
  /// How fast waiting counts.
  public struct Options: PolicyOptions {
    /// How much a second of waiting counts, by name of a service or number of a priority class.
    ///
    /// A client has the rate of the class if that is given, otherwise the rate of the service, otherwise 1.
    public var rate: [String: Double]

    /// Makes options.
    public init(rate: [String: Double]) { self.rate = rate }

    /// The last service counts four times.
    public static func defaults(for plan: BranchPlan) -> Options {
      var rate = plan.forEveryService(1.0)
      if let last = plan.services.last, plan.services.count > 1 { rate[last.name] = 4 }
      return Options(rate: rate)
    }

    public static let guide = [
      OptionGuide(
        "rate", "how much a second of waiting counts",
        allowed: "0 to 1000000 for names of services and numbers of priority classes")
    ]
  }

  public static let name = "accumulating-priority"
  public static let summary =
    "Waiting earns priority at a rate per service or class; the highest goes first."
  public static let koreanSummary = "기다린 시간이 업무나 등급마다 다른 빠르기로 쌓이고, 가장 많이 쌓인 고객이 먼저."
  public static let purposes: [Purpose] = [.urgent]
  public static let claims = Claims(order: .line, overtaking: .unbounded)

  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    plan.problems(with: options.rate, at: "rate", by: .servicesAndClasses, allowed: 0...1e6)
  }

  private let ofService: [Double]
  /// The rates that are given for classes.
  private let ofClass: [Int: Double]
  /// For each of these classes its place among the lines of a service.
  private let place: [Int: Int]

  public init(options: Options, plan: BranchPlan, random: RandomSource) {
    ofService = plan.byService(options.rate, otherwise: 1)
    ofClass = plan.byClass(options.rate)
    // They come after those of the plan's classes.
    place = Dictionary(uniqueKeysWithValues: zip(ofClass.keys.sorted(), plan.classCount...))
  }

  /// For every service a line for each class of the plan, and then one for each class with a rate of its own.
  ///
  /// So all in a line have the same rate, also where a client has a class that the plan does not list.
  public func lines(for plan: BranchPlan) -> Int {
    plan.services.count * (plan.classCount + place.count)
  }

  public func line(for client: Client, on floor: Floor) -> Int {
    let plan = floor.plan
    return client.service * (plan.classCount + place.count)
      + (place[client.priority] ?? plan.rank(ofClass: client.priority))
  }

  public func next(on floor: Floor) -> Decision {
    floor.call { client in
      let rate = ofClass[client.priority] ?? ofService[client.service]
      return rate * Double((floor.now - client.arrival).nanoseconds)
    } ?? .idle
  }
}
