import Foundation
import Testing

/// What a replay and a fit take from the config, from flags, and from the log.
@Suite struct `A policy on recorded days` {
  /// Two tellers on the first day, three on the second.
  private static let log = """
    arrival,start,end,service,teller
    2024-05-13 09:00:00,2024-05-13 09:01:00,2024-05-13 09:04:00,deposit,Kim
    2024-05-13 09:00:30,2024-05-13 09:04:10,2024-05-13 09:08:00,loan,Lee
    2024-05-13 09:01:30,2024-05-13 09:04:10,2024-05-13 09:08:00,deposit,Kim
    2024-05-14 09:00:00,2024-05-14 09:01:00,2024-05-14 09:04:00,deposit,Kim
    2024-05-14 09:00:30,2024-05-14 09:04:10,2024-05-14 09:08:00,loan,Lee
    2024-05-14 09:00:30,2024-05-14 09:04:10,2024-05-14 09:08:00,deposit,Park

    """

  private static func config(_ options: String) -> String {
    "{ policy: 'fixed-split', \(options) services: [{ name: 'deposit' }, { name: 'loan' }], tellers: 3 }"
  }

  @Test func `splits each day's own staff where nobody gave a split`() throws {
    let folder = try Folder()
    let log = try folder.file("log.csv", Self.log).path
    let none = try folder.file("none.json5", Self.config("")).path
    let replay = try Tool.run("replay", "--log", log, "--config", none)
    #expect(replay.status == 0 && !replay.errors.contains("does not suit"), "\(replay.errors)")
    #expect(replay.output.contains(#/all +6 +156\.7/#), "\(replay.output)")
    let fit = try Tool.run(
      "fit", "--log", log, "--config", none, "--out", folder.path("fitted.json5"))
    #expect(!fit.errors.contains("cannot run"), "\(fit.errors)")
    let fitted = try String(contentsOfFile: folder.path("fitted.json5"), encoding: .utf8)
    #expect(fitted.contains("fixed-split") && !fitted.contains(#/"deposit": \d/#), "\(fitted)")
  }

  /// What a rule does by default hangs on the order of the services, or on the staff.
  @Test func `is told with its options, and refused with the staff of no config`() throws {
    let folder = try Folder()
    let log = try folder.file("log.csv", Self.log).path
    let done = try Tool.run("replay", "--log", log, "--policies", "fixed-split,c-mu")
    #expect(
      done.output.contains(
        #/options of the others: fixed-split {"tellers":.*} \(other on other days\), c-mu {"cost":.*}\n/#
      ),
      "\(done.output)")
    let json = try Tool.run("replay", "--log", log, "--policies", "c-mu", "--json").output
    #expect(
      json.contains(#/"options": {\s*"c-mu": {\s*"cost"/#) && json.contains("\"idleTellers\""))
    let none = try Tool.run("replay", "--log", log, "--staff", "config")
    #expect(none.status == 2 && none.errors.contains("--staff config: there is no config; give"))
  }

