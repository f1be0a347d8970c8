/// A point in time or a length of time, as an integer count of nanoseconds.
///
/// A point counts from the opening of the bank. Integers make 0.7 s + 0.7 s exactly 1.4 s on every
/// machine. Sums saturate at ``never`` (about 292 years), so no input can overflow a run.
public struct Time: BitwiseCopyable, Hashable, Comparable, Sendable {
  /// The count of nanoseconds.
  public let nanoseconds: Int64

  /// Makes a time of `nanoseconds`.
  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The opening of the bank, or a length of 0.
  @inlinable public static var zero: Time { Time(nanoseconds: 0) }

  /// A point that is never reached; later than every other.
  @inlinable public static var never: Time { Time(nanoseconds: .max) }

  /// Returns `seconds`, rounded to the nearest nanosecond.
  ///
  /// ``never`` for NaN, and for 9.2 × 10⁹ s or more; also for −9.2 × 10⁹ s or less.
  @inlinable
  @inline(__always)
  public static func seconds(_ seconds: Double) -> Time {
    // Not `rounded()`, which would need the C math library.
    let nanoseconds = seconds * 1e9
    if nanoseconds >= 0, nanoseconds < 0x1p52 {
      return Time(nanoseconds: Int64(nanoseconds + 0.5))
    }
    guard abs(nanoseconds) < 9.2e18 else { return .never }
    // Negative numbers are rounded to the nearest too, a half away from zero. From 2⁵² on a `Double` is whole.
    return Time(nanoseconds: Int64(abs(nanoseconds) < 0x1p52 ? nanoseconds - 0.5 : nanoseconds))
  }

  /// The time in seconds, as near as a `Double` comes.
  @inlinable public var seconds: Double { Double(nanoseconds) / 1e9 }

  /// Whether `left` comes before `right`.
  @inlinable
  public static func < (left: Time, right: Time) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Returns the sum, or ``never`` where it does not fit.
  @inlinable
  public static func + (left: Time, right: Time) -> Time {
    let (sum, overflow) = left.nanoseconds.addingReportingOverflow(right.nanoseconds)
    return overflow ? .never : Time(nanoseconds: sum)
  }

  /// Returns the time from `right` to `left`, or ``never`` where it does not fit.
  @inlinable
  public static func - (left: Time, right: Time) -> Time {
    let (difference, overflow) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
    return overflow ? .never : Time(nanoseconds: difference)
  }

  /// The time that work of this length takes at `speed`; ``never`` stays so.
  @usableFromInline
  func taken(atSpeed speed: Double) -> Time {
    speed == 1 || self == .never ? self : .seconds(seconds / speed)
  }

  /// Adds `right` to `left`.
  @inlinable
  public static func += (left: inout Time, right: Time) {
    left = left + right
  }
}

extension Time: CustomStringConvertible {
  /// The time in seconds with as many decimals as it needs: `0.7`, `18.2`, `3`.
  public var description: String {
    var text = decimal(places: 9)
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// The time in seconds with exactly `places` decimals, rounded half away from zero.
  ///
  /// - Precondition: `places` is from 0 to 9.
  public func decimal(places: Int) -> String {
    var unit: UInt64 = 1
    for _ in places..<9 { unit *= 10 }
    let rounded = (nanoseconds.magnitude + unit / 2) / unit
    var digits = String(rounded)
    while digits.count <= places { digits = "0" + digits }
    let whole = digits.dropLast(places)
    let sign = nanoseconds < 0 && rounded > 0 ? "-" : ""
    return places == 0 ? sign + whole : sign + whole + "." + digits.suffix(places)
  }
}

extension Time {
  /// Reads seconds in decimal notation, such as `0.7`, exactly to the nanosecond (further decimals
  /// are rounded, half away from zero); also takes an exponent, as near as a `Double` comes.
  ///
  /// `nil` for anything else, for more than 40 characters after the sign, for what does not fit, and for more than
  /// about 19 digits (those after the ninth decimal do not count).
  public init?(decimal text: some StringProtocol) {
    var digits: UInt64 = 0
    var decimals: Int?
    var roundUp = false
    var bytes = text.utf8[...]
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes.removeFirst() }
    guard let first = bytes.first, first != UInt8(ascii: "."), bytes.count <= 40 else { return nil }
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "."):
        guard decimals == nil else { return nil }
        decimals = 0
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if let known = decimals, known >= 9 {
          if known == 9 { roundUp = byte >= UInt8(ascii: "5") }
          decimals = 10  // The digit that rounds was seen.
          continue
        }
        let (tenfold, overflow) = digits.multipliedReportingOverflow(by: 10)
        guard !overflow, tenfold < UInt64.max - 9 else { return nil }
        digits = tenfold + UInt64(byte - UInt8(ascii: "0"))
        decimals = decimals.map { $0 + 1 }
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        guard let seconds = Double(text), seconds.magnitude < 9.2e9 else { return nil }
        self = .seconds(seconds)
        return
      default: return nil
      }
    }
    for _ in min(decimals ?? 0, 9)..<9 {
      let (tenfold, overflow) = digits.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      digits = tenfold
    }
    let magnitude = digits + (roundUp ? 1 : 0)
    guard magnitude < UInt64(Int64.max) else { return nil }
    let nanoseconds = Int64(magnitude)
    self.init(nanoseconds: isNegative ? -nanoseconds : nanoseconds)
  }
}
