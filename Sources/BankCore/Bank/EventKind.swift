/// The kinds of what is to happen, in the order in which they happen at one instant.
///
/// This order is defined here alone. When a service ends at the instant a patience runs out, the service ends first,
/// so that the client can still be called; a teller becomes free before an arrival. Within one kind the number
/// decides: services and hand-overs in the order in which they began, staff in that of the plan, clients by ticket. (A ``BankEvent/Kind-swift.enum``
/// is what has happened.)
@usableFromInline
package enum EventKind: UInt8, Comparable, BitwiseCopyable, Sendable {
  /// A service is completed, or a hand-over is over.
  case release
  /// A teller comes or leaves.
  case staff
  /// A client's patience runs out.
  case patience
  /// A client comes. Never in the event list: a ``Day`` has those who will come.
  case arrival
  /// The policy wanted to be asked again. Never in the event list: the bank keeps one such time.
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
