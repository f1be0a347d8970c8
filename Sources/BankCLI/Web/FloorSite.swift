import BankConfiguration
import BankCore
import BankLive
import BankRecords
import BankReports
import BankSimulation
import BankWeb
import Foundation

/// What the server answers: a function from request to response, without a socket.
struct FloorSite: Sendable {
  let hub: FloorHub
  let registry: Registry
  /// Who may do what.
  let access: Access
  /// Whoever brings wrong tokens.
  var guesses = Guesses()
  /// Whether the page is in the language of the browser, for no other was asked for.
  var followsBrowser = true
  /// The answers given of late.
  let answers = GivenAnswers()
  /// What pages are told of the branch, which stays the same: which policies suit it takes long to find out.
  private let branches = KnownAnswers()
  /// Whoever makes a file of the session, one at a time: the branch has the rest of the machine.
  private let exports = Turns()
  /// The language of the page that asks.
  private(set) var language = Console.language

  static let mostClients = 1000

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    var site = self
    site.language = request.query["lang"].flatMap(Language.init) ?? language
    return await site.answer(request)
  }

  func refusal(_ status: Int, _ why: Phrase) -> HTTPResponse {
    .error(status, language.say(why))
  }

  private func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard access.knows(host: request) else {
      let host = request.headers["host"] ?? ""
      return refusal(421, "this server is not called \"\(host.lowercased().prefix(100))\"")
    }
    guard access.isOwn(request) else {
      return refusal(403, "requests from other pages are refused")
    }
    if ["GET", "HEAD"].contains(request.method), let file = Self.open(request.path) { return file }
    let given = access.given(by: request)
    let isPage =
      request.path == "/"
      && (request.method == "POST" || request.headers["accept"]?.contains("text/html") == true)
    var role: Access.Role? = access.tokens.isEmpty ? .manage : nil
    if role == nil, let given {
      switch await guesses.judge(given, from: request.address, access.role(of:)) {
      case .right(let known): role = known
      case .wrong: break
      case .tooMany:
        if isPage { return .signIn(after: .tooMany) }
        return refusal(429, "too many wrong tokens came from there: try again in a few seconds")
      }
    }
    guard let role else {
      return isPage
        ? .signIn(after: given == nil ? .none : .wrong)
        : refusal(401, "open this address with ?token= and the token of this server")
    }
    if let welcome = access.welcome(request), !access.tokens.isEmpty { return welcome }
    switch request.method {
    case "GET", "HEAD": return await page(request, role)
    case "POST":
      guard request.mediaType == "application/json" else {
        return refusal(415, "send application/json")
      }
      let isOfClients = ["/api/clients", "/api/orders"].contains(request.path)
      guard role.may(isOfClients ? .serve : .manage) else {
        return refusal(
          403,
          role == .look
            ? "with this token one may look, and change nothing"
            : "with this token one may let clients in, and change nothing else")
      }
      return await change(request)
    default:
      var answer = refusal(405, "allowed: GET, HEAD, POST")
      answer.headers.append(("Allow", "GET, HEAD, POST"))
      return answer
    }
  }

  // MARK: - Pages

  /// What anybody may have: how the pages look.
  private static func open(_ path: String) -> HTTPResponse? {
    switch path {
    case "/floor.css": .text(WebPages.tokensCss + WebPages.floorCss, type: "text/css")
    case "/floor.svg", "/favicon.ico": .text(WebPages.floorSvg, type: "image/svg+xml")
    default: nil
    }
  }

  private func page(_ request: HTTPRequest, _ role: Access.Role) async -> HTTPResponse {
    switch request.path {
    case "/": return .text(WebPages.floorHtml, type: "text/html")
    case "/floor.js":
      return .text(
        WebPages.wordsJs + WebPages.floorJs + WebPages.drawJs + WebPages.stripJs
          + WebPages.trendJs + WebPages.stockJs,
        type: "text/javascript")
    case "/stream.js": return .text(WebPages.streamJs, type: "text/javascript")
    case "/api/branch": return branches.told(to: role) { .json(branch(for: role)) }
    case "/events": return await stream(request)
    case "/export/events.jsonl", "/export/clients.csv", "/export/report.html",
      "/export/compare.html":
      guard await exports.take() else {
        return refusal(503, "too many ask for files of the session: try again in a moment")
      }
      let file = await export(request)
      await exports.release()
      return file
    default: return nothing(at: request.path)
    }
  }

  private func stream(_ request: HTTPRequest) async -> HTTPResponse {
    let beginning = await hub.stream(after: request.headers["last-event-id"])
    return .stream(beginning.pieces, after: beginning.after)
  }

  private func branch(for role: Access.Role) -> JSON {
    let setup = hub.setup
    let plan = setup.plan
    let titles = setup.configuration.titles
    return [
      "boot": .string(hub.boot),
      "name": setup.configPath == nil ? .null : .string(setup.branchName),
      "opens": .optional(setup.configuration.scale.opens),
      "closes": .optional(setup.configuration.workload.closes?.seconds),
      "language": .string(setup.messages.language.rawValue),
      "followsBrowser": .bool(followsBrowser),
      "role": .string(role.rawValue),
      "profile": .string(setup.configuration.profile.rawValue),
      "handover": .number(plan.handover.seconds), "hasRoutes": .bool(!plan.routes.isEmpty),
      "limit": plan.limit.map { .number($0) } ?? .null,
      "services": .array(
        zip(zip(plan.services, setup.configuration.workload.services), titles).map { both, title in
          let (service, load) = both
          return [
            "name": .string(service.name),
            "title": ["ko": .string(title.ko), "en": .string(title.en)],
            "needs": .object(service.needs.map { .init($0.item, .number($0.count)) }),
            "target": .optional(service.target?.seconds),
            "mean": .number(max(service.meanTime.seconds, 1e-3)),
            "rare": .optional(load.time.time(of: 0.95)),
            "veryRare": .optional(load.time.time(of: 0.99)),
            "patience": .optional(load.patience?.mean),
          ]
        }),
      "tellers": .array(plan.tellers.map { .string($0.name) }),
      "staff": .array(
        plan.tellers.enumerated().map { number, teller in
          [
            "skills": teller.skills.map { .array($0.map { .string($0) }) } ?? .null,
            "speeds": .array(
              plan.services.indices.map { .number(plan.speed(of: number, doing: $0)) }),
            "shifts": teller.shifts.map { shifts in
              .array(shifts.map { [.number($0.start.seconds), .number($0.end.seconds)] })
            } ?? .null,
          ]
        }),
      "classes": .object(
        (plan.classes.count > 1 ? plan.classes : []).map { number in
          let title = setup.configuration.title(ofClass: number)
          return .init("\(number)", ["ko": .string(title.ko), "en": .string(title.en)])
        }),
      "stock": .array(plan.stock.map { .string($0.item) }),
      "openingStock": .object(plan.stock.map { .init($0.item, .number($0.count)) }),
      "mostStock": .object(plan.stock.map { .init($0.item, .number($0.mostToSet)) }),
      "stockTitles": .object(
        zip(plan.stock, setup.configuration.stockTitles).map { need, title in
          .init(need.item, ["ko": .string(title.ko), "en": .string(title.en)])
        }),
      "policies": .array(
        registry.policies.filter { (try? setup.wire(PolicyChoice($0))) != nil }.map {
          [
            "name": .string($0.name), "summary": .string($0.summary),
            "koreanSummary": .string($0.koreanSummary),
            "passes": .bool(
              $0.claims.overtaking != .none || setup.queue.order != .firstInFirstOut),
          ]
        }),
    ]
  }

  // MARK: - Changes

  /// What each change may bring, beside the `id` that makes sending it again harmless.
  private static let keys = [
    "/api/clients": ["count"], "/api/orders": ["service"], "/api/reset": [],
    "/api/undo": ["session"], "/api/policy": ["name"], "/api/shadow": ["name"],
    "/api/speed": ["speed"],
    "/api/stock": ["counts", "seen"],
  ]

  private func change(_ request: HTTPRequest) async -> HTTPResponse {
    let parsed = String(validating: request.body, as: UTF8.self).map { written in
      JSON5Parser.parse(written.allSatisfy(\.isWhitespace) ? "{}" : written)
    }
    if case .failure(let failure)? = parsed {
      return refusal(400, "the body is no JSON object: \(failure.finding)")
    }
    guard case .success(let node)? = parsed, case .object(let members) = node.json else {
      return refusal(400, "the body is no JSON object")
    }
    if let keys = Self.keys[request.path],
      let member = members.first(where: { $0.key != "id" && !keys.contains($0.key) })
    {
      return refusal(
        422, "unknown key \"\(member.key)\"; \(Suggestion.allowed(keys, meant: member.key))")
    }
    guard let id = node.json["id"] else {
      if let unwritten { return unwritten }
      return onRecord(await change(request.path, node.json, from: nil))
    }
    guard case .string(let text) = id, 1...100 ~= text.utf8.count else {
      return refusal(422, "id: allowed: a text of 1 to 100 bytes, another for every request")
    }
    let body = node.json.description
    // Texts that look alike are equal to Swift; ids are not, unless their bytes are.
    let name = request.path + " " + text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    let other = refusal(422, "id: was given to another request; allowed: another for every request")
    guard await hub.body(of: name) ?? body == body else { return other }
    let answer = await answers.once(name, body, unless: { unwritten }) {
      await change(request.path, node.json, from: Origin(request: name, body: body))
    }
    return answer.map(onRecord) ?? other
  }

  /// The answer to every change while the journal cannot be written: nothing is changed.
  private var unwritten: HTTPResponse? {
    let failure = hub.journalFailure
    hub.tellOfJournal(failure)
    return failure.map {
      refusal(507, "the journal cannot be written (\($0)): nothing was changed")
    }
  }

  /// The answer to a change, or that it is not written down yet.
  private func onRecord(_ answer: HTTPResponse) -> HTTPResponse {
    guard answer.status == 200, let failure = hub.journalFailure else { return answer }
    hub.tellOfJournal(failure)
    return refusal(
      507, "done, but not written down yet: the journal cannot be written (\(failure))")
  }

  private var full: HTTPResponse {
    refusal(
      422,
      "the branch is full: no more than \(hub.mostInside) may be in it at once, with those who may come back after a reset"
    )
  }

  private func change(_ path: String, _ body: JSON, from origin: Origin?) async -> HTTPResponse {
    let plan = hub.setup.plan
    func text(_ key: String) -> String? {
      if case .string(let value)? = body[key] { value } else { nil }
    }
    func number(_ key: String) -> Double? {
      if case .number(let value)? = body[key] { value } else { nil }
    }
    switch path {
    case "/api/clients":
      let count = body["count"] == nil ? 10 : number("count")
      guard let count, let whole = Int(exactly: count), 1...Self.mostClients ~= whole else {
        return refusal(422, "count: allowed: a whole number from 1 to \(Self.mostClients)")
      }
      guard await !hub.isFull(for: whole) else { return full }
      let admissions = await hub.admit(whole, service: nil, from: origin)
      guard !admissions.isEmpty else { return await closed }
      let admitted = admissions.count { if case .admitted = $0 { true } else { false } }
      return .json(["came": .number(admissions.count), "admitted": .number(admitted)])
    case "/api/orders":
      guard let name = text("service"), let service = plan.service(named: name) else {
        return refusal(
          422,
          "service: \(Suggestion.allowed(plan.services.map(\.name), meant: text("service") ?? ""))")
      }
      guard await !hub.isFull(for: 1) else { return full }
      guard let admission = await hub.admit(1, service: service, from: origin).first else {
        return await closed
      }
      return .json(Self.json(admission, plan))
    case "/api/reset":
      guard let left = await hub.reset(from: origin) else { return await closed }
      return .json([
        "done": true, "left": .number(left.clients), "session": .number(left.session),
      ])
    case "/api/undo":
      let session = number("session").flatMap { Int(exactly: $0) }
      guard body["session"] == nil || session != nil else {
        return refusal(422, "session: give the number that the reset answered, or leave it out")
      }
      guard let back = await hub.undo(session, from: origin) else {
        if await hub.isStopped { return await closed }
        if let session, let last = await hub.sentAway?.session, session != last {
          return refusal(
            409, "the last reset that sent anybody away began session \(last), not \(session)")
        }
        return refusal(409, "there is nothing to undo, or it is longer than a minute ago")
      }
      return .json(
        back.refused == 0
          ? ["back": .number(back.admitted)]
          : ["back": .number(back.admitted), "refused": .number(back.refused)])
    case "/api/shadow":
      do throws(Problems) {
        guard let name = text("name") else {
          return refusal(422, "name: give the name of a policy, or \"\" for none")
        }
        let policy = name.isEmpty ? nil : try registry.policy(named: name, "name")
        try await hub.choose(shadow: policy)
        return .json(["shadow": policy.map { .string($0.name) } ?? .null])
      } catch {
        return refusal(422, Phrase(error.all.map(\.phrase), separator: " "))
      }
    case "/api/policy":
      do throws(Problems) {
        let policy = try registry.policy(named: text("name") ?? "", "name")
        try await hub.choose(policy)
        return .json(["next": .string(policy.name)])
      } catch {
        return refusal(422, Phrase(error.all.map(\.phrase), separator: " "))
      }
    case "/api/speed":
      guard let speed = number("speed"), 1...60 ~= speed else {
        return refusal(422, "speed: allowed: a number from 1 to 60")
      }
      await hub.setSpeed(speed)
      return .json(["speed": .number(speed)])
    case "/api/stock": return await restock(body, plan, origin)
    default: return nothing(at: path)
    }
  }

  /// Why nobody is let in.
  var closed: HTTPResponse {
    get async {
      let configuration = hub.setup.configuration
      guard let closes = configuration.workload.closes, await !hub.isStopped else {
        return refusal(409, "the bank is closed")
      }
      let hour = configuration.scale.opens.map { TimeScale.clock($0 + closes.seconds) }
      let end: Phrase = "the doors closed at \(hour ?? "\(closes) s")"
      if case .now(let opens, _) = hub.startOfDay {
        return refusal(
          409, "\(end): the next day begins at \(TimeScale.clock(opens)) or later, with a reset")
      }
      return refusal(409, "\(end): a reset begins the next day")
    }
  }

  private func nothing(at path: String) -> HTTPResponse {
    refusal(404, "there is nothing at \(path.prefix(100))")
  }

  private static func json(_ admission: Admission, _ plan: BranchPlan) -> JSON {
    var members: [JSON.Member] = [.init("ticket", .number(admission.ticket))]
    switch admission {
    case .admitted: members.append(.init("outcome", "admitted"))
    case .balked: members.append(.init("outcome", "balked"))
    case .refused(_, let missing):
      members.append(.init("outcome", "refused"))
      members.append(
        .init(
          "missing",
          .array(
            missing.map {
              [
                "item": .string(plan.stock[$0.item].item), "needed": .number($0.needed),
                "available": .number($0.available),
              ]
            })))
    }
    return .object(members)
  }
}
