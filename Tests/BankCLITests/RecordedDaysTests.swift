import Foundation
import Testing

@Suite struct `The report of a replay` {
  private static let branch = """
    { opens: "09:00", closes: "13:00", unit: "min",
      services: [
        {
          name: "deposit", time: { exponential: { mean: "4min" } }, target: "5min",
          patience: { exponential: { mean: "20min" } }, arrivals: { poisson: { rates: [["09:00", "27/h"]] } },
        },
        {
          name: "loan", time: { exponential: { mean: "12min" } }, target: "10min",
          arrivals: { poisson: { rates: [["09:00", "9/h"]] } },
        },
      ],
      tellers: [
        { name: "Ahn", breaks: [["11:00", "11:30"]] }, { name: "Bae", skills: ["deposit"] },
        { name: "Choi" },
      ] }
    """

  /// Whom the map of waits by time of day tells of, and how they fared.
  private static func map(_ page: String) -> [String] {
    page.matches(of: #/<title>(\d\d:\d\d (?:deposit|loan): [^<]* min, late [^<]*)</title>/#)
      .map { String($0.1) }
  }

  /// A simulated day, its page and its clients.
  private static func day(_ folder: Folder) throws -> (config: String, page: String, log: String) {
    let config = try folder.file("branch.json5", branch).path
    let (page, log) = (folder.path("day.html"), folder.path("day.csv"))
    let told = try Tool.run(
      "simulate", "--config", config, "--report", page, "--clients-out", log)
    #expect(told.status == 0, "\(told.errors)")
    return (config, try String(contentsOfFile: page, encoding: .utf8), log)
  }

  @Test func `shows the recorded day as it was, by the time of day`() throws {
    let folder = try Folder()
    let (config, simulated, log) = try Self.day(folder)
    let page = folder.path("replay.html")
    let replay = try Tool.run("replay", "--config", config, "--log", log, "--report", page)
    #expect(replay.status == 0, "\(replay.errors)")
    let replayed = try String(contentsOfFile: page, encoding: .utf8)
    #expect(Self.map(simulated).count > 10)
    #expect(Self.map(replayed) == Self.map(simulated))
    let head = try #require(simulated.firstMatch(of: #/On this one day [^<]*/#)?.output)
    #expect(replayed.contains(head))
    #expect(Self.emptyAt(replayed) == Self.emptyAt(simulated))
  }

  /// When the branch is empty after closing, as a page says it.
  private static func emptyAt(_ page: String) -> String? {
    page.firstMatch(of: #/The branch (?:is|was) empty at [^<]*/#).map { String($0.output) }
  }

  /// Kim begins before the client is there, and goes before anybody else comes.
  @Test func `has room for a service that begins before its client comes`() throws {
    let folder = try Folder()
    let log = try folder.file(
      "log.csv",
      "arrival,start,end,service,teller\n09:05:00,08:10:00,08:20:00,a,Kim\n09:20:00,09:21:00,09:25:00,a,Lee\n"
        + "10:00:00,10:00:00,10:10:00,a,Kim\n"
    ).path
    let page = folder.path("replay.html")
    let replay = try Tool.run("replay", "--log", log, "--report", page)
    #expect(replay.status == 0, "\(replay.errors)")
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains("The recorded days"))
  }

  @Test func `says nothing of who served where the log does not`() throws {
    let folder = try Folder()
    let (config, simulated, log) = try Self.day(folder)
    let rows = try String(contentsOfFile: log, encoding: .utf8)
    let nameless = rows.replacing("Ahn", with: "").replacing("Bae", with: "").replacing(
      "Choi", with: "")
    let file = try folder.file("nameless.csv", nameless).path
    let page = folder.path("replay.html")
    let replay = try Tool.run("replay", "--config", config, "--log", file, "--report", page)
    #expect(replay.status == 0, "\(replay.errors)")
    let replayed = try String(contentsOfFile: page, encoding: .utf8)
    #expect(Self.map(replayed) == Self.map(simulated))
    #expect(simulated.contains("tellers serving") && !replayed.contains("tellers serving"))
    #expect(Self.emptyAt(replayed) == Self.emptyAt(simulated))
    #expect(!replayed.contains("Ahn"))
  }
}
