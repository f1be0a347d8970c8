import BankCore
import BankRecords

/// How one kind of value stands in a config: all that reader, writer, schema and reference page need of it.
struct Form<Value>: Sendable {
  /// What is allowed, in words.
  let wanted: Phrase
  /// What the JSON Schema says.
  let schema: JSON
  /// Reads a value, or reports under its path what is wrong.
  let read: @Sendable (ConfigReader, Node, String) -> Value?
  /// Writes a value so that it can be read again.
  let write: @Sendable (Value) -> JSON

  /// Another value made of this one; `make` may refuse it with a report.
  func made<Other>(
    _ make: @escaping @Sendable (Value, ConfigReader, String) -> Other?,
    from: @escaping @Sendable (Other) -> Value
  ) -> Form<Other> {
    Form<Other>(
      wanted: wanted, schema: schema,
      read: { reader, node, path in
        read(reader, node, path).flatMap { make($0, reader, path) }
      }, write: { write(from($0)) })
  }

  /// A list of such values; `none` is said where it has to have one.
  func list(_ wanted: Phrase, orNone none: Phrase? = nil) -> Form<[Value]> {
    var schema: [JSON.Member] = [.init("type", "array"), .init("items", self.schema)]
    if none != nil { schema.insert(.init("minItems", 1), at: 1) }
    return Form<[Value]>(
      wanted: wanted, schema: .object(schema),
      read: { reader, node, path in
        let values = reader.list(node, path, wanted) { read(reader, $0, $1) }
        if let none, case .array(let elements) = node.value, elements.isEmpty {
          reader.report(path, "there is none", none)
        }
        return values
      }, write: { .array($0.map(write)) })
  }

  /// Such a value under each of many names, in their order.
  func byName(_ wanted: Phrase) -> Form<[(name: String, value: Value?)]> {
    Form<[(name: String, value: Value?)]>(
      wanted: wanted, schema: ["type": "object", "additionalProperties": schema],
      read: { reader, node, path in
        reader.object(node, path, wanted) { keys in
          keys.members.map { member in
            (member.key, keys.read(member.key) { read(reader, $0, $1) })
          }
        }
      },
      write: { .object($0.map { .init($0.name, $0.value.map(write) ?? .null) }) })
  }

  /// A list of exactly two values.
  static func pair<First, Second>(
    _ wanted: Phrase, _ first: Form<First>, _ second: Form<Second>
  ) -> Form where Value == (First, Second) {
    Form(
      wanted: wanted,
      schema: [
        "type": "array", "prefixItems": [first.schema, second.schema], "minItems": 2, "maxItems": 2,
      ],
      read: { reader, node, path in
        guard case .array(let pair) = node.value, pair.count == 2 else {
          reader.mismatch(node, path, wanted)
          return nil
        }
        let values = (
          first.read(reader, pair[0], path + "[0]"), second.read(reader, pair[1], path + "[1]")
        )
        guard let one = values.0, let other = values.1 else { return nil }
        return (one, other)
      }, write: { [first.write($0.0), second.write($0.1)] })
  }

  /// A value in a short form, which stands for a longer one, or in the longer form, which is an object.
  static func short<Short>(
    _ wanted: Phrase, _ short: Form<Short>, as full: @escaping @Sendable (Short) -> Value,
    asShort: @escaping @Sendable (Value) -> Short?, or object: Form
  ) -> Form {
    Form(
      wanted: wanted, schema: ["oneOf": [short.schema, object.schema]],
      read: { reader, node, path in
        if case .object = node.value { return object.read(reader, node, path) }
        let before = reader.problems.count
        if let value = short.read(reader, node, path) { return full(value) }
        // A value of the short form's kind that is not allowed is told as such.
        if case .string = node.value, Short.self == String.self { return nil }
        reader.problems.removeSubrange(before...)
        reader.mismatch(node, path, wanted)
        return nil
      }, write: { value in asShort(value).map(short.write) ?? object.write(value) })
  }
}

