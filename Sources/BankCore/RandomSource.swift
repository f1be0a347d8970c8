/// A seeded source of random bits: xoshiro256++ (Blackman & Vigna 2019), seeded by SplitMix64.
///
/// Whatever a run draws comes from it. (Where no seed is given, a live branch lets the system's own generator
/// choose one; every other command takes 1.) The core itself draws nothing: whoever makes a policy or a queue gives it a
/// source. A simulation gives each use of chance streams of its own (`RandomUse` in BankSimulation lists the uses, in
/// `Workload.swift`). A replay gives each client of the log a stream of
/// its own, numbered by the client's row, and each hand-over one that is numbered by day, ticket and step.
public struct RandomSource: RandomNumberGenerator, Sendable, Equatable {
  @usableFromInline var a: UInt64
  @usableFromInline var b: UInt64
  @usableFromInline var c: UInt64
  @usableFromInline var d: UInt64

  /// Makes the source for `seed` and `stream`, any numbers.
  ///
  /// Another seed or another list of stream numbers gives another source, but for a chance of about one
  /// in 2⁶⁴.
  public init(seed: UInt64, stream: UInt64...) {
    var state = seed
    for key in stream { state = Self.mixed(state) ^ (key &+ 0x9E37_79B9_7F4A_7C15) }
    func draw() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      return Self.mixed(state)
    }
    a = draw()
    b = draw()
    c = draw()
    d = draw()
  }

  /// Draws the next 64 bits.
  @inlinable
  @inline(__always)
  public mutating func next() -> UInt64 {
    let sum = a &+ d
    let result = (sum << 23 | sum >> 41) &+ a
    let shifted = b << 17
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = d << 45 | d >> 19
    return result
  }

  /// Draws a number from 0 (included) to 1 (not included), one of 2⁵³ equally likely ones.
  @inlinable
  @inline(__always)
  public mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}
