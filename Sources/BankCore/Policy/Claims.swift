/// What a policy promises, as data.
///
/// `bank conformance` checks them, but for `order: line`; a bank that is watched (``Bank/isWatched``) checks some of
/// them at every answer. Some claims admit a weakness: idling, unbounded overtaking, chance, no order, memory that
/// grows, and work that grows. (A policy that claims nothing about ``work`` admits the last.) Where an admitted
/// weakness shows in no branch that was tried, it is reported as `notWitnessed`: perhaps the policy can promise more.
public struct Claims: Equatable, Sendable {
  /// Within which group of clients the policy serves first come, first served.
  ///
  /// Where the queue is not first in, first out, only the heads of the lines are compared with one another.
  public enum Order: String, Sendable {
    /// Each line has the order of its queue, and lines are not compared: law L5 has nothing to check.
    case line
    /// Among those who come for one service.
    case service
    /// Among all.
    case everybody
    /// Among nobody: a weakness, for a policy that may call out of order even within a service.
    case none
  }

  /// Whether a teller may be left idle while a client waits whom that teller could serve.
  public enum Idling: Equatable, Sendable {
    /// Never.
    case never
    /// Only for these reasons, and only while no client whom the teller could serve has waited in a line for longer
    /// than `within`; by default there is no limit.
    ///
    /// Where the queue behind the lines is not first in, first out, the heads of the lines alone count.
    case declared([IdleReason], within: Time = .never)
  }

  /// How many clients who came later may be called before one who waits, by tellers who could have served that one.
  ///
  /// Of two who came at the same instant the one with the higher ticket came later. On a route a client
  /// with a higher ticket who joined the line earlier does not count as having come later.
  /// Where the queue behind the lines is not first in, first out, only the heads of the lines can be overtaken.
  public enum Overtaking: Equatable, Sendable {
    /// None.
    case none
    /// This many at most.
    case atMost(Int)
    /// Any number.
    case unbounded
  }

  /// Whether the policy uses chance.
  public enum Chance: String, Sendable {
    /// It uses none.
    case never
    /// It draws from the seeded source that it was given, and from nothing else.
    case seeded
  }

  /// How far the number of looks at the floor in one call of `next`, `started` or `finished`, and the time that the
  /// call takes, may grow (law L21).
  public enum Work: String, Sendable {
    /// It does not grow.
    case constant
    /// With the number of lines.
    case lines
    /// With the number of tellers.
    case tellers
    /// With lines times tellers.
    case linesTimesTellers
  }

  /// What a policy keeps of clients who are gone.
  public enum Memory: String, Sendable {
    /// At most a fixed amount.
    case bounded
    /// More with each client, for as long as a session goes on.
    case growing
  }

  /// Within which group of clients the policy serves first come, first served.
  public var order: Order
  /// Whether it idles on purpose.
  public var idling: Idling
  /// How far it lets clients be overtaken.
  public var overtaking: Overtaking
  /// Whether the policy uses chance.
  public var random: Chance
  /// How far the work of one call may grow.
  public var work: Work
  /// How much it keeps of clients who are gone.
  public var memory: Memory
  /// Whether one more teller who can do every service never delays the end of the last service.
  ///
  /// The promise holds only for a branch where all of this is so, and law L23 tries it there:
  /// - clients are all there at opening, stay until they are served, and have equal service times and no route;
  /// - tellers can do everything, at speed 1, all day;
  /// - there is no limit, no stock and no reset.
  public var isMonotone: Bool

  /// Makes claims.
  ///
  /// A claim that is left out has its default: first come, first served within a service; no idling, no
  /// overtaking, no chance; work up to lines times tellers; bounded memory; not monotone.
  public init(
    order: Order = .service, idling: Idling = .never, overtaking: Overtaking = .none,
    random: Chance = .never, work: Work = .linesTimesTellers,
    memory: Memory = .bounded, isMonotone: Bool = false
  ) {
    self.order = order
    self.idling = idling
    self.overtaking = overtaking
    self.random = random
    self.work = work
    self.memory = memory
    self.isMonotone = isMonotone
  }
}
