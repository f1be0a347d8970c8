import BankConfiguration
import BankCore
import BankSimulation

/// The straight loop, written by hand: runs a number of clients of the model from a seed, under the rule of the
/// policy called so (or the shared pool's, for a rule it does not know).
package typealias LoopBeside = @Sendable (String, Int, UInt64) -> LoopFigures

/// What a straight loop came to.
package struct LoopFigures: Sendable {
  /// What is known of one service's waits, in seconds.
  package struct Service: Sendable {
    let arrived: Int
    let served: Int
    let waited: Int
    let mean: Double
    let largest: Double

    /// Makes the figures.
    package init(arrived: Int, served: Int, waited: Int, mean: Double, largest: Double) {
      self.arrived = arrived
      self.served = served
      self.waited = waited
      self.mean = mean
      self.largest = largest
    }
  }

  let services: [Service]
  /// How many all tellers served, and for how long, in seconds.
  let served: Int
  let busy: Double
  /// Whether the loop knows the rule that was asked for.
  let isOfRule: Bool

  /// Makes the figures.
  package init(services: [Service], served: Int, busy: Double, isOfRule: Bool) {
    self.services = services
    self.served = served
    self.busy = busy
    self.isOfRule = isOfRule
  }

  /// Whether the counts are equal, and the times as near as the logarithms are: the loop's are the
  /// system's, which differ in the last bit, and once in some millions of draws in a nanosecond.
  func agree(with bank: DayStatistics) -> Bool {
    func near(_ bank: Double, _ loop: Double) -> Bool { abs(bank - loop) <= 1e-6 * max(1, loop) }
    return zip(bank.services, services).allSatisfy { bank, loop in
      bank.arrived == loop.arrived && bank.served == loop.served && bank.waited == loop.waited
        && near(bank.wait.mean, loop.mean) && near(bank.wait.max, loop.largest)
    }
      && bank.tellers.reduce(0) { $0 + $1.served } == served
      && near(bank.tellers.reduce(0) { $0 + $1.busy }, busy)
  }
}

/// The branch that `bench` and the straight loop measure: two services at a steady load.
package enum BenchModel {
  /// Mean gaps between deposits and between loans, in seconds.
  package static let gaps = (1 / 2.4, 1 / 0.75)
  /// Mean times of deposits and loans, in seconds.
  package static let times = (0.7, 1.1)

  /// The model, as a config would say it.
  static let workload = Workload(
    services: [
      ServiceLoad(
        time: .exponential(mean: times.0), arrivals: .poisson(rate: 1 / gaps.0)),
      ServiceLoad(
        time: .exponential(mean: times.1), arrivals: .poisson(rate: 1 / gaps.1)),
    ], clients: 1...1)
}
