import Foundation
import Testing

@testable import BankCLI

@Suite struct `On the console` {
  @Test func `run opens the branch in real time and prints each start and finish`() throws {
    let start = ContinuousClock.now
    let result = try Tool.run(
      "--policy", "fixed-split", "--clients", "3", "--seed", "3", "--speed", "2")
    let took = start.duration(to: .now)
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 7)
    #expect(lines.last?.hasPrefix("The bank is closed. 3 clients were served today, in ") == true)
    let seconds = Double(lines.last?.split(separator: " ").suffix(4).first ?? "") ?? 0
    #expect(took >= .seconds(seconds / 2), "not faster than the clock at twice its speed")
  }

  @Test func `--lang ko gives the texts of the source apps, in ticket order per service`() throws {
    let result = try Tool.run(
      "run", "--lang", "ko", "--speed", "max", "--clients", "30", "--seed", "1")
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 61)
    for service in ["예금", "대출"] {
      for step in ["시작", "완료"] {
        let tickets = lines.compactMap { line -> Int? in
          guard line.hasSuffix("번 고객 \(service)업무 \(step)") else { return nil }
          return Int(line.prefix { $0.isNumber })
        }
        #expect(!tickets.isEmpty)
        #expect(tickets == tickets.sorted())
      }
    }
    let closing = /업무가 마감되었습니다\. 오늘 업무를 처리한 고객은 총 30명이며, 총 업무시간은 \d+\.\d\d초입니다\./
    #expect(lines.last?.wholeMatch(of: closing) != nil)
  }

  @Test func `the language comes from the environment`() throws {
    let korean = try Tool.run(
      "--speed", "max", "--seed", "1", environment: ["LANG": "ko_KR.UTF-8"])
    #expect(korean.output.contains("예금업무 시작"))
    let overruled = try Tool.run(
      "--speed", "max", "--seed", "1",
      environment: ["LANG": "ko_KR.UTF-8", "LC_ALL": "en_US.UTF-8"])
    #expect(overruled.output.contains("deposit started"))
  }

  /// Bug 8 of the source apps: the number of clients was drawn once per program run.
  @Test func `the menu draws the clients of every opening anew`() throws {
    let result = try Tool.run(
      "menu", "--seed", "1", "--speed", "max", "--lang", "ko", input: "1\n1\n2\n")
    #expect(result.status == 0)
    let counts = result.output.matches(of: /총 (\d+)명/).map { $0.1 }
    #expect(counts.count == 2)
    #expect(Set(counts).count == 2)
    #expect(result.output.components(separatedBy: "1 : 은행개점\n2 : 종료\n입력 : ").count == 4)
  }

  /// Bug 9 of the source apps: end of input looped for ever, wrong input recursed.
  @Test func `the menu ends with its input, and bears any input`() throws {
    #expect(try Tool.run("menu", input: "").status == 0)
    let wrong = String(repeating: "나가기\n", count: 50_000)
    let result = try Tool.run("menu", "--lang", "ko", input: wrong + "2\n")
    #expect(result.status == 0)
    #expect(result.output.components(separatedBy: "잘못된 입력입니다.\n").count == 50_001)
    #expect(try Tool.run("menu", "--speed", "max", input: "1").output.contains("closed"))
  }

  /// Bug 10 of the source apps: nobody there at opening waited for ever.
  @Test func `nobody there closes at once`() throws {
    let result = try Tool.run("run", "--clients", "0", "--lang", "ko", "--seed", "1")
    #expect(result.output == "업무가 마감되었습니다. 오늘 업무를 처리한 고객은 총 0명이며, 총 업무시간은 0.00초입니다.\n")
  }

  @Test(
    arguments: [
      (["run", "--speed", "0.1"], SIGINT, 130), (["menu", "--speed", "0.1"], SIGINT, 130),
      (["run", "--speed", "0.1"], SIGTERM, 143),
    ] as [([String], Int32, Int32)])
  func `an interrupt stops with what was done so far and a status that says so`(
    words: [String], signal: Int32, status: Int32
  ) async throws {
    let process = Tool.process(words)
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    input.fileHandleForWriting.write(Data("1\n".utf8))
    var text = ""
    while !text.contains("started") {
      text += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    text += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == status)
    #expect(text.hasSuffix("in 0.00 seconds of work.\n") || text.contains("0 clients were served"))
  }

  @Test(arguments: [
    ["--clients", "1000000000"], ["--clients", "300000", "--replications", "9999"],
  ])
  func `an interrupt stops a simulation too, however many days`(words: [String]) throws {
    let folder = try Folder()
    let config = try folder.file(
      "endless.json5", "{services: [{name: 'a', time: 0.1, arrivals: {poisson: {rate: 1}}}]}")
    let (status, text) = try Self.ended(
      ["simulate", "--config", config.path, "--json"] + words, by: SIGINT)
    #expect(status == 130)
    #expect(text.contains("interrupted; these are the figures so far"))
  }

  @Test func `an interrupt stops a measurement, however many clients`() throws {
    let (status, text) = try Self.ended(
      ["bench", "--clients", "1000000000", "--policy", "shared-pool"], by: SIGTERM)
    #expect(status == 143)
    #expect(text.hasPrefix("policy"), "\(text)")
  }

  /// Sends a signal to a command at work; returns its status and what it had printed.
  ///
  /// Nothing tells when it listens to signals: one that a signal kills, for it did not yet, is given longer.
  private static func ended(_ words: [String], by signal: Int32) throws -> (Int32, String) {
    var ended: (Int32, String) = (0, "")
    for wait in [0.5, 2, 8] {
      let process = Tool.process(words)
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      Thread.sleep(forTimeInterval: wait)
      kill(process.processIdentifier, signal)
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      ended = (process.terminationStatus, text)
      if process.terminationReason == .exit { break }
    }
    return ended
  }

  /// Of two candidates at most one has any days: nothing can be said of the better.
  @Test func `a recommendation that is interrupted before all were looked at decides nothing`()
    throws
  {
    let folder = try Folder()
    let config = try folder.file(
      "endless.json5",
      "{services: [{name: 'a', time: 0.1, arrivals: {poisson: {rate: 1}}}], tellers: 1}")
    let process = Tool.process([
      "recommend", "--config", config.path, "--json", "--clients", "200000",
      "--vary", "services.a.time=0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8", "--report", folder.path("r"),
    ])
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // The file is there when the search begins.
    while process.isRunning, !FileManager.default.fileExists(atPath: folder.path("r")) {
      Thread.sleep(forTimeInterval: 0.01)
    }
    process.interrupt()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(text.contains("\"best\": null") && text.contains("\"decided\": false"))
    #expect(text.contains("Not decided: it was ended before the data could tell."))
    #expect(!text.contains("noFigures"), "who was not looked at is open")
    #expect(said.contains("interrupted; this is what was done so far"))
  }

  @Test func `a search that is interrupted writes over no file`() throws {
    let folder = try Folder()
    let new = folder.path("new.json5")
    let process = Tool.process([
      "recommend", "--config", "docs/Examples/clinic.json5", "--staff-by", "30min", "--goal",
      "late(all) <= 5%", "--out", new,
    ])
    process.currentDirectoryURL = Repository.root
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    // The file is there when the search begins.
    while process.isRunning, !FileManager.default.fileExists(atPath: new) {
      Thread.sleep(forTimeInterval: 0.01)
    }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 130)
    #expect(!FileManager.default.fileExists(atPath: new))
  }

  @Test func `a file keeps what was in it until there is something to write`() throws {
    let folder = try Folder()
    let kept = try folder.file("kept", "precious, and longer").path
    func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
    var files = try OutputFiles([("--out", kept), ("--report", folder.path("new"))])
    #expect(files.finish().isEmpty)
    #expect(text(kept) == "precious, and longer" && text(folder.path("new")) == nil)
    files = try OutputFiles([("--out", kept)])
    files[kept]?.text("new")
    #expect(files.finish().isEmpty && text(kept) == "new")
  }

  @Test func `a live day has a seed of its own, which is said and repeats it`() throws {
    func run(_ words: String...) throws -> Tool.Result {
      try Tool.run(["run", "--speed", "max", "--clients", "30"] + words)
    }
    let (one, other) = (try run(), try run())
    #expect(one.output != other.output)
    let seed = try #require(one.errors.firstMatch(of: /seed ([0-9]+), drawn/)?.1)
    #expect(try run("--seed", String(seed)).output == one.output)
    // Who says which gets it, without a word.
    let given = try run("--set", "seed=7")
    #expect(given.errors.isEmpty)
    #expect(try run("--seed", "7").output == given.output)
  }

  @Test func `the menu asks for more stock after a day on which it was short`() throws {
    let juice = Repository.root.appending(path: "docs/Examples/juice-bar.json5").path
    func menu(_ input: String) throws -> String {
      try Tool.run(
        "menu", "--config", juice, "--seed", "1", "--speed", "max", "--clients", "20", "--lang",
        "ko",
        input: input
      ).output
    }
    let question = "재고를 수정할까요? (예/아니오)"
    let changed = try menu("1\n예\n90\nmany\n95\n\n100\n80\n1\n아니오\n2\n")
    #expect(changed.contains("딸기 현재 10, 새 수량(0~100): "))
    #expect(changed.contains("잘못된 입력입니다."))
    let days = changed.split(separator: question)
    #expect(days[0].contains("딸기 16개 필요, 10개 남음"))
    #expect(days[1].contains("딸기 쥬스 나왔습니다!"))
    // An answer of the menu is one.
    #expect(try menu("1\n2\n").hasSuffix(question + " \n"))
  }

  @Test func `a closed pipe ends quietly`() throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", "'\(Tool.path)' run --speed max --clients 3000 --seed 1 | head -1"]
    let output = Pipe()
    let errors = Pipe()
    shell.standardOutput = output
    shell.standardError = errors
    try shell.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text.split(separator: "\n").count == 1)
    #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
    shell.waitUntilExit()
  }

  @Test func `the juice bar refuses the first strawberry juice and says what is missing`() throws {
    let folder = try Folder()
    let trace = try folder.file(
      "trace.csv",
      "arrival,service,time\n0,strawberry,1\n0,strawberry-banana,1\n0,strawberry-banana,1\n0,mango-kiwi,1\n"
    )
    let config = Repository.root.appending(path: "docs/Examples/juice-bar.json5").path
    let result = try Tool.run(
      "simulate", "--config", config, "--trace", trace.path, "--events", folder.path("events"))
    #expect(result.status == 0)
    let events = try String(contentsOf: folder.url.appending(path: "events"), encoding: .utf8)
    #expect(
      events.contains(
        #""event":"refused","ticket":1,"service":"strawberry","missing":[{"item":"딸기","needed":16,"available":10}]"#
      ))
    #expect(
      events.contains(
        #""event":"refused","ticket":3,"service":"strawberry-banana","missing":[{"item":"딸기","needed":10,"available":0}]"#
      ))
    let console = try Tool.run(
      "run", "--config", config, "--speed", "max", "--lang", "ko", "--clients", "40", "--seed",
      "1")
    #expect(console.output.contains("딸기 쥬스: 재료가 모자라요. 재고를 수정할까요? (딸기 16개 필요, "))
    #expect(console.output.contains("쥬스 나왔습니다! 맛있게 드세요!"))
  }
}
