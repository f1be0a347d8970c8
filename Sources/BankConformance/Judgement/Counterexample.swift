public import BankCore

/// A world that breaks a law, as a page a person can read.
public struct Counterexample: Sendable {
  /// The policy's name.
  public let policy: String

  /// The policy's type.
  public let typeName: String

  /// The command that has the policy, to repeat the finding with.
  public let executable: String

  /// What follows the policy's name there: the options it was checked with.
  var flags = ""

  /// The queue behind every line, where one was asked for.
  public let queue: String?

  /// The law that is broken.
  public let law: Law

  /// Whether the check was given options.
  var hasOptions = false

  /// The law that a run broke, where ``law`` is the one whose worlds showed it.
  var broken: Law?

  /// The smallest world found, which repeats the finding.
  ///
  /// `nil` for a law that needs no world.
  public let world: World?

  /// The policy's options there, as JSON, where they are not its defaults.
  var options: String?

  /// What happened.
  public let finding: Finding

  /// What to look at first.
  let hint: Phrase

  /// Where the world came from.
  public let stage: Phrase

  /// What the policy was asked and answered, a line each.
  public let story: [Phrase]

  /// Whether the world shows it only beside another process, or late in a check: repeated alone it need not.
  var takesMoreThanItsWorld = false

  private var isLong: Bool { world?.isLong ?? false }

  /// The line that repeats it.
  public var command: String {
    Self.command(
      executable, policy + flags, queue, takesMoreThanItsWorld ? nil : world,
      otherwise: "--law \(law.id)")
  }

  /// The line that tries `policy` in `world`; `words` where that is too long for a line.
  static func command(
    _ executable: String, _ policy: String, _ queue: String?, _ world: World?,
    otherwise words: String
  ) -> String {
    let world = world.flatMap { $0.isLong ? nil : $0 }
    return "\(executable) conformance \(policy) " + (queue.map { "--queue \($0) " } ?? "")
      + (world.map { "--world '\($0)'" } ?? words)
  }
}

extension Counterexample: CustomStringConvertible {
  /// The page.
  public var description: String { text(\.description) }

  /// The page in the language of `say`.
  public func text(_ say: (Phrase) -> String) -> String {
    var lines = [
      broken.map {
        say("\(policy) breaks \($0.id) \"\($0.title)\" in a world of \(law.id)   (\(stage))")
      } ?? say("\(policy) breaks \(law.id) \"\(law.title)\"   (\(stage))")
    ]
    if let world {
      lines.append(
        labelled("world", isLong ? say("of \(world.visitors.count) clients") : "\(world)", say))
    }
    if let options { lines.append(labelled("options", options, say)) }
    lines += story.map { "  " + say($0) }
    lines += [
      labelled("found", say(finding.sentence), say), labelled("look at", say(hint), say),
      labelled("replay", command, say),
    ]
    if let world, !isLong, !takesMoreThanItsWorld {
      // What the check was given, by its own names.
      let given = [queue == nil ? nil : "effort", hasOptions ? "options: options" : nil]
        .compactMap(\.self).map { ", " + $0 }.joined()
      lines.append(
        labelled(
          "test",
          "#expect(try PolicyConformance.replay(\(typeName).self, \"\(world)\"\(given)).passed)",
          say))
    }
    return lines.joined(separator: "\n")
  }
}

/// A line with what it is about in front.
func labelled(_ label: Phrase, _ text: String, _ say: (Phrase) -> String) -> String {
  let label = say(label)
  return "  " + label + String(repeating: " ", count: max(1, 10 - label.columns)) + text
}

/// The story of a run, for people: each question with who waited, who was idle, and the answer.
enum Story {
  static let longest = 12

  /// The last answers until `time`.
  static func lines(_ evidence: Evidence, until time: Time) -> [Phrase] {
    guard let run = evidence.subject.run(evidence.world, Variation(isDetailed: true)) else {
      return []
    }
    var waiting: [CallHistory.Waiting] = []
    var answers = 0
    var lines: [Phrase] = []
    for entry in run.entries.prefix(while: { $0.time <= time }) {
      if case .answer(let decision) = entry.what {
        let who =
          waiting.prefix(20).map { "#\($0.ticket - 1)" }.joined(separator: " ")
          + (waiting.count > 20 ? " … (\(waiting.count))" : "")
        let idle = run.idle[answers].map(evidence.name).joined(separator: " ")
        lines.append(
          "time \(entry.time)    waiting \(who)   idle \(idle)   → \(decision.words)")
        answers += 1
      } else {
        CallHistory.follow(entry, &waiting)
      }
    }
    guard lines.count > longest else { return lines }
    let before = lines.count - longest
    return ["… \(counted(before, "1 answer", "\(before) answers")) before"] + lines.suffix(longest)
  }
}
