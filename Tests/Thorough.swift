import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// For a test that takes long and seldom says more than others do: CI runs it, with `BANK_TESTS=all`.
  static var thorough: Self {
    .enabled(
      if: ProcessInfo.processInfo.environment["BANK_TESTS"] == "all",
      "takes long; BANK_TESTS=all runs it, as CI does")
  }
}
