import BankRecords
import Foundation
import Testing

@Suite struct `Days beside each other` {
  static let branch = "docs/Examples/branch.json5"

  static func json(_ arguments: String...) throws -> [String: Any] {
    let done = try Tool.run(arguments)
    #expect(done.status == 0, "\(done.errors)")
    let value = try JSONSerialization.jsonObject(with: Data(done.output.utf8))
    return try #require(value as? [String: Any])
  }

  static func path(_ name: String) -> String { Repository.root.appending(path: name).path }

  @Test func `are the same however many run at a time, and on a second run`() throws {
    func run(_ jobs: String) throws -> String {
      let done = try Tool.run(
        "simulate", "--config", Self.path(Self.branch), "--clients", "500", "--replications", "7",
        "--jobs", jobs, "--json", "--policy", "shared-pool")
      return done.output.split(separator: "\n").filter { !$0.contains("wallSeconds") }
        .joined(separator: "\n")
    }
    let one = try run("1")
    #expect(one.contains("\"replications\": 7"))
    #expect(try run("2") == one)
    #expect(try run("5") == one)
  }

  @Test func `obey Little's law by their own numbers`() throws {
    let report = try Self.json(
      "simulate", "--config", Self.path(Self.branch), "--clients", "5000", "--json")
    let end = try #require(report["end"] as? Double)
    let services = try #require(report["services"] as? [String: [String: Any]])
    for figures in services.values {
      let line = try #require((figures["inLine"] as? [String: Any])?["mean"] as? Double)
      let wait = try #require((figures["wait"] as? [String: Any])?["mean"] as? Double)
      let served = try #require(figures["served"] as? Int)
      #expect(abs(line * end - wait * Double(served)) < 1e-6 * line * end)
    }
  }

