import BankCore
import Foundation

/// How long clients wait before leaving, from those who left and those who were served first.
///
/// Whoever was served would have waited at least so long: leaving them out makes patience look shorter than
/// it is.
public struct PatienceFit: Sendable, Equatable {
  /// How many lost patience.
  public let left: Int
  /// How many were served before they did.
  public let served: Int
  /// The share that still waits after a time (Kaplan & Meier 1958), at each time at which somebody left.
  public let survival: [(time: Double, share: Double)]
  /// The family that fits best.
  public let distribution: Distribution
  /// What it is called in a config.
  public let family: String
  /// How far the mean patience may be off, relative to it: + this share, and - at most as much.
  ///
  /// That is the 95 % interval within the family, and what lies beyond ``known`` beside what lies before: there the family
  /// alone says how long people wait, and another would say otherwise.
  public let relativeError: Double
  /// The largest distance between the shares that still wait, of the data and of the model, up to the last
  /// time of which enough is known.
  public let distance: Double
  /// Up to when enough were seen to wait: fifty, or a quarter of all where they are fewer than two hundred.
  public let known: Double
  /// The share of the mean that lies beyond ``known``, where the family alone says how long people wait.
  public let beyond: Double

  /// Whether two fits are the same.
  public static func == (left: PatienceFit, right: PatienceFit) -> Bool {
    left.distribution == right.distribution && left.left == right.left
      && left.served == right.served
  }

  /// Of how many who still wait enough is known: fifty, or a quarter of all where they are fewer than two hundred.
  package static func fewestSeen(of count: Int) -> Int { min(50, count / 4) }

  /// The least who must have left for anything to be said.
  public static let fewest = 10

  /// Fits to the waits in seconds of those who left and of those who were served; `nil` where fewer than
  /// ``fewest`` left.
  public init?(left: [Double], served: [Double]) {
    guard left.count >= Self.fewest else { return nil }
    let least = left.filter { $0 > 0 }.min() ?? 1
    let tick = DistributionFit.tick(of: (left + served).sorted())
    let (all, count) = (left.reduce(0, +) + served.reduce(0, +), Double(left.count))
    // A clock with coarse ticks makes times longer as often as shorter: their sum is right, and their shape is not.
    let isCoarse = tick * 100 > all / count
    let ended = left.map { $0 > 0 || isCoarse ? $0 : least / 2 }
    let mean = (ended.reduce(0, +) + served.reduce(0, +)) / count
    guard mean > 0, mean <= BranchPlan.longestTime.seconds else { return nil }
    let coarse = isCoarse ? CoarseWaits(ended: ended, others: served, tick: tick) : nil
    let likelihood = coarse?.exponential(near: mean) ?? -count * (log(mean) + 1)
    // One parameter more must be worth it: in 19 of 20 cases it is chance otherwise (the likelihood ratio).
    let other =
      coarse.map { $0.weibull(near: mean) } ?? Self.weibull(ended: ended, others: served)
    let weibull = other.flatMap { fit in
      // A few who leave at once among many who stay are no reason for a mean of years, which no config takes.
      fit.likelihood - 1.92 > likelihood && fit.distribution.mean <= BranchPlan.longestTime.seconds
        ? fit : nil
    }
    let model = weibull?.distribution ?? .exponential(mean: mean)
    (distribution, family) = (model, weibull == nil ? "exponential" : "weibull")
    self.left = left.count
    self.served = served.count
    let byChance =
      weibull.map { exp(1.96 * $0.logError) - 1 } ?? 1.96 / Double(left.count).squareRoot()
    let curve = Self.survival(ended, served)
    survival = curve.map { ($0.time, $0.share) }
    let fewest = Self.fewestSeen(of: left.count + served.count)
    let seen = curve.filter { $0.waiting >= fewest }
    known = seen.last?.time ?? 0
    let starts = [(time: 0, share: 1)] + seen.map { (time: $0.time, share: $0.share) }
    let sum = zip(starts, seen).reduce(0) { $0 + ($1.1.time - $1.0.time) * $1.0.share }
    beyond = max(0, 1 - sum / model.mean)
    relativeError = byChance + beyond / (1 - beyond)
    // A reading stands for up to half a tick more.
    let half = isCoarse ? tick / 2 : 0
    distance = seen.reduce(0) {
      max($0, abs(1 - model.probability(upTo: $1.time + half) - $1.share))
    }
  }

