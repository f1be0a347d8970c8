import BankConfiguration
import Foundation
import ShippedPolicies
import Testing

@testable import BankCLI

/// Mistakes in flags, config, trace and files: status 2, nothing on standard output, and sentences
/// that say what, where and what is allowed.
@Suite struct `A mistake is told and nothing is done` {
  typealias Row = (words: [String], says: [String])

  @Test func `of what a full disk kept out of a journal is told before anything is written`() throws
  {
    let folder = try Folder()
    let heading = String(decoding: Journal.heading, as: UTF8.self)
    let journal = try folder.file("day.jsonl", heading)
    let rest = #""services":[{"name":"deposit"},{"name":"loan"}]}}"# + "\n"
    _ = try folder.file("day.jsonl.unwritten", rest)
    let done = try Tool.run(["serve", "--port", "0", "--journal", journal.path])
    #expect(done.status == 2)
    #expect(done.errors.contains("day.jsonl.unwritten has what could not be written"))
    #expect(done.errors.contains(" && rm "))
    #expect(try String(contentsOf: journal, encoding: .utf8) == heading)
    // Of a journal that somebody moved away the rest is no journal by itself.
    try FileManager.default.removeItem(at: journal)
    let moved = try Tool.run(["serve", "--port", "0", "--journal", journal.path])
    #expect(moved.status == 2 && moved.errors.contains("put the file that was moved away back"))
    #expect(!FileManager.default.fileExists(atPath: journal.path), "nothing was done")
  }

  @Test func `a command's help shows no flag that it refuses`() throws {
    for command in BankCommand.commands {
      for flag in command.without {
        #expect(!command.help.contains("\n  \(flag.name) "), "\(command.name)")
        let words = [command.name, flag.name] + (flag.value == nil ? [] : ["x"])
        let done = try Tool.run(words)
        #expect(done.status == 2)
        #expect(done.errors.contains("\(flag.name): means nothing here; "))
      }
    }
  }

