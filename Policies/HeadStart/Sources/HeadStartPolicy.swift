public import BankCore

/// Longest wait first, where some clients come with seconds of waiting already credited.
///
/// The documented rule of a bank's call centre (Brown et al. 2005): one line by waiting time, and
/// callers of high priority start with 90 seconds. It lies between strict priority and first come, first
/// served: of those who came before, a client with credit passes only those who came less than that many seconds earlier,
/// so nobody is passed over for ever.
public struct HeadStartPolicy: TellerPolicy {
  /// Who starts with how many seconds.
  public struct Options: PolicyOptions {
    /// The seconds that are credited, by name of a service or number of a priority class; the larger of a client's two.
    public var credit: [String: Double]

    /// Makes options.
    public init(credit: [String: Double]) {
      self.credit = credit
    }

    /// 90 seconds for loans, or for the last service of a branch without loans.
    public static func defaults(for plan: BranchPlan) -> Options {
      let last = plan.services[plan.services.count - 1].name
      return Options(credit: [plan.service(named: "loan") == nil ? last : "loan": 90])
    }

    public static let guide = [
      OptionGuide(
        "credit", "seconds of waiting that clients start with",
        allowed: "0 to 100000000 for names of services and numbers of priority classes")
    ]
  }

  public static let name = "head-start"
  public static let summary = "The longest wait first; some clients start with seconds credited."
  public static let koreanSummary = "가장 오래 기다린 고객이 먼저, 일부 고객은 몇 초를 미리 얹어 줌."
  public static let purposes: [Purpose] = [.urgent, .fair]
  public static let claims = Claims(order: .line, overtaking: .unbounded)

  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    plan.problems(with: options.credit, at: "credit", by: .servicesAndClasses, allowed: 0...1e8)
  }

  /// The distinct credits, ascending, beginning with 0.
  private let credits: [Time]
  /// The place in `credits` of each service, and of each class that has a credit.
  private let placeOfService: [Int]
  private let placeOfClass: [Int: Int]

  public init(options: Options, plan: BranchPlan, random: RandomSource) {
    let credits = Set(options.credit.values.map { Time.seconds($0) } + [.zero]).sorted()
    func place(_ seconds: Double?) -> Int {
      seconds.flatMap { credits.firstIndex(of: .seconds($0)) } ?? 0
    }
    self.credits = credits
    placeOfService = plan.services.map { place(options.credit[$0.name]) }
    placeOfClass = plan.byClass(options.credit).mapValues { place($0) }
  }

  /// A line for every credit there is, within each group of services.
  public func lines(for plan: BranchPlan) -> Int { credits.count * plan.serviceGroupCount }

  public func line(for client: Client, on floor: Floor) -> Int {
    floor.plan.groupOfService[client.service] * credits.count + place(of: client)
  }

  public func next(on floor: Floor) -> Decision {
    floor.call { credits[place(of: $0)] - $0.arrival } ?? .idle
  }

  /// The place in `credits` of the larger of the client's two credits, by service and by class.
  private func place(of client: Client) -> Int {
    max(placeOfService[client.service], placeOfClass[client.priority] ?? 0)
  }
}
