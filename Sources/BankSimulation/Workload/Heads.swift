public import BankCore

/// The next clients of up to four services, by time and place.
///
/// In line, so that nobody has to ask whether a copy shares them.
@usableFromInline
struct Heads: BitwiseCopyable, Sendable {
  @inlinable static var most: Int { 4 }

  @usableFromInline
  struct Head: BitwiseCopyable, Sendable {
    @usableFromInline var time: Time
    @usableFromInline var place: Int

    @inlinable
    init(time: Time, place: Int) {
      self.time = time
      self.place = place
    }

    @inlinable static var nobody: Head { Head(time: .never, place: 0) }
  }

  @usableFromInline var all = (Head.nobody, Head.nobody, Head.nobody, Head.nobody)

  @inlinable init() {}

  subscript(service: Int) -> Head {
    mutating get {
      withUnsafeMutableBytes(of: &all) { $0.assumingMemoryBound(to: Head.self)[service] }
    }
    set {
      withUnsafeMutableBytes(of: &all) { $0.assumingMemoryBound(to: Head.self)[service] = newValue }
    }
  }

  /// The earliest of all in `ahead`, of several the first service's; the one after is its service's
  /// next.
  @inlinable
  @inline(__always)
  mutating func next(_ ahead: UnsafeBufferPointer<Arrival>) -> Arrival {
    withUnsafeMutableBytes(of: &all) { bytes in
      let heads = bytes.assumingMemoryBound(to: Head.self)
      var first = 0
      for other in 1..<Self.most {
        // All ones where it comes earlier: the sign of the difference, for nobody can guess it.
        let isEarlier = Int(
          (heads[other].time.nanoseconds &- heads[first].time.nanoseconds) >> 63)
        first ^= (first ^ other) & isEarlier
      }
      let place = heads[first].place
      heads[first] = Head(time: ahead[place &+ 1].time, place: place &+ 1)
      return ahead[place]
    }
  }
}
