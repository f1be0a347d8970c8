import Foundation

/// The hours of the machine, as all its other programs have them.
enum ZoneOfMachine {
  /// Has Foundation take those hours where it has others: it takes a `TZ` such as `KST-9`, which names no place, for UTC.
  static func take() {
    var (now, parts) = (time(nil), tm())
    localtime_r(&now, &parts)
    guard TimeZone.current.secondsFromGMT() != parts.tm_gmtoff,
      let zone = TimeZone(secondsFromGMT: parts.tm_gmtoff)
    else { return }
    NSTimeZone.default = zone
  }
}
