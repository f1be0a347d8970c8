import Foundation
import Testing

@Suite struct `An answer` {
  static let clinic = Repository.root.appending(path: "docs/Examples/clinic.json5").path
  static let counter = Repository.root.appending(path: "docs/Examples/counter.json5").path

  static let sweep = [
    "sweep", "--config", counter, "--vary", "tellers=3,4", "--policies", "shared-pool,c-mu",
    "--clients", "200", "--replications", "3",
  ]

  /// A Slurm of two scripts: `sbatch` does every task at once, but that of shard 2 fails the first time.
  static func slurm(_ folder: Folder) throws -> [String: String] {
    for (name, text) in [
      (
        "sbatch",
        """
        #!/bin/bash
        echo "$@" >> "$FAKE/asked"
        [ "$1" = --parsable ] || exit 1
        for task in $(echo "${2#--array=}" | tr , ' '); do
          if [ "$task" = 2 ] && [ ! -e "$FAKE/failed" ]; then touch "$FAKE/failed"; continue; fi
          SLURM_ARRAY_TASK_ID=$task bash "$3" > "$FAKE/log" 2>&1 || exit 1
        done
        echo 7
        """
      ), ("squeue", "#!/bin/bash\n[ \"$2\" = --jobs=7 ]\n"), ("scancel", "#!/bin/bash\n"),
    ] {
      let script = try folder.file(name, text)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    }
    let here = folder.url.path
    return ["FAKE": here, "PATH": "\(here):/usr/bin:/bin"]
  }

  @Test(.thorough)
  func `of a sweep on Slurm is the same, and a task that fails is submitted again`() throws {
    let folder = try Folder()
    let place = folder.url.appending(path: "cells").path
    let environment = try Self.slurm(folder)
    let here = try Tool.run(Self.sweep + ["--json"])
    let there = try Tool.run(
      Self.sweep + ["--json", "--engine", "slurm", "--shards", "2", "--out", place],
      environment: environment)
    #expect(there.status == 0 && there.output == here.output, "\(there.errors)")
    #expect(there.errors.contains("shards without their cells are submitted again: 1"))
    let asked = try String(contentsOf: folder.url.appending(path: "asked"), encoding: .utf8)
    #expect(asked.contains("--array=1,2 ") && asked.contains("--array=2 "))
    let none = try Tool.run(
      Self.sweep + ["--engine", "slurm", "--out", place + "2"], environment: ["PATH": "/nowhere"])
    #expect(none.status == 2 && none.errors.contains("--engine slurm: "), "\(none.errors)")
    let script = try Tool.run(
      Self.sweep + ["--engine", "slurm", "--out", place + "3", "--dry-run"])
    #expect(script.output.contains("#SBATCH --array=1-4\n"))
    #expect(!FileManager.default.fileExists(atPath: place + "3"), "a dry run makes nothing")
    let alone = try Tool.run(Self.sweep + ["--dry-run"])
    #expect(alone.status == 2)
    #expect(alone.errors.contains("--dry-run: means nothing without --engine slurm; add it"))
  }

