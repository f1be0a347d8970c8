import Foundation

extension Distribution {
  /// The probability of a time of at most `time` seconds.
  public func probability(upTo time: Double) -> Double {
    guard time >= 0 else { return 0 }
    switch self {
    case .constant(let value): return time >= value ? 1 : 0
    case .exponential(let mean): return -expm1(-time / mean)
    case .uniform(let low, let high):
      return high > low ? min(1, max(0, (time - low) / (high - low))) : time >= low ? 1 : 0
    case .triangular(let low, let mode, let high):
      if time <= low { return low == high && time == low ? 1 : 0 }
      if time >= high { return 1 }
      return time < mode
        ? (time - low) * (time - low) / ((high - low) * (mode - low))
        : 1 - (high - time) * (high - time) / ((high - low) * (high - mode))
    case .normal(let mean, let sd):
      func below(_ x: Double) -> Double { erfc((mean - x) / sd / 2.0.squareRoot()) / 2 }
      return (below(time) - below(0)) / (1 - below(0))
    case .erlang(let shape, let mean):
      return Gamma.share(Double(shape), upTo: time * Double(shape) / mean)
    case .gamma(let shape, let mean): return Gamma.share(shape, upTo: time * shape / mean)
    case .lognormal(let mean, let sd):
      guard time > 0 else { return 0 }
      let variance = log(1 + (sd / mean) * (sd / mean))
      let middle = log(mean) - variance / 2
      return erfc((middle - log(time)) / (2 * variance).squareRoot()) / 2
    case .weibull(let shape, let mean):
      return -expm1(-pow(time / mean * tgamma(1 + 1 / shape), shape))
    case .hyperexponential(let means, let weights):
      let total = weights.reduce(0, +)
      return zip(means, weights).reduce(0) { $0 - $1.1 / total * expm1(-time / $1.0) }
    case .empirical(let values, let weights):
      let total = weights.reduce(0, +)
      return zip(values, weights).reduce(0) { $0 + ($1.0 <= time ? $1.1 / total : 0) }
    }
  }

  /// The time in which the share `share` of all is done, to a millionth of it; `nil` where there is none.
  public func time(of share: Double) -> Double? {
    var (low, high) = (0.0, max(mean, 1e-9))
    for _ in 0..<64 where probability(upTo: high) < share { (low, high) = (high, 2 * high) }
    guard probability(upTo: high) >= share else { return nil }
    while high - low > 1e-6 * high {
      let middle = (low + high) / 2
      if probability(upTo: middle) < share { low = middle } else { high = middle }
    }
    return high
  }
}

/// Functions of the gamma family.
enum Gamma {
  /// The regularised incomplete gamma function P(shape, x): a series below the mean, a continued fraction
  /// above it (Abramowitz & Stegun 6.5.29 and 6.5.31).
  static func share(_ shape: Double, upTo x: Double) -> Double {
    guard x > 0 else { return 0 }
    let front = exp(shape * log(x) - x - lgamma(shape))
    if x < shape + 1 {
      var term = 1 / shape
      var sum = term
      var n = shape
      while abs(term) > abs(sum) * 1e-15 {
        n += 1
        term *= x / n
        sum += term
      }
      return min(1, sum * front)
    }
    // By Lentz's method, from the front.
    var b = x + 1 - shape
    var c = 1e300
    var d = 1 / b
    var fraction = d
    for step in 1...10_000 {
      let k = Double(step)
      let a = -k * (k - shape)
      b += 2
      d = 1 / (a * d + b)
      c = b + a / c
      fraction *= d * c
      if abs(d * c - 1) < 1e-15 { break }
    }
    return max(0, 1 - fraction * front)
  }

  /// The derivative of log Γ, and its derivative: by recurrence up to 8 or more, then the asymptotic series.
  static func digamma(_ x: Double) -> (value: Double, slope: Double) {
    var (value, slope, x) = (0.0, 0.0, x)
    while x < 8 {
      value -= 1 / x
      slope += 1 / (x * x)
      x += 1
    }
    let r = 1 / (x * x)
    value += log(x) - 0.5 / x - r * (1.0 / 12 - r * (1.0 / 120 - r * (1.0 / 252 - r / 240)))
    slope += 1 / x + r / 2 + r / x * (1.0 / 6 - r * (1.0 / 30 - r * (1.0 / 42 - r / 30)))
    return (value, slope)
  }
}
