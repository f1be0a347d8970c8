/// Something that is due: an entry of a heap.
@usableFromInline
package struct Due: BitwiseCopyable, Sendable {
  @usableFromInline package var time: Time
  /// Which of several at one time is first: the least.
  @usableFromInline package var order: UInt64
  /// What it is.
  @usableFromInline package var index: Int

  @inlinable
  package init(time: Time, order: UInt64, index: Int) {
    self.time = time
    self.order = order
    self.index = index
  }

  /// Comes after everything.
  @inlinable package static var last: Due { Due(time: .never, order: .max, index: 0) }

  /// Time and order in one number; no time is negative.
  @inlinable
  @inline(__always)
  package var key: UInt128 {
    UInt128(truncatingIfNeeded: time.nanoseconds) << 64 | UInt128(truncatingIfNeeded: order)
  }

  @inlinable
  @inline(__always)
  package static func < (left: Due, right: Due) -> Bool { left.key < right.key }
}

extension Time {
  /// The earlier of two times that are not negative, worked out and not asked.
  @inlinable
  @inline(__always)
  func earlier(_ other: Time) -> Time {
    let difference = other.nanoseconds &- nanoseconds
    return Time(nanoseconds: nanoseconds &+ (difference & difference >> 63))
  }
}

extension UnsafeMutableBufferPointer<Due> {
  /// Puts `entry` in the first place of a binary heap of `count`, and moves it down to where it
  /// belongs; ``Due/last`` stands behind the heap.
  ///
  /// Goes to the bottom, and where to put what is worked out, not asked: the answers cannot be
  /// guessed, and a wrong guess costs more than a few moves. O(log n).
  @inlinable
  @inline(__always)
  package func replaceFirst(by entry: Due, count: Int) {
    var entry = entry
    var hole = 0
    var child = 1
    guard child < count else { return self[0] = entry }
    while true {
      child &+= self[child &+ 1] < self[child] ? 1 : 0
      let other = self[child]
      // All ones where the child goes up, all zeros where it stays: the sign of the difference.
      let up = Int64(truncatingIfNeeded: Int128(bitPattern: other.key &- entry.key) >> 127)
      let time = (other.time.nanoseconds ^ entry.time.nanoseconds) & up
      let order = (other.order ^ entry.order) & UInt64(bitPattern: up)
      let index = (other.index ^ entry.index) & Int(up)
      self[hole] = Due(
        time: Time(nanoseconds: entry.time.nanoseconds ^ time), order: entry.order ^ order,
        index: entry.index ^ index)
      // Whoever stays goes on.
      entry = Due(
        time: Time(nanoseconds: other.time.nanoseconds ^ time), order: other.order ^ order,
        index: other.index ^ index)
      self[child] = entry
      hole = child
      child = 2 &* hole &+ 1
      guard child < count else { return }
    }
  }
}