  static let flags: [Row] = [
    (
      ["rnu"],
      [
        "unknown command 'rnu'; allowed: \(BankCommand.commands.map(\.name).joined(separator: ", "));"
          + " did you mean \"run\"?"
      ]
    ),
    (["--polcy", "x"], ["unknown option '--polcy'; did you mean '--policy'?"]),
    (["run", "--policy"], ["--policy: has no value; give NAME"]),
    (
      ["run", "--policy", "fixed-spilt"],
      [
        "--policy: unknown policy \"fixed-spilt\"; allowed: \(Shipped.list); did you mean \"fixed-split\"?"
      ]
    ),
    (
      ["simulate", "--warmup", "30", "--until", "20"],
      ["--warmup 30: leaves nothing until 20 s; end it before --until"]
    ),
    (["run", "now"], ["unexpected 'now'; did you mean '--policy now'?"]),
    (
      ["compare", "shared-pool", "c-mu", "tellers=4", "branch.json5", "200"],
      [
        "unexpected 'shared-pool c-mu'; did you mean '--policies shared-pool,c-mu'?",
        "unexpected 'tellers=4'; did you mean '--set tellers=4'?",
        "unexpected 'branch.json5'; did you mean '--config branch.json5'?",
        "unexpected '200'; did you mean '--clients 200'?",
      ]
    ),
    (["sweep", "tellers=4"], ["unexpected 'tellers=4'; did you mean '--vary tellers=4'?"]),
    (
      ["fit", "day.csv"],
      [
        "unexpected 'day.csv'; did you mean '--log day.csv'?",
        "--log: is missing; give the recorded log",
      ]
    ),
    (["bench", "c-mu"], ["unexpected 'c-mu'; did you mean '--policy c-mu'?"]),
    (["queues", "9"], ["unexpected '9'; this command takes flags only"]),
    (["run", "--clients", "5", "--clients", "6"], ["--clients: is there twice; keep one"]),
    (
      ["run", "--option", "tellers.loan=1", "--option", "tellers.loan=2"],
      ["--option tellers.loan: is there twice; keep one"]
    ),
    (
      ["sweep", "--vary", "tellers=3,3", "--vary", "seed=1,2"],
      [
        "--vary tellers=3,3: 3 is there twice; keep one",
        "--vary seed=1,2: is no key of the branch; give --seed",
      ]
    ),
    (
      ["run", "--clients", "30...10"],
      [
        "--clients: \"30...10\"; allowed: a whole number from 0 to 1000000000, or a range such as 10...30"
      ]
    ),
    (
      ["run", "--clients", "99999999999999999999"],
      [
        "--clients: \"99999999999999999999\"; allowed: a whole number from 0 to 1000000000, or a range such as 10...30"
      ]
    ),
    (["run", "--speed", "0"], ["--speed: \"0\"; allowed: a number from 0.001 to 1000000, or max"]),
    (
      ["run", "--speed", "nan"],
      ["--speed: \"nan\"; allowed: a number from 0.001 to 1000000, or max"]
    ),
    (
      ["config", "--set", "services.loan.taget=3", "--set", "tellers=0"],
      [
        "--set services.loan.taget=3: services[1].taget: unknown key \"taget\"; allowed: name, title,"
          + " time, share, arrivals, patience, target, needs, priority; did you mean \"target\"?",
        "--set tellers=0: tellers: 0; allowed: a whole number from 1 to 1000000",
      ]
    ),
    (
      ["config", "--set", "opens=24:00", "--set", "limit=-Infinity"],
      [
        "--set opens=24:00: opens: \"24:00\"; allowed: a time of day such as \"09:00\"",
        "--set limit=-Infinity: limit: -Infinity; allowed: a whole number from 0 to 1000000000",
      ]
    ),
    (
      ["config", "--set", "classes={\"1\":\"loan\",\"+2\":\"x\"}"],
      [
        "--set classes={\"1\":\"loan\",\"+2\":\"x\"}: classes.+2: \"+2\" is no class; a class is a"
          + " whole number from -2147483648 to 2147483647; higher is more urgent"
      ]
    ),
    (
      ["config", "--set", "classes={\"1\":\"loan\"}"],
      [
        "--set classes={\"1\":\"loan\"}: classes.1: \"loan\" is the name of a service or of another"
          + " class; choose another title"
      ]
    ),
    (
      ["config", "--set", "services.loan.name=all"],
      [
        "--set services.loan.name=all: services[1].name: \"all\" stands for all services in tables and"
          + " goals; choose another name"
      ]
    ),
    (
      [
        "config", "--set", "services.loan.name=class 1", "--set",
        "services.deposit.priority={\"1\":1,\"0\":2}",
      ],
      [
        "--set services.loan.name=class 1: services[1].name: \"class 1\" stands for others in tables and"
          + " goals; choose another name"
      ]
    ),
    (
      ["sweep", "--vary", "tellers=1...200000"],
      ["--vary tellers=1...200000: too many values; at most 100000"]
    ),
    (
      ["sweep", "--vary", "services.3.target=5min,6min"],
      ["--vary services.3.target=5min: services has no \"3\"; allowed: deposit, loan"]
    ),
    (
      ["run", "--speed", "0x10"],
      ["--speed: \"0x10\"; allowed: a number from 0.001 to 1000000, or max"]
    ),
    (
      ["help", "simulat"],
      [
        "unknown command 'simulat'; allowed: run, menu, simulate, compare, replay, fit, sweep, recommend,"
          + " optimum, conformance, policies, queues, bench, serve, config, new-policy, new-queue,"
          + " completions; did you mean \"simulate\"?"
      ]
    ),
    (
      ["simulate", "--until", "-1"],
      [
        "--until: \"-1\"; allowed: seconds from 0 to 100000000, or a text such as 20min or 10:30"
      ]
    ),
    (
      ["simulate", "--until", "5", "--clients", "5"],
      ["--clients and --until: exclude each other; keep one"]
    ),
    (
      ["sweep", "--policies", "c-mu", "--policy", "shared-pool"],
      ["--policies and --policy: exclude each other; keep one"]
    ),
    (
      ["config", "--schema", "--policy", "c-mu"],
      ["--schema and --policy: exclude each other; keep one"]
    ),
    (
      ["conformance", "c-mu", "--world", "T A:deposit |", "--depth", "2"],
      ["--world and --depth: exclude each other; keep one"]
    ),
    (["simulate", "--json=yes"], ["--json: takes no value"]),
    (
      ["run", "--queue", "x", "--lang", "fr", "--seed", "1e3"],
      [
        "--lang: \"fr\"; allowed: ko, en",
        "--queue: unknown queue \"x\"; allowed: \(Shipped.queueList)",
        "--seed: \"1e3\"; allowed: a whole number from 0 to 9007199254740991",
      ]
    ),
    (
      ["run", "--option", "tellers.deposit=3"],
      [
        "--option tellers: the split adds up to 4, and there are 3 tellers; make the numbers add up to 3"
      ]
    ),
    (
      ["run", "--option", "tellers.deposit=x"],
      ["--option tellers.deposit: \"x\"; allowed: a whole number"]
    ),
    (
      ["run", "--policy", "loan-priority", "--option", "first=laon"],
      ["--option first: \"laon\" is not a service; allowed: deposit, loan; did you mean \"loan\"?"]
    ),
    (
      // In a list, beside a file that says nothing of it.
      [
        "run", "--config", `An answer`.counter, "--policy", "reservation",
        "--option", "first=['loan','loan']",
      ],
      ["--option first[1]: \"loan\" is there twice; name each once"]
    ),
    (
      ["run", "--policy", "shared-pool", "--option", "first=loan"],
      ["--option first: unknown key \"first\"; no name is allowed here"]
    ),
    (["run", "--config", "/nowhere.json5"], ["/nowhere.json5: there is no such file"]),
    (["run", "--config", "/tmp"], ["/tmp: this is a directory; give a file"]),
    (["simulate", "--trace", "/tmp"], ["/tmp: this is a directory; give a file"]),
    (
      ["run", "--events", "/nowhere/events"],
      ["--events /nowhere/events: cannot be written; No such file or directory"]
    ),
    (
      ["simulate", "--clients-out", "/tmp"],
      ["--clients-out /tmp: cannot be written; Is a directory"]
    ),
    (
      ["compare", "--policies", "fixed-split,shared-pool:x,fixed-split"],
      [
        "--policies: \"fixed-split\" is there twice; name it once, or with other options",
        "--policies: \"x\"; give KEY=VALUE, such as tellers.deposit=2",
      ]
    ),
    (
      ["compare", "--policies", "fixed-split:tellers.deposit=1"],
      [
        "--policies fixed-split:tellers.deposit=1: tellers: the split adds up to 2, and there are 3 tellers; make the numbers add up to 3"
      ]
    ),
    (
      ["compare", "--policies", "fixed-split,fixed-split:tellers={deposit:2,loan:1}"],
      [
        "--policies: \"fixed-split:tellers={deposit:2,loan:1}\" is the same as \"fixed-split\"; give other options"
      ]
    ),
    (["config", "--schema", "--polcy"], ["unknown option '--polcy'; did you mean '--policy'?"]),
  ]

