/// What can happen next, in the order in which simultaneous events happen.
///
/// This order is defined here alone: a completion at the instant a client would leave saves the client,
/// and a teller who becomes free comes before an arrival. Within one kind, events come by their
/// number: completions in the order of starting, staff in that of the plan, clients by ticket.
@usableFromInline
package enum EventKind: UInt8, Comparable, BitwiseCopyable, Sendable {
  /// A service is completed, or a hand-over is over.
  case release
  /// A teller comes or leaves.
  case staff
  /// A client's patience runs out.
  case patience
  /// A client comes.
  case arrival
  /// The policy wanted to be asked again.
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
