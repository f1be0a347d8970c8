/// The kinds of what is still to come, in the order in which they happen at one instant.
///
/// (What has happened is a ``BankEvent``: another thing.)
///
/// This order is defined here alone. A service that ends at the instant at which a patience runs out ends first, so
/// that the client can still be called; a teller becomes free before a client comes. Within one kind the entry with
/// the lower number comes first (`EventList.Entry.number`): services and hand-overs in the order in which they began,
/// staff in that of the plan, clients by ticket.
///
/// A driver may also act from outside: a restock, a reset, a visit by ``Bank/arrive(_:at:_:)``. Whether such an act comes
/// before or after what else is due at that instant depends on whether the driver has stepped its ``Day`` to that time.
///
/// If it has, the act comes last. LiveBank, once open, steps first; but where too many steps are due it stops part-way,
/// puts its clock back to the last step, and acts then: further steps of that instant may follow the act.
///
/// If it has not (LiveBank does not step before it opens), the bank alone does what is due:
/// - a restock or a reset comes after everything else that the bank has due at that time;
/// - a visit comes after everything that the bank has due at that time but the wake-ups;
/// - clients of the ``Day`` who come at that time come later still.
///
/// A client of a ``Day`` whose time has already passed comes before everything else that is due now.
@usableFromInline
enum EventKind: UInt8, Comparable, BitwiseCopyable, Sendable {
  /// A service ends, after which its teller is idle, hands over or goes home; or a hand-over ends.
  case release
  /// A shift begins or ends.
  case staff
  /// A client's patience runs out.
  case patience
  /// A client comes. Those who will come are in the ``Day``, not in the event list.
  case arrival
  /// The policy is asked again at a time that it named. The bank keeps that time, not the event list.
  case wakeUp

  @inlinable
  @inline(__always)
  static func < (left: EventKind, right: EventKind) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A time and a kind; moments are in the order in which things happen.
@usableFromInline
struct Moment: Comparable, BitwiseCopyable, Sendable {
  @usableFromInline var time: Time
  @usableFromInline var kind: EventKind

  @inlinable
  @inline(__always)
  init(_ time: Time, _ kind: EventKind) {
    self.time = time
    self.kind = kind
  }

  @inlinable
  @inline(__always)
  static func < (left: Moment, right: Moment) -> Bool {
    left.time == right.time ? left.kind < right.kind : left.time < right.time
  }
}
