import BankCore
import Foundation
import Testing

@testable import BankCLI

@Suite struct `Staff found for a branch` {
  @Test func `is of kinds by what tellers can do and how fast, not by how that is written`() throws
  {
    let plan = try BranchPlan(
      services: ["a", "b", "c"].map { Service($0, meanTime: .seconds(60)) },
      tellers: [
        Teller("all"), Teller("each", skills: ["c", "a", "b"]),
        Teller("one by one", speed: 2, speeds: ["a": 1, "b": 1, "c": 1]),
        Teller("two", skills: ["a", "b"]), Teller("two, turned", skills: ["b", "a"]),
        Teller("two, who cannot do c fast", skills: ["a", "b"], speeds: ["c": 3]),
        Teller("faster", skills: ["a", "b"], speeds: ["b": 1.25]),
        Teller("as fast", skills: ["b", "a"], speed: 1.25, speeds: ["a": 1]),
        Teller("other", skills: ["c"]),
      ])
    let found = StaffSearch.kinds(plan, asked: [0, 1])
    #expect(
      found.kinds.map { $0.map(\.name) } == [
        ["all", "each", "one by one"], ["two", "two, turned", "two, who cannot do c fast"],
        ["faster", "as fast"],
      ])
    #expect(found.others.map(\.name) == ["other"])
    #expect(StaffSearch.kinds(plan, asked: [nil]).others.isEmpty)
  }

  @Test(.thorough) func `has one column for tellers who can do the same`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "day.json5",
      "{ opens: '09:00', closes: '10:00', unit: 'min', policy: 'shared-pool', services: ["
        + "{ name: 'a', time: '3min', arrivals: { poisson: { rate: '20/h' } }, target: '2min' },"
        + "{ name: 'b', time: '5min', arrivals: { poisson: { rate: '6/h' } } }],"
        + " tellers: [{ name: 'B', skills: ['a', 'b'] }, { name: 'D' }, { name: 'E', skills: ['b', 'a'] }] }"
    )
    let done = try Tool.run(
      "recommend", "--config", file.path, "--staff-by", "30min", "--goal", "late(all) <= 10%",
      "--set", "services.b.target=5min", "--json")
    let json = try JSONSerialization.jsonObject(with: Data(done.output.utf8)) as? [String: Any]
    #expect((json?["kinds"] as? [String])?.count == 1, "\(done.output) \(done.errors)")
    // Each keeps the name.
    let tellers = try #require(json?["tellers"] as? [[String: Any]])
    #expect(Array(tellers.compactMap { $0["name"] as? String }.prefix(2)) == ["B", "D"])
  }

  /// A goal of all may hide a service of few clients.
  @Test(arguments: [("wait(all) <= 30min", true), ("wait(b) <= 50min", false)])
  func `says who is late by the hours found, where no goal is of that service`(
    goal: String, isSaid: Bool
  ) throws {
    let folder = try Folder()
    let file = try folder.file(
      "day.json5",
      "{ opens: '09:00', closes: '10:00', policy: 'shared-pool', tellers: [{ name: 'x', skills: ['a'] }, { name: 'y', skills: ['b'] }], services: ["
        + "{ name: 'a', time: 60, arrivals: { poisson: { rate: '5/h' } } },"
        + "{ name: 'b', time: 60, target: 300, arrivals: { poisson: { rate: '4/h' } } }] }"
    )
    let done = try Tool.run(
      "recommend", "--config", file.path, "--staff-by", "30min", "--goal", "wait(a) <= 2min",
      "--goal", goal)
    #expect(done.status == 0 && done.output.contains("teller-hours are enough"), "\(done.output)")
    #expect(
      done.errors.contains("of those who come for b from 09:00 on") == isSaid, "\(done.errors)")
  }
}
