import BankCore
import Foundation
import Testing

@testable import BankSimulation

@Suite struct `Fitting a distribution` {
  static func draw(_ distribution: Distribution, _ count: Int, seed: UInt64) -> [Double] {
    var random = RandomSource(seed: seed)
    let sampler = Sampler(distribution)
    return (0..<count).map { _ in sampler.sample(&random).seconds }
  }

  /// Each with the share of the mean that its own mean may be off by.
  static let known: [(family: String, distribution: Distribution)] = [
    ("exponential", .exponential(mean: 180)), ("gamma", .gamma(shape: 2.5, mean: 300)),
    ("lognormal", .lognormal(mean: 240, sd: 200)), ("weibull", .weibull(shape: 1.7, mean: 90)),
    ("uniform", .uniform(from: 60, to: 200)),
    ("hyperexponential", .hyperexponential(means: [60, 600], weights: [0.8, 0.2])),
  ]

  @Test(.thorough, arguments: known)
  func `gives the family and the mean back in nine of ten samples of 10,000`(
    _ known: (family: String, distribution: Distribution)
  ) throws {
    let fits = try (1...10).map { seed in
      try #require(
        DistributionFit.all(Self.draw(known.distribution, 10_000, seed: seed)).first)
    }
    #expect(fits.count { $0.family == known.family } >= 9, "\(fits.map(\.family))")
    for fit in fits where fit.family == known.family {
      #expect(abs(fit.distribution.mean / known.distribution.mean - 1) < 0.06)
      // A sample of 10,000 is further than 0.02 from its own distribution in fewer than one in 1,000.
      #expect(fit.distance < 0.02)
    }
  }

  /// A clock of whole minutes shows a time of 20 s as 0 twice in three, and as a minute otherwise.
  @Test func `keeps the mean of times that a clock with ticks shows`() throws {
    for mean in [40.0, 90, 200] {
      let times = zip(
        Self.draw(.exponential(mean: mean), 4000, seed: 3),
        Self.draw(.uniform(from: 0, to: 60), 4000, seed: 4)
      ).map { time, phase in ((phase + time) / 60).rounded(.down) * 60 }
      let seen = times.reduce(0, +) / Double(times.count)
      // The mean of these families is that of the times; of others it is what their shape says.
      for fit in DistributionFit.all(times) where ["exponential", "gamma"].contains(fit.family) {
        #expect(abs(fit.distribution.mean / seen - 1) < 1e-9, "\(fit)")
      }
      #expect(abs(seen / mean - 1) < 0.06)
    }
  }

  @Test func `says the data themselves where no family comes near`() throws {
    let fit = try #require(
      DistributionFit.all(Array(repeating: 60, count: 300) + Array(repeating: 600, count: 100))
        .first)
    #expect(fit.family == "empirical")
    #expect(fit.distribution.mean == 195)
  }

  /// The family of the highest likelihood is farther from the data than another, which is near enough.
  @Test func `of a coarse clock is a family where one is near`() throws {
    for seed in 1...10 as ClosedRange<UInt64> {
      let times = Self.draw(.exponential(mean: 283), 400, seed: seed)
      var random = RandomSource(seed: seed, stream: 7)
      let read = times.map { time -> Double in
        let began = 60 * random.unit()
        return 60 * ((began + time) / 60).rounded(.down)
      }
      let fits = DistributionFit.all(read)
      let isNear = fits.contains { $0.family != "empirical" && $0.distance <= 0.05 }
      #expect((fits[0].family == "empirical") == !isNear, "\(seed)")
    }
  }

  @Test func `of rare long times keeps the mean and the variance`() throws {
    var times: [Double] = (0..<9500).map { number in 20 + Double(number % 100) / 10 }
    for number in 0..<20 { times.append(2500 + 50 * Double(number)) }
    let fit = try #require(DistributionFit.all(times).first)
    #expect(fit.family == "empirical")
    let count = Double(times.count)
    let mean = times.reduce(0, +) / count
    let square = times.reduce(0) { sum, time in sum + time * time } / count
    #expect(abs(fit.distribution.mean - mean) < 1e-9)
    #expect(abs(fit.distribution.moment(2) / square - 1) < 0.03)
  }

  @Test func `of one value is that value, and of nothing is nothing`() {
    #expect(DistributionFit.all([7, 7, 7]).first?.distribution == .constant(7))
    #expect(DistributionFit.all([]).isEmpty)
    // Times of 0, as a clock with ticks shows them, end nothing.
    #expect(DistributionFit.all([0, 0, 1, 2, 3, 5]).first != nil)
  }

  /// The shares up to some times, beside as many draws.
  @Test(
    arguments: known.map(\.distribution) + [
      .triangular(from: 1, mode: 2, to: 9), .normal(mean: 5, sd: 4), .erlang(shape: 3, mean: 6),
      .constant(4), .empirical(values: [1, 2, 8], weights: [1, 2, 1]),
    ])
  func `agrees with what is drawn`(_ distribution: Distribution) {
    let drawn = Self.draw(distribution, 40_000, seed: 5)
    for part in [0.2, 0.5, 1, 2, 3] {
      let time = distribution.mean * part
      let share = Double(drawn.count { $0 <= time }) / 40_000
      #expect(abs(distribution.probability(upTo: time) - share) < 0.012, "up to \(time)")
    }
    #expect(distribution.probability(upTo: -1) == 0)
  }

  /// Values of tables (Abramowitz & Stegun, 6.3 and 26.7).
  @Test func `has the gamma functions of tables`() {
    #expect(abs(Gamma.digamma(1).value + 0.577_215_664_9) < 1e-9)
    #expect(abs(Gamma.digamma(1).slope - 1.644_934_066_8) < 1e-8)
    #expect(abs(Gamma.share(1, upTo: 2) - (1 - exp(-2))) < 1e-12)
    #expect(abs(Gamma.share(5, upTo: 9.153_52) - 0.95) < 1e-5)
    #expect(abs(Gamma.share(0.5, upTo: 1.920_729) - 0.95) < 1e-6)
  }
}

