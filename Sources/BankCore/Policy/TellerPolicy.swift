/// Decides who serves whom, whenever a teller is free and somebody waits.
///
/// A policy is a value that looks at the ``Floor`` and answers with a ``Decision``. It never owns a
/// client, has no clock and cannot see the future; the ``Bank`` owns the lines, checks every answer
/// and keeps clients safe whatever a policy says.
///
/// Three members make a policy: ``name``, ``init(options:plan:random:)`` and ``next(on:)``. Everything
/// else has a default (a policy that others are to use needs a ``summary`` too, law L20):
///
/// - to describe itself: what it does, ``summary``; what it is good for, ``purposes``; what it promises, ``claims``
/// - to have options: ``Options``, ``problems(with:for:)``
/// - to keep clients or tellers apart: ``lines(for:)``, ``line(for:on:)``, ``pools(for:)``
/// - to remember: ``started(_:at:on:)``, ``finished(_:at:on:)``, ``left(_:on:)``, ``came(teller:on:)``,
///   ``left(teller:on:)``
///
/// An implementer MUST be deterministic: chance comes from the given ``RandomSource`` alone, and nothing lives outside
/// the value, no static or global state (laws L7, L15, L18). It MUST decide the same when the whole day is shifted in
/// time: subtract times, never read ``Floor/now`` as a time of day (law L13). Nothing it does may depend on what is
/// still to come (law L14), or on names other than those in its options (law L12). It may compare two
/// tickets, and do nothing else with them (law L12). It MUST work on the smallest and largest branches too (law L19).
/// It MAY keep private state; a reset of the bank starts again from the value the bank was opened with (law L8).
public protocol TellerPolicy: Sendable {
  /// What a user can set; ``NoOptions`` where there is nothing to set.
  associatedtype Options: PolicyOptions = NoOptions

  /// The name on the command line: 1 to 64 characters, which are lower-case letters, digits, and single hyphens between
  /// (law L20).
  ///
  /// A registry refuses two of one name.
  static var name: String { get }

  /// What the policy does, in one line.
  static var summary: String { get }

  /// The same in Korean.
  static var koreanSummary: String { get }

  /// What the policy is good for; `bank policies` lists it under the first.
  static var purposes: [Purpose] { get }

  /// What the policy promises.
  ///
  /// Law L5 checks `order`, L6 `idling`, L10 `overtaking`, L21 `work` and `memory`, and L23 `isMonotone`. Two laws
  /// that hold for every policy read a claim as well: L2 the `within` of `idling`, and L7 `random`.
  static var claims: Claims { get }

  /// Says why `options` do not suit `plan`; empty when they do.
  ///
  /// Every bad value MUST be found (law L17). Whoever makes a policy MUST call this first, so
  /// ``init(options:plan:random:)`` may rely on it.
  static func problems(with options: Options, for plan: BranchPlan) -> [Problem]

  /// Makes the policy for a branch, before anybody has come.
  ///
  /// - Parameters:
  ///   - options: options in which ``problems(with:for:)`` found nothing.
  ///   - plan: the branch; services, tellers and lines are known by their index from here on.
  ///   - random: a source of chance of this policy's own, the same for the same seed (law L7).
  init(options: Options, plan: BranchPlan, random: RandomSource)

  /// The number of lines on the floor, from 1 to 1,000,000 (law L4); asked once, at opening.
  ///
  /// By default one for each group of services that the same tellers can do. A policy with lines of
  /// its own also says who joins which: ``line(for:on:)``.
  func lines(for plan: BranchPlan) -> Int

  /// The pools of tellers, as groups of teller indices, at most 1,000,000 groups; asked once, at opening.
  ///
  /// Every teller MUST be in exactly one pool (law L4). Of the idle tellers of a pool, whoever has been idle longest
  /// is first. A policy that keeps tellers apart gives each group a pool and finds an idle teller in O(1) with
  /// ``Floor/firstIdle(inPool:)``. By default tellers with the same skills share a pool, and the pool
  /// with the fewest skills comes first. Where a policy does not choose among idle tellers itself, the
  /// order of the pools does: see ``Floor/firstIdle(for:)``.
  func pools(for plan: BranchPlan) -> [[Int]]

  /// Chooses the line that `client` joins: it MUST be one of the floor's (law L4).
  ///
  /// Called each time a client joins a line: on coming, on being let in again after a restart, an undone reset or a
  /// change of policy (``Returning``), and at each further step of a route. The floor does not count the client yet. By
  /// default the line of the client's group of services.
  mutating func line(for client: Client, on floor: Floor) -> Int

