/// The kinds of what happens by itself and of arrivals, in the order in which they happen at one instant.
///
/// This order is defined here alone. What comes from outside, a restock or a reset, comes after all of them; a client who
/// comes late, at a time that has passed, before all that is due now. When a service ends at the instant a patience runs out, the service ends first,
/// so that the client can still be called; a teller becomes free before an arrival. Within one kind the number
/// decides: services and hand-overs in the order in which they began, staff in that of the plan, clients by ticket.
/// (``BankEvent/Kind-swift.enum`` is what has happened.)
@usableFromInline
package enum EventKind: UInt8, Comparable, BitwiseCopyable, Sendable {
  /// A service is completed, or a hand-over is over.
  case release
  /// A teller comes or leaves.
  case staff
  /// A client's patience runs out.
  case patience
  /// A client comes. A ``Day`` has those who will come, not the event list.
  case arrival
  /// The policy wanted to be asked again. The bank keeps that time, not the event list.
  case askAgain

  @inlinable
  @inline(__always)
  package static func < (left: EventKind, right: EventKind) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A time and what happens then: the order of all events of a bank.
@usableFromInline
package struct Moment: Comparable, BitwiseCopyable, Sendable {
  @usableFromInline package var time: Time
  @usableFromInline package var kind: EventKind

  @inlinable
  @inline(__always)
  package init(_ time: Time, _ kind: EventKind) {
    self.time = time
    self.kind = kind
  }

  @inlinable
  @inline(__always)
  package static func < (left: Moment, right: Moment) -> Bool {
    left.time == right.time ? left.kind < right.kind : left.time < right.time
  }
}
