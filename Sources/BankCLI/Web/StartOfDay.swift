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

  /// What the clock of the branch shows at a moment of the world.
  typealias Wall = (Date) -> WallClock

  /// Whether a day of which something was written down at one moment of the world goes on at another.
  ///
  /// It does on the same date and, where the branch has the clock of the world, before it opens again; a night that is
  /// still open goes on after midnight.
  func goesOn(from written: Date, at now: Date, by wall: Wall = WallClock.ofMachine) -> Bool {
    let isSameDate = wall(written).day == wall(now).day
    guard case .now(let opens, _) = self else { return isSameDate }
    func opening(_ clock: WallClock) -> Int { clock.time < opens ? clock.day - 1 : clock.day }
    return opening(wall(written)) == opening(wall(now))
      && (isSameDate || time(at: now, by: wall) != nil)
  }

  /// What time it is for the branch, at a moment of the world; `nil` where it is open at no such time.
  func time(at date: Date, by wall: Wall = WallClock.ofMachine) -> Time? {
    guard case .now(let opens, let closes) = self else { return .zero }
    let clock = wall(date).time
    // A night goes on after midnight.
    let time = Time.seconds(clock < opens ? clock + 86_400 - opens : clock - opens)
    return time < closes ? time : nil
  }
}
