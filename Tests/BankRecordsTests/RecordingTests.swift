import BankCore
import BankSimulation
import Foundation
import Testing

@testable import BankRecords

@Suite struct `A recorded log` {
  static var format: RecordingFormat {
    var format = RecordingFormat()
    format.date = "date"
    format.arrival = [.init(column: "q_start", positive: "q_time"), .init(column: "vru_exit")]
    (format.service, format.start, format.end) = ("type", "begin", "end")
    (format.left, format.teller, format.outcome, format.priority) =
      ("q_exit", "agent", "outcome", "class")
    format.dateFormat = TimePattern("yyMMdd")
    (format.served, format.abandoned, format.skipped) = (["AGENT"], ["HANG"], ["PHANTOM"])
    format.services = ["PS": "regular"]
    format.nobody = ["NOBODY"]
    format.never = ["0:00:00"]
    return format
  }

  static let heading =
    "date\ttype\tclass\tvru_exit\tq_start\tq_exit\tq_time\toutcome\tbegin\tend\tagent\n"

  static func log(_ rows: String, _ change: (inout RecordingFormat) -> Void = { _ in }) throws
    -> RecordedLog
  {
    var format = format
    change(&format)
    return try RecordedLog(heading + rows, format, services: ["regular", "loan"])
  }

  @Test func `takes the arrival from the column that applies, and the day after midnight`() throws {
    let log = try Self.log(
      """
      990201\tPS\t0\t7:00:00\t0:00:00\t0:00:00\t0\tAGENT\t7:00:05\t7:01:05\tA
      990201\tloan\t2\t23:59:00\t23:59:30\t23:59:50\t20\tAGENT\t23:59:50\t0:03:00\tB
      990202\tPS\t1\t8:00:00\t8:00:01\t8:00:09\t8\tHANG\t0:00:00\t0:00:00\tNOBODY
      990202\tPS\t1\t8:00:00\t8:00:01\t8:00:09\t8\tPHANTOM\t0:00:00\t0:00:00\tNOBODY

      """)
    #expect(log.days.map(\.date) == ["1999-02-01", "1999-02-02"])
    let first = log.days[0].clients
    #expect(first.map(\.arrival) == [25_200, 86_370])
    #expect(first[1].served == 86_390...86_580)
    #expect(first.map(\.priority) == [0, 2])
    #expect(log.days[0].meanWait == 12.5)
    #expect(log.days[1].clients[0].left == 28_809)
    #expect(log.leftOut.map(\.count) == [1])
    let staff = RecordedStaff(log.days, gap: 300).tellers(
      on: log.days[0], .init(idle: .away, skills: .all))
    #expect(staff.map(\.name) == ["A", "B"])
    #expect(staff[1].shifts == [Shift(from: .seconds(86_390), to: .seconds(86_580))])
  }

