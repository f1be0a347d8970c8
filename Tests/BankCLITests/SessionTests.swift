import BankConfiguration
import BankCore
import BankRecords
import BankSimulation
import BankWeb
import Foundation
import Testing

@testable import BankCLI

@Suite struct `A session on a page` {
  typealias Site = `The site`

  /// Ten come by themselves; others enter at the same instants, as those do who are back at opening.
  @Test func `knows what those bring whom the config sends, whoever enters beside them`() {
    let drawn = [1.0, 1, 2, 3].enumerated().map { number, time in
      Arrival(at: .seconds(time), Visit(service: 0, serviceTime: .seconds(Double(10 + number))))
    }
    func arrived(_ ticket: Int, _ time: Double) -> BankEvent {
      BankEvent(
        time: .seconds(time), session: 1,
        kind: .arrived(Client(ticket: ticket, service: 0, arrival: .seconds(time)), line: 0))
    }
    var journal = SessionJournal(nil)
    var brought = BroughtVisits(drawn: .trace(drawn.makeIterator()))
    journal.hold()
    for event in [arrived(1, 1), arrived(2, 1), arrived(3, 1)] { journal.write(event, "{}") }
    journal.release { $0.arrivals.updateValue(nil, forKey: [1, 1]) }
    // The one at 2 s was missed; the others are known all the same.
    journal.write(arrived(4, 3), "{}")
    for event in journal.takeUnasked() { brought.note(event) }
    #expect(
      brought.byTicket.mapValues(\.serviceTime) == [
        2: .seconds(10), 3: .seconds(11), 4: .seconds(13),
      ])
  }

  /// Two who note the clock at once may come in the other order.
  @Test func `has no clock in its journal that goes back`() throws {
    let folder = try Folder()
    let path = folder.path("clock.jsonl")
    let files = try OutputFiles([("--journal", path)])
    var journal = SessionJournal(files[path])
    for time in [5.0, 4, 6] {
      journal.write(clock: .seconds(time), speed: time == 6 ? 60 : 1, session: 1)
    }
    files[path]?.flush()
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasPrefix("{\"t\":5,") && lines[1].hasPrefix("{\"t\":6,"))
  }

  @Test func `counts as served who is through with every step`() async throws {
    let site = try await Site.site(
      "{ services: [{ name: 'a', time: 0.001 }], tellers: 1, routes: [{ name: 'r', steps: ['a', 'a', 'a'] }] }"
    )
    _ = await site.respond(to: Site.post("/api/clients", #"{"count":2}"#))
    func finished() async -> Int {
      await site.hub.log.count { if case .finished = $0.kind { true } else { false } }
    }
    while await finished() < 6 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(await site.hub.served == 2)
  }

  /// Those whom the config sends come however many there are.
  @Test func `is undone although more were there than requests may let in`() async throws {
    let config = """
      { services: [{ name: 'a', time: 90000, arrivals: { poisson: { rate: 50 } } }], tellers: 1, policy: 'shared-pool' }
      """
    let made = try await Site.site(config)
    let hub = await FloorHub(made.hub.setup, journal: nil, undoTime: .seconds(3600), mostInside: 20)
    { _ in 0 }
    await hub.open()
    let site = FloorSite(hub: hub, registry: made.registry, access: made.access)
    while await hub.log.count < 25 { try await Task.sleep(for: .milliseconds(20)) }
    let left = try #require(await site.hub.reset(from: nil)).clients
    #expect(left > 20)
    // Their places are kept for as long as they may come back.
    let late = await site.respond(to: Site.post("/api/clients", #"{"count":1}"#))
    #expect(late.status == 422 && Site.text(late).contains("no more than 20"))
    let back = await site.respond(to: Site.post("/api/undo", "{}"))
    #expect(back.status == 200 && Site.text(back) == "{\"back\":\(left)}")
    await hub.stop()
  }

  /// Otherwise whoever was there would be of another day for the server that goes on with the journal.
  @Test func `has a new date in its journal as soon as the world's clock was set`() async throws {
    let folder = try Folder()
    let path = folder.path("clock.jsonl")
    let files = try OutputFiles([("--journal", path)])
    let site = try await Site.site(
      "{ services: [{ name: 'a', time: 90000 }] }", journal: files[path])
    func clocks() throws -> Int {
      try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        .count { $0.contains("\"event\":\"clock\"") }
    }
    await site.hub.tick()
    await site.hub.tick()
    #expect(try clocks() == 1)
    await site.hub.tick(worldAhead: 86_400)
    #expect(try clocks() == 2)
    await site.hub.tick(worldAhead: 86_400)
    #expect(try clocks() == 2)
    await site.hub.stop()
  }

  @Test func `is undone by one request after the other, as its journal has it`() async throws {
    let config = "{ services: [{ name: 'a', time: 90000 }], tellers: 1, policy: 'shared-pool' }"
    for _ in 0..<20 {
      let folder = try Folder()
      let path = folder.path("j.jsonl")
      let files = try OutputFiles([("--journal", path)])
      let site = try await Site.site(config, journal: files[path])
      let setup = await site.hub.setup
      files[path]?.line(EventLines.header(configuration: setup.effective), isFlushed: true)
      for count in [5, 7] {
        _ = await site.respond(to: Site.post("/api/clients", "{\"count\":\(count)}"))
        if count == 5 { _ = await site.respond(to: Site.post("/api/reset", "{}")) }
      }
      async let reset = site.respond(to: Site.post("/api/reset", "{}"))
      async let undone = site.respond(to: Site.post("/api/undo", "{}"))
      _ = await (reset, undone)
      let kept = await site.hub.sentAway?.clients.count ?? 0
      let bytes = Array(try String(contentsOfFile: path, encoding: .utf8).utf8)
      let journal = try Journal(bytes, at: path, setup.plan)
      #expect(journal.sentAway.count == kept)
      #expect(journal.resetAt ?? 0 > 1_700_000_000)
    }
  }

  @Test func `has the stock with which its branch was opened, whatever the config has now`() throws
  {
    let lines = """
      {"format":"bank-events","version":1,"configuration":{"services":[{"name":"a"},{"name":"b","needs":{"cup":2}}],"stock":{"cup":9}}}
      {"t":0,"session":1,"event":"arrived","ticket":1,"service":"b","line":0}

      """
    let journal = try Journal(Array(lines.utf8), at: "j", Site.cups())
    #expect(journal.stock == [9], "given back, to be taken once more")
    let opened =
      lines + """
        {"t":0,"session":2,"event":"reset","policy":"shared-pool","options":{},"stock":{"cup":4}}

        """
    #expect(try Journal(Array(opened.utf8), at: "j", Site.cups()).stock == [4])
    let other = lines.replacingOccurrences(of: "cup", with: "spoon")
    #expect(throws: Problems.self) { try Journal(Array(other.utf8), at: "j", Site.cups()) }
  }

  @Test func `keeps the most who waited, though older looks are merged`() throws {
    let setup = try `A session so far`.day().setup
    var tally = SessionTally(setup.plan)
    func client(_ ticket: Int, _ time: Int) -> Client {
      Client(ticket: ticket, service: 0, arrival: .seconds(Double(time)))
    }
    // A crowd of nine for two seconds, then 600 clients who wait a second each.
    for ticket in 1...9 {
      tally.observe(
        BankEvent(time: .seconds(10), session: 1, kind: .arrived(client(ticket, 10), line: 0)))
    }
    for ticket in 1...9 {
      tally.observe(
        BankEvent(
          time: .seconds(12), session: 1, kind: .started(client(ticket, 10), line: 0, teller: 0)))
    }
    for ticket in 10...609 {
      let time = 4 * ticket
      tally.observe(
        BankEvent(
          time: .seconds(Double(time)), session: 1, kind: .arrived(client(ticket, time), line: 0)))
      tally.observe(
        BankEvent(
          time: .seconds(Double(time + 1)), session: 1,
          kind: .started(client(ticket, time), line: 0, teller: 0)))
    }
    let floor = JSON.object(tally.members(at: .seconds(2500)))
    guard case .array(let history) = floor["history"] else { return #expect(Bool(false)) }
    #expect(history.count <= 240)
    let most = history.map { "\($0)".dropLast().split(separator: ",").last ?? "" }
    #expect(most.contains("9"), "\(history.prefix(5))")
  }

  /// As the report has it.
  @Test func `counts whoever is turned away for want of stock as late`() throws {
    let plan = try BranchPlan(
      services: [
        Service("x", meanTime: .seconds(1), target: .seconds(60), needs: [ItemCount("cup", 1)])
      ],
      tellers: [Teller("1")], stock: [ItemCount("cup", 0)])
    var tally = SessionTally(plan)
    let shortage = Shortage(item: 0, needed: 1, available: 0)
    tally.observe(
      BankEvent(
        time: .seconds(3), session: 1,
        kind: .refused(Client(ticket: 1, service: 0, arrival: .seconds(3)), missing: [shortage])))
    let today = JSON.object(tally.members(at: .seconds(4)))["today"]
    #expect(today?["judged"] == ["x": 1] && today?["inTime"] == ["x": 0], "\(today ?? .null)")
  }

  /// A page that opens later has to know how fast the stock goes.
  @Test func `says what was taken of the stock in the last hour`() throws {
    let plan = try BranchPlan(
      services: [
        Service("x", meanTime: .seconds(1), needs: [ItemCount("cup", 2)]),
        Service("y", meanTime: .seconds(1), needs: [ItemCount("cup", 1), ItemCount("lid", 1)]),
      ],
      tellers: [Teller("1")], stock: [ItemCount("cup", 50), ItemCount("lid", 50)])
    var tally = SessionTally(plan)
    func happens(_ time: Double, _ kind: BankEvent.Kind) {
      tally.observe(BankEvent(time: .seconds(time), session: 1, kind: kind))
    }
    func client(_ ticket: Int, _ service: Int) -> Client {
      Client(ticket: ticket, service: service)
    }
    happens(10, .arrived(client(1, 0), line: 0))
    happens(20, .arrived(client(2, 1), line: 0))
    happens(30, .abandoned(client(2, 1), line: 0))
    func taken(_ time: Double) -> JSON? {
      JSON.object(tally.members(at: .seconds(time)))["taken"]
    }
    #expect(
      taken(40) == [
        [10, "cup", 2], [20, "cup", 1], [20, "lid", 1],
      ])
    #expect(taken(3615) == [[20, "cup", 1], [20, "lid", 1]])
  }

  @Test func `says who is between two clients, and until when`() throws {
    let plan = try BranchPlan(
      services: [Service("x", meanTime: .seconds(1))], tellers: [Teller("1"), Teller("2")],
      handover: .seconds(20))
    var tally = SessionTally(plan)
    let client = Client(ticket: 1, service: 0, arrival: .zero)
    for kind in [
      BankEvent.Kind.arrived(client, line: 0), .started(client, line: 0, teller: 1),
      .finished(client, teller: 1, started: .zero),
    ] {
      tally.observe(BankEvent(time: .seconds(3), session: 1, kind: kind))
    }
    func freeAt(_ time: Double) -> JSON? {
      JSON.object(tally.members(at: .seconds(time)))["freeAt"]
    }
    #expect(freeAt(4) == [[1, 23]] && freeAt(23) == [])
  }

  @Test func `keeps what lasted: who is called as they come has not waited`() throws {
    let (events, setup) = try `A session so far`.day()
    var tally = SessionTally(setup.plan)
    for event in events { tally.observe(event) }
    let floor = JSON.object(tally.members(at: .seconds(115)))
    guard case .array(let history) = floor["history"] else { return #expect(Bool(false)) }
    let waiting = history.map { "\($0)" }
    #expect(
      waiting == [
        "[0,0,0,0,0,0,0,0,0]", "[100,0,1,0,0,1,1,0,0]", "[101,0,2,0,0,2,2,0,0]",
        "[102,0,2,0,0,2,2,1,1]", "[103,1,2,0,0,2,2,2,2]", "[110,7,2,0,1,3,2,1,1]",
        "[111,0,2,0,2,4,2,0,0]",
      ])
  }

  @Test(arguments: [
    ("https://branch.example.org:443", "branch.example.org"),
    ("http://branch.example.org:80/", "branch.example.org"),
    ("https://branch.example.org:8443", "branch.example.org:8443"),
    ("https://xn--bcher-kva.example", "xn--bcher-kva.example"),
    ("https://은행.example", "xn--zs5b84x.example"),
  ])
  func `is called what browsers call it`(url: String, host: String) throws {
    let words = Arguments(
      ["--url", url, "--token", "abcdefghijklmnop1"],
      flags: BankCLI.Serve.command.flags, takesWords: false)
    var problems: [Problem] = []
    let access = BankCLI.Serve.access("127.0.0.1", words, &problems)(8080)
    #expect(problems.isEmpty)
    #expect(access.hosts.contains(host))
  }
}
