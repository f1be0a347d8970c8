/// A client on the way in: what a driver hands to the bank, before there is a ticket.
public struct Visit: BitwiseCopyable, Hashable, Sendable {
  /// The service, as an index into the plan's services.
  @inlinable public var service: Int {
    get { Int(_service) }
    set { _service = Int32(clamping: newValue) }
  }

  /// The true service time at speed 1; not negative.
  public var time: Time

  /// The priority class; higher is more urgent.
  @inlinable public var priority: Int {
    get { Int(_priority) }
    set { _priority = Int32(clamping: newValue) }
  }

  /// How long the client waits before leaving unserved, or `nil` for ever.
  @inlinable public var patience: Time? {
    get { _patience < .never ? _patience : nil }
    set { _patience = newValue ?? .never }
  }

  // Small, for every client is one first.
  @usableFromInline var _patience: Time
  @usableFromInline var _service: Int32
  @usableFromInline var _priority: Int32

  /// Makes a visit.
  @inlinable
  public init(service: Int, time: Time, priority: Int = 0, patience: Time? = nil) {
    _service = Int32(clamping: service)
    self.time = time
    _priority = Int32(clamping: priority)
    _patience = patience ?? .never
  }
}

/// A visit and its time.
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
