import BankSimulation
import Testing

@Suite struct `A time that is rare` {
  @Test(arguments: [
    (Distribution.exponential(mean: 60), 0.95, 179.744), (.constant(60), 0.99, 60),
    (.uniform(from: 0, to: 100), 0.95, 95),
    (.empirical(values: [1, 2, 30], weights: [1, 1, 2]), 0.5, 2),
  ])
  func `is that within which so many are done`(
    _ distribution: Distribution, _ share: Double, _ time: Double
  ) throws {
    let found = try #require(distribution.time(of: share))
    #expect(abs(found - time) < 1e-3, "\(found)")
  }
}
