/// Decides who serves whom, whenever a teller is free and somebody waits.
///
/// A policy is a value that looks at the ``Floor`` and answers with a ``Decision``. It never holds a
/// client, has no clock and cannot see the future; the ``Bank`` owns the lines, checks every answer
/// and keeps clients safe whatever a policy says.
///
/// Five members make a policy: ``name``, ``init(options:plan:random:)``, ``lines``,
/// ``line(for:on:)`` and ``next(on:)``. Everything else has a default that behaves as if it were
/// left out.
///
/// An implementer MUST be deterministic: chance comes from the given ``RandomSource`` alone, and
/// nothing lives outside the value (no static or global state). It MAY keep private state; a reset
/// of the bank starts again from the value the bank was opened with.
public protocol TellerPolicy: Sendable {
  /// What a user can set; ``NoOptions`` where there is nothing to.
  associatedtype Options: PolicyOptions = NoOptions

  /// The name on the command line: lower-case words with hyphens between, unique in a registry.
  static var name: String { get }

  /// What the policy does, in one line.
  static var summary: String { get }

  /// What the policy promises, and which laws it asks to be excused from.
  static var claims: Claims { get }

  /// Says why `options` do not suit `plan`; empty when they do.
  ///
  /// Called before every ``init(options:plan:random:)``, which may then rely on it.
  static func problems(with options: Options, for plan: BranchPlan) -> [Problem]

  /// Makes the policy for a branch, before anybody has come.
  ///
  /// - Parameters:
  ///   - options: options in which ``problems(with:for:)`` found nothing.
  ///   - plan: the branch; services, tellers and lines are known by their index from here on.
  ///   - random: a source of chance of this policy's own, the same for the same seed.
  init(options: Options, plan: BranchPlan, random: RandomSource)

  /// The number of lines on the floor, at least 1; read once, at opening.
  var lines: Int { get }

  /// The benches idle tellers wait on, as groups of teller indices; read once, at opening.
  ///
  /// Every teller MUST be on exactly one bench. On a bench, who has been idle longest is first. A
  /// policy that keeps tellers apart gives each group a bench and finds a free teller in O(1) with
  /// ``Floor/firstIdle(onBench:)``. By default tellers with the same skills share a bench, and the
  /// bench with the fewest skills comes first.
  func benches(for plan: BranchPlan) -> [[Int]]

  /// Chooses the line that `client` joins: 0 to ``lines`` − 1. Called once for every client who
  /// enters.
  mutating func line(for client: Client, on floor: Floor) -> Int

  /// Decides what happens next on the floor.
  ///
  /// Called after every happening, for as long as somebody waits, somebody is idle, and the answer
  /// was a call. A called line MUST have somebody in it; a called teller MUST be idle and able to
  /// do what the head of that line came for. ``Decision/idle`` means that nobody idle can serve
  /// anybody who is at the head of a line; to leave a teller idle on purpose, give the reason.
  ///
  /// - Throws: what makes an answer impossible; the bank then goes on without the policy. Better
  ///   than a trap, which nobody can catch.
  mutating func next(on floor: Floor) throws -> Decision

  /// Told that `teller` began to serve `client`.
  mutating func started(_ client: Client, at teller: Int, on floor: Floor)

  /// Told that `teller` finished `client`.
  mutating func finished(_ client: Client, at teller: Int, on floor: Floor)
}

extension TellerPolicy {
  /// No description.
  public static var summary: String { "" }

  /// The strictest promises: see ``Claims/init(order:idling:overtaking:random:work:)``.
  public static var claims: Claims { Claims() }

  /// Everything suits.
  public static func problems(with options: Options, for plan: BranchPlan) -> [Problem] { [] }

  /// Tellers with the same skills share a bench; the fewest skills come first.
  public func benches(for plan: BranchPlan) -> [[Int]] { plan.tellersBySkills }

  /// Nothing to note.
  @inlinable
  public mutating func started(_ client: Client, at teller: Int, on floor: Floor) {}

  /// Nothing to note.
  @inlinable
  public mutating func finished(_ client: Client, at teller: Int, on floor: Floor) {}
}
