public import BankCore

/// What came of one law: of six kinds.
///
/// A law that was never exercised does not count as passed. `Breach` is what shows that it is broken.
public enum LawOutcome<Breach: Sendable>: Sendable {
  /// Kept in this many cases.
  case pass(cases: Int)
  /// Broken.
  case fail(Breach)
  /// What is claimed takes it out of the law's reach.
  case notApplicable(Phrase)
  /// No case had to do with the law.
  case notExercised(Phrase)
  /// A weakness was declared, and no world showed it.
  case notWitnessed(Phrase)
  /// Broken, and known to be.
  case knownIssue(Phrase)

  /// What shows that the law is broken, where it is.
  public var breach: Breach? {
    if case .fail(let breach) = self { breach } else { nil }
  }

  /// Whether the law is broken.
  public var isFailure: Bool { breach != nil }

  /// The name of the kind.
  public var name: String {
    switch self {
    case .pass: "pass"
    case .fail: "fail"
    case .notApplicable: "notApplicable"
    case .notExercised: "notExercised"
    case .notWitnessed: "notWitnessed"
    case .knownIssue: "knownIssue"
    }
  }

  /// What the kind means, in words.
  var meaning: Phrase {
    switch self {
    case .pass: "pass"
    case .fail: "FAIL"
    case .notApplicable: "not applicable"
    case .notExercised: "not exercised"
    case .notWitnessed: "not witnessed"
    case .knownIssue: "known issue"
    }
  }

  /// How many cases were tried, where that is known.
  public var cases: Int {
    if case .pass(let cases) = self { cases } else { 0 }
  }

  /// Why, of what is neither kept nor broken.
  public var note: Phrase? {
    switch self {
    case .pass, .fail: nil
    case .notApplicable(let note), .notExercised(let note), .notWitnessed(let note),
      .knownIssue(let note):
      note
    }
  }
}
