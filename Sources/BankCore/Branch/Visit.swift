/// A client on the way in: what a driver hands to the bank, before there is a ticket.
public struct Visit: Hashable, Sendable {
  /// The service, as an index into the plan's services.
  public var service: Int

  /// The true service time at speed 1; not negative.
  public var time: Time

  /// The priority class; higher is more urgent.
  public var priority: Int

  /// How long the client waits before leaving unserved, or `nil` for ever.
  public var patience: Time?

  /// Makes a visit.
  @inlinable
  public init(service: Int, time: Time, priority: Int = 0, patience: Time? = nil) {
    self.service = service
    self.time = time
    self.priority = priority
    self.patience = patience
  }
}

/// A visit and its time.
public struct Arrival: Hashable, Sendable {
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
