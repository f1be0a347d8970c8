/// Somebody who has come, as policies, queues and reports see them.
///
/// How long serving this client will take, and when they lose patience, was drawn at arrival and is
/// known to the bank alone.
public struct Client: Hashable, BitwiseCopyable, Sendable {
  /// The ticket number: 1 for the first client of a session, in order of arrival.
  public let ticket: Int

  /// When the client came.
  public let arrival: Time

  /// The service, as an index into the plan's services.
  @inlinable public var service: Int { Int(Int32(truncatingIfNeeded: kind)) }

  /// The priority class; higher is more urgent, 0 where there are no classes.
  @inlinable public var priority: Int { Int(kind >> 32) }

  // Four words, for every client is copied often.

  /// The service in the lower half, the priority class in the upper.
  @usableFromInline let kind: Int64

  /// The true service time at speed 1, in nanoseconds, where not negative.
  ///
  /// Otherwise the complement of the place in the bank's ``WaitingList``, which then has the time.
  @usableFromInline let hidden: Int64

  @inlinable
  init(ticket: Int, kind: Int64, arrival: Time, hidden: Int64) {
    self.ticket = ticket
    self.kind = kind
    self.arrival = arrival
    self.hidden = hidden
  }

  /// Whether the bank's ``WaitingList`` has the client.
  @inlinable var isListed: Bool { hidden < 0 }

  /// The place there.
  @inlinable var place: Int { Int(~hidden) }

  /// What ``kind`` is for a service and a priority class.
  @inlinable
  static func kind(service: Int, priority: Int) -> Int64 {
    Int64(Int32(clamping: priority)) << 32 | Int64(UInt32(truncatingIfNeeded: service))
  }

  @inlinable static var nobody: Client { Client(ticket: 0, kind: 0, arrival: .zero, hidden: 0) }

  /// Makes a client for the tests of a queue; a bank makes its own.
  public init(ticket: Int, service: Int, priority: Int = 0, arrival: Time = .zero) {
    self.init(
      ticket: ticket, kind: Self.kind(service: service, priority: priority), arrival: arrival,
      // In no bank's list: a queue that hands back a client of its own making is found out.
      hidden: .min)
  }
}

extension Client {
  /// Whether two are the same client, as far as anybody can see.
  public static func == (left: Client, right: Client) -> Bool {
    left.ticket == right.ticket && left.arrival == right.arrival && left.kind == right.kind
  }

  /// Hashes what anybody can see.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ticket)
    hasher.combine(arrival)
    hasher.combine(kind)
  }
}

extension Client: CustomReflectable {
  /// What is public about a client; the hidden times stay hidden from `dump` as well.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "ticket": ticket, "service": service, "priority": priority, "arrival": arrival,
      ])
  }
}
