public import BankCore

/// Count, mean, standard deviation and maximum of times.
///
/// Sums are kept relative to the first value, which keeps them small beside the spread; two tallies
/// can be added up.
public struct Tally: Sendable, Equatable {
  /// How many times.
  @inlinable public var count: Int { number }

  /// Their mean in seconds; 0 when there are none.
  public var mean: Double { number > 0 ? (pivot + sum / Double(number)) / 1e9 : 0 }

  /// Their sum in seconds.
  public var total: Double { (pivot * Double(number) + sum) / 1e9 }

  /// The largest in seconds; 0 when there are none.
  public var max: Double { largest / 1e9 }

  /// Their standard deviation in seconds (divided by n − 1), or `nil` for fewer than two.
  public var sd: Double? {
    guard number > 1 else { return nil }
    let squared = (squares - sum * sum / Double(number)) / Double(number - 1)
    return Swift.max(squared, 0).squareRoot() / 1e9
  }

  // In nanoseconds.
  @usableFromInline var number = 0
  @usableFromInline var pivot = 0.0
  @usableFromInline var sum = 0.0
  @usableFromInline var squares = 0.0
  @usableFromInline var largest = 0.0

  /// Makes an empty tally.
  public init() {}

  /// Adds a time in nanoseconds that is not negative.
  @inlinable
  @inline(__always)
  mutating func add(nanoseconds value: Double) {
    if number == 0 { pivot = value }
    number &+= 1
    let difference = value - pivot
    sum += difference
    squares += difference * difference
    if value > largest { largest = value }
  }

  /// Adds a time that is not negative.
  @inlinable
  public mutating func add(_ time: Time) { add(nanoseconds: Double(time.nanoseconds)) }

  /// Adds all that `other` has.
  public mutating func merge(_ other: Tally) {
    guard number > 0 else { return self = other }
    let count = Double(other.number)
    let shift = other.pivot - pivot
    squares += other.squares + 2 * shift * other.sum + count * shift * shift
    sum += other.sum + count * shift
    number += other.number
    largest = Swift.max(largest, other.largest)
  }
}
