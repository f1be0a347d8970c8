package import BankCore
import BankRecords

/// A change of one key of a config from the command line: `services.loan.target=300`, `tellers=4`,
/// `services.deposit.arrivals.poisson.rate*=1.2`.
///
/// A path goes by keys, and through lists by the `name` of an element or its number from 0: `tellers.0`, or `tellers[0]` as
/// problems have it, which is never a name.
package struct ConfigSetting: Sendable {
  private enum Change { case replace, multiply, add }

  /// As it was written.
  package let text: String
  private let path: [String]
  private let change: Change
  private let value: Node

  /// Reads `KEY=VALUE`, `KEY*=NUMBER` or `KEY+=NUMBER`.
  package init(_ text: String) throws(Problems) {
    func problem(_ finding: Phrase) -> Problems {
      Problems([Problem("--set \(text)", finding, "write KEY=VALUE, KEY*=NUMBER or KEY+=NUMBER")])
    }
    guard let equals = text.firstIndex(of: "=") else { throw problem("has no =") }
    var key = text[..<equals]
    let written = String(text[text.index(after: equals)...])
    switch key.last {
    case "*": change = .multiply
    case "+": change = .add
    default: change = .replace
    }
    if change != .replace { key.removeLast() }
    path = key.replacing(/[^.](?=\[[0-9]+\])/) { $0.output + "." }
      .split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard !path.contains("") else { throw problem("has no key") }
    guard change != .replace || !written.hasPrefix("+") else {
      throw problem("\"\(written)\" is no value")
    }
    if case .success(let node) = JSON5Parser.parse(written) {
      value = Node(json: node.json)
    } else {
      value = Node(.string(written))
    }
    let isTime = change == .add && TimeText.length(written) != nil
    if change != .replace, !isTime {
      guard case .number = value.value else { throw problem("\"\(written)\" is no number") }
    }
    self.text = text
  }

  /// Makes the change in `node`; returns the path of what was changed, as problems have it.
  ///
  /// `complete` is the same config with everything spelled out, for what the file leaves to its defaults.
  package func apply(to node: inout Node, complete: Node?) throws(Problems) -> String {
    if path.count > 1 || change != .replace,
      let whole = complete?.members?.first(where: { $0.key == path[0] })?.node
    {
      let own = node.members?.first { $0.key == path[0] }?.node
      let isInside = path.count > 1 && whole.isList && own?.isList != true
      if own == nil || isInside { node.set(path[0], whole) }
    }
    return try apply(to: &node, path[...], "")
  }

  private func apply(
    to node: inout Node, _ rest: ArraySlice<String>, _ place: String
  ) throws(Problems) -> String {
    guard !rest.isEmpty else {
      node.value = try changed(node, place)
      return place
    }
    if case .array(var elements) = node.value {
      let names = elements.map(\.name)
      let (key, rest) = Self.first(of: rest, among: Set(names.compactMap(\.self)))
      let index = try index(of: key, in: names, place)
      let found = try apply(to: &elements[index], rest, "\(place)[\(index)]")
      node.value = .array(elements)
      return found
    }
    let (name, inside) = Self.first(of: rest, among: Set(node.members?.map(\.key) ?? []))
    var inner =
      node.members?.first { $0.key == name }?.node ?? Node(inside.isEmpty ? .null : .object([]))
    let found = try apply(to: &inner, inside, place.isEmpty ? name : "\(place).\(name)")
    node.set(name, inner)
    return found
  }

  /// The first key of a path, and what follows it: a name may have dots itself.
  private static func first(
    of path: ArraySlice<String>, among names: Set<String>
  ) -> (key: String, rest: ArraySlice<String>) {
    for count in (1...path.count).reversed() {
      let name = path.prefix(count).joined(separator: ".")
      if count == 1 || names.contains(name) { return (name, path.dropFirst(count)) }
    }
    return ("", path)
  }

  private func changed(_ node: Node, _ place: String) throws(Problems) -> Node.Value {
    guard change != .replace else { return value.value }
    if case .string(let old) = node.value, case .number(let by) = value.value, change == .multiply,
      let text = TimeText.multiplied(old, by: by)
    {
      return .string(text)
    }
    if change == .add, let old = Self.seconds(node), let more = Self.seconds(value),
      case .string = node.value
    {
      return .number(old + more)
    }
    if change == .add, case .number(let old) = node.value, let more = Self.seconds(value) {
      return .number(old + more)
    }
    guard case .number(let old) = node.value, case .number(let by) = value.value else {
      let finding: Phrase =
        if case .null = node.value { "\(place) is not set" } else {
          "\(place) is no number to change"
        }
      throw Problems([Problem("--set \(text)", finding, "give it a value with =")])
    }
    return .number(change == .multiply ? old * by : old + by)
  }

  /// A number as it is, a text such as `5min` in seconds.
  private static func seconds(_ node: Node) -> Double? {
    switch node.value {
    case .number(let number): number
    case .string(let text): TimeText.length(text)?.seconds
    default: nil
    }
  }

  private func index(
    of key: String, in names: [String?], _ place: String
  ) throws(Problems) -> Int {
    if let index = names.firstIndex(of: key) { return index }
    let number = key.hasPrefix("[") ? key.dropFirst().dropLast() : key[...]
    if let index = Int(number), names.indices.contains(index) { return index }
    throw Problems([
      Problem(
        "--set \(text)", "\(place) has no \"\(key)\"",
        Suggestion.allowed(names.compactMap { $0 }, meant: key))
    ])
  }
}

extension Node {
  /// What an element of a list is called.
  fileprivate var name: String? {
    guard case .string(let name)? = members?.first(where: { $0.key == "name" })?.node.value
    else { return nil }
    return name
  }

  fileprivate var isList: Bool { if case .array = value { true } else { false } }

  /// Gives an object a member, or makes an object of what is none.
  fileprivate mutating func set(_ key: String, _ node: Node) {
    var members = members ?? []
    if let place = members.firstIndex(where: { $0.key == key }) {
      members[place].node = node
    } else {
      members.append(Member(key: key, keyPosition: nil, node: node))
    }
    value = .object(members)
  }
}
