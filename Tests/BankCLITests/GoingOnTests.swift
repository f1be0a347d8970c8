import BankConfiguration
import BankCore
import BankRecords
import Foundation
import ShippedPolicies
import Testing

@testable import BankCLI
@testable import BankWeb

/// What goes on: after a server that was killed, under another policy, under another config.
@Suite struct `A floor that goes on` {
  private typealias Site = `The site`

  static func number(_ key: String, in text: String) -> Double? {
    text.split(separator: "\"\(key)\":").last.flatMap {
      Double($0.prefix { $0.isNumber || $0 == "." })
    }
  }

  /// Never answers when somebody waits.
  private struct NeverAnswers: TellerPolicy {
    static let name = "never-answers"
    static let summary = "Never answers when somebody waits."
    static let claims = Claims()
    private static let never = DispatchSemaphore(value: 0)

    init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}

    func next(on floor: Floor) -> Decision {
      if floor.waiting > 0 { Self.never.wait() }
      return floor.callLongestWaiting() ?? .idle
    }
  }

  @Test func `while a policy beside it never answers, and says so, and asks it no more`()
    async throws
  {
    let site = try await Site.site(
      "{ services: [{ name: 'a', time: 90000 }], tellers: 1, policy: 'shared-pool' }",
      policies: Shipped.policies + [RegisteredPolicy(unspecialized: NeverAnswers.self)])
    _ = await site.respond(to: Site.post("/api/shadow", #"{"name":"never-answers"}"#))
    #expect(
      try #require(await site.hub.beside()).description.contains("Until now clients") == false)
    _ = await site.respond(to: Site.post("/api/clients", #"{"count":5}"#))
    for _ in 0..<2 {
      let told = try #require(await site.hub.beside()).description
      #expect(
        told.contains("never-answers has not answered for a second beside the branch"), "\(told)")
      #expect(told.contains("답하지 않았습니다"))
    }
    var compare = Site.get("/export/compare.html")
    compare.query["policy"] = "never-answers"
    #expect(await site.respond(to: compare).status == 422)
    // The branch and its files go on.
    compare.query["policy"] = "loan-priority"
    let both = await site.respond(to: compare)
    #expect(both.status == 200 && Site.text(both).contains("Both go on"))
    compare.query["policy"] = nil
    #expect(!Site.text(await site.respond(to: compare)).contains("Both go on"))
    let next = await site.respond(to: Site.post("/api/policy", #"{"name":"never-answers"}"#))
    #expect(next.status == 422, "nor is it put in charge")
    _ = await site.respond(to: Site.post("/api/shadow", #"{"name":"loan-priority"}"#))
    #expect(try #require(await site.hub.beside()).description.contains("Until now clients"))
    await site.hub.stop()
  }

  @Test func `under another policy keeps its clock, its stock and its doors`() async throws {
    let site = try await Site.site(
      "{ services: [{ name: 'a', time: 90000, needs: { cup: 2 } }], tellers: 1, stock: { cup: 9 }, closes: 1000,"
        + " policy: 'shared-pool' }")
    let order = Site.post("/api/orders", #"{"service":"a"}"#)
    _ = await site.respond(to: order)
    _ = await site.respond(to: Site.post("/api/stock", #"{"counts":{"cup":5}}"#))
    await site.hub.setSpeed(60)
    while try #require(await Self.number("time", in: site.hub.clock())) < 20 {
      try await Task.sleep(for: .milliseconds(20))
    }
    _ = await site.respond(to: Site.post("/api/policy", #"{"name":"c-mu"}"#))
    let reset = Site.text(await site.respond(to: Site.post("/api/reset", "{}")))
    #expect(reset == #"{"done":true,"left":1,"session":2}"#)
    let clock = await site.hub.clock()
    #expect(clock.contains("\"policy\":\"c-mu\"") && clock.contains("\"session\":2"))
    // Of the five cups one order has given back two.
    #expect(clock.contains("\"stock\":{\"cup\":7}"), "\(clock)")
    #expect(try #require(Self.number("time", in: clock)) >= 20)
    #expect(Site.text(await site.respond(to: Site.post("/api/undo", "{}"))) == #"{"back":1}"#)
    #expect(await site.hub.clock().contains("\"stock\":{\"cup\":5}"))
    // The session so far, once more: the same calls.
    var compare = Site.get("/export/compare.html")
    compare.query["policy"] = "shared-pool"
    let page = await site.respond(to: compare)
    #expect(page.status == 200, "\(Site.text(page))")
    #expect(!Site.text(page).contains("Nothing is compared"))
    let floor = await site.hub.beginning()
    #expect(floor.contains("\"left\":0") && floor.contains("\"undo\":null"))
    await site.hub.stop()
  }

  @Test func `undoes the reset that is meant, and no other`() async throws {
    let site = try await Site.site("{ services: [{ name: 'a', time: 90000 }] }")
    func post(_ path: String, _ body: String) async -> (status: Int, text: String) {
      let answer = await site.respond(to: Site.post(path, body))
      return (answer.status, Site.text(answer))
    }
    _ = await post("/api/clients", #"{"count":30}"#)
    #expect(await post("/api/reset", "{}").text.contains("\"left\":30,\"session\":2"))
    _ = await post("/api/clients", #"{"count":3}"#)
    #expect(await post("/api/reset", "{}").text.contains("\"left\":3,\"session\":3"))
    let other = await post("/api/undo", #"{"session":2}"#)
    #expect(other.status == 409 && other.text.contains("began session 3, not 2"))
    #expect(await post("/api/undo", #"{"session":"2"}"#).status == 422)
    #expect(await post("/api/undo", #"{"session":3}"#).text == #"{"back":3}"#)
  }

  private static let day = [
    #"{"format":"bank-events","version":1,"configuration":{"services":[{"name":"a"},{"name":"b","needs":{"cup":3}}],"stock":{"cup":9}}}"#,
    #"{"t":100,"session":1,"event":"arrived","ticket":1,"service":"b","line":0}"#,
    #"{"t":100,"session":1,"event":"started","ticket":1,"service":"b","line":0,"teller":0}"#,
    #"{"t":110,"session":1,"event":"finished","ticket":1,"service":"b","teller":0,"started":100}"#,
    #"{"t":120.5,"session":1,"event":"arrived","ticket":2,"service":"b","line":0}"#,
  ]

  private static func journal(_ lines: [String] = day) throws -> Journal {
    try Journal(Array(lines.map { $0 + "\n" }.joined().utf8), at: "j", Site.cups())
  }

  @Test func `under another config has used what the old one needed`() throws {
    // Two are needed now, and three were: 9 − 3, for who is there gives back and takes anew.
    #expect(try Self.journal().stock == [6])
    let later = [
      #"{"t":0,"session":2,"event":"reset","policy":"shared-pool","options":{},"services":[{"needs":{}},{"needs":{"cup":1}}],"stock":{"cup":6},"back":1}"#,
      #"{"t":0,"session":2,"event":"restocked","item":"cup","count":6}"#,
      #"{"t":0,"session":2,"event":"arrived","ticket":1,"service":"b","line":0,"back":true}"#,
      #"{"t":0,"session":2,"event":"started","ticket":1,"service":"b","line":0,"teller":0}"#,
      #"{"t":9,"session":2,"event":"finished","ticket":1,"service":"b","teller":0,"started":0}"#,
    ]
    #expect(try Self.journal(Self.day + later).stock == [5])
  }

  @Test(arguments: [
    (#"{"t":130,"session":2,"event":"reset","clock":-1e300}"#, "has a clock that cannot be"),
    (#"{"t":9e9,"session":1,"event":"clock"}"#, "has a time that cannot be"),
    (#"{"t":-1,"session":1,"event":"clock"}"#, "has a time that cannot be"),
    (#"{"t":130,"session":-5,"event":"clock"}"#, "has a session that cannot be"),
  ])
  func `with a number that cannot be is refused with its line`(line: String, says: String) throws {
    #expect {
      try Self.journal(Self.day + [line])
    } throws: {
      "\($0)".contains(says) && "\($0)".contains(":\(Self.day.count + 1)")
    }
  }

  @Test
  func `is read whatever was written late or by a machine without power, and of services by name`()
    throws
  {
    // A teller who left while nobody was there was told of later, and with the time at which it was.
    let late = [
      #"{"t":130,"session":1,"event":"clock","clock":1e9}"#,
      #"{"t":125,"session":1,"event":"left","teller":0}"#,
    ]
    var journal = try Self.journal(Self.day + late)
    #expect(journal.time == .seconds(130) && journal.left.count == 1)
    // When it was written it says itself, whatever the date of its file.
    journal.goOn(after: .now)
    #expect(journal.goesOnAt == nil)
    let bytes = Array((Self.day + late).map { $0 + "\n" }.joined().utf8)
    let torn = try Journal(bytes + [10, 0, 0, 0, 10], at: "j", Site.cups())
    #expect(torn.isTorn && torn.length == bytes.count)
    // Another order of services, or one more, is no other branch; one that is gone is named.
    func plan(_ names: [String]) throws -> BranchPlan {
      try BranchPlan(
        services: names.map { Service($0, meanTime: .seconds(60)) }, tellers: [Teller("1")],
        stock: [ItemCount("cup", 5)])
    }
    #expect(try Journal(bytes, at: "j", plan(["c", "b", "a"])).left.map(\.service) == [1])
    #expect {
      try Journal(bytes, at: "j", plan(["a", "c"]))
    } throws: {
      "\($0)".contains("with other services, such as \"b\"")
    }
  }

  @Test func `is read with the ends of lines of another system, and as fast as it went`() throws {
    let lines = Self.day + [#"{"t":130,"session":1,"event":"clock","speed":60,"clock":1e9}"#]
    let bytes = Array(lines.map { $0 + "\r\n" }.joined().utf8)
    let journal = try Journal(bytes, at: "j", Site.cups())
    #expect(!journal.isTorn && journal.length == bytes.count && journal.left.count == 1)
    #expect(journal.speed == 60)
    #expect(
      try Self.journal(lines + [#"{"t":131,"session":1,"event":"clock"}"#]).speed == 1)
    for speed in ["0", "\"60\"", "null"] {
      #expect(throws: Problems.self) {
        try Self.journal(lines + [#"{"t":131,"session":1,"event":"clock","speed":\#(speed)}"#])
      }
    }
    // A whole record counts, whether or not its line has an end; part of one does not.
    for (count, isWhole) in [(1, true), (2, true), (3, false)] {
      let cut = try Journal(bytes.dropLast(count), at: "j", Site.cups())
      #expect(cut.lacksEnd == isWhole && cut.isTorn != isWhole)
      #expect(cut.speed == (isWhole ? 60 : 1))
      #expect(isWhole ? cut.length == bytes.count - 2 : cut.length < bytes.count - 2)
    }
  }

  /// What comes next begins a line of its own.
  @Test func `is gone on with where its last line has no end`() throws {
    let folder = try Folder()
    let path = folder.path("j.jsonl")
    let whole = Self.day.joined(separator: "\n")
    for kept in [whole, whole + "\n", whole + "\r\n", whole + " "] {
      try kept.write(toFile: path, atomically: true, encoding: .utf8)
      let earlier = try Journal(Array(kept.utf8), at: "j", Site.cups())
      let files = try OutputFiles([("--journal", path)], kept: [path: earlier.length])
      let journal = files[path]
      BankCLI.Serve.begin(journal, after: earlier, [:])
      journal?.line(#"{"t":130,"session":2,"event":"reset"}"#, isFlushed: true)
      #expect(files.finish().isEmpty)
      let again = try Journal(Array(Data(contentsOf: URL(filePath: path))), at: "j", Site.cups())
      #expect(again.session == 2 && !again.isTorn && !again.lacksEnd, "\(kept.suffix(20))")
    }
  }

  /// A day in one line is no record that was cut off: nothing of it is thrown away.
  @Test func `is refused where the ends of its lines are lost`() throws {
    for (end, line) in [("\r", 1), (" ", 1)] {
      let bytes = Array(Self.day.joined(separator: end).utf8)
      #expect {
        try Journal(bytes, at: "j", Site.cups())
      } throws: {
        "\($0)".contains("j:\(line): has more than one record: the ends of lines are lost")
      }
      let tail = Array((Self.day[0] + "\n" + Self.day.dropFirst().joined(separator: end)).utf8)
      #expect {
        try Journal(tail, at: "j", Site.cups())
      } throws: {
        "\($0)".contains("j:2: has more than one record: the ends of lines are lost")
      }
    }
  }

  @Test func `with the clock of the world begins another day once it has opened again`() throws {
    let night = StartOfDay.now(opens: 22 * 3600, closes: .seconds(8 * 3600))
    let day = StartOfDay.now(opens: 9 * 3600, closes: .seconds(8 * 3600))
    let calendar = Calendar.current
    func moment(_ day: Int, _ hour: Int, _ minute: Int) throws -> Date {
      let parts = DateComponents(year: 2026, month: 3, day: day, hour: hour, minute: minute)
      return try #require(calendar.date(from: parts))
    }
    for (start, written, now, goesOn) in [
      (night, try moment(2, 6, 12), try moment(2, 22, 10), false),
      (night, try moment(2, 23, 0), try moment(3, 2, 0), true),
      (night, try moment(2, 23, 0), try moment(3, 23, 0), false),
      (night, try moment(2, 23, 0), try moment(3, 7, 0), false),
      (night, try moment(2, 5, 0), try moment(2, 6, 30), true),
      (day, try moment(2, 12, 0), try moment(2, 17, 30), true),
      (day, try moment(2, 17, 30), try moment(3, 8, 30), false),
      (day, try moment(2, 17, 30), try moment(3, 9, 30), false),
    ] {
      let clock =
        #"{"t":130,"session":1,"event":"clock","clock":\#(written.timeIntervalSince1970)}"#
      var journal = try Self.journal(Self.day + [clock])
      journal.goOn(after: .distantPast, closes: .seconds(8 * 3600), start: start, now: now)
      #expect((journal.goesOnAt != nil) == goesOn, "\(written) to \(now)")
    }
  }

  @Test func `begins another day without those who were there the day before`() async throws {
    let folder = try Folder()
    let path = folder.path("j.jsonl")
    let lines = Self.day.map { $0 + "\n" }.joined()
    try lines.write(toFile: path, atomically: true, encoding: .utf8)
    let files = try OutputFiles([("--journal", path)], kept: [path: lines.utf8.count])
    let site = try await Site.site(
      "{ services: [{ name: 'a', time: 90000 }, { name: 'b', time: 90000, needs: { cup: 2 } }],"
        + " tellers: 1, stock: { cup: 5 }, policy: 'shared-pool' }",
      journal: files[path], after: try Self.journal(), onAnotherDay: true)
    #expect(await site.hub.back == 0)
    // Of nine cups three were used.
    #expect(await site.hub.clock().contains("\"stock\":{\"cup\":6}"))
    await site.hub.stop()
    let again = try Journal(Array(Data(contentsOf: URL(filePath: path))), at: "j", Site.cups())
    #expect(again.left == [] && again.session == 2)
  }

  @Test func `goes on at the time it was on the same day, and opens on another`() throws {
    var journal = try Self.journal()
    #expect(journal.time == .seconds(120.5))
    journal.goOn(after: Date(timeIntervalSinceNow: -60 * 60 * 24))
    #expect(journal.goesOnAt == nil)
    // A night that has not closed yet goes on, whatever the date is.
    journal.goOn(after: Date(timeIntervalSinceNow: -60 * 60 * 24), closes: .seconds(86_000))
    #expect(journal.goesOnAt == nil)
    journal.goOn(after: Date(timeIntervalSinceNow: -60 * 60 * 24), closes: .seconds(86_600))
    #expect(try #require(journal.goesOnAt) >= .seconds(86_520))
    journal.goOn(after: .now)
    let time = try #require(journal.goesOnAt)
    #expect(time >= .seconds(120.5) && time < .seconds(130))
  }

  @Test(arguments: [
    ("09:00", "17:00", "08:59", nil), ("09:00", "17:00", "09:00", 0),
    ("09:00", "17:00", "16:30", 7.5),
    ("09:00", "17:00", "17:00", nil), ("20:00", "04:00", "02:00", 6),
    ("20:00", "04:00", "19:00", nil),
  ])
  func `with the clock of the world begins at the time it is, within its hours`(
    opens: String, closes: String, at clock: String, hours: Double?
  ) throws {
    func hour(_ text: String) throws -> Int { try #require(Int(text.prefix(2))) }
    let length = try (hour(closes) - hour(opens) + 24) % 24
    let start = StartOfDay.now(
      opens: Double(try hour(opens)) * 3600, closes: .seconds(Double(length) * 3600))
    let ahead = 9 * 3600
    let minutes = try hour(clock) * 60 + #require(Int(clock.suffix(2)))
    let date = Date(timeIntervalSince1970: Double(20_514 * 86_400 + minutes * 60 - ahead))
    func seoul(_ date: Date) -> WallClock { WallClock(at: date, zone: ahead) }
    #expect(start.time(at: date, by: seoul) == hours.map { .seconds($0 * 3600) })
    #expect(StartOfDay.opening.time(at: date, by: seoul) == .zero)
  }

  @Test func `with the clock of the world is not served outside its hours`() throws {
    let folder = try Folder()
    let hour = Calendar.current.component(.hour, from: .now)
    func clock(_ hour: Int) -> String { String(format: "%02d:00", (hour + 24) % 24) }
    let config = try folder.file(
      "c.json5", "{ opens: '\(clock(hour + 3))', closes: '\(clock(hour + 5))' }")
    let early = try Tool.run("serve", "--now", "--port", "0", "--config", config.path)
    #expect(early.status == 2 && early.errors.contains("the branch is not open now"))
    #expect(early.errors.contains("it is from \(clock(hour + 3)) to \(clock(hour + 5))"))
    // A zone without a place is ahead by so much: the branch is open here, and not there.
    let here = try folder.file(
      "h.json5", "{ opens: '\(clock(hour - 1))', closes: '\(clock(hour + 2))' }")
    let away = TimeZone.current.secondsFromGMT() / 3600 + 9
    let there = Tool.process(
      ["serve", "--now", "--port", "0", "--config", here.path], environment: ["TZ": "XYZ-\(away)"])
    there.standardError = FileHandle.nullDevice
    try there.run()
    // A server that takes the wrong hours goes on for ever; how long the right one takes decides nothing.
    let latest = ContinuousClock.now + .seconds(20)
    while there.isRunning, .now < latest { usleep(20_000) }
    if there.isRunning { there.terminate() }
    there.waitUntilExit()
    #expect(there.terminationStatus == 2)
    let never = try Tool.run("serve", "--now", "--port", "0")
    #expect(never.status == 2 && never.errors.contains("without opens and closes"))
  }

  @Test func `at another speed has written down what time it was, and goes on from there`()
    async throws
  {
    let folder = try Folder()
    let path = folder.path("j.jsonl")
    let config =
      "{ services: [{ name: 'a', time: 90000 }, { name: 'b', time: 90000 }], tellers: 1, policy: 'shared-pool' }"
    let writer = try #require(try OutputFiles([("--journal", path)])[path])
    let site = try await Site.site(config, journal: writer)
    writer.line(EventLines.header(configuration: await site.hub.setup.effective), isFlushed: true)
    _ = await site.respond(to: Site.post("/api/speed", #"{"speed":60}"#))
    while try #require(await Self.number("time", in: site.hub.clock())) < 20 {
      try await Task.sleep(for: .milliseconds(20))
    }
    let plan = await site.hub.setup.plan
    func time() throws -> Time {
      try Journal(Array(Data(contentsOf: URL(filePath: path))), at: "j", plan).time
    }
    // Nothing happens; a server that is killed has lost a second of its own, at most.
    await site.hub.tick()
    let (ticked, now) = try (time(), #require(Self.number("time", in: await site.hub.clock())))
    #expect(ticked >= .seconds(20) && ticked.seconds <= now)
    _ = await site.respond(to: Site.post("/api/orders", #"{"service":"a"}"#))
    await site.hub.stop()
    #expect(try time() > ticked)
  }

  @Test func `after closing stays closed`() async throws {
    var earlier = try Self.journal()
    earlier.goesOnAt = .seconds(200)
    let site = try await Site.site(
      "{ services: [{ name: 'a', time: 90000 }, { name: 'b', time: 90000, needs: { cup: 2 } }],"
        + " tellers: 1, stock: { cup: 5 }, policy: 'shared-pool', closes: 150 }", after: earlier)
    #expect(await site.hub.back == 1)
    let late = await site.respond(to: Site.post("/api/orders", #"{"service":"a"}"#))
    #expect(late.status == 409 && Site.text(late).contains("the doors closed at 150"))
    // Of a request that was done in part nobody else comes either.
    await site.hub.leaveHalfDone("/api/clients k", #"{"count":3,"id":"k"}"#, in: 1)
    let rest = await site.respond(to: Site.post("/api/clients", #"{"count":3,"id":"k"}"#))
    #expect(Site.text(rest) == #"{"came":1,"admitted":1}"#)
    await site.hub.stop()
  }

  @Test func `has those back whom a cut undo had not, whatever their order`() throws {
    // Client 2 is at the first step still, and client 1 at the second: an undo lets them in by ticket.
    let plan = try BranchPlan(
      services: [
        Service("a", meanTime: .seconds(60)), Service("b", meanTime: .seconds(60)),
      ], tellers: [Teller("1"), Teller("2")], routes: [Route("both", steps: ["a", "b"])])
    let lines = [
      #"{"format":"bank-events","version":1,"configuration":{"services":[{"name":"a"},{"name":"b"}],"routes":[{"name":"both","steps":["a","b"]}]}}"#,
      #"{"t":0,"session":1,"event":"arrived","ticket":1,"service":"a","route":"both","step":1,"line":0}"#,
      #"{"t":0,"session":1,"event":"started","ticket":1,"service":"a","route":"both","step":1,"line":0,"teller":0}"#,
      #"{"t":0,"session":1,"event":"arrived","ticket":2,"service":"a","route":"both","step":1,"line":0}"#,
      #"{"t":0,"session":1,"event":"started","ticket":2,"service":"a","route":"both","step":1,"line":0,"teller":1}"#,
      #"{"t":5,"session":1,"event":"finished","ticket":1,"service":"a","route":"both","step":1,"teller":0,"started":0}"#,
      #"{"t":5,"session":1,"event":"arrived","ticket":1,"service":"b","route":"both","step":2,"line":1}"#,
      #"{"t":5,"session":1,"event":"started","ticket":1,"service":"b","route":"both","step":2,"line":1,"teller":0}"#,
      #"{"t":6,"session":2,"event":"reset","clock":1}"#,
      #"{"t":7,"session":2,"event":"arrived","ticket":1,"service":"b","route":"both","step":2,"line":1,"request":"/api/undo u","asked":"{}"}"#,
    ]
    let journal = try Journal(
      Array(lines.map { $0 + "\n" }.joined().utf8), at: "j", plan)
    #expect(journal.left.map(\.place) == [RoutePlace(route: 0, step: 1)])
    #expect(journal.sentAway.map(\.place) == [RoutePlace(route: 0, step: 0)])
  }

  /// Many lines, in each of which one value of `value` is another one, or is gone.
  private static func damaged(_ value: JSON) -> [JSON] {
    let odd: [JSON] = [
      .null, .bool(true), .number(-1), .number(1e300), .number(0.5), .string(""), .array([]),
      .array([.number(1)]), .array([.object([])]), .object([]),
    ]
    switch value {
    case .object(let members):
      return odd
        + members.indices.flatMap { place -> [JSON] in
          var without = members
          without.remove(at: place)
          return [.object(without)]
            + damaged(members[place].value).map { value in
              var changed = members
              changed[place].value = value
              return .object(changed)
            }
        }
    case .array(let values):
      return odd
        + values.indices.flatMap { place in
          damaged(values[place]).map { value in
            var changed = values
            changed[place] = value
            return .array(changed)
          }
        }
    default: return odd
    }
  }

  @Test func `reads a journal damaged in any one value, or says in which line it is`() throws {
    let plan = try BranchPlan(
      services: [
        Service("a", meanTime: .seconds(60)),
        Service("b", meanTime: .seconds(60), needs: [ItemCount("cup", 2)]),
      ], tellers: [Teller("1")], stock: [ItemCount("cup", 9)],
      routes: [Route("both", steps: ["a", "b"])]
    )
    let lines = [
      #"{"format":"bank-events","version":1,"configuration":{"services":[{"name":"a"},{"name":"b","needs":{"cup":2}}],"stock":{"cup":9},"routes":[{"name":"both","steps":["a","b"]}]}}"#,
      #"{"t":0,"session":1,"event":"arrived","ticket":1,"service":"a","route":"both","step":1,"line":0,"request":"/api/clients u","asked":"{}"}"#,
      #"{"t":0,"session":1,"event":"refused","ticket":2,"service":"b","missing":[{"item":"cup","needed":2,"available":1}],"request":"/api/clients u","asked":"{}"}"#,
      #"{"t":0,"session":1,"event":"started","ticket":1,"service":"a","route":"both","step":1,"line":0,"teller":0}"#,
      #"{"t":5,"session":1,"event":"finished","ticket":1,"service":"a","route":"both","step":1,"teller":0,"started":0}"#,
      #"{"t":5,"session":1,"event":"arrived","ticket":1,"service":"b","route":"both","step":2,"line":1}"#,
      #"{"t":5,"session":1,"event":"restocked","item":"cup","count":7,"request":"/api/stock v","asked":"{}"}"#,
      #"{"t":6,"session":2,"event":"reset","clock":1,"policy":"c-mu","services":[{"needs":{}},{"needs":{"cup":1}}],"stock":{"cup":6},"request":"/api/reset w","asked":"{}"}"#,
      #"{"t":7,"session":2,"event":"arrived","ticket":1,"service":"b","priority":1,"route":"both","step":2,"line":1,"request":"/api/undo x","asked":"{}"}"#,
      #"{"t":8,"session":2,"event":"abandoned","ticket":1,"service":"b"}"#,
      #"{"t":9,"session":3,"event":"reset","clock":2,"back":1}"#,
    ]
    func read(_ lines: [String]) throws(Problems) -> Journal {
      try Journal(Array(lines.map { $0 + "\n" }.joined().utf8), at: "j", plan)
    }
    _ = try read(lines)
    var refused = 0
    for place in lines.indices {
      let whole = try #require(try? JSON5Parser.parse(lines[place]).get()).json
      for damaged in Self.damaged(whole) {
        do {
          var journal = try read(lines.enumerated().map { $0 == place ? damaged.description : $1 })
          journal.goOn(after: .now)
          #expect(journal.lossesOfDay.sentAway >= 0 && journal.left.count < 4)
        } catch {
          refused += 1
          #expect("\(error)".contains(/--journal j:[0-9]/), "\(error)")
        }
      }
    }
    #expect(refused > 100)
  }

  @Test func `refuses a journal of a format to come`() throws {
    let later = Self.day[0].replacing("\"version\":1", with: "\"version\":2")
    let error = try #require(throws: Problems.self) { try Self.journal([later]) }
    #expect("\(error)".contains("of another version than 1"))
  }

  @Test func `has a journal that no other command writes over`() throws {
    let folder = try Folder()
    let path = try folder.file("j.jsonl", Self.day.joined(separator: "\n")).path
    try FileLock.take(path, "--journal")
    let error = try #require(throws: Problems.self) {
      try OutputFiles([("--events", path)])
    }
    #expect("\(error)".contains("is the journal of a server that runs"))
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix(Self.day[0]))
  }

  @Test func `takes no token twice, in a file and beside it`() throws {
    let folder = try Folder()
    let file = try folder.file("tokens.txt", "look aaaaaaaaaaaaaaaa1\n")
    let done = try Tool.run(
      "serve", "--port", "0", "--tokens", file.path, "--token", "aaaaaaaaaaaaaaaa1")
    #expect(done.status == 2 && done.errors.contains("is in the file of tokens, too"))
  }
}

@Suite struct `What pages were told` {
  @Test func `goes on from every event that is kept, and is kept for long`() {
    var told = ToldEvents()
    for number in 0..<20_400 { told.append("<\(number)>") }
    #expect(told.end == 20_400 && 0 < told.first && told.first <= 656)
    for index in [told.first, told.first + 1, 767, 768, 769, 20_223, 20_224, 20_399, 20_400] {
      let text = String(decoding: told.from(index).joined(), as: UTF8.self)
      #expect(text == (index..<20_400).map { "<\($0)>" }.joined(), "\(index)")
    }
  }
}

extension FloorHub {
  /// What a page that begins is told.
  func beginning() async -> String {
    String(decoding: await stream(after: nil).pieces.joined(), as: UTF8.self)
  }

  /// As if an earlier server had let in so many of those of a request.
  fileprivate func leaveHalfDone(_ name: String, _ body: String, in count: Int) {
    done[name] = Journal.Done(body: body, admissions: (1...count).map { .admitted(ticket: $0) })
  }
}
