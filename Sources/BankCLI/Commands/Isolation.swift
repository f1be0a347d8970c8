import BankConfiguration
import BankConformance
import BankCore
import BankRecords
import BankReports
import Foundation

/// Checks a policy in a child process, so that one that traps or never answers harms nobody.
enum Isolation {
  /// How many smaller worlds are tried, a process each.
  private static let mostTries = 150

  /// Runs this executable again for `policy` alone.
  static func check(_ policy: String, _ request: Conformance.Request) -> Verdict {
    let child: ChildProcess
    do { child = try ChildProcess(["conformance", policy, "--json"] + request.words) } catch {
      return ended(policy, "failed", "could not be started: \(error)")
    }
    switch child.wait(request.timeout) {
    case .interrupted:
      return Verdict(
        policy: policy, ending: Verdict.interrupted, text: Console.say("\(policy): interrupted"))
    case .timedOut:
      return ended(
        policy, "timed out", "gave no result within \(Int(request.timeout)) s",
        world: world(child))
    case .ended: break
    }
    let process = child.process
    if process.terminationReason == .uncaughtSignal {
      // A release build says nothing of its own, and then it is the name of the world that comes first.
      let first = child.errors.text.prefix { $0 != "\n" }
      return ended(
        policy, "trapped", "ended by signal \(process.terminationStatus)", String(first),
        world: world(child).map { smallest($0, policy, request) })
    }
    guard case .success(let node) = JSON5Parser.parse(child.output.text),
      let verdict = Verdict(node.json, policy)
    else {
      return ended(
        policy, "failed", "ended with status \(process.terminationStatus)", child.errors.text)
    }
    return verdict
  }

  /// The world that a child names at its end.
  private static func world(_ child: ChildProcess) -> World? {
    child.errors.text.firstMatch(of: /--world '([^'\n]*)'/).flatMap {
      try? World(line: String($0.1))
    }
  }

  /// The smallest world found in which the policy traps, each tried in a process of its own.
  private static func smallest(
    _ world: World, _ policy: String, _ request: Conformance.Request
  ) -> World {
    PolicyConformance.smallest(world, tries: mostTries) { smaller in
      guard
        let child = try? ChildProcess(
          ["conformance", policy, "--world", "\(smaller)"] + request.words),
        child.wait(request.timeout) == .ended
      else { return false }
      return child.process.terminationReason == .uncaughtSignal
    }
  }

  private static func ended(
    _ policy: String, _ ending: Phrase, _ what: Phrase, _ said: String = "", world: World? = nil
  ) -> Verdict {
    var lines = [Console.say("\(policy): FAILED, \(ending): it \(what)")]
    if !said.isEmpty { lines.append("  " + Console.say("it said   \(said)")) }
    if let world {
      lines.append(
        "  " + Console.say("replay") + "    "
          + "\(BankCommand.executable) conformance \(policy) --world '\(world)'")
    }
    return Verdict(policy: policy, ending: "\(ending)", text: lines.joined(separator: "\n"))
  }
}

extension Verdict {
  /// Reads a verdict that a child printed with `--json`.
  init?(_ json: JSON, _ policy: String) {
    guard case .array(let policies) = json["policies"], let one = policies.first,
      case .bool(let passed) = one["passed"], case .array(let laws) = one["laws"]
    else { return nil }
    func text(_ value: JSON?) -> String { if case .string(let text) = value { text } else { "" } }
    kind = "policy"
    subject = policy
    ending = one["ending"].map(text)
    self.passed = passed
    self.laws = laws.map { law in
      var cases = 0
      if case .number(let value) = law["cases"] { cases = Int(value) }
      return LawLine(
        id: text(law["id"]), title: text(law["title"]), result: text(law["result"]), cases: cases,
        note: text(law["note"]), counterexample: law["counterexample"] ?? .null)
    }
    let broken = self.laws.filter { $0.result == "fail" }
    self.text =
      ([
        Console.say(
          passed
            ? "\(policy): passed, in a process of its own"
            : "\(policy): FAILED, in a process of its own")
      ]
      + broken.map {
        "  FAIL  \($0.id) \(Console.say(Phrase(stringLiteral: $0.title))): \($0.note)\n        "
          + Console.say("replay") + "    " + text($0.counterexample["command"])
      }).joined(separator: "\n")
  }
}