// MARK: - Text and numbers

extension Form<String> {
  static var text: Form {
    Form(
      wanted: "text", schema: ["type": "string"], read: { $0.text($1, $2) },
      write: { .string($0) })
  }

  /// A name, whose length the branch checks.
  static var name: Form {
    Form(
      wanted: "text", schema: ["type": "string", "minLength": 1, "maxLength": 64],
      read: Form.text.read, write: { .string($0) })
  }

  /// What people call something; empty where it has no name of its own.
  static var title: Form {
    Form(
      wanted: "text", schema: ["type": "string", "maxLength": 64],
      read: { reader, node, path in
        guard let text = reader.text(node, path) else { return nil }
        if text.isEmpty || BranchPlan.isLabel(text) { return text }
        reader.report(
          path, "\"\(text)\" is not a title", "allowed: up to 64 characters, on one line")
        return nil
      }, write: { .string($0) })
  }

  /// One name of a few.
  static func choice(_ names: [String]) -> Form {
    Form(
      wanted: Phrase(verbatim: names.joined(separator: ", ")),
      schema: ["enum": .array(names.map { .string($0) })],
      read: { $0.choice($1, $2, among: names) }, write: { .string($0) })
  }
}

extension Form where Value: RawRepresentable<String> & CaseIterable & Sendable {
  /// One of the cases.
  static var choice: Form {
    Form<String>.choice(Value.allCases.map(\.rawValue)).made(
      { name, _, _ in Value(rawValue: name) }, from: \.rawValue)
  }
}

extension Form<Int> {
  static func integer(_ range: ClosedRange<Int>) -> Form {
    Form(
      wanted: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      schema: [
        "type": "integer", "minimum": .number(range.lowerBound),
        "maximum": .number(range.upperBound),
      ], read: { $0.integer($1, $2, in: range) }, write: { .number($0) })
  }
}

extension Form<Double> {
  static func number(_ range: ClosedRange<Double>, _ wanted: Phrase? = nil) -> Form {
    let (low, high) = (JSON.number(range.lowerBound), JSON.number(range.upperBound))
    return Form(
      wanted: wanted ?? ConfigReader.bounds(true, low, high),
      schema: ["type": "number", "minimum": low, "maximum": high],
      read: { $0.number($1, $2, in: range, wanted) }, write: { .number($0) })
  }

  // MARK: - Times

  /// A length of time in seconds.
  static var seconds: Form {
    Form(
      wanted: "a time",
      schema: [
        "oneOf": [
          ["type": "number", "minimum": 0, "maximum": .number(BranchPlan.longestTime.seconds)],
          ["type": "string", "pattern": "^[0-9]"],
        ]
      ], read: { $0.seconds($1, $2) }, write: { .number($0) })
  }

  /// A length of time above 0, in seconds.
  static var positiveSeconds: Form {
    Form(
      wanted: "a time above 0",
      schema: [
        "oneOf": [
          ["type": "number", "exclusiveMinimum": 0], ["type": "string", "pattern": "^[0-9]"],
        ]
      ], read: { $0.seconds($1, $2, orZero: false) }, write: { .number($0) })
  }

  /// A point in time: seconds from opening, or a time of day.
  static var moment: Form {
    Form(
      wanted: "a time since opening, or of day", schema: seconds.schema,
      read: { $0.moment($1, $2) }, write: { .number($0) })
  }

  /// A rate per second.
  static func rate(orZero: Bool) -> Form {
    Form(
      wanted: "a rate per second, or a text such as \"58/h\"", schema: positiveSeconds.schema,
      read: { $0.rate($1, $2, orZero: orZero) }, write: { .number($0) })
  }
}

extension Form<Shift> {
  /// From when until when.
  static var shift: Form {
    Form<(Double, Double)>.pair("[from when, until when]", .moment, .moment).made(
      { pair, _, _ in Shift(from: .seconds(pair.0), to: .seconds(pair.1)) },
      from: { ($0.start.seconds, $0.end.seconds) })
  }
}
