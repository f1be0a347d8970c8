import BankCore
import Foundation
import Testing

@testable import BankRecords

/// One known day as twenty ticket machines would export it: their habits, encodings, and styles of dates.
@Suite struct `A log as it comes` {
  struct Visit {
    let arrival: Int
    let start: Int?
    let end: Int
    let service: Int
    let teller: Int
  }

  /// From nine on, one every 47 s; every tenth gives up.
  ///
  /// On the 13th, so that the day is no month.
  static let visits: [Visit] = (0..<120).map { index in
    let arrival = 32_400 + index * 47
    return index % 10 == 9
      ? Visit(arrival: arrival, start: nil, end: arrival + 95, service: index % 2, teller: 0)
      : Visit(
        arrival: arrival, start: arrival + 20 + index % 7, end: arrival + 150 + index % 31,
        service: index % 2, teller: index % 3)
  }

  struct Export: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var heading: [String]
    var separator = ","
    var encoding = String.Encoding.utf8
    var mark: [UInt8] = []
    var newline = "\n"
    var services = ["deposit", "loan"]
    var tellers = ["Kim", "Lee", "Park"]
    var served = "served"
    var gone = "abandoned"
    /// The columns of a visit: what is in each is said by a letter.
    var columns: String
    var time: @Sendable (Int) -> String
    var date: @Sendable () -> String = { "2024-05-13" }
    var quotes = false

