import BankCore
import BankRecords
import BankReports
import BankSimulation
import Foundation
import Testing

@testable import BankCLI

/// Cases in which a sentence or a picture said more than the days had shown.
@Suite struct `What days cannot tell` {
  private static let clinic = Repository.root.appending(path: "docs/Examples/clinic.json5").path
  private static let counter = Repository.root.appending(path: "docs/Examples/counter.json5").path

  /// What a command says, and the words of its page.
  private func run(_ words: String...) throws -> (output: String, page: String) {
    let folder = try Folder()
    let path = folder.path("r.html")
    let done = try Tool.run(words + ["--lang", "en", "--report", path])
    #expect(done.status == 0, "\(done.errors)")
    let page = try String(contentsOfFile: path, encoding: .utf8)
      .replacingOccurrences(of: "<span class=\"whole\">", with: "")
      .replacingOccurrences(of: "</span>", with: "")
      .replacingOccurrences(of: "\u{a0}", with: " ")
    return (done.output, page)
  }

  @Test func `is not that nobody gains where waits have no mean and fewer are late`() throws {
    let (output, _) = try run(
      "compare", "--config", Self.counter, "--set", "tellers=2", "--clients", "500",
      "--policies", "shared-pool,loan-priority")
    #expect(output.contains("no mean for deposit and loan with either; fewer late, of all: 84.6"))
    #expect(output.contains("What to use: It depends on who counts"), "\(output)")
  }

