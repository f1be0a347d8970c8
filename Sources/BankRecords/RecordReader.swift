import BankCore

/// Reads the rows of a log.
struct RecordReader {
  let format: RecordingFormat
  let services: [String]
  let indexOf: [String: Int]
  var problems: [Problem] = []
  var days: [Int: [RecordedLog.Client]] = [:]
  var leftOut: [Phrase: Int] = [:]
  /// Those of them who were not served, with their days.
  var goneUnseen: [(day: Int, client: RecordedLog.Client)] = []
  /// The latest hour of any time, and how many services end before they begin.
  private var (latestHour, backwards) = (0, 0)
  /// Of those the rows that their outcome leaves out.
  var outcomesLeftOut: [String: Int] = [:]
  var notes: [Phrase: Int] = [:]
  var hasDates = false
  /// Whether times carry dates of their own.
  var hasDatedTimes = false
  /// How many rows that cannot be read are left out, and which they were.
  var mostUnreadable = 0
  var unreadable: [Problem] = []
  private var hidden = 0
  /// On which day and when the client of the row before came.
  private var lastArrival = (day: 0, seconds: 0.0)
  /// How many clients came more than twelve hours before the row above them, on the same day.
  private(set) var stepsBack = 0
  private var columns: [String: Int] = [:]
  /// How far the clock of the row's first time is ahead of Greenwich, in seconds; `nil` where it does not say.
  private var offset: Double?

  init(_ format: RecordingFormat, _ services: [String]) {
    self.format = format
    self.services = services
    indexOf = Dictionary(zip(services, services.indices), uniquingKeysWith: { first, _ in first })
  }

  mutating func read(_ text: String) {
    guard let rows = LogRows(text, separator: format.separator) else {
      report("", "the file is empty", "begin with a heading")
      return finish()
    }
    guard let heading = rows.heading else {
      problems += rows.problems
      return finish()
    }
    readHeading(heading, rows.headingLine)
    guard problems.isEmpty else { return finish() }
    for (line, content) in rows {
      let (before, hiddenBefore) = (problems, hidden)
      switch content {
      case .total: notes["a line of totals, left out", default: 0] += 1
      case .heading: notes["the heading again, left out", default: 0] += 1
      case .client(let fields): readRow(fields, line)
      case .unreadable(let finding, let remedy): report("line \(line)", finding, remedy)
      }
      if problems.count + hidden > before.count + hiddenBefore, unreadable.count < mostUnreadable {
        unreadable.append(problems.last ?? Problem("line \(line)", "cannot be read"))
        (problems, hidden) = (before, hiddenBefore)
      }
    }
    finish()
  }

  private mutating func finish() {
    // Of a day of which only mornings are written, what is after noon goes back by half a day.
    if backwards >= 3, latestHour <= 12, format.timeFormat?.text.contains("a") == false {
      problems.append(
        Problem(
          "", RecordedLog.halfDay,
          "write AM or PM behind each time and say so in recording.formats.time, or write hours from 0 to 23"
        ))
    }
    if hidden > 0 { problems.append(Problem("", "and \(hidden) more like these")) }
  }

  private mutating func report(_ path: String, _ finding: Phrase, _ remedy: Phrase) {
    guard problems.count < 20 else { return hidden += 1 }
    problems.append(Problem(path, finding, remedy))
  }

  private mutating func readHeading(_ fields: [Substring], _ line: Int) {
    let names = fields.map(String.init)
    for (index, name) in names.enumerated() where columns[name] == nil { columns[name] = index }
    let single = [
      format.date, format.service, format.wait ?? format.start, format.duration ?? format.end,
      format.left, format.teller, format.outcome, format.priority,
    ].compactMap { $0 }
    let wanted = single + format.arrival.flatMap { [$0.column, $0.positive].compactMap { $0 } }
    for name in Set(wanted).sorted() {
      switch names.count(where: { $0 == name }) {
      case 0:
        report(
          "line \(line)", "no column \"\(name)\"",
          Suggestion.allowed(Array(names.prefix(40)), meant: name))
      case 1: break
      default: report("line \(line)", "two columns \"\(name)\"", "give each a name of its own")
      }
    }
  }

