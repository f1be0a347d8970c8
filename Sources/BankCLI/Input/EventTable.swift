import BankConfiguration
import BankCore
import BankRecords
import Foundation

/// A file of events, such as a journal, as the table of clients that `--clients-out` writes: what was kept of a day can
/// be replayed and fitted.
///
/// All sessions of the day are in it; who was still there at a reset is `unserved`, unless they came back: then they are the
/// client they were. Of several days, each of which begins with a
/// reset, every row has its date: that of the world's clock where the journal has it, and another for each day.
struct EventTable {
  /// A client at a step of a route.
  private struct Place: Hashable {
    let session: Int
    let ticket: Int
    let step: Int
  }

  /// What is known of somebody who comes back.
  private struct Who: Hashable {
    let service: String
    let priority: Int
    let route: String
    let step: Int
  }

  private struct Row {
    let place: Place
    let day: Int
    let service: String
    let arrival: Time
    let priority: Int
    let route: String
    var start: Time?
    var end: Time?
    var teller = ""
    var outcome = "unserved"
  }

  private var rows: [Row] = []
  private var rowOf: [Place: Int] = [:]
  /// The rows of those whom the last reset sent away, and whom an undo lets in again.
  private var sentAway: [Who: ArraySlice<Int>] = [:]
  /// The rows of those whom a server that went on with the events has still to let in again.
  private var pending: [Who: ArraySlice<Int>] = [:]
  /// How often the stock was changed in the course of a day.
  private(set) var restocks = 0
  /// Whether a server has just begun to go on with the events: it says next what it found in stock.
  private var isGoingOn = false
  /// What each day began with, where that is known: of the first the branch says it.
  private var stocks: [Int: [String: Int]] = [:]
  private var tellers: [String?] = []
  private var now = Time.zero
  /// The date of each day, as the world's clock has it that is known first; in days since 1970.
  private var days: [Int?] = [nil]
  /// The policy and its options, as they are for now.
  private var rule: JSON
  /// How many came under each policy.
  private(set) var rules: [(rule: JSON, clients: Int)] = []
  private var configuration: JSON?
  /// The staff that the file begins with.
  private var writers: [JSON]?
  /// Whether the branch had that staff all the time.
  private(set) var isOfOneStaff = true

