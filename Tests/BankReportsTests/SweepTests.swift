import BankRecords
import Testing

@testable import BankReports

@Suite struct `A sweep of tellers` {
  private static func sweep(_ late: [(tellers: Int, mean: Double, halfWidth: Double)])
    -> SweepReport
  {
    SweepReport(
      vary: ["tellers": .array(late.map { .number(Double($0.tellers)) })],
      cells: late.map { one in
        let figures: JSON = [
          "late": .number(one.mean), "lateHalfWidth": .number(one.halfWidth),
          "wait": ["mean": .number(60), "halfWidth": .number(1)],
        ]
        return [
          "set": ["tellers": .number(Double(one.tellers))], "policy": "shared-pool",
          "result": ["services": ["a": figures], "all": figures, "stable": .bool(true)],
        ]
      }, scale: TimeScale())
  }

  private static let late = [(3, 0.2, 0.05), (4, 0.045, 0.01), (5, 0.03, 0.005)]

  @Test func `says the fewest who are surely enough, and that fewer may be`() {
    let told = Self.sweep(Self.late).sentences.joined(separator: " ")
    #expect(told.contains("What to use: shared-pool with 5 tellers, the fewest"), "\(told)")
    #expect(told.contains("Fewer may do: from 4 tellers on"), "\(told)")
    let sure = Self.sweep([(3, 0.2, 0.05), (5, 0.03, 0.005)]).sentences.joined()
    #expect(sure.contains("What to use: ") && !sure.contains("Fewer may do"), "\(sure)")
  }

  /// None were late in so few days that there is no interval.
  @Test(arguments: [(2, 57, false), (4, 599, false), (4, 600, true), (1, 100_000, false)])
  func `without an interval is sure of many clients alone, and never of one day`(
    days: Int, clients: Int, isSure: Bool
  ) {
    let cells: [JSON] = [2.0, 3].map { tellers in
      let figures: JSON = [
        "arrived": .number(clients), "late": .number(0), "lateHalfWidth": .null,
        "wait": ["mean": .number(60), "halfWidth": .null],
      ]
      return [
        "set": ["tellers": .number(tellers)], "policy": "shared-pool",
        "result": [
          "replications": .number(days), "services": ["a": figures], "all": figures,
          "stable": .bool(true),
        ],
      ]
    }
    let sweep = SweepReport(
      vary: ["tellers": .array([.number(2), .number(3)])], cells: cells, scale: TimeScale())
    let told = sweep.sentences.joined(separator: " ")
    #expect(told.contains("At most 5 % of all clients are late.") == isSure, "\(told)")
    #expect(told.contains("What to use: shared-pool with 2 tellers") == isSure, "\(told)")
    #expect(told.contains("From 2 tellers on it is so on average") != isSure, "\(told)")
  }

  @Test func `under one policy is a curve for each service, not maps of a row each`() {
    let page = Self.sweep(Self.late).html(branch: "b")
    #expect(page.contains("From 5 tellers on at most 5 % of all clients are late, and surely so"))
    #expect(
      page.contains("Share late by tellers, each service") && !page.contains("across: tellers"))
    #expect(page.split(separator: "<figure>").count == 3, "one of shares late, one of waits")
    #expect(page.contains("a, 4 tellers: 4.5 ± 1.0 %"), "every dot tells its figure")
  }

  @Test func `over two keys under one policy is a grid, without quotes`() {
    let figures: JSON = [
      "late": .number(0.1), "lateHalfWidth": .number(0.01),
      "wait": ["mean": .number(60), "halfWidth": .number(1)],
    ]
    let cells: [JSON] = ["\"7min\"", "\"9min\""].flatMap { mean in
      [3.0, 4.0].map { tellers in
        [
          "set": ["services.a.time": .string(mean), "tellers": .number(tellers)],
          "policy": "shared-pool",
          "result": ["services": ["a": figures], "all": figures, "stable": .bool(true)],
        ]
      }
    }
    let sweep = SweepReport(
      vary: ["services.a.time": .array([]), "tellers": .array([])], cells: cells,
      scale: TimeScale())
    let page = sweep.html(branch: "b")
    #expect(page.contains("7min") && !page.contains("&quot;7min"))
    // No headings of groups: each row is one.
    #expect(!page.contains("class=\"group\""))
  }

  /// Nothing is called late: one teller has more work than there is time for, of two and three the means are known.
  @Test func `without targets begins with the waits, and shows where there is no mean`() {
    let cells: [JSON] = [1.0, 2, 3].flatMap { tellers in
      ["\"1min\"", "\"2min\""].map { time in
        let isStable = tellers > 1
        let figures: JSON = [
          "served": .number(9),
          "wait": ["mean": isStable ? .number(60 / tellers) : .null, "halfWidth": .null],
        ]
        return [
          "set": ["tellers": .number(tellers), "services.a.time": .string(time)],
          "policy": "shared-pool",
          "result": ["services": ["a": figures], "all": figures, "stable": .bool(isStable)],
        ]
      }
    }
    let sweep = SweepReport(
      vary: ["tellers": .array([]), "services.a.time": .array([])], cells: cells,
      scale: TimeScale())
    let first = "Mean wait of all clients: 30.0 s with 2 tellers; 20.0 s with 3 tellers."
    #expect(sweep.sentences.first == first, "\(sweep.sentences)")
    let page = sweep.html(branch: "b")
    #expect(page.contains("20.0 to 30.0 s; no mean in 2 of 6 cells"), "\(page)")
    // For a screen and for a phone.
    #expect(page.split(separator: "class=\"heat6 over\"").count == 5)
  }

  @Test func `that was interrupted says so first, and not what to use`() {
    var sweep = Self.sweep(Self.late)
    sweep.of = 9
    #expect(
      sweep.sentences.first
        == "Interrupted: 3 of 9 cells are done, and nothing is known of the others.")
    #expect(!sweep.sentences.joined().contains("What to use"))
    #expect(sweep.html(branch: "b").contains("3 of 9 cells are done"))
  }
}
