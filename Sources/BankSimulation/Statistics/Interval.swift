import Foundation

/// A mean and how far the truth may lie from it.
public struct Interval: Sendable, Equatable {
  /// The mean.
  public let mean: Double

  /// Half the width of the interval that holds the truth 95 times in a hundred; `nil` where too
  /// little is known.
  public let halfWidth: Double?

  /// Makes an interval.
  public init(mean: Double, halfWidth: Double?) {
    self.mean = mean
    self.halfWidth = halfWidth
  }

  /// Student's interval for the mean of independent numbers.
  public init(of values: [Double]) {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / max(count, 1)
    self.mean = mean
    guard values.count > 1 else {
      halfWidth = nil
      return
    }
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    halfWidth = Self.student(values.count - 1) * (squares / (count - 1) / count).squareRoot()
  }

  /// The interval for Σ sums / Σ counts over independent days (a ratio estimate).
  public init(sums: [Double], counts: [Double]) {
    let total = counts.reduce(0, +)
    let ratio = total > 0 ? sums.reduce(0, +) / total : 0
    mean = ratio
    let days = Double(counts.count)
    guard counts.count > 1, total > 0 else {
      halfWidth = nil
      return
    }
    let squares = zip(sums, counts).reduce(0.0) { result, day in
      let rest = day.0 - ratio * day.1
      return result + rest * rest
    }
    halfWidth =
      Self.student(counts.count - 1) * (squares / (days - 1) / days).squareRoot() * days / total
  }

  /// How much wider an interval has to be so that `count` such intervals all hold the truth at once, 95
  /// times in a hundred (Bonferroni's inequality), with these degrees of freedom.
  public static func widening(_ count: Int, degrees: Int) -> Double {
    guard count > 1, degrees > 0 else { return 1 }
    return point(0.025 / Double(count), degrees) / point(0.025, degrees)
  }

  /// The point beyond which Student's distribution has the share `tail`.
  private static func point(_ tail: Double, _ degrees: Int) -> Double {
    var (low, high) = (0.0, 1e9)
    while high - low > 1e-12 * high {
      let middle = (low + high) / 2
      if middle == low || middle == high { break }
      if beyond(middle, degrees) > tail { low = middle } else { high = middle }
    }
    return high
  }

  /// The share of Student's distribution beyond `point`, exactly (Abramowitz & Stegun, 26.7.3–4).
  private static func beyond(_ point: Double, _ degrees: Int) -> Double {
    let n = Double(degrees)
    let cosine = 1 / (1 + point * point / n).squareRoot()
    let sine = point / n.squareRoot() * cosine
    let isOdd = degrees % 2 == 1
    var term = isOdd ? cosine : 1.0
    var sum = degrees == 1 ? 0 : term
    var k = isOdd ? 3.0 : 2.0
    while k < n - 1 {
      term *= (k - 1) / k * cosine * cosine
      sum += term
      k += 2
    }
    let within =
      isOdd ? 2 / Double.pi * (atan(point / n.squareRoot()) + sine * sum) : sine * sum
    return (1 - within) / 2
  }

  /// The 97.5 % point of Student's distribution (Cornish & Fisher's expansion; exact for 1 and 2).
  public static func student(_ degrees: Int) -> Double {
    let n = Double(degrees)
    switch degrees {
    case ..<1: return .infinity
    case 1: return 12.706_204_736
    case 2: return 4.302_652_730
    default:
      let z = 1.959_963_984_540_054
      let (z3, z5, z7, z9) = (z * z * z, z * z * z * z * z, z * z * z * z * z * z * z, 426.781_9)
      let first = (z3 + z) / 4
      let second = (5 * z5 + 16 * z3 + 3 * z) / 96
      let third = (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384
      let fourth = (79 * z9 + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * z) / 92160
      return z + (first + (second + (third + fourth / n) / n) / n) / n
    }
  }
}
