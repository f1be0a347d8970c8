import BankConfiguration
import BankCore
import BankQueues
import BankRecords
import BankReports
import BankSimulation
import Foundation
import LoanPriority
import SharedPool
import ShippedPolicies
import Testing

@testable import BankCLI
@testable import BankWeb

@Suite struct `A request` {
  static func parse(_ text: String) -> HTTPParser.Result {
    var parser = HTTPParser()
    parser.add(text.utf8)
    return parser.next()
  }

  @Test func `is read however its bytes arrive, one after the other`() {
    let text =
      "POST /api/x?a=b%20c&d=%EA%B0%80 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n{ }"
      + "GET / HTTP/1.1\r\nhost: h\r\nConnection: close\r\n\r\n"
    for size in [1, 2, 7, 1000] {
      var parser = HTTPParser()
      var found: [HTTPRequest] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        parser.add(rest.prefix(size))
        rest = rest.dropFirst(size)
        while case .request(let request) = parser.next() { found.append(request) }
      }
      #expect(found.count == 2)
      #expect(found[0].path == "/api/x")
      #expect(found[0].query == ["a": "b c", "d": "가"])
      #expect(found[0].body == Array("{ }".utf8))
      #expect(found[0].keepsAlive)
      #expect(!found[1].keepsAlive)
      #expect(!parser.isInTheMiddle)
    }
  }

  @Test func `that waits for leave to send its body is given it, once`() {
    let head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n"
    var parser = HTTPParser()
    parser.add(head.utf8)
    #expect(parser.next() == .needsContinue)
    #expect(parser.next() == .needsMore)
    parser.add("{ }".utf8)
    guard case .request(let request) = parser.next() else {
      Issue.record("the request is whole")
      return
    }
    #expect(request.body == Array("{ }".utf8))
    // Whoever sends the body at once needs no leave.
    guard case .request = Self.parse(head + "{ }") else {
      Issue.record("the request is whole")
      return
    }
  }

  /// Texts that are no requests, with the status they get; with those that are, what fuzzing grows
  /// from.
  static let refused: [(text: String, status: Int)] = [
    ("GET / HTTP/1.1\r\n\r\n", 400), ("GET  / HTTP/1.1\r\nHost: h\r\n\r\n", 400),
    ("GET x HTTP/1.1\r\nHost: h\r\n\r\n", 400), ("GET / HTTP/2\r\nHost: h\r\n\r\n", 400),
    ("G(T / HTTP/1.1\r\nHost: h\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost h\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n: h\r\n\r\n", 400), ("GET /%zz HTTP/1.1\r\nHost: h\r\n\r\n", 400),
    ("GET ftp://h/ HTTP/1.1\r\nHost: h\r\n\r\n", 400),
    ("GET http:///x HTTP/1.1\r\nHost: h\r\n\r\n", 400),
    ("GET http://h/ HTTP/1.1\r\n\r\n", 400),
    ("GET /%ff HTTP/1.1\r\nHost: h\r\n\r\n", 400), ("GET /%+1 HTTP/1.1\r\nHost: h\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1,1\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999\r\n\r\n", 413),
    ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n", 501),
    ("GET / HTTP/1.1\r\nHost: h\r\nx: " + String(repeating: "y", count: 17_000), 431),
  ]

  static let corpus =
    refused.map(\.text) + [
      "GET / HTTP/1.1\r\nHost: h\r\n\r\n",
      "GET /export/compare.html?policy=shared-pool&x HTTP/1.0\r\nHost: h\r\nA: b\r\nA: c\r\n\r\n",
      "POST /api/clients HTTP/1.1\r\nHost: h\r\nContent-Length: 12\r\n\r\n{\"count\": 10}",
      "GET /events HTTP/1.1\r\nHost: h\r\nLast-Event-ID: 1:20\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n",
    ]

  @Test(arguments: refused)
  func `that is none is refused`(text: String, status: Int) {
    #expect(Self.parse(text) == .refused(status: status))
  }

  @Test func `that is refused says why, with what is allowed`() {
    let reasons = [400, 413, 431, 501].map(HTTPParser.reason)
    #expect(Set(reasons).count == 4)
    #expect(reasons[1].contains("65536 bytes") && reasons[2].contains("16384 bytes"))
  }

  @Test(arguments: [
    ("http://bank.example:81/a?b=c", "bank.example:81", "/a"), ("HTTPS://h", "h", "/"),
    ("http://h?b=c", "h", "/"), ("/a?b=http://x/", "own", "/a"),
  ])
  func `may write the whole address, whose host is the one that counts`(
    target: String, host: String, path: String
  ) throws {
    let result = Self.parse("GET \(target) HTTP/1.1\r\nHost: own\r\n\r\n")
    guard case .request(let request) = result else {
      Issue.record("\(target): \(result)")
      return
    }
    #expect(request.headers == ["host": host] && request.path == path)
  }

  /// How many texts are tried; `BANK_FUZZ` says otherwise, and then with other seeds each time.
  static let tries = ProcessInfo.processInfo.environment["BANK_FUZZ"].flatMap { Int($0) }

  @Test func `of any rubbish is refused or waited for, and nothing breaks`() {
    let seed: UInt64 = Self.tries == nil ? 7 : .random(in: 0...(.max))
    if Self.tries != nil { print("the seed is \(seed)") }
    var random = RandomSource(seed: seed)
    for _ in 0..<(Self.tries ?? 20_000) {
      var bytes = Array((Self.corpus.randomElement(using: &random) ?? "").utf8.prefix(400))
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 1 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes.removeLast(bytes.count - place)
        default: bytes += Array((Self.corpus.randomElement(using: &random) ?? "").utf8.prefix(300))
        }
      }
      var parser = HTTPParser()
      parse: while !bytes.isEmpty {
        let size = Int.random(in: 1...200, using: &random)
        parser.add(bytes.prefix(size))
        bytes.removeFirst(min(size, bytes.count))
        while true {
          switch parser.next() {
          case .needsMore, .needsContinue: continue parse
          case .refused(let status):
            #expect((400...599).contains(status))
            break parse
          case .request(let request):
            #expect(request.path.hasPrefix("/") && request.headers["host"] != nil)
            #expect(request.body.count <= HTTPParser.longestBody)
          }
        }
      }
    }
  }
}

@Suite struct `The site` {
  static func site(
    _ config: String = "{}", tokens: [(String, Access.Role)] = [],
    hosts: Set<String> = ["localhost:1"], origin: String? = nil,
    journal: LineWriter? = nil, after earlier: Journal? = nil, onAnotherDay: Bool = false,
    policies: [RegisteredPolicy] = Shipped.policies
  ) async throws -> FloorSite {
    let registry = try Registry(policies)
    let folder = try Folder()
    let file = try folder.file("c.json5", config)
    let words = Arguments(
      ["--config", file.path], flags: Flag.common, takesWords: false)
    let setup = try Setup(words, registry, [])
    var earlier = earlier
    if !onAnotherDay, earlier?.goesOnAt == nil { earlier?.goesOnAt = .zero }
    // However slow the tests are, a minute of theirs is not over.
    let hub = FloorHub(setup, journal: journal, after: earlier, undoTime: .seconds(3600)) { _ in 0 }
    await hub.open()
    var access = Access()
    access.hosts = hosts
    access.tokens = tokens.compactMap { Access.Token($0.0, $0.1) }
    access.origin = origin
    return FloorSite(hub: hub, registry: registry, access: access)
  }

  static func get(_ path: String, _ headers: [String: String] = [:]) -> HTTPRequest {
    var request = HTTPRequest(method: "GET", path: path)
    request.headers = ["host": "localhost:1"].merging(headers) { $1 }
    return request
  }

  static func post(
    _ path: String, _ body: String, _ headers: [String: String] = [:]
  ) -> HTTPRequest {
    var request = get(path, ["content-type": "application/json"].merging(headers) { $1 })
    request.method = "POST"
    request.body = Array(body.utf8)
    return request
  }

  static func text(_ response: HTTPResponse) -> String {
    String(decoding: response.body + response.pieces.joined(), as: UTF8.self)
  }

