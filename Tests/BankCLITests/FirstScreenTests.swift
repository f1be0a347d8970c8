import Foundation
import Testing

@Suite struct `The first screen of a report` {
  private func answer(_ tellers: Int) throws -> String {
    let folder = try Folder()
    let file = try folder.file(
      "day.json5",
      "{ opens: '09:00', closes: '12:00', unit: 'min', policy: 'shared-pool', tellers: \(tellers), services: ["
        + "{ name: 'a', time: { exponential: { mean: '3min' } }, target: '5min', arrivals: { poisson: { rates: [['09:00', '10/h'], ['10:00', '50/h'], ['11:00', '10/h']] } } }] }"
    )
    return try `A report's answer`.answer("--config", file.path, "--replications", "20").text
  }

  @Test func `says what is worst, who is free then and what helps, in rows`() throws {
    let text = try answer(2)
    let rows = text.split(separator: "<dt>").dropFirst().map { $0.prefix { $0 != "<" } }
    #expect(rows.first == "Worst" && rows.contains("Staff then"), "\(rows)")
    #expect(rows.contains("What helps") && Set(rows).count == rows.count, "\(rows)")
    #expect(text.contains("• one more teller"), "\(text)")
    #expect(!text.contains("Nothing has to change"))
  }

  @Test func `has nothing to change where all is well`() throws {
    let text = try answer(5)
    #expect(text.contains("All is well: "), "\(text)")
    #expect(text.contains("<dt>What helps</dt><dd><p>Nothing has to change."), "\(text)")
    #expect(!text.contains("may be chance") && !text.contains("may tell"), "\(text)")
  }

  /// What the policy keeps tellers from is not in the picture of work.
  @Test(arguments: ["fixed-split", "shared-pool"])
  func `counts tellers for what they do, where a policy keeps some`(policy: String)
    throws
  {
    let folder = try Folder()
    let service = "time: { exponential: { mean: '4min' } }, arrivals: { poisson: { rate: '12/h' } }"
    let file = try folder.file(
      "day.json5",
      "{ opens: '09:00', closes: '11:00', policy: '\(policy)', tellers: 2, services: [{ name: 'a', \(service) }, { name: 'b', \(service) }] }"
    )
    let page = folder.path("r.html")
    let done = try Tool.run(
      "simulate", "--config", file.path, "--replications", "10", "--report", page)
    #expect(done.status == 0, "\(done.errors)")
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.contains("Tellers count for what they do under") == (policy == "fixed-split"))
  }
}
