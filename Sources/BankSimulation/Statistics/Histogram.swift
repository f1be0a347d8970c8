public import BankCore
import Foundation

/// Times counted in buckets whose width is 1/128 of a power of two: quantiles with a relative error
/// of at most 0.4 %, in constant memory, that can be added up.
public struct Histogram: Sendable, Equatable {
  /// A bucket is an exponent of two and the first seven bits after the leading one.
  @usableFromInline static var shift: UInt64 { 52 - 7 }
  /// A nanosecond; anything below counts as zero.
  @usableFromInline static var lowest: UInt64 { 1.0.bitPattern >> shift }
  /// 2⁶³ nanoseconds, more than a ``Time`` can say.
  @usableFromInline static var highest: UInt64 { 0x1p63.bitPattern >> shift }

  /// How many buckets there are, with one for zero.
  @usableFromInline static var size: Int { Int(highest - lowest) + 2 }

  /// How many times of zero were added.
  private(set) var zeros = 0
  /// How many were more than zero.
  public private(set) var positive = 0
  /// The buckets of ``first`` and after it, to the last that holds something: a day fills few of them.
  private var counts: [UInt64] = []
  /// The bucket of the first of ``counts``, which holds something; 0 where there is none.
  private var first = 0

  /// How many times were added.
  public var count: Int { zeros + positive }

  /// Makes an empty histogram.
  public init() {}

  /// Makes a histogram of the ``size`` buckets that begin at `start` in a table.
  init(_ buckets: Table<UInt64>, at start: Int) {
    zeros = Int(buckets[start])
    func isEmpty(_ some: Range<Int>) -> Bool {
      buckets.isAll(0, in: start + some.lowerBound..<start + some.upperBound)
    }
    guard !isEmpty(1..<Self.size) else { return }
    first = Self.last(from: 1, below: Self.size) { isEmpty(1..<$0) }
    let end = 1 + Self.last(from: 1, below: Self.size) { !isEmpty($0..<Self.size) }
    counts = buckets.elements(start + first..<start + end)
    positive = Int(counts.reduce(0, +))
  }

  /// The last place for which something holds that holds for all before it.
  private static func last(from low: Int, below high: Int, _ holds: (Int) -> Bool) -> Int {
    var (low, high) = (low, high)
    while high - low > 1 {
      let middle = (low + high) / 2
      if holds(middle) { low = middle } else { high = middle }
    }
    return low
  }

  /// The bucket of a time in nanoseconds that is not negative.
  @inlinable
  @inline(__always)
  static func bucket(nanoseconds value: Double) -> Int {
    // Without a branch: who waits at all cannot be guessed.
    Int(truncatingIfNeeded: max(value.bitPattern >> shift, lowest &- 1) &- (lowest &- 1))
  }

  /// Adds a time that is not negative.
  public mutating func add(_ time: Time) {
    let bucket = Self.bucket(nanoseconds: Double(time.nanoseconds))
    guard bucket > 0 else { return zeros += 1 }
    cover(bucket..<bucket + 1)
    counts[bucket - first] += 1
    positive += 1
  }

  /// Adds all that `other` has.
  public mutating func merge(_ other: Histogram) {
    zeros += other.zeros
    positive += other.positive
    guard !other.counts.isEmpty else { return }
    cover(other.first..<other.first + other.counts.count)
    let offset = other.first - first
    for index in other.counts.indices { counts[offset + index] += other.counts[index] }
  }

  /// Makes room for some buckets.
  private mutating func cover(_ buckets: Range<Int>) {
    guard !counts.isEmpty else {
      (first, counts) = (buckets.lowerBound, Array(repeating: 0, count: buckets.count))
      return
    }
    let below = first - buckets.lowerBound
    if below > 0 {
      counts.insert(contentsOf: repeatElement(0, count: below), at: 0)
      first = buckets.lowerBound
    }
    let above = buckets.upperBound - first - counts.count
    if above > 0 { counts.append(contentsOf: repeatElement(0, count: above)) }
  }

  /// The smallest time, in seconds, that at least the share `level` (0 to 1) of all do not exceed,
  /// to the middle of its bucket; `nil` when there are none.
  public func quantile(_ level: Double) -> Double? { quantiles([level])?[0] }

  /// The same for several levels, in rising order, at the price of one.
  public func quantiles(_ levels: [Double]) -> [Double]? {
    let count = count
    guard count > 0 else { return nil }
    var (below, next) = (zeros, 0)
    return levels.map { level in
      let rank = min(count, max(1, Int((level * Double(count)).rounded(.up))))
      while below < rank {
        below += Int(counts[next])
        next += 1
      }
      return next == 0 ? 0 : (bound(next - 1) + bound(next)) / 2
    }
  }

  /// The share of all that are at most `seconds`, to a bucket; 0 when there are none.
  public func share(upTo seconds: Double) -> Double {
    let count = count
    guard count > 0, seconds >= 0 else { return 0 }
    let below = filled.prefix { $0.from <= seconds }.reduce(zeros) { $0 + $1.count }
    return Double(below) / Double(count)
  }

  /// The share of all times added up that the largest one in a thousand make; 0 where all are zero.
  ///
  /// Where it is large a mean hangs on a few, and so does what is known of its error.
  public var shareOfLargest: Double {
    let filled = filled
    let total = filled.reduce(0) { $0 + ($1.from + $1.to) / 2 * Double($1.count) }
    guard total > 0 else { return 0 }
    var left = Double(count) / 1000
    var largest = 0.0
    for bucket in filled.reversed() where left > 0 {
      let taken = min(left, Double(bucket.count))
      largest += (bucket.from + bucket.to) / 2 * taken
      left -= taken
    }
    return largest / total
  }

  /// The buckets that hold something, with their bounds in seconds, the smallest first.
  public var filled: [(from: Double, to: Double, count: Int)] {
    var filled: [(from: Double, to: Double, count: Int)] = []
    for (index, count) in counts.enumerated() where count > 0 {
      filled.append((bound(index), bound(index + 1), Int(count)))
    }
    return filled
  }

  /// The smallest time, in seconds, that falls into one of ``counts``.
  private func bound(_ index: Int) -> Double {
    Double(bitPattern: (Self.lowest + UInt64(first + index - 1)) << Self.shift) / 1e9
  }
}

extension Table<UInt64> {
  /// Whether all values at `places` are `value`: the first is, and each is the next.
  ///
  /// As bytes, for a debug build took a third of a test's time to look at 8066 values one by one.
  func isAll(_ value: UInt64, in places: Range<Int>) -> Bool {
    guard let first = places.first else { return true }
    let bytes = bytes + first * MemoryLayout<UInt64>.stride
    return self[first] == value
      && memcmp(bytes, bytes + 8, (places.count - 1) * MemoryLayout<UInt64>.stride) == 0
  }
}