  /// Decides what happens next on the floor.
  ///
  /// Called if somebody waits and a teller is idle, whenever one of these has happened:
  /// - a client joined a line;
  /// - a service or a hand-over (the teller's pause after a client) ended (a client who goes on to the next step of a
  ///   route joins its line first, and the policy is asked once);
  /// - a teller came or went, a patience ran out, a client balked (joined a line, and left at once because
  ///   more waited than ``BranchPlan/limit``), or the stock of an item was set;
  /// - the time named by `askAgain` was reached;
  /// - the bank found at the end of the day that a queue had lost somebody, and dropped it;
  /// - the policy itself called somebody: so it is asked again and again, until it calls nobody, nobody waits, or no
  ///   teller is idle.
  ///
  /// If several of these happen at one instant, the policy is asked after each; but a teller who goes home on finishing a
  /// client counts as one with the end of that service, and a policy that has been asked at the time named by `askAgain`
  /// is not asked again for it. It is not asked when a client is refused (there is not enough stock, and the client joins
  /// no line).
  ///
  /// The line of a call MUST have somebody in it, and its teller MUST be idle (law L4), present (law L11), and able
  /// to do what the head of that line came for (law L3). ``Decision/idle`` means that no idle teller can serve
  /// anybody who waits, at the head of a line or behind it (law L6); where the queue is not first in, first out, only
  /// heads count. To leave a teller idle on purpose, give the reason. A time to be asked again MUST be later than now
  /// (law L9).
  ///
  /// - Throws: why it cannot decide. That is a fault (law L4): the bank drops the policy and goes on without it. Better
  ///   than a trap, which nobody can catch.
  mutating func next(on floor: Floor) throws -> Decision

  /// Told that `teller` began to serve `client` (law L22); the floor shows it already.
  mutating func started(_ client: Client, at teller: Int, on floor: Floor)

  /// Told that `teller` finished `client` (law L22); ``started(_:at:on:)`` was called when the service began.
  ///
  /// On the floor the teller is already idle, handing over or gone; a client on a route has not yet
  /// joined the next line.
  mutating func finished(_ client: Client, at teller: Int, on floor: Floor)

  /// Told that `client` left the line unserved: out of patience, or balked because more waited
  /// than the limit allows. The floor no longer counts them.
  mutating func left(_ client: Client, on floor: Floor)

  /// Told that `teller`, who was absent, came: a shift begins.
  ///
  /// Not called for those who are there at opening or after a reset: see ``Floor/isPresent(_:)``.
  mutating func came(teller: Int, on floor: Floor)

  /// Told that `teller` went home: at the end of a shift. A teller who is still serving at the end of the shift goes
  /// when that client is finished, or at a reset; where the next shift has begun by then the teller stays, and neither
  /// this nor ``came(teller:on:)`` is called.
  mutating func left(teller: Int, on floor: Floor)
}

extension TellerPolicy {
  /// No description.
  public static var summary: String { "" }

  /// The ``summary``.
  public static var koreanSummary: String { summary }

  /// Nothing said.
  public static var purposes: [Purpose] { [] }

  /// The default of each: see ``Claims/init(order:idling:overtaking:random:work:memory:isMonotone:)``.
  public static var claims: Claims { Claims() }

  /// Everything suits.
  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] { [] }

  /// A line for each group of services that the same tellers can do.
  public func lines(for plan: BranchPlan) -> Int { plan.serviceGroupCount }

  /// Tellers with the same skills share a pool; the fewest skills come first.
  public func pools(for plan: BranchPlan) -> [[Int]] { plan.tellersBySkills }

  /// The line of the client's group of services.
  @inlinable
  public func line(for client: Client, on floor: Floor) -> Int {
    floor.plan.groupOfService[client.service]
  }

  /// Nothing to note.
  @inlinable
  public mutating func started(_ client: Client, at teller: Int, on floor: Floor) {}

  /// Nothing to note.
  @inlinable
  public mutating func finished(_ client: Client, at teller: Int, on floor: Floor) {}

  /// Nothing to note.
  public mutating func left(_ client: Client, on floor: Floor) {}

  /// Nothing to note.
  public mutating func came(teller: Int, on floor: Floor) {}

  /// Nothing to note.
  public mutating func left(teller: Int, on floor: Floor) {}
}
