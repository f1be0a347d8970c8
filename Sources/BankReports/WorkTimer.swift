public import BankCore

/// The running timer of the source apps: minutes, seconds, milliseconds.
public enum WorkTimer {
  /// Writes `time` as `00:00:000`; minutes go on beyond an hour and beyond two digits.
  ///
  /// Every millisecond shows itself: what is cut off is less than one.
  public static func text(_ time: Time) -> String {
    let milliseconds = max(0, time.nanoseconds) / 1_000_000
    let (minutes, rest) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
    return padded(minutes, 2) + ":" + padded(rest / 1000, 2) + ":" + padded(rest % 1000, 3)
  }

  /// The label of the timer.
  public static func label(_ time: Time, in language: Language) -> String {
    (language == .ko ? "업무시간 - " : "Work time - ") + text(time)
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