  @Test func `shows a teller between services that lie close, and the hand-over`() throws {
    let log = try Self.log(
      """
      990201\tPS\t0\t7:00:00\t0:00:00\t0:00:00\t0\tAGENT\t7:00:00\t7:01:00\tA
      990201\tPS\t0\t7:00:10\t0:00:00\t0:00:00\t0\tAGENT\t7:01:08\t7:02:00\tA
      990201\tPS\t0\t7:00:20\t0:00:00\t0:00:00\t0\tAGENT\t7:02:04\t7:03:00\tA
      990201\tPS\t0\t7:30:00\t0:00:00\t0:00:00\t0\tAGENT\t7:30:00\t7:31:00\tA

      """)
    let handover = RecordedPauses(log.days, longest: 60)
    #expect(handover.mean == 6)
    #expect(handover.count == 2)
    #expect(
      RecordedStaff(log.days, gap: 300).tellers(
        on: log.days[0], .init(idle: .away, skills: .all))[0].shifts == [
          Shift(from: .seconds(25_200), to: .seconds(25_380)),
          Shift(from: .seconds(27_000), to: .seconds(27_060)),
        ])
    #expect(
      RecordedStaff(log.days, gap: 300).tellers(
        on: log.days[0], .init(idle: .there, skills: .all))[0].shifts == [
          Shift(from: .seconds(25_200), to: .seconds(27_060))
        ], "nobody waited meanwhile")
    // A model's are those up to ten times the median, and at least a minute.
    #expect(RecordedPauses(log.days, upToTimesMedian: 10, longest: 300).longest == 80)
    #expect(RecordedPauses(log.days, upToTimesMedian: 1, longest: 300).longest == 60)
    #expect(RecordedPauses(log.days, upToTimesMedian: 100, longest: 300).longest == 300)
    let times = log.serviceTimes(services: 2)
    #expect(times[0] == [60, 52, 56, 60])
    #expect(
      log.days[0].arrivals(
        times: times, patience: RecordedPatience(log.days, services: 2), seed: 1)[1].visit
        .serviceTime
        == .seconds(52))
  }

  @Test func `counts a pause only while somebody waits whom the teller is seen to serve`() throws {
    let log = try Self.log(
      """
      990201\tPS\t0\t7:00:00\t0:00:00\t0:00:00\t0\tAGENT\t7:00:00\t7:01:00\tA
      990201\tloan\t0\t7:00:00\t0:00:00\t0:00:00\t0\tAGENT\t7:02:00\t7:03:00\tB
      990201\tPS\t0\t7:01:20\t0:00:00\t0:00:00\t0\tAGENT\t7:01:30\t7:02:00\tA
      990201\tPS\t0\t7:01:40\t0:00:00\t0:00:00\t0\tAGENT\t7:02:07\t7:03:00\tA

      """)
    // After the first of A only the other service waits, which A is not seen to do.
    let pauses = RecordedPauses(log.days, longest: 300)
    #expect(pauses.count == 1)
    #expect(pauses.mean == 7)
    let client = Client(ticket: 1, service: 0)
    let source = pauses.source(of: [Teller("A"), Teller("new")], seed: 1, day: 1)
    #expect(
      (0...1).map { source.handover(of: $0, after: client, session: 1) } == [
        .seconds(7), .seconds(7),
      ])
  }

  @Test(arguments: [false, true])
  func `shows whether it is first come, first served`(isLastFirst: Bool) throws {
    // One teller, two clients a minute for half an hour, then none; each takes half a minute and a bit.
    var rows = ["arrival,start,end,service,teller"]
    var (waiting, free) = ([Double](), 0.0)
    func call(until now: Double) {
      while free <= now, !waiting.isEmpty {
        let came = isLastFirst ? waiting.removeLast() : waiting.removeFirst()
        let start = max(free, came)
        rows.append("\(came),\(start),\(start + 40),a,1")
        free = start + 40
      }
    }
    for client in 0..<80 {
      let now = Double(client * 30)
      call(until: now)
      waiting.append(now)
    }
    call(until: .infinity)
    let log = rows.joined(separator: "\n")
    var format = RecordingProposal(log).format
    format.timeFormat = TimePattern("seconds")
    let order = RecordedOrder(try RecordedLog(log, format, services: ["a"]).days)
    #expect((order != nil) == isLastFirst)
    if let order { #expect(order.last > 0.95 && order.first < 0.2 && order.calls > 50) }
  }

  @Test func `knows of a pause in which the line became empty that it was longer`() throws {
    // A client waited when the teller was done, whom another teller called ten seconds later.
    let log = try Self.log(
      """
      990201\tPS\t0\t7:00:00\t0:00:00\t0:00:00\t0\tAGENT\t7:00:00\t7:01:00\tA
      990201\tPS\t0\t7:00:30\t0:00:00\t0:00:00\t0\tAGENT\t7:01:10\t7:02:00\tB
      990201\tPS\t0\t7:01:40\t0:00:00\t0:00:00\t0\tAGENT\t7:01:40\t7:02:30\tA
      990201\tPS\t0\t7:02:00\t0:00:00\t0:00:00\t0\tAGENT\t7:02:50\t7:03:30\tA

      """)
    // The one that ended counts for those that may have lasted as long.
    let pauses = RecordedPauses(log.days, longest: 300)
    #expect(pauses.all == [20])

    // Hand-overs of 30 s on average, clients of whom three of four are gone within a minute: to count only pauses whose
    // next client was there says 17 s.
    var random = RandomSource(seed: 4)
    func exponential(_ mean: Double) -> Double { -mean * Foundation.log(1 - random.unit()) }
    var rows = ["arrival,start,end,left,service,teller"]
    var (time, free) = (0.0, [0.0, 0.0])
    var events: [(came: Double, leaves: Double)] = []
    for _ in 0..<6000 {
      time += exponential(75)
      events.append((time, time + exponential(45)))
    }
    for (came, leaves) in events {
      let teller = free[0] <= free[1] ? 0 : 1
      let start = max(came, free[teller])
      if start > leaves {
        rows.append("\(came),,,\(leaves),a,")
      } else {
        let end = start + exponential(90)
        rows.append("\(came),\(start),\(end),,a,\(teller)")
        free[teller] = end + exponential(30)
      }
    }
    let many = rows.joined(separator: "\n")
    var format = RecordingProposal(many).format
    (format.timeFormat, format.left) = (TimePattern("seconds"), "left")
    let mean = RecordedPauses(
      try RecordedLog(many, format, services: ["a"]).days, longest: 400
    ).mean
    #expect(27...33 ~= mean, "\(mean)")
  }

  @Test func `knows who does few services of many, be they rare`() throws {
    // Two tellers for the even, two for the odd of twelve services.
    func staff(rounds: Int) throws -> RecordedStaff {
      var format = RecordingFormat()
      (format.arrival, format.service, format.start, format.end, format.teller) =
        ([.init(column: "came")], "type", "came", "end", "who")
      format.timeFormat = TimePattern("seconds")
      let rows = (0..<12 * rounds).map { number in
        let (service, turn) = (number % 12, number / 12 % 2)
        return "s\(service),\(number),\(number + 1),\(["A", "B", "C", "D"][service % 2 * 2 + turn])"
      }
      let log = try RecordedLog(
        (["type,came,end,who"] + rows).joined(separator: "\n"), format,
        services: (0..<12).map { "s\($0)" })
      return RecordedStaff(log.days, gap: 300)
    }
    #expect(try staff(rounds: 10).unseen(of: "A") == [], "so few do not say")
    // Were all alike, A would have done 25 of each.
    #expect(try staff(rounds: 100).unseen(of: "A") == [1, 3, 5, 7, 9, 11])
  }

  @Test func `reads times of one row by one clock, and a field over lines`() throws {
    var format = RecordingFormat()
    (format.arrival, format.service, format.start, format.end) =
      ([.init(column: "came")], "type", "begin", "end")
    format.timeFormat = TimePattern("yyyy-MM-dd HH:mm:ssZ")
    let log = try RecordedLog(
      """
      type,came,begin,end,note
      loan,2024-03-31 01:55:00+01:00,2024-03-31 03:05:00+02:00,2024-03-31 03:09:00+02:00,"late,
      and ""loud\"""
      loan,2024-03-31 03:10:00+02:00,2024-03-31 03:10:00+02:00,2024-03-31 03:12:00+02:00,
      """, format, services: ["loan"])
    #expect(log.days.map(\.meanWait) == [300])
    #expect(log.days[0].clients[0].served == 7500...7740)
    // Between two stray quotes no row is lost.
    let times = "2024-03-31 03:10:00+02:00,2024-03-31 03:10:00+02:00,2024-03-31 03:12:00+02:00"
    let rows = ["5\"", "", "", "6\""].map { "loan,\(times),\($0)" }
    let stray = try RecordedLog(
      (["type,came,begin,end,note"] + rows).joined(separator: "\n"), format, services: ["loan"],
      skippingUnreadable: 9)
    #expect(stray.unreadable.count + stray.days[0].clients.count == 4)
  }

  @Test func `gives who was served a patience longer than their wait`() throws {
    let log = try Self.log(
      """
      990201\tPS\t0\t7:00:00\t7:00:00\t7:00:10\t10\tHANG\t0:00:00\t0:00:00\tNOBODY
      990201\tPS\t0\t7:00:00\t7:00:00\t7:00:40\t40\tHANG\t0:00:00\t0:00:00\tNOBODY
      990201\tPS\t0\t7:00:00\t7:00:00\t7:00:20\t20\tAGENT\t7:00:20\t7:01:00\tA
      990201\tloan\t0\t7:05:00\t7:05:00\t7:05:20\t20\tAGENT\t7:05:20\t7:06:00\tA

      """)
    let patience = RecordedPatience(log.days, services: 2)
    func patiences(_ seed: UInt64) -> [Time?] {
      log.days[0].arrivals(times: [[60], [60]], patience: patience, seed: seed).map(
        \.visit.patience)
    }
    // Whoever waited 20 s without leaving leaves after 40 s, as the only other who did; nobody left for
    // the second service, so nobody is known to.
    for seed in 1...20 {
      #expect(patiences(UInt64(seed)) == [.seconds(10), .seconds(40), .seconds(40), nil])
    }
  }

  /// Whoever would wait longer than anybody in the log leaves as the others do, in time.
  @Test func `has those leave, too, who wait longer than anybody in the log`() throws {
    var random = RandomSource(seed: 5)
    func clock(_ seconds: Int) -> String {
      let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60]
      return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
    // Patience is 6 min on average, and whoever still waits after 4 min is served.
    let rows = (0..<600).map { number -> String in
      let wait = Int(min(-360 * Foundation.log(1 - random.unit()), 240))
      let came = 7 * 3600 + 60 * number
      let (at, called) = (clock(came), clock(came + wait))
      let end =
        wait < 240 ? "HANG\t0:00:00\t0:00:00\tNOBODY" : "AGENT\t\(called)\t\(clock(came + 300))\tA"
      return "990201\tPS\t0\t\(at)\t\(at)\t\(called)\t\(wait)\t\(end)\n"
    }
    let patience = RecordedPatience(try Self.log(rows.joined()).days, services: 2)
    func mean(beyond wait: Double) -> Double {
      let draws = (1...2000).map { _ in patience.drawn(0, beyond: wait, &random) ?? .infinity }
      #expect(draws.allSatisfy { $0 >= wait })
      return draws.reduce(0, +) / 2000
    }
    let (all, long) = (mean(beyond: 0), mean(beyond: 600) - 600)
    #expect(abs(all / 360 - 1) < 0.15 && abs(long / 360 - 1) < 0.25, "\(all) \(long)")
    #expect(patience.known(0)?.goesOn == true && patience.known(1) == nil)
  }

  @Test func `judges a day by the others`() throws {
    func log(of days: Int) throws -> RecordedLog {
      try Self.log(
        (1...days).map {
          "99020\($0)\tPS\t0\t7:00:00\t0:00:00\t0:00:00\t0\tAGENT\t7:00:00\t7:01:00\tA\n"
        }.joined())
    }
    #expect(
      try log(of: 7).days(besides: 1).map { $0.date.suffix(1) } == ["1", "3", "4", "5", "6"])
    #expect(try log(of: 1).days(besides: 0).map { $0.date.suffix(1) } == ["1"])
  }

  @Test func `goes on after midnight, for starts and leavings too`() throws {
    let log = try Self.log(
      """
      990201\tPS\t0\t23:58:00\t0:00:00\t0:00:00\t0\tAGENT\t0:05:00\t0:06:00\tA
      990201\tPS\t0\t23:59:30\t23:59:30\t0:01:00\t90\tHANG\t0:00:00\t0:00:00\tNOBODY
      990201\tPS\t0\t7:00:10\t0:00:00\t0:00:00\t0\tAGENT\t7:00:00\t7:01:00\tA

      """)
    #expect(log.days[0].clients.compactMap(\.wait) == [0, 420])
    #expect(log.days[0].clients[2].left == 86_460)
    #expect(
      log.notes.map(\.text) == [
        "began before the client reached the line; counted as no wait",
        "come more than twelve hours before the row above them, and are of the same day",
        "of the next day: a time more than twelve hours before the one before it",
      ])
    #expect(TimePattern("yyyy-MM-dd")?.read("1999-02-30") == nil)
    let fractions = try #require(TimePattern("H:mm:ss.SZ"))
    #expect(fractions.read("0:00:10.500Z")?.seconds == 10.5)
    #expect(fractions.read("0:00:10Z")?.seconds == 10 && fractions.read("0:00:10.Z") == nil)
    #expect(TimePattern("yyyy-MM-dd")?.read("2000-02-29")?.day == 11_016)
  }

  @Test func `knows what did not happen`() throws {
    let log = try Self.log(
      """
      990201\tPS\t0\t13:00:00\t0:00:00\t0:00:00\t0\tAGENT\t0:00:00\t0:00:00\tA
      990201\tPS\t0\t13:00:00\t0:00:00\t0:00:00\t0\tHANG\t0:00:00\t0:00:00\tNOBODY

      """)
    #expect(log.leftOut.map(\.reason) == ["served, but at no time that the log knows"])
    #expect(log.days[0].clients.map(\.left) == [46_800])
  }

  @Test func `notes what is odd but may be: a teller at two clients, a night between two times`()
    throws
  {
    let log = try Self.log(
      """
      990201\tPS\t0\t7:00:00\t0:00:00\t0:00:00\t0\tAGENT\t7:00:05\t7:10:00\tA
      990201\tPS\t0\t7:01:00\t0:00:00\t0:00:00\t0\tAGENT\t7:09:59\t7:11:00\tA
      990201\tPS\t0\t7:02:00\t0:00:00\t0:00:00\t0\tAGENT\t7:11:00\t7:12:00\tA
      990201\tPS\t0\t7:02:00\t0:00:00\t0:00:00\t0\tAGENT\t7:05:00\t7:12:00\tB
      990201\tPS\t0\t23:50:00\t0:00:00\t0:00:00\t0\tAGENT\t0:10:00\t0:11:00\tB

      """)
    #expect(
      log.notes.map(\.text) == [
        "begin while the same teller is at another",
        "of the next day: a time more than twelve hours before the one before it",
      ])
    #expect(log.notes.map(\.count) == [1, 1])
  }

  @Test func `leaves out other weekdays, and says so`() throws {
    let row = "990205\tPS\t0\t7:00:00\t0:00:00\t0:00:00\t0\tAGENT\t7:00:05\t7:01:05\tA\n"
    let log = try Self.log(row) { $0.weekdays = ["mon"] }
    #expect(log.days.isEmpty)
    #expect(log.leftOut.map(\.reason) == ["on a day that is not replayed"])
    #expect(try Self.log(row) { $0.weekdays = ["fri"] }.days.count == 1)
  }

  @Test(arguments: [
    ("4 columns", "line 2", "990201\tPS\t0\t7:00:00\n"),
    (
      "9902", "column date",
      "9902\tPS\t0\t7:00:00\t0:00:00\t0:00:00\t0\tAGENT\t7:00:05\t7:01:05\tA\n"
    ),
    ("x", "column vru_exit", "990201\tPS\t0\tx\t0:00:00\t0:00:00\t0\tAGENT\t7:00:05\t7:01:05\tA\n"),
    (
      "-1", "column vru_exit",
      "990201\tPS\t0\t-1\t0:00:00\t0:00:00\t0\tAGENT\t7:00:05\t7:01:05\tA\n"
    ),
    (
      "gold", "column type",
      "990201\tgold\t0\t7:00:00\t0:00:00\t0:00:00\t0\tAGENT\t7:00:05\t7:01:05\tA\n"
    ),
    (
      "LOST", "column outcome",
      "990201\tPS\t0\t7:00:00\t0:00:00\t0:00:00\t0\tLOST\t7:00:05\t7:01:05\tA\n"
    ),
    (
      "before it began", "column end",
      "990201\tPS\t0\t7:00:00\t0:00:00\t0:00:00\t0\tAGENT\t7:02:05\t7:01:05\tA\n"
    ),
    (
      "urgent", "column class",
      "990201\tPS\turgent\t7:00:00\t0:00:00\t0:00:00\t0\tAGENT\t7:00:05\t7:01:05\tA\n"
    ),
  ])
  func `that is wrong is told with line and column`(says: String, place: String, row: String) {
    do throws(Problems) {
      _ = try RecordedLog(Self.heading + row, Self.format, services: ["regular", "loan"])
      Issue.record("nothing was found")
    } catch {
      #expect(error.all.count == 1)
      #expect(error.all[0].path.contains("line 2"))
      #expect(error.all[0].path.contains(place))
      #expect(error.all[0].description.contains(says))
    }
  }

  /// A date that is written is not guessed.
  @Test(arguments: [
    ("2024-03-04 23:30:00", "2024-03-04 09:06:00", "half a day before"),
    ("2024-03-04 09:00:00", "2024-03-14 09:06:00", "a day after"),
    ("2024-03-14 08:00:00", "2024-03-12 23:06:00", "half a day before"),
    ("2024-03-13 08:00:00", "2024-03-13 08:06:00", "ends more than a day after"),
    ("2024-03-13 23:58:00", "2024-03-14 00:06:00", ""),
  ])
  func `has dates that agree`(arrival: String, start: String, says: String) throws {
    var format = RecordingFormat()
    format.arrival = [.init(column: "arrival")]
    (format.service, format.start, format.end) = ("service", "start", "end")
    format.timeFormat = TimePattern("yyyy-MM-dd H:mm:ss")
    let text = "arrival,service,start,end\n\(arrival),a,\(start),2024-03-14 10:00:00\n"
    do throws(Problems) {
      let log = try RecordedLog(text, format, services: ["a"])
      #expect(says.isEmpty && log.days[0].clients[0].wait == 480 && log.notes.isEmpty)
    } catch {
      #expect(!says.isEmpty && error.all[0].description.contains(says), "\(error.all)")
    }
  }

  @Test func `has times of its date or of the night after`() throws {
    var format = RecordingFormat()
    (format.date, format.dateFormat) = ("date", TimePattern("yyyy-MM-dd"))
    format.arrival = [.init(column: "arrival")]
    (format.service, format.start, format.end) = ("service", "start", "end")
    format.timeFormat = TimePattern("yyyy-MM-dd H:mm")
    func read(_ date: String) throws(Problems) -> RecordedLog {
      let text =
        "date,arrival,service,start,end\n\(date),2024-03-14 00:10,a,2024-03-14 00:20,2024-03-14 00:30\n"
      return try RecordedLog(text, format, services: ["a"])
    }
    #expect(try read("2024-03-13").days[0].clients[0].arrival == 87_000)
    for date in ["2024-03-12", "2024-03-15"] {
      #expect { try read(date) } throws: { "\($0)".contains("is of another day than date") }
    }
  }

  @Test func `without dates says where a night begins another day`() throws {
    var format = RecordingFormat()
    format.arrival = [.init(column: "arrival")]
    (format.service, format.start, format.end) = ("service", "start", "end")
    format.timeFormat = TimePattern("H:mm")
    let text = "arrival,service,start,end\n23:50,a,23:55,00:05\n00:10,a,00:12,00:20\n"
    let notes = try RecordedLog(text, format, services: ["a"]).notes.map { "\($0.text)" }
    #expect(
      notes.contains { $0.hasPrefix("come more than twelve hours before the row above them") })
  }

  @Test func `without a column, empty, or of any rubbish is refused without a crash`() {
    for text in [
      "", "\n", "date\n", Self.heading.replacing("type", with: "kind"),
      Self.heading.replacing("\n", with: "\ttype\n"),
    ] {
      #expect(throws: Problems.self) {
        try RecordedLog(text, Self.format, services: ["regular"])
      }
    }
    var random = RandomSource(seed: 3)
    let alphabet = Array("9902 \tPS0:123456AGENT\n\"\r")
    for _ in 0..<Thorough.count(1500, all: 5000) {
      let rows = String(
        (0..<80).compactMap { _ in alphabet.randomElement(using: &random) })
      _ = try? RecordedLog(Self.heading + rows, Self.format, services: ["regular", "loan"])
    }
  }

  @Test(arguments: [
    ("yyyy-MM-dd HH:mm:ss", "2026-02-28 07:05:09", 25_509.0, 20_512), ("H:mm", "7:05", 25_500, nil),
    ("seconds", "12.5", 12.5, nil), ("excel", "45355.5", 43_200, 19_786),
    ("excel", "0.5", 43_200, nil),
    ("dd.MM.yyyy", "01.01.1970", 0, 0),
  ])
  func `reads times as they are written`(
    pattern: String, text: String, seconds: Double, day: Int?
  ) throws {
    let moment = try #require(TimePattern(pattern)?.read(text[...]))
    #expect(moment == TimePattern.Moment(seconds: seconds, day: day))
  }

  @Test func `knows its calendar`() {
    #expect(TimePattern("Q") == nil)
    for day in stride(from: -200_000, to: 200_000, by: 97) {
      let date = TimePattern.date(day)
      if day > 0, day < 25_000 {
        #expect(TimePattern("yyyy-MM-dd")?.read(date[...])?.day == day)
      }
    }
    #expect(TimePattern.weekday(0) == "thu")
    #expect(TimePattern.weekday(10_623) == "mon")
    #expect(TimePattern("H:mm")?.read("7:60") == nil)
  }
}

extension String {
  fileprivate func replacing(_ old: String, with new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
