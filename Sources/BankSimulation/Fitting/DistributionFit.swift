import Foundation

/// A distribution fitted to times by maximum likelihood, and how well it fits.
public struct DistributionFit: Sendable, Equatable {
  /// The distribution.
  public let distribution: Distribution

  /// What its family is called in a config.
  public let family: String

  /// The largest distance between the shares of times up to any time, of the data and of the model
  /// (Kolmogorov & Smirnov); from 0 to 1.
  public let distance: Double

  /// The logarithm of the likelihood less the number of parameters: the largest is the best fit for its
  /// size (Akaike 1974).
  public let score: Double

  /// Whether no family fits, and the data themselves are drawn from.
  public var isEmpirical: Bool { if case .empirical = distribution { true } else { false } }

  /// A distance up to this is called a fit.
  public static let largestDistance = 0.05

  /// What differs by less is equal but for the last digits of a difference, in seconds.
  fileprivate static let leastTick = 1e-6

  /// The ticks of the clock that times were taken with: the least by which two of them differ, or the least of them; 0
  /// where no two are equal, and nobody can tell.
  public static func tick(of sorted: [Double]) -> Double {
    let apart = zip(sorted, sorted.dropFirst()).map { $1 - $0 }
    guard apart.contains(where: { $0 <= leastTick }) else { return 0 }
    let least = sorted.first { $0 > leastTick }
    return (apart + [least ?? 0]).filter { $0 > leastTick }.min() ?? 0
  }

  /// Every family that can be fitted to `times` in seconds, the best first; empty for no times.
  ///
  /// The best is that of the highest ``score`` of those that are near the data; where all are further from them than
  /// ``largestDistance``, the data themselves come first, in two hundred and fifty groups at most.
  public static func all(_ times: [Double]) -> [DistributionFit] {
    guard let first = times.first else { return [] }
    if times.allSatisfy({ $0 == first }) {
      return [
        DistributionFit(
          distribution: .constant(first), family: "constant", distance: 0, score: 0)
      ]
    }
    let data = Sample(times)
    let fits = [
      data.exponential, data.gamma, data.lognormal, data.weibull, data.uniform, data.normal,
      data.hyperexponential,
    ].compactMap { $0 }.sorted { $0.score > $1.score }
    guard let near = fits.firstIndex(where: { $0.distance <= largestDistance }) else {
      return [data.empirical] + fits
    }
    return [fits[near]] + fits[..<near] + fits[(near + 1)...]
  }
}

/// Times with what all families need of them.
private struct Sample {
  /// The times as they are.
  let times: [Double]
  /// The ticks of the clock they were taken with.
  let tick: Double
  /// The same with something for those of 0.
  let sorted: [Double]
  /// The mean of `times` beside that of `sorted`.
  let factor: Double
  let count: Double
  let mean: Double
  let variance: Double
  let meanLog: Double
  let varianceLog: Double

  /// Keeps times, and makes those of 0 half of the shortest other to fit a shape.
  ///
  /// What a clock with ticks calls 0 is not. But ticks make as many times longer as shorter: the mean is that of the times
  /// as they are.
  init(_ times: [Double]) {
    let least = times.filter { $0 > 0 }.min() ?? 1
    let times = times.sorted()
    self.times = times
    tick = DistributionFit.tick(of: times)
    sorted = self.times.map { $0 > 0 ? $0 : least / 2 }
    let count = Double(times.count)
    self.count = count
    let mean = sorted.reduce(0, +) / count
    self.mean = mean
    factor = mean > 0 ? times.reduce(0, +) / count / mean : 1
    variance = sorted.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    let logs = sorted.map { log($0) }
    let meanLog = logs.reduce(0, +) / count
    self.meanLog = meanLog
    varianceLog = logs.reduce(0) { $0 + ($1 - meanLog) * ($1 - meanLog) } / count
  }

  func fit(
    _ distribution: Distribution, _ family: String, likelihood: Double, parameters: Double
  ) -> DistributionFit? {
    guard likelihood.isFinite, distribution.mean.isFinite else { return nil }
    let distribution = factor == 1 ? distribution : distribution.scaled(by: factor)
    return DistributionFit(
      distribution: distribution, family: family, distance: distance(distribution),
      score: likelihood - parameters)
  }

  /// A time stands for all that a clock with such ticks shows so: up to half a tick less, and half a tick more.
  private func distance(_ distribution: Distribution) -> Double {
    var largest = 0.0
    var place = 0
    while place < times.count {
      var next = place
      while next < times.count, times[next] - times[place] <= DistributionFit.leastTick {
        next += 1
      }
      for (share, edge) in [(place, -tick / 2), (next, tick / 2)] {
        let model = distribution.probability(upTo: times[place] + edge)
        largest = max(largest, abs(model - Double(share) / count))
      }
      place = next
    }
    return largest
  }

  var exponential: DistributionFit? {
    fit(
      .exponential(mean: mean), "exponential", likelihood: -count * (log(mean) + 1), parameters: 1)
  }

