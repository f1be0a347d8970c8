import BankCore
import BankRecords
import Testing

@testable import BankReports
@testable import BankSimulation

@Suite struct `A replay of a few recorded days` {
  /// What a replay of a day came to in which twenty clients of each service wait so long.
  private static func figures(_ waits: [Int]) throws -> ReplayReport.Figures {
    let plan = try BranchPlan(
      services: ["a", "b"].map { Service($0, meanTime: .seconds(10)) }, tellers: [Teller("Kim")])
    var statistics = DayStatistics(plan: plan)
    for (service, wait) in waits.enumerated() {
      for _ in 1...20 {
        statistics.services[service].enter(at: .zero, isCounted: true)
        statistics.services[service].finish(
          .zero, .seconds(Double(wait)), .seconds(Double(wait + 10)), within: .never)
      }
    }
    return ReplayReport.Figures(statistics)
  }

  /// A report, all by the waits of the services: those of the record, of the control, and of the policy; `again` are other
  /// draws of the last two.
  private static func report(
    _ recorded: [Int], _ control: [Int], _ policy: [Int], again: [([Int], [Int])] = [],
    days: Int = 1
  ) throws -> ReplayReport {
    var format = RecordingFormat()
    format.arrival = [.init(column: "arrival")]
    (format.service, format.start, format.end) = ("service", "start", "end")
    (format.date, format.dateFormat) = ("date", TimePattern("yyyy-MM-dd"))
    format.timeFormat = TimePattern("seconds")
    var lines = ["date,arrival,service,start,end"]
    for day in 1...days {
      for (service, wait) in zip(["a", "b"], recorded) {
        for _ in 1...20 { lines.append("2024-03-0\(day),0,\(service),\(wait),\(wait + 10)") }
      }
    }
    let log = try RecordedLog(lines.joined(separator: "\n"), format, services: ["a", "b"])
    func day(_ control: [Int], _ policy: [Int], of recorded: RecordedLog.Day) throws
      -> ReplayReport.Day
    {
      try #require(ReplayReport.Day(recorded, [figures(control), figures(policy)]))
    }
    var report = ReplayReport(
      log: "log.csv", record: log, handover: nil,
      pauses: RecordedPauses(log.days, longest: 600), policies: ["control", "other"],
      days: try log.days.map { try day(control, policy, of: $0) }, faults: [], unsuited: [],
      services: ["a", "b"], scale: TimeScale())
    report.redrawn = try again.map { try day($0.0, $0.1, of: log.days[0]) }
    return report
  }

  /// What is doubted of the policy.
  private static func doubt(
    _ recorded: [Int], _ control: [Int], _ policy: [Int], again: [([Int], [Int])] = [],
    days: Int = 1
  ) throws -> String? {
    try report(recorded, control, policy, again: again, days: days).doubtOfOneDay(1)
  }

  @Test func `tells a difference of one day that all of it bears out`() throws {
    #expect(try Self.doubt([100, 100], [100, 100], [60, 60]) == nil)
    #expect(
      try Self.doubt(
        [100, 100], [100, 100], [60, 60], again: [([90, 110], [50, 80]), ([101, 99], [70, 70])])
        == nil)
  }

  @Test func `does not set the error of one service against that of another`() throws {
    // Together the control is right to the second: fifty too much and fifty too little.
    let doubt = try Self.doubt([100, 100], [150, 50], [120, 20])
    #expect(doubt?.contains("errors of the services together") == true, "\(doubt ?? "")")
    #expect(try Self.doubt([100, 100], [120, 80], [90, 50]) == nil)
  }

  @Test func `does not tell what is left of gains that losses nearly make up for`() throws {
    // Ninety less and eighty more: ten of a hundred and seventy.
    let doubt = try Self.doubt([100, 100], [100, 100], [10, 180])
    #expect(doubt?.contains("gain about as much as others lose") == true, "\(doubt ?? "")")
    // Ninety less and fifty more: twenty of seventy, for each client.
    #expect(try Self.doubt([100, 100], [100, 100], [10, 150]) == nil)
  }

  @Test func `tells nothing that another draw turns round, or has within its error`() throws {
    for other in [([100, 100], [120, 120]), ([145, 145], [105, 105])] {
      let doubt = try Self.doubt(
        [100, 100], [100, 100], [60, 60], again: [([100, 100], [60, 60]), other])
      #expect(doubt?.hasPrefix("not so with other draws") == true, "\(doubt ?? "")")
    }
  }

  @Test func `has no such doubts of several days, which have an interval`() throws {
    #expect(try Self.doubt([100, 100], [150, 50], [120, 20], days: 2) == nil)
  }

  @Test func `names who waits longer, though all together wait less`() throws {
    func told(_ policy: [Int]) throws -> String {
      try Self.report([100, 100], [100, 100], policy, days: 3).conclusions(isBrief: true)[0]
    }
    #expect(
      try told([40, 130]).hasSuffix(
        "mean wait −15.0 s ± 0.0 s, shorter; surely longer for b (30.0 s)."))
    #expect(try told([70, 90]).hasSuffix("mean wait −20.0 s ± 0.0 s, shorter."))
  }
}

@Suite struct `A difference of shares` {
  /// Twenty days on which one more comes than the hundred of the other policy, who is late: that alone says little.
  ///
  /// On `days` of them one fewer is late.
  private static func pairs(telling days: Int) -> [(of: Interval.Ratio, from: Interval.Ratio)] {
    (0..<20).map { day in
      (of: (sum: day < days ? 97 : 99, count: 101), from: (sum: 98, count: 100))
    }
  }

  @Test func `is known where five days tell`() {
    let late = Difference.Metric.late
    #expect(!late.isSeen(in: Self.pairs(telling: 4)) && late.isSeen(in: Self.pairs(telling: 5)))
    // Or all, where there are fewer.
    #expect(late.isSeen(in: Array(Self.pairs(telling: 5).prefix(3))))
    #expect(Difference.Metric.meanWait.isSeen(in: Self.pairs(telling: 0)))
  }
}