@Suite struct `Fitting patience` {
  /// Whoever is served after a time drawn from an exponential distribution does not show patience.
  static func sample(
    _ patience: Distribution, served: Double, count: Int, seed: UInt64
  ) -> (left: [Double], served: [Double]) {
    let patiences = `Fitting a distribution`.draw(patience, count, seed: seed)
    let waits = `Fitting a distribution`.draw(.exponential(mean: served), count, seed: seed + 99)
    var (left, kept): ([Double], [Double]) = ([], [])
    for (patience, wait) in zip(patiences, waits) {
      if patience < wait { left.append(patience) } else { kept.append(wait) }
    }
    return (left, kept)
  }

  @Test func `is not misled by those who were served first`() throws {
    for seed in 1...10 {
      let (left, served) = Self.sample(
        .exponential(mean: 300), served: 60, count: 3000, seed: UInt64(seed))
      let fit = try #require(PatienceFit(left: left, served: served))
      // Of those who left alone the mean would be 50 s.
      #expect(left.reduce(0, +) / Double(left.count) < 60)
      #expect(abs(fit.distribution.mean / 300 - 1) < 1.6 * fit.relativeError, "\(fit)")
      #expect(fit.distance < 0.08)
    }
  }

  @Test func `is as unsure of a mean as it may be off, be the family what it may`() throws {
    var within = 0
    for seed in 1...40 {
      let (left, served) = Self.sample(
        .weibull(shape: 1.6, mean: 600), served: 100, count: 800, seed: UInt64(seed))
      let fit = try #require(PatienceFit(left: left, served: served))
      let off = fit.distribution.mean / 600
      within += max(off, 1 / off) - 1 < fit.relativeError ? 1 : 0
    }
    // As if the shape were known, 20 of these 40 were.
    #expect(within >= 34, "\(within)")
  }

