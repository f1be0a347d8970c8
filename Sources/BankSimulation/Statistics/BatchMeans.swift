/// The means of consecutive batches of one long run, from 20 to 39 of them whatever its length.
///
/// Values close in time resemble each other; means of long batches hardly do. When there are 40
/// batches, neighbours are joined and batches are twice as long from there on.
public struct BatchMeans: Sendable, Equatable {
  /// The most batches, less one.
  @usableFromInline static var most: Int { 40 }

  @usableFromInline var sums: [Double] = []
  @usableFromInline var size = 1
  @usableFromInline var sum = 0.0
  @usableFromInline var left = 1

  /// Makes an empty collection.
  public init() {}

  /// The means of the batches that are full, in order.
  public var means: [Double] { sums.map { $0 / Double(size) } }

  /// Adds a value.
  @inlinable
  @inline(__always)
  public mutating func add(_ value: Double) {
    sum += value
    left &-= 1
    if left == 0 { closeBatch() }
  }

  @usableFromInline
  mutating func closeBatch() {
    sums.append(sum)
    sum = 0
    if sums.count == Self.most {
      sums = stride(from: 0, to: Self.most, by: 2).map { sums[$0] + sums[$0 + 1] }
      size *= 2
    }
    left = size
  }
}
