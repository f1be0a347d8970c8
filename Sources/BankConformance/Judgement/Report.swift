public import BankCore

/// What came of checking a policy against the laws.
public struct Report: Sendable {
  /// The policy's name.
  public let policy: String

  /// A result for each law that was asked for, by number.
  public let laws: [LawResult]

  /// How many worlds were tried.
  public let worlds: Int

  /// How many more did not suit the policy, as it says itself.
  public let unsuited: Int

  /// Whether it was interrupted before all worlds were tried.
  public let isCut: Bool

  /// Whether every world was tried and no law broken.
  public var passed: Bool {
    !isCut && worlds > 0 && !laws.contains { $0.result.isFailure }
  }

  /// The counter-examples, by law.
  public var counterexamples: [Counterexample] { laws.compactMap(\.counterexample) }
}

/// What came of one law.
public struct LawResult: Sendable {
  /// The law.
  public let law: Law

  /// The result.
  public let result: LawOutcome<Counterexample>

  /// The smallest world found that breaks the law.
  public var counterexample: Counterexample? { result.breach }

  /// The same, where runs of the same differ: what comparing runs showed then means nothing.
  var withoutRelation: LawResult {
    guard case .relation = law.test, law.id != Law.determinism.id, result.isFailure else {
      return self
    }
    return LawResult(law: law, result: .notExercised("two runs of the same differ: see L7"))
  }
}

extension Report: CustomStringConvertible {
  /// A page for people: each law with its result, and every counter-example.
  public var description: String { text(\.description) }

  /// The page in the language of `say`.
  public func text(_ say: (Phrase) -> String) -> String {
    let result: Phrase =
      !counterexamples.isEmpty
      ? "FAILED"
      : isCut
        ? "interrupted, nothing broken so far"
        : worlds == 0 ? "not tried: no world suits it" : passed ? "passed" : "FAILED"
    let tried = counted(worlds, "1 world", "\(worlds) worlds")
    var lines = [
      say(
        unsuited == 0
          ? "\(policy): \(result), \(tried)"
          : "\(policy): \(result), \(tried), \(unsuited) more do not suit it")
    ]
    for law in laws {
      let sign =
        switch law.result {
        case .pass: say("pass")
        case .fail: say("FAIL")
        default: "–   "
        }
      let note =
        switch law.result {
        case .pass(let cases): say(counted(cases, "1 case", "\(cases) cases"))
        case .fail: ""
        default: say("\(law.result.meaning): \(law.result.note ?? "")")
        }
      let id = "\(law.law.id)".padded(to: 4)
      lines.append("  \(sign)  \(id)\(say(law.law.title))" + (note.isEmpty ? "" : "  (\(note))"))
    }
    // A cause comes before what may be its effects.
    let isUnsteady = counterexamples.contains { $0.law.id == Law.determinism.id }
    if isUnsteady, counterexamples.count > 1 {
      lines += [
        "",
        say(
          "L7 first: where runs of the same differ, what is told of other laws may be the same fault, and may not come again"
        ),
      ]
    }
    let ordered =
      counterexamples.filter { $0.law.id == Law.determinism.id }
      + counterexamples.filter { $0.law.id != Law.determinism.id }
    for counterexample in ordered { lines += ["", counterexample.text(say)] }
    return lines.joined(separator: "\n")
  }
}

/// A number with its noun.
func counted(_ count: Int, _ one: Phrase, _ many: Phrase) -> Phrase {
  count == 1 ? one : many
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
