import BankCore
import BankQueues
import BankRecords
import BankSimulation
import SharedPool
import Testing

/// A branch is simulated, its days are written as a log, and the log gives the branch back.
@Suite struct `A branch from a log` {
  static let peak = 40.0 / 3600
  static let quiet = 20.0 / 3600

  /// Twenty days from 09:00 to 13:00: 20 clients an hour, 40 from 10:00 to 11:00, for each service.
  static func log() throws -> RecordedLog {
    let plan = try BranchPlan(
      services: [
        Service("deposit", meanTime: .seconds(120)), Service("loan", meanTime: .seconds(240)),
      ],
      tellers: [
        Teller("Kim", skills: ["deposit"]), Teller("Lee"),
        Teller("Park", shifts: [Shift(from: .seconds(3600), to: .seconds(10_800))]),
      ], handover: .seconds(8))
    let arrivals = ArrivalProcess.piecewisePoisson([
      .init(from: 0, rate: quiet), .init(from: 3600, rate: peak), .init(from: 7200, rate: quiet),
    ])
    let workload = Workload(
      services: [
        ServiceLoad(
          time: .gamma(shape: 3, mean: 120), arrivals: arrivals,
          patience: .exponential(mean: 600)),
        ServiceLoad(time: .lognormal(mean: 240, sd: 200), arrivals: arrivals),
      ], clients: 1...1, closes: .seconds(4 * 3600), handover: .exponential(mean: 8))
    var lines = ["date,arrival,start,end,service,teller"]
    for number in 1...20 {
      var day = Day(
        bank: Bank(
          plan: plan, queue: RingQueue(),
          policy: SharedPoolPolicy(options: .init(), plan: plan, random: RandomSource(seed: 1)),
          session: number, handovers: workload.handoverSource(seed: 11)),
        arrivals: workload.arrivals(seed: 11, day: number, count: .max))
      var log = EventLog()
      _ = VirtualDriver.run(&day, &log)
      let date = "2024-04-\(number < 10 ? "0" : "")\(number)"
      func clock(_ time: Time) -> String { (time + .seconds(9 * 3600)).decimal(places: 3) }
      for event in log.events {
        switch event.kind {
        case .finished(let client, let teller, let started):
          lines.append(
            "\(date),\(clock(client.arrival)),\(clock(started)),\(clock(event.time)),"
              + "\(plan.services[client.service].name),\(plan.tellers[teller].name)")
        case .abandoned(let client, _):
          lines.append(
            "\(date),\(clock(client.arrival)),,\(clock(event.time)),"
              + "\(plan.services[client.service].name),")
        default: break
        }
      }
    }
    return try read(lines)
  }

  /// A log of these lines, the first of them the heading.
  static func read(_ lines: [String]) throws -> RecordedLog {
    var format = RecordingFormat()
    format.date = "date"
    format.arrival = [.init(column: "arrival")]
    (format.start, format.end, format.service) = ("start", "end", "service")
    format.teller = "teller"
    format.timeFormat = TimePattern("seconds")
    return try RecordedLog(
      lines.joined(separator: "\n"), format, services: ["deposit", "loan"])
  }

  @Test func `has the rates, times, patience and staff of the branch it came from`() throws {
    let branch = FittedBranch(
      try Self.log(), RecordingFormat(), services: ["deposit", "loan"], tellers: [])
    #expect(branch.days == 20)
    #expect(branch.opens == 9 * 3600)
    #expect(branch.closes == 13 * 3600)
    for service in branch.services {
      for (number, rate) in service.rates.enumerated() {
        let truth = (2...3).contains(number) ? Self.peak : Self.quiet
        // Counts of twenty half-hours, at random: four standard deviations.
        let deviation = (truth * FittedBranch.period / 20).squareRoot() / FittedBranch.period
        #expect(abs(rate - truth) < 4 * deviation, "\(service.name), half-hour \(number)")
      }
      #expect(0.6...1.4 ~= service.dispersion)
    }
    let (deposit, loan) = (branch.services[0], branch.services[1])
    #expect(deposit.times.first?.family == "gamma")
    #expect(abs((deposit.times.first?.distribution.mean ?? 0) / 120 - 1) < 0.06)
    #expect(loan.times.first?.family == "lognormal")
    #expect(abs((loan.times.first?.distribution.mean ?? 0) / 240 - 1) < 0.08)
    let patience = try #require(deposit.patience)
    #expect(abs(patience.distribution.mean / 600 - 1) < 1.5 * patience.relativeError)
    #expect(loan.patience == nil)
    // Pauses in which nobody waited are left out: the teller may have idled.
    #expect(branch.handoverFits.first?.family == "exponential")
    #expect(abs(branch.handover.mean / 8 - 1) < 0.1)
    #expect(branch.isNamed)
    #expect(branch.staff.map(\.name) == ["Kim", "Lee", "Park"])
    #expect(branch.staff.map(\.skills) == [[0], nil, nil])
    #expect(branch.staff[0].shifts == nil)
    #expect(branch.staff[2].shifts == [3600..<10_800])
  }

