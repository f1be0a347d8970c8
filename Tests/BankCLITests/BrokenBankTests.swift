import BankRecords
import Foundation
import Testing

/// The commands with policies that are broken on purpose.
@Suite struct `A bank with a broken policy` {
  static func run(_ arguments: [String]) throws -> Tool.Result {
    try Tool.run(arguments, tool: "broken-bank")
  }

  /// The policies whose breach shows in any day, and the laws.
  static let visible = [
    ("drop-alike", "L2"), ("double-call", "L4"), ("busy-teller", "L4"), ("tenth-decision", "L4"),
    ("wrong-line", "L4"), ("throwing", "L4"), ("last-in-first-out", "L5"), ("every-third", "L5"),
    ("when-three-wait", "L5"), ("silent-idler", "L6"), ("restless", "L9"),
    ("woken-in-the-past", "L9"),
  ]

  @Test(arguments: visible)
  func `serves everybody, names law and time, and the world it prints repeats it`(
    policy: String, law: String
  ) throws {
    let day = try Self.run([
      "run", "--policy", policy, "--clients", "12", "--speed", "max", "--seed", "1",
    ])
    #expect(day.status == 1)
    #expect(day.output.contains("12 clients were served today"))
    #expect(day.output.contains("The policy broke \(law) and was dropped"))
    #expect(day.errors.contains("bank: the policy \(policy) was dropped at "))
    #expect(day.errors.contains("(law \(law))"))
    let line = try #require(day.errors.split(separator: "\n").first { $0.contains("  replay ") })
    let world = try #require(line.split(separator: "'").last.map(String.init))
    let again = try Self.run(["conformance", policy, "--law", law, "--world", world])
    #expect(again.status == 1)
    #expect(again.output.contains("\(policy) breaks \(law) "))
  }

  @Test(
    .thorough,
    arguments: [
      "goes-by-hashes", "goes-by-zone", "goes-by-hour", "goes-by-command", "goes-by-environment",
      "goes-by-messages", "goes-by-continent", "equal-ranks",
    ])
  func `is found by what it does in another process`(policy: String) throws {
    let check = try Self.run([
      "conformance", policy, "--law", "L7", "--depth", "1", "--cases", "50",
    ])
    #expect(check.status == 1)
    #expect(check.output.contains("\(policy) breaks L7 "), "\(check.output)")
    #expect(check.output.contains("Another process, in another folder and language"))
    // Nor is a world offered to repeat it in. Equal ranks may show in one process, too, as hashes have it.
    #expect(check.output.contains("conformance \(policy) --law L7"))
    #expect(policy == "equal-ranks" || !check.output.contains("PolicyConformance.replay"))
    // In one process nothing shows.
    let world = "T A:deposit | 0:deposit@0+1 1:deposit@0+1"
    let alone = try Self.run(["conformance", policy, "--law", "L7", "--world", world])
    #expect(alone.status == 0, "\(alone.output)")
  }

  @Test func `that prints is told so, and what the check says stays whole`() throws {
    let check = try Self.run([
      "conformance", "talkative", "--law", "L5", "--depth", "1", "--cases", "20", "--json",
    ])
    #expect(check.status == 0, "\(check.errors)")
    #expect(check.errors.contains("talkative wrote "), "\(check.errors)")
    #expect(check.errors.contains(#"such as JSON: "finished: 1""#), "\(check.errors)")
    _ = try JSONSerialization.jsonObject(with: Data(check.output.utf8))
  }

  @Test func `is the winner of no sweep, recommendation or fit`() throws {
    let swept = try Self.run([
      "sweep", "--policies", "tenth-decision,hesitant", "--vary", "tellers=3,4", "--clients",
      "40",
      "--replications", "2", "--csv",
    ])
    #expect(swept.status == 1)
    #expect(swept.errors.contains("2 of 4 cells broke a law and count for nothing"))
    let broken = swept.output.split(separator: "\n").filter { $0.contains("tenth-decision") }
    #expect(!broken.isEmpty && broken.allSatisfy { $0.contains(",,,") && $0.contains("law L4") })
    let recommended = try Self.run([
      "recommend", "--policies", "tenth-decision,hesitant", "--clients", "40",
    ])
    #expect(recommended.status == 1)
    #expect(recommended.errors.contains("tenth-decision: broke a law at"), "\(recommended.errors)")
    let folder = try Folder()
    let log = folder.path("c.csv")
    _ = try Self.run([
      "simulate", "--policy", "hesitant", "--clients", "200", "--replications", "1",
      "--clients-out", log,
    ])
    let fitted = try Self.run(["fit", "--log", log, "--policy", "only-idle"])
    #expect(fitted.status == 1)
    #expect(!fitted.errors.contains("gone home") && fitted.errors.contains("(law L2)"))
  }

  @Test func `has digests that are the same each time`() throws {
    let digests = try (0..<2).map { _ in
      try Self.run(["conformance", "draws-lots", "--digest"]).output
    }
    #expect(digests[0] == digests[1] && digests[0].contains("draws-lots  "))
  }

