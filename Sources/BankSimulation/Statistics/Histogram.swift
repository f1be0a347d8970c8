/// Numbers counted in buckets whose width is 1/128 of their value: quantiles with a relative error
/// of at most 0.4 %, in constant memory, that can be added up.
public struct Histogram: Sendable, Equatable {
  /// A bucket is an exponent of two and the first seven bits after the leading one.
  private static let shift: UInt64 = 52 - 7
  /// From a nanosecond; anything below counts as zero.
  private static let lowest = 0x1p-30.bitPattern >> shift
  /// To 2³⁴ seconds, more than a ``Time`` can say.
  private static let highest = 0x1p34.bitPattern >> shift

  private var zeros = 0
  private var counts = [UInt64](repeating: 0, count: Int(highest - lowest) + 1)

  /// How many numbers were added.
  public private(set) var count = 0

  /// Makes an empty histogram.
  public init() {}

  /// Adds a number that is not negative.
  public mutating func add(_ value: Double) {
    count += 1
    let bucket = value.bitPattern >> Self.shift
    guard bucket >= Self.lowest else { return zeros += 1 }
    counts[Int(min(bucket, Self.highest) - Self.lowest)] += 1
  }

  /// The smallest value that at least the share `level` (0 to 1) of the numbers do not exceed, to
  /// the middle of its bucket; `nil` when there are none.
  public func quantile(_ level: Double) -> Double? {
    guard count > 0 else { return nil }
    let rank = max(1, Int((level * Double(count)).rounded(.up)))
    var below = zeros
    if below >= rank { return 0 }
    for (index, bucket) in counts.enumerated() where bucket > 0 {
      below += Int(bucket)
      if below >= rank {
        let low = Double(bitPattern: (Self.lowest + UInt64(index)) << Self.shift)
        let high = Double(bitPattern: (Self.lowest + UInt64(index) + 1) << Self.shift)
        return (low + high) / 2
      }
    }
    return nil
  }
}
