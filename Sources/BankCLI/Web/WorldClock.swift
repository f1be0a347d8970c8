import Foundation

/// Notices that the clock of the world was set, as by a machine that starts without one and asks for the time later.
struct WorldClock: Sendable {
  /// Seconds by which it is ahead of the time since the machine started, which nobody sets.
  private var lead: Double?

  /// Whether it was set since it was asked for last; a second or two are no setting.
  mutating func wasSet(
    now: Date, uptime: Double = ProcessInfo.processInfo.systemUptime
  ) -> Bool {
    let before = lead
    lead = now.timeIntervalSince1970 - uptime
    return before.map { abs($0 - (lead ?? $0)) > 2 } ?? false
  }
}
