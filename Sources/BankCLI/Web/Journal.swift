import BankConfiguration
import BankCore
import BankRecords

/// What a server before this one wrote down, as far as this one goes on with it: everybody who was still there.
struct Journal: Sendable {
  /// Somebody who was neither served to the end nor gone.
  struct Left: Equatable, Sendable {
    let service: Int
    let priority: Int
    let ticket: Int
    /// The request that let them in, if it has an id.
    let request: String?
  }

  /// What a request with an id came to.
  struct Done: Equatable, Sendable {
    /// Whom it let in, and whom not.
    var admissions: [Admission] = []
    /// How many its reset sent away.
    var sentAway: Int?
  }

  /// The number of its last session.
  private(set) var session = 0
  /// How many bytes of it are whole lines.
  let length: Int
  /// Whether its last line was cut off.
  let isTorn: Bool
  /// What is in stock, once everybody who was left has given back what they reserved.
  private(set) var stock: [Int]
  /// What the requests with an id came to, by path and id.
  private(set) var done: [String: Done] = [:]

  private let plan: BranchPlan
  private var inside: [Int: (left: Left, route: Int?, isServed: Bool, order: Int)] = [:]
  private var joined = 0

  /// Those who were left: who was at a teller first, then who waited, each in order.
  var left: [Left] {
    inside.values.sorted { ($0.isServed ? 0 : 1, $0.order) < ($1.isServed ? 0 : 1, $1.order) }
      .map(\.left)
  }

  /// Reads a journal for the branch of `plan`.
  ///
  /// - Throws: why it is none, or of a branch with other services, with the line.
  init(_ bytes: [UInt8], at path: String, _ plan: BranchPlan) throws(Problems) {
    self.plan = plan
    stock = plan.stock.map(\.count)
    let end = bytes.lastIndex(of: 10).map { $0 + 1 } ?? 0
    length = end
    isTorn = end < bytes.count
    let lines = bytes[..<end].split(separator: 10, omittingEmptySubsequences: false).dropLast()
    func wrong(_ line: Int, _ finding: Phrase) -> Problems {
      Problems([
        Problem(
          "--journal \(path):\(line)", finding, "mend it, or give another file: nothing was changed"
        )
      ])
    }
    for (number, line) in lines.enumerated() {
      guard let text = String(validating: line, as: UTF8.self),
        case .success(let node) = JSON5Parser.parse(text), case .object = node.json
      else { throw wrong(number + 1, "is no line of a journal") }
      if number == 0 {
        guard node.json["format"] == "bank-events" else {
          throw wrong(1, "is not the heading of a journal")
        }
        guard Self.services(node.json) == plan.services.map(\.name) else {
          throw wrong(1, "is of a branch with other services")
        }
      } else if let finding = take(node.json) {
        throw wrong(number + 1, finding)
      }
    }
    for each in inside.values { giveBack(each.left, each.route) }
  }

  private static func services(_ header: JSON) -> [String] {
    guard case .array(let services)? = header["configuration"]?["services"] else { return [] }
    return services.compactMap { if case .string(let name)? = $0["name"] { name } else { nil } }
  }

  /// Takes note of an event; returns what is wrong with it.
  private mutating func take(_ event: JSON) -> Phrase? {
    func whole(_ key: String) -> Int? {
      if case .number(let value)? = event[key] { Int(exactly: value) } else { nil }
    }
    guard case .string(let kind)? = event["event"], let session = whole("session") else {
      return "has no event or no session"
    }
    self.session = max(self.session, session)
    let ticket = whole("ticket") ?? 0
    var request: String?
    if case .string(let text)? = event["request"] { request = text }
    func note(_ admission: Admission) {
      if let request { done[request, default: Done()].admissions.append(admission) }
    }
    switch kind {
    case "arrived":
      guard case .string(let name)? = event["service"], let service = plan.service(named: name)
      else { return "has no service of the branch" }
      let left = Left(
        service: service, priority: whole("priority") ?? 0, ticket: ticket,
        request: request ?? inside[ticket]?.left.request)
      var route: Int?
      if case .string(let name)? = event["route"] {
        route = plan.routes.firstIndex { $0.name == name }
      }
      joined += 1
      inside[ticket] = (left, route, false, joined)
      if whole("step") ?? 1 == 1 { reserve(left, route, by: 1) }
      note(.admitted(ticket: ticket))
    case "started": inside[ticket]?.isServed = true
    case "finished": inside[ticket] = nil
    case "abandoned", "balked":
      if let gone = inside.removeValue(forKey: ticket) { giveBack(gone.left, gone.route) }
      if kind == "balked" { note(.balked(ticket: ticket)) }
    case "reset":
      if let request { done[request] = Done(sentAway: inside.count) }
      for each in inside.values { giveBack(each.left, each.route) }
      inside = [:]
      // Opened anew, a branch has the stock of its config.
      if event["policy"] != nil { stock = plan.stock.map(\.count) }
    case "restocked":
      guard case .string(let item)? = event["item"], let count = whole("count"),
        let place = plan.stock.firstIndex(where: { $0.item == item })
      else { return "has no item of the stock" }
      stock[place] = count
    case "refused": note(.refused(ticket: ticket, missing: missing(event)))
    case "came", "left", "ejected": break
    default: return "has an event \"\(kind.prefix(40))\" that is none"
    }
    return nil
  }

  private func missing(_ event: JSON) -> [Shortage] {
    guard case .array(let missing)? = event["missing"] else { return [] }
    return missing.compactMap { each in
      guard case .string(let name)? = each["item"],
        let item = plan.stock.firstIndex(where: { $0.item == name }),
        case .number(let needed)? = each["needed"], case .number(let available)? = each["available"]
      else { return nil }
      return Shortage(item: item, needed: Int(needed), available: Int(available))
    }
  }

  private mutating func giveBack(_ left: Left, _ route: Int?) { reserve(left, route, by: -1) }

  private mutating func reserve(_ left: Left, _ route: Int?, by sign: Int) {
    for service in route.map({ plan.steps[$0] }) ?? [left.service] {
      for need in plan.services[service].needs {
        if let item = plan.stock.firstIndex(where: { $0.item == need.item }) {
          stock[item] -= sign * need.count
        }
      }
    }
  }
}
