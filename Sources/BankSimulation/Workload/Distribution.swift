public import BankCore
import Foundation

/// A distribution of times, in seconds.
public enum Distribution: Sendable, Equatable {
  /// Always the same value.
  case constant(Double)
  /// Exponential, by its mean.
  case exponential(mean: Double)
  /// Every value between two bounds equally likely.
  case uniform(from: Double, to: Double)
  /// Between two bounds, with the density of a triangle whose top is at `mode`.
  case triangular(from: Double, mode: Double, to: Double)
  /// Normal, cut at zero: what would be negative is drawn again. `mean` and `sd` are those before the cut.
  case normal(mean: Double, sd: Double)
  /// A sum of `shape` exponential times with this mean in all.
  case erlang(shape: Int, mean: Double)
  /// Gamma, by its shape and mean.
  case gamma(shape: Double, mean: Double)
  /// Lognormal, by the mean and the standard deviation of the times themselves.
  case lognormal(mean: Double, sd: Double)
  /// Weibull, by its shape and mean.
  case weibull(shape: Double, mean: Double)
  /// One of several exponential times, with probabilities in proportion to the weights.
  case hyperexponential(means: [Double], weights: [Double])
  /// One of the values, with probabilities in proportion to the weights.
  case empirical(values: [Double], weights: [Double])

  /// The mean in seconds.
  public var mean: Double {
    switch self {
    case .constant(let value): value
    case .exponential(let mean), .erlang(_, let mean), .gamma(_, let mean),
      .lognormal(let mean, _), .weibull(_, let mean):
      mean
    case .uniform(let low, let high): (low + high) / 2
    case .triangular(let low, let mode, let high): (low + mode + high) / 3
    case .normal: moment(1)
    case .hyperexponential(let values, let weights), .empirical(let values, let weights):
      zip(values, weights).reduce(0) { $0 + $1.0 * $1.1 } / weights.reduce(0, +)
    }
  }
}

/// A distribution made ready for drawing: everything that can be worked out beforehand is.
public struct Sampler: Sendable {
  private let mean: Double
  /// Whether the distribution is exponential, the case that is drawn in line.
  private let isExponential: Bool
  private let shape: Shape

  /// What only drawing from other distributions needs, shared by all copies.
  private final class Shape: Sendable {
    let distribution: Distribution
    /// A scale for `weibull`, (μ, σ) of the logarithm for `lognormal`.
    let first: Double
    let second: Double
    /// The running sums of the weights, up to 1.
    let steps: [Double]

    init(_ distribution: Distribution, _ first: Double, _ second: Double, _ steps: [Double]) {
      self.distribution = distribution
      self.first = first
      self.second = second
      self.steps = steps
    }
  }

  /// Makes a sampler.
  public init(_ distribution: Distribution) {
    mean = distribution.mean
    var first = 0.0
    var second = 0.0
    var steps: [Double] = []
    var isExponential = false
    switch distribution {
    case .exponential: isExponential = true
    case .lognormal(let mean, let sd):
      second = log(1 + (sd / mean) * (sd / mean)).squareRoot()
      first = log(mean) - second * second / 2
    case .weibull(let shape, let mean): first = mean / tgamma(1 + 1 / shape)
    case .hyperexponential(_, let weights), .empirical(_, let weights):
      let total = weights.reduce(0, +)
      var sum = 0.0
      for weight in weights {
        sum += weight
        steps.append(sum / total)
      }
    default: break
    }
    self.isExponential = isExponential
    shape = Shape(distribution, first, second, steps)
  }

  /// Draws a time.
  @inline(__always)
  public func sample(_ random: inout RandomSource) -> Time {
    .seconds(isExponential ? Self.exponential(mean, &random) : other(&random))
  }

  /// Fills `seconds` with times in seconds, the same as drawn one by one.
  func fill(_ seconds: inout [Double], _ random: inout RandomSource) {
    // Stays in registers.
    var source = random
    defer { random = source }
    guard isExponential else {
      for index in seconds.indices { seconds[index] = other(&source) }
      return
    }
    for index in seconds.indices { seconds[index] = 1 - source.unit() }
    // Nothing here depends on its neighbours: the compiler takes several at a time.
    seconds.withUnsafeMutableBufferPointer { seconds in
      for index in seconds.indices { seconds[index] = mean * Logarithm.negative(seconds[index]) }
    }
  }

  /// Inverts the exponential distribution function.
  @inline(__always)
  static func exponential(_ mean: Double, _ random: inout RandomSource) -> Double {
    mean * Logarithm.negative(1 - random.unit())
  }

  private func other(_ random: inout RandomSource) -> Double {
    switch shape.distribution {
    case .constant(let value): return value
    case .exponential(let mean): return Self.exponential(mean, &random)
    case .uniform(let low, let high): return low + (high - low) * random.unit()
    case .triangular(let low, let mode, let high):
      let level = random.unit() * (high - low)
      return level < mode - low
        ? low + (level * (mode - low)).squareRoot()
        : high - ((high - low - level) * (high - mode)).squareRoot()
    case .normal(let mean, let sd):
      while true {
        let value = mean + sd * Self.normal(&random)
        if value >= 0 { return value }
      }
    case .erlang(let shape, let mean):
      return (0..<shape).reduce(0) { sum, _ in
        sum + Self.exponential(mean / Double(shape), &random)
      }
    case .gamma(let shape, let mean): return Self.gamma(shape, &random) * mean / shape
    case .lognormal: return exp(shape.first + shape.second * Self.normal(&random))
    case .weibull(let power, _):
      return shape.first * pow(-log(1 - random.unit()), 1 / power)
    case .hyperexponential(let means, _): return Self.exponential(means[pick(&random)], &random)
    case .empirical(let values, _): return values[pick(&random)]
    }
  }

  /// Draws an index with the weights' probabilities.
  private func pick(_ random: inout RandomSource) -> Int {
    let steps = shape.steps
    let level = random.unit()
    var low = 0
    var high = steps.count - 1
    while low < high {
      let middle = (low + high) / 2
      if steps[middle] > level { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Draws a standard normal number (Box & Muller 1958).
  private static func normal(_ random: inout RandomSource) -> Double {
    (-2 * log(1 - random.unit())).squareRoot() * cos(2 * .pi * random.unit())
  }

  /// Draws a gamma number of scale 1 (Marsaglia & Tsang 2000).
  private static func gamma(_ shape: Double, _ random: inout RandomSource) -> Double {
    if shape < 1 {
      return gamma(shape + 1, &random) * pow(1 - random.unit(), 1 / shape)
    }
    let d = shape - 1.0 / 3
    let c = 1 / (9 * d).squareRoot()
    while true {
      let x = normal(&random)
      let v = (1 + c * x) * (1 + c * x) * (1 + c * x)
      if v > 0, log(1 - random.unit()) < x * x / 2 + d - d * v + d * log(v) { return d * v }
    }
  }
}