  /// Then nothing recorded of that day stands beside what was not replayed.
  @Test func `leaves out the days that a given split does not suit, and says so`() throws {
    let folder = try Folder()
    let log = try folder.file("log.csv", Self.log).path
    let given = Self.config("options: { tellers: { deposit: 2, loan: 1 } },")
    let file = try folder.file("given.json5", given).path
    let done = try Tool.run("replay", "--log", log, "--config", file)
    #expect(
      done.errors.contains(
        "fixed-split, the control, does not suit the staff of 1 day, of which nothing is told: 2024-05-13"
      ), "\(done.errors)")
    #expect(done.output.contains(#/all +recorded +3 +166\.7/#), "\(done.output)")
    #expect(done.output.contains(#/all +fixed-split +3 +166\.7/#), "\(done.output)")
  }

  /// A policy that keeps tellers idle is not taken for tellers who are slow between two clients.
  @Test(arguments: ["0", "{ exponential: { mean: 60 } }"])
  func `has the hand-overs that the bank made, of its own events`(handover: String) throws {
    let folder = try Folder()
    let file = try folder.file(
      "branch.json5",
      "{ opens: '09:00', closes: '12:00', policy: 'reservation', handover: \(handover), services: ["
        + "{ name: 'deposit', time: { exponential: { mean: 100 } }, arrivals: { poisson: { rate: '20/h' } } },"
        + "{ name: 'loan', time: { exponential: { mean: 300 } }, arrivals: { poisson: { rate: '6/h' } } }],"
        + " tellers: [{ name: 'A', breaks: [['10:00', '10:20']] }, { name: 'B', speed: 1.25 }] }")
    let events = folder.path("events.jsonl")
    _ = try Tool.run("simulate", "--config", file.path, "--events", events)
    let done = try Tool.run("replay", "--log", events)
    #expect(done.output.contains(#/all +\d+ +(\d+\.\d) +\1 +0 %/#), "\(done.output)")
    // Of another time between two clients it does not come out.
    let other = try Tool.run("replay", "--log", events, "--handover", "100s")
    #expect(!other.output.contains(#/all +\d+ +(\d+\.\d) +\1 +0 %/#), "\(other.output)")
  }

  /// Where a line's client waits for one teller, the others are free: their pauses are no hand-overs.
  @Test func `has the shortest pauses for hand-overs, where it keeps tellers free`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "branch.json5",
      "{ opens: '09:00', closes: '17:00', policy: 'head-of-line', handover: 20, tellers: 4, services: ["
        + "{ name: 'deposit', time: { exponential: { mean: 180 } }, arrivals: { poisson: { rate: '30/h' } } },"
        + "{ name: 'loan', time: { exponential: { mean: 360 } }, arrivals: { poisson: { rate: '8/h' } } }] }"
    ).path
    let log = folder.path("log.csv")
    _ = try Tool.run("simulate", "--config", file, "--clients-out", log)
    let done = try Tool.run("replay", "--log", log, "--config", file)
    #expect(
      done.output.contains(
        "hand-over 20.0 s (of ten pauses nine are longer: head-of-line keeps tellers free while somebody waits)"
      ), "\(done.output)")
    #expect(done.output.contains(#/all +\d+ +\d+\.\d +\d+\.\d +0 %/#), "\(done.output)")
    // Under a policy that keeps nobody free a pause is what it is.
    let pool = try Tool.run("replay", "--log", log, "--config", file, "--policy", "shared-pool")
    #expect(pool.output.contains(" s on average ("), "\(pool.output)")
    let fit = try Tool.run("fit", "--log", log, "--config", file)
    #expect(fit.errors.contains("head-of-line keeps tellers free"), "\(fit.errors)")
  }

  /// From 14:00 on others do what D has done; that clients of that waited in the morning made them absent then.
  @Test func `takes those for there whom a split keeps for other clients`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "branch.json5",
      "{ opens: '09:00', closes: '17:00', policy: 'fixed-split', handover: 15, tellers: [{ name: 'A', breaks: [['12:00', '13:00']] },"
        + " { name: 'B', breaks: [['13:00', '14:00']] }, { name: 'C' }, { name: 'D', shifts: [['09:00', '14:00']] }], services: ["
        + "{ name: 'deposit', time: { exponential: { mean: 180 } }, arrivals: { poisson: { rate: '30/h' } } },"
        + "{ name: 'loan', time: { exponential: { mean: 360 } }, arrivals: { poisson: { rate: '6/h' } } }] }"
    ).path
    let log = folder.path("log.csv")
    _ = try Tool.run("simulate", "--config", file, "--seed", "2", "--clients-out", log)
    let done = try Tool.run("replay", "--log", log, "--config", file, "--policies", "shared-pool")
    // The same clients under that policy wait 38 s; with tellers taken as away it was 338 s.
    let all = try #require(
      done.output.firstMatch(of: #/all +271 +454\.9 +4[45]\d\.\d .* (\d+)\.\d\n/#), "\(done.output)"
    )
    #expect(Int(all.1).map { $0 < 80 } == true, "\(done.output)")
  }

  /// Three clients of five minutes each.
  @Test func `has the hand-over of the flag, whatever the config draws`() throws {
    let folder = try Folder()
    let rows = (0..<3).map {
      "2024-05-13 09:0\($0):00,2024-05-13 09:\(10 + 5 * $0):00,2024-05-13 09:\(15 + 5 * $0):00,loan,Kim\n"
    }
    let log = try folder.file(
      "log.csv", "arrival,start,end,service,teller\n" + rows.joined()
    ).path
    let file = try folder.file(
      "branch.json5",
      "{ policy: 'shared-pool', services: [{ name: 'loan' }], tellers: 1, handover: { exponential: { mean: 60 } } }"
    ).path
    let done = try Tool.run("replay", "--log", log, "--config", file, "--handover", "30s")
    // Called at 09:10, 09:15:30 and 09:21.
    #expect(done.output.contains("hand-over 30.0 s"), "\(done.output)")
    #expect(done.output.contains(#/all +3 +840\.0 +870\.0/#), "\(done.output)")
  }
}
