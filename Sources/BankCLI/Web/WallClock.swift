import Foundation

/// What a clock on the wall shows.
struct WallClock: Equatable {
  /// Its date, in days since 1 January 1970.
  let day: Int
  /// Its time, in seconds since midnight.
  let time: Double

  /// How many seconds it is ahead of Greenwich.
  let zone: Int

  /// The clock of this machine at a moment, as all its other programs have it.
  ///
  /// The system is asked anew for each moment: Foundation takes a `TZ` such as `KST-9`, which names no place, for UTC, and
  /// no single offset is that of summer and winter.
  static func ofMachine(at date: Date) -> WallClock {
    var (seconds, parts) = (time_t(seconds(of: date).rounded(.down)), tm())
    localtime_r(&seconds, &parts)
    return WallClock(at: date, zone: Int(parts.tm_gmtoff))
  }

  /// A clock that is so many seconds ahead of Greenwich.
  init(at date: Date, zone: Int) {
    let seconds = Self.seconds(of: date) + Double(zone)
    self.zone = zone
    let midnight = (seconds / 86_400).rounded(.down)
    (day, time) = (Int(midnight), seconds - midnight * 86_400)
  }

  /// Since 1970; a file may have any number, and the year 5138 is late enough.
  private static func seconds(of date: Date) -> Double {
    min(max(date.timeIntervalSince1970, -1e11), 1e11)
  }
}
