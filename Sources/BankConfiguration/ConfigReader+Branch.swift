import BankCore
import BankRecords
import BankReports
import BankSimulation

extension ConfigReader {
  func title(_ node: Node, _ path: String, name: String) -> Title? {
    if case .string(let text) = node.value { return Title(ko: text, en: text) }
    return object(node, path, "text, or an object with ko and en") { keys in
      let korean = keys.read("ko") { text($0, $1) }
      let english = keys.read("en") { text($0, $1) }
      return Title(ko: korean ?? english ?? name, en: english ?? name)
    }
  }

  /// A number of universal tellers, or a list of them.
  func tellers(_ node: Node, _ path: String) -> [Teller]? {
    if case .number = node.value {
      return integer(node, path, in: 1...1_000_000).map(Teller.numbered)
    }
    var number = 0
    let staff = list(node, path, "a number, or a list of tellers") { node, path -> Teller? in
      number += 1
      return object(node, path) { keys in
        let name = keys.read("name") { text($0, $1) }
        let skills = keys.read("skills") { node, path -> [String]? in
          let names = list(node, path) { text($0, $1) }
          if case .array(let elements) = node.value, elements.isEmpty {
            report(path, "there is none", "give at least one, or leave skills out for all")
          }
          return names
        }
        let speed = keys.read("speed") { self.speed($0, $1) }
        let shifts = keys.read("shifts") { node, path in list(node, path) { shift($0, $1) } }
        let breaks = keys.read("breaks") { node, path in list(node, path) { shift($0, $1) } }
        return Teller(
          name ?? String(number), skills: skills, speed: speed?.all ?? 1,
          speeds: speed?.own ?? [:],
          shifts: breaks.map { Shift.times(shifts, without: $0) } ?? shifts)
      }
    }
    if let staff, staff.isEmpty, case .array(let elements) = node.value, elements.isEmpty {
      report(path, "there is none", "give at least one teller")
    }
    return staff
  }

  private func shift(_ node: Node, _ path: String) -> Shift? {
    guard case .array(let pair) = node.value, pair.count == 2 else {
      mismatch(node, path, "[from when, until when]")
      return nil
    }
    let (start, end) = (moment(pair[0], path + "[0]"), moment(pair[1], path + "[1]"))
    guard let start, let end else { return nil }
    return Shift(from: .seconds(start), to: .seconds(end))
  }

  /// A speed, or one for each service by name.
  private func speed(_ node: Node, _ path: String) -> (all: Double, own: [String: Double])? {
    guard case .object = node.value else {
      return number(
        node, path, in: 0.001...1000, "a number from 0.001 to 1000, or one for each service"
      ).map { ($0, [:]) }
    }
    return object(node, path) { keys in
      var own: [String: Double] = [:]
      for member in keys.members {
        own[member.key] = keys.read(member.key) { number($0, $1, in: 0.001...1000) }
      }
      return (1, own)
    }
  }

  /// When the branch closes, in seconds from opening; before the opening on the clock is the next day.
  func closes(_ node: Node, _ path: String) -> Double? {
    if let opens, case .string(let text) = node.value, let clock = TimeText.clock(text) {
      isOvernight = clock <= opens
      return clock - opens + (isOvernight ? 86_400 : 0)
    }
    return moment(node, path)
  }

  /// A share for each priority class.
  func classShares(_ node: Node, _ path: String) -> [ServiceLoad.ClassShare]? {
    object(node, path, "an object with a share for each class, such as { \"1\": 0.1, \"0\": 0.9 }")
    {
      keys in
      let shares = keys.members.compactMap { member -> ServiceLoad.ClassShare? in
        let share = keys.read(member.key) { number($0, $1, in: 0...1e9) }
        guard let priority = self.priority(member.key, path) else { return nil }
        return ServiceLoad.ClassShare(priority, share: share ?? 0)
      }
      if !keys.members.isEmpty, shares.count == keys.members.count,
        !shares.contains(where: { $0.share > 0 })
      {
        report(path, "every share is 0", "give one class a share above 0")
      }
      return shares.sorted { $0.priority > $1.priority }
    }
  }

