public import BankCore

/// A number that changes over time: its maximum, its area and its average over the time.
public struct Level: Sendable, Equatable {
  /// The present value.
  public private(set) var value = 0
  /// The largest value that lasted for any time at all.
  public private(set) var max = 0
  /// The value added up over the time, in seconds.
  public private(set) var area = 0.0
  private var since = Time.zero

  /// Makes a level of 0 at opening.
  public init() {}

  /// The average from opening until the last change or ``close(at:)``; 0 for no time at all.
  public var mean: Double {
    since > .zero ? area / since.seconds : 0
  }

  /// Changes the value.
  public mutating func set(_ new: Int, at now: Time) {
    if now > since {
      area += Double(value) * (now - since).seconds
      max = Swift.max(max, value)
      since = now
    }
    value = new
  }

  /// Lets the present value last until `end`.
  public mutating func close(at end: Time) { set(value, at: end) }
}
