import BankCore
import Foundation

/// Tries the options type of a policy: the defaults, a round trip, and wrong values for every key.
///
/// Unknown keys and the wording of errors are the loader's, and tested there.
enum OptionTable {
  /// The options of `type` for `plan`: its defaults for a choice of 0, and then other ones.
  ///
  /// One of what suits of what the defaults can be changed into one by one: half, twice, one more and one less
  /// of every number, the other truth, another name of a service, one moved from one key to another.
  static func options<Policy: TellerPolicy>(
    _ type: Policy.Type, _ plan: BranchPlan, _ choice: Int
  ) -> Policy.Options {
    let defaults = Policy.Options.defaults(for: plan)
    guard choice > 0, let data = try? JSONEncoder().encode(defaults),
      let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return defaults }
    let extreme = choice - 1 - ordinary
    guard extreme < 0 else {
      let others = extremes(of: json, plan, Policy.Options.guide)
      guard extreme < others.count, let options = decoded(type, others[extreme], plan) else {
        return defaults
      }
      return options
    }
    let places = places(plan)
    let others =
      changes(of: json, plan.services.map(\.name), places)
      + json.keys.sorted().filter { json[$0] is String }.flatMap { key in
        words(of: key, in: Policy.Options.guide).map { word in { json.merging([key: word]) { $1 } }
        }
      }
    // Choices spread over all changes; what does not suit gives way to the next.
    let first = (choice - 1) * max(1, others.count / ordinary)
    for offset in others.indices {
      let other = others[(first + offset) % others.count]()
      if let options = decoded(type, other, plan), options != defaults { return options }
    }
    return defaults
  }

  /// The options of a choice, as JSON.
  static func text<Policy: TellerPolicy>(
    _ type: Policy.Type, _ plan: BranchPlan, _ choice: Int
  ) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(options(type, plan, choice))).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The choices that change one option alone, by its key; a few of each.
  static func choicesByKey<Policy: TellerPolicy>(
    _ type: Policy.Type, _ plan: BranchPlan
  ) -> [String: [Int]] {
    func members(_ choice: Int) -> [String: NSObject] {
      guard let data = try? JSONEncoder().encode(options(type, plan, choice)),
        let json = try? JSONSerialization.jsonObject(with: data) as? [String: NSObject]
      else { return [:] }
      return json
    }
    let defaults = members(0)
    var choices: [String: [Int]] = [:]
    for choice in 0..<Self.choices(type, plan) {
      let changed = members(choice + 1)
      let keys = Set(defaults.keys).union(changed.keys).filter { defaults[$0] != changed[$0] }
      guard keys.count == 1, let key = keys.first, choices[key]?.count ?? 0 < 24 else { continue }
      choices[key, default: []].append(choice + 1)
    }
    return choices
  }

  /// Where names stand in the branch: their order stays when everybody is given another name.
  private static func places(_ plan: BranchPlan) -> [String: Int] {
    let names = plan.services.map(\.name) + plan.tellers.map(\.name)
    return Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The keys in the order of the branch.
  private static func keys(_ object: [String: Any], _ places: [String: Int]) -> [String] {
    object.keys.sorted { (places[$0] ?? .max, $0) < (places[$1] ?? .max, $1) }
  }

  /// So many choices are of what the defaults can be changed into one by one; all further are extremes.
  static let ordinary = 8

  /// How many choices there are for `plan`, the defaults not counted.
  static func choices<Policy: TellerPolicy>(_ type: Policy.Type, _ plan: BranchPlan) -> Int {
    guard let data = try? JSONEncoder().encode(Policy.Options.defaults(for: plan)),
      let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      !json.isEmpty || !Policy.Options.guide.isEmpty
    else { return 0 }
    return ordinary + extremes(of: json, plan, Policy.Options.guide).count
  }

  /// The words of the guide to an option.
  private static func words(of key: String, in guide: [OptionGuide]) -> [String] {
    (guide.first { $0.key == key }?.allowed.description
      .split { !($0.isLetter || $0.isNumber || "-_".contains($0)) }.prefix(40) ?? [])
      .map(String.init)
  }

  /// Options that suit, or `nil`.
  private static func decoded<Policy: TellerPolicy>(
    _ type: Policy.Type, _ json: Any, _ plan: BranchPlan
  ) -> Policy.Options? {
    guard let data = try? JSONSerialization.data(withJSONObject: json),
      let options = try? JSONDecoder().decode(Policy.Options.self, from: data),
      Policy.problems(with: options, for: plan).isEmpty
    else { return nil }
    return options
  }

  /// Whether a value is true or false, and no number that can be read as one.
  private static func flag(_ value: Any?) -> Bool? {
    guard let number = value as? NSNumber, type(of: number) == type(of: NSNumber(value: true))
    else { return nil }
    return number.boolValue
  }

  /// Numbers that are more than most sums, products and conversions bear.
  private static let numbers: [any Sendable] = [
    0, -1, 10, 100, 1000, 10_000, 1_000_000, 100_000_000, 1_000_000_000, 1 << 53, Int.max,
    Int.max / 2, Int.min, 1e12, 1e300, -1e300, 1e-300, 0.1,
  ]

  /// What options may be that nobody thought of: numbers at the ends of what they can be, one of them and all,
  /// keys more, lists without anything and with everything twice, the words of the guide, what is not set at first.
  private static func extremes(
    of json: [String: Any], _ plan: BranchPlan, _ guide: [OptionGuide]
  ) -> [Any] {
    let (places, names) = (places(plan), plan.services.map(\.name))
    func replaced(_ value: Any, by number: Any, all: Bool) -> Any? {
      switch value {
      case let object as [String: Any]:
        var copy = object
        var isChanged = false
        for key in keys(object, places) where all || !isChanged {
          guard let other = replaced(object[key] as Any, by: number, all: all) else { continue }
          (copy[key], isChanged) = (other, true)
        }
        return isChanged ? copy : nil
      case let list as [Any]:
        var copy = list
        var isChanged = false
        for place in list.indices where all || !isChanged {
          guard let other = replaced(list[place], by: number, all: all) else { continue }
          (copy[place], isChanged) = (other, true)
        }
        return isChanged ? copy : nil
      case _ where flag(value) != nil: return nil
      case is Int, is Double: return number
      default: return nil
      }
    }
    var others: [Any] = []
    for key in json.keys.sorted() {
      let value = json[key] as Any
      for all in [false, true] {
        others += numbers.compactMap { number in
          replaced(value, by: number, all: all).map { json.merging([key: $0]) { $1 } }
        }
      }
      if let object = value as? [String: Any] {
        others.append(json.merging([key: [String: Any]()]) { $1 })
        // All of a kind alike, all but one; of nothing at first also tables of tables.
        let tellers = plan.tellers.map(\.name), classes = plan.classes.map(String.init)
        for kind in [names, tellers, classes] where !kind.isEmpty {
          let alike = Dictionary(kind.map { ($0, 1) }) { first, _ in first }
          others.append(json.merging([key: alike]) { $1 })
          others.append(json.merging([key: alike.filter { $0.key != kind.last }]) { $1 })
        }
        if object.isEmpty {
          for (outer, inner) in [(tellers, names), (names, tellers), (names, names)] {
            for some in [inner, Array(inner.prefix(1))] {
              let row = Dictionary(some.map { ($0, 1) }) { first, _ in first }
              let rows = Dictionary(outer.map { ($0, row) }) { first, _ in first }
              others.append(json.merging([key: rows]) { $1 })
            }
          }
        }
        // A service and a class at once.
        if let service = places.min(by: { $0.value < $1.value })?.key {
          for number in [0, 1, 7] {
            others.append(json.merging([key: [service: number, "0": number]]) { $1 })
          }
        }
        for more in ["2", "01", "+1", "-0", "", "9223372036854775807"] {
          let some = keys(object, places).first.flatMap { object[$0] } ?? 1
          others.append(json.merging([key: object.merging(["1": some, more: some]) { $1 }]) { $1 })
        }
      }
      if let list = value as? [Any] {
        // A list may be of names or of numbers, of one or of all; what it is not of is refused.
        let some: [[Any]] =
          list.isEmpty ? [[names.first ?? ""], [names.last ?? ""], names, [0], [1], [0, 1]] : []
        others += ([[Any](), list + list, list.reversed()] + some).map { other in
          json.merging([key: other]) { $1 }
        }
      }
      if value is String {
        others += (words(of: key, in: guide) + [""]).map { word in json.merging([key: word]) { $1 }
        }
      }
    }
    // Two numbers at once.
    let scalars = json.keys.sorted().filter {
      (json[$0] is Int || json[$0] is Double) && flag(json[$0]) == nil
    }
    for (place, first) in scalars.enumerated() {
      for second in scalars[(place + 1)...] {
        others += [(0, 0), (1, 1), (2, 2), (1, 0), (0, 1)].map { pair in
          json.merging([first: pair.0, second: pair.1]) { $1 }
        }
      }
    }
    // What is not set at first, and two switches at once, and a switch with a number.
    for one in guide where json[one.key] == nil {
      let some: [any Sendable] = [1, 2, 3, true, false, names, [0], [1]]
      for value in numbers + some + names.prefix(2).flatMap({ [$0, [$0]] as [any Sendable] }) {
        others.append(json.merging([one.key: value]) { $1 })
      }
    }
    let switches = json.keys.sorted().compactMap { key in flag(json[key]).map { (key, !$0) } }
    for (place, first) in switches.enumerated() {
      for second in switches[(place + 1)...] {
        others.append(json.merging([first.0: first.1, second.0: second.1]) { $1 })
      }
      for number in scalars {
        others += [0, 1, 10, 200, 1000].map {
          json.merging([first.0: first.1, number: $0]) { $1 }
        }
      }
    }
    return others
  }

  /// `value` with one thing in it changed, in every way; each is made when it is asked for, for there are
  /// thousands in a matrix of tellers and services.
  private static func changes(
    of value: Any, _ services: [String], _ places: [String: Int]
  ) -> [() -> Any] {
    switch value {
    case let object as [String: Any]:
      let keys = keys(object, places)
      let inside = keys.flatMap { key in
        changes(of: object[key] as Any, services, places).map { change -> () -> Any in
          { object.merging([key: change()]) { $1 } }
        }
      }
      let moved = keys.prefix(8).flatMap { from in
        keys.prefix(8).compactMap { to -> (() -> Any)? in
          guard from != to, let less = object[from] as? Int, let more = object[to] as? Int else {
            return nil
          }
          return { object.merging([from: less - 1, to: more + 1] as [String: Any]) { $1 } }
        }
      }
      return inside + moved
    case let list as [Any]:
      return list.indices.flatMap { place in
        changes(of: list[place], services, places).map { change -> () -> Any in
          {
            var copy = list
            copy[place] = change()
            return copy
          }
        }
      }
    case _ where flag(value) != nil: return [{ flag(value) == false }]
    case let number as Int:
      return [number / 2, number * 2, number + 1, number - 1].filter { $0 != number }
        .map { other in { other } }
    case let number as Double: return [number / 2, number * 2, 0].map { other in { other } }
    case let text as String: return services.filter { $0 != text }.map { other in { other } }
    default: return []
    }
  }

  private static let unknownName = "-"

  /// Whether a map of numbers takes one for a service and also one for what is in no branch.
  private static func takesUnknownName<Policy: TellerPolicy>(
    _ type: Policy.Type, _ json: [String: Any], _ key: String, _ object: [String: Any],
    _ plan: BranchPlan
  ) -> Bool {
    guard object.values.allSatisfy({ $0 is Int || $0 is Double }) else { return false }
    let number = object.values.first ?? 1
    func isTaken(_ name: String) -> Bool {
      decoded(type, json.merging([key: object.merging([name: number]) { $1 }]) { $1 }, plan) != nil
    }
    return isTaken(plan.services[0].name) && isTaken(unknownName)
  }

  static func findings<Policy: TellerPolicy>(
    _ type: Policy.Type, _ plan: BranchPlan
  ) -> (findings: [Phrase], cases: Int) {
    let defaults = Policy.Options.defaults(for: plan)
    // What is said of the branch itself is no fault of an option.
    let own = Set(Policy.Options.guide.map(\.key))
    let services = plan.services.count
    var findings: [Phrase] = Policy.problems(with: defaults, for: plan).filter { problem in
      services <= 2 || own.contains { problem.path.split(separator: ".").first == $0[...] }
    }.map { problem in
      "the default options do not suit a branch of \(counted(services, "1 service", "\(services) services")) and \(counted(plan.tellers.count, "1 teller", "\(plan.tellers.count) tellers")) who can do everything: \(problem)"
    }
    let encoder = JSONEncoder()
    guard let data = try? encoder.encode(defaults),
      let keys = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return (findings + ["the default options cannot be encoded as an object"], 1) }
    if (try? JSONDecoder().decode(Policy.Options.self, from: data)) != defaults {
      findings.append("the default options change when they are encoded and decoded")
    }
    var cases = 2
    for key in keys.keys.sorted() {
      cases += 1
      var wrong = keys
      // A value that is of no sensible type for any option.
      wrong[key] = [["no": ["such": "value"]]]
      guard let bad = try? JSONSerialization.data(withJSONObject: wrong) else { continue }
      if let options = try? JSONDecoder().decode(Policy.Options.self, from: bad),
        Policy.problems(with: options, for: plan).isEmpty
      {
        findings.append("the option \(key) takes a list of objects without complaint")
      }
      if !Policy.Options.guide.contains(where: { $0.key == key }) {
        findings.append("the option \(key) is not in the guide")
      }
    }
    for key in keys.keys.sorted() {
      guard let object = keys[key] as? [String: Any],
        takesUnknownName(type, keys, key, object, plan)
      else { continue }
      cases += 1
      findings.append(
        "the option \(key) takes a number for \"\(unknownName)\", which is nothing in the branch, without complaint"
      )
    }
    for key in keys.keys.sorted() where keys[key] is Int || keys[key] is Double {
      guard flag(keys[key]) == nil else { continue }
      for number in [0, 1, 10, 600, 1_000_000] {
        guard let options = decoded(type, keys.merging([key: number]) { $1 }, plan) else {
          continue
        }
        cases += 1
        let again = (try? encoder.encode(options)).flatMap {
          try? JSONSerialization.jsonObject(with: $0) as? [String: Any]
        }
        guard let kept = again?[key] as? Double, abs(kept - Double(number)) > 1e-6 * max(1, kept)
        else { continue }
        findings.append("the option \(key) is given \(number) and is \(kept) without complaint")
        break
      }
    }
    return (findings, cases)
  }
}
