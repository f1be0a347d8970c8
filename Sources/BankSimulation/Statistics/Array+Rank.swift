extension Array {
  /// The place of a quantile in sorted values: the first that the share `level` of them is at or below, the ⌈level × n⌉-th.
  ///
  /// - Precondition: there is a value, and `level` is from 0 to 1.
  package func rank(_ level: Double) -> Int {
    // 0.07 × 100 is 7, though in binary fractions it is a little more.
    Swift.max(0, Int((level * Double(count) - 1e-9).rounded(.up)) - 1)
  }
}
