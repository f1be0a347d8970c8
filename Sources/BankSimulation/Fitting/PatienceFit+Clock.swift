import Foundation

extension PatienceFit {
  /// Waits that were read from a clock of coarse ticks, such as whole minutes.
  ///
  /// Two readings that are so many ticks apart are of a time up to one tick shorter or longer, the likelier the nearer it
  /// is: the likelihood of a wait is the mean of that over this triangle, as eight points have it. Of a mean patience of one
  /// or two ticks it is up to 15 % too long: who was served within a tick is not seen to have waited.
  struct CoarseWaits {
    /// Those of one length: the logarithms of what it may have been, how many left after it, and how many were served.
    private let groups: [(logs: [Double], ended: Double, others: Double)]
    /// Where the eighths of a triangle from −1 to 1 have their middles.
    private static let points = (0..<8).map { eighth -> Double in
      let share = (Double(eighth) + 0.5) / 8
      return share < 0.5 ? (2 * share).squareRoot() - 1 : 1 - (2 - 2 * share).squareRoot()
    }

    /// Groups waits in seconds; of those who were served at once the clock does not tell that they waited.
    init(ended: [Double], others: [Double], tick: Double) {
      func counts(_ times: [Double]) -> [Double: Double] {
        Dictionary(times.map { (($0 / tick).rounded(), 1) }, uniquingKeysWith: +)
      }
      let (ended, others) = (counts(ended), counts(others.filter { $0 > 0 }))
      groups = Set(ended.keys).union(others.keys).sorted().map { ticks in
        (
          Self.points.map { log(abs(ticks + $0) * tick) }, ended[ticks] ?? 0, others[ticks] ?? 0
        )
      }
    }

    /// The logarithm of the likelihood under a Weibull distribution, by the logarithms of its shape and its mean.
    func likelihood(_ logShape: Double, _ logMean: Double) -> Double {
      let shape = exp(logShape)
      let logScale = logMean - lgamma(1 + 1 / shape)
      return groups.reduce(0) { sum, group in
        let parts = group.logs.map { time -> (density: Double, stays: Double) in
          let power = shape * (time - logScale)
          return (logShape + power - time - exp(power), -exp(power))
        }
        return sum
          + (group.ended > 0 ? group.ended * Self.logMean(parts.map(\.density)) : 0)
          + (group.others > 0 ? group.others * Self.logMean(parts.map(\.stays)) : 0)
      }
    }

    /// The logarithm of the mean of numbers whose logarithms these are.
    private static func logMean(_ logs: [Double]) -> Double {
      let most = logs.max() ?? 0
      return most + log(logs.reduce(0) { $0 + exp($1 - most) } / Double(logs.count))
    }

    /// Where a function with one peak is largest between two places, by the golden section.
    private static func peak(
      _ low: Double, _ high: Double, _ value: (Double) -> Double
    ) -> (at: Double, value: Double) {
      let part = (5.0.squareRoot() - 1) / 2
      var (low, high) = (low, high)
      var (one, other) = (high - part * (high - low), low + part * (high - low))
      var (first, second) = (value(one), value(other))
      while high - low > 1e-4 {
        if first > second {
          (high, other, second) = (other, one, first)
          one = high - part * (high - low)
          first = value(one)
        } else {
          (low, one, first) = (one, other, second)
          other = low + part * (high - low)
          second = value(other)
        }
      }
      return first > second ? (one, first) : (other, second)
    }

    /// The likelihood of the best exponential distribution, whose mean is somewhere around `mean`.
    func exponential(near mean: Double) -> Double {
      Self.peak(log(mean) - 2, log(mean) + 2) { likelihood(0, $0) }.value
    }

    /// The Weibull distribution of the highest likelihood, with the standard error of the logarithm of its mean.
    func weibull(near mean: Double) -> (
      distribution: Distribution, likelihood: Double, logError: Double
    )? {
      func best(_ shape: Double) -> (at: Double, value: Double) {
        Self.peak(log(mean) - 2, log(mean) + 2) { likelihood(shape, $0) }
      }
      let shape = Self.peak(log(0.3), log(8)) { best($0).value }.at
      let (logMean, value) = best(shape)
      // From the second differences by both.
      let step = 0.02
      func moved(_ one: Double, _ other: Double) -> Double {
        likelihood(shape + one * step, logMean + other * step)
      }
      let byMean = (moved(0, 1) - 2 * value + moved(0, -1)) / (step * step)
      let byShape = (moved(1, 0) - 2 * value + moved(-1, 0)) / (step * step)
      let byBoth =
        (moved(1, 1) - moved(1, -1) - moved(-1, 1) + moved(-1, -1)) / (4 * step * step)
      let variance = -byShape / (byMean * byShape - byBoth * byBoth)
      guard variance > 0 else { return nil }
      return (.weibull(shape: exp(shape), mean: exp(logMean)), value, variance.squareRoot())
    }
  }
}
