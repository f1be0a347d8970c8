import BankCore

/// What options can be changed into; each is made when it is asked for.
enum OptionChanges {
  /// Options that are made when they are asked for: their keys and values.
  typealias Change = () -> [String: OptionValue]

  /// One thing in them changed: half, twice, one more and one less of a number, the other truth, another name of a
  /// service, one moved from one key to another, another word of the guide.
  static func ordinary(
    of json: [String: OptionValue], _ plan: BranchPlan, _ guide: [OptionGuide]
  ) -> [Change] {
    changes(of: json, plan.services.map(\.name), places(plan))
      + json.keys.sorted().filter { json[$0]?.text != nil }.flatMap { key in
        words(of: key, in: guide).map { word in { json.with(key, .text(word)) } }
      }
  }

  /// What options may be that nobody thought of: numbers at the ends of what they can be, one of them and all,
  /// keys more, lists without anything and with everything twice, the words of the guide, what is not set at first.
  static func extremes(
    of json: [String: OptionValue], _ plan: BranchPlan, _ guide: [OptionGuide],
    wordsAllowed: (String) -> [String], element: (String) -> OptionValue?,
    takes: ([String: OptionValue]) -> Bool
  ) -> [Change] {
    func with(_ key: String, _ value: @autoclosure @escaping () -> OptionValue) -> Change {
      { json.with(key, value()) }
    }
    func with(_ some: (key: String, value: OptionValue)...) -> Change {
      { some.reduce(json) { $0.with($1.key, $1.value) } }
    }
    let (places, names) = (places(plan), plan.services.map(\.name))
    let services = names.map { OptionValue.text($0) }
    let tellers = plan.tellers.map { OptionValue.text($0.name) }
    var others: [Change] = []
    for (key, value) in json.sorted(by: { $0.key < $1.key }) {
      for all in [false, true] where replaced(value, by: 0, all: all, places) != nil {
        others += (numbers + allowed(key, in: guide)).map { number in
          with(key, replaced(value, by: number, all: all, places) ?? value)
        }
      }
      if let object = value.members {
        others += tables(object, plan, places, allowed(key, in: guide)).map { table in
          with(key, .object(table))
        }
      }
      if let list = value.elements {
        // A list may be of names or of numbers, of one or of all; what it is not of is refused.
        let some: [[OptionValue]] =
          list.isEmpty
          ? [
            [services.first ?? ""], [services.last ?? ""], services, [0], [1], [0, 1],
            [.list(services)], [.list(Array(services.prefix(2)))],
            Array(tellers.prefix(1)), Array(tellers.suffix(1)), tellers,
            // Some of them, and the others not.
            Array(services.prefix(2)), services.dropLast(), Array(tellers.prefix(2)),
            tellers.dropLast(),
            // One twice, and all in other orders.
            [services.first ?? "", services.first ?? ""], services.reversed(),
            Array(services.dropFirst().prefix(1) + services.prefix(1) + services.dropFirst(2)),
          ] : []
        others += ([[], list + list, list.reversed()] + some).map { other in
          with(key, .list(other))
        }
        if list.isEmpty, let one = element(key) {
          let numbers = (numbers + allowed(key, in: guide)).compactMap { number in
            replaced([one], by: number, all: false, places)
          }
          others += ([[one], [one, one]] + numbers).map { other in with(key, other) }
        }
      }
      if value.text != nil {
        let own = plan.tellers.prefix(2).map(\.name)
        others += (words(of: key, in: guide) + wordsAllowed(key) + own + oddTexts).map { word in
          with(key, .text(word))
        }
      }
    }
    // Two numbers at once.
    let scalars = json.keys.sorted().filter { json[$0]?.double != nil }
    let pairs: [(OptionValue, OptionValue)] = [(0, 0), (1, 1), (2, 2), (1, 0), (0, 1)]
    for (place, first) in scalars.enumerated() {
      for second in scalars[(place + 1)...] {
        others += pairs.map { with((first, $0), (second, $1)) }
      }
    }
    others += besideWords(json, scalars, guide, wordsAllowed, takes)
    // What is not set at first, and two switches at once, and a switch with a number.
    for one in guide where json[one.key] == nil {
      let some: [OptionValue] = [1, 2, 3, true, false, .list(services), .list(tellers), [0], [1]]
      let all = numbers + some + (services.prefix(2) + tellers.prefix(2)).flatMap { [$0, [$0]] }
      others += all.map { value in with(one.key, value) }
    }
    let switches = json.keys.sorted().compactMap { key in
      json[key]?.truth.map { (key: key, value: OptionValue.truth(!$0)) }
    }
    for (place, first) in switches.enumerated() {
      others += switches[(place + 1)...].map { with(first, $0) }
      for number in scalars {
        others += [0, 1, 10, 200, 1000].map { with(first, (number, $0)) }
      }
    }
    // All switches at once, with each number.
    if switches.count > 1 {
      let all = switches.reduce(json) { $0.with($1.key, $1.value) }
      others.append { all }
      for number in scalars {
        others += ([0, 1, 10, 50, 200, 1000] as [OptionValue]).map { value in
          { all.with(number, value) }
        }
      }
    }
    return others
  }