  @Test func `is not that nobody pays where one does beside fewer policies`() throws {
    func compare(_ policies: String) throws -> (output: String, page: String) {
      try run(
        "compare", "--config", Self.clinic, "--policies", policies, "--replications", "20")
    }
    let two = try compare("shared-pool,loan-priority").output
    #expect(two.contains("more late for blood test (5.6 % → 7.1 %)"), "\(two)")
    #expect(two.contains("What to use: It depends on who counts"))
    let (three, page) = try compare("shared-pool,loan-priority,longest-idle-first")
    #expect(three.contains("What to use: It depends on who counts"), "\(three)")
    // Curves that lie on each other are drawn as they differ.
    #expect(page.contains("How many more of all who came were called within a time"))
    // And staff that does much the same is folded.
    #expect(
      page.contains(
        "much as under shared-pool, no share of a teller's time differs by 2 percentage points"))
  }

  @Test func `is not what always differs as much, nor what was never seen to differ`() throws {
    let folder = try Folder()
    func service(_ name: String, _ time: Int, _ first: Int) -> String {
      "{ name: '\(name)', time: \(time), arrivals: { times: [\(first), \(first + 200), \(first + 400)] } }"
    }
    let services = [service("x", 40, 0), service("b", 50, 10), service("a", 30, 11)]
    let file = try folder.file(
      "t.json5", "{ services: [\(services.joined(separator: ", "))], tellers: 1 }")
    let compared = try run(
      "compare", "--config", file.path, "--policies", "shared-pool,c-mu", "--replications", "6"
    ).output
    #expect(compared.contains("shorter waits for a by"), "\(compared)")
    let shifts = Repository.root.appending(path: "docs/Examples/shifts.json5").path
    let rare = try run(
      "compare", "--config", shifts, "--policies", "shared-pool,longest-idle-first",
      "--replications", "10"
    ).output
    #expect(rare.contains(#/loan +\+0.00 +–/#), "\(rare)")
    #expect(rare.contains("on these days the same waits for loan"))
  }

  @Test func `is nothing of hours that do not count`() throws {
    let (output, page) = try run(
      "simulate", "--config", Self.clinic, "--warmup", "13:15", "--replications", "10")
    #expect(output.contains("waiting  13:30 "), "\(output)")
    #expect(page.contains("Breaks and hours were not moved"))
    #expect(!page.contains("break at"))
  }

  @Test func `is which target is kept where more may be late`() throws {
    let page = try run(
      "simulate", "--config", Self.clinic, "--replications", "20", "--seed", "9"
    ).page
    #expect(page.contains("Blood test: on target, as far as these days can tell."))
  }

  @Test func `has as many clients on the day that is drawn as on the others`() throws {
    let page = try run("simulate", "--config", Self.counter, "--clients", "50").page
    #expect(page.contains("50 clients on 1 day") && page.contains("On this day at most 5 wait"))
  }

  @Test func `is how long who comes for something unwatched waits, unless nobody does`() throws {
    let folder = try Folder()
    let service = "arrivals: { poisson: { rate: '20/h' } }"
    let file = try folder.file(
      "z.json5",
      "{ opens: '09:00', closes: '11:00', services: [{ name: 'slow', time: { exponential: { mean: 150 } }, \(service) }, { name: 'idle', time: 1, \(service) }], tellers: [{ skills: ['slow'] }, { skills: ['idle'] }, { skills: ['idle'] }, { skills: ['idle'] }] }"
    )
    let page = try run("simulate", "--config", file.path, "--replications", "10").page
    #expect(page.contains("called within 0.00 s (idle)"), "idle has a row of its own, at 0")
  }

  @Test func `is no cost of a policy whose lines grow without end, and it is named`() throws {
    let page = OptimumReport(
      cost: "wait(all)", optimum: 2, error: 0, states: (9, 3),
      policies: [
        .init(name: "head-of-line", cost: nil, isExact: false),
        .init(name: "shared-pool", cost: Interval(mean: 3, halfWidth: 0), isExact: true),
      ], warnings: [], scale: TimeScale()
    ).html(branch: "b")
    #expect(page.contains("Not drawn, for their lines grow without end:"))
    #expect(page.contains("<td>head-of-line</td><td>–</td>"))
  }

  @Test func `is told of an earlier server: what a day came to before it was killed`() throws {
    func line(_ rest: String) -> String { #"{"session":1,"# + rest }
    let lines = [
      #"{"format":"bank-events","version":1,"configuration":{"services":[{"name":"a"},{"name":"b"}],"stock":{"cup":9}}}"#,
      line(#""t":1,"event":"arrived","ticket":1,"service":"a","line":0}"#),
      line(#""t":1,"event":"arrived","ticket":2,"service":"a","line":0}"#),
      line(#""t":2,"event":"arrived","ticket":3,"service":"a","line":0}"#),
      line(#""t":3,"event":"abandoned","ticket":3,"service":"a"}"#),
      line(#""t":4,"event":"started","ticket":1,"service":"a","line":0,"teller":0}"#),
      #"{"session":2,"t":5,"event":"reset","clock":5}"#,
      #"{"session":2,"t":6,"event":"arrived","ticket":1,"service":"a","line":0,"request":"/api/undo u","asked":"{}"}"#,
      #"{"session":2,"t":7,"event":"arrived","ticket":2,"service":"a","line":0}"#,
    ]
    func losses(_ lines: [String], on day: Date) throws -> Journal.Losses {
      var journal = try Journal(
        Array(lines.map { $0 + "\n" }.joined().utf8), at: "j", `The site`.cups())
      journal.goOn(after: day)
      return journal.lossesOfDay
    }
    // Four came, and two of them are there still; one left, and one was sent away for good.
    let time = Date().timeIntervalSince1970
    let today = lines + [#"{"session":2,"t":8,"event":"clock","clock":\#(time)}"#]
    #expect(try losses(today, on: .now) == Journal.Losses(arrived: 2, lost: 1, sentAway: 1))
    // A reset at an earlier time began another day.
    let next = today + [#"{"session":3,"t":0,"event":"reset","clock":\#(time)}"#]
    #expect(try losses(next, on: .now) == Journal.Losses())
    // So did a server that began on it, whatever the time was then.
    let other = [
      #"{"session":3,"t":9,"event":"reset","clock":\#(time),"nextDay":true,"back":0}"#,
      #"{"session":3,"t":10,"event":"arrived","ticket":1,"service":"a","line":0}"#,
      #"{"session":3,"t":11,"event":"abandoned","ticket":1,"service":"a"}"#,
    ]
    #expect(try losses(today + other, on: .now) == Journal.Losses(arrived: 1, lost: 1))
    #expect(try losses(lines, on: .distantPast) == Journal.Losses())
  }

  @Test func `is put into one file, where a disk is full and then has room`() throws {
    let folder = try Folder()
    let path = folder.path("j.jsonl")
    let files = try OutputFiles([("--journal", path)], kept: [path: 0])
    let writer = try #require(files[path])
    writer.keepUnwritten(at: path)
    writer.line("one", isFlushed: true)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
    writer.line("two", isFlushed: true)
    #expect(writer.rescue() == path + ".unwritten")
    try FileManager.default.moveItem(atPath: path + ".moved", toPath: path)
    #expect(files.finish().count == 1, "and that it is not whole is still told")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\n")
    #expect(try String(contentsOfFile: path + ".unwritten", encoding: .utf8) == "two\n")
  }
}