  @Test func `give paired differences with intervals and a sentence`() throws {
    let report = try Self.json(
      "compare", "--config", Self.path(Self.branch), "--clients", "1000", "--replications", "8",
      "--policies", "fixed-split,shared-pool", "--json")
    #expect(report["baseline"] as? String == "fixed-split")
    let results = try #require(report["results"] as? [[String: Any]])
    #expect(results.map { $0["policy"] as? String } == ["fixed-split", "shared-pool"])
    let differences = try #require(report["differences"] as? [[String: Any]])
    let all = try #require(
      differences.first {
        $0["service"] as? String == "all" && $0["metric"] as? String == "wait.mean"
      })
    #expect(try #require(all["difference"] as? Double) < 0)
    #expect(try #require(all["halfWidth"] as? Double) > 0)
    let sentences = try #require(report["conclusions"] as? [String])
    #expect(sentences[0].hasPrefix("shared-pool beside fixed-split: shorter waits for"))
  }

  @Test func `of a model that has no mean say so`() throws {
    let folder = try Folder()
    let over = try folder.file(
      "over.json5",
      "{services:[{name:'a',time:{exponential:{mean:1}},arrivals:{poisson:{rate:4}}}],tellers:3}")
    let done = try Tool.run(
      "simulate", "--config", over.path, "--clients", "2000", "--json", "--policy", "shared-pool")
    #expect(done.status == 0)
    #expect(done.output.contains("\"stable\": false"))
    #expect(done.output.filter { !$0.isWhitespace }.contains(#""wait":{"mean":null"#))
    #expect(
      done.errors.contains(
        "not stable: the clients for \"a\" bring work for 4.000 tellers, and there are 3.000"))
    // A split can be overloaded where the pool is not.
    let split = try folder.file(
      "split.json5",
      """
      {services:[
        {name:'deposit',time:{exponential:{mean:0.7}},arrivals:{poisson:{rate:1}}},
        {name:'loan',time:{exponential:{mean:1.1}},arrivals:{poisson:{rate:1.3}}}],tellers:3}
      """)
    let drift = try Tool.run("simulate", "--config", split.path, "--clients", "8000", "--json")
    #expect(drift.output.contains("\"stable\": false"))
    #expect(drift.errors.contains("the waits for \"loan\" grew"))
  }

  @Test(arguments: [
    "services:[{name:'a',time:1,arrivals:{poisson:{rates:[[0,5],[10,0]]}}}],tellers:1",
    "services:[{name:'a',time:10,arrivals:{times:[\((0...40).map(String.init).joined(separator: ","))]}}],tellers:1",
    "services:[{name:'a',time:3,arrivals:{poisson:{rate:0.2}}}],tellers:[{shifts:[[0,600]]},{name:'2',shifts:[[0,30]]}]",
  ])
  func `of a day that ends have a mean, however its waits grow`(branch: String) throws {
    let folder = try Folder()
    let config = try folder.file("day.json5", "{policy:'shared-pool',\(branch)}")
    let done = try Tool.run("simulate", "--config", config.path, "--json", "--until", "500")
    #expect(done.output.contains("\"stable\": true"))
    #expect(!done.errors.contains("not stable"), "\(done.errors)")
  }

  @Test func `count a hand-over among what makes a teller busy`() throws {
    let folder = try Folder()
    let config = try folder.file(
      "handover.json5",
      """
      {policy:'shared-pool',tellers:1,handover:1,
       services:[{name:'a',time:{exponential:{mean:1}},arrivals:{poisson:{rate:0.48}}}]}
      """)
    let done = try Tool.run("simulate", "--config", config.path, "--clients", "20000")
    #expect(done.errors.contains("tellers are busy 96.0 % of the time"), "\(done.errors)")
  }

  @Test func `leave out a policy that nobody asked for and that does not suit`() throws {
    let folder = try Folder()
    let one = try folder.file("one.json5", "{ tellers: 1 }")
    let done = try Tool.run(
      "compare", "--config", one.path, "--clients", "20", "--replications", "2")
    #expect(done.status == 0)
    #expect(done.errors.contains("bank: note: fixed-split is left out: "))
    let asked = try Tool.run("compare", "--config", one.path, "--policies", "fixed-split")
    #expect(asked.status == 2)
  }

  static func loanWait(_ report: [String: Any]) throws -> Double {
    let services = try #require(report["services"] as? [String: [String: Any]])
    let wait = try #require(services["loan"]?["wait"] as? [String: Any])
    return try #require(wait["mean"] as? Double)
  }

  @Test func `set a policy beside itself with other options`() throws {
    let other = "fixed-split:tellers.deposit=1:tellers.loan=2"
    let comparison = try Self.json(
      "compare", "--config", Self.path(Self.branch), "--clients", "300", "--replications", "2",
      "--policies", "fixed-split,\(other)", "--json")
    let results = try #require(comparison["results"] as? [[String: Any]])
    #expect(results.map { $0["policy"] as? String } == ["fixed-split", other])
    let splits = results.map { ($0["options"] as? [String: Any])?["tellers"] as? [String: Int] }
    #expect(splits == [["deposit": 2, "loan": 1], ["deposit": 1, "loan": 2]])
    let alone = try Self.json(
      "simulate", "--config", Self.path(Self.branch), "--clients", "300", "--replications", "2",
      "--policy", "fixed-split", "--option", "tellers.deposit=1", "--option", "tellers.loan=2",
      "--json")
    #expect(try Self.loanWait(alone) == Self.loanWait(results[1]))
    #expect(try Self.loanWait(alone) != Self.loanWait(results[0]))
  }

  @Test func `say who is late, where some are still there at the end`() throws {
    let folder = try Folder()
    let page = folder.path("late.html")
    let counter = Repository.root.appending(path: "docs/Examples/counter.json5").path
    _ = try Tool.run(
      "compare", "--config", counter, "--until", "8h", "--policies", "shared-pool,reservation",
      "--replications", "10", "--report", page)
    let text = try String(contentsOfFile: page, encoding: .utf8)
    let late = text.components(separatedBy: "</table>")[0]
    // More of all and of those for deposit, fewer for loan: not by chance.
    #expect(late.contains("Share not called within the target"))
    #expect(late.components(separatedBy: "class=\"sign\">↑").count == 3, "\(late.suffix(900))")
    #expect(late.components(separatedBy: "class=\"sign\">↓").count == 2)
  }

  @Test func `say who is not served, for waits do not show it`() throws {
    let folder = try Folder()
    let config = try folder.file(
      "limit.json5",
      """
      {limit:1,services:[{name:'a',time:{exponential:{mean:1}},arrivals:{poisson:{rate:2}}},
       {name:'b',time:{exponential:{mean:1}},arrivals:{poisson:{rate:1}}}]}
      """)
    let page = folder.path("r.html")
    let done = try Tool.run(
      "compare", "--config", config.path, "--clients", "500", "--replications", "5", "--policies",
      "fixed-split,shared-pool", "--report", page)
    #expect(done.output.contains("  lost\n"))
    let lines = done.output.split(separator: "\n")
    let sentence = try #require(lines.last { $0.hasPrefix("shared-pool beside") })
    #expect(
      lines.last
        == "What to use: shared-pool: better for some than fixed-split, clearly worse for nobody.")
    #expect(sentence.contains("fewer lost for a ("), "\(sentence)")
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains("Share that left unserved"))
    let everybody = try Tool.run(
      "compare", "--config", Self.path(Self.branch), "--clients", "100", "--policies",
      "fixed-split,shared-pool", "--replications", "2")
    #expect(!everybody.output.contains("lost"))
  }

  @Test func `say what to use, or that it depends`() throws {
    func use(_ arguments: String...) throws -> String {
      let done = try Tool.run(
        ["compare", "--config", Self.path("docs/Examples/clinic.json5")] + arguments)
      return done.output.split(separator: "\n").last { $0.hasPrefix("What to use") }.map(
        String.init) ?? ""
    }
    let same = try use("--policies", "shared-pool,longest-idle-first", "--replications", "5")
    #expect(same.hasPrefix("What to use: shared-pool, as before"), "\(same)")
    #expect(!same.contains("by itself"))
    let few = try use(
      "--policies", "shared-pool,loan-priority", "--replications", "5", "--set",
      "services.doctor.time=60min")
    #expect(few.contains("No policy is enough by itself"), "\(few)")
    // Where all are late on every day the share never differs, and is as sure as can be.
    let all = try use(
      "--policies", "shared-pool,loan-priority", "--replications", "20", "--set",
      "services.registration.target=0", "--set", "services.blood test.target=0", "--set",
      "services.doctor.target=0", "--set", "handover=8h")
    #expect(all.contains("No policy is enough by itself"), "\(all)")
    #expect(try use("--policies", "shared-pool,c-mu", "--replications", "1") == "")
    let folder = try Folder()
    let page = folder.path("c.html")
    let depends = try use(
      "--policies", "shared-pool,class-priority", "--replications", "20", "--report", page)
    #expect(depends.hasPrefix("What to use: It depends on who counts"), "\(depends)")
    // The page begins with on whom.
    let text = try String(contentsOfFile: page, encoding: .utf8)
      .replacingOccurrences(of: "\u{a0}", with: " ")
    #expect(
      text.contains(
        #/<p>It depends on who counts: under .*class-priority.* the mean wait of appointment falls by 2.2 min \(54 %\) \(late 12.7 % → 2.5 %\); in return that of .*walk-in.* grows by 1.6 min \(49 %\) \(late 12.2 % → 17.8 %\), and more are lost/#
      ))
    // Who is worse off under a policy that does nobody good is told of, though of all clients it is not clear.
    _ = try use(
      "--policies", "shared-pool,earliest-deadline,class-priority", "--replications", "20",
      "--report", page)
    let harmed = try String(contentsOfFile: page, encoding: .utf8)
      .replacingOccurrences(of: "\u{a0}", with: " ")
    #expect(harmed.contains(#/earliest-deadline[^;.]*: doctor late [0-9.]+ % → [0-9.]+ %/#))
  }

  @Test func `are not called unstable where stock is what keeps lines short`() throws {
    let folder = try Folder()
    let config = try folder.file(
      "juice.json5",
      """
      {services:[{name:'juice',time:{exponential:{mean:1}},arrivals:{poisson:{rate:2}},needs:{fruit:1}}],
       tellers:1, stock:{fruit:10}}
      """)
    let done = try Tool.run("simulate", "--config", config.path, "--clients", "500")
    #expect(!done.errors.contains("not stable"), "\(done.errors)")
  }

  @Test func `before the warm-up is over do not count`() throws {
    let report = try Self.json(
      "simulate", "--config", Self.path(Self.branch), "--until", "100", "--warmup", "50", "--json",
      "--policy", "shared-pool")
    let clients = try #require(report["clients"] as? Int)
    #expect((100...220).contains(clients), "3.15 a second for 50 s")
  }

  @Test func `are drawn in a page that asks for nothing`() throws {
    let folder = try Folder()
    _ = try Self.json(
      "compare", "--config", Self.path(Self.branch), "--clients", "300", "--replications", "3",
      "--policies", "fixed-split,shared-pool,loan-priority", "--report", folder.path("r.html"),
      "--json")
    let page = try String(contentsOfFile: folder.path("r.html"), encoding: .utf8)
    #expect(page.hasPrefix("<!DOCTYPE html>"))
    // Patterns for print are the page's own.
    let asked = page.replacing("url(#pattern", with: "")
    for outside in ["https:", "src=", "@import", "url("] { #expect(!asked.contains(outside)) }
    let charts = page.split(separator: "<svg ").dropFirst().filter {
      !$0.contains("class=\"patterns\"")
    }
    #expect(charts.count >= 6)
    for chart in charts {
      #expect(chart.contains("role=\"img\" aria-label=\""), "a text for each")
    }
    let figures = page.split(separator: "<figure>").dropFirst()
    #expect(figures.count * 2 == charts.count, "each for a screen and for a phone")
    for figure in figures { #expect(figure.contains("<details>") && figure.contains("<td>")) }
    _ = try Tool.run("simulate", "--clients", "20", "--perfetto", folder.path("t.json"))
    let trace = try JSONSerialization.jsonObject(
      with: Data(contentsOf: folder.url.appending(path: "t.json")))
    let events = try #require((trace as? [String: Any])?["traceEvents"] as? [[String: Any]])
    #expect(events.count { $0["ph"] as? String == "X" } == 20)
  }
}

@Suite struct `A recorded day` {
  static let config = """
    {policy:"shared-pool", services:[{name:"deposit"},{name:"loan"}],
     recording:{columns:{arrival:"came",service:"what",start:"called",end:"done",left:"left",
       teller:"who",outcome:"how"}, formats:{time:"seconds"}}}
    """
  static let log = """
    came;what;called;done;left;who;how
    0;deposit;0;10;;Kim;served
    1;loan;10;20;;Kim;served
    2;deposit;;;8;;abandoned
    3;deposit;21;30;;Kim;served

    """

  @Test func `is replayed under its policy, then under others`() throws {
    let folder = try Folder()
    let config = try folder.file("c.json5", Self.config)
    let log = try folder.file("log.csv", Self.log)
    let done = try Tool.run(
      "replay", "--config", config.path, "--log", log.path, "--handover", "0", "--policies",
      "loan-priority,loan-priority:first=deposit", "--json", "--report", folder.path("r.html"))
    #expect(done.status == 0, "\(done.errors)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(done.output.utf8)) as? [String: Any])
    let day = try #require((report["days"] as? [[String: Any]])?.first)
    let recorded = try #require((day["recorded"] as? [String: Any])?["wait"] as? [String: Any])
    #expect(recorded["mean"] as? Double == 9)
    let results = try #require(day["results"] as? [[String: Any]])
    #expect(results[0]["abandoned"] as? Int == 1)
    let waits = results.compactMap { ($0["wait"] as? [String: Any])?["mean"] as? Double }
    // The control and loans first call the loan at 10, deposits first the last deposit.
    let sums: [Double] = waits.map { ($0 * 3).rounded() }
    #expect(sums == [26, 26, 25], "0 + 9 + 17 twice, and 0 + 7 + 18")
    #expect(FileManager.default.fileExists(atPath: folder.path("r.html")))
  }

  @Test func `needs no recording in a config: its columns are found, said, and written down`()
    throws
  {
    let folder = try Folder()
    let log = try folder.file(
      "log.csv",
      """
      발권시각,호출시각,종료시각,업무,창구
      2024-05-13 09:00:00,2024-05-13 09:01:00,2024-05-13 09:04:00,예금,Kim
      2024-05-13 09:00:30,2024-05-13 09:04:10,2024-05-13 09:08:00,대출,Kim
      bad,2024-05-13 09:02:10,2024-05-13 09:12:00,대출,Lee
      2024-05-14 09:01:30,2024-05-14 09:02:10,2024-05-14 09:12:00,예금,Lee

      """)
    let strict = try Tool.run("replay", "--log", log.path)
    #expect(strict.status == 2)
    #expect(
      strict.errors.contains("line 4, column 발권시각: \"bad\"; a time is written yyyy-MM-dd H:mm:ss"))
    let written = folder.path("recording.json5")
    let found = try Tool.run(
      "replay", "--log", log.path, "--skip-unreadable", "1", "--write-recording", written)
    #expect(found.status == 0, "\(found.errors)")
    #expect(found.errors.contains("arrival: \"발권시각\", by its heading"))
    #expect(found.errors.contains("left out, \(log.path): line 4"))
    let again = try Tool.run(
      "replay", "--log", log.path, "--skip-unreadable", "1", "--config", written)
    #expect(again.output == found.output)
    let late = try Tool.run(
      "replay", "--log", log.path, "--skip-unreadable", "1", "--config", written, "--from",
      "2024-05-14", "--json")
    #expect(!late.output.contains("2024-05-13") && late.output.contains("2024-05-14"))
  }

  @Test func `leaves a day out of what a policy is judged by whose staff does not suit it`() throws
  {
    let folder = try Folder()
    let config = try folder.file("c.json5", Self.config)
    let two = Self.log.replacingOccurrences(of: "came;", with: "day;came;")
      .replacingOccurrences(of: "\n0;", with: "\n2020-01-01;0;")
      .replacingOccurrences(of: "\n1;", with: "\n2020-01-01;1;")
      .replacingOccurrences(of: "\n2;", with: "\n2020-01-02;2;")
      .replacingOccurrences(
        of: "\n3;deposit;21;30;;Kim;served",
        with: "\n2020-01-02;3;deposit;21;30;;Kim;served\n2020-01-02;4;loan;21;40;;Lee;served")
    let log = try folder.file("log.csv", two)
    let dated = try folder.file(
      "d.json5", Self.config.replacingOccurrences(of: "arrival:", with: "date:\"day\",arrival:"))
    let words = ["--config", dated.path, "--log", log.path, "--policies", "fixed-split"]
    let done = try Tool.run(["replay"] + words)
    #expect(done.status == 0, "\(done.errors)")
    #expect(
      done.errors.contains(
        "fixed-split does not suit the staff of 1 day, which it is not judged by (* in the table): 2020-01-01"
      ))
    #expect(done.output.contains("loan     fixed-split       1"), "\(done.output)")
    // It is an error where no day suits.
    let single = try folder.file("log.csv", Self.log)
    let none = try Tool.run(
      "replay", "--config", config.path, "--log", single.path, "--policies", "fixed-split")
    #expect(none.status == 2)
    #expect(none.errors.contains("2 services need at least 2 tellers"), "\(none.errors)")
  }

  @Test
  func
    `takes who has nothing to do as there while the control is as close, and says what hangs on it`()
    throws
  {
    let folder = try Folder()
    let config = try folder.file(
      "c.json5", Self.config.replacingOccurrences(of: "shared-pool", with: "fixed-split"))
    // Lee, who does loans alone, is not seen from 10 s to 2000 s, while a deposit waits for Kim.
    let log = try folder.file(
      "log.csv",
      """
      came;what;called;done;left;who;how
      0;deposit;0;600;;Kim;served
      0;loan;0;10;;Lee;served
      10;deposit;600;1200;;Kim;served
      2000;loan;2000;2010;;Lee;served

      """)
    let words = ["--config", config.path, "--log", log.path, "--policies", "shared-pool"]
    let done = try Tool.run(["replay"] + words)
    #expect(
      done.output.contains("all        4     147.5    147.5    0 %          0.0"), "\(done.output)")
    #expect(
      done.errors.contains(
        "shared-pool differs from the control by −147.5 s here, and by 0.0 s if tellers with nothing to do had gone"
      ), "\(done.errors)")
    #expect(
      done.output.contains(
        "otherwise if tellers with nothing to do had gone; the record cannot tell"),
      "\(done.output)")
    // The picture is no surer.
    let path = folder.path("r.html")
    _ = try Tool.run(["replay", "--report", path] + words)
    let page = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      page.contains("shared-pool: otherwise if tellers") && !page.contains("waits are shorter on"))
    // A loan that waits for six minutes meanwhile shows that Lee had gone.
    let gone = try folder.file(
      "gone.csv",
      try String(contentsOf: log, encoding: .utf8).replacingOccurrences(
        of: "2000;loan;2000", with: "1640;loan;2000"))
    let away = try Tool.run(["replay"] + words.map { $0 == log.path ? gone.path : $0 })
    #expect(
      away.output.contains("all        4     237.5    237.5    0 %         90.0"), "\(away.output)")
  }

  @Test(arguments: [("shared-pool", "seen", 0.0), ("fixed-split", "all", nil)])
  func `lets tellers do what the recorded policy shows them to do`(
    policy: String, skills: String, difference: Double?
  ) throws {
    let folder = try Folder()
    let config = try folder.file(
      "c.json5", Self.config.replacingOccurrences(of: "shared-pool", with: policy))
    // Kim is busy with deposits, Lee does a loan now and then: of choice, or as the split has it.
    var log = "came;what;called;done;left;who;how\n"
    for number in 0..<100 {
      log += "\(60 * number);deposit;\(100 * number);\(100 * number + 100);;Kim;served\n"
      if number % 2 == 0 {
        log += "\(100 * number);loan;\(100 * number);\(100 * number + 20);;Lee;served\n"
      }
    }
    let file = try folder.file("log.csv", log)
    let other = policy == "shared-pool" ? "fixed-split" : "shared-pool"
    let done = try Tool.run(
      "replay", "--config", config.path, "--log", file.path, "--handover", "0", "--policies", other,
      "--json")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(done.output.utf8)) as? [String: Any])
    #expect(report["skills"] as? String == skills)
    let all = try #require(report["all"] as? [String: Any])
    let change = try #require((all["differences"] as? [[String: Any]])?.first)
    if let difference {
      #expect(change["difference"] as? Double == difference)
    } else {
      // Both may be: then both are told.
      #expect(try #require(change["difference"] as? Double) < -100)
      #expect(change["otherStaff"] as? Double == 0)
    }
  }

  @Test func `says who was left unserved, and when the control is far off`() throws {
    let folder = try Folder()
    let config = try folder.file("c.json5", Self.config)
    func warnings(_ text: String, handover: String) throws -> String {
      let log = try folder.file("log.csv", text)
      let words = ["--config", config.path, "--log", log.path, "--handover", handover]
      return try Tool.run(["replay"] + words).errors
    }
    // Kim, who served until nobody waited, stays for whoever still waits.
    let slow = try warnings(Self.log, handover: "11")
    #expect(!slow.contains("left unserved"), "\(slow)")
    #expect(slow.contains("the control is +119 % off the record"), "\(slow)")
    let early = try folder.file(
      "early.json5",
      Self.config.replacingOccurrences(
        of: "recording:", with: "tellers:[{name:'Kim',shifts:[[0,15]]}], recording:"))
    let log = try folder.file("log.csv", Self.log)
    let gone = try Tool.run(
      "replay", "--config", early.path, "--log", log.path, "--staff", "config", "--handover", "0")
    #expect(
      gone.errors.contains(
        "left unserved in the replays: shared-pool, the config's staff 1, for the staff"),
      "\(gone.errors)")
    // Kim took her time between clients; the replay does not.
    let idle = """
      came;what;called;done;left;who;how
      0;deposit;100;110;;Kim;served
      1;deposit;300;310;;Kim;served
      2;deposit;500;510;;Kim;served

      """
    #expect(try warnings(idle, handover: "0").contains("the control is −64 % off the record"))
  }

  @Test func `says under which policy something is so that is not so under all`() throws {
    let folder = try Folder()
    let config = try folder.file(
      "two.json5",
      "{ opens: '09:00', closes: '11:00', unit: 'min', services: [{ name: 'a', time: '1min', arrivals: { poisson: { rate: '20/h' } } }, { name: 'b', time: '10min', arrivals: { poisson: { rate: '10/h' } } }], tellers: 3 }"
    )
    let done = try Tool.run(
      "compare", "--config", config.path, "--policies", "shared-pool,fixed-split",
      "--replications", "10")
    #expect(done.errors.contains("warning: fixed-split: the last client leaves"), "\(done.errors)")
  }

  /// The times of a log are those of who served, as fast as they are.
  @Test func `gives the staff of the day the same waits, however fast they are`() throws {
    let folder = try Folder()
    let config = try folder.file(
      "fast.json5",
      "{ opens: '09:00', closes: '17:00', policy: 'shared-pool', services: [{ name: 'a', time: { exponential: { mean: 480 } }, arrivals: { poisson: { rate: '12/h' } } }], tellers: [{ name: 'Kim', speed: 2 }] }"
    )
    let log = folder.path("log.csv")
    _ = try Tool.run("simulate", "--config", config.path, "--clients-out", log)
    let done = try Tool.run("replay", "--config", config.path, "--log", log, "--staff", "config")
    #expect(
      done.output.contains("the config's staff beside shared-pool: mean wait the same"), "\(done)")
  }

  /// Lee rests between two loans, which the replay, given no hand-over, does not.
  @Test func `says for which service the control is off, and who was never seen doing it`() throws {
    let folder = try Folder()
    let config = try folder.file("c.json5", Self.config)
    var rows = ["came;what;called;done;left;who;how"]
    for number in 0..<60 {
      let time = number * 100
      rows.append("\(time);deposit;\(time);\(time + 5);;Kim;served")
      rows.append("\(time);loan;\(number * 120);\(number * 120 + 18);;Lee;served")
    }
    let log = try folder.file("log.csv", rows.joined(separator: "\n") + "\n")
    let errors = try Tool.run(
      "replay", "--config", config.path, "--log", log.path, "--handover", "0"
    ).errors
    #expect(errors.contains("for loan ("), "\(errors)")
    #expect(errors.contains("more than half off the record"), "\(errors)")
    #expect(errors.contains("Kim served 60 clients in the log and none for loan"), "\(errors)")
  }

  /// A row of a log may be a step of a route, and a trace has none; each is said, once for all that is run.
  @Test func `says once what is not read of routes`() throws {
    let folder = try Folder()
    let config = try folder.file("c.json5", Self.config)
    let log = try folder.file(
      "log.csv", "came;what;called;done;left;who;how;route;step\n0;deposit;0;10;;Kim;served;;1\n")
    let steps = "the log has a row for each step of a route"
    func count(_ words: String...) throws -> Int {
      let done = try Tool.run(words)
      #expect(done.status == 0, "\(done.errors)")
      return done.errors.components(separatedBy: steps).count - 1
    }
    #expect(try count("replay", "--config", config.path, "--log", log.path) == 1)
    let plain = try folder.file("plain.csv", Self.log)
    #expect(try count("replay", "--config", config.path, "--log", plain.path) == 0)

    let routes = try folder.file(
      "r.json5",
      """
      {tellers: 2, services: [{name: "a", time: {exponential: {mean: 1}}}, {name: "b", time: {exponential: {mean: 1}}}],
       routes: [{name: "r", share: 0.5, steps: ["a", "b"]}]}
      """)
    let trace = try folder.file("t.csv", "arrival,service,time\n0,a,1\n")
    for words in [
      ["simulate"], ["compare", "--policies", "shared-pool,fixed-split"],
      ["sweep", "--vary", "tellers=2,3"],
    ] {
      let done = try Tool.run(words + ["--config", routes.path, "--trace", trace.path])
      #expect(done.status == 0, "\(done.errors)")
      let said = done.errors.components(separatedBy: "the trace says nothing of routes").count - 1
      #expect(said == 1, "\(words): \(done.errors)")
      #expect(!done.errors.contains("coming after closes"))
    }
    let closed = try Tool.run(
      "simulate", "--config", routes.path, "--trace", trace.path, "--set", "closes=5")
    #expect(closed.errors.contains("nobody is turned away for coming after closes"))
  }

  @Test func `that is wrong is told with file and line, and nothing is done`() throws {
    let folder = try Folder()
    let config = try folder.file("c.json5", Self.config)
    let log = try folder.file(
      "log.csv", Self.log.replacingOccurrences(of: "1;loan;10;20", with: "1;gold;10;2"))
    let done = try Tool.run("replay", "--config", config.path, "--log", log.path)
    #expect(done.status == 2)
    #expect(done.output == "")
    #expect(done.errors.contains("log.csv: line 3, column what: \"gold\" is not a service"))
  }
}

