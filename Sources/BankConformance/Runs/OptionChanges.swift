import BankCore
import Foundation

/// What options can be changed into, as JSON; each is made when it is asked for.
enum OptionChanges {
  /// One thing in them changed: half, twice, one more and one less of a number, the other truth, another name of a
  /// service, one moved from one key to another, another word of the guide.
  static func ordinary(
    of json: [String: Any], _ plan: BranchPlan, _ guide: [OptionGuide]
  ) -> [() -> Any] {
    changes(of: json, plan.services.map(\.name), places(plan))
      + json.keys.sorted().filter { json[$0] is String }.flatMap { key in
        words(of: key, in: guide).map { word in { json.merging([key: word]) { $1 } } }
      }
  }

  /// What options may be that nobody thought of: numbers at the ends of what they can be, one of them and all,
  /// keys more, lists without anything and with everything twice, the words of the guide, what is not set at first.
  static func extremes(
    of json: [String: Any], _ plan: BranchPlan, _ guide: [OptionGuide],
    wordsAllowed: (String) -> [String], element: (String) -> Any?, takes: ([String: Any]) -> Bool
  ) -> [() -> Any] {
    func with(_ key: String, _ value: @autoclosure @escaping () -> Any) -> () -> Any {
      { json.merging([key: value()]) { $1 } }
    }
    let (places, names) = (places(plan), plan.services.map(\.name))
    var others: [() -> Any] = []
    for key in json.keys.sorted() {
      let value = json[key] as Any
      for all in [false, true] where replaced(value, by: 0, all: all, places) != nil {
        others += (numbers + allowed(key, in: guide)).map { number in
          with(key, replaced(value, by: number, all: all, places) as Any)
        }
      }
      if let object = value as? [String: Any] {
        others += tables(object, plan, places).map { table in with(key, table) }
      }
      if let list = value as? [Any] {
        // A list may be of names or of numbers, of one or of all; what it is not of is refused.
        let some: [[Any]] =
          list.isEmpty
          ? [
            [names.first ?? ""], [names.last ?? ""], names, [0], [1], [0, 1],
            [names], [Array(names.prefix(2))],
          ] : []
        others += ([[Any](), list + list, list.reversed()] + some).map { other in with(key, other) }
        if list.isEmpty, let one = element(key) {
          let numbers = (numbers + allowed(key, in: guide)).compactMap { number in
            replaced([one], by: number, all: false, places)
          }
          others += ([[one], [one, one]] + numbers).map { other in with(key, other) }
        }
      }
      if value is String {
        others += (words(of: key, in: guide) + wordsAllowed(key) + oddTexts).map { word in
          with(key, word)
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
          { json.merging([first: pair.0, second: pair.1]) { $1 } }
        }
      }
    }
    others += besideWords(json, scalars, guide, wordsAllowed, takes)
    // What is not set at first, and two switches at once, and a switch with a number.
    for one in guide where json[one.key] == nil {
      let some: [any Sendable] = [1, 2, 3, true, false, names, [0], [1]]
      let all = numbers + some + names.prefix(2).flatMap { [$0, [$0]] as [any Sendable] }
      others += all.map { value in with(one.key, value) }
    }
    let switches = json.keys.sorted().compactMap { key in flag(json[key]).map { (key, !$0) } }
    for (place, first) in switches.enumerated() {
      for second in switches[(place + 1)...] {
        others.append { json.merging([first.0: first.1, second.0: second.1]) { $1 } }
      }
      for number in scalars {
        others += [0, 1, 10, 200, 1000].map { value in
          { json.merging([first.0: first.1, number: value]) { $1 } }
        }
      }
    }
    // All switches at once, with each number.
    if switches.count > 1 {
      let all = Dictionary(switches.map { ($0.0, $0.1 as Any) }) { first, _ in first }
      others.append { json.merging(all) { $1 } }
      for number in scalars {
        others += [0, 1, 10, 50, 200, 1000].map { value in
          { json.merging(all) { $1 }.merging([number: value]) { $1 } }
        }
      }
    }
    return others
  }

  /// Each word that is taken for a text, with a number, a switch, or what is not set at first.
  private static func besideWords(
    _ json: [String: Any], _ scalars: [String], _ guide: [OptionGuide],
    _ wordsAllowed: (String) -> [String], _ takes: ([String: Any]) -> Bool
  ) -> [() -> Any] {
    let unset = guide.map(\.key).filter { json[$0] == nil }
    return json.keys.sorted().filter { json[$0] is String }.flatMap { key in
      var known: Set<String> = []
      let taken = (words(of: key, in: guide) + wordsAllowed(key)).filter { word in
        known.insert(word).inserted && word != json[key] as? String
          && takes(json.merging([key: word]) { $1 })
      }
      return taken.prefix(mostWords).flatMap { word in
        var pairs: [(String, any Sendable)] = (scalars + unset).flatMap { other in
          [0, 1, 2].map { (other, $0) }
        }
        for other in json.keys.sorted() {
          if let flag = flag(json[other]) { pairs.append((other, !flag)) }
        }
        return pairs.map { other, value -> () -> Any in
          { json.merging([key: word, other: value]) { $1 } }
        }
      }
    }
  }

  private static let mostWords = 8

  /// `value` with all its numbers replaced; `nil` where it has none.
  static func numbers(in value: [String: Any], are number: Int) -> [String: Any]? {
    replaced(value, by: number, all: true, [:]) as? [String: Any]
  }

