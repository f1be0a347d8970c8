/// The number of a law that policies (`L5`) or queues (`Q2`) keep; see `docs/Reference/Laws.md`.
public struct LawID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Who keeps the law.
  public enum Series: String, Sendable {
    /// Laws of policies.
    case policy = "L"
    /// Laws of queues.
    case queue = "Q"
  }

  /// Who keeps the law.
  public let series: Series

  /// The number, from 1.
  public let number: Int

  /// A law of policies.
  public static func policy(_ number: Int) -> LawID { LawID(series: .policy, number: number) }

  /// A law of queues.
  public static func queue(_ number: Int) -> LawID { LawID(series: .queue, number: number) }

  /// Reads `L5` or `Q2`; `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    guard let series = Series(rawValue: String(text.prefix(1))),
      let number = Int(text.dropFirst()), number > 0, "\(series.rawValue)\(number)" == text
    else { return nil }
    self.init(series: series, number: number)
  }

  private init(series: Series, number: Int) {
    self.series = series
    self.number = number
  }

  // The laws of policies that a bank itself checks; `BankConformance` has a file for each.

  /// Nobody is lost.
  static let nobodyIsLost = policy(2)
  /// No teller is called for what they cannot do.
  static let onlySkilledTellers = policy(3)
  /// Every answer can be carried out.
  static let onlyLegalCalls = policy(4)
  /// First come, first served, within the claimed scope.
  static let firstComeFirstServed = policy(5)
  /// No teller idles while somebody waits whom they could serve, except for a declared reason.
  static let workConservation = policy(6)
  /// A wake-up lies in the future, and there are not too many in a row.
  static let wakeUpsEnd = policy(9)
  /// The claimed bound on being overtaken holds.
  static let boundedOvertaking = policy(10)
  /// No teller is called who is absent.
  static let absentTellers = policy(11)

  /// Whether `left` comes before `right`: policies before queues, then by number.
  public static func < (left: LawID, right: LawID) -> Bool {
    (left.series.rawValue, left.number) < (right.series.rawValue, right.number)
  }

  /// `L5`.
  public var description: String { "\(series.rawValue)\(number)" }
}