@Suite struct `Figures as CSV` {
  @Test func `have a row for each policy and service, and say what JSON says`() throws {
    let done = try Tool.run(
      "compare", "--policies", "fixed-split,shared-pool", "--clients", "20", "--replications", "2",
      "--csv")
    #expect(done.status == 0)
    let lines = done.output.split(separator: "\n")
    #expect(lines.count == 7)
    let width = lines[0].split(separator: ",").count
    for line in lines {
      #expect(line.split(separator: ",", omittingEmptySubsequences: false).count == width)
    }
    #expect(lines[3].hasPrefix("fixed-split,all,40,40,"))
  }

  /// Under c-mu far fewer are late, and one of two hundred more for prescriptions is still there when the last goes home.
  @Test func `recommend what makes all services better, though a few more are there at the end`()
    throws
  {
    let folder = try Folder()
    let file = try folder.file(
      "night.json5",
      """
      { opens: "20:00", closes: "07:00", policy: "fixed-split", handover: 30,
        services: [
          { name: "rx", time: { lognormal: { mean: "7min", sd: "4min" } }, target: "15min",
            arrivals: { poisson: { rates: [["20:00","11/h"],["23:00","5/h"],["02:00","2/h"],["05:30","7/h"]] } } },
          { name: "otc", time: { exponential: { mean: "3min" } }, target: "5min", patience: { exponential: { mean: "20min" } },
            arrivals: { poisson: { rates: [["20:00","18/h"],["23:00","9/h"],["02:00","3/h"],["05:30","12/h"]] } } },
          { name: "urgent", time: { uniform: { from: "4min", to: "9min" } }, target: "3min",
            arrivals: { poisson: { rate: "1.2/h" } } } ],
        tellers: [
          { name: "A", shifts: [["20:00","02:00"]], breaks: [["22:00","22:30"]] },
          { name: "B", shifts: [["20:00","07:00"]], breaks: [["01:00","01:30"]] },
          { name: "C", shifts: [["22:00","07:00"]], breaks: [["03:00","03:45"]] } ] }
      """)
    let page = folder.path("night.html")
    let done = try Tool.run(
      "compare", "--config", file.path, "--policies", "fixed-split,shared-pool,c-mu",
      "--replications", "40", "--report", page)
    #expect(
      done.output.contains(
        "What to use: c-mu: better for some than fixed-split, clearly worse for nobody; likewise shared-pool."
      ), "\(done.output)")
    let text = try String(contentsOfFile: page, encoding: .utf8)
    // The page says of that policy when it is worst, and who is there then.
    #expect(text.contains(#/<dt>Worst under c-mu<\/dt>.*it is worst at/#.dotMatchesNewlines()))
  }
}