  /// Half and more are served before they lose patience, and no Weibull distribution is theirs.
  @Test(arguments: [
    Distribution.uniform(from: 0, to: 1800), .lognormal(mean: 900, sd: 1800),
    .hyperexponential(means: [200, 1600], weights: [1, 1]),
  ])
  func `is as unsure of a mean as another family would have it`(patience: Distribution) throws {
    var within = 0
    for seed in 1...40 as ClosedRange<UInt64> {
      let (left, served) = Self.sample(patience, served: 400, count: 700, seed: seed)
      let fit = try #require(PatienceFit(left: left, served: served))
      let off = fit.distribution.mean / 900
      within += max(off, 1 / off) - 1 < fit.relativeError ? 1 : 0
    }
    // Within the family alone 10, 0 and 6 of these 40 were. Of the lognormal one the tail is longer than any Weibull has it.
    #expect(within >= 24, "\(within)")
  }

  /// The same times, read from a clock that tells whole minutes.
  @Test(.thorough, arguments: [1, 2.0])
  func `of a coarse clock is as unsure as it may be off`(shape: Double) throws {
    var (within, weibulls) = (0, 0)
    for seed in 1...40 as ClosedRange<UInt64> {
      let (left, served) = Self.sample(
        shape == 1 ? .exponential(mean: 300) : .weibull(shape: shape, mean: 300), served: 100,
        count: 1500, seed: seed)
      var random = RandomSource(seed: seed, stream: 7)
      func read(_ times: [Double]) -> [Double] {
        times.map { time in
          let came = 60 * random.unit()
          return 60 * ((came + time) / 60).rounded(.down)
        }
      }
      let fit = try #require(PatienceFit(left: read(left), served: read(served)))
      let off = fit.distribution.mean / 300
      within += max(off, 1 / off) - 1 < fit.relativeError ? 1 : 0
      weibulls += fit.family == "weibull" ? 1 : 0
    }
    // 5 of the 40 were within while times were taken as they are read.
    #expect(within >= 34, "\(within)")
    #expect(shape == 1 ? weibulls <= 7 : weibulls >= 38, "\(weibulls)")
  }

  @Test func `finds a patience that ages`() throws {
    let (left, served) = Self.sample(
      .weibull(shape: 3, mean: 120), served: 100, count: 3000, seed: 4)
    let fit = try #require(PatienceFit(left: left, served: served))
    #expect(fit.family == "weibull")
    #expect(abs(fit.distribution.mean / 120 - 1) < 0.05)
  }

  /// A line that cuts everybody off after five minutes.
  @Test func `finds a patience that all share`() throws {
    let fit = try #require(
      PatienceFit(
        left: Array(repeating: 300, count: 400), served: (0..<600).map { 300 * Double($0) / 600 }))
    #expect(fit.family == "weibull" && abs(fit.distribution.mean / 300 - 1) < 0.02, "\(fit)")
  }

  @Test func `says nothing of fewer than ten`() {
    #expect(PatienceFit(left: Array(repeating: 1, count: 9), served: [5]) == nil)
  }

  /// A few who leave at once among many who stay look like a mean of years, which no config takes.
  @Test func `has a mean that a config takes`() throws {
    let left = (1...10).map { 1e-6 * pow(10, Double($0) / 2) }
    let fit = try #require(PatienceFit(left: left, served: Array(repeating: 1000, count: 5000)))
    #expect(fit.distribution.mean <= BranchPlan.longestTime.seconds)
  }

  /// By hand: of five, one leaves at 1, one is served at 2, one leaves at 3.
  @Test func `has the shares of Kaplan and Meier`() throws {
    let fit = try #require(
      PatienceFit(
        left: Array(repeating: 1, count: 10) + Array(repeating: 3, count: 10),
        served: Array(repeating: 2, count: 10) + Array(repeating: 4, count: 20)))
    #expect(fit.survival.map(\.time) == [1, 3])
    #expect(abs(fit.survival[0].share - 0.8) < 1e-12)
    #expect(abs(fit.survival[1].share - 0.8 * 2 / 3) < 1e-12)
  }
}