  private mutating func readRow(_ fields: [Substring], _ line: Int) {
    offset = nil
    func field(_ name: String) -> Substring { columns[name].map { fields[$0] } ?? "" }
    let outcome = format.outcome.map { String(field($0)) } ?? "served"
    if format.skipped.contains(outcome) {
      leftOut["outcome \(outcome)", default: 0] += 1
      outcomesLeftOut[outcome, default: 0] += 1
      return
    }
    // A log without outcomes says by an empty field that nobody was called.
    let sign = format.wait == nil ? format.start : format.duration ?? format.end
    let wasServed =
      format.outcome == nil ? !field(sign).isEmpty : format.served.contains(outcome)
    let wasTurnedAway = format.outcome != nil && format.turnedAway.contains(outcome)
    guard
      wasServed || wasTurnedAway || format.outcome == nil || format.abandoned.contains(outcome)
    else {
      return report(
        "line \(line), column \(format.outcome ?? "")", "unknown outcome \"\(outcome)\"",
        Suggestion.allowed(
          format.served.union(format.abandoned).union(format.turnedAway).union(format.skipped)
            .sorted(), meant: outcome))
    }
    let before = problems.count + hidden
    var day = 0
    if let column = format.date {
      if let date = format.dateFormat?.read(field(column)), let known = date.day {
        day = known
      } else {
        report(
          "line \(line), column \(column)", "\"\(field(column).prefix(40))\"",
          "a date is written \(format.dateFormat?.text ?? "")")
      }
    }
    var arrivalColumn = format.arrival.last?.column ?? ""
    for source in format.arrival {
      if let positive = source.positive, !(Double(field(positive)) ?? 0 > 0) { continue }
      arrivalColumn = source.column
      break
    }
    guard let came = time(field(arrivalColumn), line, arrivalColumn, &day) else { return }
    let arrival = came.seconds
    // What belongs to a day may come after its midnight, and not at noon.
    guard !came.isDated || 0..<1.5 * Self.longestWait ~= arrival else {
      return report(
        "line \(line), column \(arrivalColumn)",
        "\"\(field(arrivalColumn).prefix(40))\" is of another day than \(format.date ?? "")",
        "the times of a row are of its date, or of the night after")
    }
    if day == lastArrival.day, arrival < lastArrival.seconds - Self.longestWait / 2 {
      stepsBack += 1
    }
    lastArrival = (day, arrival)
    let name = String(field(format.service))
    let service = indexOf[format.services[name] ?? name]
    if service == nil {
      report(
        "line \(line), column \(format.service)", "\"\(name.prefix(40))\" is not a service",
        Suggestion.allowed(services, meant: name))
    }
    var priority = 0
    if let column = format.priority {
      if let value = Int(field(column)), value.magnitude <= 1_000_000 {
        priority = value
      } else if !field(column).isEmpty {
        report(
          "line \(line), column \(column)", "\"\(field(column).prefix(40))\"",
          "allowed: a whole number up to 1000000")
      }
    }
    var client = RecordedLog.Client(
      arrival: arrival, service: service ?? 0, priority: priority, row: line)
    func neverHappened(_ column: String) -> Bool { format.never.contains(String(field(column))) }
    if wasServed {
      // Midnight can be a time; beginning and end at once cannot.
      if neverHappened(format.start), neverHappened(format.end) {
        leftOut["served, but at no time that the log knows", default: 0] += 1
        return
      }
      // The columns that say when it began and when it ended.
      let (startColumn, endColumn) = (format.wait ?? format.start, format.duration ?? format.end)
      guard
        let start = format.wait.map({ after(came.seconds, field($0), line, $0) })
          ?? time(field(format.start), line, format.start, &day)
      else { return }
      let first = Self.later(start, than: arrival)
      guard
        let end = format.duration.map({ after(first, field($0), line, $0) })
          ?? time(field(format.end), line, format.end, &day)
      else { return }
      let last = Self.later(end, than: first)
      if last > end.seconds {
        notes[
          "of the next day: a time more than twelve hours before the one before it", default: 0] +=
          1
      }
      guard -Self.longestWait / 2...Self.longestWait ~= first - arrival else {
        return report(
          "line \(line), column \(startColumn)",
          first < arrival
            ? "is called more than half a day before having come"
            : "is called more than a day after having come",
          "times of one client are of one day or the next")
      }
      guard last >= first else {
        backwards += 1
        return report(
          "line \(line), column \(endColumn)", "ends at \(field(endColumn)), before it began",
          "a service ends after its start")
      }
      guard last - first <= Self.longestWait else {
        return report(
          "line \(line), column \(endColumn)", "ends more than a day after it began",
          "times of one client are of one day or the next")
      }
      if first < arrival {
        notes["began before the client reached the line; counted as no wait", default: 0] += 1
      }
      client.served = first...last
      if let column = format.teller {
        let name = String(field(column))
        if format.nobody.contains(name) {
          notes["served by nobody that the log names", default: 0] += 1
        } else {
          client.teller = name
        }
      }
    } else {
      let column = format.left ?? format.wait ?? format.end
      guard format.outcome != nil || !field(column).isEmpty else {
        leftOut["not served, and gone at no time that the log knows", default: 0] += 1
        goneUnseen.append((day, client))
        return
      }
      guard
        let clock = format.left == nil && format.wait != nil
          ? after(arrival, field(column), line, column)
          : time(field(column), line, column, &day)
      else { return }
      let left = neverHappened(column) ? arrival : Self.later(clock, than: arrival)
      guard left - arrival <= Self.longestWait else {
        return report(
          "line \(line), column \(column)", "leaves more than a day after having come",
          "times of one client are of one day or the next")
      }
      if left < arrival {
        notes["left before the line was reached; counted as at once", default: 0] += 1
      }
      (client.left, client.wasTurnedAway) = (max(left, arrival), wasTurnedAway)
    }
    guard problems.count + hidden == before else { return }
    days[day, default: []].append(client)
  }