    func data() -> Data {
      let rows = visits.map { visit in
        columns.map { letter -> String in
          let text =
            switch letter {
            case "D": date()
            case "A": time(visit.arrival)
            case "S": visit.start.map(time) ?? ""
            case "E": visit.start == nil ? "" : time(visit.end)
            case "F": time(visit.end)
            case "L": visit.start == nil ? time(visit.end) : ""
            case "V": services[visit.service]
            case "T": visit.start == nil ? "" : tellers[visit.teller]
            case "O": visit.start == nil ? gone : served
            case "N": "A\(visit.arrival % 997)"
            default: ""
            }
          return quotes || text.contains(separator) ? "\"\(text)\"" : text
        }.joined(separator: separator)
      }
      let text =
        ([heading.joined(separator: separator)] + rows).joined(separator: newline) + newline
      return Data(mark) + (text.data(using: encoding) ?? Data())
    }
  }

  static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  static func clock(_ time: Int, _ separator: String = ":") -> String {
    [time / 3600, time / 60 % 60, time % 60].map(two).joined(separator: separator)
  }

  static func twelve(_ time: Int) -> String {
    let hour = time / 3600 % 12
    return "\(hour == 0 ? 12 : hour):\(two(time / 60 % 60)):\(two(time % 60))"
  }

  static func half(_ time: Int, _ words: [String]) -> String { words[time < 43_200 ? 0 : 1] }

  static let korean = String.Encoding(rawValue: 0x8000_0422)
  /// The 13th of May 2024 since 1970.
  static let midnight = 19_856 * 86_400

  static let exports: [Export] = [
    Export(
      testDescription: "ISO",
      heading: ["arrival", "service", "start", "end", "teller", "outcome", "left"],
      columns: "AVSETOL", time: { "2024-05-13T\(clock($0))" }),
    Export(
      testDescription: "ISO with Z and fractions",
      heading: ["ticket_no", "issued_at", "called_at", "finished_at", "service", "agent"],
      columns: "NASFVT", time: { "2024-05-13T\(clock($0)).000Z" }),
    Export(
      testDescription: "ISO with an offset",
      heading: ["Created", "Called", "Completed", "Queue type", "Counter"],
      separator: ";", columns: "ASFVT", time: { "2024-05-13T\(clock($0))+09:00" }),
    Export(
      testDescription: "a blank between date and time",
      heading: ["Arrival time", "Start time", "End time", "Category", "Desk", "Status"],
      separator: "\t", columns: "ASFVTO", time: { "2024-05-13 \(clock($0))" }),
    Export(
      testDescription: "AM and PM",
      heading: ["Check-in", "Called", "Finished", "Service", "Clerk"],
      columns: "ASFVT", time: { "05/13/2024 \(twelve($0)) \(half($0, ["AM", "PM"]))" }),
    Export(
      testDescription: "German dates",
      heading: ["arrived", "begin", "end", "department", "window"],
      separator: ";", columns: "ASFVT", time: { "13.05.2024 \(clock($0))" }),
    Export(
      testDescription: "British dates",
      heading: ["arrived", "begin", "end", "department", "window"],
      columns: "ASFVT", time: { "13/05/2024 \(clock($0))" }),
    Export(
      testDescription: "seconds since 1970",
      heading: ["arrival", "start", "end", "service", "server"],
      columns: "ASFVT", time: { "\(midnight + $0)" }),
    Export(
      testDescription: "milliseconds since 1970",
      heading: ["arrival", "start", "end", "service", "server"],
      columns: "ASFVT", time: { "\((midnight + $0) * 1000)" }),
    Export(
      testDescription: "seconds of the day",
      heading: ["arrival", "start", "end", "service", "server"],
      columns: "ASFVT", time: { "\($0)" }),
    Export(
      testDescription: "a column of dates",
      heading: ["date", "arrival", "start", "end", "service", "teller"],
      columns: "DASFVT", time: { clock($0) }),
    Export(
      testDescription: "Korean, UTF-8 with a mark",
      heading: ["일자", "접수시각", "호출시각", "종료시각", "업무", "창구"], mark: [0xEF, 0xBB, 0xBF],
      newline: "\r\n", services: ["예금", "대출"], columns: "DASFVT",
      time: { "\(half($0, ["오전", "오후"])) \(twelve($0))" }),
    Export(
      testDescription: "Korean, CP949", heading: ["발권시간", "호출시간", "완료시간", "업무구분", "담당직원", "상태"],
      encoding: korean, newline: "\r\n", services: ["예금", "대출"], served: "완료", gone: "포기",
      columns: "ASFVTO", time: { "2024-05-13 \(clock($0))" }),
    Export(
      testDescription: "German, Windows-1252",
      heading: ["arrival", "start", "end", "service", "teller"], separator: ";",
      encoding: .windowsCP1252, newline: "\r\n", services: ["Ärzte", "Müller & Söhne"],
      columns: "ASFVT", time: { "2024-05-13 \(clock($0))" }),
    Export(
      testDescription: "Korean words for times, UTF-16",
      heading: ["영업일", "접수", "호출", "종료", "업무", "창구"], separator: "\t",
      encoding: .utf16LittleEndian, mark: [0xFF, 0xFE], services: ["예금", "대출"], columns: "DASFVT",
      time: {
        let hour = $0 / 3600 % 12
        return "\(half($0, ["오전", "오후"])) \(hour == 0 ? 12 : hour)시 \($0 / 60 % 60)분 \($0 % 60)초"
      }, date: { "2024년 5월 13일" }),
    Export(
      testDescription: "UTF-32",
      heading: ["arrival", "start", "end", "service", "teller"],
      encoding: .utf32BigEndian, mark: [0, 0, 0xFE, 0xFF], columns: "ASFVT",
      time: { "2024-05-13 \(clock($0))" }),
    Export(
      testDescription: "UTF-16 without a mark",
      heading: ["arrival", "start", "end", "service", "teller"],
      encoding: .utf16LittleEndian, columns: "ASFVT", time: { "2024-05-13 \(clock($0))" }),
    Export(
      testDescription: "quotes everywhere",
      heading: ["Arrived", "Started", "Ended", "Type", "Operator"],
      columns: "ASFVT", time: { "2024/05/13 \(clock($0))" }, quotes: true),
    Export(
      testDescription: "columns in another order",
      heading: ["teller", "end", "service", "start", "arrival"],
      columns: "TFVSA", time: { "2024-05-13 \(clock($0))" }),
    Export(
      testDescription: "a no-show is told by its status",
      heading: [
        "queue", "ticket issued", "call time", "close time", "staff", "service type", "status",
      ],
      served: "Completed", gone: "No show", columns: "NASFTVO", time: { "2024-05-13 \(clock($0))" }),
    Export(
      testDescription: "headings that say nothing but the service",
      heading: ["t1", "t2", "t3", "service", "teller"], columns: "ASFVT",
      time: { "2024-05-13 \(clock($0))" }),
    Export(
      testDescription: "lines that end as they once did on a Macintosh",
      heading: ["arrival", "start", "end", "service", "teller"], newline: "\r", columns: "ASFVT",
      time: { "2024-05-13 \(clock($0))" }),
    Export(
      testDescription: "the days that a spreadsheet counts",
      heading: ["arrival", "start", "end", "service", "teller"], columns: "ASFVT",
      time: { String(format: "%.6f", 45_425 + Double($0) / 86_400) }),
    Export(
      testDescription: "compact dates",
      heading: ["date", "arrival", "start", "end", "service", "teller"],
      columns: "DASFVT", time: { clock($0, "") }, date: { "20240513" }),
  ]

  @Test(arguments: exports)
  func `is read without a word about its columns`(export: Export) throws {
    let decoded = try #require(LogText.decode(export.data()))
    let proposal = RecordingProposal(decoded.text)
    #expect(proposal.missing == [], "\(proposal.columns)")
    #expect(Set(proposal.services) == Set(export.services))
    let record = try RecordedLog(decoded.text, proposal.format, services: export.services)
    let day = try #require(record.days.first)
    #expect(record.days.count == 1 && day.clients.count == 120)
    for (client, visit) in zip(day.clients, Self.visits) {
      #expect(client.arrival == Double(visit.arrival))
      #expect(client.served?.lowerBound == visit.start.map(Double.init))
      #expect(client.served?.upperBound == visit.start.map { _ in Double(visit.end) })
      #expect(client.service == visit.service)
      if visit.start == nil { #expect(client.left == Double(visit.end)) }
      if visit.start != nil { #expect(client.teller == export.tellers[visit.teller]) }
    }
    if export.columns.contains("D") || export.time(0).count > 12 {
      #expect(day.date == "2024-05-13")
    }
  }

  @Test(arguments: ["a\rb\rc", "a\rb\rc\r", "a\rb\rc\n", "a\nb\nc\n", "a\r\nb\r\nc\r\n"])
  func `has lines however they end`(text: String) {
    let lines = LogText.decode(Data(text.utf8))?.text.split(whereSeparator: \.isNewline)
    #expect(
      lines == ["a", "b", "c"] && LogText.decode(Data(text.utf8))?.text.utf8.contains(10) == true)
  }

  @Test func `has services that come late and seldom`() {
    let rows = (0..<3000).map {
      "\($0 * 10),\($0 * 10 + 1),\($0 * 10 + 5),\($0 == 2900 ? "loan" : "deposit")"
    }
    let proposal = RecordingProposal((["arrival,start,end,service"] + rows).joined(separator: "\n"))
    #expect(proposal.services == ["deposit", "loan"])
  }

  @Test func `of a spreadsheet's days is not taken for seconds, nor seconds for days`() {
    func times(_ rows: [String]) -> String? {
      let text = (["arrival,start,end,service"] + rows.map { "\($0),a" }).joined(separator: "\n")
      return RecordingProposal(text).format.timeFormat?.text
    }
    #expect(times(["45425.375,45425.376,45425.379", "45425.380,45425.381,45425.385"]) == "excel")
    #expect(times(["32400.5,32410.25,32500.75", "40000.5,40010,40100"]) == "seconds")
    #expect(
      times(["20240528161258,20240528161300,20240528161400"]) == "yyyyMMddHHmmss")
    #expect(times(["1716912778000,1716912779000,1716912800000"]) == "epoch-ms")
  }

  @Test func `says where it is not sure`() {
    let rows = (1...9).map {
      "03/0\($0)/2024 9:00:00,03/0\($0)/2024 9:01:00,03/0\($0)/2024 9:02:00,a"
    }
    let both = RecordingProposal((["arrival,start,end,service"] + rows).joined(separator: "\n"))
    #expect(
      both.columns.contains {
        !$0.isSure && $0.why.description.contains("every number could be a month")
      })
    #expect(Set(RecordingProposal("a,b\n1,2\n").missing) == [.arrival, .start, .end, .service])
    #expect(!RecordingProposal("").missing.isEmpty)
    let odd = RecordingProposal(
      "arrival,start,end,service,status\n9:00:00,9:01:00,9:02:00,a,served\n9:00:00,9:01:00,9:02:00,a,purple\n"
    )
    #expect(odd.columns.contains { $0.why.description.contains("purple") })
  }

  @Test func `is doubted where rows are there twice, or clocks disagree`() throws {
    var format = RecordingFormat()
    (format.arrival, format.service, format.start, format.end, format.teller) = (
      [.init(column: "arrival")], "service", "start", "end", "teller"
    )
    format.timeFormat = TimePattern("seconds")
    func doubts(twice: Bool = false, early: Int = 0, teller: String = "Kim") throws -> String {
      let rows = (10..<30).map { row in
        "\(row * 100),a,\(row * 100 - early + 10),\(row * 100 - early + 50),\(teller)\n"
      }
      let text = "arrival,service,start,end,teller\n" + (rows + (twice ? rows : [])).joined()
      let record = try RecordedLog(text, format, services: ["a"])
      return record.doubts.map(\.description).joined(separator: ";")
    }
    #expect(try doubts() == "")
    #expect(try doubts(twice: true).hasPrefix("20 of 40 rows have the same times"))
    // Two whom nobody names may be at two desks.
    #expect(try doubts(twice: true, teller: "") == "")
    // A second's rounding is nobody's clock.
    #expect(try doubts(early: 12) == "")
    #expect(try doubts(early: 300).contains("the clocks of arrivals and of desks"))
  }

  @Test func `is doubted where outcomes leave many out`() throws {
    var format = RecordingFormat()
    (format.arrival, format.service, format.start, format.end, format.outcome) = (
      [.init(column: "arrival")], "service", "start", "end", "outcome"
    )
    format.timeFormat = TimePattern("seconds")
    format.skipped = ["refused"]
    func doubts(_ refused: Int) throws -> [Phrase] {
      let rows = (0..<40).map { "\(100 * $0),a,\(100 * $0 + 5),\(100 * $0 + 50),served\n" }
      let others = (0..<refused).map { "\(4000 + $0),a,,,refused\n" }
      return try RecordedLog(
        "arrival,service,start,end,outcome\n" + (rows + others).joined(), format, services: ["a"]
      ).doubts
    }
    #expect(try doubts(2).isEmpty)
    #expect(
      try doubts(10).map(\.description) == [
        "10 of 50 rows are left out for their outcome (refused): if these people came, more came and more were lost than is said here"
      ])
  }

  /// In a clock of whole minutes one service can begin and end in the minute in which another begins.
  @Test func `of whole minutes has nobody at two clients at once`() throws {
    var format = RecordingFormat()
    (format.arrival, format.service, format.start, format.end, format.teller) = (
      [.init(column: "arrival")], "service", "start", "end", "teller"
    )
    format.timeFormat = TimePattern("H:mm")
    let record = try RecordedLog(
      "arrival,service,start,end,teller\n9:00,a,9:01,9:03,Kim\n9:00,a,9:01,9:01,Kim\n", format,
      services: ["a"])
    #expect(record.notes.isEmpty, "\(record.notes)")
  }

  /// A row a minute; the odd ones are `other`'s, who begins `early` seconds before the row above ends.
  @Test(arguments: [
    ("Kim K.", 0, true), ("KIM", 0, true), ("Lee", 0, false), ("Kim 2", 0, false),
    ("Kim K.", 30, false),
  ])
  func `is doubted where one teller may have two names`(
    other: String, early: Int, isDoubted: Bool
  ) throws {
    var format = RecordingFormat()
    (format.arrival, format.service, format.start, format.end, format.teller) = (
      [.init(column: "arrival")], "service", "start", "end", "teller"
    )
    format.timeFormat = TimePattern("seconds")
    let rows = (10..<40).map { row in
      let start = row * 60 - (row % 2 == 1 ? early : 0)
      return "\(row * 60 - 40),a,\(start),\(row * 60 + 55),\(row % 2 == 1 ? other : "Kim")\n"
    }
    let record = try RecordedLog(
      "arrival,service,start,end,teller\n" + rows.joined(), format, services: ["a"])
    let doubts = record.doubts.map(\.description)
    #expect(doubts.contains { $0.contains("take turns and never serve at once") } == isDoubted)
  }

  @Test func `leaves out so many rows as it is told to, and lists them`() throws {
    let text = "arrival,service,start,end\n0,a,1,2\nx,a,1,2\n3,a,4\n5,a,6,7\n"
    var format = RecordingFormat()
    (format.arrival, format.service, format.start, format.end) = (
      [.init(column: "arrival")], "service", "start", "end"
    )
    format.timeFormat = TimePattern("seconds")
    let record = try RecordedLog(text, format, services: ["a"], skippingUnreadable: 2)
    #expect(record.days[0].clients.map(\.arrival) == [0, 5])
    #expect(record.unreadable.map(\.path) == ["line 3, column arrival", "line 4"])
    #expect(throws: Problems.self) {
      try RecordedLog(text, format, services: ["a"], skippingUnreadable: 1)
    }
  }

  @Test func `is dated so that its days lie close together`() {
    func format(_ dates: [String]) -> String? {
      let rows = dates.map { "\($0),09:00:00,09:01:00,09:03:00,loan" }
      return RecordingProposal(
        (["date,arrival,start,end,service"] + rows).joined(separator: "\n")
      ).format.dateFormat?.text
    }
    #expect(format((1...9).map { "0\($0)/05/2024" }) == "dd/MM/yyyy")
    #expect(format((1...9).map { "05/0\($0)/2024" }) == "MM/dd/yyyy")
    // A day a month either way: as before, and not sure.
    #expect(format(["01/05/2024", "05/01/2024"]) == "MM/dd/yyyy")
  }

  @Test(arguments: [
    ("05/31/24", "MM/dd/yy"), ("31.05.24", "dd.MM.yy"), ("24-05-31", "yy-MM-dd"),
    ("31-May-24", "d-MMM-yy"), ("5. Mai 2024", "d. MMM yyyy"), ("May 31 2024", "MMM d yyyy"),
    ("Fri 31/05/2024", "E dd/MM/yyyy"), ("2024.05.31(금)", "yyyy.MM.dd(E)"),
  ])
  func `is dated in two digits, and by names of months and weekdays`(date: String, format: String) {
    let log = "date,arrival,start,end,service\n\(date),09:00:00,09:01:00,09:03:00,loan\n"
    #expect(RecordingProposal(log).format.dateFormat?.text == format)
  }

  @Test(arguments: [
    (
      "Time In,Waiting Time,Service Time,Service",
      "09:00:00,0:01:00,0:02:00,loan\n09:05:00,0:00:30,0:01:00,loan"
    ),
    ("Arrival,Wait (min),Service (min),Service", "09:00:00,1,2,loan\n09:05:00,0.5,1,loan"),
    ("발권시각,대기시간(초),상담시간(초),업무구분", "09:00:00,60,120,loan\n09:05:00,30,60,loan"),
  ])
  func `may tell lengths in place of times`(heading: String, rows: String) throws {
    let log = heading + "\n" + rows + "\n"
    let proposal = RecordingProposal(log)
    #expect(
      proposal.missing.isEmpty && proposal.format.start.isEmpty && proposal.format.end.isEmpty)
    let record = try RecordedLog(log, proposal.format, services: ["loan"])
    #expect(
      record.days[0].clients.map(\.served) == [32_460...32_580, 32_730...32_790])
    #expect(throws: Problems.self) {
      try RecordedLog(
        log.replacing(",120,", with: ",x,").replacing("0:02:00", with: "x").replacing(
          ",2,", with: ",x,"),
        proposal.format, services: ["loan"])
    }
  }

  @Test func `has titles above, the heading again, empty rows and totals`() throws {
    let log = """
      Report of branch 12,,,,
      ,,,,
      arrival,start,end,service,teller
      09:00:00,09:01:00,09:03:00,loan,Kim
      ,,,,
      arrival,start,end,service,teller
      09:05:00,09:06:00,09:09:00,loan,Kim
      Total,2,,,

      """
    let read = try #require(LogText.decode(Data(log.utf8)))
    let proposal = RecordingProposal(read.text)
    let record = try RecordedLog(read.text, proposal.format, services: ["loan"])
    #expect(record.days[0].clients.map(\.row) == [4, 7])
    #expect(record.notes.map(\.1) == [1, 1])
    // What is no table is left as it is.
    let events = "{\"format\":1}\n{\"t\":1,\"session\":1,\"event\":\"came\",\"teller\":0}\n"
    #expect(LogText.decode(Data(events.utf8))?.text == events)
  }

  @Test func `may name a column that its heading does not tell`() {
    let log =
      "arrival,start,end,desk,kind of errand,note\n"
      + (1...4).map {
        "09:0\($0):00,09:0\($0):30,09:0\($0):50,1,\($0 % 2 == 0 ? "a" : "b"),\($0 % 2 == 0 ? "x" : "y")\n"
      }.joined()
    #expect(RecordingProposal(log).missing == [.service])
    #expect(RecordingProposal(log, given: [.service: "note"]).services == ["x", "y"])
  }

  @Test func `names the columns that are written in no known way`() {
    let proposal = RecordingProposal(
      "date,arrived,start,end,service,updated\nMay the 1st,9h05,09:06:00,09:08:00,loan,yes\n")
    #expect(proposal.unread.map(\.name) == ["date", "arrived"])
    #expect(proposal.unread.map(\.value) == ["May the 1st", "9h05"])
    // The value that is to blame, where another can be read.
    let mixed = RecordingProposal("arrival\n09:01:00\n09:0x:00\n09:0y:00\n")
    #expect(mixed.unread.map(\.value) == ["09:0x:00"])
  }

}
