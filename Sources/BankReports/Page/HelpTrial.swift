/// What was tried to find what would help.
public struct HelpTrial: Sendable {
  /// What can be changed.
  public enum Kind: Sendable, CaseIterable {
    case rest, policy, teller, stock
  }

  /// The best change of each kind that was tried.
  public var best: [Help] = []
  /// What was not tried, for it would take long.
  public var untried: [Kind] = []
  /// What was not tried, for the policy's options do not suit it.
  public var unfit: [Kind] = []
  /// Whether nothing was tried, for one day says nothing of others.
  public var isOfOneDay = false

  /// Makes an empty trial.
  public init() {}
}