  static func check(_ result: Tool.Result, _ says: [String]) {
    #expect(result.status == 2)
    #expect(!result.wasKilled)
    #expect(result.output.isEmpty)
    let lines = result.errors.split(separator: "\n").map(String.init)
    #expect(lines.dropLast() == says.map { "bank: " + $0 }[...])
    #expect(lines.last?.hasPrefix("See 'bank ") == true)
  }

  @Test(arguments: flags)
  func `in flags`(row: Row) throws {
    Self.check(try Tool.run(row.words), row.says)
  }

  static let files: [(text: String, says: [String])] = [
    ("", [":1:1: the file is empty; {} is the standard branch"]),
    ("{\n  policy: 'fixed-split',\n  queue 'ring'\n}", [":3:9: ' where : is due after \"queue\""]),
    (
      "{ policy: 'fixd-split' }",
      [
        ":1:3: policy: unknown policy \"fixd-split\"; allowed: \(Shipped.list); did you mean \"fixed-split\"?"
      ]
    ),
    (
      "{\n options: {\n  tellers: { deposit: 1, loan: 1 } } }",
      [
        ":3:3: options.tellers: the split adds up to 2, and there are 3 tellers; make the numbers add up to 3"
      ]
    ),
    (
      "{ options: { teller: 1 } }",
      [":1:14: options.teller: unknown key \"teller\"; allowed: tellers; did you mean \"tellers\"?"]
    ),
    ("{ limit: 1, limit: 2 }", [":1:13: \"limit\" is there twice; keep one"]),
    (
      "{ services: [{ name: 'a', needs: { x: 1 } }], tellers: 0, colour: 1 }",
      [
        ":1:36: services[0].needs.x: \"x\" is not in stock; no name is allowed here",
        ":1:47: tellers: 0; allowed: a whole number from 1 to 1000000",
        ":1:59: colour: unknown key \"colour\"; allowed: $schema, policy, options, queue, seed, messages, unit, opens, closes, classes, services, routes, tellers, clients, limit, handover, stock, recording",
      ]
    ),
    (
      "{ services: [{ name: 'a', time: 'long', needs: { x: 'one', y: 1 } }, { name: 'a' }],\n"
        + "tellers: [{ skills: ['b'] }, { name: 2 }], stock: { x: -1 } }",
      [
        ":1:27: services[0].time: \"long\"; allowed: a time, or a distribution: { exponential: { mean: 1 } }",
        ":1:50: services[0].needs.x: \"one\"; allowed: a whole number from 1 to 1000000000",
        ":1:60: services[0].needs.y: \"y\" is not in stock; allowed: x",
        ":1:72: services[1].name: \"a\" is there twice; give every service a name of its own",
        ":2:32: tellers[1].name: 2; allowed: text",
        ":2:53: stock.x: -1; allowed: a whole number from 0 to 1000000000, or an object with count and title",
      ]
    ),
    // What is left of a list says nothing about its places.
    (
      "{ tellers: [{ skills: [5, 'deposit', 'lon'] }, { shifts: [['a', 3], [0, 10], [20, 5]] }] }",
      [
        ":1:24: tellers[0].skills[0]: 5; allowed: text",
        ":1:60: tellers[1].shifts[0][0]: \"a\"; allowed: seconds, a number from 0 to 100000000, or a text such as \"20min\" (ms, s, min, h, d)",
      ]
    ),
    // Without the name of a service nobody knows which skills there are.
    (
      "{ services: [{ name: 1 }], tellers: [{ name: '1', skills: ['b'] }, { name: '1' }] }",
      [
        ":1:16: services[0].name: 1; allowed: text",
        ":1:70: tellers[1].name: \"1\" is there twice; give every teller a name of its own",
      ]
    ),
    (
      "{ services: [{ name: 'a', needs: { x: 1 } }] }",
      [":1:36: services[0].needs.x: \"x\" is not in stock; no name is allowed here"]
    ),
    (
      "{ services: [{ name: 'a' }, { name: 'b' }], tellers: 1 }",
      [
        ": policy fixed-split does not suit this branch: tellers: 2 services need at least 2 tellers, and only 1 can serve; have more tellers, or use a policy that shares tellers"
      ]
    ),
  ]

