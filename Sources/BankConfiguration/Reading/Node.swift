package import BankCore
package import BankRecords

/// A value of a JSON5 text, and where it stands.
package struct Node: Sendable {
  package enum Value: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    /// Text from the command line, which may be read as a string, a number or a truth value.
    case bare(String)
    case array([Node])
    case object([Member])
  }

  package struct Member: Sendable {
    package var key: String
    package var keyPosition: Position?
    package var node: Node
  }

  /// A line and a column, both from 1.
  package struct Position: Sendable, Equatable {
    package var line: Int
    package var column: Int
  }

  package var value: Value
  package var position: Position?

  package init(_ value: Value, at position: Position? = nil) {
    self.value = value
    self.position = position
  }

  /// Makes a node of a document that stands nowhere.
  package init(json: JSON) {
    switch json {
    case .null: self.init(.null)
    case .bool(let value): self.init(.bool(value))
    case .number(let value): self.init(.number(value))
    case .string(let value): self.init(.string(value))
    case .array(let elements): self.init(.array(elements.map { Node(json: $0) }))
    case .object(let members):
      self.init(.object(members.map { Member(key: $0.key, node: Node(json: $0.value)) }))
    }
  }

  /// The value without its positions.
  package var json: JSON {
    switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let value): .number(value)
    case .string(let value), .bare(let value): .string(value)
    case .array(let elements): .array(elements.map(\.json))
    case .object(let members): .object(members.map { .init($0.key, $0.node.json) })
    }
  }

  package var members: [Member]? {
    if case .object(let members) = value { members } else { nil }
  }

  /// Where each key is among members; the first of several.
  static func places(of members: [Member]) -> [String: Int] {
    Dictionary(members.enumerated().map { ($1.key, $0) }) { first, _ in first }
  }

  /// What kind of value this is, for a message: `the text "x"`, `a list`.
  package var kind: Phrase {
    switch value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value) where !value.isFinite:
      value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity"
    case .number(let value): Phrase(verbatim: JSON.number(value).description)
    case .string(let value), .bare(let value): "\"\(value.prefix(60))\""
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// Sets the value at `path`, making objects on the way.
  package mutating func set(_ path: ArraySlice<String>, to new: Node) {
    guard let key = path.first else {
      self = new
      return
    }
    var members = self.members ?? []
    if let index = members.firstIndex(where: { $0.key == key }) {
      members[index].node.set(path.dropFirst(), to: new)
    } else {
      var child = Node(.object([]))
      child.set(path.dropFirst(), to: new)
      members.append(Member(key: key, node: child))
    }
    value = .object(members)
  }

  /// Where the member or element at `path` (such as `services[1].time`) begins, or the nearest one
  /// around it.
  package func position(of path: String) -> Position? { NodePlaces(self).position(of: path) }
}

/// Where the values of a document begin, found by their paths.
///
/// For many paths of one document; it remembers where the keys of large objects are.
package final class NodePlaces {
  private let root: Node
  /// The places of keys, by the path of the object.
  private var places: [Substring: [String: Int]] = [:]

  package init(_ root: Node) { self.root = root }

  /// Where the member or element at `path` begins, or the nearest one around it.
  ///
  /// A key may have a dot itself: the longest one that is there is meant.
  package func position(of path: String) -> Node.Position? {
    var (node, found, rest) = (root, root.position, path[...])
    while !rest.isEmpty {
      if rest.first == "[", let end = rest.firstIndex(of: "]"),
        let index = Int(rest[rest.index(after: rest.startIndex)..<end]),
        case .array(let elements) = node.value, elements.indices.contains(index)
      {
        node = elements[index]
        found = node.position ?? found
        rest = rest[rest.index(after: end)...]
      } else {
        guard let members = node.members else { return found }
        if rest.first == "." { rest.removeFirst() }
        let place = path[..<rest.startIndex]
        let keys = places[place] ?? Node.places(of: members)
        places[place] = keys
        var end = rest.endIndex
        while keys[String(rest[..<end])] == nil {
          guard let cut = rest[..<end].lastIndex(where: { $0 == "." || $0 == "[" }) else {
            return found
          }
          end = cut
        }
        let member = members[keys[String(rest[..<end])] ?? 0]
        node = member.node
        found = member.keyPosition ?? found
        rest = rest[end...]
      }
    }
    return found
  }
}
