/// Somebody who has come, as policies, queues and reports see them.
///
/// How long serving this client will take, and when they lose patience, was drawn at arrival and is
/// known to the bank alone.
public struct Client: Hashable, BitwiseCopyable, Sendable {
  /// The ticket number: 1 for the first client of a session, in order of arrival.
  public let ticket: Int

  /// The service, as an index into the plan's services.
  @inlinable public var service: Int { Int(_service) }

  /// The priority class; higher is more urgent, 0 where there are no classes.
  @inlinable public var priority: Int { Int(_priority) }

  /// When the client came.
  public let arrival: Time

  /// The true service time at speed 1.
  @usableFromInline let serviceTime: Time

  /// Where the bank keeps what only some clients have (see `Bank.departures`), or −1.
  @usableFromInline let slot: Int32

  // Small, for a client is copied often.
  @usableFromInline let _service: Int32
  @usableFromInline let _priority: Int32

  @inlinable
  init(
    ticket: Int, service: Int, priority: Int, arrival: Time, serviceTime: Time, slot: Int32
  ) {
    self.ticket = ticket
    _service = Int32(truncatingIfNeeded: service)
    _priority = Int32(clamping: priority)
    self.arrival = arrival
    self.serviceTime = serviceTime
    self.slot = slot
  }

  @usableFromInline static let nobody = Client(
    ticket: 0, service: 0, priority: 0, arrival: .zero, serviceTime: .zero, slot: -1)

  /// Makes a client for the tests of a queue; a bank makes its own.
  public init(ticket: Int, service: Int, priority: Int = 0, arrival: Time = .zero) {
    self.init(
      ticket: ticket, service: service, priority: priority, arrival: arrival, serviceTime: .zero,
      slot: -1)
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
