import Foundation
import Testing

@testable import BankCLI

@Suite struct `Files of a command` {
  /// Those that are there, by the word that stands for their path; `NEW` is not.
  private static let contents = [
    "CONFIG": "{ services: [{ name: 'a', time: 20 }], tellers: 2, opens: '09:00' } // mine",
    "LOG": "arrival,start,end,service,teller\n"
      + (0..<40).map { number in
        let minute = String(format: "%02d", number)
        return
          "2024-05-13 09:\(minute):00,2024-05-13 09:\(minute):05,2024-05-13 09:\(minute):25,a,Kim\n"
      }.joined(),
    "TRACE": "arrival,service,time\n0,a,1\n5,a,1\n",
    "WORLDS": "# none\n",
    "RATES": "{ tellers: 2, services: [{ name: 'a', time: { exponential: { mean: 1 } },"
      + " arrivals: { poisson: { rate: 1 } } }] } // mine",
    "HOURS":
      "{ tellers: 2, services: [{ name: 'a', time: 20, arrivals: { poisson: { rate: '1/min' } } }],"
      + " opens: '09:00', closes: '10:00' } // mine",
  ]

  /// Each flag that names a file to be written, with one that is read or written already.
  static let clashes = [
    "run --clients 2 --speed max --config CONFIG --events CONFIG",
    "menu --config CONFIG --events CONFIG",
    "simulate --clients 5 --config CONFIG --clients-out CONFIG",
    "simulate --clients 5 --config CONFIG --days-out CONFIG",
    "simulate --clients 5 --config CONFIG --perfetto CONFIG",
    "simulate --config CONFIG --trace TRACE --events TRACE",
    "simulate --clients 5 --config CONFIG --report NEW --perfetto NEW",
    "compare --config CONFIG --trace TRACE --policies shared-pool --report TRACE",
    "sweep --config CONFIG --trace TRACE --vary tellers=1,2 --report TRACE",
    "sweep --config CONFIG --clients 5 --vary tellers=1,2 --report CONFIG",
    "recommend --config CONFIG --clients 5 --vary tellers=1,2 --goal wait(a)<=60 --report CONFIG",
    "recommend --config HOURS --staff-by 30min --goal wait(a)<=60 --out HOURS",
    "optimum --config RATES --out RATES",
    "optimum --config RATES --report RATES",
    "optimum --config RATES --report NEW --out NEW",
    "conformance shared-pool --cases 1 --config CONFIG --junit CONFIG",
    "conformance shared-pool --depth 0 --cases 1 --regressions WORLDS --junit WORLDS",
    "fit --log LOG --config CONFIG --out CONFIG",
    "fit --log LOG --config CONFIG --report CONFIG",
    "fit --log LOG --out LOG",
    "fit --log LOG --config CONFIG --write-recording CONFIG",
    "fit --log LOG --write-recording LOG",
    "fit --log LOG --write-recording NEW --report NEW",
    "fit --log LOG --write-recording NEW --out NEW",
    "replay --log LOG --config CONFIG --report CONFIG",
    "replay --log LOG --config CONFIG --write-recording CONFIG",
    "replay --log LOG --write-recording NEW --report NEW",
    "replay --log LOG --report LOG",
  ]

  @Test(arguments: clashes)
  func `are written over by none of the others`(line: String) throws {
    let folder = try Folder()
    for (name, text) in Self.contents { _ = try folder.file(name, text) }
    let words = line.split(separator: " ").map(String.init)
    let done = try Tool.run(
      words.map { Self.contents[$0] == nil && $0 != "NEW" ? $0 : folder.path($0) })
    #expect(done.status == 2 && done.output == "", "\(done.errors)")
    let last = try #require(words.last)
    #expect(
      done.errors.contains(
        "\(folder.path(last)): is read or written already; give a file of its own"),
      "\(done.errors)")
    for (name, text) in Self.contents {
      #expect(try String(contentsOfFile: folder.path(name), encoding: .utf8) == text)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("NEW")))
  }

  @Test(arguments: ["sweep.json", "cell-2.json"])
  func `of a sweep are no place for its report`(name: String) throws {
    let folder = try Folder()
    let out = folder.path("out")
    let words = ["sweep", "--clients", "5", "--vary", "tellers=1,2", "--out", out, "--report"]
    let done = try Tool.run(words + ["\(out)/\(name)"])
    #expect(done.status == 2 && done.output == "")
    #expect(
      done.errors.contains("\(out)/\(name): is read or written already; give a file of its own"),
      "\(done.errors)")
    #expect(!FileManager.default.fileExists(atPath: out + "/cell-2.json"))
    let beside = try Tool.run(words + [out + "/report.html"])
    #expect(beside.status == 0, "\(beside.errors)")
  }

  @Test func `that are written are all tried above`() {
    let read =
      [
        Flag.config, RecordedInput.log, SimulatedDays.trace, Conformance.regressions,
      ].map(\.name) + ["--tokens"]
    for command in BankCommand.commands {
      for flag in command.knownFlags where flag.value == "FILE" && !read.contains(flag.name) {
        // A journal is gone on with: `serve` reads it, and says so of what is none.
        let isTried = Self.clashes.contains {
          $0.hasPrefix(command.name + " ") && $0.contains(" \(flag.name) ")
        }
        #expect(isTried || flag.name == "--journal", "\(command.name) \(flag.name)")
      }
    }
  }

  @Test(arguments: ["fit --report", "fit --out", "replay --report", "replay --write-recording"])
  func `are not written over where nobody named the config`(line: String) throws {
    let folder = try Folder()
    let log = try folder.file("log.csv", Self.contents["LOG"] ?? "")
    let config = try folder.file("bank.json5", Self.contents["CONFIG"] ?? "")
    let words = line.split(separator: " ").map(String.init)
    // By another name it is the same file.
    let link = folder.path("link.json5")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "bank.json5")
    let process = Tool.process([words[0], "--log", log.path, words[1], link])
    process.currentDirectoryURL = folder.url
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    #expect(try String(contentsOf: config, encoding: .utf8) == Self.contents["CONFIG"])
  }

  @Test(arguments: ["fit", "replay"])
  func `that are full are told of, whatever is written`(command: String) throws {
    let folder = try Folder()
    let log = try folder.file("log.csv", Self.contents["LOG"] ?? "")
    let done = try Tool.run(command, "--log", log.path, "--write-recording", "/dev/full")
    #expect(done.status == 1 && done.output != "")
    #expect(
      done.errors.contains("/dev/full: could not be written to the end; No space left on device"),
      "\(done.errors)")
    // What nothing came of is not there.
    let report = folder.path("report.html")
    let odd = try folder.file("odd.csv", (Self.contents["LOG"] ?? "") + "x,y,z,a,Kim\n")
    let refused = try Tool.run(command, "--log", odd.path, "--report", report)
    #expect(refused.status == 2, "\(refused.errors)")
    #expect(!FileManager.default.fileExists(atPath: report))
  }

  @Test func `that a command leaves empty in the middle go, and those alone`() throws {
    let folder = try Folder()
    let old = try folder.file("old", "").path
    let (new, full) = (folder.path("new"), folder.path("full"))
    let files = try OutputFiles([("--out", new), ("--report", old), ("--events", full)])
    files[full]?.line("x", isFlushed: true)
    #expect(files.removeEmpty() == [new])
    let there = [new, old, full].map { FileManager.default.fileExists(atPath: $0) }
    #expect(there == [false, true, true])
  }
}
