import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// For a test that takes long and seldom says more than others do: CI runs it, with `BANK_TESTS=all`.
  static var thorough: Self {
    .enabled(if: Thorough.isAsked, "takes long; BANK_TESTS=all runs it, as CI does")
  }
}

/// Whether tests are to try all they can, and how much that is.
enum Thorough {
  static let isAsked = ProcessInfo.processInfo.environment["BANK_TESTS"] == "all"

  /// How many of a kind to try: `some`, and as many as `all` in CI, with `BANK_TESTS=all`.
  static func count(_ some: Int, all: Int) -> Int { isAsked ? all : some }
}