  /// Notes services that begin while the same teller is at another.
  mutating func noteOverlaps() {
    let overlaps = Self.overlaps(in: days)
    if overlaps > 0 { notes["begin while the same teller is at another", default: 0] += overlaps }
  }

  /// How many services begin while the same teller is at another.
  static func overlaps(in days: [Int: [RecordedLog.Client]]) -> Int {
    days.values.reduce(0) { sum, clients in
      let services = clients.compactMap { client in
        client.teller.flatMap { teller in client.served.map { (teller, $0) } }
      }
      return Dictionary(grouping: services, by: \.0).values.reduce(sum) { sum, services in
        var end = -Double.infinity
        return services.map(\.1).sorted {
          ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
        }.reduce(sum) {
          sum, times in
          defer { end = max(end, times.upperBound) }
          return sum + (times.lowerBound < end ? 1 : 0)
        }
      }
    }
  }

  /// Nobody waits longer, in seconds: a longer wait is a mistake in a date.
  private static let longestWait = 86_400.0

  /// A time of day without a date that may be of the next one: nothing here takes twelve hours backwards.
  private static func later(
    _ time: (seconds: Double, isDated: Bool), than earlier: Double
  ) -> Double {
    let isNext =
      !time.isDated && earlier >= 43_200 && time.seconds < 43_200
      && earlier - time.seconds > 43_200
    return isNext ? time.seconds + 86_400 : time.seconds
  }

  /// The time that is so long after another.
  private mutating func after(
    _ earlier: Double, _ field: Substring, _ line: Int, _ column: String
  ) -> (seconds: Double, isDated: Bool)? {
    guard let length = format.lengthFormat?.read(field), length.seconds >= 0 else {
      report(
        "line \(line), column \(column)", "\"\(field.prefix(40))\"",
        "a length of time is written \(format.lengthFormat?.text ?? "")")
      return nil
    }
    return (earlier + length.seconds, true)
  }

  private mutating func time(
    _ field: Substring, _ line: Int, _ column: String, _ day: inout Int
  ) -> (seconds: Double, isDated: Bool)? {
    guard var moment = format.timeFormat?.read(field), moment.seconds >= 0 else {
      report(
        "line \(line), column \(column)", "\"\(field.prefix(40))\"",
        "a time is written \(format.timeFormat?.text ?? "")")
      return nil
    }
    latestHour = max(latestHour, Int(moment.seconds) / 3600)
    if let own = moment.offset {
      // By the clock that the row began with: between two times of a client it may have changed.
      moment.seconds += (offset ?? own) - own
      offset = offset ?? own
    }
    if format.date != nil { hasDates = true }
    if let own = moment.day {
      if format.date == nil, !hasDates || day == 0 { day = own }
      (hasDates, hasDatedTimes) = (true, true)
      return (moment.seconds + Double(own - day) * 86_400, true)
    }
    guard format.date != nil || format.timeFormat?.hasDate != true else {
      report("line \(line), column \(column)", "\"\(field.prefix(40))\" has no day", "give a date")
      return nil
    }
    return (moment.seconds, false)
  }
}
