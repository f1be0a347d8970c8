import BankCore
import Foundation
import Testing

@testable import BankSimulation

@Suite struct `The logarithm times are drawn with` {
  /// How far from the system's, which is right to its last bit or nearly, as a share.
  static func error(_ x: Double) -> Double {
    let right = -log(x)
    return right == 0 ? Logarithm.negative(x) : abs(Logarithm.negative(x) - right) / right
  }

  @Test func `is right to a few of its last bits`() {
    var random = RandomSource(seed: 4)
    var worst = 0.0
    for _ in 0..<200_000 { worst = max(worst, Self.error(1 - random.unit())) }
    #expect(worst < 4e-16)
  }

  @Test func `is right at the ends, and where it changes the exponent`() {
    #expect(Logarithm.negative(1) == 0)
    for exponent in 0...1022 {
      let power = scalbn(1, -exponent)
      let turn = scalbn(0.5.squareRoot(), -exponent)
      for x in [power, power.nextDown, turn, turn.nextUp, turn.nextDown] where x >= 0x1p-1022 {
        #expect(Self.error(x) < 4e-16, "\(x)")
      }
    }
    for step in 1...1000 { #expect(Self.error(1 - Double(step) * 0x1p-53) < 4e-16) }
  }
}