  /// `value` with `number` in place of the first of its numbers, or of all; `nil` where it has none.
  private static func replaced(
    _ value: Any, by number: Any, all: Bool, _ places: [String: Int]
  ) -> Any? {
    switch value {
    case let object as [String: Any]:
      var copy = object
      var isChanged = false
      for key in keys(object, places) where all || !isChanged {
        guard let other = replaced(object[key] as Any, by: number, all: all, places) else {
          continue
        }
        (copy[key], isChanged) = (other, true)
      }
      return isChanged ? copy : nil
    case let list as [Any]:
      var copy = list
      var isChanged = false
      for place in list.indices where all || !isChanged {
        guard let other = replaced(list[place], by: number, all: all, places) else { continue }
        (copy[place], isChanged) = (other, true)
      }
      return isChanged ? copy : nil
    case _ where flag(value) != nil: return nil
    case is Int, is Double: return number
    default: return nil
    }
  }

  /// What may stand in place of a table: nothing, all of a kind alike, all but one, where it is empty also larger numbers,
  /// tables of tables, names and lists of them for names, a service and a class at once, keys that look like numbers.
  private static func tables(
    _ object: [String: Any], _ plan: BranchPlan, _ places: [String: Int]
  ) -> [[String: Any]] {
    let names = plan.services.map(\.name)
    let tellers = plan.tellers.map(\.name), classes = plan.classes.map(String.init)
    var tables: [[String: Any]] = [[:]]
    for kind in [names, tellers, classes] where !kind.isEmpty {
      let alike = Dictionary(kind.map { ($0, 1) }) { first, _ in first }
      tables += [alike, alike.filter { $0.key != kind.last }]
      if object.isEmpty { tables += [10, 100].map { number in alike.mapValues { _ in number } } }
    }
    if object.isEmpty {
      for outer in [names, tellers] {
        for inner in [tellers, names] where !inner.isEmpty {
          // Each has the one of its own place, the next, or the one before; or all have the first.
          let orders = [0, 1, inner.count - 1].map { shift in
            outer.indices.map { inner[($0 + shift) % inner.count] }
          }
          for order in orders + [outer.map { _ in inner[0] }] {
            let pairs = zip(outer, order)
            tables.append(Dictionary(pairs.map { ($0, $1 as Any) }) { first, _ in first })
            tables.append(Dictionary(pairs.map { ($0, [$1] as Any) }) { first, _ in first })
          }
        }
      }
      for (outer, inner) in [(tellers, names), (names, tellers), (names, names)] {
        for some in [inner, Array(inner.prefix(1))] {
          let row = Dictionary(some.map { ($0, 1) }) { first, _ in first }
          tables.append(Dictionary(outer.map { ($0, row) }) { first, _ in first })
        }
      }
    }
    if let service = places.min(by: { $0.value < $1.value })?.key {
      tables += [0, 1, 7].map { [service: $0, "0": $0] }
    }
    let some = keys(object, places).first.flatMap { object[$0] } ?? 1
    tables += ["2", "01", "+1", "-0", "", "9223372036854775807"].map { more in
      object.merging(["1": some, more: some]) { $1 }
    }
    return tables
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

  /// Where names stand in the branch: their order stays when everybody is given another name.
  private static func places(_ plan: BranchPlan) -> [String: Int] {
    let names = plan.services.map(\.name) + plan.tellers.map(\.name)
    return Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The keys in the order of the branch.
  private static func keys(_ object: [String: Any], _ places: [String: Int]) -> [String] {
    object.keys.sorted { (places[$0] ?? .max, $0) < (places[$1] ?? .max, $1) }
  }

  /// The numbers between which the guide to an option says that they are allowed: all of a few whole ones, otherwise
  /// the ends and the middle.
  private static func allowed(_ key: String, in guide: [OptionGuide]) -> [any Sendable] {
    let text = guide.first { $0.key == key }?.allowed.description ?? ""
    let found = text.matches(of: /[0-9]+(?:\.[0-9]+)?/).compactMap { Double($0.0) }
    guard let low = found.min(), let high = found.max() else { return [] }
    if let first = Int(exactly: low), let last = Int(exactly: high), last - first <= 20 {
      return Array(first...last)
    }
    return [low, high, (low + high) / 2]
  }

  /// Texts that nobody thought of: none, and such as are half a number, a time of day, a path or a list.
  private static let oddTexts = [
    "", " ", ":", "a:b", "9:99", "25:00", "-1", "1.5", "1,2", "a=b", "/", "%s", "\n", "🍓",
    String(repeating: "x", count: 300),
  ]

  /// The words of the guide to an option.
  static func words(of key: String, in guide: [OptionGuide]) -> [String] {
    words(in: guide.first { $0.key == key }?.allowed.description ?? "")
  }

  /// The words of a text, the first forty.
  static func words(in text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || "-_".contains($0)) }.prefix(40).map(String.init)
  }

  /// The value of a JSON boolean; `nil` for a number.
  static func flag(_ value: Any?) -> Bool? {
    guard let number = value as? NSNumber, type(of: number) == type(of: NSNumber(value: true))
    else { return nil }
    return number.boolValue
  }

  /// Numbers that are more than most sums, products and conversions bear.
  private static let numbers: [any Sendable] = [
    0, -1, 10, 100, 1000, 10_000, 1_000_000, 100_000_000, 1_000_000_000, 1 << 53, Int.max,
    Int.max / 2, Int.min, 1e12, 1e300, -1e300, 1e-300, 0.1,
    0.001, 1e-6, 1e-9,
  ]
}