  var gamma: DistributionFit? {
    let spread = log(mean) - meanLog
    guard spread > 1e-9 else { return nil }
    // Newton's method from the approximation of Minka (2002).
    var shape =
      (3 - spread + ((spread - 3) * (spread - 3) + 24 * spread).squareRoot()) / (12 * spread)
    for _ in 0..<50 {
      let (value, slope) = Gamma.digamma(shape)
      let step = (log(shape) - value - spread) / (1 / shape - slope)
      shape = max(shape - step, shape / 2)
      if abs(step) < 1e-12 * shape { break }
    }
    guard 0.01...1000 ~= shape else { return nil }
    let likelihood =
      count * (shape * log(shape / mean) - lgamma(shape) + (shape - 1) * meanLog - shape)
    return fit(.gamma(shape: shape, mean: mean), "gamma", likelihood: likelihood, parameters: 2)
  }

  var lognormal: DistributionFit? {
    guard varianceLog > 1e-12 else { return nil }
    let mean = exp(meanLog + varianceLog / 2)
    let likelihood = -count * (meanLog + (log(2 * Double.pi * varianceLog) + 1) / 2)
    return fit(
      .lognormal(mean: mean, sd: mean * expm1(varianceLog).squareRoot()), "lognormal",
      likelihood: likelihood, parameters: 2)
  }

  var weibull: DistributionFit? {
    PatienceFit.weibull(ended: sorted, others: []).flatMap {
      fit($0.distribution, "weibull", likelihood: $0.likelihood, parameters: 2)
    }
  }

  var uniform: DistributionFit? {
    let (low, high) = (sorted[0], sorted[sorted.count - 1])
    return fit(
      .uniform(from: low, to: high), "uniform", likelihood: -count * log(high - low), parameters: 2)
  }

  /// By moments; where hardly anything is cut off at zero they are the maximum of the likelihood.
  var normal: DistributionFit? {
    guard mean > 3 * variance.squareRoot() else { return nil }
    return fit(
      .normal(mean: mean, sd: variance.squareRoot()), "normal",
      likelihood: -count / 2 * (log(2 * Double.pi * variance) + 1), parameters: 2)
  }

  /// Two exponential times, by expectation and maximisation; only where times vary more than one does.
  var hyperexponential: DistributionFit? {
    guard variance > 1.05 * mean * mean else { return nil }
    var (share, short, long) = (0.5, mean / 3, mean * 2)
    var likelihood = -Double.infinity
    for _ in 0..<500 {
      var (weight, sumShort, sumLong, total) = (0.0, 0.0, 0.0, 0.0)
      for time in sorted {
        let one = share / short * exp(-time / short)
        let other = (1 - share) / long * exp(-time / long)
        let part = one / (one + other)
        weight += part
        sumShort += part * time
        sumLong += (1 - part) * time
        total += log(one + other)
      }
      guard weight > 0, weight < count else { return nil }
      (share, short, long) = (weight / count, sumShort / weight, sumLong / (count - weight))
      if total - likelihood < 1e-7 * count { break }
      likelihood = total
    }
    return fit(
      .hyperexponential(means: [short, long], weights: [share, 1 - share]), "hyperexponential",
      likelihood: likelihood, parameters: 3)
  }

  /// The data themselves: a group of times at its mean, so that the mean of all is theirs.
  ///
  /// The longest hundredth has up to fifty groups of its own: a few rare long times make most of a variance.
  var empirical: DistributionFit {
    let body = times.count - times.count / 100
    let groups = Self.groups(times[..<body], 200) + Self.groups(times[body...], 50)
    return DistributionFit(
      distribution: .empirical(values: groups.map(\.mean), weights: groups.map(\.weight)),
      family: "empirical", distance: 0, score: -.infinity)
  }

  /// At most so many groups of times that are beside each other.
  private static func groups(
    _ times: ArraySlice<Double>, _ most: Int
  ) -> [(mean: Double, weight: Double)] {
    let points = min(times.count, most)
    return (0..<points).map { point in
      let start = times.startIndex + point * times.count / points
      let group = times[start..<times.startIndex + (point + 1) * times.count / points]
      return (group.reduce(0, +) / Double(group.count), Double(group.count))
    }
  }
}

extension Distribution {
  /// The same shape with every time so many times as long.
  fileprivate func scaled(by factor: Double) -> Distribution {
    switch self {
    case .constant(let value): .constant(value * factor)
    case .exponential(let mean): .exponential(mean: mean * factor)
    case .uniform(let low, let high): .uniform(from: low * factor, to: high * factor)
    case .triangular(let low, let mode, let high):
      .triangular(from: low * factor, mode: mode * factor, to: high * factor)
    case .normal(let mean, let sd): .normal(mean: mean * factor, sd: sd * factor)
    case .erlang(let shape, let mean): .erlang(shape: shape, mean: mean * factor)
    case .gamma(let shape, let mean): .gamma(shape: shape, mean: mean * factor)
    case .lognormal(let mean, let sd): .lognormal(mean: mean * factor, sd: sd * factor)
    case .weibull(let shape, let mean): .weibull(shape: shape, mean: mean * factor)
    case .hyperexponential(let means, let weights):
      .hyperexponential(means: means.map { $0 * factor }, weights: weights)
    case .empirical(let values, let weights):
      .empirical(values: values.map { $0 * factor }, weights: weights)
    }
  }
}
