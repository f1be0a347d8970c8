import BankConfiguration
import Foundation
import Testing

@Suite struct `Simulate` {
  @Test func `says that hand-over counts, where a warning speaks of more work than the table`()
    throws
  {
    let folder = try Folder()
    let file = try folder.file(
      "h.json5",
      "{ tellers: 2, handover: 0.2, policy: 'shared-pool', services: [{ name: 'a', time: { exponential: { mean: 1 } },"
        + " arrivals: { poisson: { rate: 1.55 } } }] }")
    let busy = try Tool.run("simulate", "--config", file.path, "--clients", "5000")
    #expect(busy.errors.contains("busy 93.0 % of the time, hand-over included, and lines"))
    let over = try Tool.run(
      "simulate", "--config", file.path, "--clients", "500", "--set",
      "services.a.arrivals.poisson.rate=1.7")
    #expect(
      over.errors.contains("bring work for 2.040 tellers, hand-over included, and there are 2.000"))
  }

  @Test(
    arguments: [
      ("DDDDDLLLLL", "fixed-split", "5.500000000"), ("DDDDDLLLLL", "head-of-line", "6.900000000"),
      ("LLDDDDDDDD", "head-of-line", "3.900000000"), ("DLDLDLDLDL", "shared-pool", "3.300000000"),
    ], ["ring", "linked"])
  func `runs a trace to the nanosecond`(
    row: (line: String, policy: String, makespan: String), queue: String
  ) throws {
    let folder = try Folder()
    let rows = row.line.map { $0 == "D" ? "0,deposit,0.7\n" : "0,loan,1.1\n" }.joined()
    let trace = try folder.file("trace.csv", "arrival,service,time\n" + rows)
    let result = try Tool.run(
      "simulate", "--trace", trace.path, "--policy", row.policy, "--queue", queue,
      "--clients-out", folder.path("out.csv"))
    #expect(result.status == 0)
    let lines = try String(contentsOf: folder.url.appending(path: "out.csv"), encoding: .utf8)
      .split(separator: "\n")
    #expect(lines[0] == "ticket,service,arrival,start,end,teller,outcome")
    #expect(lines.count == 11)
    let ends = lines.dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)[4]
    }
    #expect(ends.max() == Substring(row.makespan))
    #expect(lines.dropFirst().allSatisfy { $0.hasSuffix(",served") })
  }

  @Test func `writes the class of a client where there are classes`() throws {
    let clinic = Repository.root.appending(path: "docs/Examples/clinic.json5").path
    let result = try Tool.run(
      "simulate", "--config", clinic, "--clients-out", "-", "--quiet")
    let rows = result.output.split(separator: "\n").prefix { $0.contains(",") }
    #expect(rows.first == "ticket,service,arrival,start,end,teller,outcome,priority,route,step")
    let classes = rows.dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)[7]
    }
    #expect(Set(classes) == ["0", "1"])
  }

  @Test func `gives JSON the same with a report and without`() throws {
    let folder = try Folder()
    let words = ["simulate", "--until", "60", "--replications", "2", "--json"]
    let branch = ["--config", Repository.root.appending(path: "docs/Examples/branch.json5").path]
    // The last line but one says how long it took.
    let alone = try Tool.run(words + branch).output.split(separator: "\n").dropLast(2)
    let beside = try Tool.run(words + branch + ["--report", folder.path("r.html")])
    #expect(alone == beside.output.split(separator: "\n").dropLast(2))
    #expect(alone.contains { $0.contains("byTime") })
  }

  @Test(arguments: [
    (["simulate", "--json", "--unit", "min"], "--unit and --json: exclude each other"),
    (["compare", "--csv", "--unit", "min"], "--unit and --csv: exclude each other"),
    (["optimum", "--queue", "linked"], "--queue: means nothing here"),
  ])
  func `refuses a flag that does nothing`(words: [String], says: String) throws {
    let result = try Tool.run(words)
    #expect(result.status == 2 && result.errors.contains(says), "\(result.errors)")
  }

  @Test func `tells what is odd, and what a figure leaves out`() throws {
    let folder = try Folder()
    let plain = try folder.file(
      "plain.json5",
      "{ opens: '09:00', closes: '11:00', policy: 'shared-pool', tellers: 2, handover: 20, services: [{ name: 'a', time: 60,"
        + " patience: { exponential: { mean: 60 } }, arrivals: { poisson: { rate: '30/h' } } }] }"
    ).path
    let day = try Tool.run(
      "simulate", "--config", plain, "--set", "closes=17", "--replications", "2")
    #expect(day.errors.contains("the branch is open for 17 s, from 09:00"), "\(day.errors)")
    let whole = try Tool.run("simulate", "--config", plain, "--replications", "2")
    #expect(
      whole.output.contains("utilization  with hand-over") && !whole.errors.contains("is open"))
    let late = try folder.file(
      "late.json5",
      "{ opens: '09:00', closes: '10:00', services: [{ name: 'a', arrivals: { poisson: { rate: '30/h' } } }, { name: 'b',"
        + " arrivals: { poisson: { rates: [['10:30', '30/h']] } } }] }")
    let none = try Tool.run("simulate", "--config", late.path, "--replications", "2")
    #expect(none.errors.contains("nobody came for \"b\""), "\(none.errors)")
    let all = try Tool.run("compare", "--config", plain, "--replications", "2")
    #expect(all.status == 0 && !all.output.contains("optimal"), "\(all.output)")
    let busy = try Tool.run(
      "recommend", "--config", plain, "--policies", "shared-pool", "--goal",
      "utilization(all) <= 75%")
    #expect(busy.errors.contains("utilization is of serving alone"), "\(busy.errors)")
    let calm = [
      "recommend", "--config", plain, "--set", "closes=10:00", "--set",
      "services.a.arrivals.poisson.rate=6/h", "--staff-by", "1h",
    ]
    let staff = try Tool.run(calm + ["--goal", "wait(all) <= 5min"])
    #expect(staff.errors.contains("no goal says how many may leave unserved"), "\(staff.errors)")
    #expect(staff.output.contains("lost as today"), "\(staff.output)")
    #expect(!staff.errors.contains("no goal says how long"), "\(staff.errors)")
    let lost = try Tool.run(calm + ["--goal", "lost(all) <= 5%"])
    #expect(lost.errors.contains("no goal says how long"), "\(lost.errors)")
    let rows = (10...40).map {
      "2024-05-13 09:\($0):00,2024-05-13 09:\($0):05,2024-05-13 09:\($0):30,a,Kim"
    }
    let log = try folder.file(
      "log.csv", (["arrival,start,end,service,teller"] + rows).joined(separator: "\n"))
    let idle = try Tool.run("replay", "--log", log.path, "--set", "tellers=9")
    #expect(idle.status == 2 && idle.errors.contains("does nothing: the log says who served"))
  }

  @Test func `takes as many days as a precision needs, and is then the same as with so many`()
    throws
  {
    let branch = [
      "--config", Repository.root.appending(path: "docs/Examples/branch.json5").path, "--policy",
      "shared-pool", "--clients", "40",
    ]
    let precise = try Tool.run(["simulate", "--precision", "25%", "--json"] + branch)
    #expect(precise.status == 0, "\(precise.errors)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(precise.output.utf8)) as? [String: Any])
    let days = try #require(report["replications"] as? Int)
    let wait = try #require((report["all"] as? [String: Any])?["wait"] as? [String: Any])
    let halfWidth = try #require(wait["halfWidth"] as? Double)
    #expect(days > 20 && halfWidth <= 0.25 * (wait["mean"] as? Double ?? 0))
    #expect(precise.errors.contains("\(days) days are enough"))
    let heavy = try Tool.run(
      ["simulate", "--precision", "25%", "--set", "services.loan.time={lognormal:{mean:1,sd:10}}"]
        + branch)
    #expect(heavy.errors.contains("no precision can be known under shared-pool"))
    func withoutTime(_ text: String) -> String {
      String(text.prefix(upTo: text.range(of: "\"run\"")?.lowerBound ?? text.endIndex))
    }
    let counted = try Tool.run(["simulate", "--replications", "\(days)", "--json"] + branch)
    #expect(withoutTime(counted.output) == withoutTime(precise.output))
  }

  @Test func `stops at --until, and says who was left`() throws {
    let folder = try Folder()
    let trace = try folder.file(
      "t.csv", "arrival,service,time\n0,loan,4\n0,loan,4\n0,loan,4\n9,loan,1\n")
    let result = try Tool.run(
      "simulate", "--trace", trace.path, "--until", "5", "--clients-out", folder.path("out.csv"),
      "--json")
    let out = try String(contentsOf: folder.url.appending(path: "out.csv"), encoding: .utf8)
    #expect(
      out == """
        ticket,service,arrival,start,end,teller,outcome
        1,loan,0.000000000,0.000000000,4.000000000,3,served
        2,loan,0.000000000,4.000000000,,3,unserved
        3,loan,0.000000000,,,,unserved

        """)
    #expect(result.output.contains("\"unserved\": 2"))
    #expect(result.output.contains("\"end\": 5,"))
  }

  @Test func `prints the same but for its speed when run twice`() throws {
    let folder = try Folder()
    func run(_ name: String, _ seed: String) throws -> (events: String, report: String) {
      let result = try Tool.run(
        "simulate", "--seed", seed, "--events", folder.path(name), "--json", "--policy",
        "loan-priority")
      let report = result.output.split(separator: "\n").filter { !$0.contains("wallSeconds") }
      return (
        try String(contentsOf: folder.url.appending(path: name), encoding: .utf8),
        report.joined(separator: "\n")
      )
    }
    let first = try run("a", "4")
    #expect(try run("b", "4") == first)
    #expect(try run("c", "5") != first)
    #expect(
      first.events.hasPrefix(
        #"{"format":"bank-events","version":1,"configuration":{"policy":"loan-priority","options":{"first":"loan"},"#
      ))
  }

  @Test func `writes a file to standard output where that is called -, and nothing else`() throws {
    let words = ["simulate", "--clients", "3"]
    for name in ["-", "/dev/stdout"] {
      let done = try Tool.run(words + ["--clients-out", name])
      #expect(done.output.split(separator: "\n").count == 4, "\(done.output)")
      #expect(done.output.hasPrefix("ticket,service,") && done.errors.contains("mean wait"))
    }
    let both = try Tool.run(words + ["--clients-out", "-", "--events", "-"])
    #expect(both.status == 2 && both.errors.contains("standard output has a file already"))
  }

  @Test func `tells routes in tables of clients and of figures`() throws {
    let clinic = Repository.root.appending(path: "docs/Examples/clinic.json5").path
    let clients = try Tool.run("simulate", "--config", clinic, "--clients-out", "-").output
    let rows = clients.split(separator: "\n")
    #expect(rows[0].hasSuffix(",outcome,priority,route,step"))
    #expect(rows.contains { $0.contains(",doctor,") && $0.hasSuffix(",served,1,check-up,3") })
    #expect(
      rows.contains { $0.hasSuffix(",served,0,,1") }, "who comes for one service has no route")
    let figures = try Tool.run("simulate", "--config", clinic, "--csv").output
    #expect(figures.contains("\nshared-pool,route check-up,"))
  }

  @Test func `prints the keys of the contract`() throws {
    struct Report: Decodable {
      struct Figures: Decodable {
        struct Wait: Decodable { var mean, sd, p50, p90, p95, p99, max: Double? }
        struct Sojourn: Decodable { var mean: Double }
        struct InLine: Decodable { var mean: Double; var max: Int }
        var arrived, served, abandoned, balked, refused, unserved: Int
        var waited: Double
        var withinTarget: Double?
        var wait: Wait
        var sojourn: Sojourn
        var inLine: InLine
      }
      struct Teller: Decodable { var name: String; var served: Int; var utilization: Double }
      struct Run: Decodable { var wallSeconds, clientsPerSecond: Double }
      var policy, queue: String
      var seed, replications, clients: Int
      var warnings: [String]
      var services: [String: Figures]
      var all: Figures
      var tellers: [Teller]
      var run: Run
    }
    let result = try Tool.run("simulate", "--json", "--clients", "500")
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    #expect(report.policy == "fixed-split")
    #expect(report.clients == 500)
    #expect(Set(report.services.keys) == ["deposit", "loan"])
    #expect(report.all.served == 500)
    #expect(report.tellers.map(\.name) == ["1", "2", "3"])
    #expect(report.tellers.map(\.served).reduce(0, +) == 500)
  }
}

@Suite struct `Pictures in characters` {
  @Test func `stand below the tables, and not beside JSON`() throws {
    let drawn = try Tool.run(
      "simulate", "--config", Repository.root.appending(path: "docs/Examples/clinic.json5").path,
      "--replications", "2", "--plot")
    #expect(drawn.status == 0)
    #expect(drawn.output.contains("waiting  09:00 ▁"))
    #expect(drawn.output.contains("Clients waiting, mean of 2 days\n"))
    #expect(drawn.output.contains("\n100 % │"))
    #expect(!drawn.output.contains("\u{1B}"), "a pipe shows no colours")
    let compared = try Tool.run(
      "compare", "--policies", "fixed-split,shared-pool", "--clients", "40", "--plot")
    #expect(compared.output.contains("Mean waits (seconds), with 95 % intervals\nshared-pool │"))
    let both = try Tool.run("simulate", "--plot", "--json")
    #expect(both.status == 2)
    #expect(both.errors.contains("--plot and --json: exclude each other; keep one"))
  }
}
