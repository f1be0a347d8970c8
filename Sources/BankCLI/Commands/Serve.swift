import BankCore
import BankRecords
import BankReports
import BankWeb
import Foundation

/// The command `bank serve`.
enum Serve {
  static let host = Flag("--host", "ADDRESS", "listen there (default 127.0.0.1)")
  static let port = Flag("--port", "N", "listen on this port, 0 for any (default 8080)")
  static let journal = Flag(
    "--journal", "FILE", "write every event to FILE (JSON Lines); one that is there is gone on with"
  )
  static let shadow = Flag(
    "--shadow", "POLICY", "show beside it what POLICY would do with the same clients")
  static let token = Flag("--token", "TEXT", "what pages must bring; needed beyond this machine")

  static let command = Command(
    name: "serve", summary: "Show the live floor in a browser.",
    flags: [host, port, journal, shadow, token],
    discussion: """
      Opens the branch of the config and serves a page with who waits and who is served, the work
      timer, buttons for clients and a new session, and orders and stock where the branch has a stock.
      --shadow runs the same clients under another policy too, beside the live one.
      Only this machine can reach it, unless --host says otherwise; then --token is needed (at least
      16 letters or digits), and the page is opened with ?token=…. Ends with Ctrl-C.
      """
  ) { arguments, registry throws(Problems) in
    var problems = arguments.problems
    let port =
      arguments.read(Self.port, allowed: "a whole number from 0 to 65535", &problems) { text in
        Int(text).flatMap { 0...65_535 ~= $0 ? $0 : nil }
      } ?? 8080
    let host = arguments[Self.host] ?? "127.0.0.1"
    let isLocal = ["127.0.0.1", "localhost", "::1"].contains(host)
    let token = arguments[Self.token]
    if let token, token.utf8.count < 16 || !token.utf8.allSatisfy(isLetterOrDigit) {
      problems.append(
        Problem("--token", "is not good enough", "use at least 16 letters and digits"))
    }
    if !isLocal, token == nil {
      problems.append(
        Problem("--host \(host)", "can be reached by others", "add --token, or leave --host out"))
    }
    var beside: RegisteredPolicy?
    if let name = arguments[shadow] {
      do throws(Problems) { beside = try registry.policy(named: name, "--shadow") } catch {
        problems += error.all
      }
    }
    let setup = try Setup(arguments, registry, problems)
    if let beside {
      do throws(Problems) { _ = try setup.wire(PolicyChoice(beside)) } catch {
        throw Problems(
          error.all.map {
            Problem("--shadow", "policy \(beside.name) does not suit this branch: \($0)")
          })
      }
    }
    var earlier: Journal?
    if let path = arguments[journal], access(path, F_OK) == 0 {
      let bytes = [UInt8](try InputFile.data(at: path))
      if !bytes.isEmpty { earlier = try Journal(bytes, at: path, setup.plan) }
    }
    let server = try WebServer(host: host, port: port)
    let files = try OutputFiles(
      arguments[journal].map { [("--journal", $0)] } ?? [], inputs: [],
      kept: Dictionary(
        uniqueKeysWithValues: arguments[journal].map { [($0, earlier?.length ?? 0)] } ?? []))
    let journal = files[arguments[Self.journal]]
    if earlier?.length ?? 0 == 0 {
      journal?.line(EventLines.header(configuration: setup.effective), isFlushed: true)
    }
    let hub = FloorHub(setup, journal: journal, after: earlier?.session ?? 0) {
      server.broadcast($0)
    }
    let names = isLocal ? ["127.0.0.1", "localhost", "[::1]"] : []
    let site = FloorSite(
      hub: hub, registry: registry, hosts: Set(names.map { "\($0):\(server.port)" }), token: token)

    Watchdog.shared.start(setup.wired.name)
    await hub.open()
    try await hub.choose(shadow: beside)
    if let earlier, let path = arguments[Self.journal] {
      let back = await hub.resume(earlier)
      let torn: Phrase = earlier.isTorn ? "; its last line was cut off and is left out" : ""
      Console.note(
        "going on with \(path) in session \(earlier.session + 1); \(back) of \(earlier.left.count) clients who were still there are back, with new tickets\(torn)"
      )
    }
    server.start { await site.respond(to: $0) }
    let shown = host.contains(":") ? "[\(host)]" : host
    LineWriter.standardOutput.line(
      "bank: http://\(shown):\(server.port)/" + (token.map { "?token=\($0)" } ?? ""),
      isFlushed: true)
    let (end, stop) = AsyncStream.makeStream(of: Void.self)
    Interrupt.shared.begin { stop.finish() }
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
    let (events, _, session, _, _) = await hub.day()
    let served = events.count { if case .finished = $0.kind { true } else { false } }
    Console.tell("stopped in session \(session); \(served) clients were served in it")
    _ = Interrupt.shared.end()
    return ExitStatus.status(Interrupt.shared.status, files)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
  }
}
