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

  /// Whether two moments of the world are of one day: no midnight is between them, or no opening, where the branch
  /// has the clock of the world.
  func isSameDay(_ one: Date, _ other: Date, in calendar: Calendar = .current) -> Bool {
    guard case .now(let opens, _) = self else { return calendar.isDate(one, inSameDayAs: other) }
    return calendar.isDate(one - opens, inSameDayAs: other - opens)
  }

  /// What time it is for the branch, at a moment of the world; `nil` where it is open at no such time.
  func time(at date: Date, in calendar: Calendar = .current) -> Time? {
    guard case .now(let opens, let closes) = self else { return .zero }
    let parts = calendar.dateComponents([.hour, .minute, .second, .nanosecond], from: date)
    let midnight = Double(parts.hour ?? 0) * 3600 + Double(parts.minute ?? 0) * 60
    let clock = midnight + Double(parts.second ?? 0) + Double(parts.nanosecond ?? 0) / 1e9
    // A night goes on after midnight.
    let time = Time.seconds(clock < opens ? clock + 86_400 - opens : clock - opens)
    return time < closes ? time : nil
  }
}
