package import BankCore
import BankRecords
import BankReports

/// Reads values of a config file, collecting what is wrong under its path.
package final class ConfigReader {
  package var problems: [Problem] = []
  /// When the branch opens and closes, in seconds from midnight, where that is known.
  package var opens: Double?
  package var isOvernight = false
  /// Whether the file has an opening that could not be read: times of day are no mistakes then.
  package var hasUnreadOpening = false

  package func report(_ path: String, _ finding: Phrase, _ remedy: Phrase) {
    problems.append(Problem(path, finding, remedy))
  }

  package func mismatch(_ node: Node, _ path: String, _ wanted: Phrase) {
    report(path, node.kind, "allowed: \(wanted)")
  }

  /// Reads an object: `read` asks for its keys, and what it did not ask for is unknown.
  package func object<T>(
    _ node: Node, _ path: String, _ wanted: Phrase = "an object",
    read: (inout ObjectReader) -> T?
  ) -> T? {
    guard let members = node.members else {
      mismatch(node, path, wanted)
      return nil
    }
    var reader = ObjectReader(reader: self, path: path, members: members)
    let value = read(&reader)
    reader.reportUnknown()
    return value
  }

  package func list<T>(
    _ node: Node, _ path: String, _ wanted: Phrase = "a list", read: (Node, String) -> T?
  ) -> [T]? {
    guard case .array(let elements) = node.value else {
      mismatch(node, path, wanted)
      return nil
    }
    return elements.enumerated().compactMap { read($1, "\(path)[\($0)]") }
  }

  package func text(_ node: Node, _ path: String) -> String? {
    if case .string(let text) = node.value { return text }
    mismatch(node, path, "text")
    return nil
  }

  /// Reads a name out of a few.
  package func choice(_ node: Node, _ path: String, among names: [String]) -> String? {
    guard let name = text(node, path) else { return nil }
    if names.contains(name) { return name }
    report(path, "unknown \"\(name)\"", Suggestion.allowed(names, meant: name))
    return nil
  }

  package func number(
    _ node: Node, _ path: String, in range: ClosedRange<Double>, orZero: Bool = true,
    _ wanted: Phrase? = nil
  ) -> Double? {
    if case .number(let value) = node.value, range.contains(value), orZero || value > 0 {
      return value
    }
    let (low, high) = (JSON.number(range.lowerBound), JSON.number(range.upperBound))
    mismatch(node, path, wanted ?? Self.bounds(orZero, low, high))
    return nil
  }

  /// `a number from 0 to 5`, or `above 0`.
  static func bounds<Bound>(_ orEqual: Bool, _ low: Bound, _ high: Bound) -> Phrase {
    orEqual ? "a number from \(low) to \(high)" : "a number above \(low) up to \(high)"
  }

  /// A length of time: a number of seconds, or a text such as `20min`.
  package func seconds(_ node: Node, _ path: String, orZero: Bool = true) -> Double? {
    var value = node
    if case .string(let text) = node.value, let length = TimeText.length(text) {
      value = Node(.number(length.seconds))
    }
    let bounds = Self.bounds(orZero, "0", "\(BranchPlan.longestTime)")
    return number(
      value, path, in: 0...BranchPlan.longestTime.seconds, orZero: orZero,
      "seconds, \(bounds), or a text such as \"20min\" (\(TimeText.unitNames))")
  }

  /// A point in time, in seconds from opening: as ``seconds(_:_:orZero:)`` reads it, or by the clock.
  package func moment(_ node: Node, _ path: String) -> Double? {
    if case .string(let text) = node.value, opens != nil || hasUnreadOpening,
      let clock = TimeText.dottedClock(text)
    {
      report(
        path, "\"\(text)\" may be a time of day or seconds", "write \"\(clock)\", or \"\(text)s\"")
      return nil
    }
    guard case .string(let text) = node.value, case .clock? = TimeText.read(text) else {
      return seconds(node, path)
    }
    if let time = TimeText.read(text)?.time(opens: opens, isOvernight: isOvernight) {
      return time.seconds
    }
    if let opens {
      report(
        path, "\"\(text)\" is before the branch opens", "it opens at \(TimeScale.clock(opens))")
    } else if !hasUnreadOpening {
      report(
        path, "\"\(text)\" is a time of day", "say when the branch opens, such as opens: \"09:00\"")
    }
    return nil
  }

  /// A time of day, in seconds from midnight.
  package func clock(_ node: Node, _ path: String) -> Double? {
    if case .string(let text) = node.value, let clock = TimeText.clock(text), clock < 86_400 {
      return clock
    }
    mismatch(node, path, "a time of day such as \"09:00\"")
    return nil
  }

  package func integer(_ node: Node, _ path: String, in range: ClosedRange<Int>) -> Int? {
    if case .number(let value) = node.value, let whole = Int(exactly: value), range.contains(whole)
    {
      return whole
    }
    mismatch(node, path, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  /// A rate per second: a number, or a text such as `58/h`.
  func rate(_ node: Node, _ path: String, orZero: Bool = true) -> Double? {
    if case .string(let text) = node.value, let rate = TimeText.rate(text) {
      return number(Node(.number(rate)), path, in: 0...1e6, orZero: orZero)
    }
    return number(
      node, path, in: 0...1e6, orZero: orZero,
      "a rate per second, \(Self.bounds(orZero, 0, 1_000_000)), or a text such as \"58/h\""
    )
  }

  /// The one member of an object whose key says what it is.
  func only(
    _ node: Node, _ path: String, _ wanted: Phrase, _ names: [String]
  ) -> (name: String, node: Node, path: String)? {
    if let members = node.members, members.count > 1 {
      let given = members.map(\.key).joined(separator: ", ")
      report(path, Phrase(verbatim: given), "keep one")
      return nil
    }
    guard let member = node.members?.first else {
      mismatch(node, path, names.count > 3 ? "\(wanted): { \(names[1]): { mean: 1 } }" : wanted)
      return nil
    }
    guard names.contains(member.key) else {
      report(
        "\(path).\(member.key)", "unknown \"\(member.key)\"",
        Suggestion.allowed(names, meant: member.key))
      return nil
    }
    return (member.key, member.node, "\(path).\(member.key)")
  }

  /// When the branch closes, in seconds from opening; before the opening on the clock is the next day.
  func closes(_ node: Node, _ path: String) -> Double? {
    if let opens, case .string(let text) = node.value, let clock = TimeText.clock(text) {
      isOvernight = clock <= opens
      return clock - opens + (isOvernight ? 86_400 : 0)
    }
    return moment(node, path)
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

  /// A priority class, which is the name of a key of the object at `path`.
  func priority(_ text: String, _ path: String) -> Int? {
    if let number = Int32(text), text == "\(number)" { return Int(number) }
    report(
      "\(path).\(text)", "\"\(text)\" is no class",
      "a class is a whole number from \(Int32.min) to \(Int32.max); higher is more urgent")
    return nil
  }
}

/// The members of one object, as they are asked for.
package struct ObjectReader {
  package let reader: ConfigReader
  package let path: String
  package let members: [Node.Member]
  /// Where each key is; the first of several.
  private let places: [String: Int]
  private var known: [String] = []

  package init(reader: ConfigReader, path: String, members: [Node.Member]) {
    self.reader = reader
    self.path = path
    self.members = members
    places = Node.places(of: members)
  }

  package func inside(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  /// Reads the value under `key` if it is there.
  package mutating func read<T>(_ key: String, _ read: (Node, String) -> T?) -> T? {
    known.append(key)
    return places[key].flatMap { read(members[$0].node, inside(key)) }
  }

  /// Reads a value that must be there.
  package mutating func require<T>(_ key: String, _ read: (Node, String) -> T?) -> T? {
    if places[key] == nil {
      reader.report(inside(key), "is missing", "give it")
    }
    return self.read(key, read)
  }

  package func reportUnknown() {
    let asked = Set(known)
    for member in members where !asked.contains(member.key) {
      reader.report(
        inside(member.key), "unknown key \"\(member.key)\"",
        Suggestion.allowed(known, meant: member.key))
    }
  }
}
