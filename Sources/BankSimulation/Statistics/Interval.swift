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

  /// Student's interval for the mean of independent numbers, wider where they are skewed.
  public init(of values: [Double]) {
    let mean = values.reduce(0, +) / max(Double(values.count), 1)
    self.init(mean: mean, rests: values.map { $0 - mean })
  }

  /// The same from what each number is beyond the mean.
  private init(mean: Double, rests: [Double]) {
    self.init(
      mean: mean,
      halfWidth: Self.halfWidth(
        count: rests.count, squares: rests.reduce(0) { $0 + $1 * $1 },
        cubes: rests.reduce(0) { $0 + $1 * $1 * $1 }))
  }

  /// Student's half-width for the mean of `count` independent numbers, of whose distances from their mean the
  /// squares and the cubes are added up; `nil` for fewer than two.
  ///
  /// Means of skewed numbers are skewed too, and Student's interval holds the truth less often than it
  /// says: of 20 busy days from empty in 91 of 100. Where the skewness is seen in the numbers, the half-width
  /// is that of the side where the truth may lie farther (Johnson, *Modified t tests and confidence intervals
  /// for asymmetrical populations*, 1978), which holds it in 94.
  static func halfWidth(count: Int, squares: Double, cubes: Double) -> Double? {
    guard count > 1 else { return nil }
    let n = Double(count)
    // Busy days are skewed, and so few do not show it: the interval is made wider.
    let t = student(count - 1) * (count < 10 ? 1 + 1 / n : 1)
    let deviation = (squares / (n - 1)).squareRoot()
    let plain = t * deviation / n.squareRoot()
    // Skewness of a sample has about this spread where there is none in truth.
    let spread = (6 / n).squareRoot()
    let skewness = abs(cubes) / n / pow(squares / n, 1.5)
    guard count > 2, skewness > spread, skewness.isFinite else { return plain }
    let unbiased = skewness * (n * (n - 1)).squareRoot() / (n - 2)
    return plain + unbiased * deviation * (1 + 2 * t * t) / (6 * n)
  }

  /// The interval for the mean of consecutive batches of one run.
  ///
  /// Neighbours may still resemble each other: their correlation, as far as the batches show it, widens
  /// the interval (as of a first-order autoregression; Tafazzoli et al., Skart, 2011).
  public init(batches: [Double]) {
    let plain = Interval(of: batches)
    let rests = batches.map { $0 - plain.mean }
    let squares = rests.reduce(0) { $0 + $1 * $1 }
    let products = zip(rests, rests.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
    guard let halfWidth = plain.halfWidth, squares > 0 else {
      self = plain
      return
    }
    // The estimate is too low by about this, for the mean is estimated too.
    let correlation = min(products / squares + 1 / Double(batches.count), 0.9)
    self.init(
      mean: plain.mean,
      halfWidth: halfWidth * max(1, (1 + correlation) / (1 - correlation)).squareRoot())
  }

  /// The interval for Σ sums / Σ counts over independent days (a ratio estimate); wider where they are skewed,
  /// unless they are taken `asNormal`.
  public init(
    sums: [Double], counts: [Double], asNormal: Bool = false, fewest: Int = Self.fewestDays
  ) {
    var tally = RatioTally()
    for (sum, count) in zip(sums, counts) { tally.add(sum, count) }
    self = tally.interval(asNormal: asNormal, fewest: fewest)
  }

  /// One thing of a day: a sum, and of how many it is.
  public typealias Ratio = (sum: Double, count: Double)

  /// The interval for Σ sums / Σ counts less another such ratio of the same days; without anything to divide
  /// by, `nil`.
  ///
  /// Days on which nobody came say nothing; see `fewestDays`.
  public init?(difference pairs: [(of: Ratio, from: Ratio)]) {
    let fewest = min(pairs.count, Self.fewestDays)
    let pairs = pairs.filter { $0.of.count > 0 || $0.from.count > 0 }
    let of = pairs.reduce((0.0, 0.0)) { ($0.0 + $1.of.sum, $0.1 + $1.of.count) }
    let from = pairs.reduce((0.0, 0.0)) { ($0.0 + $1.from.sum, $0.1 + $1.from.count) }
    guard of.1 > 0, from.1 > 0 else { return nil }
    let ratios = (of: of.0 / of.1, from: from.0 / from.1)
    let days = Double(pairs.count)
    let interval = Interval(
      mean: ratios.of - ratios.from,
      rests: pairs.map { pair in
        (pair.of.sum - ratios.of * pair.of.count) * days / of.1
          - (pair.from.sum - ratios.from * pair.from.count) * days / from.1
      })
    self =
      pairs.count < fewest ? Interval(mean: interval.mean, halfWidth: nil) : interval
  }

  /// On how many days something has to happen for an interval, in a run of at least as many.
  ///
  /// A client seen on one day of twenty shows no spread, which does not mean that there is none.
  public static let fewestDays = 5

  /// This interval, taken as that of a share: as wide as it is in log-odds, which cannot reach beyond 0 or 1, on the side where the
  /// truth may lie farther; without an interval where it never differed.
  ///
  /// Shares of clients who wait long come from a few bad days, and are known the worse the fewer of them were
  /// seen. To print only those intervals that do not reach below 0 would choose the ones that are too narrow
  /// by chance: of 7 days of one busy teller they held the truth in 78 of 100, of 20 days in 90; these in 92 and 94.
  /// Nor is there one on fewer than `fewestDays`.
  public func ofShare(over days: Int) -> Interval {
    guard days >= Self.fewestDays, let halfWidth, halfWidth > 0, 0 < mean, mean < 1 else {
      return Interval(mean: mean, halfWidth: nil)
    }
    let ends = ends(ofShareWith: halfWidth)
    return Interval(mean: mean, halfWidth: max(mean - ends.low, ends.high - mean))
  }

  /// This interval, taken as that of the mean wait of few clients a day: as wide as it is in logarithms, on the side
  /// where the truth may lie farther; without an interval on fewer than ten days.
  ///
  /// Few days have the long waits on which such a mean hangs, and where they are missing both it and its interval are
  /// too small: of the half-hours of 20 days intervals as wide below as above held the truth in 86 to 94 of 100; these
  /// in 93 to 97.
  func ofWait(over days: Int) -> Interval {
    guard days >= 10, let halfWidth, mean > 0 else { return Interval(mean: mean, halfWidth: nil) }
    return Interval(mean: mean, halfWidth: mean * (exp(min(halfWidth / mean, 10)) - 1))
  }

  /// This interval, taken as that of a mean wait: where it is wider than half of the mean, as wide as it is in logarithms,
  /// on the side where the truth may lie farther.
  ///
  /// Such a mean hangs on the few days on which the line grew, and where they are missing both it and its interval are too
  /// small. Of days of a dozen clients, two tellers and a load of a half, the intervals of 10 and 20 days held the truth in
  /// 85 and 90 of 100; now in 93 and 95. Beyond e³ − 1 times the mean it is no wider than it was.
  package func ofMeanWait() -> Interval {
    guard let halfWidth, mean > 0, halfWidth > mean / 2 else { return self }
    let inLogarithms = mean * (exp(min(halfWidth / mean, 3)) - 1)
    return Interval(mean: mean, halfWidth: max(halfWidth, inLogarithms))
  }

  /// The half-width before ``ofMeanWait()``, which shrinks with the root of the days.
  package var plainHalfWidth: Double? {
    halfWidth.map {
      $0 > mean / 2 && mean > 0 && $0 < mean * (exp(3) - 1) ? mean * log1p($0 / mean) : $0
    }
  }

  /// Where the interval of a share ends that is as wide in log-odds as `halfWidth` is wide.
  func ends(ofShareWith halfWidth: Double) -> (low: Double, high: Double) {
    let odds = exp(-halfWidth / (mean * (1 - mean)))
    return (mean * odds / (1 - mean + mean * odds), mean / (mean + (1 - mean) * odds))
  }

  /// By how much a share of `count` clients may well be off.
  ///
  /// Where nothing is known of how far it differs, 3 of `count` would be enough for clients who have nothing to do
  /// with each other (the rule of three); those of one crowd are late together, and ten count as one.
  public func errorOfShare(of count: Int) -> Double { halfWidth ?? 30 / Double(max(count, 1)) }

  /// By how much a share may well be off that was all or nothing on every one of so many days, of so many such
  /// shares at once.
  ///
  /// Were more days otherwise, so many alike would be rarer than one in twenty (with Bonferroni's inequality). Of many
  /// days that is the rule of three.
  public static func errorOfAll(days: Int, atOnce count: Int) -> Double {
    1 - exp(-log(20 * Double(count)) / Double(max(days, 1)))
  }

  /// The most that a share of `count` clients may well be.
  public func mostOfShare(of count: Int) -> Double { mean + errorOfShare(of: count) }

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

  /// The 97.5 % point of Student's distribution; infinite for no degree of freedom.
  public static func student(_ degrees: Int) -> Double {
    switch degrees {
    case ..<1: .infinity
    case 1...known.count: known[degrees - 1]
    default: point(0.025, degrees)
    }
  }

  /// Those of the first degrees of freedom, which are asked for most.
  private static let known = (1...200).map { point(0.025, $0) }
}

