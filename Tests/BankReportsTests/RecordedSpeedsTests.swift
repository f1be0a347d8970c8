import BankRecords
import BankReports
import Testing

@Suite struct `The speeds of a recorded log` {
  /// Sixty loans of Kim and sixty of Lee, who takes so many times as long; times vary by a half to each side.
  private static func doubts(_ times: Double, clients: Int = 60) throws -> [String] {
    var lines = ["arrival,service,start,end,teller"]
    for number in 0..<2 * clients {
      let (teller, slow) = number % 2 == 0 ? ("Kim", 1) : ("Lee", times)
      let length = (50 + Double(number * 37 % 101)) * slow
      lines.append(
        "\(number * 300),loan,\(number * 300),\(Double(number) * 300 + length),\(teller)")
    }
    var format = RecordingFormat()
    format.arrival = [.init(column: "arrival")]
    (format.service, format.start, format.end) = ("service", "start", "end")
    (format.teller, format.timeFormat) = ("teller", TimePattern("seconds"))
    return RecordedSpeeds.doubts(
      try RecordedLog(lines.joined(separator: "\n"), format, services: ["loan"]))
  }

  @Test func `are told where they differ by more than chance and a tenth`() throws {
    let told = try Self.doubts(1.6)
    #expect(told.count == 1)
    #expect(told.first?.contains("Kim 0.78, Lee 1.22; the model has all alike") == true, "\(told)")
    #expect(told.first?.hasSuffix("speeds: Kim 1.29, Lee 0.82") == true, "\(told)")
    #expect(try Self.doubts(1) == [])
    #expect(try Self.doubts(1.1) == [])
    #expect(try Self.doubts(1.6, clients: 40) == [])
  }
}
