package import BankCore

/// Decodes a policy's options from nodes, collecting every mistake instead of stopping at the
/// first, and knowing which keys were asked for.
package struct NodeDecoder: Decoder {
  /// What was found wrong so far.
  package final class Findings {
    package var problems: [Problem] = []
  }

  /// Decodes `node` as a `T`.
  ///
  /// - Throws: every problem, with its path inside `node`.
  package static func decode<T: Decodable>(_ type: T.Type, from node: Node) throws(Problems) -> T {
    let findings = Findings()
    do {
      let value = try Self(node: node, path: "", findings: findings).decode(type)
      guard findings.problems.isEmpty else { throw Problems(findings.problems) }
      return value
    } catch let problems as Problems {
      throw problems
    } catch {
      if findings.problems.isEmpty { findings.problems.append(Problem("", "\(error)")) }
      throw Problems(findings.problems)
    }
  }

  package let node: Node
  package let path: String
  package let findings: Findings
  package var codingPath: [any CodingKey] { [] }
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<
    Key
  > {
    guard let members = node.members else { throw mismatch("an object") }
    return KeyedDecodingContainer(Keyed(decoder: self, members: members))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = node.value else { throw mismatch("a list") }
    return Unkeyed(decoder: self, elements: elements)
  }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer {
    Single(decoder: self)
  }

  // MARK: - Values

  /// Decodes the whole node, noting what is wrong under its path.
  package func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let tracker = KeyTracker()
    let value: T
    do {
      value = try T(from: Tracked(decoder: self, tracker: tracker))
    } catch let error as Noted {
      throw error
    } catch {
      let cases = (type as? any CaseIterable.Type).map { Self.cases(of: $0) } ?? []
      let names = cases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
      let noted = note(
        "\(node.kind) is not possible",
        names.isEmpty ? "" : "allowed: \(names.joined(separator: ", "))")
      // Any case will do to go on with; what was noted refuses the whole in the end.
      guard let standIn = cases.first as? T else { throw noted }
      return standIn
    }
    reportUnknownKeys(tracker)
    return value
  }

  private func reportUnknownKeys(_ tracker: KeyTracker) {
    guard !tracker.isOpaque, let members = node.members else { return }
    let known = tracker.known
    for member in members where !tracker.has(member.key) {
      findings.problems.append(
        Problem(
          inside(member.key), "unknown key \"\(member.key)\"",
          Suggestion.allowed(known, meant: member.key)))
    }
  }

  private static func cases<T: CaseIterable>(of type: T.Type) -> [Any] { Array(type.allCases) }

  package func inside(_ key: String) -> String { path.isEmpty ? key : path + "." + key }

  package func child(_ node: Node, _ path: String) -> NodeDecoder {
    NodeDecoder(node: node, path: path, findings: findings)
  }

  /// Thrown when the problem has been noted already.
  package struct Noted: Error {}

  package func note(_ finding: Phrase, _ remedy: Phrase) -> Noted {
    findings.problems.append(Problem(path, finding, remedy))
    return Noted()
  }

  package func mismatch(_ wanted: Phrase) -> Noted { note(node.kind, "allowed: \(wanted)") }

  package func bool() -> Bool {
    switch node.value {
    case .bool(let value): return value
    case .bare("true"): return true
    case .bare("false"): return false
    default:
      _ = mismatch("true or false")
      return false
    }
  }

  package func string() -> String {
    switch node.value {
    case .string(let value), .bare(let value): return value
    default:
      _ = mismatch("text")
      return ""
    }
  }

  package func number() -> Double {
    if case .number(let value) = node.value, value.isFinite { return value }
    if case .bare(let text) = node.value, let value = Double(decimal: text) { return value }
    _ = mismatch("a number")
    return 0
  }

  package func integer<T: FixedWidthInteger>(_ type: T.Type) -> T {
    if case .bare(let text) = node.value, let value = T(text) { return value }
    if case .number(let value) = node.value, let whole = T(exactly: value) { return whole }
    _ = mismatch("a whole number")
    return 0
  }
}

