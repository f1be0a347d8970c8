public import BankCore

/// A law that every queue keeps.
public struct QueueLaw: Sendable {
  /// `Q1` to `Q9`.
  public let id: LawID

  /// What it says, in a few words.
  public let title: Phrase

  /// What to look at first when it is broken.
  package let hint: Phrase

  private init(_ number: Int, _ title: Phrase, _ hint: Phrase) {
    id = .queue(number)
    self.title = title
    self.hint = hint
  }

  /// Every law, by number.
  public static let all: [QueueLaw] = [
    .init(
      1, "everybody who went in comes out exactly once",
      "is a client lost, or kept after being handed out?"),
    .init(
      2, "peek shows whom dequeue gives next, and changes nothing",
      "do peek and dequeue choose in the same way?"),
    .init(
      3, "count and isEmpty tell the truth after every operation",
      "is the count kept in step by every operation?"),
    .init(
      4, "a copy and its original never see each other's changes",
      "is there an object inside that copies share?"),
    .init(
      5, "after clear it is empty and works as before, and emptying an empty one is harmless",
      "does clear reset everything that the other operations use?"),
    .init(
      6, "the declared order holds, ties by time of joining, then by ticket",
      "declare the order it has, or compare tickets where all else is equal"),
    .init(
      7, "the same seed and operations give the same answers",
      "take chance from the given source alone, and never the order of a dictionary"),
    .init(
      8, "a million clients go in and out, without recursion",
      "is a chain of objects released one by one inside the other?"),
    .init(
      9, "the name is well formed and the summary is there",
      "lower-case words with hyphens between, and a line that says what it does"),
  ]
}

/// What came of one law of queues.
public struct QueueLawResult: Sendable {
  /// The law.
  public let law: QueueLaw

  /// The result.
  public let result: LawOutcome<QueueCounterexample>
}

/// How a queue breaks a law.
public struct QueueCounterexample: Sendable {
  /// What was seen, in words.
  public let finding: Phrase

  /// The smallest world that shows it, if one is needed.
  public var world: QueueWorld?
}

/// What came of checking a queue against its laws.
public struct QueueReport: Sendable, CustomStringConvertible {
  /// The queue's name.
  public let queue: String

  /// A result for each law, by number.
  public let laws: [QueueLawResult]

  /// How many worlds were tried.
  public let worlds: Int

  /// The command to repeat a finding with.
  public let executable: String

  /// Whether it was ended before all worlds were tried.
  public let isCut: Bool

  /// Whether all worlds were tried, and no law was broken.
  public var passed: Bool { !isCut && !laws.contains { $0.result.isFailure } }

  /// A page: a line for each law, and how to repeat what is broken.
  public var description: String { text(\.description) }

  /// The page in the language of `say`.
  public func text(_ say: (Phrase) -> String) -> String {
    let isBroken = laws.contains { $0.result.isFailure }
    let outcome: Phrase =
      isBroken ? "FAILED" : isCut ? "interrupted, nothing broken so far" : "passed"
    var lines = [say("\(queue): \(outcome), \(counted(worlds, "1 world", "\(worlds) worlds"))")]
    for result in laws {
      let name: Phrase = "\(result.law.id) \(result.law.title)"
      switch result.result {
      case .pass(let cases):
        lines.append(
          "  \(say("pass"))  " + say("\(name) (\(counted(cases, "1 case", "\(cases) cases")))"))
      case .fail(let breach):
        lines += [
          "  \(say("FAIL"))  " + say(name), "      " + labelled("found", say(breach.finding), say),
          "      " + labelled("look at", say(result.law.hint), say),
        ]
        if let world = breach.world {
          let command = "\(executable) conformance --queues \(queue) --world '\(world)'"
          lines += [
            "      " + labelled("world", "\(world)", say),
            "      " + labelled("replay", command, say),
          ]
        }
      default:
        lines.append(
          "  –     " + say("\(name): \(result.result.meaning), \(result.result.note ?? "")"))
      }
    }
    return lines.joined(separator: "\n")
  }
}
