import BankConfiguration
import BankCore
import BankRecords
import Foundation

/// What a server before this one wrote down, as far as this one goes on with it: everybody who was still there.
struct Journal: Sendable {
  private struct Inside {
    var left: Left
    var isServed = false
    var order: Int
  }

  /// The number of its last session.
  private(set) var session = 0
  /// What time it was at its last event, by the clock of the branch.
  private(set) var time = Time.zero
  /// The last time of which it says what it was in the world, in seconds since 1970.
  private(set) var known: (time: Time, clock: Double)?
  /// What time it is when the branch goes on; `nil` where another day begins.
  var goesOnAt: Time?
  /// How fast the clock of the branch went, as its last line of the clock says.
  private(set) var speed = 1.0
  /// How many bytes of it are whole records.
  let length: Int
  /// Whether its last record was cut off.
  let isTorn: Bool
  /// Whether its last record is whole and its line has no end, as some editors leave it.
  let lacksEnd: Bool
  /// What is in stock, once everybody who was left has given back what they reserved.
  private(set) var stock: [Int]
  /// What the requests with an id came to, by path and id.
  private(set) var done: [String: Done] = [:]

  /// The policy of the last session, where the journal says it.
  private(set) var policy: String?
  /// The config that the branch was opened with last.
  private(set) var configuration: JSON?
  /// Whether that was chosen while a branch was open.
  private(set) var isChosen = false
  /// Whom the last reset sent away, without those whom an undo let in again.
  private(set) var sentAway: ArraySlice<Left> = []

  /// The session that began with it.
  private(set) var sessionOfReset = 0

  /// When that was, in seconds since 1970.
  private(set) var resetAt: Double?

  /// The request for an undo that was cut off.
  private(set) var cutUndo: String?

  private let plan: BranchPlan
  /// The services of the branch as it was opened first.
  private var services: [String] = []
  /// What was in stock when the branch was opened last.
  private var stockAtOpening: [Int]
  /// No time is later, in seconds: two years at the highest speed.
  private static let latest = 4e9

