import BankCore
import BankRecords
import Foundation
import Testing

@testable import BankCLI

/// A journal as a log.
@Suite struct `A file of events` {
  private static let branch =
    "{ opens: '09:00', closes: '11:00', limit: 4, policy: 'shared-pool', handover: 5, stock: { cup: 40 }, services: ["
    + " { name: 'a, or b', target: 60, time: { exponential: { mean: 110 } }, needs: { cup: 1 }, patience: 200,"
    + " priority: { '2': 0.2, '0': 0.8 }, arrivals: { poisson: { rate: '40/h' } } },"
    + " { name: 'c', target: 60, time: 90, arrivals: { poisson: { rate: '20/h' } } } ],"
    + " tellers: [{ name: 'Kim', breaks: [['09:50', '10:00']] }, { shifts: [['09:00', '10:00']] }] }"

  @Test func `is the table of clients that the same run writes`() throws {
    let folder = try Folder()
    let file = try folder.file("day.json5", Self.branch)
    let (events, clients) = (folder.path("e.jsonl"), folder.path("c.csv"))
    let done = try Tool.run(
      "simulate", "--config", file.path, "--replications", "1", "--until", "10:40", "--seed", "4",
      "--events",
      events, "--clients-out", clients)
    #expect(done.status == 0, "\(done.errors)")
    let text = try String(contentsOfFile: events, encoding: .utf8)
    let table = try #require(try EventTable.read(text, "e.jsonl")).csv
    let written = try String(contentsOfFile: clients, encoding: .utf8)
    #expect(table.split(separator: "\n") == written.split(separator: "\n"))
    for outcome in ["served", "abandoned", "balked", "refused", "unserved"] {
      #expect(written.contains("," + outcome + ",0\n"), "\(outcome)")
    }
    // What is cut off at the end is left out; what is cut off before is told.
    let torn = text.dropLast(20)
    #expect(try EventTable.read(String(torn), "e.jsonl") != nil)
    #expect(throws: Problems.self) { try EventTable.read(torn + "\n{\"t\":1}\n", "e.jsonl") }
    // A clock that begins again without a reset is another day's.
    let again = text + text.split(separator: "\n")[1] + "\n"
    #expect {
      try EventTable.read(again, "e.jsonl")
    } throws: {
      "\($0)".contains("is of another day than the lines before it")
    }
    #expect(try EventTable.read(written, "c.csv") == nil)
  }

  @Test func `has who was turned away as lost, and the branch turns them away again`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "day.json5",
      "{ opens: '09:00', closes: '12:00', limit: 3, policy: 'shared-pool', stock: { cup: 30 }, tellers: 1, services: ["
        + " { name: 'a', time: 200, needs: { cup: 1 }, arrivals: { poisson: { rate: '20/h' } } } ] }"
    )
    let events = folder.path("e.jsonl")
    let day = try Tool.run(
      "simulate", "--config", file.path, "--replications", "1", "--seed", "4", "--events", events,
      "--json")
    let replayed = try Tool.run("replay", "--log", events, "--json")
    func number(_ text: String, _ path: [String]) throws -> Double {
      let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let last = try path.dropLast().reduce(json) { json, key in
        try #require(json?[key] as? [String: Any])
      }
      return try #require(last?[path.last ?? ""] as? Double)
    }
    let (came, served) = try (
      number(day.output, ["all", "arrived"]), number(day.output, ["all", "served"])
    )
    #expect(came - served > 5)
    let control = try Tool.run("replay", "--log", events)
    let share = String(format: "%.1f %%", 100 * (came - served) / came)
    let rows = control.output.split(separator: "\n").filter { $0.hasPrefix("all  ") }
    #expect(rows.count { $0.contains(share) } == 2, "\(share) \(control.output)")
    #expect(replayed.errors.contains("left out") == false, "\(replayed.errors)")
    // Each of them is in some field.
    let json = try JSONSerialization.jsonObject(with: Data(replayed.output.utf8)) as? [String: Any]
    let all = try #require((json?["services"] as? [[String: Any]])?.last)
    let parts = try ["served", "abandoned", "balked", "refused", "unserved"].map { key in
      try #require(all[key] as? Double)
    }
    #expect(parts[0] == served && parts[2] + parts[3] == came - served, "\(parts)")
    let csv = try Tool.run("replay", "--log", events, "--csv").output.split(separator: "\n")
    #expect(csv[0].hasSuffix(",balked,refused"))
    #expect(csv[2].hasSuffix(",\(Int(parts[2])),\(Int(parts[3]))"), "\(csv[2])")
  }

  /// Three tellers, of whom two are enough for those who come: a split of three suits the branch as it was.
  @Test func `has the tellers of the branch, whomever they served`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "quiet.json5",
      "{ policy: 'fixed-split', services: [{ name: 'deposit', time: 60, arrivals: { times: [10, 20, 30] } }, { name: 'loan', time: 60 }], tellers: 3 }"
    )
    let events = folder.path("day.jsonl")
    let run = try Tool.run("run", "--config", file.path, "--events", events, "--speed", "max")
    #expect(run.status == 0, "\(run.errors)")
    let done = try Tool.run(
      "replay", "--config", file.path, "--log", events, "--policies", "shared-pool")
    #expect(done.status == 0 && done.output.contains("Control: fixed-split"), "\(done.errors)")
  }

  @Test func `of two days has a date in every row, and who came back is one client`() throws {
    let head =
      #"{"format":"bank-events","version":1,"configuration":{"services":[{"name":"a"}],"tellers":2}}"#
    let lines = [
      #"{"t":5,"session":1,"event":"arrived","ticket":1,"service":"a","line":0}"#,
      #"{"t":5,"session":1,"event":"started","ticket":1,"service":"a","line":0,"teller":0}"#,
      #"{"t":6,"session":1,"event":"arrived","ticket":2,"service":"a","line":0}"#,
      #"{"t":20,"session":1,"event":"clock","clock":1795712400}"#,
      // The staff was written late once, and the clock.
      #"{"t":8,"session":1,"event":"left","teller":0}"#,
      #"{"t":19,"session":1,"event":"clock","clock":1795712399}"#,
      #"{"t":30,"session":2,"event":"reset","policy":"shared-pool","options":{},"back":2}"#,
      #"{"t":30,"session":2,"event":"arrived","ticket":1,"service":"a","line":0,"back":true}"#,
      #"{"t":30,"session":2,"event":"started","ticket":1,"service":"a","line":0,"teller":1}"#,
      #"{"t":30,"session":2,"event":"arrived","ticket":2,"service":"a","line":0,"back":true}"#,
      #"{"t":40,"session":2,"event":"finished","ticket":1,"service":"a","teller":1,"started":30}"#,
      #"{"t":0,"session":3,"event":"reset","policy":"shared-pool","options":{},"clock":1795798800}"#,
      #"{"t":7,"session":3,"event":"arrived","ticket":1,"service":"a","line":0}"#,
    ]
    let text = ([head] + lines).joined(separator: "\n") + "\n"
    let table = try #require(try EventTable.read(text, "j")).csv.split(separator: "\n")
    #expect(table[0].hasSuffix(",outcome,date"))
    let clock = 1_795_712_400
    let day = WallClock.ofMachine(at: Date(timeIntervalSince1970: Double(clock))).day
    #expect(
      table.dropFirst().map { $0.replacing(".000000000", with: "") } == [
        "1,a,5,30,40,2,served,\(TimePattern.date(day))",
        "2,a,6,,,,unserved,\(TimePattern.date(day))",
        "1,a,7,,,,unserved,\(TimePattern.date(day + 1))",
      ])
  }

  /// The server ran from 09:30 on the first day, and from 10:00 and 11:00 on the next.
  @Test func `has a day of its own for each next day, however late it begins`() throws {
    var lines = [
      #"{"format":"bank-events","version":1,"configuration":{"services":[{"name":"a"}],"tellers":1,"opens":"09:00"}}"#
    ]
    for (day, from) in [1800, 3600, 7200].enumerated() {
      let next = day > 0 ? #","nextDay":true"# : ""
      lines += [
        #"{"t":\#(from),"session":\#(day + 1),"event":"reset","policy":"shared-pool","options":{},"clock":\#(1_803_860_000 + day * 86_400),"zone":0\#(next)}"#,
        #"{"t":\#(from + 5),"session":\#(day + 1),"event":"arrived","ticket":1,"service":"a","line":0}"#,
      ]
    }
    let table = try #require(try EventTable.read(lines.joined(separator: "\n") + "\n", "j"))
    let rows = table.csv.split(separator: "\n").dropFirst().map { $0.split(separator: ",").last }
    #expect(rows == ["2027-03-01", "2027-03-02", "2027-03-03"])
  }

  /// What was left of ten is there on the next day: a third who wants three gets none.
  @Test func `has the stock that each day began with`() throws {
    let missing = #"[{"item":"mango","needed":3,"available":1}]"#
    var lines = [
      #"{"format":"bank-events","version":1,"configuration":{"policy":"shared-pool","services":[{"name":"juice","time":1,"needs":{"mango":3}}],"tellers":2,"stock":{"mango":10}}}"#
    ]
    for (session, time) in [(1, 0), (1, 10), (1, 20)] {
      let ticket = time / 10 + 1
      lines += [
        #"{"t":\#(time),"session":\#(session),"event":"arrived","ticket":\#(ticket),"service":"juice","line":0}"#,
        #"{"t":\#(time),"session":\#(session),"event":"started","ticket":\#(ticket),"service":"juice","teller":0}"#,
        #"{"t":\#(time + 1),"session":\#(session),"event":"finished","ticket":\#(ticket),"service":"juice","teller":0}"#,
      ]
    }
    lines.append(
      #"{"t":0,"session":2,"event":"reset","policy":"shared-pool","options":{},"clock":1803860000,"zone":0,"stock":{"mango":1},"nextDay":true}"#
    )
    for ticket in 1...3 {
      lines.append(
        #"{"t":\#(ticket),"session":2,"event":"refused","ticket":\#(ticket),"service":"juice","missing":\#(missing)}"#
      )
    }
    let folder = try Folder()
    let file = try folder.file("j.jsonl", lines.joined(separator: "\n") + "\n")
    let replay = try Tool.run("replay", "--log", file.path, "--csv")
    #expect(replay.status == 0, "\(replay.errors)")
    #expect(
      replay.output.contains("2027-03-01,shared-pool,3,0,0,0,,,0,,,0,3\n"), "\(replay.output)")
    let out = folder.path("fitted.json5")
    let fit = try Tool.run("fit", "--log", file.path, "--out", out)
    #expect(
      fit.errors.contains("began with another stock than the config says (1)"), "\(fit.errors)")
    // Who is turned away on the recorded days is in the model, too.
    let fitted = try String(contentsOfFile: out, encoding: .utf8)
    #expect(fitted.contains(#""needs": {"mango": 3}"#) && fitted.contains("stock"), "\(fitted)")
  }

  /// A server that goes on says what it found, and before anybody comes a stock is what the day begins with.
  @Test func `takes no stock for changed that was so before anybody came`() throws {
    let lines = [
      #"{"format":"bank-events","version":1,"configuration":{"services":[{"name":"a"}],"stock":{"cup":9,"lid":9}}}"#,
      #"{"t":1,"session":1,"event":"restocked","item":"cup","count":7,"request":"/api/stock a","asked":"{}"}"#,
      #"{"t":5,"session":1,"event":"arrived","ticket":1,"service":"a","line":0}"#,
      #"{"t":6,"session":1,"event":"restocked","item":"cup","count":8,"request":"/api/stock b","asked":"{}"}"#,
      #"{"t":7,"session":2,"event":"reset","policy":"shared-pool","stock":{"cup":3,"lid":3},"back":1}"#,
      #"{"t":7,"session":2,"event":"restocked","item":"cup","count":6}"#,
      #"{"t":7,"session":2,"event":"restocked","item":"lid","count":2}"#,
      #"{"t":8,"session":2,"event":"arrived","ticket":1,"service":"a","line":0,"back":true}"#,
      #"{"t":9,"session":2,"event":"restocked","item":"cup","count":5,"request":"/api/stock c","asked":"{}"}"#,
    ]
    let table = try #require(try EventTable.read(lines.joined(separator: "\n") + "\n", "j"))
    #expect(table.restocks == 2)
    #expect(table.openingStock == ["": ["cup": 7]])
  }

  /// Half past eleven in the evening in Greenwich is another date in summer than in winter, and farther east all year.
  @Test(arguments: [
    ("KST-9", nil, ["2024-01-15", "2024-07-16"]), ("UTC0", nil, ["2024-01-14", "2024-07-15"]),
    ("WET0WEST,M3.5.0/1,M10.5.0", nil, ["2024-01-14", "2024-07-16"]),
    ("Europe/Lisbon", nil, ["2024-01-14", "2024-07-16"]),
    // Where the journal says its own, that is it.
    ("UTC0", 32_400, ["2024-01-15", "2024-07-16"]),
    ("KST-9", -3_600, ["2024-01-14", "2024-07-15"]),
    ("KST-9", 1_000_000, ["2024-01-15", "2024-07-16"]),
  ])
  func `has the dates of the server's zone, or else of the machine's, as it was on each day`(
    zone: String, written: Int?, dates: [String]
  ) throws {
    var lines = [
      #"{"format":"bank-events","version":1,"configuration":{"services":[{"name":"a"}],"tellers":1}}"#
    ]
    for (session, clock) in [(1, 1_705_275_000), (2, 1_721_086_200)] {
      lines += [
        #"{"t":0,"session":\#(session),"event":"reset","policy":"shared-pool","options":{},"clock":\#(clock)}"#,
        #"{"t":5,"session":\#(session),"event":"arrived","ticket":1,"service":"a","line":0}"#,
        #"{"t":5,"session":\#(session),"event":"started","ticket":1,"service":"a","teller":0}"#,
        #"{"t":9,"session":\#(session),"event":"finished","ticket":1,"service":"a","teller":0}"#,
      ]
    }
    if let written {
      lines = lines.map { $0.replacing(/"clock":[0-9]+/) { "\($0.output),\"zone\":\(written)" } }
    }
    // Of a clock that no machine has nothing is known but that it goes on.
    lines.append(#"{"t":0,"session":3,"event":"reset","policy":"shared-pool","clock":1e300}"#)
    let folder = try Folder()
    let file = try folder.file("j.jsonl", lines.joined(separator: "\n") + "\n")
    let done = try Tool.run(
      "replay", "--log", file.path, "--csv", environment: ["TZ": zone])
    #expect(done.status == 0, "\(done.errors)")
    for date in dates { #expect(done.output.contains(date), "\(done.output)") }
  }

  /// Two are sent away, then the server goes on twice, the second time before all are let in again, and the reset is undone.
  @Test func `has each client once who comes back by an undo after a server went on`() throws {
    let head =
      #"{"format":"bank-events","version":1,"configuration":{"services":[{"name":"a"}],"tellers":1}}"#
    func arrived(_ time: Int, _ session: Int, _ ticket: Int, _ more: String = "") -> String {
      #"{"t":\#(time),"session":\#(session),"event":"arrived","ticket":\#(ticket),"service":"a","line":0\#(more)}"#
    }
    let back = #","back":true"#
    // What ends a line for some programs may stand in the name of a request.
    let undo = ",\"request\":\"/api/undo a\u{85}b\",\"asked\":\"{}\""
    let lines = [
      arrived(5, 1, 1), arrived(6, 1, 2), #"{"t":7,"session":2,"event":"reset"}"#,
      arrived(8, 2, 1), arrived(9, 2, 2), arrived(9, 2, 3),
      #"{"t":10,"session":3,"event":"reset","back":3}"#, arrived(10, 3, 1, back),
      #"{"t":11,"session":4,"event":"reset","back":3}"#, arrived(11, 4, 1, back),
      arrived(11, 4, 2, back), arrived(11, 4, 3, back), arrived(12, 4, 4, undo),
      arrived(12, 4, 5, undo),
    ]
    let text = ([head] + lines).joined(separator: "\n") + "\n"
    let table = try #require(try EventTable.read(text, "j")).csv.split(separator: "\n")
    #expect(
      table.dropFirst().map { $0.split(separator: ",").prefix(3).joined(separator: " ") }.map {
        $0.replacing(".000000000", with: "")
      } == ["1 a 5", "2 a 6", "1 a 8", "2 a 9", "3 a 9"])
  }

  @Test func `is replayed and fitted at the hours of its branch`() throws {
    let folder = try Folder()
    let file = try folder.file("day.json5", Self.branch)
    let events = folder.path("e.jsonl")
    _ = try Tool.run(
      "simulate", "--config", file.path, "--replications", "1", "--until", "10:40", "--seed", "4",
      "--events", events)
    let replayed = try Tool.run("replay", "--config", file.path, "--log", events)
    #expect(replayed.status == 0, "\(replayed.errors)")
    #expect(replayed.errors.contains("since the branch opens at 09:00"), "\(replayed.errors)")
    // The staff of the config, with its breaks, is there at the hours of the log.
    let staffed = try Tool.run(
      "replay", "--config", file.path, "--log", events, "--staff", "config", "--json")
    #expect(staffed.status == 0, "\(staffed.errors)")
    // Of a day of seconds too.
    let short = folder.path("s.jsonl")
    _ = try Tool.run("run", "--clients", "8", "--speed", "max", "--seed", "1", "--events", short)
    let read = try Tool.run("replay", "--log", short)
    #expect(read.status == 0, "\(read.errors)")
    #expect(replayed.errors.contains("rows with unserved are left out"))
    let fitted = try Tool.run("fit", "--config", file.path, "--log", events)
    #expect(fitted.output.contains("open 09:00 to 11:00"), "\(fitted.output)")
  }

  @Test func `is replayed under the policy it was written under, by the tellers it had`() throws {
    let folder = try Folder()
    let (day, clinic) = (folder.path("d.jsonl"), "docs/Examples/clinic.json5")
    let root = Repository.root.path + "/"
    _ = try Tool.run(
      "run", "--config", root + clinic, "--policy", "fixed-split", "--seed", "1", "--speed", "max",
      "--clients", "200", "--events", day)
    // Without a config, and with one that has another policy.
    for words in [[], ["--config", root + clinic]] {
      let replayed = try Tool.run(["replay", "--log", day, "--json"] + words)
      let json =
        try JSONSerialization.jsonObject(with: Data(replayed.output.utf8)) as? [String: Any]
      let all = try #require(json?["all"] as? [String: Any])
      let (recorded, control) = (all["recorded"] as? Double ?? 0, all["control"] as? Double ?? 9e9)
      #expect(abs(control / recorded - 1) < 0.02, "\(recorded) \(control)")
      #expect(replayed.errors.contains(#"policy: "fixed-split""#))
    }
    // The classes of the branch are told beside its services.
    let beside = try Tool.run("replay", "--log", day, "--policies", "shared-pool")
    #expect(beside.output.contains(#/doctor [0-9.]+ → [0-9.]+ min, appointment [0-9.]+ → /#))
    // Whoever asks for another gets it.
    let other = try Tool.run("replay", "--log", day, "--policy", "shared-pool")
    #expect(other.output.contains("Control: shared-pool"), "\(other.output)")
  }

  @Test func `of rows is short of those left out, and of classes that the config has`() throws {
    let folder = try Folder()
    let log = try folder.file(
      "l.csv",
      "arrival,start,end,service\n09:00:00,09:01:00,09:03:00,a\n09:05:00,09:0x:00,09:08:00,a\n"
        + (10..<20).map { "09:\($0):00,09:\($0):00,09:\($0):50,a\n" }.joined())
    let config = try folder.file(
      "c.json5",
      "{ policy: 'shared-pool', services: [{ name: 'a', time: 60, priority: { '1': 0.5, '0': 0.5 } }] }"
    )
    let done = try Tool.run(
      "fit", "--log", log.path, "--config", config.path, "--skip-unreadable", "1", "--json")
    #expect(done.output.contains(#""leftOut": [{"reason": "cannot be read", "rows": 1}]"#))
    #expect(done.errors.contains("the config has classes, and the log has none"), "\(done.errors)")
  }

  @Test func `tells the branch as it was last, and more than one policy`() throws {
    let lines = [
      #"{"format":"bank-events","version":1,"configuration":{"policy":"c-mu","services":[{"name":"a"}],"tellers":[{"name":"Kim"}]}}"#,
      #"{"t":0,"session":1,"event":"arrived","ticket":1,"service":"a","line":0}"#,
      #"{"t":1,"session":2,"event":"reset","policy":"fixed-split","options":{"x":1},"configuration":{"policy":"c-mu","services":[{"name":"a"}],"tellers":[{"name":"Lee"}]}}"#,
      #"{"t":2,"session":2,"event":"arrived","ticket":1,"service":"a","line":0}"#,
      #"{"t":2,"session":2,"event":"started","ticket":1,"service":"a","line":0,"teller":0}"#,
      #"{"t":3,"session":2,"event":"arrived","ticket":2,"service":"a","line":0}"#,
    ]
    let table = try #require(try EventTable.read(lines.joined(separator: "\n") + "\n", "j"))
    #expect(table.rules.map(\.clients) == [1, 2])
    #expect(table.csv.contains(",Lee,"))
    #expect(table.branch.first { $0.key == "policy" }?.value == "fixed-split")
    #expect(table.branch.first { $0.key == "options" }?.value == ["x": 1])
    #expect(table.branch.contains { $0.key == "tellers" && "\($0.value)".contains("Lee") })
  }
}