  /// Each word that is taken for a text, with a number, a switch, or what is not set at first.
  private static func besideWords(
    _ json: [String: OptionValue], _ scalars: [String], _ guide: [OptionGuide],
    _ wordsAllowed: (String) -> [String], _ takes: ([String: OptionValue]) -> Bool
  ) -> [Change] {
    let unset = guide.map(\.key).filter { json[$0] == nil }
    return json.keys.sorted().filter { json[$0]?.text != nil }.flatMap { key in
      var known: Set<String> = []
      let taken = (words(of: key, in: guide) + wordsAllowed(key)).filter { word in
        known.insert(word).inserted && json[key] != .text(word)
          && takes(json.with(key, .text(word)))
      }
      return taken.prefix(mostWords).flatMap { word in
        let numbers = (scalars + unset).flatMap { other in
          ([0, 1, 2] as [OptionValue]).map { (other, $0) }
        }
        let switches = json.keys.sorted().compactMap { other in
          json[other]?.truth.map { (other, OptionValue.truth(!$0)) }
        }
        return (numbers + switches).map { other, value -> Change in
          { json.with(key, .text(word)).with(other, value) }
        }
      }
    }
  }

  private static let mostWords = 8

  /// `value` with all its numbers replaced; `nil` where it has none.
  static func numbers(in value: OptionValue, are number: OptionValue) -> OptionValue? {
    replaced(value, by: number, all: true, [:])
  }

  /// `value` with `number` in place of the first of its numbers, or of all; `nil` where it has none.
  private static func replaced(
    _ value: OptionValue, by number: OptionValue, all: Bool, _ places: [String: Int]
  ) -> OptionValue? {
    switch value {
    case .whole, .number: return number
    case .object(var members):
      var isChanged = false
      for key in keys(members, places) where all || !isChanged {
        guard let old = members[key], let new = replaced(old, by: number, all: all, places) else {
          continue
        }
        (members[key], isChanged) = (new, true)
      }
      return isChanged ? .object(members) : nil
    case .list(var elements):
      var isChanged = false
      for place in elements.indices where all || !isChanged {
        guard let new = replaced(elements[place], by: number, all: all, places) else { continue }
        (elements[place], isChanged) = (new, true)
      }
      return isChanged ? .list(elements) : nil
    default: return nil
    }
  }

  /// What may stand in place of a table: nothing, all of a kind alike, all but one, where it is empty also larger numbers and
  /// those `allowed` by the guide, tables of tables, names and lists of them for names, a service and a class at once, keys that look like numbers.
  private static func tables(
    _ object: [String: OptionValue], _ plan: BranchPlan, _ places: [String: Int],
    _ allowed: [OptionValue]
  ) -> [[String: OptionValue]] {
    typealias Table = [String: OptionValue]
    func table(_ keys: [String], _ values: [OptionValue]) -> Table {
      Table(zip(keys, values)) { first, _ in first }
    }
    func alike(_ keys: some Sequence<String>, _ value: OptionValue) -> Table {
      Table(keys.map { ($0, value) }) { first, _ in first }
    }
    let names = plan.services.map(\.name)
    let tellers = plan.tellers.map(\.name), classes = plan.classes.map(String.init)
    var tables: [Table] = [[:]]
    for kind in [names, tellers, classes] where !kind.isEmpty {
      tables += [alike(kind, 1), alike(kind.dropLast(), 1)]
      if object.isEmpty {
        for number in [10, 100] + allowed {
          tables += [alike(kind, number), alike(kind.prefix(1), number)]
        }
      }
    }
    if object.isEmpty {
      for outer in [names, tellers] {
        for inner in [tellers, names] where !inner.isEmpty {
          // Each has the one of its own place, the next, or the one before; or all have the first.
          let orders = [0, 1, inner.count - 1].map { shift in
            outer.indices.map { inner[($0 + shift) % inner.count] }
          }
          for order in orders + [outer.map { _ in inner[0] }] {
            tables.append(table(outer, order.map { .text($0) }))
            tables.append(table(outer, order.map { [.text($0)] }))
          }
        }
      }
      for (outer, inner) in [(tellers, names), (names, tellers), (names, names)] {
        for some in [inner, Array(inner.prefix(1))] {
          tables.append(alike(outer, .object(alike(some, 1))))
        }
      }
    }
    if let service = places.min(by: { $0.value < $1.value })?.key {
      tables += [0, 1, 7].map { [service: $0, "0": $0] }
    }
    let some = keys(object, places).first.flatMap { object[$0] } ?? 1
    tables += ["2", "01", "+1", "-0", "", "9223372036854775807"].map { more in
      object.with("1", some).with(more, some)
    }
    return tables
  }

