import BankCore
import BankRecords
import Testing

@Suite struct `A recorded night` {
  /// Three nights from 18:00 to 06:00, somebody every five minutes for four; each night's date is its own, or the
  /// evening's.
  private static func nights(isOfEvening: Bool, hasDates: Bool = true) -> String {
    var text = "date,arrival,service,start,end\n"
    for night in 0..<(hasDates ? 3 : 1) {
      for minute in stride(from: 1080, to: 1800, by: 5) {
        let date = 11 + night + (isOfEvening ? 0 : minute / 1440)
        func clock(_ minute: Int) -> String {
          "\(minute / 60 % 24):" + (minute % 60 < 10 ? "0" : "") + "\(minute % 60)"
        }
        let times = [minute, minute + 1, minute + 5].map(clock)
        text +=
          hasDates
          ? "2024-03-\(date),\(times[0]),a,\(times[1]),\(times[2])\n"
          : "-,\(times[0]),a,\(times[1]),\(times[2])\n"
      }
    }
    return text
  }

  private static func clocks(hasDates: Bool = true) -> RecordingFormat {
    var format = RecordingFormat()
    format.arrival = [.init(column: "arrival")]
    if hasDates { (format.date, format.dateFormat) = ("date", TimePattern("yyyy-MM-dd")) }
    (format.service, format.start, format.end) = ("service", "start", "end")
    format.timeFormat = TimePattern("H:mm")
    return format
  }

  @Test(arguments: [(false, true), (true, true), (true, false)])
  func `goes on through the night where nobody is there by day, whichever date the night has`(
    isOfEvening: Bool, hasDates: Bool
  ) throws {
    let log = try RecordedLog(
      Self.nights(isOfEvening: isOfEvening, hasDates: hasDates), Self.clocks(hasDates: hasDates),
      services: ["a"])
    #expect(log.days.map(\.clients.count) == (hasDates ? [144, 144, 144] : [144]))
    for day in log.days {
      #expect(day.clients.map(\.arrival) == stride(from: 64_800, to: 108_000, by: 300).map { $0 })
      #expect(day.clients.allSatisfy { $0.wait == 60 && $0.served?.upperBound == $0.arrival + 300 })
    }
    #expect(log.days.first?.date == (hasDates ? "2024-03-11" : "1"))
    #expect(
      log.notes.filter { "\($0.text)".contains("12:00, when days begin") }.map(\.count)
        == [log.days.count * 72])
  }

  /// One teller, busy all night; each night begins a few minutes later or earlier than others.
  @Test(arguments: [false, true], [false, true])
  func `is read by its tellers, in whatever order its rows are`(
    isOfEvening: Bool, isNewestFirst: Bool
  ) throws {
    func clock(_ minute: Int) -> String {
      "\(minute / 60 % 24):\(minute / 10 % 6)\(minute % 10)"
    }
    var rows: [String] = []
    for (night, late) in [3, 0, 6].enumerated() {
      for minute in stride(from: 1080 + late, to: 1800, by: 10) {
        let date = 11 + night + (isOfEvening ? 0 : minute / 1440)
        rows.append("2024-03-\(date),\(clock(minute)),a,\(clock(minute)),\(clock(minute + 10)),T")
      }
    }
    if isNewestFirst { rows.reverse() }
    var format = Self.clocks()
    format.teller = "teller"
    let log = try RecordedLog(
      (["date,arrival,service,start,end,teller"] + rows).joined(separator: "\n"), format,
      services: ["a"])
    #expect(log.days.map(\.clients.count) == [72, 72, 72])
    for (day, late) in zip(log.days, [3.0, 0, 6]) {
      #expect(day.clients.map(\.arrival) == (0..<72).map { 64_800 + 60 * (late + 10 * Double($0)) })
    }
    #expect(log.leftOut.isEmpty)
    let notes = log.notes.map { "\($0.text)" }
    #expect(notes.contains { $0.contains("have the date of the day before") } == isOfEvening)
    #expect(!log.notes.contains { "\($0.text)".contains("teller") }, "\(log.notes)")
  }

  @Test func `of nights has no day whose evening is missing, and knows weekdays by the evening`()
    throws
  {
    let rows = Self.nights(isOfEvening: false).split(separator: "\n")
    var format = Self.clocks()
    let headless = try RecordedLog(
      ([rows[0]] + rows[100...]).joined(separator: "\n"), format, services: ["a"])
    #expect(headless.days.map(\.clients.count) == [144, 144])
    #expect(
      headless.leftOut.map { "\($0.reason), \($0.count)" }
        == ["before the first day of the log begins, 45"])
    format.weekdays = ["tue"]
    let tuesday = try RecordedLog(rows.joined(separator: "\n"), format, services: ["a"])
    #expect(tuesday.days.map(\.date) == ["2024-03-12"] && tuesday.days[0].clients.count == 144)
  }

  @Test func `that never is empty says whom midnight cuts off; a day may begin whenever is said`()
    throws
  {
    var text = "date,arrival,service,start,end\n"
    for minute in 0..<2880 {
      let (day, clock) = (11 + minute / 1440, { "\($0 / 60 % 24):\($0 / 10 % 6)\($0 % 10)" })
      text += "2024-03-\(day),\(clock(minute)),a,\(clock(minute + 1)),\(clock(minute + 3))\n"
    }
    var format = Self.clocks()
    let cut = try RecordedLog(text, format, services: ["a"])
    #expect(cut.days.map(\.clients.count) == [1440, 1440])
    #expect(
      cut.notes.filter { "\($0.text)".hasPrefix("are there when their day ends") }.map(\.count) == [
        4
      ])
    format.dayBegins = 4 * 3600
    let early = try RecordedLog(text, format, services: ["a"])
    #expect(early.days.map(\.clients.count) == [1440, 1200])
    #expect(early.notes.contains { "\($0.text)".hasPrefix("are there when their day ends") })
  }

  /// Two clocks that differ by some minutes: who was served before they came trapped once.
  @Test func `that never is empty is read where somebody was served before they came`() throws {
    var text = "date,arrival,service,start,end\n"
    for minute in 0..<1440 {
      let clock = { "\($0 / 60 % 24):\($0 / 10 % 6)\($0 % 10)" }
      let late = minute == 700 ? -5 : 1
      text += "2024-03-11,\(clock(minute)),a,\(clock(minute + late)),\(clock(minute + late + 2))\n"
    }
    let log = try RecordedLog(text, Self.clocks(), services: ["a"])
    #expect(log.days.map(\.clients.count) == [1440])
  }
}
