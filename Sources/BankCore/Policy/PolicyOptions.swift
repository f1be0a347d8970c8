/// What a user can set about a policy: a `Codable` struct.
///
/// A key that is left out has the value of ``defaults(for:)``. In a config a dictionary replaces the
/// default one as a whole; `--option rate.loan=2` changes one entry of what is then in effect.
///
/// The names of the properties are the keys in the config file. Whoever reads the config refuses unknown keys and
/// wrong types. Every other bad value, whether it depends on the plan or not, MUST be found by
/// ``TellerPolicy/problems(with:for:)``.
public protocol PolicyOptions: Codable, Equatable, Sendable {
  /// The defaults for a branch.
  ///
  /// They MUST suit every plan that the policy can work on (law L17).
  static func defaults(for plan: BranchPlan) -> Self

  /// What each key means and allows, for `bank policies`.
  static var guide: [OptionGuide] { get }
}

/// One line of help about one option.
public struct OptionGuide: Hashable, Sendable {
  /// The key.
  public let key: String

  /// What it means.
  public let meaning: Phrase

  /// What is allowed: a type and a range.
  public let allowed: Phrase

  /// Makes a line of help.
  public init(_ key: String, _ meaning: Phrase, allowed: Phrase) {
    self.key = key
    self.meaning = meaning
    self.allowed = allowed
  }
}

/// The options of a policy that has none.
public struct NoOptions: PolicyOptions {
  /// Makes the only value.
  public init() {}

  /// The only value.
  public static func defaults(for plan: BranchPlan) -> NoOptions { NoOptions() }

  /// Nothing to say.
  public static var guide: [OptionGuide] { [] }
}
