/// A client on the way in: what a driver hands to the bank, before there is a ticket.
public struct Visit: BitwiseCopyable, Hashable, Sendable {
  /// The service, as an index into the plan's services; clamped to 32 bits.
  @inlinable public var service: Int {
    get { Int(Int32(truncatingIfNeeded: serviceAndClass)) }
    set { serviceAndClass = Client.packed(service: newValue, priority: priority) }
  }

  /// The true service time at speed 1; a negative one counts as 0.
  public var serviceTime: Time

  /// The priority class, clamped to 32 bits; higher is more urgent.
  @inlinable public var priority: Int {
    get { Int(serviceAndClass >> 32) }
    set { serviceAndClass = Client.packed(service: service, priority: newValue) }
  }

  /// How long the client waits before leaving unserved; `nil` for one who waits for ever; a negative one counts as 0.
  @inlinable public var patience: Time? {
    get { longestWait < .never ? longestWait : nil }
    set { longestWait = newValue ?? .never }
  }

  // Kept to 24 bytes, because every client comes as a `Visit`.

  /// The patience, ``Time/never`` for one who waits for ever.
  @usableFromInline var longestWait: Time
  /// The service in the lower half, the priority class in the upper.
  @usableFromInline var serviceAndClass: Int64

  /// Makes a visit.
  @inlinable
  public init(service: Int, serviceTime: Time, priority: Int = 0, patience: Time? = nil) {
    self.serviceTime = serviceTime
    serviceAndClass = Client.packed(service: service, priority: priority)
    longestWait = patience ?? .never
  }
}

/// A visit and the time at which the client comes through the door.
///
/// (Of a ``Client``, `arrival` is the time at which they joined the line where they are now.)
public struct Arrival: BitwiseCopyable, Hashable, Sendable {
  /// When the client comes.
  public var time: Time

  /// What the client comes with.
  public var visit: Visit

  /// Makes an arrival.
  @inlinable
  public init(at time: Time, _ visit: Visit) {
    self.time = time
    self.visit = visit
  }
}
