/// Lines that belong to tellers: each teller has one for each group of services.
///
/// Where all can do everything, that is one line for each teller. A line's own teller calls from it. Another teller
/// who can serve its head may call it only while its own teller is absent or cannot serve that head.
public struct LinesByTeller: Sendable {
  private let groups: Int
  private let tellers: Int

  /// Why a teller is idle while clients wait for another.
  public static let idleReason: IdleReason = "the clients wait for another teller"

  /// Makes the lines of a branch: one for each teller and group of services.
  public init(_ plan: BranchPlan) {
    groups = plan.serviceGroupCount
    tellers = plan.tellers.count
  }

  /// The number of lines, at least 1.
  public var count: Int { max(1, tellers * groups) }

  /// The line of `teller` for a client.
  public func line(of teller: Int, for client: Client, on floor: Floor) -> Int {
    teller * groups + floor.plan.groupOfService[client.service]
  }

  /// How many wait for `teller`, plus one if the teller is serving, handing over or absent.
  public func load(of teller: Int, on floor: Floor) -> Int {
    (0..<groups).reduce(floor.isIdle(teller) ? 0 : 1) {
      $0 + floor.count(inLine: teller * groups + $1)
    }
  }

  /// The one of `tellers` with the least ``load(of:on:)``, at a tie the first; `nil` for none.
  public func leastLoaded(of tellers: some Sequence<Int>, on floor: Floor) -> Int? {
    tellers.map { (load: load(of: $0, on: floor), teller: $0) }.min { $0.load < $1.load }?.teller
  }

  /// The tellers whom a client may wait for: those present who can serve, otherwise all who can; empty where nobody
  /// can.
  public func choices(for client: Client, on floor: Floor) -> [Int] {
    let able = floor.tellers.filter { floor.plan.can($0, do: client.service) }
    let present = able.filter { floor.isPresent($0) }
    return present.isEmpty ? able : present
  }

  /// The decision to call whoever has waited longest of the heads who can be called: each by the teller of the line
  /// or, if that teller is absent or cannot serve the head, by any idle teller who can.
  ///
  /// If nobody can be called, the answer is ``Decision/idle(because:askAgain:)`` with ``idleReason``, which the
  /// policy's claims MUST declare (law L6).
  public func next(on floor: Floor) -> Decision {
    var best: (client: Client, line: Int, teller: Int)?
    for line in floor.lines {
      guard let head = floor.head(ofLine: line) else { continue }
      if let best, best.client.joined(before: head) { continue }
      let owner = line / groups
      let isBound = floor.isPresent(owner) && floor.plan.can(owner, do: head.service)
      let teller = isBound ? owner : floor.firstIdle(for: head.service)
      guard let teller, floor.isIdle(teller) else { continue }
      best = (head, line, teller)
    }
    return best.map { .call(line: $0.line, teller: $0.teller) } ?? .idle(because: Self.idleReason)
  }
}
