import Foundation

extension Distribution {
  /// The mean of the times to the power of `power`, in seconds to that power; infinite where it is
  /// beyond what a number can say.
  public func moment(_ power: Int) -> Double {
    let k = Double(power)
    switch self {
    case .constant(let value): return pow(value, k)
    case .exponential(let mean): return tgamma(k + 1) * pow(mean, k)
    case .uniform(let low, let high):
      guard high > low else { return pow(low, k) }
      return (pow(high, k + 1) - pow(low, k + 1)) / ((k + 1) * (high - low))
    case .triangular(let low, let mode, let high):
      return Self.triangle(low, mode, high, k)
    case .normal(let mean, let sd):
      // By parts: each moment follows from the two before it (the normal density is its own integral).
      let cut = -mean / sd
      let inside = erfc(cut / 2.0.squareRoot()) / 2
      let density = exp(-cut * cut / 2) / (2 * Double.pi).squareRoot()
      var moments = [1, mean + sd * density / inside]
      while moments.count <= power {
        let last = moments.count - 1
        moments.append(mean * moments[last] + Double(last) * sd * sd * moments[last - 1])
      }
      return moments[power]
    case .erlang(let shape, let mean): return Self.gamma(Double(shape), mean, power)
    case .gamma(let shape, let mean): return Self.gamma(shape, mean, power)
    case .lognormal(let mean, let sd):
      return pow(mean, k) * pow(1 + (sd / mean) * (sd / mean), k * (k - 1) / 2)
    case .weibull(let shape, let mean):
      return pow(mean, k) * exp(lgamma(1 + k / shape) - k * lgamma(1 + 1 / shape))
    case .hyperexponential(let means, let weights):
      return Self.average(means.map { tgamma(k + 1) * pow($0, k) }, weights)
    case .empirical(let values, let weights):
      return Self.average(values.map { pow($0, k) }, weights)
    }
  }

  /// The mean of the power `k` under the two sides of a triangle.
  private static func triangle(
    _ low: Double, _ mode: Double, _ high: Double, _ k: Double
  ) -> Double {
    /// ∫ x^k (x − from) dx up to `to`, of either sign.
    func side(_ from: Double, _ to: Double) -> Double {
      func integral(_ x: Double) -> Double {
        pow(x, k + 2) / (k + 2) - from * pow(x, k + 1) / (k + 1)
      }
      return integral(to) - integral(from)
    }
    guard high > low else { return pow(low, k) }
    let rising = mode > low ? side(low, mode) / (mode - low) : 0
    let falling = mode < high ? side(high, mode) / (high - mode) : 0
    return 2 / (high - low) * (rising + falling)
  }

  private static func gamma(_ shape: Double, _ mean: Double, _ power: Int) -> Double {
    (0..<power).reduce(1) { $0 * (shape + Double($1)) / shape * mean }
  }

  private static func average(_ values: [Double], _ weights: [Double]) -> Double {
    zip(values, weights).reduce(0) { $0 + $1.0 * $1.1 } / weights.reduce(0, +)
  }

  /// How many draws it takes until the mean of their squares is known to a tenth.
  ///
  /// Waits hang on that mean. An interval made of fewer draws is too narrow more often than it says: the
  /// rare long times that matter have not come yet.
  public var drawsForSquares: Double {
    Self.drawsForSquares(square: moment(2), fourth: moment(4))
  }

  /// The same by the means of the squares and of the fourth powers.
  static func drawsForSquares(square: Double, fourth: Double) -> Double {
    square > 0 ? (fourth / (square * square) - 1) * 100 : 0
  }
}
