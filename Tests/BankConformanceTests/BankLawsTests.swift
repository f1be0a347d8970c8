import BankCore
import BrokenPolicies
import Foundation
import Testing

@testable import BankConformance

/// The laws that the bank keeps whatever a policy does: tried on runs that no bank would make.
@Suite struct `The laws of the bank itself` {
  static func breach(_ entries: [Entry], _ muted: Law? = nil) throws -> String? {
    let world = World(
      [World.Staff([0, 1])],
      [
        World.Visitor(0, at: .zero, time: .whole(1)),
        World.Visitor(0, at: .whole(1), time: .whole(1)),
      ])
    let run = WorldHistory(
      plan: try world.plan(), entries: entries, idle: [], heads: nil, fault: nil, end: .whole(2),
      isAbandoned: false, idleAtEnd: [])
    let evidence = Evidence(
      world: world, run: run, replay: CallHistory(run), subject: Subject(PrefersLast.self))
    var witness = Witness()
    for law in [Law.servedOnce, .timeNeverGoesBack, .startsAndEndsAreTold]
    where law.number != muted?.number {
      guard case .run(let test) = law.test else { continue }
      if case .broken = test(evidence, &witness) { return "\(law.id)" }
    }
    return nil
  }

  static let arrived = Entry(time: .zero, ticket: 1, what: .arrived(service: 0, line: 0, step: 0))
  static let started = Entry(time: .zero, ticket: 1, what: .started(line: 0, teller: 0))
  static let told = Entry(time: .zero, ticket: 1, what: .toldStarted)
  static let finished = Entry(time: .whole(1), ticket: 1, what: .finished(teller: 0))
  static let toldFinished = Entry(time: .whole(1), ticket: 1, what: .toldFinished)

  @Test func `find nothing in a sound run`() throws {
    #expect(
      try Self.breach([Self.arrived, Self.started, Self.told, Self.finished, Self.toldFinished])
        == nil)
  }

  @Test func `L1 sees a client served twice, and one who never came`() throws {
    let twice = [Self.arrived, Self.started, Self.told, Self.started, Self.told]
    #expect(try Self.breach(twice) == "L1")
    #expect(try Self.breach(twice, .servedOnce) == nil)
    #expect(try Self.breach([Self.started, Self.told]) == "L1")
  }

  @Test func `L16 sees time go back, and an arrival before a completion`() throws {
    let back = [
      Self.arrived, Self.started, Self.told, Self.finished, Self.toldFinished, Self.arrived,
    ]
    #expect(try Self.breach(back) == "L16")
    #expect(try Self.breach(back, .timeNeverGoesBack) == nil)
    let second = Entry(time: .whole(1), ticket: 2, what: .arrived(service: 0, line: 0, step: 0))
    #expect(
      try Self.breach([Self.arrived, Self.started, Self.told, second, Self.finished]) == "L16")
  }

  @Test func `L22 sees a policy told of an end without a beginning, twice, and not at all`() throws
  {
    let ended = [Self.arrived, Self.started, Self.finished, Self.toldFinished]
    #expect(try Self.breach(ended) == "L22")
    #expect(try Self.breach(ended, .startsAndEndsAreTold) == nil)
    let twice = [
      Self.arrived, Self.started, Self.told, Self.finished, Self.toldFinished, Self.toldFinished,
    ]
    #expect(try Self.breach(twice) == "L22")
    let untold = [Self.arrived, Self.started, Self.told, Self.finished]
    #expect(try Self.breach(untold) == "L22")
  }

  /// Every law has somebody who shows that it can fail.
  @Test func `each of the 23 laws is shown to fail by somebody`() {
    let shown = Set(Trials.broken.map(\.law)).union(["L1", "L16", "L22"])
    #expect(shown == Set(Law.all.map { "\($0.id)" }))
    #expect(Law.all.map(\.number) == Array(1...23))
  }
}

@Suite struct `The page of the laws` {
  /// `BANK_WRITE=1 swift test --filter page.of.the.laws` writes its tables anew.
  @Test func `says what the code says`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/Reference/Laws.md").standardized
    let page = try String(contentsOf: file, encoding: .utf8)
    let tables =
      Law.all.map { "| \($0.id) | \($0.title) | \($0.tried) | \($0.hint) |" }
      + QueueLaw.all.map { "| \($0.id) | \($0.title) | \($0.hint) |" }
    var rows = tables[...]
    let isRow = /\| [LQ]\d+ \|.*/
    // What is no row of a law stays as it is.
    let written = page.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.wholeMatch(of: isRow) != nil else { return String(line) }
      return rows.popFirst() ?? "a row too many"
    }.joined(separator: "\n")
    #expect(rows.isEmpty, "a law has no row in docs/Reference/Laws.md: add an empty one, | L99 |")
    if ProcessInfo.processInfo.environment["BANK_WRITE"] != nil {
      try written.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(page == written, "a law has changed")
  }
}