  /// `members` with one thing in them changed, in every way; each is made when it is asked for, for there are
  /// thousands in a matrix of tellers and services.
  private static func changes(
    of members: [String: OptionValue], _ services: [String], _ places: [String: Int]
  ) -> [Change] {
    let keys = keys(members, places)
    let inside = keys.flatMap { key in
      changes(of: members[key] ?? .null, services, places).map { change -> Change in
        { members.with(key, change()) }
      }
    }
    let moved = keys.prefix(8).flatMap { from in
      keys.prefix(8).compactMap { to -> Change? in
        guard from != to, case .whole(let less) = members[from], case .whole(let more) = members[to]
        else { return nil }
        return { members.with(from, .whole(less &- 1)).with(to, .whole(more &+ 1)) }
      }
    }
    return inside + moved
  }

  /// `value` with one thing in it changed, in every way.
  private static func changes(
    of value: OptionValue, _ services: [String], _ places: [String: Int]
  ) -> [() -> OptionValue] {
    switch value {
    case .object(let members):
      changes(of: members, services, places).map { change in { .object(change()) } }
    case .list(let elements):
      elements.indices.flatMap { place in
        changes(of: elements[place], services, places).map { change -> () -> OptionValue in
          {
            var copy = elements
            copy[place] = change()
            return .list(copy)
          }
        }
      }
    case .truth(let truth): [{ .truth(!truth) }]
    case .whole(let number):
      // What is too large or too small comes round: the policy refuses it, or not.
      [number / 2, number &* 2, number &+ 1, number &- 1].filter { $0 != number }
        .map { other in { .whole(other) } }
    case .number(let number): [number / 2, number * 2, 0].map { other in { .number(other) } }
    case .text(let text):
      services.filter { $0 != text }.map { other in { .text(other) } }
    case .null: []
    }
  }

  /// Where names stand in the branch: their order stays when everybody is given another name.
  private static func places(_ plan: BranchPlan) -> [String: Int] {
    let names = plan.services.map(\.name) + plan.tellers.map(\.name)
    return Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The keys in the order of the branch.
  private static func keys(_ object: [String: OptionValue], _ places: [String: Int]) -> [String] {
    object.keys.sorted { (places[$0] ?? .max, $0) < (places[$1] ?? .max, $1) }
  }

  /// The numbers between which the guide to an option says that they are allowed: all of a few whole ones, otherwise
  /// the ends and the middle.
  private static func allowed(_ key: String, in guide: [OptionGuide]) -> [OptionValue] {
    let text = guide.first { $0.key == key }?.allowed.description ?? ""
    let found = text.matches(of: /[0-9]+(?:\.[0-9]+)?/).compactMap { Double($0.0) }
    guard let low = found.min(), let high = found.max() else { return [] }
    if let first = Int(exactly: low), let last = Int(exactly: high), last - first <= 20 {
      return (first...last).map { .whole($0) }
    }
    return [low, high, (low + high) / 2].map { number in
      Int(exactly: number).map { .whole($0) } ?? .number(number)
    }
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

  /// Numbers that are more than most sums, products and conversions bear.
  private static let numbers: [OptionValue] = [
    0, -1, 10, 100, 1000, 10_000, 1_000_000, 100_000_000, 1_000_000_000, .whole(1 << 53),
    .whole(.max), .whole(.max / 2), .whole(.min), 1_000_000_000_000, 1e300, -1e300, 1e-300, 0.1,
    0.001, 1e-6, 1e-9,
  ]
}
