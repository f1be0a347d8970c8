public import BankCore

/// Every teller serves all they can do, but clients of one service go before everybody else.
///
/// Non-preemptive priority (Cobham 1954): a client in service is never interrupted. Within the
/// service that goes first, and among all others, the longest wait goes first.
public struct LoanPriorityPolicy: TellerPolicy {
  public static let name = "loan-priority"
  public static let summary = "Every teller serves all they can do; one service goes first."
  public static let koreanSummary = "창구마다 할 수 있는 업무를 모두 맡음. 한 업무가 먼저."
  public static let purposes: [Purpose] = [.urgent]
  public static let claims = Claims(order: .service, overtaking: .unbounded)

  /// Which service goes first.
  public struct Options: PolicyOptions {
    /// The name of the service that goes first.
    public var first: String

    /// Makes options.
    public init(first: String) {
      self.first = first
    }

    /// `loan`, or the last service of a branch that has no loans.
    public static func defaults(for plan: BranchPlan) -> Options {
      let last = plan.services[plan.services.count - 1].name
      return Options(first: plan.service(named: "loan") == nil ? last : "loan")
    }

    public static let guide = [
      OptionGuide("first", "the service that goes first", allowed: "the name of a service")
    ]
  }

  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    [Problem("first", service: options.first, of: plan.services.map(\.name))].compactMap(\.self)
  }

  private let first: Int?

  public init(options: Options, plan: BranchPlan, random: RandomSource) {
    first = plan.service(named: options.first)
  }

  /// Line 0 is for the service that goes first; the others wait as in the shared pool.
  public func lines(for plan: BranchPlan) -> Int { 1 + plan.serviceGroupCount }

  public func line(for client: Client, on floor: Floor) -> Int {
    client.service == first ? 0 : 1 + floor.plan.groupOfService[client.service]
  }

  public func next(on floor: Floor) -> Decision {
    floor.call(line: 0) ?? floor.callLongestWaiting() ?? .idle
  }
}
