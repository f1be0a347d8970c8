/// A bank: owns the lines and the tellers, asks the policy, checks its answers, and says what
/// happened.
///
/// The queue behind every line and the policy are injected; the bank knows neither. It is a value
/// without clock or I/O: each mutating method takes `now`, does all that was due until then, and
/// hands what happened to the observer. A driver differs from another only in how it waits for
/// ``nextTime``.
///
/// Simultaneous happenings come in one fixed order: completed services and hand-overs, then staff
/// coming and going, then patience running out, then arrivals, then a policy's wake-up; within one
/// kind in order of their making (completions: of starting; patience: of arrival).
public struct Bank<Queue: ClientQueueable, Policy: TellerPolicy> {
  /// What the policy sees.
  @inlinable public var floor: Floor { _floor }

  /// The number of the session, one more after every reset.
  @inlinable public var session: Int { _session }

  @usableFromInline var _session: Int

  /// How many tickets this session has issued.
  @inlinable public var tickets: Int { _tickets }

  /// How many clients are being served.
  @inlinable public var serving: Int { hall.serving }

  /// Why the policy was dropped, or `nil` while it serves.
  public internal(set) var fault: PolicyFault?

  /// Whether the policy was dropped: ``fault`` says why.
  @inlinable public var isEjected: Bool { _isEjected }

  @usableFromInline var _isEjected = false

  /// How many of each item are left to reserve.
  public internal(set) var stock: [Int]

  @usableFromInline var _floor: Floor
  @usableFromInline var _tickets = 0
  @usableFromInline var policy: Policy
  /// The policy as it was at opening; a reset goes back to it.
  let pristinePolicy: Policy
  /// The queue as it was injected; every line begins as a copy of it.
  let emptyQueue: Queue

  @usableFromInline var queueTable: QueueTable<Queue>
  @usableFromInline var sequence = 0
  @usableFromInline var departures = Departures()
  @usableFromInline let staffChanges: [StaffChange]

  /// When the first thing on the agenda happens, ``Time/never`` where there is none.
  ///
  /// Kept here, for the next step waits for it before all else, and known before the agenda is in
  /// order.
  @usableFromInline var due = Time.never
  /// When to ask the policy again though nothing has happened.
  @usableFromInline var wakeUp = Time.never
  /// Whether its last answer was to idle, for a reason.
  @usableFromInline var idlesOnPurpose = false
  /// How often it has been asked so since something else happened.
  @usableFromInline var wakeUpsInARow = 0

  /// How often a policy may be woken in a row without anything else happening.
  package var mostWakeUpsInARow = 100_000

  /// Whether every answer is also checked against the policy's claims, and the last are kept.
  ///
  /// Checked as far as the heads of the lines show. Costs a look at every line per answer.
  public var isWatched = false
  /// The last answers of a watched policy.
  var answers: [PolicyFault.Answer] = []

  /// For each service that needs stock, how many clients hold a reservation.
  @usableFromInline var reservations: [Int]
  @usableFromInline var workClock = WorkClock()

  /// Opens a bank: `plan` is its world, every line is a copy of `queue`, and `policy` decides.
  ///
  /// A policy whose lines or benches do not fit the plan is dropped at once; see ``fault``.
  ///
  /// - Parameter session: the number of the first session.
  public init(plan: BranchPlan, queue: Queue, policy: Policy, session: Int = 1) {
    _session = session
    let benches = policy.benches(for: plan)
    let lines = policy.lines
    let seated = benches.joined().sorted()
    if lines < 1 || lines > BranchPlan.largestCount || seated != Array(plan.tellers.indices) {
      fault = PolicyFault(
        kind: .illegalDecision(nil), law: "L4",
        finding: lines < 1 || lines > BranchPlan.largestCount
          ? "wants \(lines) lines" : "does not put every teller on exactly one bench",
        time: .zero)
    }
    let ejected = fault != nil
    _isEjected = ejected
    _floor = Floor(
      plan: plan, lines: ejected ? plan.serviceGroups : lines,
      benches: ejected ? plan.tellersBySkills : benches)
    stock = plan.stock.map(\.count)
    self.policy = policy
    pristinePolicy = policy
    emptyQueue = queue
    queueTable = QueueTable(repeatElement(queue, count: _floor.lines.count))
    reservations = Array(repeating: 0, count: plan.services.count)
    staffChanges = StaffChange.all(in: plan)
    beginDuty()
  }

  /// When something will next happen by itself, ``Time/never`` if nothing will.
  ///
  /// A driver calls ``advance(to:_:)`` no later than then. (It may find that nothing happens after
  /// all, where a client who could have lost patience was called in time.)
  @inlinable public var nextTime: Time { min(due, wakeUp) }

  /// Whether nobody waits and nobody is served.
  @inlinable public var isEmpty: Bool {
    hall.waiting | hall.serving == 0
  }

  /// For how long somebody has waited or been served, all such times of this session together.
  public func workTime(at now: Time) -> Time { workClock.reading(at: max(now, _floor.now)) }

  /// The client `teller` is serving and since when, or `nil`.
  public func service(at teller: Int) -> (client: Client, since: Time)? {
    precondition(_floor.tellers.contains(teller), "there is no such teller")
    let state = hall.tellers[teller]
    return state.status == .serving ? (state.client, state.since) : nil
  }

  /// Whether `teller` is in the branch: on duty, or still finishing a client.
  public func isPresent(_ teller: Int) -> Bool {
    precondition(_floor.tellers.contains(teller), "there is no such teller")
    return hall.tellers[teller].status != .absent
  }
}

extension Bank: Sendable where Queue: Sendable {}

// MARK: - State

extension Bank {
  @inlinable var hall: Hall { _floor.hall }
  @inlinable var queues: UnsafeMutableBufferPointer<Queue> { queueTable.queues }

  /// Parts from all copies of the floor and of the bank; to be called before a change, by whoever
  /// may have handed one out.
  @inlinable
  @inline(__always)
  mutating func own() {
    if !isKnownUniquelyReferenced(&_floor.hall) { part() }
  }

  @usableFromInline
  @inline(never)
  mutating func part() {
    _floor.hall = Hall(copying: hall)
    queueTable = QueueTable(queues)
  }
}

/// The queues behind the lines.
///
/// Copied whenever the ``Hall`` is, so who owns that alone owns them.
@usableFromInline
final class QueueTable<Queue> {
  @usableFromInline let queues: UnsafeMutableBufferPointer<Queue>

  init(_ queues: some Collection<Queue>) {
    self.queues = .allocate(capacity: queues.count)
    _ = self.queues.initialize(fromContentsOf: queues)
  }

  deinit {
    queues.deinitialize()
    queues.deallocate()
  }
}

// Unchecked, as a `Hall` is: what it points to changes only while a single bank has it.
extension QueueTable: @unchecked Sendable where Queue: Sendable {}

/// The time during which the bank was not empty, measured between instants.
@usableFromInline
struct WorkClock: Sendable {
  @usableFromInline var total = Time.zero
  @usableFromInline var since: Time?

  @inlinable init() {}

  @inlinable
  mutating func start(at now: Time) {
    if since == nil { since = now }
  }

  @inlinable
  mutating func stop(at now: Time) {
    if let since { total += now - since }
    since = nil
  }

  func reading(at now: Time) -> Time {
    since.map { total + (now - $0) } ?? total
  }
}