  @Test func `of a sweep is the same bytes whatever the jobs, the shards and what was interrupted`()
    throws
  {
    let whole = try Tool.run(Self.sweep + ["--json", "--jobs", "1"])
    #expect(whole.status == 0, "\(whole.errors)")
    #expect(!whole.output.contains("wallSeconds"))
    let folder = try Folder()
    let place = folder.url.appending(path: "cells").path
    let none = try Tool.run(Self.sweep + ["--out", place, "--gather"])
    #expect(none.status == 2 && none.errors.contains("there is no sweep in"), "\(none.errors)")
    #expect(!FileManager.default.fileExists(atPath: place))
    for shard in ["2/2", "1/2"] {
      let part = try Tool.run(Self.sweep + ["--out", place, "--shard", shard])
      #expect(part.status == 0, "\(part.errors)")
    }
    // A cell that was torn, is another's, or was never written is done again.
    try Data("{}".utf8).write(to: URL(fileURLWithPath: place + "/cell-4.json"))
    try Data("{\"set\": {".utf8).write(to: URL(fileURLWithPath: place + "/cell-2.json"))
    try FileManager.default.removeItem(atPath: place + "/cell-3.json")
    let missing = try Tool.run(Self.sweep + ["--out", place, "--gather", "--json"])
    #expect(missing.status == 2)
    #expect(missing.errors.contains("3 of 4 cells are missing"))
    let again = try Tool.run(Self.sweep + ["--out", place, "--json", "--jobs", "2"])
    #expect(again.output == whole.output)
    #expect(
      try Tool.run(Self.sweep + ["--out", place, "--gather", "--json"]).output == whole.output)
    let other = try Tool.run(Self.sweep + ["--out", place, "--seed", "2"])
    #expect(other.status == 2)
    #expect(other.errors.contains("has a sweep of another branch or with other flags"))
  }

  @Test func `leaves out a cell that suits no policy, and says why`() throws {
    let done = try Tool.run(
      "sweep", "--set", "tellers=4", "--vary", "tellers=1,4", "--policies", "fixed-split",
      "--option", "tellers.loan=2",
      "--option", "tellers.deposit=2", "--replications", "2", "--csv")
    #expect(done.status == 0, "\(done.errors)")
    let rows = done.output.split(separator: "\n")
    #expect(rows[0].hasPrefix("tellers,policy,service,arrived"))
    #expect(rows.count { $0.hasPrefix("4,fixed-split,") } == 3)
    #expect(rows.contains { $0.hasPrefix("1,fixed-split,all,") && $0.contains("tellers") })
  }

  @Test func `refuses a value that no branch may have, beside others that are good`() throws {
    let done = try Tool.run(
      "sweep", "--config", Self.clinic, "--vary", "services.doctor.target=10min,soon",
      "--policies", "shared-pool,c-mu", "--replications", "2")
    #expect(done.status == 2 && done.output.isEmpty)
    #expect(done.errors.count { $0 == "\n" } <= 2, "\(done.errors)")
    #expect(done.errors.contains("--vary services.doctor.target=soon"), "\(done.errors)")
  }

  @Test func `of a search is the fewest tellers that meet the goals`() throws {
    let folder = try Folder()
    let calls = try folder.file(
      "calls.json5",
      "{ services: [{ name: 'calls', time: { exponential: { mean: 180 } }, target: 20,"
        + " arrivals: { poisson: { rate: '1/min' } } }], closes: '4h' }")
    let done = try Tool.run(
      "recommend", "--config", calls.path, "--vary", "tellers=2...7", "--policies", "shared-pool",
      "--goal", "late(all) <= 30%", "--json")
    #expect(done.status == 0, "\(done.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(done.output.utf8)) as? [String: Any]
    let best = try #require(json?["best"] as? [String: Any])
    // Erlang's formula: of those who call 4 agents 42 % wait longer than 20 s, of 5 agents 19 %.
    #expect((best["set"] as? [String: Any])?["tellers"] as? Int == 5)
    let sentence = try #require(json?["sentence"] as? String)
    #expect(sentence.hasPrefix("Use shared-pool with 5 tellers, as few as the goals allow"))
    let candidates = try #require(json?["candidates"] as? [[String: Any]])
    #expect(
      candidates.map { $0["verdict"] as? String }
        == ["misses", "misses", "misses", "best", "worse", "worse"])
  }

  @Test func `of a search is not sure where rare long times may not have been seen`() throws {
    let folder = try Folder()
    // One client in two thousand takes ten hours; most days have none.
    let rare = try folder.file(
      "rare.json5",
      "{ opens: '09:00', closes: '12:00', services: [{ name: 'a', time: { empirical: { values: [60, 36000],"
        + " weights: [0.9995, 0.0005] } }, arrivals: { renewal: { constant: { value: 360 } } } }], tellers: 1 }"
    )
    let done = try Tool.run(
      "recommend", "--config", rare.path, "--policies", "shared-pool", "--vary", "tellers=1...2",
      "--goal", "wait(all) <= 30s", "--json")
    let json = try JSONSerialization.jsonObject(with: Data(done.output.utf8)) as? [String: Any]
    #expect(json?["doubtful"] as? Bool == true)
    #expect(done.errors.contains("on which the mean hangs; it would take about"))
    let candidates = try #require(json?["candidates"] as? [[String: Any]])
    #expect(candidates.allSatisfy { $0["halfWidth"] is NSNull })
    // The tellers for loans have more work than they can do, which the branch as a whole has not.
    let drift = try folder.file(
      "drift.json5",
      "{ tellers: 3, services: [{ name: 'deposit', time: { exponential: { mean: 0.7 } },"
        + " arrivals: { poisson: { rate: 2.4 } } }, { name: 'loan', time: { exponential: { mean: 1.1 } },"
        + " arrivals: { poisson: { rate: 1.1 } } }] }")
    let unstable = try Tool.run(
      "recommend", "--config", drift.path, "--policies", "fixed-split,shared-pool", "--clients",
      "5000")
    #expect(unstable.output.hasPrefix("Use shared-pool: "))
    #expect(unstable.errors.contains("fixed-split: not stable: the waits for \"loan\" grew"))
  }

  @Test func `of shifts says where too few come to be sure`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "few.json5",
      "{ opens: '09:00', closes: '10:00', tellers: 1, policy: 'shared-pool', services: [{ name: 'a', target: 300,"
        + " time: 240, arrivals: { poisson: { rate: '4/h' } } }, { name: 'b', target: 300, time: 400,"
        + " arrivals: { poisson: { rate: '0.02/h' } } }] }")
    let done = try Tool.run(
      "recommend", "--config", file.path, "--staff-by", "1h", "--goal", "late(b) <= 10%")
    #expect(done.output.hasPrefix("As far as these days can tell, under shared-pool"))
    #expect(done.output.contains("that is not sure, for too few come"))
    #expect(done.output.contains("Whoever is there at closing (10:00) stays until nobody waits"))
  }

  @Test func `counts tellers as there until the branch closes, whoever comes last`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "early.json5",
      "{ opens: '09:00', closes: '17:00', tellers: 2, policy: 'shared-pool', services: [{ name: 'a', time: 600,"
        + " arrivals: { times: ['09:00', '09:30', '10:00'] } }] }")
    let done = try Tool.run("simulate", "--config", file.path, "--json")
    let json = try JSONSerialization.jsonObject(with: Data(done.output.utf8)) as? [String: Any]
    let tellers = try #require(json?["tellers"] as? [[String: Any]])
    let all = tellers.compactMap { $0["utilization"] as? Double }.reduce(0, +)
    #expect(abs(all - 1800.0 / 28_800) < 1e-12)
    #expect(json?["end"] as? Double == 28_800)
  }

  @Test(.thorough) func `of a comparison tells who is late, and for whom more are`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "late.json5",
      "{ opens: '09:00', closes: '13:00', tellers: 1, policy: 'shared-pool', services: [{ name: 'a', target: 120,"
        + " time: { exponential: { mean: 60 } }, arrivals: { poisson: { rate: '30/h' } } }, { name: 'b', target: 300,"
        + " time: { exponential: { mean: 180 } }, arrivals: { poisson: { rate: '6/h' } } }] }")
    let page = folder.path("late.html")
    let done = try Tool.run(
      "compare", "--config", file.path, "--policies",
      "shared-pool,loan-priority:first=a,loan-priority:first=b,longest-idle-first,fastest-first",
      "--replications", "40", "--report", page, "--json")
    #expect(done.status == 0, "\(done.errors)")
    let text = try String(contentsOfFile: page, encoding: .utf8)
      .replacingOccurrences(of: "\u{a0}", with: " ")
    let json = try JSONSerialization.jsonObject(with: Data(done.output.utf8)) as? [String: Any]
    let differences = try #require(json?["differences"] as? [[String: Any]])
    func late(_ service: String) throws -> Double {
      let one = differences.first {
        $0["metric"] as? String == "late" && $0["service"] as? String == service
          && $0["policy"] as? String == "loan-priority:first=a"
      }
      return try #require(one?["difference"] as? Double)
    }
    #expect(try late("all") < 0 && late("b") > 0)
    // Of few days, and where who still waits counts as late, nothing is said.
    for flags in [["--replications", "3"], ["--replications", "20", "--until", "90min"]] {
      let untold = try Tool.run(
        ["compare", "--config", file.path, "--policies", "shared-pool,loan-priority:first=a"]
          + flags)
      #expect(!untold.output.contains("late, of all"), "\(untold.output)")
    }
    #expect(text.contains("More are late under it for b "), "who pays for it")
    #expect(text.contains("; fewer late, of all: "))
    #expect(text.contains("Fewest under <span class=\"whole\">loan-priority</span>:first=a: "))
    #expect(
      text.contains(
        #/<td class="good-tint">[0-9.]+<span class="half"> ± [0-9.]+</span> % <span class="sign">↓/#
      ))
  }

  /// Deposits wait for ever where a teller is kept for loans; c-mu has fewest late, which few days do not tell
  /// from the baseline.
  @Test
  func
    `of a comparison names nobody best whom another may beat, and no gain that others pay without end`()
    throws
  {
    let folder = try Folder()
    let services =
      "services: [{ name: 'deposit', target: '3min', time: { exponential: { mean: '90s' } }, arrivals: {"
      + " poisson: { rate: '0.9/min' } } }, { name: 'loan', target: '10min', time: { exponential: { mean: '8min' } },"
      + " arrivals: { poisson: { rate: '0.055/min' } } }]"
    let file = try folder.file(
      "starve.json5",
      "{ policy: 'shared-pool', tellers: [{ name: 'A', skills: ['deposit'] }, { name: 'B' }], \(services) }"
    )
    func text(_ config: URL, _ words: String...) throws -> String {
      let page = folder.path("r.html")
      _ = try Tool.run(["compare", "--config", config.path, "--report", page] + words)
      return try String(contentsOfFile: page, encoding: .utf8)
    }
    let starved = try text(
      file, "--policies", "shared-pool,c-mu,loan-priority,reservation,max-weight", "--clients",
      "400",
      "--replications", "10")
    #expect(starved.contains("no mean at all for deposit"))
    #expect(!starved.contains("under reservation loan"))
    #expect(starved.contains("; 1 without a mean."))
    let days = try folder.file(
      "days.json5",
      "{ opens: '09:00', closes: '16:00', unit: 'min', policy: 'shared-pool', services: [{ name: 'deposit', target:"
        + " '5min', time: { exponential: { mean: '3min' } }, arrivals: { poisson: { rates: [['09:00', '20/h'],"
        + " ['11:00', '45/h'], ['13:00', '20/h']] } } }, { name: 'loan', target: '10min', time: { exponential:"
        + " { mean: '12min' } }, arrivals: { poisson: { rates: [['09:00', '4/h'], ['16:00', 0]] } } }], tellers: 3 }"
    )
    let few = try text(
      days, "--policies", "shared-pool,fixed-split,generalized-c-mu,c-mu,max-weight",
      "--replications",
      "12", "--seed", "3")
    #expect(!few.contains("Fewest under generalized-c-mu"))
  }

  @Test(.thorough)
  func `of a comparison counts who is lost as a price, and tells those alike as such`() throws {
    let folder = try Folder()
    let pay = try folder.file(
      "pay.json5",
      "{ opens: '09:00', closes: '13:00', tellers: 1, policy: 'shared-pool', services: [{ name: 'a', time: {"
        + " exponential: { mean: 240 } }, arrivals: { poisson: { rate: '8/h' } } }, { name: 'b', time: { exponential:"
        + " { mean: 240 } }, arrivals: { poisson: { rate: '8/h' } }, patience: 300 }] }")
    let page = folder.path("pay.html")
    var done = try Tool.run(
      "compare", "--config", pay.path, "--policies",
      "shared-pool,loan-priority:first=a,longest-idle-first,fastest-first,join-shortest-line",
      "--replications", "80", "--report", page)
    #expect(done.status == 0, "\(done.errors)")
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.contains("; in return more are lost (b "))
    let alike = try folder.file(
      "alike.json5",
      "{ opens: '09:00', closes: '13:00', tellers: 2, services: [{ name: 'a', time: { exponential: { mean: 240 } },"
        + " arrivals: { poisson: { rate: '10/h' } } }, { name: 'b', time: { exponential: { mean: 240 } },"
        + " arrivals: { poisson: { rate: '10/h' } } }] }")
    done = try Tool.run(
      "compare", "--config", alike.path, "--policies",
      "fixed-split:tellers.a=1:tellers.b=1,loan-priority:first=a,loan-priority:first=b", "--report",
      page)
    #expect(done.status == 0, "\(done.errors)")
    #expect(
      try String(contentsOfFile: page, encoding: .utf8).contains(
        "which these days cannot tell from <span class=\"whole\">loan-priority</span>:first=b"))
  }

  @Test func `of a log in which nobody waits says that its replay and its model do`() throws {
    let folder = try Folder()
    // Two tellers call two clients every five minutes, and take six for each: no rule could do that.
    var log = "arrival,start,end,service,teller\n"
    for day in 13...17 {
      for number in 0..<60 {
        let start = 9 * 60 + number * 5
        func clock(_ minutes: Int) -> String {
          "2024-05-\(day) \(minutes / 60 < 10 ? "0" : "")\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60):00"
        }
        for teller in ["K", "L"] {
          log += "\(clock(start)),\(clock(start)),\(clock(start + 6)),a,\(teller)\n"
        }
      }
    }
    let file = try folder.file("log.csv", log)
    let replayed = try Tool.run("replay", "--log", file.path, "--policies", "shared-pool")
    #expect(replayed.errors.contains("s off the record"), "\(replayed.errors)")
    let fitted = try Tool.run("fit", "--log", file.path)
    #expect(fitted.output.contains("The model's clients wait, and nobody did in the record"))
  }

  @Test func `of a log has on its page what to be careful about in the log`() throws {
    let folder = try Folder()
    let (log, page) = (folder.path("day.csv"), folder.path("r.html"))
    _ = try Tool.run([
      "simulate", "--config", Self.clinic, "--clients-out", log, "--replications", "1",
    ])
    for command in [["replay"], ["fit", "--quiet"]] {
      let done = try Tool.run(
        command + ["--config", Self.clinic, "--log", log, "--report", page, "--json"])
      #expect(done.output.contains("routes are not read"), "\(done.errors)")
      #expect(
        try String(contentsOfFile: page, encoding: .utf8).contains("routes are not read"))
    }
  }

  @Test func `of a log says how it was read`() throws {
    let folder = try Folder()
    var log = "arrival,start,end,service,teller\n"
    for day in 13...15 {
      // Called a minute before having come, as clocks have it; then three at once, with pauses of the day's own.
      let pause = (day - 12) * 10
      for hour in 9...12 {
        let time = "2024-05-\(day) \(hour)"
        log += "\(time):05:00,\(time):04:00,\(time):09:00,a,K\n"
        for (place, minute) in (30..<33).enumerated() {
          let start = "\(time):\(minute):" + (place * pause < 10 ? "0" : "") + "\(place * pause)"
          let end = "\(time):\(minute + 1):" + (place * pause < 10 ? "0" : "") + "\(place * pause)"
          log += "\(time):30:00,\(start),\(end),a,K\n"
        }
      }
    }
    let file = try folder.file("log.csv", log).path
    for command in ["fit", "replay"] {
      let text = try Tool.run(command, "--log", file).output
      #expect(text.contains("note: 12 rows: began before the client reached the line"), "\(text)")
      let json = try Tool.run(command, "--log", file, "--json").output
      #expect(json.contains("began before the client reached the line"), "\(command)")
    }
    // The control is off the record; a policy that is the same as the control is not within that.
    let same = try Tool.run("replay", "--log", file, "--policies", "fixed-split").output
    #expect(same.contains("fixed-split beside shared-pool: mean wait the same."), "\(same)")
    #expect(same.contains(#/ [−-]?[1-9][0-9]? %/#), "the control is off: \(same)")
    #expect(!same.contains("~"), "\(same)")
  }

  /// Lee goes home at ten; whoever comes for Lee then leaves, too few of them to say after how long.
  @Test func `of a log says whom the model never serves`() throws {
    let folder = try Folder()
    func warnings(isLate: Bool) throws -> String {
      var log = "arrival,start,end,left,service,teller\n"
      for day in 13...18 {
        for minute in stride(from: 0, to: 120, by: 4) {
          let time = String(format: "2024-05-%d %02d:%02d:0", day, 9 + minute / 60, minute % 60)
          log += "\(time)0,\(time)0,\(time)9,,a,Kim\n"
          if minute < 60 { log += "\(time)0,\(time)0,\(time)9,,b,Lee\n" }
          if minute == 80, isLate { log += "\(time)0,,,\(time)9,b,\n" }
        }
      }
      return try Tool.run("fit", "--log", try folder.file("log.csv", log).path).errors
    }
    #expect(try warnings(isLate: true).contains("of the model's clients are never served"))
    #expect(try !warnings(isLate: false).contains("of the model's clients are never served"))
  }

  /// Of a service that everybody leaves it is not known who does it.
  @Test func `of a log is a branch that can be simulated`() throws {
    let folder = try Folder()
    var log = "arrival,start,end,service,teller\n"
    for day in 13...15 {
      for minute in stride(from: 10, to: 59, by: 4) {
        let time = "2024-05-\(day) 09:\(minute):0"
        log += "\(time)0,\(time)0,\(time)9,a,Kim\n\(time)2,,\(time)4,b,\n"
      }
    }
    let (file, config) = (try folder.file("log.csv", log), folder.path("fitted.json5"))
    let fitted = try Tool.run("fit", "--log", file.path, "--out", config)
    #expect(fitted.status == 0, "\(fitted.errors)")
    #expect(fitted.errors.contains("nobody is seen serving \"b\": every teller is given it"))
    let done = try Tool.run("simulate", "--config", config)
    #expect(done.status == 0, "\(done.errors)")
  }

  /// Nobody can read a queue or a target off a log.
  @Test func `of a log keeps what its config says and no log can`() throws {
    let folder = try Folder()
    var log = "arrival,start,end,service,teller\n"
    for minute in stride(from: 10, to: 59, by: 4) {
      let time = "2024-05-13 09:\(minute):0"
      log += "\(time)0,\(time)0,\(time)9,a,Kim\n"
    }
    let file = try folder.file("log.csv", log)
    let config = try folder.file(
      "bank.json5",
      "{ queue: 'class-first', limit: 9, classes: { '1': 'VIP' }, services: [{ name: 'a', title: { en: 'Ay' }, target: 60 }] }"
    )
    let fitted = try Tool.run("fit", "--log", file.path, "--config", config.path, "--out", "-")
    for kept in ["\"class-first\"", "\"limit\": 9", "VIP", "Ay", "\"target\": 60"] {
      #expect(fitted.output.contains(kept), "\(kept)")
    }
    let other = try Tool.run(
      "fit", "--log", file.path, "--config", config.path, "--out", "-", "--queue", "linked")
    #expect(other.output.contains("\"queue\": \"linked\""))
  }

  @Test(.thorough) func `of days on which rare long times count is known to a precision`() throws {
    let folder = try Folder()
    let rare = try folder.file(
      "rare.json5",
      "{ policy: 'shared-pool', tellers: 1, services: [{ name: 'a', time: { empirical: { values: [1, 200],"
        + " weights: [0.999, 0.001] } }, arrivals: { poisson: { rate: 0.3 } } }] }")
    let done = try Tool.run(
      "simulate", "--config", rare.path, "--clients", "50", "--precision", "50%")
    #expect(done.errors.contains("days are enough for the precision asked for"), "\(done.errors)")
    #expect(!done.errors.contains("no interval"))
  }

  /// Twenty days do not show what two of the rare long services at once do to all others.
  @Test func `of a search goes on until enough rare long services have come`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "rare.json5",
      "{ opens: '08:00', closes: '18:00', policy: 'shared-pool', tellers: 2, services: ["
        + "{ name: 'question', time: { exponential: { mean: '20s' } }, arrivals: { poisson: { rate: '12/h' } } },"
        + "{ name: 'notary', time: '1h', arrivals: { poisson: { rate: '0.1/h' } } }] }")
    let done = try Tool.run(
      "recommend", "--config", file.path, "--policies", "shared-pool,fixed-split", "--cost",
      "wait(question)", "--seed", "2", "--json")
    #expect(done.status == 0 && !done.errors.contains("no interval"), "\(done.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(done.output.utf8)) as? [String: Any]
    let candidates = try #require(json?["candidates"] as? [[String: Any]])
    #expect(candidates.allSatisfy { $0["days"] as? Int ?? 0 >= 100 }, "\(candidates)")
    #expect((json?["best"] as? [String: Any])?["policy"] as? String == "fixed-split")
  }

  /// Where the cut of a line costs nothing, the best fills it with those whose waits cost little, and needs
  /// far longer lines.
  @Test(.thorough)
  func `of the best there is needs few states for a quiet branch, whatever waits cost`()
    throws
  {
    let folder = try Folder()
    let quiet = try folder.file(
      "quiet.json5",
      "{ tellers: 1, policy: 'shared-pool', services: [{ name: 'a', time: { exponential: { mean: 60 } },"
        + " arrivals: { poisson: { rate: '0.2/min' } } }, { name: 'b', time: { exponential: { mean: 60 } },"
        + " arrivals: { poisson: { rate: '0.1/min' } } }] }")
    let done = try Tool.run(
      "optimum", "--config", quiet.path, "--cost", "wait(a) + 1e-3 wait(b)", "--policies", "c-mu")
    // Cobham: 18 / 0.8 for a, and a thousandth of 18 / (0.8 · 0.7) for b.
    #expect(done.output.contains(": 22.53214 s (± <0.00001; 1488 states, at most 30 waiting)"))
    let less = try Tool.run("optimum", "--config", quiet.path, "--cost", "wait(all) - 20")
    #expect(
      less.status == 2 && less.errors.contains("which no policy changes; leave the number out"))
  }

  @Test(.thorough) func `of the best there is has the exact values of other people's chains`()
    throws
  {
    let folder = try Folder()
    let three = try folder.file(
      "three.json5",
      "{ tellers: 2, services: [{ name: 'tea', time: { exponential: { mean: 1 } },"
        + " arrivals: { poisson: { rate: 1 } } }] }")
    let done = try Tool.run(
      "optimum", "--config", three.path, "--policies", "shared-pool", "--json", "--out",
      folder.url.appending(path: "best.json5").path)
    #expect(done.status == 0, "\(done.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(done.output.utf8)) as? [String: Any]
    // M/M/2 at half load: a third wait, for a second.
    let optimum = try #require(json?["optimum"] as? Double)
    #expect(abs(optimum - 1.0 / 3) < 1e-5)
    let played = try Tool.run(
      "simulate", "--config", folder.url.appending(path: "best.json5").path, "--clients", "100")
    #expect(played.status == 0)
    #expect(played.output.hasPrefix("optimal on ring"))
  }

  @Test(.thorough)
  func `says how many tellers each half-hour needs, as shifts that a config takes`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "day.json5",
      "{ opens: '09:00', closes: '10:00', unit: 'min', tellers: 4, policy: 'shared-pool', services: [{ name: 'a',"
        + " target: '2min', time: '3min', arrivals: { poisson: { rates: [['09:00', '6/h'], ['09:30', '30/h']] } } }] }"
    )
    let staffed = folder.path("staffed.json5")
    let done = try Tool.run(
      "recommend", "--config", file.path, "--staff-by", "30min", "--goal", "late(a) <= 10%",
      "--json",
      "--out", staffed)
    #expect(done.status == 0, "\(done.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(done.output.utf8)) as? [String: Any]
    let stretches = try #require(json?["stretches"] as? [[String: Any]])
    let counts = stretches.compactMap { ($0["tellers"] as? [Int])?.first }
    // 0.3 and 1.5 tellers' work.
    #expect(
      counts.count == 2 && (1...2).contains(counts[0]) && (3...4).contains(counts[1]), "\(counts)")
    #expect(json?["tellerHours"] as? Double == Double(counts.reduce(0, +)) / 2)
    // The same days under the config it wrote have the same tellers and keep the goal.
    let played = try Tool.run(
      "simulate", "--config", staffed, "--replications", "80", "--json", "--policy", "shared-pool")
    let figures = try JSONSerialization.jsonObject(with: Data(played.output.utf8)) as? [String: Any]
    let late = try #require((figures?["all"] as? [String: Any])?["late"] as? Double)
    #expect(late <= 0.1, "\(late)")
    #expect((figures?["tellers"] as? [Any])?.count == counts.max())
    let text = try Tool.run(
      "recommend", "--config", file.path, "--staff-by", "1h", "--goal", "wait(a) <= 1min", "--lang",
      "ko")
    #expect(text.output.contains("tellers: [\n  { name: \"1\", shifts: [[\"09:00\", \"13:00\"]] }"))
    let open = try Tool.run("recommend", "--staff-by", "1h", "--goal", "late(all) <= 5%")
    #expect(open.status == 2 && open.errors.contains("give closes: \"17:00\" in the config"))
    let rested = try Tool.run(
      "recommend", "--config", file.path, "--staff-by", "1h", "--goal", "late(a) <= 10%", "--set",
      "tellers=[{breaks:[['09:20','09:40']]},{},{},{}]")
    #expect(rested.errors.contains("the breaks of the config are not kept"), "\(rested.errors)")
    #expect(!text.errors.contains("breaks"))
    let unfit = try Tool.run(
      "recommend", "--config", file.path, "--staff-by", "1h", "--goal", "late(a) <= 10%",
      "--policy",
      "fixed-split", "--option", "tellers.a=4", "--out", folder.path("none.json5"))
    #expect(
      unfit.status == 2
        && unfit.errors.contains("fixed-split does not suit every number of tellers"),
      "\(unfit.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("none.json5")))
    let wrong = try Tool.run(
      "recommend", "--config", file.path, "--staff-by", "1h", "--goal", "wait.p95(a) <= 1min")
    #expect(wrong.errors.contains("give one figure of wait, late or lost"))
  }

  @Test func `of a search without figures says why, and ends well`() throws {
    let branch = Repository.root.appending(path: "docs/Examples/branch.json5").path
    let busy = try Tool.run(
      "recommend", "--config", branch, "--set", "services.loan.arrivals.poisson.rate*=5")
    #expect(busy.status == 0, "\(busy.errors)")
    #expect(
      busy.output.hasPrefix(
        "There is nothing to recommend, for no candidate has figures: not stable: work for"))
    let late = try Tool.run(
      "recommend", "--config", branch, "--set", "services.loan.arrivals.poisson.rate*=5", "--goal",
      "lost(all) <= 5%")
    #expect(late.status == 0 && late.output.hasPrefix("There is nothing to recommend"), "\(late)")
    let folder = try Folder()
    let quiet = try folder.file(
      "quiet.json5",
      "{ opens: '09:00', closes: '10:00', tellers: 1, services: [{ name: 'a', time: 60,"
        + " arrivals: { poisson: { rate: '1/h' } } }] }")
    let none = try Tool.run("recommend", "--config", quiet.path, "--policies", "shared-pool")
    #expect(none.status == 0 && none.output.hasPrefix("Use shared-pool"), "\(none.output)")
    // Who comes is gone before the teller is there.
    let gone = try folder.file(
      "gone.json5",
      "{ opens: '09:00', closes: '10:00', tellers: [{ name: 'A', shifts: [['09:30', '10:00']] }],"
        + " services: [{ name: 'a', time: 60, patience: 60, arrivals: { times: [10, 20] } }] }")
    let nobody = try Tool.run("recommend", "--config", gone.path, "--policies", "shared-pool")
    #expect(
      nobody.status == 0 && nobody.output.contains("on most days nobody is served who counts"),
      "\(nobody.output) \(nobody.errors)")
  }

  /// Of a goal that hangs on rare days, and where nobody comes on one day in seven.
  @Test func `of a search is right where little happens on a day`() throws {
    let folder = try Folder()
    let quiet = try folder.file(
      "quiet.json5",
      "{ closes: 1000, tellers: 1, services: [{ name: 'a', time: 600, target: 0,"
        + " arrivals: { poisson: { rate: 0.002 } } }] }")
    func best(_ config: URL, _ words: String...) throws -> Int? {
      let done = try Tool.run(
        ["recommend", "--config", config.path, "--policies", "shared-pool", "--json"] + words)
      let json = try JSONSerialization.jsonObject(with: Data(done.output.utf8)) as? [String: Any]
      return ((json?["best"] as? [String: Any])?["set"] as? [String: Any])?["tellers"] as? Int
    }
    #expect(try best(quiet, "--vary", "tellers=1...2", "--goal", "late(all) <= 99%") == 1)
    let rare = try folder.file(
      "rare.json5",
      "{ services: [{ name: 'a', time: { exponential: { mean: 60 } }, target: 60,"
        + " arrivals: { poisson: { rate: '1/min' } } }], tellers: 1 }")
    // Erlang: of those who call 3 tellers 0.84 % are late on such days. Of the first four hundred none is.
    #expect(
      try best(rare, "--vary", "tellers=3", "--goal", "late(all) <= 0.2%", "--clients", "20")
        == nil)
  }

  /// Whoever is never called has no wait, and is not kept.
  @Test func `leaves nobody without a teller who can serve them`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "day.json5",
      "{ opens: '09:00', closes: '09:30', policy: 'shared-pool', services: ["
        + "{ name: 'a', time: '2min', arrivals: { poisson: { rate: '12/h' } } },"
        + "{ name: 'b', time: '2min', arrivals: { poisson: { rate: '4/h' } } }],"
        + " tellers: [{ name: 'A', skills: ['a'] }, { name: 'B', skills: ['b'] }] }")
    let staffed = folder.path("staffed.json5")
    let done = try Tool.run(
      "recommend", "--config", file.path, "--staff-by", "30min", "--goal", "lost(all) <= 50%",
      "--json", "--out", staffed)
    #expect(done.status == 0, "\(done.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(done.output.utf8)) as? [String: Any]
    let stretches = try #require(json?["stretches"] as? [[String: Any]])
    #expect(stretches.map { $0["tellers"] as? [Int] } == [[1, 1]])
    #expect(try Tool.run("config", "--config", staffed).status == 0)
  }

  @Test func `is not given to mistakes`() throws {
    let cost = try Tool.run("recommend", "--config", Self.counter, "--cost", "wiat(loan)")
    #expect(cost.status == 2)
    #expect(cost.errors.contains("\"wiat\" is no figure and no number"))
    let goal = try Tool.run("recommend", "--config", Self.counter, "--goal", "late(laon) < 5%")
    #expect(goal.status == 2)
    #expect(goal.errors.contains("write a figure, <= or >=, and a number"))
    let share = try Tool.run("recommend", "--config", Self.counter, "--goal", "late(all) <= 5")
    #expect(share.errors.contains("a share is from 0 to 100 %"))
    let time = try Tool.run("recommend", "--config", Self.counter, "--goal", "wait(all) <= 5%")
    #expect(time.errors.contains("compare shares with shares, times with times"))
    let aimless = try Tool.run(
      "recommend", "--set", "services=[{name:'a',target:5},{name:'b'}]", "--goal",
      "late(all) <= 5%", "--cost", "late(b)")
    #expect(aimless.status == 2)
    for path in ["--goal late(all) <= 5%", "--cost late(b)"] {
      #expect(
        aimless.errors.contains(
          "\(path): \"b\" has no target; give one: --set services.b.target=5min"),
        "\(aimless.errors)")
    }
    let policy = try Tool.run("sweep", "--config", Self.counter, "--vary", "policy=c-mu,threshold")
    #expect(
      policy.errors.contains(
        "--vary policy=c-mu,threshold: is no key of the branch; give --policies"))
    let range = try Tool.run("sweep", "--config", Self.counter, "--vary", "tellers=5...3")
    #expect(range.errors.contains("whole numbers, the lower first"))
    let large = try Tool.run("optimum", "--config", Self.clinic)
    #expect(large.status == 2)
    #expect(large.errors.contains("tellers: 5 tellers; at most 4"))
    let folder = try Folder()
    let route = try folder.file(
      "route.json5",
      "{ routes: [{ name: 'a', share: 0.7, steps: ['deposit', 'laon'] }, { name: 'b', share: 0.7,"
        + " steps: ['deposit'] }] }")
    let wrong = try Tool.run("simulate", "--config", route.path)
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("did you mean \"loan\""))
  }
}

