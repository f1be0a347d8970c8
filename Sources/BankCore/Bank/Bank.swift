/// A bank: owns the lines and the tellers, asks the policy, checks its answers, and says what
/// happened.
///
/// The queue behind every line and the policy are injected: the bank knows no type of queue or policy by name, except
/// `FallbackQueue`, which takes over when the injected queue is dropped. It is a value that reads no clock and does no
/// I/O: each public mutating method takes `now`, does all that was due until then, and hands what happened to the observer.
/// Drivers run a ``Day`` (a bank and those who will come): each waits between its steps in its own way, and may act from
/// outside too. In which order things happen at one instant is defined in one place, `EventKind` (the kinds of what is
/// still to come).
public struct Bank<Queue: ClientQueueable, Policy: TellerPolicy>: Sendable {
  /// What the branch looks like now: lines, how many wait in each, who is at its head; tellers, and whom they serve.
  ///
  /// (Who else waits: ``clients(inLine:)``.) The same as the policy is shown; but here a question about an index that does not exist is no fault.
  public var floor: Floor {
    var floor = currentFloor
    floor.isForPolicy = false
    return floor
  }

  /// The floor as the policy is shown it: to ask this one about an index that does not exist is a fault of the policy.
  @usableFromInline var currentFloor: Floor

  /// The number of the session, which lasts from the opening or a reset to the next reset; each reset adds one.
  public internal(set) var session: Int

  // Inlinable code cannot call an internal setter: so `beginEntry` sets `lastTicket`, and `tickets` reads it.

  /// How many tickets this session has issued.
  public internal(set) var tickets: Int {
    @inlinable get { lastTicket }
    set { lastTicket = newValue }
  }

  @usableFromInline var lastTicket = 0

  @usableFromInline package var policy: Policy
  /// The policy as it was at opening; a reset goes back to it.
  let policyAtOpening: Policy
  /// What the policy promises.
  let claims: Claims

  /// The queue behind each line; everybody who waits is in one.
  @usableFromInline var queues: [LineQueue<Queue>]
  /// The queue as it was injected; that of every line begins as a copy of it.
  let emptyQueue: Queue

  /// Which routes clients take; without it everybody comes for one service.
  package var routes: (any RouteSource)?
  /// How long each hand-over (a teller's pause after a client) takes; without it as long as the plan says.
  let handovers: (any HandoverSource)?

  /// The number that the next end of a service or hand-over gets as it is put on the event list.
  @usableFromInline var nextRelease = 0
  @usableFromInline let staffChanges: [StaffChange]
  /// The time of the wake-up that the policy asked for; ``Time/never`` where it asked for none.
  @usableFromInline var wakeUpTime = Time.never
  /// How many wake-ups there were in a row, with nothing else between them.
  @usableFromInline var wakeUpsInARow = 0

  /// Why the policy was dropped, or `nil` while it is in use.
  public internal(set) var policyFault: BankFault? {
    didSet { isPolicyDropped = policyFault != nil }
  }
  /// Why the queue was dropped, or `nil` while it is in use.
  public internal(set) var queueFault: BankFault? {
    didSet { isQueueDropped = queueFault != nil }
  }
  @usableFromInline var isQueueDropped = false
  @usableFromInline var waitingList = WaitingList()
  /// Whether the policy was dropped: then the fallback policy decides, by `fallbackDecision` and `fallbackLine(for:)`.
  @usableFromInline var isPolicyDropped = false
  /// The last answers of the policy, if the bank is watched.
  var answers: [BankFault.Answer] = []

  /// How often a policy may be woken in a row without anything else happening.
  package var mostWakeUpsInARow = 100_000

  /// Whether the bank is watched.
  ///
  /// It then checks every answer against the policy's claims on order, on idling, and on overtaking if the claim is
  /// `none` (comparing the heads of the lines, not those behind), and keeps the last answers and a list of everybody
  /// who waits.
  ///
  /// Costs time at each answer: O(lines) where the answer is a call, as much as ``Floor/callLongestWaiting()`` where the
  /// answer calls nobody. Costs memory for each client who waits. In return no client is lost to a broken queue.
  public let isWatched: Bool

  /// For each service, how often its needs are reserved for clients in the bank who have not finished it yet
  /// (`Bank+Stock`).
  ///
  /// A client whose route has the service twice counts twice; 0 for a service without needs.
  @usableFromInline var reservations: [Int]
  @usableFromInline var workClock = WorkClock()