  @Test func `answers to its own name alone, and to its own pages`() async throws {
    let site = try await Self.site()
    #expect(await site.respond(to: Self.get("/")).status == 200)
    #expect(await site.respond(to: Self.get("/", ["host": "evil.example"])).status == 421)
    let own = ["origin": "http://localhost:1"]
    let other = ["origin": "http://evil.example"]
    #expect(await site.respond(to: Self.post("/api/clients", "{}", own)).status == 200)
    #expect(await site.respond(to: Self.post("/api/clients", "{}", other)).status == 403)
    #expect(
      await site.respond(to: Self.post("/api/clients", "{}", ["content-type": "text/plain"])).status
        == 415)
    var request = Self.get("/")
    request.method = "DELETE"
    let answer = await site.respond(to: request)
    #expect(answer.status == 405)
    #expect(answer.headers.contains { $0 == ("Allow", "GET, HEAD, POST") })
    #expect(await site.respond(to: Self.get("/nothing")).status == 404)
  }

  @Test func `wants a token where others can reach it, and takes it out of the address`()
    async throws
  {
    let token = "0123456789abcdef"
    let site = try await Self.site(tokens: [(token, .manage)], hosts: [])
    #expect(await site.respond(to: Self.get("/")).status == 401)
    let asked = await site.respond(to: Self.get("/", ["accept": "text/html"]))
    #expect(asked.status == 401 && Self.text(asked).contains("name=\"token\""))
    #expect(!Self.text(asked).contains("id=\"wrong\""))
    #expect(await site.respond(to: Self.get("/floor.css")).status == 200)
    var request = Self.get("/")
    request.query = ["token": token, "lang": "ko"]
    let first = await site.respond(to: request)
    #expect(first.status == 303)
    #expect(first.headers.first { $0.name == "Location" }?.value == "/?lang=ko")
    let cookie = first.headers.first { $0.name == "Set-Cookie" }?.value
    #expect(cookie == "bank-token=\(token); HttpOnly; SameSite=Strict; Path=/")
    let form = ["content-type": "application/x-www-form-urlencoded"]
    var signIn = Self.post("/", "token=\(token)", form)
    signIn.query = ["lang": "en"]
    let welcome = await site.respond(to: signIn)
    #expect(
      welcome.status == 303 && welcome.headers.first { $0.name == "Location" }?.value == "/?lang=en"
    )
    #expect(welcome.headers.first { $0.name == "Set-Cookie" }?.value == cookie)
    signIn.headers["content-type"] = "Application/X-WWW-Form-Urlencoded"
    #expect(await site.respond(to: signIn).status == 303)
    for body in ["token=0123456789abcdeg", "token=", "", "token=%zz"] {
      let refused = await site.respond(to: Self.post("/", body, form))
      #expect(refused.status == 401 && Self.text(refused).contains("id=\"wrong\""))
    }
    func status(_ token: String) async -> Int {
      await site.respond(to: Self.get("/", ["cookie": "x=1; bank-token=\(token)"])).status
    }
    #expect(await status(token) == 200)
    for wrong in ["0123456789abcdeg", "0123456789abcde", "", token + "0"] {
      #expect(await status(wrong) == 401)
    }
  }

  @Test
  func `lets ten wrong tokens of an address pass, then one a second, and a right one at any time`()
    async
  {
    let time = Collector(0.0)
    let guesses = Guesses(now: { time.value })
    let role: @Sendable (String) -> Access.Role? = { $0 == "right" ? .look : nil }
    func verdicts(_ tokens: [String], from address: [UInt8] = [10, 0, 0, 1]) async -> [Guesses
      .Verdict]
    {
      var all: [Guesses.Verdict] = []
      for token in tokens { all.append(await guesses.judge(token, from: address, role)) }
      return all
    }
    let wrong = (0..<12).map { "wrong\($0)" }
    #expect(await verdicts(["right"], from: [10, 0, 0, 2]) == [.right(.look)])
    #expect(await verdicts(wrong) == Array(repeating: .wrong, count: 10) + [.tooMany, .tooMany])
    // Beside a guesser a right one comes in, unless there are more than fifty a second.
    #expect(await verdicts(["right"], from: [10, 0, 0, 1]) == [.right(.look)])
    let many = (0..<60).map { "many\($0)" }
    #expect(await verdicts(many + ["right too"]).allSatisfy { $0 == .tooMany })
    // What was looked at is no guess: a page left open brings its old token for ever.
    #expect(
      await verdicts(Array(repeating: "wrong3", count: 50)) == Array(repeating: .wrong, count: 50))
    time.change { $0 = 1 }
    #expect(
      await verdicts(["right", "other", "more", "right"]) == [
        .right(.look), .wrong, .tooMany, .right(.look),
      ])
    // Others are not held back, and who was right before is not by what others guess beside them.
    #expect(await verdicts(wrong + ["right"], from: [10, 0, 0, 2]).last == .right(.look))
    #expect(await verdicts(["right"], from: [10, 0, 0, 3]) == [.right(.look)])
    // However much is guessed there, who was right stays so.
    for turn in 0..<100 {
      time.change { $0 += 1 }
      _ = await verdicts((0..<50).map { "guess \(turn) \($0)" })
    }
    #expect(await verdicts(["one more", "right"]) == [.tooMany, .right(.look)])
    // The 2⁶⁴ neighbours of an address of IPv6 are one.
    let net: [UInt8] = [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0]
    for last in 0..<10 as Range<UInt8> {
      let token = "wrong\(last)"
      #expect(await verdicts([token], from: net + [0, 0, 0, 0, 0, 0, 0, last]) == [.wrong])
    }
    #expect(await verdicts(["more"], from: net + [9, 9, 9, 9, 9, 9, 9, 9]) == [.tooMany])
  }

  @Test func `refuses a guesser, and answers who was in`() async throws {
    let token = "0123456789abcdef"
    let site = try await Self.site(tokens: [(token, .manage)], hosts: [])
    func status(_ token: String) async -> Int {
      await site.respond(to: Self.get("/", ["cookie": "bank-token=\(token)"])).status
    }
    #expect(await status(token) == 200)
    var seen: Set<Int> = []
    for number in 0..<12 { seen.insert(await status("wrong\(number)")) }
    #expect(seen == [401, 429])
    #expect(await status(token) == 200)
  }

  @Test func `lets each do what its token is for`() async throws {
    let tokens = [
      ("look0123456789ab", Access.Role.look), ("serve0123456789a", .serve),
      ("manage0123456789", .manage),
    ]
    let site = try await Self.site(tokens: tokens, hosts: ["localhost:1"])
    let may = ["look": [false, false], "serve": [true, false], "manage": [true, true]]
    for (token, role) in tokens {
      let cookie = ["cookie": "bank-token=\(token)"]
      let branch = await site.respond(to: Self.get("/api/branch", cookie))
      #expect(Self.text(branch).contains("\"role\":\"\(role.rawValue)\""))
      let clients = await site.respond(to: Self.post("/api/clients", "{\"count\":1}", cookie))
        .status
      let reset = await site.respond(to: Self.post("/api/reset", "{}", cookie)).status
      #expect([clients == 200, reset == 200] == may[role.rawValue])
      #expect([200, 403].contains(clients) && [200, 403].contains(reset))
    }
  }

  @Test func `behind a proxy answers to its name, and to no page of another site`() async throws {
    let site = try await Self.site(
      tokens: [("0123456789abcdef", .manage)], hosts: ["branch.example.org"],
      origin: "https://branch.example.org")
    func status(_ headers: [String: String], post: Bool = true) async -> Int {
      let own = ["host": "branch.example.org", "cookie": "bank-token=0123456789abcdef"]
        .merging(headers) { $1 }
      return await site.respond(
        to: post ? Self.post("/api/clients", "{\"count\":1}", own) : Self.get("/", own)
      ).status
    }
    #expect(await status(["origin": "https://branch.example.org"]) == 200)
    #expect(await status(["origin": "https://evil.example.org"]) == 403)
    #expect(await status(["host": "127.0.0.1:8080"]) == 421)
    #expect(await status(["sec-fetch-site": "same-origin"]) == 200)
    for other in ["cross-site", "same-site"] {
      #expect(await status(["sec-fetch-site": other]) == 403)
      #expect(await status(["sec-fetch-site": other], post: false) == 403)
      #expect(
        await status(["sec-fetch-site": other, "sec-fetch-mode": "navigate"], post: false) == 200)
    }
    var request = Self.get("/", ["host": "branch.example.org"])
    request.query["token"] = "0123456789abcdef"
    let cookie = await site.respond(to: request).headers.first { $0.name == "Set-Cookie" }?.value
    #expect(cookie?.hasSuffix("; Secure") == true)
  }

  @Test func `gives nobody another right through a link on another page`() async throws {
    let site = try await Self.site(
      tokens: [("look0123456789ab", .look), ("manage0123456789", .manage)], hosts: ["x.example"],
      origin: "https://x.example")
    func open(_ headers: [String: String]) async -> HTTPResponse {
      var request = Self.get(
        "/", ["host": "x.example", "sec-fetch-mode": "navigate"].merging(headers) { $1 })
      request.query["token"] = "look0123456789ab"
      return await site.respond(to: request)
    }
    let cookie = ["cookie": "bank-token=manage0123456789"]
    func setsCookie(_ response: HTTPResponse) -> Bool {
      response.headers.contains { $0.name == "Set-Cookie" }
    }
    // A browser sends no cookie with it. The page that it opens instead opens the address again, with the cookie.
    let foreign = await open(["sec-fetch-site": "cross-site"])
    #expect(foreign.status == 200 && !setsCookie(foreign))
    let refresh = foreign.headers.first { $0.name == "Refresh" }?.value
    #expect(refresh == "0; url=/?token=look0123456789ab")
    let again = await open(["sec-fetch-site": "same-origin"].merging(cookie) { $1 })
    #expect(again.status == 303 && !setsCookie(again))
    // Who has none yet gets it, and whoever opens the address themselves means it.
    #expect(setsCookie(await open(["sec-fetch-site": "same-origin"])))
    #expect(setsCookie(await open(["sec-fetch-site": "none"].merging(cookie) { $1 })))
    // The same name without TLS is another page.
    let plain = await site.respond(
      to: Self.post(
        "/api/clients", "{}",
        cookie.merging(["host": "x.example", "origin": "http://x.example"]) { $1 }))
    #expect(plain.status == 403)
  }

  @Test func `reads tokens from a file, and tells every line that is none`() throws {
    let read = try Access.tokens(
      in: "# ours\nlook abcdefghijklmnop\n\nmanage\tABCDEFGHIJKLMNOP\r\n", at: "t")
    #expect(read.map(\.role) == [.look, .manage])
    let found = #expect(throws: Problems.self) {
      try Access.tokens(in: "look short\nrule abcdefghijklmnop\nlook", at: "t")
    }
    #expect(found?.all.map(\.path) == ["t:1", "t:2", "t:3"])
    #expect(throws: Problems.self) { try Access.tokens(in: "#\n", at: "t") }
  }

  @Test(arguments: [
    ("/api/clients", "{\"cuont\":1}", "did you mean \"count\"?"),
    ("/api/reset", "{\"now\":true}", "unknown key \"now\""),
    ("/api/clients", "{\"count\":0}", "allowed: a whole number from 1 to 1000"),
    ("/api/clients", "{\"count\":1.5}", "allowed: a whole number from 1 to 1000"),
    ("/api/clients", "{\"count\":\"x\"}", "allowed: a whole number from 1 to 1000"),
    ("/api/stock", "{\"counts\":{\"cash\":1},\"seen\":\"x\"}", "seen.cash"),
    ("/api/clients", "[]", "no JSON object"), ("/api/clients", "{", "no JSON object"),
    ("/api/clients", "{\"count\":1,\"count\":2}", "is there twice"),
    ("/api/orders", "{\"service\":\"gold\"}", "allowed: deposit, loan"),
    ("/api/policy", "{\"name\":\"fixed-spilt\"}", "did you mean \"fixed-split\"?"),
    ("/api/speed", "{\"speed\":61}", "from 1 to 60"), ("/api/speed", "{}", "from 1 to 60"),
    ("/api/stock", "{\"counts\":{\"gold\":1}}", "allowed"), ("/api/stock", "{}", "counts"),
    ("/api/stock", "{\"counts\":{\"cash\":-1}}", "a whole number from 0 to 100"),
    ("/api/stock", "{\"counts\":{\"cash\":101}}", "a whole number from 0 to 100"),
  ])
  func `says what is wrong with a wish, and changes nothing`(
    path: String, body: String, says: String
  ) async throws {
    let site = try await Self.site("{ stock: { cash: 5 } }")
    let response = await site.respond(to: Self.post(path, body))
    #expect(response.status == 422 || response.status == 400)
    #expect(Self.text(response).contains(says.replacingOccurrences(of: "\"", with: "\\\"")))
    #expect(await site.hub.day().events.isEmpty)
  }

  @Test func `takes from the stock all or nothing, and sets it only if it is as it was seen`()
    async throws
  {
    let juice = try String(
      contentsOf: Repository.root.appending(path: "docs/Examples/juice-bar.json5"), encoding: .utf8)
    let site = try await Self.site(juice)
    func order(_ name: String) async -> String {
      Self.text(await site.respond(to: Self.post("/api/orders", "{\"service\":\"\(name)\"}")))
    }
    #expect(await order("strawberry").contains("\"outcome\":\"refused\""))
    #expect(await order("strawberry").contains("\"needed\":16,\"available\":10"))
    #expect(await order("strawberry-banana").contains("\"outcome\":\"admitted\""))
    let stale = "{\"counts\":{\"딸기\":20},\"seen\":{\"딸기\":10}}"
    #expect(await site.respond(to: Self.post("/api/stock", stale)).status == 409)
    let fresh = "{\"counts\":{\"딸기\":20},\"seen\":{\"딸기\":0}}"
    #expect(await site.respond(to: Self.post("/api/stock", fresh)).status == 200)
    #expect(await order("strawberry").contains("admitted"))
  }

  /// A stock of over a hundred may be set as high as a count may be, and what was reserved comes back to it.
  @Test func `has back what was reserved, however much was set meanwhile`() async throws {
    let site = try await Self.site(
      "{ services: [{ name: 'a', time: 3600, needs: { cup: 1 } }], tellers: 1, stock: { cup: 200 },"
        + " policy: 'shared-pool' }")
    let most = BranchPlan.largestCount
    _ = await site.respond(to: Self.post("/api/orders", "{\"service\":\"a\"}"))
    let set = await site.respond(to: Self.post("/api/stock", "{\"counts\":{\"cup\":\(most)}}"))
    #expect(set.status == 200)
    for _ in 0..<2 {
      #expect(await site.respond(to: Self.post("/api/reset", "{}")).status == 200)
      #expect(await site.hub.beginning().contains("\"cup\":\(most + 1)"))
    }
    _ = await site.respond(to: Self.post("/api/orders", "{\"service\":\"a\"}"))
    var compare = Self.get("/export/compare.html")
    compare.query = ["policy": "loan-priority"]
    let other = await site.respond(to: compare)
    #expect(other.status == 200, "\(Self.text(other))")
    let more = Self.post("/api/stock", "{\"counts\":{\"cup\":\(most + 1)}}")
    #expect(await site.respond(to: more).status == 422)
  }

  @Test func `hands out the last banana once, however many ask at once`() async throws {
    let site = try await Self.site(
      "{ services: [{ name: 'banana', time: 1, needs: { banana: 2 } }], stock: { banana: 7 } }")
    let admitted = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<50 {
        group.addTask {
          Self.text(await site.respond(to: Self.post("/api/orders", "{\"service\":\"banana\"}")))
            .contains("admitted")
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(admitted == 3)
  }

  @Test func `says how many came and how many were let in`() async throws {
    let site = try await Self.site("{ limit: 0, tellers: 2, policy: 'shared-pool' }")
    let answer = await site.respond(to: Self.post("/api/clients", "{\"count\":5}"))
    #expect(Self.text(answer) == #"{"came":5,"admitted":2}"#)
  }

  @Test func `does once what is sent twice under one id, and lets all in or nobody`() async throws {
    let site = try await Self.site()
    let twice = Self.post("/api/clients", #"{"count":700,"id":"a"}"#)
    async let first = site.respond(to: twice)
    async let second = site.respond(to: twice)
    async let reset = site.respond(to: Self.post("/api/reset", "{}"))
    #expect(await first == second)
    #expect(Self.text(await first) == #"{"came":700,"admitted":700}"#)
    _ = await reset
    while await site.hub.day().events.last == nil { await Task.yield() }
    let other = await site.respond(to: Self.post("/api/clients", #"{"count":1,"id":"b"}"#))
    #expect(Self.text(other) == #"{"came":1,"admitted":1}"#)
    let reused = await site.respond(to: Self.post("/api/clients", #"{"count":2,"id":"b"}"#))
    #expect(reused.status == 422 && Self.text(reused).contains("was given to another request"))
    for id in ["1", "\"\"", "\"\(String(repeating: "x", count: 101))\""] {
      let bad = await site.respond(to: Self.post("/api/clients", "{\"id\":\(id)}"))
      #expect(bad.status == 422)
    }
  }

  @Test func `has everything in the journal before it answers`() async throws {
    let folder = try Folder()
    let path = folder.url.appending(path: "journal.jsonl").path
    let files = try OutputFiles([("--journal", path)])
    let site = try await Self.site(journal: files[path])
    for _ in 0..<20 {
      _ = await site.respond(to: Self.post("/api/clients", "{\"count\":50}"))
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let arrived = text.split(separator: "\n").count { $0.contains("\"arrived\"") }
      #expect(arrived % 50 == 0 && arrived > 0)
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.split(separator: "\n").count { $0.contains("\"arrived\"") } == 1000)
  }

  @Test func `changes nothing while the journal cannot be written, and then loses nothing`()
    async throws
  {
    // A pipe that nobody empties stands for a full disk.
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    func read() -> String {
      var bytes = [UInt8](repeating: 0, count: 1 << 20)
      let count = Foundation.read(ends[0], &bytes, bytes.count)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
    let filling = [UInt8](repeating: 32, count: 4096)
    while write(ends[1], filling, filling.count) > 0 {}
    let journal = LineWriter(descriptor: ends[1])
    journal.keepUnwritten()
    let site = try await Self.site(journal: journal)
    let first = await site.respond(to: Self.post("/api/clients", "{\"count\":3}"))
    #expect(first.status == 507 && Self.text(first).contains("done, but not written down yet"))
    let later = Self.post("/api/clients", "{\"count\":2,\"id\":\"one\"}")
    let second = await site.respond(to: later)
    #expect(second.status == 507 && Self.text(second).contains("nothing was changed"))
    #expect(await site.hub.beginning().contains("\"unwritten\":\"nobody takes"))
    _ = read()
    await site.hub.tick()
    #expect(read().split(separator: "\n").count { $0.contains("\"arrived\"") } == 3)
    let third = await site.respond(to: later)
    #expect(third.status == 200, "what was refused may be asked again under its id")
    #expect(read().split(separator: "\n").count { $0.contains("\"arrived\"") } == 2)
  }

  @Test func `has every change on the disk before the answer`() async throws {
    let folder = try Folder()
    let descriptor = open(folder.path("j"), O_CREAT | O_RDWR, 0o600)
    defer { close(descriptor) }
    let journal = LineWriter(descriptor: descriptor)
    // Nothing else happens meanwhile.
    let site = try await Self.site(
      "{ services: [{ name: 'a', time: '10h' }], tellers: 1 }", journal: journal)
    let changes = [
      ("/api/clients", "{\"count\":3}"), ("/api/reset", "{}"), ("/api/undo", "{}"),
      ("/api/speed", "{\"speed\":2}"), ("/api/policy", "{\"name\":\"shared-pool\"}"),
      ("/api/reset", "{}"),
    ]
    for (path, body) in changes {
      journal.text("", isFlushed: true)
      #expect(!journal.isSynced)
      #expect(await site.respond(to: Self.post(path, body)).status == 200, "\(path)")
      // Which policy comes next is said by the session that begins with it.
      if path != "/api/policy" { #expect(journal.isSynced, "\(path) \(body)") }
    }
    #expect(await site.hub.day().policy.name == "shared-pool")
  }

  /// What a server wrote down that was killed: one at the teller, three who wait, and half a line.
  static let killed = """
    {"format":"bank-events","version":1,"configuration":{"services":[{"name":"a"},{"name":"b","needs":{"cup":2}}]}}
    {"t":0,"session":1,"event":"arrived","ticket":1,"service":"a","line":0}
    {"t":0,"session":1,"event":"reset"}
    {"t":1,"session":2,"event":"restocked","item":"cup","count":9}
    {"t":1,"session":2,"event":"arrived","ticket":1,"service":"a","line":0}
    {"t":1,"session":2,"event":"started","ticket":1,"service":"a","line":0,"teller":0}
    {"t":2,"session":2,"event":"arrived","ticket":2,"service":"b","line":0}
    {"t":3,"session":2,"event":"finished","ticket":1,"service":"a","teller":0,"started":1}
    {"t":3,"session":2,"event":"started","ticket":2,"service":"b","line":0,"teller":0}
    {"t":4,"session":2,"event":"arrived","ticket":3,"service":"a","line":0,"priority":2}
    {"t":5,"session":2,"event":"arrived","ticket":4,"service":"b","line":0}
    {"t":6,"session":2,"event":"arrived","ticket":5,"service":"a","line":0}
    {"t":7,"session":2,"event":"abandoned","ticket":5,"service":"a","line":0}
    {"t":8,"session":2,"event":"arriv
    """

  static func cups() throws -> BranchPlan {
    try BranchPlan(
      services: [
        Service("a", meanTime: .seconds(60)),
        Service("b", meanTime: .seconds(60), needs: [ItemCount("cup", 2)]),
      ], tellers: [Teller("1")], stock: [ItemCount("cup", 5)])
  }

  @Test func `goes on with the journal of a server that was killed, and loses nobody`() async throws
  {
    let journal = try Journal(Array(Self.killed.utf8), at: "j", Self.cups())
    #expect(journal.session == 2 && journal.isTorn)
    #expect(
      journal.length == Self.killed.utf8.count
        - "{\"t\":8,\"session\":2,\"event\":\"arriv".utf8.count)
    // At the teller first, then in the line's order.
    #expect(journal.left.map(\.service) == [1, 0, 1] && journal.left[1].priority == 2)
    #expect(journal.stock == [9], "those who were left gave back their cups, and take them again")

    let folder = try Folder()
    let file = try folder.file("j.jsonl", Self.killed)
    let config =
      "{ services: [{ name: 'a', time: 90000 }, { name: 'b', time: 90000, needs: { cup: 2 } }],"
      + " tellers: 1, stock: { cup: 5 }, policy: 'shared-pool' }"
    let files = try OutputFiles(
      [("--journal", file.path)], kept: [file.path: journal.length])
    let site = try await Self.site(config, journal: files[file.path], after: journal)
    #expect(await site.hub.back == 3)
    let lines = try String(contentsOfFile: file.path, encoding: .utf8).split(separator: "\n")
    #expect(
      lines[13].hasPrefix("{\"t\":0,\"session\":3,\"event\":\"reset\",\"policy\":\"shared-pool\""))
    let again = try Journal(
      Array(String(contentsOfFile: file.path, encoding: .utf8).utf8), at: "j", Self.cups())
    #expect(again.session == 3 && !again.isTorn)
    #expect(again.left.map(\.service) == [1, 0, 1] && again.left[1].priority == 2)
    #expect(again.stock == [9])
    #expect(await site.hub.day().session == 3)
  }

  /// Those who are back have new tickets, and one of them is that of somebody who was refused.
  @Test func `knows after two restarts who was let in, and who was not`() throws {
    let asked = #","request":"/api/clients r","asked":"{\"count\":3}"}"#
    let back = [
      #"{"t":1,"session":2,"event":"reset","back":2}"#,
      #"{"t":1,"session":2,"event":"arrived","ticket":1,"service":"a","line":0,"back":true}"#,
      #"{"t":1,"session":2,"event":"arrived","ticket":2,"service":"a","line":0,"back":true}"#,
    ]
    let lines =
      [
        Self.killed.split(separator: "\n").map(String.init)[0],
        #"{"t":0,"session":1,"event":"refused","ticket":1,"service":"b","missing":[{"item":"cup","needed":2,"available":0}]"#
          + asked,
        #"{"t":0,"session":1,"event":"arrived","ticket":2,"service":"a","line":0"# + asked,
        #"{"t":0,"session":1,"event":"arrived","ticket":3,"service":"a","line":0"# + asked,
      ] + back + back.map { $0.replacingOccurrences(of: "\"session\":2", with: "\"session\":3") }
    let journal = try Journal(
      Array(lines.map { $0 + "\n" }.joined().utf8), at: "j", Self.cups())
    let admissions = try #require(journal.done["/api/clients r"]?.admissions)
    #expect(admissions.dropFirst() == [.admitted(ticket: 1), .admitted(ticket: 2)])
    guard case .refused? = admissions.first else {
      Issue.record("the first was refused: \(admissions)")
      return
    }
  }

  @Test func `does once what is sent again to the server after one that was killed`() async throws {
    let config =
      "{ services: [{ name: 'a', time: 90000 }, { name: 'b', time: 90000, needs: { cup: 2 } }],"
      + " tellers: 1, stock: { cup: 3 }, policy: 'shared-pool' }"
    let requests = [
      Self.post("/api/clients", #"{"count":40,"id":"many"}"#),
      Self.post("/api/reset", #"{"id":"again"}"#),
      Self.post("/api/orders", #"{"service":"a","id":"one"}"#),
      Self.post("/api/orders", #"{"service":"b","id":"two"}"#),
      Self.post("/api/orders", #"{"service":"b","id":"none left"}"#),
    ]
    let folder = try Folder()
    let path = folder.url.appending(path: "j.jsonl").path
    func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
    /// A server that goes on with the journal; how many clients are in the journal, and the answers.
    func serve() async throws -> (journal: Journal?, answers: [String]) {
      let bytes = (try? Data(contentsOf: URL(filePath: path))).map { Array($0) } ?? []
      let earlier = bytes.isEmpty ? nil : try Journal(bytes, at: "j", Self.cups())
      let files = try OutputFiles(
        [("--journal", path)], kept: [path: earlier?.length ?? 0])
      let writer = files[path]
      if earlier == nil {
        writer?.line(
          #"{"format":"bank-events","configuration":{"services":[{"name":"a"},{"name":"b","needs":{"cup":2}}]}}"#
        )
      }
      let site = try await Self.site(config, journal: writer, after: earlier)
      var answers: [String] = []
      for request in requests { answers.append(Self.text(await site.respond(to: request))) }
      return (earlier, answers)
    }
    let first = try await serve()
    #expect(first.answers[0].hasPrefix(#"{"came":40,"admitted":"#))
    #expect(first.answers[4].contains("refused"))
    let came = try text().split(separator: "\n").count {
      $0.contains("\"request\":\"/api/clients many")
    }
    #expect(came == 40)
    let second = try await serve()
    #expect(second.answers[0...1] == first.answers[0...1] && second.answers[4] == first.answers[4])
    #expect(second.answers[2...3].allSatisfy { $0.contains("\"outcome\":\"admitted\"") })
    #expect(second.answers[2] != second.answers[3], "their new tickets")
    #expect(second.journal?.left.count == 2)
    // A third server, after a journal that was cut in the middle of the forty.
    let lines = try text().split(separator: "\n")
    let middle = try #require(lines.firstIndex { $0.contains("many") }) + 12
    try lines[..<middle].joined(separator: "\n").appending("\n")
      .write(toFile: path, atomically: true, encoding: .utf8)
    let third = try await serve()
    #expect(third.answers[0].hasPrefix(#"{"came":40,"#))
    let all = try text().split(separator: "\n").count {
      $0.contains("\"request\":\"/api/clients many")
    }
    #expect(all == 40)
  }

  /// A journal that goes on with one whose clients were `left`, cut after so many of its lines.
  static func resumed(lines: Int) -> String {
    let first = killed.split(separator: "\n").dropLast()
    let again = [
      #"{"t":0,"session":3,"event":"reset","policy":"shared-pool","options":{},"back":3}"#,
      #"{"t":0,"session":3,"event":"restocked","item":"cup","count":9}"#,
      #"{"t":0,"session":3,"event":"arrived","ticket":1,"service":"b","line":0,"back":true}"#,
      #"{"t":0,"session":3,"event":"started","ticket":1,"service":"b","line":0,"teller":0}"#,
      #"{"t":0,"session":3,"event":"arrived","ticket":2,"service":"a","line":0,"priority":2,"back":true}"#,
      #"{"t":0,"session":3,"event":"arrived","ticket":3,"service":"b","line":0,"back":true}"#,
    ]
    return (first.map(String.init) + again.prefix(lines)).map { $0 + "\n" }.joined()
  }

  @Test(arguments: 0...6)
  func `has everybody wherever a server was killed that was going on with it`(lines: Int) throws {
    let journal = try Journal(Array(Self.resumed(lines: lines).utf8), at: "j", Self.cups())
    #expect(journal.left.map(\.service) == [1, 0, 1] && journal.left[1].priority == 2)
    #expect(journal.stock == [9])
  }

  @Test func `is held to its order, and knows another config`() throws {
    let heading =
      #"{"format":"bank-events","version":1,"configuration":{"services":[{"name":"a"}],"tellers":[{"name":"Kim"}]}}"#
    let came = #"{"t":5,"session":1,"event":"arrived","ticket":1,"service":"a","line":0}"#
    let started =
      #"{"t":5,"session":1,"event":"started","ticket":1,"service":"a","line":0,"teller":0}"#
    let finished = #"{"t":6,"session":1,"event":"finished","ticket":1,"service":"a","teller":0}"#
    let plan = try BranchPlan(
      services: [Service("a", meanTime: .seconds(60))], tellers: [Teller("Kim")])
    func read(_ lines: String...) throws -> Journal {
      let text = ([heading] + lines).map { $0 + "\n" }.joined()
      return try Journal(Array(text.utf8), at: "j", plan)
    }
    #expect(try read(came, started, finished).left.isEmpty)
    for (wrong, says) in [
      ([came, started, started], "j:4: begins with somebody who does not wait"),
      ([came, finished], "j:3: ends with somebody who is not served"),
      (
        [
          came,
          came.replacing("\"t\":5", with: "\"t\":4").replacing(
            "\"ticket\":1", with: "\"ticket\":2"),
        ],
        "j:3: is of an earlier time"
      ),
    ] {
      #expect {
        let text = ([heading] + wrong).map { $0 + "\n" }.joined()
        _ = try Journal(Array(text.utf8), at: "j", plan)
      } throws: {
        "\($0)".contains(says)
      }
    }
    let journal = try read(came)
    #expect(journal.changes(in: ["services": [["name": "a"]], "tellers": [["name": "Kim"]]]) == [])
    #expect(
      journal.changes(in: ["services": [["name": "a"]], "tellers": [["name": "Lee"]], "seed": 7])
        == ["tellers"])
  }

  @Test func `has who is between two steps of a route, and gives back what is still to be used`()
    throws
  {
    let plan = try BranchPlan(
      services: [
        Service("a", meanTime: .seconds(60), needs: [ItemCount("cup", 1)]),
        Service("b", meanTime: .seconds(60), needs: [ItemCount("cup", 2)]),
      ], tellers: [Teller("1")], stock: [ItemCount("cup", 9)],
      routes: [Route("both", steps: ["a", "b"])])
    let lines = [
      #"{"format":"bank-events","configuration":{"services":[{"name":"a","needs":{"cup":1}},{"name":"b","needs":{"cup":2}}],"routes":[{"name":"both","steps":["a","b"]}]}}"#,
      #"{"t":0,"session":1,"event":"arrived","ticket":1,"service":"a","route":"both","step":1,"line":0}"#,
      #"{"t":0,"session":1,"event":"started","ticket":1,"service":"a","route":"both","step":1,"line":0,"teller":0}"#,
      #"{"t":5,"session":1,"event":"finished","ticket":1,"service":"a","route":"both","step":1,"teller":0,"started":0}"#,
      #"{"t":5,"session":1,"event":"arrived","ticket":1,"service":"b","route":"both","step":2,"line":0}"#,
    ]
    for (count, service, cups) in [(2, 0, 9), (3, 0, 9), (4, 1, 8), (5, 1, 8)] {
      let text = lines.prefix(count).map { $0 + "\n" }.joined()
      let journal = try Journal(Array(text.utf8), at: "j", plan)
      #expect(journal.left.map(\.service) == [service] && journal.stock == [cups], "\(count)")
      #expect(journal.left[0].place == RoutePlace(route: 0, step: service))
    }
  }

  @Test func `takes nobody off their route: after a server was killed, a reset undone, and both`()
    async throws
  {
    let lines = [
      #"{"format":"bank-events","configuration":{"services":[{"name":"a"},{"name":"b"}],"routes":[{"name":"both","steps":["a","b"]}]}}"#,
      #"{"t":0,"session":1,"event":"arrived","ticket":1,"service":"a","route":"both","step":1,"line":0}"#,
      #"{"t":0,"session":1,"event":"started","ticket":1,"service":"a","route":"both","step":1,"line":0,"teller":0}"#,
      #"{"t":0,"session":1,"event":"arrived","ticket":2,"service":"a","line":0}"#,
      #"{"t":5,"session":1,"event":"finished","ticket":1,"service":"a","route":"both","step":1,"teller":0,"started":0}"#,
      #"{"t":5,"session":1,"event":"arrived","ticket":1,"service":"b","route":"both","step":2,"line":0}"#,
      #"{"t":6,"session":1,"event":"arrived","ticket":3,"service":"a","route":"both","step":1,"line":0}"#,
    ]
    // Whoever is dealt a route here takes it: ticket 2 came for "a" alone, and is not asked again.
    let config =
      "{ services: [{ name: 'a', time: 90000, arrivals: { times: [90000] } }, { name: 'b', time: 90000 }],"
      + " routes: [{ name: 'both', share: 1, steps: ['a', 'b'] }], tellers: 1, policy: 'shared-pool' }"
    let folder = try Folder()
    let path = folder.url.appending(path: "journal.jsonl").path
    let text = lines.map { $0 + "\n" }.joined()
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let places = [nil, RoutePlace(route: 0, step: 1), RoutePlace(route: 0, step: 0)]
    let plan = try Setup(
      Arguments(
        ["--config", try folder.file("c.json5", config).path], flags: Flag.common, takesWords: false
      ),
      Registry(Shipped.policies), []
    ).plan
    let earlier = try Journal(Array(text.utf8), at: "j", plan)
    #expect(earlier.left.map(\.place) == places)
    let files = try OutputFiles(
      [("--journal", path)], kept: [path: earlier.length])
    let site = try await Self.site(config, journal: files[path], after: earlier)
    #expect(await site.hub.back == 3)
    _ = await site.respond(to: Self.post("/api/reset", "{}"))
    #expect(Self.text(await site.respond(to: Self.post("/api/undo", "{}"))) == #"{"back":3}"#)
    let journal = try Journal(
      Array(try Data(contentsOf: folder.url.appending(path: "journal.jsonl"))), at: "j", plan)
    #expect(journal.left.map(\.place) == places)
  }

  @Test func `undoes and restocks once, whole, also where a server was killed in between`()
    async throws
  {
    let later = [
      #"{"t":9,"session":3,"event":"reset"}"#,
      #"{"t":9,"session":3,"event":"restocked","item":"cup","count":4,"request":"/api/stock s","asked":"{\"counts\":{\"cup\":4},\"id\":\"s\"}"}"#,
      #"{"t":9,"session":3,"event":"arrived","ticket":1,"service":"b","line":0,"request":"/api/undo u","asked":"{\"id\":\"u\"}"}"#,
    ]
    let lines = Self.killed.split(separator: "\n").dropLast().map(String.init) + later
    let text = lines.joined(separator: "\n") + "\n"
    let journal = try Journal(Array(text.utf8), at: "j", Self.cups())
    #expect(journal.left.map(\.service) == [1] && journal.sentAway.map(\.service) == [0, 1])
    #expect(journal.cutUndo == "/api/undo u")
    // What was undone to its end is not undone again when somebody else was sent away since.
    let ended = text + #"{"t":9,"session":4,"event":"reset"}"# + "\n"
    let after = try Journal(Array(ended.utf8), at: "j", Self.cups())
    #expect(after.cutUndo == nil && after.sentAway.map(\.service) == [1])
    let site = try await Self.site(
      "{ services: [{ name: 'a', time: 90000 }, { name: 'b', time: 90000, needs: { cup: 2 } }],"
        + " tellers: 1, stock: { cup: 5 }, policy: 'shared-pool' }", after: journal)
    #expect(await site.hub.back == 1)
    let undone = await site.respond(to: Self.post("/api/undo", #"{"id":"u"}"#))
    #expect(Self.text(undone) == #"{"back":3}"#)
    _ = await site.respond(to: Self.post("/api/stock", #"{"counts":{"cup":7}}"#))
    let again = await site.respond(to: Self.post("/api/stock", #"{"counts":{"cup":4},"id":"s"}"#))
    #expect(again.status == 200)
    let other = await site.respond(to: Self.post("/api/stock", #"{"counts":{"cup":5},"id":"s"}"#))
    #expect(other.status == 422)
    #expect(await site.hub.beginning().contains(#""stock":{"cup":7}"#))
  }

  @Test func `goes on under the policy that was chosen while the branch was open`() throws {
    func reset(_ policy: String, _ more: String = "") -> String {
      #"{"t":0,"session":2,"event":"reset","policy":"\#(policy)","options":{}\#(more)}"#
    }
    let heading = Self.killed.split(separator: "\n").map(String.init)[0]
    for (lines, policy, isChosen) in [
      ([], nil, false), ([reset("fixed-split")], "fixed-split", true),
      // A server that went on with it did so under that policy, or under another that it was told.
      ([reset("fixed-split"), reset("fixed-split", #","back":0"#)], "fixed-split", true),
      ([reset("fixed-split"), reset("shared-pool", #","back":0"#)], "shared-pool", false),
    ] as [([String], String?, Bool)] {
      let text = ([heading] + lines).map { $0 + "\n" }.joined()
      let journal = try Journal(Array(text.utf8), at: "j", Self.cups())
      #expect(journal.policy == policy && journal.isChosen == isChosen)
    }
  }

  @Test func `names the request of every client in the journal, however many reset meanwhile`()
    async throws
  {
    let folder = try Folder()
    let path = folder.url.appending(path: "j.jsonl").path
    let files = try OutputFiles([("--journal", path)])
    let site = try await Self.site(
      "{ services: [{ name: 'a', time: 90000 }] }", journal: files[path])
    await withTaskGroup(of: Void.self) { group in
      for poster in 0..<4 {
        group.addTask {
          for number in 0..<20 {
            let body = #"{"count":3,"id":"\#(poster)-\#(number)"}"#
            _ = await site.respond(to: Self.post("/api/clients", body))
          }
        }
      }
      group.addTask {
        for _ in 0..<20 { _ = await site.respond(to: Self.post("/api/reset", "{}")) }
      }
    }
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    for poster in 0..<4 {
      for number in 0..<20 {
        let name = #""request":"/api/clients \#(poster)-\#(number)""#
        #expect(lines.count { $0.contains(name) } == 3, "\(name)")
      }
    }
  }

  @Test func `undoes the reset before a change of policy, however close they are`() async throws {
    let site = try await Self.site(
      "{ services: [{ name: 'a', time: 90000 }], policy: 'shared-pool' }")
    for round in 0..<20 {
      _ = await site.respond(to: Self.post("/api/clients", #"{"count":10}"#))
      _ = await site.respond(to: Self.post("/api/reset", "{}"))
      let other = round % 2 == 0 ? "fixed-split" : "shared-pool"
      _ = await site.respond(to: Self.post("/api/policy", #"{"name":"\#(other)"}"#))
      async let reset = site.respond(to: Self.post("/api/reset", "{}"))
      for _ in 0..<10_000 where await site.hub.switching == nil { await Task.yield() }
      let undone = await site.respond(to: Self.post("/api/undo", "{}"))
      _ = await reset
      // Whichever was first: they are back, or can be.
      let back = Self.text(undone) == #"{"back":10}"#
      #expect(back, "\(Self.text(undone))")
      _ = await site.respond(to: Self.post("/api/reset", "{}"))
    }
  }

  @Test func `takes ids for the same only where their bytes are`() async throws {
    let site = try await Self.site("{ services: [{ name: 'a', time: 90000 }] }")
    var tickets: Set<String> = []
    for id in ["\u{e9}", "e\u{301}", "가", "\u{1100}\u{1161}"] {
      let body = #"{"service":"a","id":"\#(id)"}"#
      tickets.insert(Self.text(await site.respond(to: Self.post("/api/orders", body))))
    }
    #expect(tickets.count == 4)
  }

  @Test func `has who balked as not let in, whoever was sent away as to come back`() throws {
    let lines = [
      #"{"t":0,"session":1,"event":"arrived","ticket":1,"service":"a","line":0,"request":"/api/orders o","asked":"{}"}"#,
      #"{"t":0,"session":1,"event":"balked","ticket":1,"service":"a","line":0}"#,
      #"{"t":1,"session":1,"event":"arrived","ticket":2,"service":"a","line":0}"#,
      #"{"t":2,"session":2,"event":"reset"}"#,
      #"{"t":3,"session":3,"event":"reset"}"#,
    ]
    let heading = Self.killed.split(separator: "\n").map(String.init)[0]
    let text = ([heading] + lines).map { $0 + "\n" }.joined()
    let journal = try Journal(Array(text.utf8), at: "j", Self.cups())
    #expect(journal.done["/api/orders o"]?.admissions == [.balked(ticket: 1)])
    #expect(journal.left.isEmpty && journal.sentAway.map(\.ticket) == [2])
  }

  @Test func `has those back who were there before anybody else comes, and beside no limit`()
    async throws
  {
    let lines = (1...3).map {
      #"{"t":1,"session":1,"event":"arrived","ticket":\#($0),"service":"b","line":0}"#
    }
    let heading = Self.killed.split(separator: "\n").map(String.init)[0]
    let text = ([heading] + lines).map { $0 + "\n" }.joined()
    let plan = try BranchPlan(
      services: [
        Service("a", meanTime: .seconds(60)),
        Service("b", meanTime: .seconds(60), needs: [ItemCount("cup", 2)]),
      ],
      tellers: [Teller("1")], stock: [ItemCount("cup", 7)], limit: 1)
    let journal = try Journal(Array(text.utf8), at: "j", plan)
    // At 0 s the config sends three, for whom there is not enough.
    let site = try await Self.site(
      "{ services: [{ name: 'a', time: 90000 }, { name: 'b', time: 90000, needs: { cup: 2 }, arrivals: { times: [0, 0, 0] } }],"
        + " tellers: 1, stock: { cup: 7 }, limit: 1, policy: 'shared-pool' }", after: journal)
    #expect(await site.hub.back == 3)
    let floor = await site.hub.beginning()
    #expect(floor.contains(#""stock":{"cup":1}"#))
  }

  /// Drawing a floor takes long where many wait: as many pages as come meanwhile take the same one.
  @Test func `is drawn once for all pages that begin at once`() async throws {
    let site = try await Self.site(
      "{ services: [{ name: 'a', time: 90000 }], tellers: 1, policy: 'shared-pool' }")
    _ = await site.hub.admit(20_000, service: nil, from: nil)
    let places = await withTaskGroup(of: Int.self) { pages in
      for _ in 0..<50 {
        pages.addTask {
          let floor = await site.hub.stream(after: nil).pieces[1]
          return floor.withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
        }
      }
      return await pages.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(places.count < 5)
    // Whoever comes later sees who came after it was drawn.
    let now = await site.hub.admit(1, service: nil, from: nil)
    #expect(now.count == 1)
    #expect(await site.hub.beginning().contains("\"ticket\":20001,"))
  }

  /// The bank may be ahead of what the hub has heard of it, and the page draws no event twice.
  @Test func `is shown with what came of those events that it has, and of no others`() async throws
  {
    let site = try await Self.site(
      "{ services: [{ name: 'a', time: 90000 }], tellers: 1, limit: 5, policy: 'shared-pool' }")
    let hub = site.hub
    var floors: [(events: Int, arrived: Int, lost: Int)] = []
    for round in 0..<100 {
      async let admitted = round % 5 == 0 ? hub.admit(100, service: nil, from: nil) : []
      if round % 5 == 0 { await Task.yield() }
      let text = await hub.beginning()
      _ = await admitted
      let data = try #require(
        text.split(separator: "event: floor\n").last?.split(separator: "data: ")[1])
      let line = try #require(data.split(separator: "\n").first)
      let json = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let today = try #require(json["today"] as? [String: Any])
      floors.append(
        (
          try #require(json["index"] as? Int), try #require(today["arrived"] as? Int),
          try #require(today["lost"] as? Int)
        ))
    }
    let lines = String(decoding: await hub.told.from(0).joined(), as: UTF8.self)
      .split(separator: "\n\n")
    for floor in floors {
      let lost = lines.prefix(floor.events).count { $0.contains("\"event\":\"balked\"") }
      #expect(floor.lost == lost, "\(floor)")
    }
    #expect(Set(floors.map(\.events)).count > 5, "they were looked at while clients came")
  }

  @Test func `is the same under its own policy with those who are back`() async throws {
    let lines = (1...2).map {
      #"{"t":1,"session":1,"event":"arrived","ticket":\#($0),"service":"b","line":0}"#
    }
    let heading = Self.killed.split(separator: "\n").map(String.init)[0]
    let text = ([heading] + lines).map { $0 + "\n" }.joined()
    let plan = try BranchPlan(
      services: [
        Service("a", meanTime: .seconds(60)),
        Service("b", meanTime: .seconds(60), needs: [ItemCount("cup", 2)]),
      ], tellers: [Teller("1")], stock: [ItemCount("cup", 4)], limit: 1)
    let journal = try Journal(Array(text.utf8), at: "j", plan)
    let site = try await Self.site(
      "{ services: [{ name: 'a', time: 90000 }, { name: 'b', time: 90000, needs: { cup: 2 } }],"
        + " tellers: [{ name: '1', shifts: [[80000, 90000]] }], stock: { cup: 4 }, limit: 1, policy: 'shared-pool' }",
      after: journal)
    #expect(await site.hub.back == 2, "beside a limit of one")
    // For a third there is no cup, here and in every replay.
    let order = await site.respond(to: Self.post("/api/orders", #"{"service":"b"}"#))
    #expect(Self.text(order).contains("refused"))
    let page = Self.text(await site.respond(to: Self.get("/export/compare.html")))
    #expect(page.contains("is what happened, call by call"))
    // A branch that is closed resets nobody, lets nobody in, and says so.
    await site.hub.stop()
    for path in ["/api/reset", "/api/clients", "/api/undo"] {
      let closed = await site.respond(to: Self.post(path, "{}"))
      #expect(closed.status == 409 && Self.text(closed).contains("the bank is closed"), "\(path)")
    }
  }

  @Test func `lets nobody in after the doors have closed, until a reset begins the next day`()
    async throws
  {
    let folder = try Folder()
    let descriptor = open(folder.path("j"), O_CREAT | O_RDWR, 0o600)
    defer { close(descriptor) }
    let site = try await Self.site(
      "{ services: [{ name: 'a', time: 9e4, needs: { cup: 1 } }], tellers: 1, closes: 20, policy: 'shared-pool',"
        + " stock: { cup: 5 } }", journal: LineWriter(descriptor: descriptor))
    #expect(await site.respond(to: Self.post("/api/orders", #"{"service":"a"}"#)).status == 200)
    await site.hub.setSpeed(60)
    while await !site.hub.clock().contains("\"closed\":true") {
      try await Task.sleep(for: .milliseconds(20))
    }
    for (path, body) in [("/api/orders", #"{"service":"a"}"#), ("/api/clients", "{}")] {
      let late = await site.respond(to: Self.post(path, body))
      #expect(late.status == 409 && Self.text(late).contains("the doors closed at 20"))
    }
    await site.hub.setSpeed(1)
    _ = await site.respond(to: Self.post("/api/stock", #"{"counts":{"cup":3}}"#))
    let reset = await site.respond(to: Self.post("/api/reset", "{}"))
    #expect(Self.text(reset) == #"{"done":true,"left":1,"session":2}"#)
    // How fast the clock goes is written down, although it was later when the last day ended.
    await site.hub.setSpeed(2)
    let last = try String(contentsOfFile: folder.path("j"), encoding: .utf8).split(separator: "\n")
      .last
    #expect(last?.contains("\"event\":\"clock\",\"speed\":2") == true, "\(last ?? "")")
    #expect(last?.contains(",\"zone\":\(WallClock.ofMachine(at: .now).zone)") == true)
    let clock = await site.hub.clock()
    #expect(try #require(`A floor that goes on`.number("time", in: clock)) < 15)
    // What was left in the evening is there, with what the one inside gave back.
    #expect(
      clock.contains("\"closed\":false") && clock.contains("\"stock\":{\"cup\":4}"), "\(clock)")
    #expect(await site.respond(to: Self.post("/api/orders", #"{"service":"a"}"#)).status == 200)
    // The next evening its doors close again.
    await site.hub.setSpeed(60)
    while await !site.hub.clock().contains("\"closed\":true") {
      try await Task.sleep(for: .milliseconds(20))
    }
    await site.hub.stop()
  }

  @Test func `tells of a journal that was moved or cut off, and writes nothing elsewhere`()
    async throws
  {
    let folder = try Folder()
    let path = folder.url.appending(path: "j.jsonl").path
    let files = try OutputFiles([("--journal", path)])
    let journal = files[path]
    journal?.keepUnwritten(at: path)
    let site = try await Self.site("{ services: [{ name: 'a', time: 90000 }] }", journal: journal)
    let add = Self.post("/api/clients", #"{"count":1}"#)
    #expect(await site.respond(to: add).status == 200)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    #expect(await site.respond(to: add).status == 507)
    #expect(await site.hub.beginning().contains("removed, moved or changed"))
    try FileManager.default.moveItem(atPath: path + ".1", toPath: path)
    await site.hub.tick()
    #expect(await site.respond(to: add).status == 200)
    try Data().write(to: URL(filePath: path))
    #expect(await site.respond(to: add).status == 507)
  }

  @Test(arguments: [
    "my only copy", "{", "{\"format\":\"bank-other", "{\"format\":\"bank-events\", \"my\": 1}",
  ])
  func `does not take another's file for a journal`(text: String) throws {
    if text == "{" {
      _ = try Journal(Array(text.utf8), at: "j", Self.cups())
    } else {
      #expect(throws: Problems.self) { try Journal(Array(text.utf8), at: "j", Self.cups()) }
    }
  }

  @Test func `lets in one at a time, and eight wait`() async {
    let turns = Turns()
    #expect(await turns.take())
    let waiting = (0..<8).map { _ in Task { await turns.take() } }
    while await turns.count < 8 { await Task.yield() }
    #expect(await !turns.take())
    // Which of them came first nobody knows.
    for _ in waiting { await turns.release() }
    for one in waiting { #expect(await one.value) }
    await turns.release()
    #expect(await turns.take())
  }

  @Test func `counts nobody as sent away twice, however many reset at once`() async throws {
    let site = try await Self.site("{ services: [{ name: 'a', time: 90000 }] }")
    _ = await site.respond(to: Self.post("/api/clients", #"{"count":25}"#))
    let left = await withTaskGroup(of: Int.self) { group in
      for number in 0..<4 {
        group.addTask {
          await site.hub.reset(from: Origin(request: "/api/reset \(number)"))?.clients ?? 0
        }
      }
      return await group.reduce(0, +)
    }
    #expect(left == 25)
  }

  @Test(arguments: [
    (
      "{\"format\":\"bank-events\",\"configuration\":{\"services\":[{\"name\":\"x\"}]}}\n",
      "j:1: is of a branch with other"
    ),
    ("{}\n", "j:1: is not the heading"),
    (
      killed.replacing("{\"t\":3,\"session\":2,\"event\":\"finished\"", with: "garbage"),
      "j:8: is no line of a journal"
    ),
    (
      killed.replacing(
        "\"event\":\"restocked\",\"item\":\"cup\"", with: "\"event\":\"restocked\",\"item\":\"mug\""
      ), "j:4: has stock of \"mug\""
    ),
    (
      killed.replacing("\"event\":\"abandoned\"", with: "\"event\":\"eaten\""), "j:13: has an event"
    ),
    (
      killed.replacing("\"count\":9", with: "\"count\":-9"),
      "j:4: has no item of the stock, or no count"
    ),
    (
      killed.replacing(
        "\"event\":\"abandoned\"",
        with:
          "\"event\":\"refused\",\"missing\":[{\"item\":\"cup\",\"needed\":1e300,\"available\":1}]"
      ), "j:13: has no numbers"
    ),
    (killed.replacing("\"ticket\":3,", with: "\"ticket\":2,"), "j:10: has a ticket of somebody"),
  ])
  func `does not go on with a journal that is damaged, and says where`(
    _ text: String, _ says: String
  ) throws {
    #expect {
      _ = try Journal(Array(text.utf8), at: "j", Self.cups())
    } throws: { error in
      "\(error)".contains(says)
    }
  }

  @Test func `begins a stream with the floor, and resumes one after what was seen`() async throws {
    let site = try await Self.site()
    _ = await site.respond(to: Self.post("/api/clients", "{\"count\":4}"))
    // The hub hears of it through a stream of its own.
    while await site.hub.day().events.count < 7 { await Task.yield() }
    let whole = await site.respond(to: Self.get("/events"))
    #expect(whole.isStream)
    let boot = site.hub.boot
    #expect(Self.text(whole).contains("event: floor\nid: \(boot):1:"))
    let seen = ["last-event-id": "\(boot):1:4"]
    let rest = Self.text(await site.respond(to: Self.get("/events", seen)))
    #expect(!rest.contains("event: floor"))
    #expect(rest.contains("id: \(boot):1:5\ndata: {\"i\":5,"))
    #expect(!rest.contains("id: \(boot):1:4\n"))
    // Whoever missed that clients came back, which no event tells, needs the floor, and later events go on.
    _ = await site.respond(to: Self.post("/api/reset", "{}"))
    _ = await site.respond(to: Self.post("/api/undo", "{}"))
    let told = await site.hub.changedAt
    _ = await site.respond(to: Self.post("/api/clients", "{\"count\":1}"))
    while await site.hub.heard <= told { await Task.yield() }
    let heard = await site.hub.heard
    for (last, hasFloor) in [(told - 1, true), (heard - 1, false)] {
      let after = await site.respond(
        to: Self.get("/events", ["last-event-id": "\(boot):1:\(last)"]))
      #expect(Self.text(after).contains("event: floor") == hasFloor, "\(last) of \(heard)")
    }
    // The same number under a server that was started again is another event.
    for old in ["1:4", "other:1:4"] {
      let anew = await site.respond(to: Self.get("/events", ["last-event-id": old]))
      #expect(Self.text(anew).contains("event: floor"))
    }
    var random = RandomSource(seed: 5)
    for _ in 0..<(`A request`.tries ?? 500) {
      let letters = Array("0123456789:-+é \u{0}")
      let last = String(
        (0..<Int.random(in: 0...24, using: &random)).compactMap { _ in
          letters.randomElement(using: &random)
        })
      let any = Self.text(await site.respond(to: Self.get("/events", ["last-event-id": last])))
      #expect(any.hasPrefix("retry: 1000\n\n"))
    }
    let foreign = Self.text(await site.respond(to: Self.get("/events", ["last-event-id": "9:4"])))
    #expect(foreign.contains("event: floor"))
  }

  @Test func `goes back to a policy with the options of the config`() async throws {
    let site = try await Self.site(
      "{ policy: 'fixed-split', options: { tellers: { deposit: 1, loan: 2 } } }")
    for name in ["shared-pool", "fixed-split"] {
      _ = await site.respond(to: Self.post("/api/policy", "{\"name\":\"\(name)\"}"))
      // Several wishes at once are one change.
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<5 { group.addTask { _ = await site.hub.reset(from: nil) } }
      }
    }
    let events = Self.text(await site.respond(to: Self.get("/export/events.jsonl")))
    #expect(events.contains("\"tellers\":{\"deposit\":1,\"loan\":2}"))
    #expect(await site.hub.day().policy.name == "fixed-split")
  }

  @Test func `lets those in again whom a reset sent away, once, in their order`() async throws {
    let site = try await Self.site(
      "{ services: [{ name: 'a', time: 90000 }, { name: 'b', time: 90000 }] }")
    _ = await site.respond(to: Self.post("/api/orders", "{\"service\":\"b\"}"))
    _ = await site.respond(to: Self.post("/api/clients", "{\"count\":6}"))
    func services() async -> [Int] {
      await site.hub.day().events.compactMap {
        if case .arrived(let client, _) = $0.kind { client.service } else { nil }
      }
    }
    let before = await services()
    #expect(
      before.count == 7 && before[0] == 1, "what was asked has happened when there is an answer")
    let reset = Self.text(await site.respond(to: Self.post("/api/reset", "{}")))
    #expect(reset == "{\"done\":true,\"left\":7,\"session\":2}")
    // Once more, of nobody, takes nothing back.
    _ = await site.respond(to: Self.post("/api/reset", "{}"))
    let undone = Self.text(await site.respond(to: Self.post("/api/undo", "{}")))
    #expect(undone == "{\"back\":7}")
    #expect(await services().sorted() == before.sorted())
    let session = await site.hub.day().session
    #expect(session == 3, "nothing of the old session comes back but the people")
    let again = await site.respond(to: Self.post("/api/undo", "{}"))
    #expect(again.status == 409)
  }

  @Test func `says how many could not come back`() async throws {
    let site = try await Self.site(
      "{ services: [{ name: 'a', time: 90000, needs: { banana: 1 } }], stock: { banana: 5 } }")
    _ = await site.respond(to: Self.post("/api/clients", "{\"count\":4}"))
    _ = await site.respond(to: Self.post("/api/reset", "{}"))
    _ = await site.respond(to: Self.post("/api/stock", "{\"counts\":{\"banana\":1}}"))
    let undone = Self.text(await site.respond(to: Self.post("/api/undo", "{}")))
    #expect(undone == "{\"back\":1,\"refused\":3}")
  }

  @Test func `shows another policy beside the live one, or says that there is none such`()
    async throws
  {
    let site = try await Self.site()
    let unknown = await site.respond(to: Self.post("/api/shadow", "{\"name\":\"loan-prio\"}"))
    #expect(unknown.status == 422 && Self.text(unknown).contains("loan-priority"))
    #expect(
      await site.respond(to: Self.post("/api/shadow", "{}")).status == 422, "no name is not none")
    #expect(await site.hub.beside() == nil)
    _ = await site.respond(to: Self.post("/api/shadow", "{\"name\":\"loan-priority\"}"))
    #expect(await site.hub.beside()?["policy"] == "loan-priority")
    _ = await site.respond(to: Self.post("/api/shadow", "{\"name\":\"\"}"))
    #expect(await site.hub.beside() == nil)
  }

  @Test func `gives out events with what was in stock as their session began`() async throws {
    let site = try await Self.site(
      "{ services: [{ name: 'b', time: 0.001, needs: { cup: 2 } }], tellers: 1, stock: { cup: 5 } }"
    )
    for _ in 0..<2 {
      _ = await site.respond(to: Self.post("/api/orders", "{\"service\":\"b\"}"))
    }
    while await site.hub.day().events.count < 6 { await Task.yield() }
    _ = await site.respond(to: Self.post("/api/reset", "{}"))
    #expect(await site.hub.clock().contains("\"stock\":{\"cup\":1}"))
    let events = Self.text(await site.respond(to: Self.get("/export/events.jsonl")))
    #expect(events.contains("\"stock\":{\"cup\":1}"), "\(events)")
  }

  @Test func `begins a session under another policy, and gives it out as files`() async throws {
    let site = try await Self.site()
    _ = await site.respond(to: Self.post("/api/clients", "{\"count\":4}"))
    _ = await site.respond(to: Self.post("/api/policy", "{\"name\":\"shared-pool\"}"))
    _ = await site.respond(to: Self.post("/api/reset", "{}"))
    let stream = Self.text(await site.respond(to: Self.get("/events")))
    #expect(stream.contains("\"session\":2"))
    #expect(stream.contains("\"policy\":\"shared-pool\""))
    _ = await site.respond(to: Self.post("/api/clients", "{\"count\":2}"))
    while await site.hub.day().events.count < 4 { await Task.yield() }
    let events = Self.text(await site.respond(to: Self.get("/export/events.jsonl")))
    #expect(events.contains("\"session\":2") && !events.contains("\"session\":1,"))
    let table = Self.text(await site.respond(to: Self.get("/export/clients.csv")))
    #expect(table.hasPrefix("ticket,service,arrival,start,end,teller,outcome\n1,"))
    var request = Self.get("/export/compare.html")
    request.query["policy"] = "loan-priority"
    let page = Self.text(await site.respond(to: request))
    #expect(page.contains("loan-priority beside shared-pool"))
  }
}

@Suite struct `A session so far` {
  /// Two tellers; clients of 10 s come at 100, 101, 102 and 103 s, and it is 115 s.
  static func day(
    until end: Double = 115, _ closing: String = ""
  ) throws -> (events: [BankEvent], setup: Setup) {
    let folder = try Folder()
    let file = try folder.file(
      "c.json5", "{services:[{name:'a',time:10,target:5}],tellers:2,policy:'shared-pool'\(closing)}"
    )
    let setup = try Setup(
      Arguments(["--config", file.path], flags: Flag.common, takesWords: false),
      Registry(Shipped.policies), [])
    let policy = SharedPoolPolicy(
      options: NoOptions(), plan: setup.plan, random: RandomSource(seed: 1))
    var bank = Bank(plan: setup.plan, queue: RingQueue(), policy: policy)
    var log = EventLog()
    for second in 100...103 {
      bank.arrive(Visit(service: 0, serviceTime: .seconds(10)), at: .seconds(Double(second)), &log)
    }
    bank.advance(to: .seconds(end), &log)
    return (log.events, setup)
  }

  @Test func `is reported as it was: who is not through was not served`() throws {
    let (events, setup) = try Self.day()
    let (report, _) = SessionReport(events, setup, .init(time: .seconds(100), stock: [], day: 1))
      .report("shared-pool", [:])
    let all = report.summary.statistics.all
    #expect(all.arrived == 4 && all.served == 2 && all.unserved == 2)
    #expect(all.wait.max == 0)
    // Called at once, and after 8 s each: who is at a teller was called too.
    #expect(all.withinTarget == 2 && all.calledInTime == 2)
    // From 100 to 111 s, the last event: two waited for 8 s each.
    #expect([report.summary.end, report.summary.workTime] == [11.0, 11.0])
    #expect(abs(all.inLine.area - 16) < 1e-9)
    let tellers = report.summary.statistics.tellers
    #expect(tellers.map(\.busy) == [11.0, 10.0])
    #expect(tellers[0].utilization == 1.0)
    #expect(report.warnings == ["2 are being served"])
  }

  @Test func `goes by the time of day as far as a stretch is over, or the whole day is`() throws {
    func course(_ closing: String, until end: Double) throws -> DaysCourse? {
      let (events, setup) = try Self.day(until: end, closing)
      return SessionReport(
        events, setup, .init(time: .zero, stock: [], day: 1), now: .seconds(end)
      ).report("shared-pool", [:]).0.course
    }
    // All four come from 100 to 103 s; the last is gone at 121 s. Stretches are of ten seconds.
    let open = try #require(try course("", until: 125))
    #expect(open.used == 12)
    #expect(open.late(10, nil)?.mean == 0.5)
    // Who still waits at 107 s may still be called in time: nothing is said of that stretch.
    let early = try #require(try course("", until: 107))
    #expect(early.used == 21 && early.late(20, nil) == nil)
    // Closed, and nobody there: the last stretch is as long as it was.
    let over = try #require(try course(",closes:104", until: 125))
    #expect(over.used == 13)
    #expect(over.late(10, nil)?.mean == 0.5)
    // Closed, and somebody at a desk when something happened last, at 111 s: stretches of five seconds.
    #expect(try course(",closes:104", until: 115)?.used == 22)
  }

  @Test func `has no colour for what is not known, and is not called well while somebody waits`()
    throws
  {
    let (events, setup) = try Self.day(until: 125)
    // Client 5 comes at 119 s, after all others, and still waits; nobody knows for how long.
    let last = BankEvent(
      time: .seconds(119), session: 1,
      kind: .arrived(Client(ticket: 5, service: 0, arrival: .seconds(119)), line: 0))
    let report = SessionReport(
      events.filter { $0.time <= last.time } + [last], setup,
      .init(time: .zero, stock: [], day: 1), now: .seconds(122)
    ).report("shared-pool", [:]).0
    let page = HTMLReport(title: "s", results: [report]).text
    // Of the four of whom it is known two were late; a fifth is in no share.
    #expect(page.contains("2 of 4 for a"))
    #expect(!page.contains("■ late") && !page.contains("▲ at risk"))
    #expect(page.contains("not known how many are late"), "\(page)")
    // Six were called at once, one after the other; a seventh may not be.
    let few = (1...6).flatMap { ticket -> [BankEvent] in
      let begin = Time.seconds(Double(10 * ticket))
      let client = Client(ticket: ticket, service: 0, arrival: begin)
      let end = begin + .seconds(10)
      return [
        BankEvent(time: begin, session: 1, kind: .arrived(client, line: 0)),
        BankEvent(time: begin, session: 1, kind: .started(client, line: 0, teller: 0)),
        BankEvent(time: end, session: 1, kind: .finished(client, teller: 0, started: begin)),
      ]
    }
    func answer(_ more: [BankEvent]) -> String {
      HTMLReport(
        title: "s",
        results: [
          SessionReport(
            few + more, setup, .init(time: .zero, stock: [], day: 1), now: .seconds(122)
          ).report("shared-pool", [:]).0
        ]
      ).text
    }
    #expect(answer([]).contains("answer good"))
    let waits = answer([
      BankEvent(
        time: last.time, session: 1,
        kind: .arrived(Client(ticket: 7, service: 0, arrival: last.time), line: 0))
    ])
    #expect(waits.contains("The targets are kept so far"), "\(waits)")
    #expect(waits.contains("1 still waits and may yet be late"), "\(waits)")
    #expect(!waits.contains("answer good"))
  }

  @Test func `counts who was there from the session's beginning on, not from the branch's`() throws
  {
    let folder = try Folder()
    let file = try folder.file(
      "c.json5",
      "{services:[{name:'a',time:10}],tellers:[{name:'A'},{name:'B',shifts:[[0,90],[105,200]]}]}")
    let setup = try Setup(
      Arguments(["--config", file.path], flags: Flag.common, takesWords: false),
      Registry(Shipped.policies), [])
    let client = Client(ticket: 1, service: 0, arrival: .seconds(100))
    let events: [(Double, BankEvent.Kind)] = [
      (100, .reset), (100, .arrived(client, line: 0)), (105, .came(teller: 1)),
      (105, .started(client, line: 0, teller: 1)),
      (115, .finished(client, teller: 1, started: .seconds(105))),
    ]
    let (report, _) = SessionReport(
      events.map { BankEvent(time: .seconds($0), session: 2, kind: $1) }, setup,
      .init(time: .seconds(100), stock: [], day: 1), now: .seconds(125)
    ).report("shared-pool", [:])
    // B is there from 105 s to 125 s.
    #expect(report.summary.statistics.tellers.map(\.utilization) == [0, 0.5])
  }

  @Test func `tells who still waits, and draws what goes on up to now`() throws {
    let (events, setup) = try Self.day()
    // As client 4 was waiting still: until 107 s.
    let early = events.filter { $0.time <= .seconds(105) }
    let (report, _) = SessionReport(
      early, setup, .init(time: .zero, stock: [], day: 1), now: .seconds(107)
    ).report("shared-pool", [:])
    #expect(
      report.warnings == [
        "2 still wait, the longest for 5.0 s: they are in no wait of those served",
        "2 are being served",
      ])
    #expect(report.summary.end == 107.0)
    #expect(report.soFar != nil)
    // Two were called at once, and nobody knows of the others. Half a second later one of them is late.
    #expect(report.summary.late(0)?.mean == 0)
    let (later, _) = SessionReport(
      early, setup, .init(time: .zero, stock: [], day: 1), now: .seconds(107.5)
    ).report("shared-pool", [:])
    #expect(later.summary.late(0)?.mean == 1.0 / 3)
  }

  @Test func `is replayed although somebody is served for longer than usual`() throws {
    let (events, setup) = try Self.day()
    // Client 3 began at 110 s and has been served for 20 s, twice as long as usual; client 5 comes meanwhile.
    let late = BankEvent(
      time: .seconds(125), session: 1,
      kind: .arrived(Client(ticket: 5, service: 0, arrival: .seconds(125)), line: 0))
    let session = SessionReport(
      events.filter { $0.time <= .seconds(115) } + [late], setup,
      .init(time: .zero, stock: [], day: 1), now: .seconds(130))
    #expect(session.difference(from: session.replay(setup.wired).calls) == nil)
  }

  @Test func `is replayed to its end, and says what it assumes`() throws {
    let (events, setup) = try Self.day()
    let session = SessionReport(events, setup, .init(time: .zero, stock: [], day: 1))
    let replay = session.replay(setup.wired)
    let (report, calls) = (replay.report, replay.calls)
    #expect(session.difference(from: calls) == nil)
    let all = report.summary.statistics.all
    #expect(all.arrived == 4 && all.served == 4)
    #expect(all.wait.max == 8)
    #expect(report.warnings.count == 1)
    #expect(report.warnings[0].contains("2 of 4 clients are not through"))
  }

  @Test func `is run under another policy with what clients bring, seen or not`() throws {
    let (events, setup) = try Self.day()
    let session = SessionReport(events, setup, .init(time: .zero, stock: [], day: 1))
    // Nobody has seen yet how long client 3 takes: 30 s.
    var brought = BroughtVisits(drawn: .trace([].makeIterator()))
    for ticket in 1...4 {
      brought[ticket] = Visit(service: 0, serviceTime: .seconds(ticket == 3 ? 30 : 10))
    }
    let run = session.run(setup.wired, brought: brought.byTicket, until: .seconds(145))
    let ends = run.events.compactMap { event -> String? in
      guard case .finished(let client, _, _) = event.kind else { return nil }
      return "\(client.ticket) at \(event.time)"
    }
    #expect(ends == ["1 at 110", "2 at 111", "4 at 121", "3 at 140"])
    // What is known of those who are not through is not guessed.
    #expect(session.replay(setup.wired).report.warnings.count == 1)
    #expect(session.replay(setup.wired, brought: brought.byTicket).report.warnings.isEmpty)
    let told = Shadow.message(
      setup.configuration, events: events, other: "another", replayed: run.events,
      control: nil,
      at: .seconds(145))
    #expect(told["difference"] == 0, "called when they were")
    let doubtful = Shadow.message(
      setup.configuration, events: events, other: "another", replayed: run.events,
      control: "Client 2 …",
      at: .seconds(145))
    #expect(doubtful["difference"] == .null)
    #expect("\(doubtful)".contains("Nothing is compared"))
  }

  /// What is the same for all together may be a minute more for some, and a minute less for others.
  @Test func `says whose wait another policy would change most`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "c.json5", "{services: [{name: 'a', time: 9}, {name: 'b', time: 9}], tellers: 2}")
    let setup = try Setup(
      Arguments(["--config", file.path], flags: Flag.common, takesWords: false),
      Registry(Shipped.policies), [])
    let clients = [0, 1].map { Client(ticket: $0 + 1, service: $0, arrival: .zero) }
    func day(first: Int) -> [BankEvent] {
      clients.map { BankEvent(time: .zero, session: 1, kind: .arrived($0, line: 0)) }
        + [(first, 0.0), (1 - first, 100)].map {
          BankEvent(
            time: .seconds($1), session: 1, kind: .started(clients[$0], line: 0, teller: 0))
        }
    }
    let told = Shadow.message(
      setup.configuration, events: day(first: 0), other: "other", replayed: day(first: 1),
      control: nil, at: .seconds(100))
    #expect(
      "\(told)".contains(
        "Most of all, the mean wait of b would have been 1 min 40 s shorter; the mean wait of a would have been 1 min 40 s longer."
      )
    )
    let same = Shadow.message(
      setup.configuration, events: day(first: 0), other: "other", replayed: day(first: 0),
      control: nil, at: .seconds(100))
    #expect(!"\(same)".contains("Most of all"))
  }
}

@Suite struct `Answers that were given` {
  /// A refusal changed nothing, and ten thousand with long bodies would fill the memory.
  @Test func `are kept of what was done, not of what was refused`() async {
    let answers = GivenAnswers()
    let status = Collector(422)
    func ask(_ body: String) async -> Int? {
      await answers.once("/api/orders a", body, unless: { nil }) {
        HTTPResponse(status: status.value)
      }?.status
    }
    #expect(await ask("first") == 422)
    #expect(await ask("second") == 422, "asked anew, whatever it says")
    status.change { $0 = 200 }
    #expect(await ask("third") == 200)
    status.change { $0 = 500 }
    #expect(await ask("third") == 200, "answered alike")
    #expect(await ask("fourth") == nil, "the id is another request's")
  }
}

@Suite struct `A session and its replay` {
  /// A juice bar with shifts, speeds, patience, a limit and hand-overs: a busy session, a reset, another one
  /// with other stock, and changes in the middle.
  static let bar = """
    {services:[
      {name:"straw",time:{exponential:{mean:3}},needs:{straw:2},patience:{exponential:{mean:20}}},
      {name:"kiwi",time:{uniform:{from:1,to:4}},needs:{kiwi:1}}],
     stock:{straw:60,kiwi:25}, limit:8, handover:0.5,
     tellers:[{speed:1.3},{shifts:[[0,40],[70,900]]},{speed:{kiwi:0.7}}]}
    """

  static func session(
    _ name: String
  ) throws -> (events: [BankEvent], setup: Setup, beginning: SessionReport.Beginning) {
    let folder = try Folder()
    let file = try folder.file("c.json5", bar)
    let registry = try Registry(Shipped.policies)
    let setup = try Setup(
      Arguments(["--config", file.path, "--policy", name], flags: Flag.common, takesWords: false),
      registry, [])
    let policy = LoanPriorityPolicy(
      options: .defaults(for: setup.plan), plan: setup.plan, random: RandomSource(seed: 1))
    var bank = Bank(plan: setup.plan, queue: RingQueue(), policy: policy)
    var log = EventLog()
    var clients = Workload(services: setup.configuration.workload.services, clients: 1...1)
      .arrivals(seed: 3, day: 1, count: 1000)
    func serve(from first: Int, to last: Int) {
      for second in first..<last {
        bank.arrive(clients.visit(), at: .seconds(Double(second)), &log)
      }
    }
    serve(from: 0, to: 30)
    bank.reset(at: .seconds(31), &log)
    let stock = [0, 1].map { bank.floor.stock($0) }
    serve(from: 32, to: 50)
    bank.restock(1, to: 7, at: .seconds(51), &log)
    serve(from: 52, to: 90)
    bank.advance(to: .seconds(95), &log)
    var ledger = StockLedger(setup.plan)
    let reset = try #require(log.events.firstIndex { $0.kind == .reset })
    for event in log.events[...reset] { ledger.observe(event) }
    #expect(ledger.counts == stock)
    return (
      Array(log.events[reset...]), setup, .init(time: .seconds(31), stock: stock, day: 1)
    )
  }

  @Test func `are the same under its own policy, call by call`() throws {
    let (events, setup, beginning) = try Self.session("loan-priority")
    let session = SessionReport(events, setup, beginning)
    let replay = session.replay(setup.wired)
    let (report, calls) = (replay.report, replay.calls)
    #expect(calls.count > 30)
    #expect(session.difference(from: calls) == nil)
    // Who was refused came too, and is refused again where the stock is as short.
    let happened = session.report("loan-priority", [:]).0.summary.statistics.all
    #expect(report.summary.statistics.all.refused == happened.refused && happened.refused > 0)
  }

  @Test func `go on by the routes of their own session, after two resets`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "c.json5",
      "{ policy: 'shared-pool', tellers: 2, services: [{ name: 'a', time: { exponential: { mean: 2 } } },"
        + " { name: 'b', time: { exponential: { mean: 2 } } }], routes: [{ name: 'ab', share: 0.5, steps: ['a', 'b'] }] }"
    )
    let setup = try Setup(
      Arguments(["--config", file.path], flags: Flag.common, takesWords: false),
      Registry(Shipped.policies), [])
    let inputs = setup.inputs(.trace([].makeIterator()), day: 1)
    var bank = Bank(
      plan: setup.plan, queue: RingQueue(),
      policy: SharedPoolPolicy(
        options: NoOptions(), plan: setup.plan, random: RandomSource(seed: 1)),
      session: inputs.session, routes: inputs.routes)
    var log = EventLog()
    var clients = Workload(services: setup.configuration.workload.services, clients: 1...1)
      .arrivals(seed: 3, day: 1, count: 1000)
    var brought = BroughtVisits(drawn: .trace([].makeIterator()))
    var inside: [Returning] = []
    for second in 0..<90 {
      let now = Time.seconds(Double(second))
      if second == 60 { inside = Self.inside(bank) }
      if second == 30 || second == 60 { bank.reset(at: now, &log) }
      // Who was sent away is let in again: each where they were on their route.
      for client in inside { brought.note(client, bank.arrive(client, at: now, &log).ticket) }
      inside = []
      let visit = clients.visit()
      let ticket = bank.arrive(visit, at: now, &log).ticket
      if second >= 60 { brought[ticket] = visit }
    }
    bank.advance(to: .seconds(95), &log)
    let reset = try #require(log.events.lastIndex { $0.kind == .reset })
    let session = SessionReport(
      Array(log.events[reset...]), setup, .init(time: .seconds(60), stock: [], day: 1),
      returned: brought.places)
    let back = session.report("shared-pool", [:]).0.summary.statistics
    #expect(back.routes[0].served > 0 && back.routes[0].served == back.routeTimes[0].served)
    #expect(back.clients == bank.tickets)
    #expect(session.difference(from: session.replay(setup.wired).calls) == nil)
    let run = session.run(setup.wired, brought: brought.byTicket, until: .seconds(95))
    #expect(
      run.events.contains {
        if case .arrived(let client, _) = $0.kind { client.step == 1 } else { false }
      })
    #expect(session.difference(from: run.events.compactMap { SessionReport.Call($0) }) == nil)
  }

  /// Who waits in a branch.
  private static func inside<Queue, Policy>(_ bank: Bank<Queue, Policy>) -> [Returning] {
    bank.floor.lines.flatMap { bank.clients(inLine: $0) }.map { client in
      Returning(
        Visit(service: client.service, serviceTime: .seconds(2)),
        at: client.route.map { RoutePlace(route: $0, step: client.step) })
    }
  }

  @Test func `under another policy are not taken for what happened`() throws {
    let (events, setup, beginning) = try Self.session("shared-pool")
    let session = SessionReport(events, setup, beginning)
    let calls = session.replay(setup.wired).calls
    #expect(
      session.difference(from: calls)?.description.contains("and in the replay client") == true)
    // Nor with another stock at its beginning.
    let empty = SessionReport(events, setup, .init(time: .seconds(31), stock: [0, 0], day: 1))
    #expect(empty.difference(from: empty.replay(setup.wired).calls) != nil)
  }
}

@Suite struct `Serve` {
  @Test(arguments: [
    (["--host", "0.0.0.0"], "can be reached by others; add --token or --tokens, or leave it out"),
    (["--url", "https://a.example"], "can be reached by others; add --token or --tokens"),
    (["--url", "ftp://a"], "\"ftp://a\"; allowed: an address of http or https"),
    (["--url", "http://a:99999"], "\"http://a:99999\"; allowed: an address of http or https"),
    (["--url", "http://a:99999999999999999999"], "allowed: an address of http or https"),
    (["--url", "https://"], "\"https://\"; allowed: an address of http or https"),
    (["--token", "short"], "is not good enough; use at least 16 letters and digits"),
    (["--port", "99999"], "allowed: a whole number from 0 to 65535"),
    (["--journal", "Package.swift"], "Package.swift:1: is no line of a journal"),
    (["--shadow", "loan-prio"], "did you mean \"loan-priority\"?"),
    (["--host", "nowhere.invalid", "--token", "0123456789abcdef"], "give an address"),
  ])
  func `refuses what is not safe or cannot be`(words: [String], says: String) throws {
    let done = try Tool.run(["serve"] + words)
    #expect(done.status == 2)
    #expect(done.errors.contains(says))
  }

  @Test func `refuses a journal that another server writes`() throws {
    let folder = try Folder()
    let file = try folder.file("j.jsonl", "")
    try FileLock.take(file.path, "--journal")
    let done = try Tool.run(["serve", "--port", "0", "--journal", file.path])
    #expect(done.status == 2 && done.errors.contains("j.jsonl: another server writes it"))
    let pipe = folder.url.appending(path: "pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    let other = try Tool.run(["serve", "--port", "0", "--journal", pipe])
    #expect(other.status == 2 && other.errors.contains("pipe: is no file that can be gone on with"))
  }
}
