/// How many wait for each service, whom each teller serves and which tellers are present, worked out from the plan and
/// the events, without the bank.
///
/// It is no ``Floor``: it has no lines and no stock, and no policy gets it. For whoever follows a day by its events
/// alone: a picture, a table, a page that opens in the middle of a session.
public struct ObservedFloor: BankObserver, Sendable {
  private let plan: BranchPlan
  private let handovers: (any HandoverSource)?

  /// How many wait, by service.
  public private(set) var waitingByService: [Int]
  /// Whom each teller serves, and since when.
  public private(set) var serving: [(client: Client, since: Time)?]
  /// Which tellers are present, including one who still serves after the end of a shift.
  public private(set) var isPresent: [Bool]
  /// When each teller became or will become free after the last client whom they finished: at the end of the
  /// hand-over, or when they left, if that was earlier.
  ///
  /// Before the first such client of a session: when the session began, at opening or at the reset.
  public private(set) var freeAt: [Time]

  /// Makes the floor of a branch, empty, as it opens at `start`.
  ///
  /// - Parameters:
  ///   - plan: the branch.
  ///   - start: when it opens; who is on duty then is there.
  ///   - handovers: what draws hand-overs; `nil` where each takes the plan's time.
  public init(
    plan: BranchPlan, from start: Time = .zero, handovers: (any HandoverSource)? = nil
  ) {
    self.plan = plan
    self.handovers = handovers
    waitingByService = plan.services.map { _ in 0 }
    serving = plan.tellers.map { _ in nil }
    isPresent = plan.tellers.map { $0.isOnDuty(at: start) }
    freeAt = plan.tellers.map { _ in start }
  }

  /// How many wait.
  public var waiting: Int { waitingByService.reduce(0, +) }

  /// Whether somebody waits or is served.
  public var isBusy: Bool { waiting > 0 || serving.contains { $0 != nil } }

  /// Whether somebody waits whom `teller` can serve.
  public func isNeeded(_ teller: Int) -> Bool {
    waitingByService.indices.contains { waitingByService[$0] > 0 && plan.can(teller, do: $0) }
  }

  /// Lets tellers come and go by their shifts where no event tells of it: after the last event of a day.
  package mutating func followShifts(at now: Time) {
    for (teller, each) in plan.tellers.enumerated() where each.shifts != nil {
      isPresent[teller] = each.isOnDuty(at: now)
    }
  }

  /// Takes note of `event`.
  public mutating func observe(_ event: BankEvent) {
    switch event.kind {
    case .arrived(let client, _): waitingByService[client.service] += 1
    case .abandoned(let client, _), .balked(let client, _): waitingByService[client.service] -= 1
    case .started(let client, _, let teller):
      waitingByService[client.service] -= 1
      serving[teller] = (client, event.time)
    case .finished(let client, let teller, _):
      serving[teller] = nil
      freeAt[teller] =
        event.time
        + plan.handover(of: teller, after: client, session: event.session, from: handovers)
    case .came(let teller): isPresent[teller] = true
    case .left(let teller):
      isPresent[teller] = false
      freeAt[teller] = min(freeAt[teller], event.time)
    case .reset:
      waitingByService = waitingByService.map { _ in 0 }
      serving = serving.map { _ in nil }
      freeAt = freeAt.map { _ in event.time }
    case .refused, .restocked, .ejected: break
    }
  }
}
