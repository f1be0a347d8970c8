/// The means of consecutive batches of one long run: at most 39 and, once there were 20, at least 20.
///
/// Values close in time resemble each other; means of long batches hardly do. When there are 40
/// batches, neighbours are joined and batches are twice as long from there on.
public struct BatchMeans: Sendable, Equatable {
  /// When there are so many batches, neighbours are joined.
  @usableFromInline static var joined: Int { 40 }

  @usableFromInline var sums: [Double] = []
  @usableFromInline var size = 1
  @usableFromInline var sum = 0.0
  @usableFromInline var remaining = 1

  /// Makes an empty collection.
  public init() {}

  /// The means of the batches that are full, in order.
  public var means: [Double] { sums.map { $0 / Double(size) } }

  /// Adds a value.
  @inlinable
  @inline(__always)
  public mutating func add(_ value: Double) {
    sum += value
    remaining &-= 1
    if remaining == 0 { closeBatch() }
  }

  @usableFromInline
  mutating func closeBatch() {
    sums.append(sum)
    sum = 0
    if sums.count == Self.joined {
      sums = stride(from: 0, to: Self.joined, by: 2).map { sums[$0] + sums[$0 + 1] }
      size *= 2
    }
    remaining = size
  }
}
