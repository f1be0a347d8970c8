public import BankCore

/// A service is called while more tellers are idle than its `keep`, or while no teller is busy.
///
/// Because of the latter it never happens that all tellers stay idle while somebody waits whom one of them can serve.
/// Of the services that may be called, the one with the smallest `keep` goes first. Cutoff priority (Schaack & Larson
/// 1986): tellers are kept for those who may be called at any time.
public struct ReservationPolicy: LinePerService {
  /// How many tellers each service leaves idle, and which service goes first.
  public struct Options: PolicyOptions {
    /// How many tellers must still be idle after a client of the service is called, unless nobody was busy; by name.
    ///
    /// Of the services that may be called, the one with the smallest number goes first. What is left out
    /// has 0.
    public var keep: [String: Int]

    /// The services that go first of those with the same `keep`, the most urgent first; the others by
    /// the longest wait.
    public var first: [String]

    /// Makes options.
    public init(keep: [String: Int], first: [String] = []) {
      self.keep = keep
      self.first = first
    }

    /// One teller is kept for the last service, which goes first.
    public static func defaults(for plan: BranchPlan) -> Options {
      let last = plan.services.suffix(1).map(\.name)
      var keep = plan.forEveryService(1)
      for name in last { keep[name] = 0 }
      return Options(keep: keep, first: last)
    }

    public static let guide = [
      OptionGuide(
        "keep", "how many tellers are to be idle beside the one who calls",
        allowed: "0 to 1000000 for names of services"),
      OptionGuide(
        "first", "the services that go first of those with the same keep, the most urgent first",
        allowed: "a list of names of services, each once"),
    ]
  }

  public static let name = "reservation"
  public static let summary =
    "A service is called only while enough tellers are idle, or none is busy."
  public static let koreanSummary = "창구가 정해진 수보다 많이 비어 있거나 모두 한가할 때만 부르는 업무가 있음."
  public static let purposes: [Purpose] = [.urgent, .target]
  public static let claims = Claims(
    idling: .declared([kept]), overtaking: .unbounded)
  private static let kept: IdleReason = "kept free"

  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    plan.problems(with: options.keep, at: "keep", by: .services, allowed: 0...1_000_000)
      + plan.problems(with: options.first, at: "first")
  }

  private let keep: [Int]
  /// For each service a number by which services go first, the lowest first: by `keep`, then by place in `first`.
  private let place: [Int]

  public init(options: Options, plan: BranchPlan, random: RandomSource) {
    keep = plan.byService(options.keep, otherwise: 0)
    place = zip(keep, plan.services).map { keep, service in
      let tie = options.first.firstIndex(of: service.name) ?? options.first.count
      return keep * (options.first.count + 1) + tie
    }
  }

  public func next(on floor: Floor) -> Decision {
    // When nobody is busy no service will end: a client who is not called now might wait until something else happens,
    // perhaps for ever.
    let isQuiet = floor.tellers.allSatisfy { floor.isIdle($0) || !floor.isPresent($0) }
    let call = floor.call { client -> Int? in
      let service = client.service
      return floor.idleCount > keep[service] || isQuiet ? -place[service] : nil
    }
    return call ?? .idle(because: Self.kept)
  }
}
