import BankCore
import Testing

@testable import BankRecords

/// Columns and services are proposed by the same rows that are read afterwards.
@Suite struct `The rows of a log` {
  private static let heading = "arrival,start,end,service,teller"
  private static let rows = [
    "2024-05-13 09:00:00,2024-05-13 09:01:00,2024-05-13 09:04:00,a,K",
    "2024-05-13 09:00:00,2024-05-13 09:04:00,2024-05-13 09:05:00,b,K",
    "2024-05-13 09:10:00,2024-05-13 09:10:00,2024-05-13 09:15:00,b,K",
  ]

  private static func log(_ heading: String, _ ends: [String]) -> String {
    ([heading] + zip(rows, ends).map { $0 + $1 }).joined(separator: "\n") + "\n"
  }

  /// The services that are proposed, and the lines of the clients that are then read.
  private static func read(_ text: String) throws -> (services: [String], lines: [Int]) {
    let proposal = RecordingProposal(text)
    #expect(proposal.unreadable == [] && proposal.missing == [])
    let log = try RecordedLog(text, proposal.format, services: proposal.services)
    return (proposal.services, log.days.flatMap(\.clients).map(\.row))
  }

  @Test(arguments: [
    ([",\"x\ny\"", ",\"z\nw\"", ",\"\""], [2, 4, 6]),
    ([",\"x\r\ny\"", ",", ",\"z, \"\"w\"\"\n\n;\""], [2, 4, 5]),
    ([",\"x\ny\"", ",\"z\nw\"", ",\"v\nu\""], [2, 4, 6]),
    // With a separator at their ends.
    ([",\"x\ny\",", ",\"z\nw\",", ",,"], [2, 4, 6]),
  ])
  func `are looked at where a field goes over lines, too`(ends: [String], lines: [Int]) throws {
    let (services, read) = try Self.read(Self.log(Self.heading + ",note", ends))
    #expect(Set(services) == ["a", "b"] && read == lines)
  }

  @Test(arguments: [
    ("", ["", "", ""]), ("", [",", ",", ","]), (",", [",", ",", ","]), (",", ["", "", ""]),
    ("", [", ", ",", ",\r"]), (",\r", [",\r", ",\r", ",\r"]),
  ])
  func `may end in a separator, and the heading may`(heading: String, ends: [String]) throws {
    let text = Self.log(Self.heading + heading, ends)
    let (services, lines) = try Self.read(text + Self.heading + heading + "\nTotal,3,,,\n")
    #expect(services == ["b", "a"] && lines == [2, 3, 4])
    #expect(RecordingProposal(text).unused.isEmpty)
  }

  @Test func `with a blank behind each separator have fields without it`() throws {
    let text = Self.log(Self.heading, ["", "", ""]).replacing(",", with: ", ")
    let (services, lines) = try Self.read(text)
    #expect(services == ["b", "a"] && lines == [2, 3, 4])
  }

  @Test(arguments: [
    // Something stands behind the last separator, in one row or in all.
    ([",", ",x", ","], (2...4).map { "line \($0): 6 columns; the heading has 5" }),
    ([",x", ",x", ",x"], (2...4).map { "line \($0): 6 columns; the heading has 5" }),
    ([",,", ",,", ",,"], (2...4).map { "line \($0): 7 columns; the heading has 5" }),
    (["\"", "", ""], ["line 2: a quote that does not end; close it with \""]),
    ([",", "", ","], [2, 4].map { "line \($0): 6 columns; the heading has 5" }),
    // One row too short says nothing about the others.
    ([",", ",", ",\nx,y"], ["line 5: 2 columns; the heading has 5"]),
  ])
  func `that do not fit are told of, though none may fit`(ends: [String], told: [String]) {
    let text = Self.log(Self.heading, ends)
    let proposal = RecordingProposal(text)
    var format = RecordingFormat()
    (format.arrival, format.service, format.start, format.end) = (
      [.init(column: "arrival")], "service", "start", "end"
    )
    format.timeFormat = TimePattern("yyyy-MM-dd H:mm:ss")
    let error = #expect(throws: Problems.self) {
      try RecordedLog(text, format, services: ["a", "b"])
    }
    #expect(error?.all.map(\.description) == told)
    if !proposal.hasRows { #expect(proposal.unreadable == error?.all) }
  }

  @Test func `are told of in short where there are many, and an open heading is`() {
    let many = RecordingProposal("a,b\n" + String(repeating: "1\n", count: 24))
    #expect(many.unreadable.count == 21)
    #expect(many.unreadable.first?.description == "line 2: 1 columns; the heading has 2")
    #expect(many.unreadable.last?.description == "and 4 more like these")
    let open = RecordingProposal("\n\"a,b\n1,2\n")
    #expect(
      open.unreadable.map(\.description) == ["line 2: a quote that does not end; close it with \""])
    let wide = RecordingProposal(String(repeating: "a,", count: 1000) + "a\n1,2\n")
    #expect(
      wide.unreadable.map(\.description) == ["line 1: 1001 columns; allowed: up to 1000"])
    // Nothing is wrong where there is nothing.
    #expect(RecordingProposal("a,b\n\n,\n").unreadable == [])
  }
}
