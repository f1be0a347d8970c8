import BankCore
import Foundation

/// What time it is for the branch as a day of a server begins.
enum StartOfDay: Sendable {
  /// That of opening, whatever time it is in the world.
  case opening
  /// That of the world, for a branch that opens so many seconds after midnight, and closes so long after opening.
  case now(opens: Double, closes: Time)

  /// Whether a day begins at opening, whatever time it is.
  var isOpening: Bool { if case .opening = self { true } else { false } }

  /// Whether a day of which something was written down at one moment of the world goes on at another.
  ///
  /// It does on the same date and, where the branch has the clock of the world, before it opens again; a night that is
  /// still open goes on after midnight.
  func goesOn(from written: Date, at now: Date, in calendar: Calendar = .current) -> Bool {
    let isSameDate = calendar.isDate(written, inSameDayAs: now)
    guard case .now(let opens, _) = self else { return isSameDate }
    func opening(_ date: Date) -> Date? {
      let midnight = calendar.startOfDay(for: date)
      return clock(date, in: calendar) < opens
        ? calendar.date(byAdding: .day, value: -1, to: midnight) : midnight
    }
    return opening(written) == opening(now) && (isSameDate || time(at: now, in: calendar) != nil)
  }

  /// What a clock shows at a moment of the world, in seconds.
  private func clock(_ date: Date, in calendar: Calendar) -> Double {
    let parts = calendar.dateComponents([.hour, .minute, .second, .nanosecond], from: date)
    let midnight = Double(parts.hour ?? 0) * 3600 + Double(parts.minute ?? 0) * 60
    return midnight + Double(parts.second ?? 0) + Double(parts.nanosecond ?? 0) / 1e9
  }

  /// What time it is for the branch, at a moment of the world; `nil` where it is open at no such time.
  func time(at date: Date, in calendar: Calendar = .current) -> Time? {
    guard case .now(let opens, let closes) = self else { return .zero }
    let clock = clock(date, in: calendar)
    // A night goes on after midnight.
    let time = Time.seconds(clock < opens ? clock + 86_400 - opens : clock - opens)
    return time < closes ? time : nil
  }
}