  /// Three days on which Lee is called for three loans, one of them two hours after it came or at once.
  private static func hoursOfLee(loanWaits: Bool) throws -> [Range<Double>]? {
    let hour = 3600
    var lines = ["date,arrival,start,end,service,teller"]
    for date in ["2024-04-01", "2024-04-02", "2024-04-03"] {
      for number in 0..<24 {
        let start = 9 * hour + number * 600
        lines.append("\(date),\(start),\(start),\(start + 540),deposit,Kim")
      }
      for (came, called) in [(9, 9), (loanWaits ? 10 : 12, 12)] {
        lines.append("\(date),\(came * hour),\(called * hour),\(called * hour + 300),loan,Lee")
      }
      lines.append("\(date),\(12 * hour + 2400),\(12 * hour + 2400),\(13 * hour),loan,Lee")
    }
    let branch = FittedBranch(
      try read(lines), RecordingFormat(), services: ["deposit", "loan"], tellers: [])
    #expect(branch.isNamed)
    #expect((branch.present.last ?? 0) > 1.9)
    #expect(branch.staff.map(\.skills) == [[0], [1]])
    return branch.staff[1].shifts
  }

  /// Two hours, a break of Lee's from 10:00 to 11:00, and a client whom somebody calls after closing.
  private static func hoursOfLee(afterClosing: String?) throws -> [Range<Double>]? {
    let hour = 3600
    var lines = ["date,arrival,start,end,service,teller"]
    for day in 1...5 {
      let date = "2024-04-0\(day)"
      for minute in stride(from: 0, to: 180, by: 10) {
        let time = 9 * hour + 60 * minute
        let isAway = (60..<120).contains(minute)
        // While Lee is away everybody waits.
        let start = isAway ? 11 * hour + 30 * (minute - 60) : time
        lines.append("\(date),\(time),\(start),\(start + 25),loan,Lee")
        lines.append("\(date),\(time),\(time),\(time + 500),deposit,Kim")
      }
      if let afterClosing {
        lines.append(
          "\(date),\(12 * hour - 60),\(12 * hour + 60),\(12 * hour + 90),\(afterClosing)")
      }
    }
    let branch = FittedBranch(
      try read(lines), RecordingFormat(), services: ["deposit", "loan"], tellers: [])
    #expect(branch.closes == Double(12 * hour))
    return branch.staff.first { $0.name == "Lee" }?.shifts
  }

  @Test func `whoever calls clients after closing stays until nobody waits`() throws {
    #expect(try Self.hoursOfLee(afterClosing: nil) == [0..<3600, 7200..<10_800])
    #expect(try Self.hoursOfLee(afterClosing: "loan,Lee") == [0..<3600, 7200..<86_400])
    // Kim's clients are not Lee's.
    #expect(try Self.hoursOfLee(afterClosing: "deposit,Kim") == [0..<3600, 7200..<10_800])
  }

  /// Kim and Lee do all, and Lee is away from 11:00 to 11:40; hardly anybody waits for as long as the gap.
  @Test func `a break on every day is one, though nobody had to wait for it`() throws {
    var lines = ["date,arrival,start,end,service,teller"]
    for day in 1...12 {
      for minute in stride(from: 9 * 60, to: 13 * 60, by: 3) {
        let isAway = 11 * 60..<11 * 60 + 40 ~= minute
        let teller = isAway || minute / 3 % 2 == 0 ? "Kim" : "Lee"
        let at = minute * 60 + day
        lines.append(
          "2024-04-\(day < 10 ? "0" : "")\(day),\(at),\(at),\(at + 120),deposit,\(teller)")
      }
    }
    let branch = FittedBranch(
      try Self.read(lines), RecordingFormat(), services: ["deposit", "loan"], tellers: [])
    let lee = branch.staff.first { $0.name == "Lee" }?.shifts
    #expect(lee == [0..<7200, 9000..<14_400])
  }

  @Test func `who idles is there, unless a client of theirs waits`() throws {
    #expect(try Self.hoursOfLee(loanWaits: false) == nil)
    #expect(try Self.hoursOfLee(loanWaits: true) == [0..<3600, 10_800..<14_400])
  }

  /// Two of K, L and M are there each day, and serve clients in turn; nobody waits for as long as the gap.
  @Test func `who serves nobody on whole days while others do is not there`() throws {
    func branch(_ days: Int, away: (Int) -> Int?) throws -> FittedBranch {
      var lines = ["date,arrival,start,end,service,teller"]
      for day in 1...days {
        let gone = away(day)
        let there: [Int] = [0, 1, 2].filter { $0 != gone }
        for number in 0..<48 {
          let at = 9 * 3600 + number * 300 + day
          lines.append(
            "2024-04-\(day < 10 ? "0" : "")\(day),\(at),\(at),\(at + 280),deposit,"
              + ["K", "L", "M"][there[number % there.count]])
        }
      }
      return FittedBranch(
        try Self.read(lines), RecordingFormat(), services: ["deposit", "loan"], tellers: [])
    }
    let rota = try branch(12) { $0 % 3 }
    #expect(!rota.isNamed && rota.staff.map(\.shifts) == [nil, nil], "\(rota.staff)")
    // A holiday makes no other staff.
    let holiday = try branch(12) { $0 == 5 ? 0 : nil }
    #expect(holiday.isNamed && holiday.staff.allSatisfy { $0.shifts == nil }, "\(holiday.staff)")
  }
}
