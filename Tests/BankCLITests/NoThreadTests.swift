import BankConformance
import BankCore
import BankRecords
import BankWeb
import Foundation
import Testing

@testable import BankCLI

@Suite struct `Where the machine gives no thread` {
  typealias Site = `The site`

  /// Whether `work` ends, where no thread can be made meanwhile.
  static func ends(_ work: @escaping @Sendable () async -> Void) async -> Bool {
    let isDone = Locked(false)
    Task {
      await OwnThread.$isRefused.withValue(true) { await work() }
      isDone.change { $0 = true }
    }
    for _ in 0..<2000 where !isDone.value { try? await Task.sleep(for: .milliseconds(10)) }
    return isDone.value
  }

  @Test func `whoever waits for the disk is answered, then and later`() async throws {
    let folder = try Folder()
    let descriptor = open(folder.path("j"), O_CREAT | O_RDWR, 0o600)
    defer { close(descriptor) }
    let journal = LineWriter(descriptor: descriptor)
    journal.line("one", isFlushed: true)
    try #require(await Self.ends { await journal.synced() })
    #expect(journal.isSynced && journal.failure == nil)
    journal.line("two", isFlushed: true)
    await journal.synced()
    #expect(journal.isSynced)
  }

  @Test func `whoever asks for a comparison is told, and nobody waits for their turn`()
    async throws
  {
    let site = try await Site.site("{ services: [{ name: 'a', time: 90000 }], tellers: 1 }")
    _ = await site.respond(to: Site.post("/api/clients", #"{"count":2}"#))
    var request = Site.get("/export/compare.html")
    request.query = ["policy": "shared-pool"]
    let (asked, answer) = (request, Locked<HTTPResponse?>(nil))
    try #require(
      await Self.ends {
        let response = await site.respond(to: asked)
        answer.change { $0 = response }
      })
    let refused = try #require(answer.value)
    #expect(
      refused.status == 503 && Site.text(refused).contains("no thread left for it; try again"))
    #expect(await site.respond(to: Site.get("/export/clients.csv")).status == 200)
    // The policy did not fail to answer: nobody asked it.
    #expect(await site.respond(to: asked).status == 200)
  }

  @Test func `another policy beside the branch is told of again afterwards`() async throws {
    let site = try await Site.site("{ services: [{ name: 'a', time: 90000 }], tellers: 1 }")
    let hub = site.hub
    let chosen = #"{"name":"loan-priority"}"#
    #expect(await site.respond(to: Site.post("/api/shadow", chosen)).status == 200)
    try #require(await Self.ends { await hub.lookBeside() })
    #expect(await !hub.isLooking)
    #expect(await hub.beside()?.description.contains("Nobody came yet") == true)
  }
}
