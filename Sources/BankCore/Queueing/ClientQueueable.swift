/// A queue of clients: what a ``Bank`` keeps behind each of its lines.
///
/// A plug-in, like a policy: the bank is given one and knows no other but its own fallback. A conformer needs a
/// ``name``, `init()` and the five operations of ``Queueable``; the rest has defaults (a queue that others are to use
/// needs a ``summary`` too, law Q9).
///
/// Everybody who waits in a line is in its queue, and so are some who have left: whoever leaves before being called
/// stays in it, and the bank passes over them when they come first. Once many have left, the bank empties the queue
/// with ``Queueable/clear()`` and adds again those who still wait, in order of arrival. Clients of one instant are added
/// in the order in which the queue would have handed them out. If the queue would now hand them out in another order than
/// before (a stack turns round those who joined at one instant), the bank empties and fills it once more, with those of
/// one instant the other way round, and leaves it at that. (A queue that draws lots draws again.)
/// When a policy is dropped, everybody who waits is added to new, empty queues, in the order in which they joined. To
/// list a line the bank empties a copy.
///
/// On a ``Route`` a client who was handed out may join again, perhaps the same line, with the same ticket, and
/// another ``Client/arrival`` unless no time has passed: a queue MUST keep nothing of a client whom it has handed out (law Q1).
public protocol ClientQueueable: Queueable, Sendable where Element == Client {
  /// The name on the command line: 1 to 64 characters, which are lower-case letters, digits, and single hyphens between
  /// (law Q9).
  ///
  /// A registry refuses two of one name.
  static var name: String { get }

  /// What the queue does, in one line.
  static var summary: String { get }

  /// The same in Korean.
  static var koreanSummary: String { get }

  /// The order in which clients come out; checked by law Q6.
  static var order: QueueOrder { get }

  /// Makes the empty queue of a branch.
  ///
  /// For a queue that has to know the branch (expected times) or uses chance; by default
  /// ``Queueable/init()``. Called once: every line, in every session, begins with a copy of this queue. So, if it uses
  /// chance, all lines draw the same numbers.
  ///
  /// - Parameters:
  ///   - plan: the branch; a client's service is an index into its services.
  ///   - random: a source of chance of this queue's own, the same for the same seed (law Q7).
  init(plan: BranchPlan, random: RandomSource)
}

extension ClientQueueable {
  /// No description.
  public static var summary: String { "" }

  /// The ``summary``.
  public static var koreanSummary: String { summary }

  /// No order is promised.
  public static var order: QueueOrder { .none }

  /// Needs neither the plan nor chance.
  public init(plan: BranchPlan, random: RandomSource) { self.init() }
}

/// The order in which a queue hands out its clients.
public enum QueueOrder: String, Sendable {
  /// Whoever was added first.
  case firstInFirstOut = "first in, first out"
  /// Whoever was added last.
  case lastInFirstOut = "last in, first out"
  /// The highest priority class, and within it whoever joined the line first, at one instant the lower ticket.
  case byClass = "by class"
  /// The shortest expected time of the service, and of equal ones whoever joined the line first, at one instant the
  /// lower ticket.
  case byExpectedTime = "by expected time"
  /// None is promised.
  case none = "none"
}
