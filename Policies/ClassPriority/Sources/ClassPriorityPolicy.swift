public import BankCore

/// Every teller serves all they can do: a higher priority class first, within a class the longest wait.
///
/// Non-preemptive (Kella & Yechiali 1985): a client in service is never interrupted.
public struct ClassPriorityPolicy: TellerPolicy {
  /// Which classes go first.
  public struct Options: PolicyOptions {
    /// The classes that go first, the most urgent first; all others follow, the higher first.
    public var order: [Int]

    /// Makes options.
    public init(order: [Int]) { self.order = order }

    /// The higher class goes first.
    public static func defaults(for plan: BranchPlan) -> Options { Options(order: []) }

    public static let guide = [
      OptionGuide(
        "order",
        "the classes that go first, the most urgent first; others follow, the higher first",
        allowed: "a list of whole numbers, each once")
    ]
  }

  public static let name = "class-priority"
  public static let summary =
    "All tellers serve all they can do; a higher class first, then the longest wait."
  public static let koreanSummary = "창구마다 할 수 있는 업무를 모두 맡음. 등급이 높은 고객이 먼저, 같으면 오래 기다린 고객이 먼저."
  public static let purposes: [Purpose] = [.urgent]
  public static let claims = Claims(order: .line, overtaking: .unbounded)

  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    plan.problems(with: options.order, at: "order")
  }

  /// For each of the plan's classes, ascending, its place in the order of calling; 0 is called first.
  private let place: [Int]

  public init(options: Options, plan: BranchPlan, random: RandomSource) {
    let known = plan.classes.isEmpty ? [0] : plan.classes
    let named = options.order.filter { known.contains($0) }
    let order = named + known.reversed().filter { !named.contains($0) }
    place = known.map { order.firstIndex(of: $0) ?? 0 }
  }

  /// A line for every class, within each group of services.
  public func lines(for plan: BranchPlan) -> Int { plan.classCount * plan.serviceGroupCount }

  public func line(for client: Client, on floor: Floor) -> Int {
    floor.plan.groupOfService[client.service] * place.count
      + floor.plan.rank(ofClass: client.priority)
  }

  public func next(on floor: Floor) -> Decision {
    floor.call { -place[floor.plan.rank(ofClass: $0.priority)] } ?? .idle
  }
}
