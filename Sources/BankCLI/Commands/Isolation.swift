import BankConfiguration
import BankCore
import BankRecords
import BankReports
import Foundation
import Synchronization

/// Checks a policy in a child process, so that one that traps or never answers harms nobody.
enum Isolation {
  /// Runs this executable again for `policy` alone.
  static func check(_ policy: String, _ request: Conformance.Request) -> Verdict {
    let child = Process()
    child.executableURL = executable
    child.arguments = ["conformance", policy, "--json"] + request.words
    let output = Pipe()
    let errors = Pipe()
    let lifeline = Pipe()
    child.standardInput = lifeline
    // A trap says in a line what it is; the toolchain's own page about it helps nobody here.
    child.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no", Lifeline.mark: "1"]) { $1 }
    child.standardOutput = output
    child.standardError = errors
    let hasEnded = DispatchSemaphore(value: 0)
    child.terminationHandler = { _ in hasEnded.signal() }
    do { try child.run() } catch {
      return ended(policy, "failed", "could not be started: \(error)")
    }
    // A pipe holds little: both are read while the child writes.
    let text = Reading(output)
    let complaints = Reading(errors)
    let end = DispatchTime.now() + request.timeout
    while hasEnded.wait(timeout: min(end, .now() + 0.1)) == .timedOut {
      guard Interrupt.shared.isRequested || DispatchTime.now() >= end else { continue }
      kill(child.processIdentifier, SIGKILL)
      break
    }
    child.waitUntilExit()
    withExtendedLifetime(lifeline) {}
    // The signal was for the child too, which says nothing of the policy then.
    if Interrupt.shared.isRequested {
      return Verdict(
        policy: policy, ending: Verdict.interrupted, text: Console.say("\(policy): interrupted"))
    }
    if DispatchTime.now() >= end, child.terminationReason == .uncaughtSignal {
      return ended(policy, "timed out", "gave no result within \(Int(request.timeout)) s")
    }
    if child.terminationReason == .uncaughtSignal {
      let lines = complaints.text.split(separator: "\n")
      let last = lines.first { $0.contains("Fatal error") } ?? lines.first ?? ""
      return ended(policy, "trapped", "ended by signal \(child.terminationStatus)", String(last))
    }
    guard case .success(let node) = JSON5Parser.parse(text.text),
      let verdict = Verdict(node.json, policy)
    else {
      return ended(
        policy, "failed", "ended with status \(child.terminationStatus)", complaints.text)
    }
    return verdict
  }

  /// This executable.
  static var executable: URL {
    Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
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

/// What ties a process to the one that started it: its standard input, open for as long as that one lives.
enum Lifeline {
  /// Tells the child that somebody waits for it.
  static let mark = "BANK_ASKED_BY_A_PROCESS"

  /// In the child: ends it when the process that asked is gone.
  static func hold() {
    guard ProcessInfo.processInfo.environment[mark] != nil else { return }
    Thread.detachNewThread {
      _ = FileHandle.standardInput.readDataToEndOfFile()
      _exit(0)
    }
  }
}

/// What comes out of a pipe, read to its end on a thread of its own.
final class Reading: Sendable {
  private let isDone = DispatchSemaphore(value: 0)
  private let data = Mutex(Data())

  init(_ pipe: Pipe) {
    let handle = pipe.fileHandleForReading
    Thread.detachNewThread { [self] in
      let all = handle.readDataToEndOfFile()
      data.withLock { $0 = all }
      isDone.signal()
    }
  }

  /// All of it; waits for the end.
  var text: String {
    isDone.wait()
    isDone.signal()
    return String(decoding: data.withLock { $0 }, as: UTF8.self)
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
