/// Count, mean, standard deviation and maximum of numbers (Welford 1962).
public struct Tally: Sendable, Equatable {
  /// How many numbers.
  public private(set) var count = 0
  /// Their mean; 0 when there are none.
  public private(set) var mean = 0.0
  /// The largest; 0 when there are none.
  public private(set) var max = 0.0
  private var squares = 0.0

  /// Makes an empty tally.
  public init() {}

  /// Their standard deviation (divided by n − 1), or `nil` for fewer than two.
  public var sd: Double? {
    count > 1 ? (squares / Double(count - 1)).squareRoot() : nil
  }

  /// Adds a number that is not negative.
  public mutating func add(_ value: Double) {
    count += 1
    let difference = value - mean
    mean += difference / Double(count)
    squares += difference * (value - mean)
    max = Swift.max(max, value)
  }
}