  /// The time that a share of those who wait longer than `start` wait longer than.
  package func time(beyond start: Double, share: Double) -> Double {
    guard case .weibull(let shape, let mean) = distribution else {
      return start - distribution.mean * log(share)
    }
    let scale = mean / tgamma(1 + 1 / shape)
    guard start > 0 else { return scale * pow(-log(share), 1 / shape) }
    return start * pow(1 - log(share) / pow(start / scale, shape), 1 / shape)
  }

  /// The share that waits longer than each time at which somebody left, and how many were seen to wait until
  /// then: of those who left, and of others of whom only a part of their patience is known.
  package static func survival(
    _ ended: [Double], _ others: [Double]
  ) -> [(time: Double, share: Double, waiting: Int)] {
    let all = (ended.map { ($0, true) } + others.map { ($0, false) }).sorted { $0.0 < $1.0 }
    var share = 1.0
    var waiting = all.count
    var curve: [(time: Double, share: Double, waiting: Int)] = []
    var place = 0
    while place < all.count {
      var (gone, left) = (0, 0)
      let time = all[place].0
      while place < all.count, all[place].0 == time {
        gone += 1
        left += all[place].1 ? 1 : 0
        place += 1
      }
      if left > 0 {
        share *= 1 - Double(left) / Double(waiting)
        curve.append((time, share, waiting))
      }
      waiting -= gone
    }
    return curve
  }

  /// The Weibull distribution of the highest likelihood, where some times are only known to be longer, by
  /// bisection; with the standard error of the logarithm of its mean.
  static func weibull(
    ended: [Double], others: [Double]
  ) -> (distribution: Distribution, likelihood: Double, logError: Double)? {
    let times = (ended + others.filter { $0 > 0 })
    guard let longest = times.max(), longest > 0 else { return nil }
    let logs = times.map { log($0 / longest) }
    let count = Double(ended.count)
    let meanLog = logs.prefix(ended.count).reduce(0, +) / count
    /// Above 0 where the shape is too large.
    func excess(_ shape: Double) -> (value: Double, sum: Double) {
      var (sum, weighted) = (0.0, 0.0)
      for log in logs {
        let power = exp(shape * log)
        sum += power
        weighted += power * log
      }
      return (weighted / sum - 1 / shape - meanLog, sum)
    }
    var (low, high) = (0.05, 50.0)
    guard excess(low).value < 0 else { return nil }
    // Where all leave after the same time, no shape is too large. With that of the bracket the mean is within 2 % of it.
    if excess(high).value <= 0 { low = high }
    for _ in 0..<60 {
      let middle = (low * high).squareRoot()
      if excess(middle).value > 0 { high = middle } else { low = middle }
    }
    let shape = (low * high).squareRoot()
    // The scale to the power of the shape, in units of the longest time.
    let scale = excess(shape).sum / count
    let likelihood =
      count * (log(shape) - log(scale) + (shape - 1) * meanLog - log(longest)) - count
    let mean = longest * pow(scale, 1 / shape) * tgamma(1 + 1 / shape)
    // From the second derivatives by the shape and the logarithm of the scale: the mean is uncertain by both.
    var (first, second) = (0.0, 0.0)
    let logScale = log(scale) / shape
    for time in logs {
      let apart = time - logScale
      let power = exp(shape * apart)
      first += power * apart
      second += power * apart * apart
    }
    let byShape = count / (shape * shape) + second
    let slope = -Gamma.digamma(1 + 1 / shape).value / (shape * shape)
    let determinant = byShape * shape * shape * count - shape * shape * first * first
    let variance =
      (slope * slope * shape * shape * count + 2 * slope * shape * first + byShape) / determinant
    return (.weibull(shape: shape, mean: mean), likelihood, max(0, variance).squareRoot())
  }
}
