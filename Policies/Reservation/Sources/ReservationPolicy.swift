public import BankCore

/// A service is called only while more than so many tellers are free; those kept for least go first.
///
/// Cutoff priority (Schaack & Larson 1986): tellers are kept free for who may be called at any time.
public struct ReservationPolicy: TellerPolicy {
  /// What can be set about reservation.
  public struct Options: PolicyOptions {
    /// How many tellers must be free for a client of each service to leave them so, by name.
    ///
    /// Of those who may be called the service with the smallest number goes first. What is left out
    /// has 0.
    public var keep: [String: Int]

    /// Makes options.
    public init(keep: [String: Int]) { self.keep = keep }

    /// A teller is kept free for the last service.
    public static func defaults(for plan: BranchPlan) -> Options {
      var keep = plan.forEveryService(1)
      if let last = plan.services.last { keep[last.name] = 0 }
      return Options(keep: keep)
    }

    public static let guide = [
      OptionGuide(
        "keep", "how many tellers are to be free beyond the one who is called",
        allowed: "0 to 1000000 for names of services")
    ]
  }

  public static let name = "reservation"
  public static let summary = "A service is called only while more than so many tellers are free."
  public static let koreanSummary = "정해진 수보다 많은 창구가 비어 있을 때만 부르는 업무가 있음."
  public static let purposes: [Purpose] = [.urgent, .target]
  public static let claims = Claims(
    idling: .declared(["kept free"]), overtaking: .unbounded)

  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    plan.problems(with: options.keep, at: "keep", by: .services, allowed: 0...1_000_000)
  }

  private let keep: [Int]

  public init(options: Options, plan: BranchPlan, random: RandomSource) {
    keep = plan.byService(options.keep, otherwise: 0)
  }

  /// A line for every service.
  public func lines(for plan: BranchPlan) -> Int { plan.services.count }

  public func line(for client: Client, on floor: Floor) -> Int { client.service }

  public func next(on floor: Floor) -> Decision {
    // Where nobody is busy there is nobody to wait for.
    let isQuiet = floor.tellers.allSatisfy { floor.isIdle($0) || !floor.isPresent($0) }
    let call = floor.call { client -> Int? in
      let keep = keep[client.service]
      return floor.idleTellers > keep || isQuiet ? -keep : nil
    }
    return call ?? .idle(because: "kept free")
  }
}
