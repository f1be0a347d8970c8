public import BankCore

/// A number that changes over time: its maximum, its area and its average over the time.
public struct Level: Sendable, Equatable {
  /// The present value.
  @usableFromInline var value = 0
  /// The largest value that lasted for any time at all.
  @inlinable public var max: Int { largest }
  /// The value added up over the time, in seconds.
  public var area: Double { Double(nanoseconds) / 1e9 }
  /// The time over which it was measured, in seconds.
  public var duration: Double { earlier + (since > start ? (since - start).seconds : 0) }
  /// The average over the time measured; 0 for no time at all.
  public var mean: Double { duration > 0 ? area / duration : 0 }

  @usableFromInline var largest = 0
  /// −Σ change · time of the change.
  ///
  /// The area is this and the value times the present time: whole
  /// numbers, and so exact.
  @usableFromInline var balance: Int128 = 0
  @usableFromInline var since: Time
  private let start: Time
  /// The time of levels merged into this one, in seconds.
  private var earlier = 0.0

  private var nanoseconds: Int128 { balance + Int128(value) * Int128(since.nanoseconds) }

  /// Makes a level of 0 at opening, measured from `start` on.
  public init(from start: Time = .zero) {
    self.start = start
    since = start
  }

  /// Changes the value by `difference`.
  @inlinable
  @inline(__always)
  public mutating func change(by difference: Int, at now: Time) {
    changePeak(by: difference, at: now)
    let product = Int64(difference).multipliedFullWidth(by: since.nanoseconds)
    balance &-= Int128(_low: product.low, _high: product.high)
  }

  /// Changes the value to `new`.
  mutating func change(to new: Int, at now: Time) { change(by: new - value, at: now) }

  /// Changes the value without adding up its area, which is known otherwise.
  @inlinable
  @inline(__always)
  mutating func changePeak(by difference: Int, at now: Time) {
    last(until: now)
    value &+= difference
  }

  /// Lets the present value last until `now`; nothing happens where that is not later.
  @inlinable
  @inline(__always)
  public mutating func last(until now: Time) {
    let end = Swift.max(since, now)
    if value > largest { rise(until: end) }
    since = end
  }

  /// Not in line, since it is called rarely.
  @usableFromInline
  @inline(never)
  mutating func rise(until end: Time) {
    if end > since { largest = value }
  }

  /// The same with the area of `parts`, of which it is the sum.
  func with(areaOf parts: some Sequence<Level>) -> Level {
    var level = self
    level.balance += parts.reduce(0) { $0 + $1.nanoseconds } - nanoseconds
    return level
  }

  /// Adds what was measured on another day.
  public mutating func merge(_ other: Level) {
    balance += other.nanoseconds
    largest = Swift.max(largest, other.largest)
    earlier += other.duration
  }
}