  @Test(arguments: files)
  func `in a config`(row: (text: String, says: [String])) throws {
    let folder = try Folder()
    let config = try folder.file("c.json5", row.text)
    Self.check(try Tool.run("run", "--config", config.path), row.says.map { config.path + $0 })
  }

  @Test func `in bytes that are no text`() throws {
    let folder = try Folder()
    let place = folder.url.appending(path: "c.json5")
    try Data([0x7B, 0x0A, 0xFF, 0xFE, 0x7D]).write(to: place)
    Self.check(try Tool.run("run", "--config", place.path), ["\(place.path):2: is not UTF-8 text"])
    Self.check(
      try Tool.run("simulate", "--trace", place.path), ["\(place.path):2: is not UTF-8 text"])
  }

  @Test func `in a trace, before any file is written`() throws {
    let folder = try Folder()
    let trace = try folder.file("t.csv", "arrival,service,time\n0,deposit,x\n")
    let kept = try folder.file("kept.csv", "precious")
    let result = try Tool.run(
      "simulate", "--trace", trace.path, "--clients-out", kept.path, "--events", folder.path("new"))
    Self.check(
      result, ["\(trace.path): line 2, column time: \"x\"; allowed: seconds from 0 to 100000000"])
    #expect(try String(contentsOf: kept, encoding: .utf8) == "precious")
    #expect(!FileManager.default.fileExists(atPath: folder.path("new")))
  }

