import BankConformance
import BankCore
import BankRecords
import BankReports

/// What came of checking one policy or queue, for text, JSON and JUnit alike.
struct Verdict: Sendable {
  struct LawLine: Sendable {
    var id: String
    var title: String
    var result: String
    var cases: Int
    var note: String
    var counterexample: JSON

    /// The finding and the line that repeats it.
    var page: String {
      guard case .string(let command)? = counterexample["command"] else { return note }
      return note + "\n" + command
    }
  }

  /// How a check ended that was interrupted.
  static let interrupted = "interrupted"

  /// What was checked, and its name.
  let kind: String
  let subject: String
  let passed: Bool
  let text: String
  let laws: [LawLine]
  /// How it ended where it did not come to a report: trapped, timed out.
  var ending: String?

  init(_ report: Report) {
    kind = "policy"
    subject = report.policy
    passed = report.passed
    ending = report.isCut ? Self.interrupted : nil
    text = report.text(Console.say)
    laws = report.laws.map { law in
      LawLine(
        law.law.id, law.law.title, law.result, finding: law.counterexample?.finding.sentence,
        law.counterexample.map {
          [
            "world": $0.world.map { .string($0.description) } ?? .null,
            "time": .number($0.finding.time.seconds), "finding": .string("\($0.finding.sentence)"),
            "command": .string($0.command),
          ]
        })
    }
  }

  init(_ report: QueueReport) {
    kind = "queue"
    subject = report.queue
    passed = report.passed
    ending = report.isCut ? Self.interrupted : nil
    text = report.text(Console.say)
    laws = report.laws.map { law in
      LawLine(
        law.law.id, law.law.title, law.result, finding: law.result.breach?.finding,
        law.result.breach?.world.map { .string("\($0)") })
    }
  }

  /// A check that did not come to an end.
  init(policy: String, ending: String, text: String) {
    kind = "policy"
    subject = policy
    passed = false
    self.text = text
    laws = []
    self.ending = ending
  }

  var json: JSON {
    var members: [JSON.Member] = [
      .init(kind, .string(subject)), .init("passed", .bool(passed)),
      .init(
        "laws",
        .array(
          laws.map { law in
            [
              "id": .string(law.id), "title": .string(law.title), "result": .string(law.result),
              "cases": .number(law.cases), "note": .string(law.note),
              "counterexample": law.counterexample,
            ]
          })),
    ]
    if let ending { members += [.init("ending", .string(ending)), .init("said", .string(text))] }
    return .object(members)
  }
}

/// JUnit XML, as CI servers read it.
enum JUnit {
  static func document(_ verdicts: [Verdict]) -> String {
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>"]
    for verdict in verdicts {
      let failures = verdict.laws.count { $0.result == "fail" } + (verdict.ending == nil ? 0 : 1)
      let skipped = verdict.laws.count { $0.result != "fail" && $0.result != "pass" }
      let tests = verdict.laws.count + (verdict.ending == nil ? 0 : 1)
      lines.append(
        "  <testsuite name=\"\(HTML.escaped(verdict.subject))\" tests=\"\(tests)\" "
          + "failures=\"\(failures)\" skipped=\"\(skipped)\">")
      for law in verdict.laws {
        let open =
          "    <testcase classname=\"\(HTML.escaped(verdict.subject))\" name=\""
          + HTML.escaped("\(law.id) \(law.title)") + "\""
        switch law.result {
        case "pass": lines.append(open + "/>")
        case "fail":
          lines.append(
            open + "><failure message=\"\(HTML.escaped(law.note))\">"
              + HTML.escaped(law.page) + "</failure></testcase>")
        default:
          lines.append(
            open
              + "><skipped message=\"\(HTML.escaped(law.result + ": " + law.note))\"/></testcase>")
        }
      }
      if let ending = verdict.ending {
        lines.append(
          "    <testcase classname=\"\(HTML.escaped(verdict.subject))\" name=\"ends\">"
            + "<failure message=\"\(HTML.escaped(ending))\">\(HTML.escaped(verdict.text))</failure></testcase>"
        )
      }
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>", ""]).joined(separator: "\n")
  }
}

extension Verdict.LawLine {
  fileprivate init<Breach>(
    _ id: LawID, _ title: Phrase, _ result: LawOutcome<Breach>, finding: Phrase?,
    _ counterexample: JSON?
  ) {
    self.init(
      id: "\(id)", title: "\(title)", result: result.name, cases: result.cases,
      note: "\(finding ?? result.note ?? "")", counterexample: counterexample ?? .null)
  }
}