@Suite struct `A clinic with check-ups` {
  @Test func `says how long one is in all, and keeps everybody`() throws {
    let done = try Tool.run(
      "simulate", "--config", `An answer`.clinic, "--replications", "3", "--json")
    #expect(done.status == 0, "\(done.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(done.output.utf8)) as? [String: Any]
    let routes = try #require(json?["routes"] as? [String: [String: Any]])
    let route = try #require(routes["check-up"])
    let time = try #require((route["sojourn"] as? [String: Any])?["mean"] as? Double)
    #expect(600...7200 ~= time)
    let counts = try ["arrived", "served", "abandoned"].map { try #require(route[$0] as? Int) }
    #expect(counts[0] == counts[1] + counts[2])
    let services = try #require(json?["services"] as? [String: [String: Any]])
    let steps = try services.values.reduce(0) { $0 + (try #require($1["arrived"] as? Int)) }
    #expect(try #require(json?["clients"] as? Int) < steps)
  }

  @Test func `has a row for each step`() throws {
    let folder = try Folder()
    let file = folder.url.appending(path: "clients.csv")
    _ = try Tool.run(
      "simulate", "--config", `An answer`.clinic, "--clients", "60", "--clients-out", file.path)
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows[0].last == "step")
    #expect(Set(rows.dropFirst().map { $0[0] }).count == 60)
    #expect(rows.contains { $0.last == "3" })
    for (row, next) in zip(rows.dropFirst(), rows.dropFirst(2)) where next.last != "1" {
      // A step begins when the one before is finished.
      #expect(row[0] == next[0] && row[4] == next[2])
    }
  }

  /// Two of the config's three cannot do everything, and half of those who come leave.
  @Test func `of a search says whose tellers they are, who is lost, and for whom more are late`()
    throws
  {
    let folder = try Folder()
    let file = try folder.file(
      "staff.json5",
      "{ opens: '09:00', closes: '13:00', policy: 'shared-pool', services: [{ name: 'a', target: 600, time: 60,"
        + " arrivals: { poisson: { rate: '60/h' } }, patience: { exponential: { mean: 120 } } }, { name: 'b',"
        + " target: 60, time: 600, arrivals: { poisson: { rate: '1/h' } } }],"
        + " tellers: [{ name: 'A', skills: ['a'] }, { name: 'B', skills: ['a'] }, { name: 'C' }] }")
    func search(_ words: String...) throws -> String {
      let flags = ["recommend", "--config", file.path, "--vary", "tellers=1...2", "--error", "0.4"]
      return try Tool.run(flags + ["--policies", "shared-pool", "--goal"] + words).output
    }
    let others = "the skills of the config's 3 are not used"
    let waits = try search("wait(all) <= 5min")
    #expect(waits.contains(others), "\(waits)")
    #expect(
      waits.contains(
        #/[0-9.]+ % of those who come leave unserved, [0-9.]+ % today, which no goal/#), "\(waits)")
    let lost = try search("lost(all) <= 90%")
    #expect(!lost.contains("which no goal asks for"), "\(lost)")
    // Tellers who are all alike are what was asked for; one would be enough for those who stay.
    let alike = try search("wait(all) <= 5min", "--set", "tellers=2")
    #expect(!alike.contains("are not used"), "\(alike)")
    #expect(alike.contains("Use shared-pool with 2 tellers"), "\(alike)")
    let allowed = try search(
      "wait(all) <= 5min", "--goal", "lost(all) <= 90%", "--set", "tellers=2")
    #expect(
      allowed.contains(#/Today's shared-pool with 2 tellers costs [0-9.]+ ± [0-9.]+ s less/#),
      "\(allowed)")
    let page = folder.path("s.html")
    let sweep = try Tool.run(
      "sweep", "--config", Repository.root.appending(path: "docs/Examples/clinic.json5").path,
      "--vary", "tellers=5,6", "--policies", "c-mu", "--replications", "20", "--report", page)
    #expect(sweep.errors.contains("the skills, shifts and speeds of the config's 5 are not used"))
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(
      text.contains(
        "of all clients are late. Of single services more may be: at"))
  }

  /// Waits are of those served: who serves fewer would be praised for it.
  @Test func `of a search drops whoever leaves people unserved, and counts them as lost`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "c.json5",
      "{ policy: 'shared-pool', closes: 3600, services: [{ name: 'a', time: 5, arrivals: { poisson: { rate: 0.1 } } },"
        + " { name: 'b', time: { exponential: { mean: 5 } }, arrivals: { poisson: { rate: 0.18 } } }],"
        + " tellers: [{ name: 'A', skills: ['a'] }, { name: 'B', skills: ['b'], shifts: [[0, 4000]] }] }"
    )
    func found(_ words: String...) throws -> (all: [String: Any], errors: String) {
      let done = try Tool.run(
        ["recommend", "--config", file.path, "--policies", "shared-pool", "--json"] + words)
      return (
        try #require(
          try JSONSerialization.jsonObject(with: Data(done.output.utf8)) as? [String: Any]),
        done.errors
      )
    }
    let both = try found("--vary", "tellers.B.shifts.0.1=600,4000")
    let candidates = try #require(both.all["candidates"] as? [[String: Any]])
    #expect(candidates.map { $0["verdict"] as? String }.contains("best"))
    #expect(both.errors.contains("unserved, whom nobody who is there can serve"), "\(both.errors)")
    // Where there is no other, they count as lost, and the rest is warned of.
    let alone = try found("--set", "tellers.B.shifts.0.1=600", "--goal", "lost(all) <= 1%")
    let goals = try #require(
      (alone.all["candidates"] as? [[String: Any]])?[0]["goals"] as? [[String: Any]])
    #expect(goals[0]["value"] as? Double ?? 0 > 0.3, "\(alone.all)")
    #expect(alone.errors.contains("nobody ever leaves this branch"))
  }
}