  /// Routes: a name, a share of those who come for the first step, and the steps.
  func routes(_ node: Node, _ path: String) -> [RouteDraft]? {
    list(node, path, "a list of routes") { node, path in
      object(node, path) { keys in
        let name = keys.require("name") { text($0, $1) }
        let title = keys.read("title") { self.title($0, $1, name: name ?? "") }
        let share = keys.read("share") {
          number($0, $1, in: 0...1, "a share from 0 to 1 of those who come for the first step")
        }
        let steps = keys.require("steps") { node, path in
          list(node, path, "a list of names of services") { text($0, $1) }
        }
        guard let name, let steps else { return nil }
        return RouteDraft(
          route: Route(name, steps: steps), title: title ?? Title(ko: name, en: name),
          share: share ?? 1)
      }
    }
  }

  /// A title for each priority class.
  func classTitles(_ node: Node, _ path: String) -> [Int: Title]? {
    object(node, path, "an object with a title for each class, such as { \"1\": \"VIP\" }") {
      keys in
      var titles: [Int: Title] = [:]
      for member in keys.members {
        let title = keys.read(member.key) { self.title($0, $1, name: member.key) }
        if let priority = self.priority(member.key, path) { titles[priority] = title }
      }
      return titles
    }
  }

  private func priority(_ text: String, _ path: String) -> Int? {
    if let number = Int32(text) { return Int(number) }
    report(
      "\(path).\(text)", "\"\(text)\" is no class",
      "a class is a whole number; higher is more urgent")
    return nil
  }

  /// A number, or a range such as `"10...30"`.
  func clients(_ node: Node, _ path: String) -> ClosedRange<Int>? {
    if case .string(let text) = node.value, let range = ClosedRange(clients: text) { return range }
    if case .number(let value) = node.value, let count = Int(exactly: value),
      let range = ClosedRange(clients: String(count))
    {
      return range
    }
    mismatch(node, path, "a number of clients up to \(BranchPlan.largestCount), or \"10...30\"")
    return nil
  }

  /// A number for each name, the least where it cannot be read.
  func counts(_ node: Node, _ path: String, from least: Int) -> [Need]? {
    object(node, path, "an object with a number for each item") { keys in
      keys.members.map { member in
        let count = keys.read(member.key) {
          integer($0, $1, in: least...BranchPlan.largestCount)
        }
        return Need(member.key, count ?? least)
      }
    }
  }
}

/// A route as a file gives it.
struct RouteDraft {
  var route: Route
  var title: Title
  var share: Double

  /// Routes that begin with the same service and take more than all who come for it.
  static func problems(_ routes: [RouteDraft]) -> [Problem] {
    var shares: [String: Double] = [:]
    return routes.enumerated().compactMap { index, draft in
      guard let first = draft.route.steps.first else { return nil }
      let before = shares[first, default: 0]
      shares[first] = before + draft.share
      guard before <= 1 + 1e-9, before + draft.share > 1 + 1e-9 else { return nil }
      return Problem(
        "routes[\(index)].share",
        "the shares of the routes that begin with \"\(first)\" come to \(Time.seconds(before + draft.share).decimal(places: 3))",
        "together at most 1: the share of those who come for it")
    }
  }
}

extension Shift {
  /// What is left of `shifts`, or of all the time there is, without `breaks`.
  static func times(_ shifts: [Shift]?, without breaks: [Shift]) -> [Shift] {
    breaks.reduce(shifts ?? [Shift(from: .zero, to: BranchPlan.longestTime)]) { shifts, rest in
      shifts.flatMap { shift in
        [
          Shift(from: shift.start, to: min(shift.end, rest.start)),
          Shift(from: max(shift.start, rest.end), to: shift.end),
        ].filter { $0.start < $0.end }
      }
    }
  }
}