  /// Opens a bank on a branch.
  ///
  /// A policy whose lines or pools do not fit the plan is dropped at once, and no event tells of it:
  /// see ``policyFault``.
  ///
  /// - Parameters:
  ///   - plan: the branch.
  ///   - queue: an empty queue; that of every line begins as a copy of it.
  ///   - policy: what decides which line a client joins, and who is called.
  ///   - claims: what the policy promises: by default what its type claims. For a wrapper, which passes questions on to
  ///     another policy, pass the claims of that one: its own type has the defaults.
  ///   - session: the number of the first session.
  ///   - routes: which routes of the plan clients take, and what they bring to their further steps; `nil` where
  ///     everybody comes for one service.
  ///   - handovers: how long each hand-over (a teller's pause after a client) takes; `nil` where each takes the plan's
  ///     time.
  ///   - isWatched: whether to check every answer against the claims: see ``isWatched``.
  public init(
    plan: BranchPlan, queue: Queue, policy: Policy, claims: Claims = Policy.claims,
    session: Int = 1, routes: (any RouteSource)? = nil, handovers: (any HandoverSource)? = nil,
    isWatched: Bool = false
  ) {
    self.session = session
    self.isWatched = isWatched
    self.routes = routes
    self.handovers = handovers
    let pools = policy.pools(for: plan)
    let lines = policy.lines(for: plan)
    if lines < 1 || lines > Self.mostLines {
      policyFault = Self.unfit("wants \(lines) lines, and may have 1 to \(Self.mostLines)")
    } else if pools.count > Self.mostLines {
      policyFault = Self.unfit("wants \(pools.count) pools, and may have at most \(Self.mostLines)")
    } else if pools.joined().sorted() != Array(plan.tellers.indices) {
      policyFault = Self.unfit("has pools that do not hold each teller once and nothing else")
    }
    // `didSet` does not run in `init`.
    isPolicyDropped = policyFault != nil
    currentFloor = Floor(
      FloorStorage(
        PlanFacts(plan), lines: isPolicyDropped ? plan.serviceGroupCount : lines,
        pools: isPolicyDropped ? plan.tellersBySkills : pools))
    currentFloor.isForPolicy = true
    self.policy = policy
    policyAtOpening = policy
    self.claims = claims
    emptyQueue = queue
    queues = Array(repeating: LineQueue(queue), count: currentFloor.lines.count)
    reservations = Array(repeating: 0, count: plan.services.count)
    staffChanges = StaffChange.all(in: plan)
    beginDuty()
  }

  /// The most lines of a policy, and the most pools: enough for a line for each pair of 1,000 tellers and 1,000
  /// services.
  private static var mostLines: Int { 1_000_000 }

  private static func unfit(_ finding: Phrase) -> BankFault {
    BankFault(kind: .illegalDecision(nil), law: .onlyLegalCalls, finding: finding, time: .zero)
  }
}

extension Bank {
  /// The earliest time at which something may happen by itself, ``Time/never`` if nothing will.
  ///
  /// Without a ``Day``, call ``advance(to:_:)`` when this time comes, or later: events keep the times at which they
  /// were due.
  @inlinable public var nextTime: Time { storage.state.events.nextTime.earlier(wakeUpTime) }

  /// How many clients are being served.
  @inlinable public var servingCount: Int { storage.state.serving }

  /// Whether nobody waits and nobody is served.
  @inlinable public var isEmpty: Bool { storage.state.waiting == 0 && storage.state.serving == 0 }

  /// How many of each item are left to reserve.
  public var stock: [Int] { storage.stock.elements }

  /// Why the policy or the queue was dropped, or `nil` while both are in use.
  public var fault: BankFault? { policyFault ?? queueFault }

  /// Whether the policy or the queue was dropped: ``fault`` says why.
  @inlinable public var hasDropped: Bool { isPolicyDropped || isQueueDropped }

  /// How long the bank was not empty in this session.
  public func workTime(at now: Time) -> Time { workClock.reading(at: max(now, currentFloor.now)) }

  /// How many places of the event list are in use, its gap included (`EventList.hasGap`).
  package var eventListSize: Int { storage.state.events.count }

  /// Counts `count` tickets as issued, for trying whether the numbers of tickets matter (law L12).
  package mutating func skipTickets(_ count: Int) { tickets += count }

  /// The storage of the floor: lines, tellers, stock and the event list; call ``makeUnique()`` before a change.
  @inlinable var storage: FloorStorage { currentFloor.storage }

  /// Copies the floor's storage if anybody else holds it.
  ///
  /// To be called before a change of the floor, and again after each call into the policy, which may have
  /// kept the floor it was shown.
  @inlinable
  @inline(__always)
  mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&currentFloor.storage) { copyStorage() }
  }

  @usableFromInline
  @inline(never)
  mutating func copyStorage() { currentFloor.storage = FloorStorage(copying: storage) }

  @inlinable
  @inline(__always)
  mutating func tell<Observer: BankObserver>(_ observer: inout Observer, _ kind: BankEvent.Kind) {
    observer.observe(BankEvent(time: currentFloor.now, session: session, kind: kind))
  }
}

/// The time during which the bank was not empty.
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
