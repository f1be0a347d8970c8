/// The natural logarithm that exponential times are drawn with.
///
/// Of additions, multiplications and a division alone, which round alike everywhere: a seed gives the
/// same exponential times on every machine, which a system's library, right to its last bit or
/// nearly, does not promise. And without a branch or a table, so that several can be worked out side by side.
enum Logarithm {
  /// −log `x` for `x` from 2⁻¹⁰²² to 1, with a relative error below 4 · 10⁻¹⁶.
  ///
  /// `x` is 2 to an exponent times m, from √½ to √2, and with s = (m − 1)/(m + 1) the logarithm of m
  /// is 2 (s + s³/3 + s⁵/5 + …); what comes after s²¹ is less than a double can tell.
  @inline(__always)
  static func negative(_ x: Double) -> Double {
    let one = 1.0.bitPattern
    let biased = (x.bitPattern &+ (one &- 0.5.squareRoot().bitPattern)) >> 52
    let m = Double(bitPattern: x.bitPattern &- biased << 52 &+ one)
    // An integer below 2⁵² becomes a double by standing in the last bits of 2⁵².
    let exponent = Double(bitPattern: biased | 0x1p52.bitPattern) - (0x1p52 + 1023)
    let s = (m - 1) / (m + 1)
    let z = s * s
    let w = z * z
    // In pairs, of which none waits for another.
    let first = (2.0 / 3 + z * (2.0 / 5)) + w * (2.0 / 7 + z * (2.0 / 9))
    let second = (2.0 / 11 + z * (2.0 / 13)) + w * (2.0 / 15 + z * (2.0 / 17))
    let series = first + (w * w) * (second + (w * w) * (2.0 / 19 + z * (2.0 / 21)))
    return -(exponent * 0.693_147_180_559_945_3 + (2 * s + s * (z * series)))
  }
}