  @Test func `does the same by the clock`() throws {
    let day = try Self.run([
      "--policy", "tenth-decision", "--clients", "12", "--speed", "1000", "--lang", "ko",
      "--seed", "1",
    ])
    #expect(day.status == 1)
    #expect(day.output.contains("총 12명"))
    #expect(day.output.contains("법칙 L4 위반으로 정책을 중단"))
    // The value that is shown is the policy's own.
    #expect((day.output + day.errors).contains("TenthDecision("))
    #expect(!(day.output + day.errors).contains("AnyPolicy"))
  }

  @Test func `stops a simulation, and marks its figures`() throws {
    let text = try Self.run(["simulate", "--policy", "tenth-decision"])
    #expect(text.status == 1)
    #expect(text.output.contains("until the policy broke L4"))
    #expect(text.errors.contains("answers   0 s: call line"))
    let json = try Self.run(["simulate", "--policy", "tenth-decision", "--json"])
    #expect(json.status == 1)
    #expect(json.output.contains(#""fault": "at 2.5 s: called line 99"#))
  }

  @Test(arguments: [["--until", "100"], ["--clients", "300"]])
  func `stops a simulation whose queue hands one client out twice and loses another`(
    length: [String]
  ) throws {
    let config = Repository.root.appending(path: "docs/Examples/branch.json5").path
    let words = ["--config", config, "--queue", "doubling"] + length
    let day = try Self.run(["simulate", "--policy", "longest-idle-first"] + words)
    #expect(day.status == 1)
    #expect(day.output.contains("until the queue broke Q1"), "\(day.output)")
    #expect(day.output.contains("The queue was dropped at "))
    #expect(day.errors.contains("the queue doubling may not do that"), "\(day.errors)")
    let both = try Self.run(["compare", "--policies", "longest-idle-first,fastest-first"] + words)
    #expect(both.status == 1)
    #expect(
      both.output.contains(
        "fastest-first is not compared: the queue was dropped for breaking Q1."),
      "\(both.output)")
  }

  @Test(arguments: [["--until", "100"], ["--clients", "300"]])
  func `loses nobody without a word, however long the day is`(length: [String]) throws {
    let branch = Repository.root.appending(path: "docs/Examples/branch.json5").path
    let day = try Self.run(["simulate", "--config", branch, "--policy", "only-idle"] + length)
    #expect(day.status == 1)
    #expect(day.output.contains("until the policy broke L2"))
    #expect(day.errors.contains("waiting for ever, though an idle teller could serve ticket 1"))
  }

  @Test(arguments: ["max", "50"])
  func `that never answers is ended, by name, with what happened on record`(speed: String) throws {
    let folder = try Folder()
    let events = folder.url.appending(path: "events.jsonl").path
    let day = try Self.run([
      "run", "--policy", "endless", "--clients", "12", "--speed", speed, "--seed", "1",
      "--events", events,
    ])
    #expect(day.status == 1)
    #expect(day.errors.contains("the policy endless has not answered for a second"))
    #expect(try String(contentsOfFile: events, encoding: .utf8).contains("\"arrived\""))
  }

  @Test func `that ends the process has not passed`() throws {
    let ended = try Self.run(["conformance", "quitting"])
    #expect(ended.status == 1 && ended.errors.contains("a policy ended the process"))
    let isolated = try Self.run(["conformance", "quitting", "--isolated"])
    #expect(isolated.status == 1)
  }

  @Test func `is left out of a replay, and ends one as its control`() throws {
    let folder = try Folder()
    let config = try folder.file(
      "c.json5",
      `A recorded day`.config.replacingOccurrences(of: "shared-pool", with: "prefers-last"))
    let log = try folder.file(
      "log.csv",
      (0..<30).reduce("came;what;called;done;left;who;how\n") {
        $0 + "\($1);deposit;\($1 * 2);\($1 * 2 + 2);;Kim;served\n"
      })
    let files = ["replay", "--config", config.path, "--log", log.path, "--handover", "0"]
    let beside = try Self.run(files + ["--policies", "hesitant,tenth-decision"])
    #expect(beside.status == 1)
    #expect(beside.output.contains("hesitant beside prefers-last"))
    #expect(!beside.output.contains("tenth-decision"))
    #expect(beside.errors.contains("tenth-decision broke a law and is left out: on "))
    try Data(Self.control.utf8).write(to: config)
    let alone = try Self.run(files)
    #expect(alone.status == 1)
    #expect(alone.output.isEmpty)
    #expect(alone.errors.contains("bank: the control, tenth-decision, broke a law on "))
  }

  static let control = `A recorded day`.config
    .replacingOccurrences(of: "shared-pool", with: "tenth-decision")

  @Test(.thorough) func `is told apart: trapped, timed out, failed`() throws {
    let trapped = try Self.run(["conformance", "trapping", "--isolated"])
    #expect(trapped.status == 1)
    #expect(trapped.output.contains("trapping: FAILED, trapped: it ended by signal"))
    #expect(
      trapped.output.contains(
        "replay    broken-bank conformance trapping --world 'T A:deposit | 0:deposit@0+1'"
      ),
      "\(trapped.output)")
    let endless = try Self.run(["conformance", "endless", "--isolated", "--timeout", "1"])
    #expect(endless.status == 1)
    #expect(endless.output.contains("endless: FAILED, timed out: it gave no result within 1 s"))
    #expect(endless.output.contains("replay    broken-bank conformance endless --world 'T A:"))
    let failed = try Self.run(["conformance", "busy-teller", "--isolated", "--depth", "2"])
    #expect(failed.status == 1)
    #expect(failed.output.contains("busy-teller: FAILED, in a process of its own"))
    #expect(failed.output.contains("L4"))
    let passed = try Self.run([
      "conformance", "prefers-last", "--isolated", "--depth", "1", "--cases", "20",
    ])
    #expect(passed.status == 0)
  }

  @Test func `that traps names the world it trapped in`() throws {
    let trapped = try Self.run(["conformance", "trapping"])
    #expect(trapped.status != 0)
    #expect(
      trapped.errors.contains("trapping ended the process in a world of 1 client\n  replay    "),
      "\(trapped.errors)")
  }

  @Test func `says nothing of a policy whose check in a process of its own is interrupted`() throws
  {
    let process = Tool.process(
      ["conformance", "trapping", "endless", "--isolated"], tool: "broken-bank")
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    var said = ""
    while !said.contains("trapping: FAILED") {
      said += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }
    kill(process.processIdentifier, SIGINT)
    said += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaints = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(complaints.contains("interrupted: 1 of 2 were checked"), "\(complaints)")
    #expect(!said.contains("endless: FAILED"), "\(said)")
    #expect(said.hasSuffix("0 passed, 1 failed: trapping\n"), "\(said)")
  }

  @Test func `gets its results as JSON and as JUnit XML`() throws {
    let folder = try Folder()
    let done = try Self.run([
      "conformance", "silent-idler", "prefers-last", "--law", "L2", "--law", "L6", "--depth", "1",
      "--cases", "2", "--json", "--junit", folder.path("junit.xml"),
    ])
    #expect(done.status == 1)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(done.output.utf8)) as? [String: Any])
    #expect(json["passed"] as? Bool == false)
    let policies = try #require(json["policies"] as? [[String: Any]])
    #expect(policies.map { $0["policy"] as? String } == ["silent-idler", "prefers-last"])
    #expect(policies.map { $0["passed"] as? Bool } == [false, true])
    let laws = try #require(policies[0]["laws"] as? [[String: Any]])
    #expect(laws.map { $0["id"] as? String } == ["L2", "L6"])
    let idling = laws[1]
    #expect(idling["result"] as? String == "fail")
    let counterexample = try #require(idling["counterexample"] as? [String: Any])
    #expect((counterexample["world"] as? String)?.hasPrefix("T ") == true)
    let xml = try String(contentsOfFile: folder.path("junit.xml"), encoding: .utf8)
    #expect(xml.contains(#"<testsuite name="silent-idler" tests="2" failures="1""#))
    #expect(XMLReading.isWellFormed(xml))
  }

  @Test func `gets those of its queues in the same way`() throws {
    let folder = try Folder()
    let done = try Tool.run(
      "conformance", "--queues", "ring", "linked", "--law", "Q2", "--law", "Q6", "--cases", "5",
      "--json", "--junit", folder.path("junit.xml"))
    #expect(done.status == 0, "\(done.errors)")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(done.output.utf8)) as? [String: Any])
    let queues = try #require(json["queues"] as? [[String: Any]])
    #expect(queues.map { $0["queue"] as? String } == ["ring", "linked"])
    let laws = try #require(queues[0]["laws"] as? [[String: Any]])
    #expect(laws.map { $0["id"] as? String } == ["Q2", "Q6"])
    let xml = try String(contentsOfFile: folder.path("junit.xml"), encoding: .utf8)
    #expect(xml.contains(#"<testsuite name="linked" tests="2" failures="0""#))
    let wrong = try Tool.run("conformance", "--queues", "ring", "--law", "L5")
    #expect(wrong.errors.contains("--law: unknown law \"L5\"; allowed: Q1 to Q9"))
  }
}

/// Whether a text is XML: every element that opens also closes, in order.
enum XMLReading {
  static func isWellFormed(_ text: String) -> Bool {
    var open: [Substring] = []
    for part in text.split(separator: "<").dropFirst(0) {
      guard let end = part.firstIndex(of: ">") else { return false }
      let tag = part[..<end]
      if tag.hasPrefix("?") || tag.hasSuffix("/") { continue }
      if tag.hasPrefix("/") {
        guard open.popLast() == tag.dropFirst() else { return false }
      } else {
        open.append(tag.prefix { $0 != " " })
      }
    }
    return open.isEmpty
  }
}
