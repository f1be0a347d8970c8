public import BankCore

/// What a clock on the wall, and the stock beside it, have to know of a live bank.
public struct LiveReading: Sendable {
  /// The bank's own time.
  public let time: Time
  /// For how long somebody has waited or been served in this session.
  public let workTime: Time
  /// Whether ``workTime`` is running.
  public let isRunning: Bool
  /// How many wait or are served.
  public let inside: Int
  /// How many of each item are left to reserve.
  public let stock: [Int]
  /// How many seconds of the bank pass in a second.
  public let speed: Double
  /// How many events were told since the bank opened.
  public let events: Int
  /// Why the policy or the queue was dropped, if one was.
  public let fault: BankFault?
}
