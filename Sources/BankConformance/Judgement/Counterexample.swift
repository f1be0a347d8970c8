import BankCore

/// A world that breaks a law, as a page a person can read.
public struct Counterexample: Sendable {
  /// The policy's name.
  public let policy: String

  /// The law that is broken.
  public let law: Law

  /// The smallest world found; repeats the finding.
  public let world: World

  /// What happened.
  public let finding: Finding

  /// Where the world came from.
  public let stage: String

  /// What the policy was asked and answered, a line each.
  public let story: [String]

  /// The line that repeats it.
  public var command: String { "bank conformance \(policy) --world '\(world)'" }
}

extension Counterexample: CustomStringConvertible {
  /// The page.
  public var description: String {
    var lines = [
      "\(policy) breaks \(law.id) \"\(law.title)\"   (\(stage))",
      "  world     \(world)",
    ]
    lines += story.map { "  " + $0 }
    lines += [
      "  found     \(finding.sentence)",
      "  look at   \(law.hint)",
      "  replay    \(command)",
      "  test      #expect(PolicyConformance.replay(\(Self.typeName(policy)).self, \"\(world)\").passed)",
    ]
    return lines.joined(separator: "\n")
  }

  /// The conventional type of a policy's name: `QuietHoursPolicy` for `quiet-hours`.
  static func typeName(_ policy: String) -> String {
    policy.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      + "Policy"
  }
}

/// The story of a run, for people: each question with who waited, who was idle, and the answer.
enum Story {
  static let longest = 12

  static func lines(_ evidence: Evidence) -> [String] {
    let lines = evidence.replay.asked.map { asked in
      let waiting = asked.waiting.map { String($0.ticket - 1) }.joined(separator: " ")
      let idle = asked.question.idle.map(evidence.name).joined(separator: " ")
      let answer =
        switch asked.question.decision {
        case .call(let line, let teller):
          "call line \(line) to \(teller < 0 ? String(teller) : evidence.name(teller))"
        case .idle(let reason, let askAgain):
          "idle" + (reason.map { " (\($0))" } ?? "")
            + (askAgain.map { ", ask again at \($0)" } ?? "")
        }
      return "time \(asked.question.now)    waiting \(waiting)   idle \(idle)   → \(answer)"
    }
    guard lines.count > longest else { return lines }
    return ["… \(lines.count - longest) answers before"] + lines.suffix(longest)
  }
}
