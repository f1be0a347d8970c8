import BankConfiguration
import BankCore
import BankRecords
import BankReports
import Foundation

/// Checks a policy in a child process, so that one that traps or never answers harms nobody.
enum Isolation {
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
      return ended(policy, "timed out", "gave no result within \(Int(request.timeout)) s")
    case .ended: break
    }
    let process = child.process
    if process.terminationReason == .uncaughtSignal {
      let lines = child.errors.text.split(separator: "\n")
      let last = lines.first { $0.contains("Fatal error") } ?? lines.first ?? ""
      return ended(policy, "trapped", "ended by signal \(process.terminationStatus)", String(last))
    }
    guard case .success(let node) = JSON5Parser.parse(child.output.text),
      let verdict = Verdict(node.json, policy)
    else {
      return ended(
        policy, "failed", "ended with status \(process.terminationStatus)", child.errors.text)
    }
    return verdict
  }

  private static func ended(
    _ policy: String, _ ending: Phrase, _ what: Phrase, _ said: String = ""
  ) -> Verdict {
    let said = said.isEmpty ? "" : "\n  " + Console.say("it said   \(said)")
    return Verdict(
      policy: policy, ending: "\(ending)",
      text: Console.say("\(policy): FAILED, \(ending): it \(what)") + said)
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