/// The sums that the interval of a ratio over independent days takes, in memory that does not grow.
///
/// Kept relative to the ratio of the first day, which keeps them small beside the spread.
struct RatioTally: Sendable {
  /// How many days had a denominator above 0.
  private(set) var days = 0
  /// How many of them had a numerator above 0; and how many days had no denominator.
  private var daysWithPart = 0
  private var empty = 0
  private var pivot = 0.0
  private var wholes = 0.0
  /// What the parts are beyond the pivot's share of the wholes, added up; squared; times the wholes.
  private var rests = 0.0
  private var squares = 0.0
  private var products = 0.0
  private var wholesSquared = 0.0
  /// The same in threes.
  private var cubes = 0.0
  private var squaresTimesWholes = 0.0
  private var restsTimesSquares = 0.0
  private var wholesCubed = 0.0

  /// Adds a day.
  mutating func add(_ part: Double, _ whole: Double) {
    guard whole > 0 else {
      empty += 1
      return
    }
    if wholes == 0 { pivot = part / whole }
    let rest = part - pivot * whole
    days += 1
    daysWithPart += part == 0 ? 0 : 1
    wholes += whole
    rests += rest
    squares += rest * rest
    products += rest * whole
    wholesSquared += whole * whole
    cubes += rest * rest * rest
    squaresTimesWholes += rest * rest * whole
    restsTimesSquares += rest * whole * whole
    wholesCubed += whole * whole * whole
  }

  /// The ratio of all days, with Student's interval over those with a whole, wider where they are skewed.
  ///
  /// Without an interval where fewer than ``Interval/fewestDays`` say anything and others nothing.
  func interval(asNormal: Bool = false, fewest: Int = Interval.fewestDays) -> Interval {
    guard wholes > 0 else { return Interval(mean: 0, halfWidth: nil) }
    let shift = rests / wholes
    let spread = max(squares - 2 * shift * products + shift * shift * wholesSquared, 0)
    let skew =
      cubes - 3 * shift * squaresTimesWholes + 3 * shift * shift * restsTimesSquares
      - shift * shift * shift * wholesCubed
    guard days >= min(days + empty, fewest), daysWithPart >= min(days, fewest)
    else { return Interval(mean: pivot + shift, halfWidth: nil) }
    let halfWidth = Interval.halfWidth(
      count: days, squares: spread, cubes: asNormal ? 0 : skew)
    return Interval(mean: pivot + shift, halfWidth: halfWidth.map { $0 * Double(days) / wholes })
  }
}