/// Which keys of an object were asked for.
package final class KeyTracker {
  private(set) package var known: [String] = []
  private var asked: Set<String> = []
  /// Whether it was read as something else than an object with keys.
  package var isOpaque = false

  package func ask(for key: String) {
    if asked.insert(key).inserted { known.append(key) }
  }

  package func has(_ key: String) -> Bool { asked.contains(key) }
}

extension NodeDecoder {
  /// A decoder whose container notes the keys that are asked for.
  private struct Tracked: Decoder {
    let decoder: NodeDecoder
    let tracker: KeyTracker
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      guard let members = decoder.node.members else { throw decoder.mismatch("an object") }
      return KeyedDecodingContainer(
        Keyed(decoder: decoder, members: members, tracker: tracker))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
      tracker.isOpaque = true
      return try decoder.unkeyedContainer()
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
      tracker.isOpaque = true
      return try decoder.singleValueContainer()
    }
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: NodeDecoder
    let members: [Node.Member]
    let places: [String: Int]
    var tracker: KeyTracker?
    var codingPath: [any CodingKey] { [] }

    init(decoder: NodeDecoder, members: [Node.Member], tracker: KeyTracker? = nil) {
      (self.decoder, self.members, self.tracker) = (decoder, members, tracker)
      places = Node.places(of: members)
    }

    var allKeys: [Key] {
      members.compactMap { member in
        tracker?.ask(for: member.key)
        return Key(stringValue: member.key)
      }
    }

    func contains(_ key: Key) -> Bool {
      tracker?.ask(for: key.stringValue)
      return places[key.stringValue] != nil
    }

    func child(_ key: Key) throws -> NodeDecoder {
      tracker?.ask(for: key.stringValue)
      let path = decoder.inside(key.stringValue)
      guard let place = places[key.stringValue] else {
        decoder.findings.problems.append(Problem(path, "is missing"))
        throw Noted()
      }
      return decoder.child(members[place].node, path)
    }

    func decodeNil(forKey key: Key) throws -> Bool {
      if case .null = try child(key).node.value { true } else { false }
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try child(key).bool() }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try child(key).string() }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try child(key).number() }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try child(key).integer(type) }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      try child(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      try child(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try child(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { try child(key) }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    let decoder: NodeDecoder
    let elements: [Node]
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    mutating func take() throws -> NodeDecoder {
      guard !isAtEnd else { throw decoder.note("too few elements", "") }
      defer { currentIndex += 1 }
      return decoder.child(elements[currentIndex], "\(decoder.path)[\(currentIndex)]")
    }

    mutating func decodeNil() throws -> Bool {
      guard !isAtEnd, case .null = elements[currentIndex].value else { return false }
      currentIndex += 1
      return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try take().bool() }
    mutating func decode(_ type: String.Type) throws -> String { try take().string() }
    mutating func decode(_ type: Double.Type) throws -> Double { try take().number() }
    mutating func decode(_ type: Int.Type) throws -> Int { try take().integer(type) }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try take().decode(type) }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
      try take().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try take().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try take() }
  }

  private struct Single: SingleValueDecodingContainer {
    let decoder: NodeDecoder
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { if case .null = decoder.node.value { true } else { false } }
    func decode(_ type: Bool.Type) throws -> Bool { decoder.bool() }
    func decode(_ type: String.Type) throws -> String { decoder.string() }
    func decode(_ type: Double.Type) throws -> Double { decoder.number() }
    func decode(_ type: Float.Type) throws -> Float { Float(decoder.number()) }
    func decode(_ type: Int.Type) throws -> Int { decoder.integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { decoder.integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { decoder.integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { decoder.integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { decoder.integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { decoder.integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { decoder.integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { decoder.integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { decoder.integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { decoder.integer(type) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decode(type) }
  }
}