  /// The table, and the branch that the events are of; `nil` for a text that is none of events.
  ///
  /// - Throws: what cannot be read. A last line that was cut off is left out.
  static func read(_ text: String, _ path: String) throws(Problems) -> EventTable? {
    // As they were written: what else ends a line may stand in a name.
    let lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false)
      .map { Substring($0) }
    guard let head = lines.first, head.hasPrefix("{"),
      case .success(let header) = JSON5Parser.parse(String(head)),
      header.json["format"] == "bank-events"
    else { return nil }
    var table = EventTable(header.json["configuration"])
    for (number, line) in lines.enumerated().dropFirst()
    where !line.allSatisfy(\.isWhitespace) {
      guard case .success(let node) = JSON5Parser.parse(String(line)) else {
        if number == lines.count - 1 { break }
        throw Problems([
          Problem(
            "\(path):\(number + 1)", "is no event", "take the line out, or end the file before it")
        ])
      }
      guard table.take(node.json) else {
        throw Problems([
          Problem(
            "\(path):\(number + 1)", "is of another day than the lines before it",
            "give each day in a file of its own, with the first line of this one")
        ])
      }
    }
    return table
  }

  /// The branch as the events have it last, under the policy that most clients came under.
  var branch: [JSON.Member] {
    guard case .object(let members)? = configuration else { return [] }
    let rule = rules.max { $0.clients < $1.clients }?.rule ?? rule
    return Self.ruleKeys.compactMap { key in rule[key].map { .init(key, $0) } }
      + members.filter { !Self.ruleKeys.contains($0.key) }
  }

  private init(_ configuration: JSON?) {
    rule = Self.rule(of: configuration)
    open(configuration)
  }

  /// What says who decides.
  static let ruleKeys = ["policy", "options"]

  /// The policy and its options, in what names them.
  private static func rule(of json: JSON?) -> JSON {
    .object(ruleKeys.compactMap { key in (json?[key]).map { .init(key, $0) } })
  }

  /// The branch is open with a config from here on.
  private mutating func open(_ configuration: JSON?) {
    self.configuration = configuration
    let staff: [JSON] =
      if case .array(let staff)? = configuration?["tellers"] { staff } else { [] }
    isOfOneStaff = isOfOneStaff && (writers ?? staff) == staff
    writers = writers ?? staff
    tellers = staff.map { if case .string(let name)? = $0["name"] { name } else { nil } }
  }

  /// Takes note of an event; returns whether it is of the same day: time goes on.
  private mutating func take(_ event: JSON) -> Bool {
    func number(_ key: String) -> Double? {
      if case .number(let value)? = event[key] { value } else { nil }
    }
    func whole(_ key: String) -> Int? { number(key).flatMap { Int(exactly: $0) } }
    func text(_ key: String) -> String? {
      if case .string(let value)? = event[key] { value } else { nil }
    }
    if let seconds = number("t"), seconds >= 0 {
      let time = Time.seconds(seconds)
      let isReset = text("event") == "reset"
      // With the clock of the world a day may begin later than the one before it ended.
      let beginsDay = isReset && (time < now || event["nextDay"] == true)
      if isReset { sendAway(isNextDay: beginsDay, isGoingOn: event["back"] != nil) }
      if beginsDay {
        days.append(nil)
        now = time
      }
      if isReset, beginsDay || rows.isEmpty { stocks[days.count - 1] = Self.counts(event["stock"]) }
      if text("event") == "restocked" {
        noteStock(event)
      } else {
        isGoingOn = isReset && event["back"] != nil
      }
      // Who of the staff comes and goes, and the clock, were written late once.
      guard time >= now || ["came", "left", "clock"].contains(text("event")) else { return false }
      now = max(now, time)
    }
    if days[days.count - 1] == nil, let clock = number("clock") {
      let date = Date(timeIntervalSince1970: clock)
      let zone = whole("zone").flatMap { abs($0) <= 86_400 ? $0 : nil }
      // An older journal does not say where it was written.
      let wall = zone.map { WallClock(at: date, zone: $0) } ?? .ofMachine(at: date)
      days[days.count - 1] = wall.day
    }
    if text("event") == "reset" {
      if event["configuration"] != nil { open(event["configuration"]) }
      if event["policy"] != nil { rule = Self.rule(of: event) }
    }
    guard let session = whole("session"), let ticket = whole("ticket"),
      let service = text("service")
    else { return true }
    let place = Place(session: session, ticket: ticket, step: whole("step") ?? 0)
    switch text("event") {
    case "arrived" where Self.isBack(event), "refused" where Self.isBack(event):
      let who = Who(
        service: service, priority: whole("priority") ?? 0, route: text("route") ?? "",
        step: place.step)
      guard
        let row = event["back"] == true
          ? pending[who]?.popFirst() : sentAway[who]?.popFirst()
      else { fallthrough }
      rowOf[place] = row
      if text("event") == "refused" { end(place, "refused") }
    case "arrived", "refused":
      rowOf[place] = rows.count
      rows.append(
        Row(
          place: place, day: days.count - 1, service: service, arrival: now,
          priority: whole("priority") ?? 0,
          route: text("route") ?? ""))
      if let known = rules.firstIndex(where: { $0.rule == rule }) {
        rules[known].clients += 1
      } else {
        rules.append((rule, 1))
      }
      if text("event") == "refused" { end(place, "refused") }
    case "balked": end(place, "balked")
    case "abandoned": end(place, "abandoned")
    case "started":
      guard let row = rowOf[place], let teller = whole("teller"), teller >= 0 else { return true }
      rows[row].start = now
      rows[row].teller =
        (tellers.indices.contains(teller) ? tellers[teller] : nil) ?? String(teller + 1)
    case "finished": end(place, "served")
    default: break
    }
    return true
  }

  /// Takes note of a stock that was set: before anybody came it is what the day begins with, and what a server finds as it goes
  /// on is no change of it.
  private mutating func noteStock(_ event: JSON) {
    guard case .string(let item)? = event["item"], let count = event["count"] else { return }
    let isFirst = rows.last.map { $0.day < days.count - 1 } ?? true
    if isFirst, let counts = Self.counts(.object([.init(item, count)])) {
      stocks[days.count - 1, default: [:]].merge(counts) { $1 }
    } else if !isGoingOn || event["request"] != nil {
      restocks += 1
    }
  }

  /// Whether somebody comes again whom a server left when it was ended, or a reset that was undone sent away.
  private static func isBack(_ event: JSON) -> Bool {
    if case .string(let name)? = event["request"], name.hasPrefix("/api/undo") { return true }
    return event["back"] == true
  }

  /// Notes who was not through as a session ended: they may come back, at once where a server goes on with the events.
  private mutating func sendAway(isNextDay: Bool, isGoingOn: Bool) {
    let open = rowOf.values.filter { rows[$0].outcome == "unserved" }
    let gone = isNextDay ? [] : (open + pending.values.joined()).sorted()
    let groups = Dictionary(grouping: gone) { index in
      let row = rows[index]
      return Who(
        service: row.service, priority: row.priority, route: row.route, step: row.place.step)
    }.mapValues { $0[...] }
    rowOf = [:]
    pending = isGoingOn ? groups : [:]
    // A reset of an empty branch does not take back the chance to undo the one before; another day does.
    if isNextDay || !isGoingOn && !gone.isEmpty { sentAway = groups }
  }

  /// How many of each item of the stock there are.
  private static func counts(_ json: JSON?) -> [String: Int]? {
    guard case .object(let members)? = json else { return nil }
    return Dictionary(
      members.compactMap { member in
        guard case .number(let number) = member.value, let count = Int(exactly: number),
          0...BranchPlan.largestStock ~= count
        else { return nil }
        return (member.key, count)
      }
    ) { $1 }
  }

  /// What each day began with that says so, by its date; by nothing where there is one day alone.
  var openingStock: [String: [String: Int]] {
    let dates = dates
    return Dictionary(
      stocks.map { (dates.isEmpty ? "" : dates[$0.key], $0.value) }
    ) { $1 }
  }

  private mutating func end(_ place: Place, _ outcome: String) {
    guard let row = rowOf[place] else { return }
    (rows[row].end, rows[row].outcome) = (now, outcome)
  }

  /// The table, as `--clients-out` writes it.
  var csv: String {
    let hasClasses = rows.contains { $0.priority != 0 }
    let hasRoutes = rows.contains { !$0.route.isEmpty }
    let dates = dates
    let heading =
      ClientTable.heading + (hasClasses ? ",priority" : "") + (hasRoutes ? ",route,step" : "")
      + (dates.isEmpty ? "" : ",date")
    let lines = rows.map { row in
      let fields = [
        String(row.place.ticket), CSV.field(row.service), row.arrival.decimal(places: 9),
        row.start?.decimal(places: 9) ?? "", row.end?.decimal(places: 9) ?? "",
        CSV.field(row.teller), row.outcome,
      ]
      return
        (fields + (hasClasses ? [String(row.priority)] : [])
        + (hasRoutes ? [CSV.field(row.route), String(max(row.place.step, 1))] : [])
        + (dates.isEmpty ? [] : [dates[row.day]]))
        .joined(separator: ",")
    }
    return ([heading] + lines).joined(separator: "\n") + "\n"
  }

  /// The date of each day; empty where there is one day alone.
  private var dates: [String] {
    guard days.count > 1 else { return [] }
    var last = 0
    return days.map { day in
      last = max(day ?? last + 1, last + 1)
      return TimePattern.date(last)
    }
  }
}
