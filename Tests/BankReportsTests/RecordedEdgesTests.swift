import BankCore
import BankRecords
import BankReports
import Testing

@Suite struct `The edges of a recorded log` {
  /// Days with somebody every five minutes between two hours.
  private static func log(
    _ days: Int, from open: Int = 9, until close: Int = 17, and extra: String = "",
    leavingOut isLeft: (Int, Int) -> Bool = { _, _ in false }
  ) throws -> RecordedLog {
    var text = "date,arrival,service,start,end\n"
    for day in 1...days {
      for minute in stride(from: open * 60, to: close * 60, by: 5) where !isLeft(day, minute) {
        let clock = { (minute: Int) in
          "\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
        }
        text +=
          "2024-03-0\(day),\(clock(minute)),a,\(clock(minute + 1)),\(clock(minute + 2))\n"
      }
    }
    var format = RecordingFormat()
    format.arrival = [.init(column: "arrival")]
    (format.date, format.dateFormat) = ("date", TimePattern("yyyy-MM-dd"))
    (format.service, format.start, format.end) = ("service", "start", "end")
    format.timeFormat = TimePattern("H:mm")
    return try RecordedLog(text + extra, format, services: ["a"])
  }

  private static func doubts(_ log: RecordedLog) -> [String] { RecordedEdges.doubts(log) }

  @Test func `that are whole are not spoken of`() throws {
    #expect(try Self.doubts(Self.log(5)) == [])
    #expect(try Self.doubts(Self.log(5, from: 0, until: 23)) == [])
    // Half an hour may be chance, and of two days nobody knows which is the half one.
    #expect(try Self.doubts(Self.log(4) { $0 == 1 && $1 < 570 }) == [])
    #expect(try Self.doubts(Self.log(2) { $0 == 1 && $1 < 840 }) == [])
  }

  @Test func `that is a quarter of an hour is named, be it in the middle or one of two`() throws {
    for (days, short) in [(5, 3), (2, 1)] {
      #expect(
        try Self.doubts(Self.log(days) { $0 == short && $1 > 560 }) == [
          "on 2024-03-0\(short) clients came at 09:00–09:20 alone, which counts as a whole day: --from and --to leave days out"
        ])
    }
  }

  @Test func `in the middle of a day are named, with the flag that leaves the day out`() throws {
    let begun = try Self.doubts(Self.log(3, from: 0, until: 23) { $0 == 1 && $1 < 840 })
    #expect(
      begun == [
        "the log begins at 14:00 on 2024-03-01, which counts as a whole day: --from leaves it out"
      ])
    let ended = try Self.doubts(Self.log(3) { $0 == 3 && $1 > 720 })
    #expect(
      ended == [
        "the log ends at 12:00 on 2024-03-03, which counts as a whole day: --to leaves it out"
      ])
  }

  @Test func `that hardly anybody makes are named, with how many do`() throws {
    let early = try Self.doubts(Self.log(6, and: "2024-03-04,5:00,a,5:01,5:02\n"))
    #expect(
      early == [
        "1 of 577 clients came by 05:00, and nobody else before 09:00: the model is open from 05:00; are these rows right?"
      ])
    let late = try Self.doubts(Self.log(6, and: "2024-03-04,20:15,a,20:16,20:17\n"))
    #expect(
      late == [
        "1 of 577 clients came from 20:15 on, and nobody else after 16:55: the model is open until 20:15; are these rows right?"
      ])
  }
}
