import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation
import BankWeb
import Foundation

/// The command `bank serve`.
enum Serve {
  static let host = Flag("--host", "ADDRESS", "listen there (default 127.0.0.1)")
  static let port = Flag("--port", "N", "listen on this port, 0 for any (default 8080)")
  static let journal = Flag(
    "--journal", "FILE", "write every event to FILE (JSON Lines); continues an existing one"
  )
  static let now = Flag(
    "--now", nil, "begin at the time of day it is, not at that of opening")
  static let shadow = Flag(
    "--shadow", "POLICY", "show beside it what POLICY would do with the same clients")
  static let url = Flag(
    "--url", "URL", "what a proxy in front, such as nginx, is called by: https://branch.example.org"
  )
  static let proxy = Flag(
    "--proxy", "ADDRESS", "believe the proxy at ADDRESS (127.0.0.1) about whom it asks for",
    repeats: true)
  static let tokens = Flag(
    "--tokens", "FILE", "the same by right: lines of look, serve or manage, and a token")
  static let token = Flag("--token", "TEXT", "what pages must bring; needed beyond this machine")

  static let command = Command(
    name: "serve", summary: "Show the live floor in a browser.",
    flags: [host, port, url, proxy, journal, now, shadow, token, tokens],
    discussion: """
      Opens the branch of the config and serves a page with who waits and who is served, the work
      timer, buttons for clients and a new session, and orders and stock where the branch has a stock.
      Clients come as the config says, and people let others in; services end after times that are drawn.
      After closing a reset begins the next day. --now has the clock of the world, for a branch that opens and closes.
      --shadow runs the same clients under another policy too, beside the live one.
      Only this machine can reach it, unless --host or --url says otherwise; then a token is needed (at
      least 16 letters or digits; --token, the variable BANK_TOKEN, or --tokens), and the page is opened
      with ?token=…. Ends with Ctrl-C.
      """
  ) { arguments, registry throws(Problems) in
    var problems = arguments.problems
    let port =
      arguments.read(Self.port, allowed: "a whole number from 0 to 65535", &problems) { text in
        Int(text).flatMap { 0...65_535 ~= $0 ? $0 : nil }
      } ?? 8080
    let host = arguments[Self.host] ?? "127.0.0.1"
    let access = Self.access(host, arguments, &problems)
    let proxies = Proxies(arguments.all(proxy))
    if proxies == nil {
      problems.append(
        Problem(
          proxy.name, "\"\(arguments.all(proxy).joined(separator: " "))\"",
          "allowed: an address in figures, such as 127.0.0.1"))
    }
    if arguments.has(proxy), !arguments.has(url) {
      problems.append(
        Problem(proxy.name, "means nothing without --url", "add what the proxy is called by"))
    }
    var beside: RegisteredPolicy?
    if let name = arguments[shadow] {
      do throws(Problems) { beside = try registry.policy(named: name, "--shadow") } catch {
        problems += error.all
      }
    }
    var setup = try Setup(arguments, registry, problems)
    if let beside {
      do throws(Problems) { _ = try setup.wire(PolicyChoice(beside)) } catch {
        throw Problems(
          error.all.map {
            Problem("--shadow", "policy \(beside.name) does not suit this branch: \($0)")
          })
      }
    }
    let start = try start(arguments, setup)
    // Whoever reads what it says may go: that ends no server; nor does a signal that means nothing here.
    for number in [SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM] { signal(number, SIG_IGN) }
    let server = try WebServer(
      host: host, port: port, proxies: proxies ?? Proxies(),
      crowded: .error(
        503, Console.say("others have not taken their files yet: try again in a moment")))
    if server.limits.connections < 32 {
      Console.warn(
        "so few files may be open that there is room for \(server.limits.connections) connections at once: more with ulimit -n 1024"
      )
    }
    var earlier: Journal?
    let kept = arguments[journal].flatMap { OutputFiles.isStandardOutput($0) ? nil : $0 }
    if let path = kept {
      // Two servers would write over each other. The lock goes with the process.
      try checkUnwritten(path, setup.plan)
      try FileLock.take(path, journal.name)
      let written = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
      let bytes = [UInt8](try InputFile.data(at: path))
      // That takes seconds: nobody should think that nothing happens.
      if bytes.count > 10_000_000 {
        Console.note("reading \(path): \(bytes.count / 1_000_000) MB")
      }
      if !bytes.isEmpty { earlier = try Journal(bytes, at: path, setup.plan) }
      earlier?.goOn(
        after: written as? Date ?? .distantPast, closes: setup.configuration.workload.closes,
        start: start)
    }
    if case .now(let opens, let closes) = start, earlier?.goesOnAt == nil,
      start.time(at: .now) == nil
    {
      let hours: Phrase =
        "\(TimeScale.clock(opens)) to \(TimeScale.clock(opens + closes.seconds))"
      throw Problems([
        Problem(
          now.name, "the branch is not open now",
          "it is from \(hours): start it then, or without \(now.name)")
      ])
    }
    // A day that goes on has the seed that it began with.
    if case .number(let number)? = earlier?.configuration?["seed"],
      let known = UInt64(exactly: number), !arguments.has(.seed), setup.configuration.seed == nil
    {
      setup.seed = known
    } else {
      setup.drawSeed(arguments)
    }
    let files = try OutputFiles(
      arguments[journal].map { [("--journal", $0)] } ?? [],
      kept: Dictionary(
        uniqueKeysWithValues: arguments[journal].map { [($0, earlier?.length ?? 0)] } ?? []))
    let journal = files[arguments[Self.journal]]
    journal?.keepUnwritten(at: kept)
    Self.begin(journal, after: earlier, setup.effective)
    // What somebody chose on the page goes on, unless this command says otherwise.
    let isGiven =
      arguments.has(.policy) || arguments.all(.set).contains { $0.hasPrefix("policy=") }
    let wired = earlier.flatMap { $0.isChosen && !isGiven ? $0.policy : nil }
      .flatMap { name in
        (try? registry.policy(named: name, "")).flatMap { try? setup.wire(PolicyChoice($0)) }
      }
    let hub = FloorHub(setup, under: wired, journal: journal, from: start, after: earlier) {
      server.broadcast($0)
    }
    let site = FloorSite(
      hub: hub, registry: registry, access: access(server.port),
      followsBrowser: !arguments.has(.lang))

    let policy = (wired ?? setup.wired).name
    Watchdog.shared.start(policy)
    await hub.open()
    try await hub.choose(shadow: beside)
    if let earlier, let path = arguments[Self.journal] {
      let changes = earlier.changes(in: setup.effective)
      if !changes.isEmpty {
        Console.warn([
          Console.say(
            "the config is another than \(path) was written with: \(changes.joined(separator: ", "))"
          )
        ])
      }
      let torn: Phrase = earlier.isTorn ? "; its last line was cut off and is left out" : ""
      if let last = earlier.policy, last != policy {
        Console.note("the last session of \(path) was under \(last), this one is under \(policy)")
      } else if wired != nil, policy != setup.wired.name {
        Console.note(
          "under \(policy), as was chosen in the last session; --policy \(setup.wired.name) goes back"
        )
      }
      if earlier.goesOnAt == nil {
        let time = await hub.openedAt
        let moment = setup.configuration.scale.moment(time.seconds)
        let from: Phrase = time > .zero ? Phrase(verbatim: moment) : "the opening"
        Console.note(
          "going on with \(path) from \(from): it is of another day, in session \(earlier.session + 1); \(earlier.left.count) clients who were still there then are not back\(torn)"
        )
      } else {
        Console.note(
          "going on with \(path) at \(setup.configuration.scale.moment(await hub.openedAt.seconds)), in session \(earlier.session + 1); \(await hub.back) of \(earlier.left.count) clients who were still there are back, with new tickets\(torn)"
        )
        if earlier.speed != 1 {
          Console.note(
            "the clock of the branch goes \(JSON.number(earlier.speed)) times as fast as that of the world, as it did before"
          )
        }
      }
    }
    if kept == nil { Console.note("nothing is written down: --journal FILE keeps the day") }
    if arguments.has(url), !arguments.has(proxy) {
      Console.warn([
        Console.say(
          "--proxy says which proxy to believe about whom it asks for: without it all who come through one are one address, and a guesser of tokens holds them all back"
        )
      ])
    }
    noteClock(setup, start, earlier)
    // Whoever sees the address may stop it.
    let (end, stop) = AsyncStream.makeStream(of: Void.self)
    let rescue: @Sendable () -> Void = { [journal] in
      guard let rescued = journal?.rescue() else { return }
      Console.warn(["what could not be written to the journal is in \(rescued)"])
    }
    Interrupt.shared.begin({ stop.finish() }, lastWord: rescue)
    server.start { await site.respond(to: $0) }
    let shown = host.contains(":") ? "[\(host)]" : host
    if arguments.has(url) { Console.note("listening on \(shown):\(server.port)") }
    let address = arguments[url].map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    LineWriter.standardOutput.line(
      "bank: " + (address ?? "http://\(shown):\(server.port)/")
        + (arguments[token].map { "?token=\($0)" } ?? ""), isFlushed: true)
    let ticking = Task {
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(1))
        await hub.tick()
      }
    }
    for await _ in end {}
    ticking.cancel()
    await hub.stop()
    server.stop()
    rescue()
    Console.tell(
      "stopped in session \(await hub.number); \(await hub.served) clients were served in it")
    _ = Interrupt.shared.end()
    return await hub.hasDropped ? 1 : Interrupt.shared.status
  }

  /// Writes what stands before the first record of a server: the heading, or the end of a line that lacks it.
  static func begin(_ journal: LineWriter?, after earlier: Journal?, _ configuration: JSON) {
    if earlier?.length ?? 0 == 0 {
      journal?.line(EventLines.header(configuration: configuration), isFlushed: true)
    } else if earlier?.lacksEnd == true {
      journal?.text("\n", isFlushed: true)
    }
  }

  /// Refuses to go on with a journal beside which there is what a full disk kept out of it.
  private static func checkUnwritten(_ path: String, _ plan: BranchPlan) throws(Problems) {
    let other = FilePlace.behindLinks(path) + LineWriter.unwritten
    guard let file = FileHandle(forReadingAtPath: other),
      let rest = try? file.read(upToCount: Journal.heading.count), !rest.isEmpty
    else { return }
    let (from, to) = (Arguments.quoted(other), Arguments.quoted(path))
    let written = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    if written ?? 0 == 0, !rest.starts(with: Journal.heading) {
      throw Problems([
        Problem(
          journal.name,
          "\(other) has what could not be written into \(path), which is empty or not there any more",
          "put the file that was moved away back as \(to), and this at its end: cat \(from) >> \(to) && rm \(from); or move \(from) away, too, for a new journal"
        )
      ])
    }
    func isJournal(_ bytes: Data) -> Bool { (try? Journal([UInt8](bytes), at: path, plan)) != nil }
    // What was kept out of a file that is no longer here would spoil the one that is.
    if let own = FileManager.default.contents(atPath: path), isJournal(own),
      let rest = FileManager.default.contents(atPath: other), !isJournal(own + rest)
    {
      throw Problems([
        Problem(
          journal.name, "\(other) has what could not be written, and does not go on from \(path)",
          "it may belong to a journal that was moved away or removed: put it at the end of that one, or move \(from) away"
        )
      ])
    }
    throw Problems([
      Problem(
        journal.name, "\(other) has what could not be written into \(path)",
        "put it at its end first, for otherwise it is lost: cat \(from) >> \(to) && rm \(from)")
    ])
  }

  /// Says where the clock of the branch is not that of the world.
  private static func noteClock(_ setup: Setup, _ start: StartOfDay, _ earlier: Journal?) {
    guard case .opening = start, earlier?.goesOnAt == nil,
      let opens = setup.configuration.scale.opens, setup.configuration.workload.closes != nil
    else { return }
    let clock = (WallClock.ofMachine(at: .now).time / 60).rounded(.down) * 60
    guard abs(clock - opens) > 300 else { return }
    Console.note(
      "the clock of the branch begins at \(TimeScale.clock(opens)), and it is \(TimeScale.clock(clock)): --now begins at that"
    )
  }

  /// What time it is as a day begins.
  private static func start(_ arguments: Arguments, _ setup: Setup) throws(Problems) -> StartOfDay {
    guard arguments.has(now) else { return .opening }
    guard let opens = setup.configuration.scale.opens,
      let closes = setup.configuration.workload.closes
    else {
      throw Problems([
        Problem(
          now.name, "means nothing for a branch without opens and closes",
          "say both in the config, such as opens: \"09:00\", closes: \"17:00\"")
      ])
    }
    return .now(opens: opens, closes: closes)
  }

  /// Who may do what, once the port is known.
  static func access(
    _ host: String, _ arguments: Arguments, _ problems: inout [Problem]
  ) -> (_ port: Int) -> Access {
    var access = Access()
    if let file = arguments[tokens] {
      do throws(Problems) {
        access.tokens = try Access.tokens(in: try InputFile.text(at: file, megabytes: 1), at: file)
      } catch { problems += error.all }
    }
    let own = arguments[token] ?? ProcessInfo.processInfo.environment["BANK_TOKEN"]
    if let own {
      if let own = Access.Token(own, .manage) {
        if access.tokens.contains(where: { $0.text == own.text }) {
          problems.append(
            Problem(
              arguments.has(token) ? "--token" : "BANK_TOKEN", "is in the file of tokens, too",
              "give each a token of its own"))
        }
        access.tokens.append(own)
      } else {
        problems.append(
          Problem(
            arguments.has(token) ? "--token" : "BANK_TOKEN", "is not good enough",
            "use at least 16 letters and digits"))
      }
    }
    let isLocal = ["127.0.0.1", "localhost", "::1"].contains(host)
    let names = isLocal ? ["127.0.0.1", "localhost", "[::1]"] : []
    let address = arguments.read(
      url, allowed: "an address of http or https, such as https://branch.example.org", &problems
    ) { text -> (origin: String, hosts: [String])? in
      guard let parts = URLComponents(string: text.lowercased()), let name = parts.encodedHost,
        1...253 ~= name.count,
        let scheme = parts.scheme, ["http", "https"].contains(scheme),
        1...65_535 ~= parts.port ?? 80,
        // A larger number than any is none.
        parts.port != nil || !text.contains(/:[0-9]*\/?$/), parts.query == nil,
        parts.fragment == nil,
        parts.user == nil,
        ["", "/"].contains(parts.path)
      else { return nil }
      // Browsers leave the usual port out.
      let usual = scheme == "https" ? 443 : 80
      let port = parts.port ?? usual
      // Some proxies write it.
      return port == usual
        ? (scheme + "://" + name, [name, "\(name):\(port)"])
        : (scheme + "://\(name):\(port)", ["\(name):\(port)"])
    }
    if !isLocal || address != nil, own == nil, !arguments.has(tokens) {
      let what = isLocal ? "--url \(arguments[url] ?? "")" : "--host \(host)"
      problems.append(
        Problem(what, "can be reached by others", "add --token or --tokens, or leave it out"))
    }
    access.origin = address?.origin
    let isOpen = names.isEmpty && address == nil
    return { [access] port in
      var access = access
      access.cookie = "bank-token-\(port)"
      if !isOpen {
        let local = names.map { port == 80 ? $0 : "\($0):\(port)" }
        access.hosts = Set(local + (address?.hosts ?? []))
      }
      return access
    }
  }
}