  /// What a journal begins with.
  static let heading = Array(#"{"format":"bank-events","version":1,"configuration":{"#.utf8)

  /// The items that clients of each service need, and how many, since the branch was opened last.
  private var needs: [[(item: Int, count: Int)]]
  private var inside: [Int: Inside] = [:]
  private var joined = 0
  /// What its last day came to, with those who were left.
  private(set) var losses = Losses()

  /// Whom a server that went on with the journal had still to let in again.
  private var pending: ArraySlice<Left> = []

  /// Those who were left: who was at a teller first, then who waited, each in order.
  var left: [Left] {
    inside.values.sorted { ($0.isServed ? 0 : 1, $0.order) < ($1.isServed ? 0 : 1, $1.order) }
      .map(\.left) + pending
  }

  /// Reads a journal for the branch of `plan`.
  ///
  /// - Throws: why it is none, or of a branch with other services, with the line.
  init(_ bytes: [UInt8], at path: String, _ plan: BranchPlan) throws(Problems) {
    self.plan = plan
    stockAtOpening = plan.stock.map(\.count)
    needs = plan.services.map { _ in [] }
    stock = stockAtOpening
    // Lines without a letter at the end are of a machine that lost its power.
    let written = bytes.lastIndex { $0 > 32 }.map { $0 + 1 } ?? 0
    // Some editors end a line with two letters.
    let blank = bytes[written...].prefix { [9, 13, 32].contains($0) }.count
    let end = bytes[..<min(written + blank + 1, bytes.count)].lastIndex(of: 10).map { $0 + 1 } ?? 0
    let tail = bytes[min(end, written)..<written]
    lacksEnd = Self.record(tail) != nil
    length = lacksEnd ? written : end
    isTorn = !lacksEnd && end < bytes.count
    var lines = bytes[..<end].split(separator: 10, omittingEmptySubsequences: false).dropLast()
    if lacksEnd { lines.append(tail) }
    func wrong(_ line: Int, _ finding: Phrase) -> Problems {
      Problems([
        Problem(
          "--journal \(path):\(line)", finding, "mend it, or give another file: nothing was changed"
        )
      ])
    }
    // A heading that was cut off is one; any other file is somebody's own.
    if length == 0, !bytes.starts(with: Self.heading.prefix(bytes.count)) {
      throw wrong(1, "is not the heading of a journal")
    }
    // One record may be cut off, and not a day whose lines have lost their ends.
    let records = String(decoding: tail, as: UTF8.self).ranges(of: "\"event\":\"").count
    if isTorn, records > (end == 0 ? 0 : 1) {
      throw wrong(lines.count + 1, "has more than one record: the ends of lines are lost")
    }
    for (number, line) in lines.enumerated() {
      guard let node = Self.record(line) else {
        throw wrong(number + 1, "is no line of a journal")
      }
      if number == 0 {
        guard node.json["format"] == "bank-events" else {
          throw wrong(1, "is not the heading of a journal")
        }
        guard node.json["version"].map({ $0 == .number(EventLines.version) }) ?? true else {
          throw wrong(1, "is a journal of another version than \(EventLines.version)")
        }
        services = Self.services(node.json)
        let gone = services.filter { plan.service(named: $0) == nil }
        guard gone.isEmpty, !services.isEmpty else {
          throw wrong(
            1,
            "is of a branch with other services, such as \"\((gone.first ?? "").prefix(64))\", which this one has not"
          )
        }
        let routes = plan.routes.map { [$0.name] + $0.steps }
        if let other = Self.routes(node.json).first(where: { !routes.contains($0) }) {
          throw wrong(
            1,
            "is of a branch with another route \"\((other.first ?? "").prefix(64))\" than this one")
        }
        if let item = setStock(node.json["configuration"]?["stock"]) {
          throw wrong(1, "has stock of \"\(item)\", which the branch has not")
        }
        stock = stockAtOpening
        configuration = node.json["configuration"]
        setNeeds(configuration?["services"])
      } else if let finding = take(node.json) {
        throw wrong(number + 1, finding)
      }
    }
    for each in inside.values { reserve(each, by: -1) }
    stock = stock.map { max(0, $0) }
  }

  /// What is written in a line; `nil` where it is no object.
  private static func record(_ line: ArraySlice<UInt8>) -> Node? {
    guard let text = String(validating: line, as: UTF8.self),
      case .success(let node) = JSON5Parser.parse(text), case .object = node.json
    else { return nil }
    return node
  }

  /// Takes counts of the stock as a branch opens with them: numbers, or objects with one.
  ///
  /// - Returns: an item that the branch has not, if there is one.
  @discardableResult
  private mutating func setStock(_ counts: JSON?) -> String? {
    guard case .object(let members)? = counts else { return nil }
    for member in members {
      guard let place = plan.stock.firstIndex(where: { $0.item == member.key }) else {
        return member.key
      }
      if case .number(let count) = member.value["count"] ?? member.value,
        let count = Int(exactly: count), 0...BranchPlan.largestStock ~= count
      {
        stockAtOpening[place] = count
      }
    }
    return nil
  }

  /// Takes what clients of each service need, as a branch opens with them.
  private mutating func setNeeds(_ written: JSON?) {
    guard case .array(let written)? = written else { return }
    for (place, written) in written.enumerated() {
      let name: String? =
        if case .string(let name)? = written["name"] {
          name
        } else {
          services.indices ~= place ? services[place] : nil
        }
      guard let name, let service = plan.service(named: name) else { continue }
      guard case .object(let members)? = written["needs"] else {
        needs[service] = []
        continue
      }
      needs[service] = members.compactMap { member in
        guard let item = plan.stock.firstIndex(where: { $0.item == member.key }),
          case .number(let count) = member.value, let count = Int(exactly: count),
          0...BranchPlan.largestCount ~= count
        else { return nil }
        return (item, count)
      }
    }
  }

  /// Takes note of an event; returns what is wrong with it.
  private mutating func take(_ event: JSON) -> Phrase? {
    func whole(_ key: String) -> Int? {
      if case .number(let value)? = event[key] { Int(exactly: value) } else { nil }
    }
    guard case .string(let kind)? = event["event"], let session = whole("session") else {
      return "has no event or no session"
    }
    guard 0...1_000_000_000 ~= session else { return "has a session that cannot be" }
    self.session = max(self.session, session)
    var beginsDay = event["nextDay"] == true
    if case .number(let seconds)? = event["t"] {
      guard 0...Self.latest ~= seconds else { return "has a time that cannot be" }
      // A day that begins anew begins with a reset. Who of the staff comes and goes, and the clock, were written late once.
      guard .seconds(seconds) >= time || ["reset", "came", "left", "clock"].contains(kind) else {
        return "is of an earlier time than the line before it"
      }
      beginsDay = beginsDay || kind == "reset" && .seconds(seconds) < time
      time = kind == "reset" ? .seconds(seconds) : max(time, .seconds(seconds))
    }
    if case .number(let clock)? = event["clock"] {
      guard 0...1e11 ~= clock else { return "has a clock that cannot be" }
      known = (time, clock)
    }
    let ticket = whole("ticket") ?? 0
    var request: String?
    if case .string(let name)? = event["request"], case .string(let body)? = event["asked"] {
      request = name
      if done[name] == nil { done[name] = Done(body: body) }
      if name.hasPrefix("/api/undo"), kind != "reset", let place = placeOfReturning(event) {
        // Who is first, as most are, goes without the others being moved.
        if place == sentAway.startIndex {
          sentAway.removeFirst()
        } else {
          sentAway.remove(at: place)
        }
        losses.takeBack(1)
        cutUndo = sentAway.isEmpty ? nil : name
      }
    }
    /// Notes who came: for a request, or again after a server that was killed.
    func note(_ admission: Admission) -> Entry? {
      if event["back"] != nil, !pending.isEmpty {
        let old = pending.removeFirst()
        Self.replace(old, by: admission, in: &done)
        return old.entry
      }
      guard let request, let number = done[request]?.admissions.count else { return nil }
      done[request]?.admissions.append(admission)
      return Entry(request: request, number: number)
    }
    switch kind {
    case "arrived":
      guard case .string(let name)? = event["service"], let service = plan.service(named: name)
      else { return "has no service of the branch" }
      joined += 1
      let place = place(event, for: service)
      if let place, place.step > 0, inside[ticket] != nil {
        inside[ticket]?.left.service = service
        inside[ticket]?.left.place = place
        inside[ticket]?.isServed = false
        inside[ticket]?.order = joined
        return nil
      }
      guard inside[ticket] == nil else { return "has a ticket of somebody who is there" }
      if event["back"] == nil { losses.arrived += 1 }
      let entry = note(.admitted(ticket: ticket))
      let one = Inside(
        left: Left(
          service: service, priority: whole("priority") ?? 0, ticket: ticket, place: place,
          entry: entry), order: joined)
      inside[ticket] = one
      reserve(one, by: 1)
    case "started":
      guard inside[ticket]?.isServed == false else {
        return "begins with somebody who does not wait"
      }
      inside[ticket]?.isServed = true
    case "finished":
      guard inside[ticket]?.isServed == true else { return "ends with somebody who is not served" }
      guard let place = inside[ticket]?.left.place, place.step + 1 < plan.steps[place.route].count
      else {
        inside[ticket] = nil
        return nil
      }
      // Until the next step is written down, too, they are there.
      inside[ticket]?.left.place?.step += 1
      inside[ticket]?.isServed = false
      inside[ticket]?.left.service = plan.steps[place.route][place.step + 1]
    case "abandoned", "balked":
      guard let gone = inside.removeValue(forKey: ticket), !gone.isServed else {
        return "is of somebody who does not wait"
      }
      reserve(gone, by: -1)
      losses.lost += 1
      if kind == "balked" { Self.replace(gone.left, by: .balked(ticket: ticket), in: &done) }
    case "reset":
      let gone = left
      if let request { done[request]?.sentAway = (gone.count, session) }
      for each in inside.values { reserve(each, by: -1) }
      inside = [:]
      if beginsDay { losses = Losses() }
      if case .string(let name)? = event["policy"] {
        (policy, isChosen) = (name, event["back"] == nil || isChosen && name == policy)
      }
      if event["back"] != nil {
        // On another day nobody of those who were there is waited for.
        pending = event["back"] == 0 ? [] : gone[...]
      } else {
        losses.sentAway += beginsDay ? 0 : gone.count
        // A second reset of an empty branch does not take back the chance to undo the first.
        if !gone.isEmpty {
          (sentAway, cutUndo, resetAt, sessionOfReset) = (gone[...], nil, nil, session)
          if case .number(let clock)? = event["clock"] { resetAt = clock }
        }
        pending = []
        // Opened anew, a branch has the stock of its config, as it was then.
        setStock(event["stock"])
        if event["policy"] != nil { stock = stockAtOpening }
      }
      if event["services"] != nil { setNeeds(event["services"]) }
      configuration = event["configuration"] ?? configuration
    case "restocked":
      guard case .string(let item)? = event["item"], let count = whole("count"),
        0...BranchPlan.largestStock ~= count
      else { return "has no item of the stock, or no count" }
      guard let place = plan.stock.firstIndex(where: { $0.item == item }) else {
        return "has stock of \"\(item.prefix(64))\", which the branch has not"
      }
      stock[place] = count
      if let request { done[request]?.items.insert(place) }
    case "refused":
      guard let missing = missing(event) else { return "has no numbers of what is missing" }
      _ = note(.refused(ticket: ticket, missing: missing))
      losses.arrived += event["back"] == nil ? 1 : 0
      losses.lost += 1
    case "clock":
      switch event["speed"] {
      case nil: speed = 1
      case .number(let number)? where 1...60 ~= number: speed = number
      default: return "has a speed that cannot be"
      }
    case "came", "left", "ejected": break
    default: return "has an event \"\(kind.prefix(40))\" that is none"
    }
    return nil
  }

  /// Where on a route of the branch somebody is who comes for a service; `nil` for no route, or another branch's.
  private func place(_ event: JSON, for service: Int) -> RoutePlace? {
    guard case .string(let name)? = event["route"], case .number(let number)? = event["step"],
      let route = plan.routes.firstIndex(where: { $0.name == name }),
      let step = plan.steps[route].indices.first(where: { Double($0) == number - 1 }),
      plan.steps[route][step] == service
    else { return nil }
    return RoutePlace(route: route, step: step)
  }

  /// Which of those whom the last reset sent away an undo lets in again: the first who is alike in all that is written.
  private func placeOfReturning(_ event: JSON) -> Int? {
    guard case .string(let name)? = event["service"], let service = plan.service(named: name) else {
      return sentAway.indices.first
    }
    let place = place(event, for: service)
    let priority: Int? =
      if case .number(let value)? = event["priority"] { Int(exactly: value) } else { nil }
    return sentAway.firstIndex {
      $0.service == service && $0.place == place && $0.priority == priority ?? 0
    } ?? sentAway.indices.first
  }

  private func missing(_ event: JSON) -> [Shortage]? {
    guard case .array(let missing)? = event["missing"] else { return [] }
    let known = missing.compactMap { each -> Shortage? in
      guard case .string(let name)? = each["item"],
        let item = plan.stock.firstIndex(where: { $0.item == name }),
        case .number(let needed)? = each["needed"], let needed = Int(exactly: needed),
        case .number(let there)? = each["available"], let there = Int(exactly: there)
      else { return nil }
      return Shortage(item: item, needed: needed, available: there)
    }
    return known.count == missing.count ? known : nil
  }

  /// Takes from the stock what somebody has still to use, or gives it back.
  private mutating func reserve(_ one: Inside, by sign: Int) {
    let services = one.left.place.map { Array(plan.steps[$0.route].dropFirst($0.step)) }
    for service in services ?? [one.left.service] {
      for need in needs[service] { stock[need.item] -= sign * need.count }
    }
  }
}