  @Test func `where a file would be read and written, or written twice`() throws {
    let folder = try Folder()
    let trace = try folder.file("t.csv", "arrival,service,time\n0,deposit,1\n")
    Self.check(
      try Tool.run("simulate", "--trace", trace.path, "--clients-out", trace.path),
      ["--clients-out \(trace.path): is read or written already; give a file of its own"])
    #expect(try String(contentsOf: trace, encoding: .utf8).hasPrefix("arrival"))
    let out = folder.path("out")
    Self.check(
      try Tool.run("simulate", "--events", out, "--clients-out", out),
      ["--events \(out): is read or written already; give a file of its own"])
    #expect(!FileManager.default.fileExists(atPath: out))
  }

  @Test func `a full disk is told, with status 1`() throws {
    let result = try Tool.run("simulate", "--events", "/dev/full")
    #expect(result.status == 1)
    #expect(
      result.errors.contains("/dev/full: could not be written to the end; No space left on device"))
  }

  @Test func `help is there for every command, and names only what is there`() throws {
    let known = Set(BankCommand.commands.flatMap { $0.flags.map(\.name) } + Flag.common.map(\.name))
    for command in BankCommand.commands {
      let help = try Tool.run(command.name, "--help")
      #expect(help.status == 0)
      #expect(help.output.contains("Usage: bank \(command.name)"))
      for flag in help.output.matches(of: /--[a-z-]+/).map({ String($0.0) }) {
        #expect(known.contains(flag), "\(command.name): \(flag)")
      }
    }
    #expect(try Tool.run("--version").output.hasPrefix("bank "))
  }
}

@Suite struct `Flags that every command has` {
  /// `BANK_WRITE=1 swift test --filter manual.page` writes it anew.
  @Test func `are in the manual page, with those of each command`() throws {
    let page = try Tool.run("completions", "man")
    #expect(page.status == 0)
    for flag in ["\\-\\-precision", "\\-\\-quiet", "\\-\\-engine"] {
      #expect(page.output.contains("\\fB\(flag)\\fR"))
    }
    let file = Repository.root.appending(path: "docs/Reference/bank.1")
    if ProcessInfo.processInfo.environment["BANK_WRITE"] != nil {
      try page.output.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try Repository.text("docs/Reference/bank.1") == page.output, "help has changed")
  }

  @Test func `-h is help, and --quiet leaves out notes but no warning`() throws {
    #expect(try Tool.run("simulate", "-h").output == Tool.run("simulate", "--help").output)
    let busy = [
      "simulate", "--set", "services.loan.arrivals={poisson: {rate: 9}}", "--clients", "2000",
    ]
    let loud = try Tool.run(busy)
    let quiet = try Tool.run(busy + ["--quiet"])
    #expect(loud.errors.contains("bank: note: ") && loud.errors.contains("bank: warning: "))
    #expect(!quiet.errors.contains("bank: note: ") && quiet.errors.contains("bank: warning: "))
    #expect(loud.output == quiet.output)
  }
}
