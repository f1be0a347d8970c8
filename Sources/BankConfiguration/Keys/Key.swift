package import BankCore
import BankRecords

/// A key of a config: its name, what it means, how its value is written, and where it goes in a `Whole`.
///
/// It is described once. The reader goes by it, and so do the writer, the JSON Schema, `--set` (which changes
/// the text that is then read) and the page `docs/Reference/Configuration.md`.
struct Key<Whole>: Sendable {
  let name: String
  /// What it means, and what holds without it.
  let about: KeyText
  let isRequired: Bool
  let schema: JSON
  /// The keys of the object under it that belong to the same whole.
  let inner: [KeyText]
  let read: @Sendable (inout ObjectReader, inout Whole) -> Void
  /// The value as it is written; `nil` where there is none to write.
  let write: @Sendable (Whole) -> JSON?

  /// A key that may be left out: `nil` then.
  init<Value>(
    _ name: String, _ place: any WritableKeyPath<Whole, Value?> & Sendable, _ form: Form<Value>,
    required isRequired: Bool = false, about: String, else standard: String = ""
  ) {
    self.init(name, form, isRequired, about, standard, read: { $1[keyPath: place] = $0 }) {
      $0[keyPath: place].map(form.write)
    }
  }

  /// A key that keeps its default where it is left out; `standard` is not written.
  init<Value: Equatable & Sendable>(
    _ name: String, _ place: any WritableKeyPath<Whole, Value> & Sendable, _ form: Form<Value>,
    keeps value: Value, required isRequired: Bool = false, about: String,
    else standard: String = ""
  ) {
    self.init(
      name, form, isRequired, about, standard,
      read: { if let given = $0 { $1[keyPath: place] = given } }
    ) {
      $0[keyPath: place] == value ? JSON?.none : form.write($0[keyPath: place])
    }
  }

  /// A key that keeps its default where it is left out, and that may have none.
  init<Value: Equatable & Sendable>(
    _ name: String, _ place: any WritableKeyPath<Whole, Value?> & Sendable, _ form: Form<Value>,
    keeps value: Value?, about: String, else standard: String = ""
  ) {
    self.init(
      name, form, false, about, standard, read: { if let given = $0 { $1[keyPath: place] = given } }
    ) {
      $0[keyPath: place] == value ? JSON?.none : $0[keyPath: place].map(form.write)
    }
  }

  private init<Value>(
    _ name: String, _ form: Form<Value>, _ isRequired: Bool, _ about: String, _ standard: String,
    read: @escaping @Sendable (Value?, inout Whole) -> Void,
    write: @escaping @Sendable (Whole) -> JSON?
  ) {
    self.name = name
    self.about = KeyText(
      name: name, wanted: form.wanted, about: about,
      standard: isRequired ? KeyText.required : standard)
    self.isRequired = isRequired
    schema = form.schema.described(about)
    inner = []
    self.read = { keys, whole in
      let reader = keys.reader
      let value =
        isRequired
        ? keys.require(name) { form.read(reader, $0, $1) }
        : keys.read(name) { form.read(reader, $0, $1) }
      read(value, &whole)
    }
    self.write = write
  }

  /// A key with an object under it whose keys belong to the same whole; `check` looks at them together.
  init(
    _ name: String, required isRequired: Bool = false, about: String, keys inner: [Key],
    check: @escaping @Sendable (Whole, ObjectReader) -> Void = { _, _ in }
  ) {
    self.name = name
    self.about = KeyText(
      name: name, wanted: "an object", about: about, standard: isRequired ? KeyText.required : "")
    self.isRequired = isRequired
    self.inner = Key.texts(inner, inside: name + ".")
    schema = Key.schema(inner).described(about)
    read = { keys, whole in
      let reader = keys.reader
      func inside(_ node: Node, _ path: String) -> Bool? {
        reader.object(node, path) { keys in
          for key in inner { key.read(&keys, &whole) }
          check(whole, keys)
          return true
        }
      }
      _ = isRequired ? keys.require(name, inside) : keys.read(name, inside)
    }
    write = { whole in
      let members = Key.write(whole, inner)
      return members.isEmpty ? JSON?.none : .object(members)
    }
  }

  static func write(_ whole: Whole, _ keys: [Key]) -> [JSON.Member] {
    keys.compactMap { key in key.write(whole).map { .init(key.name, $0) } }
  }

  static func schema(_ keys: [Key]) -> JSON {
    var members: [JSON.Member] = [
      .init("type", "object"), .init("additionalProperties", false),
      .init("properties", .object(keys.map { .init($0.name, $0.schema) })),
    ]
    let required = keys.filter(\.isRequired).map { JSON.string($0.name) }
    if !required.isEmpty { members.insert(.init("required", .array(required)), at: 2) }
    return .object(members)
  }

  /// What the reference page says of `keys`.
  static func texts(_ keys: [Key], inside prefix: String = "") -> [KeyText] {
    keys.flatMap { [$0.about] + $0.inner }.map { text in
      var text = text
      text.name = prefix + text.name
      return text
    }
  }
}

/// What the reference page says of a key.
package struct KeyText: Sendable {
  static let required = "**needed**"

  package var name: String
  /// What its value may be.
  package var wanted: Phrase
  /// What it means.
  package var about: String
  /// What holds without it.
  package var standard: String
}

extension Form where Value: Sendable {
  /// An object with these keys; `finish` may refuse it.
  static func record(
    _ keys: [Key<Value>], blank: Value, _ wanted: Phrase = "an object",
    finish: @escaping @Sendable (Value, ConfigReader, String) -> Value? = { value, _, _ in value }
  ) -> Form {
    Form(
      wanted: wanted, schema: Key.schema(keys),
      read: { reader, node, path in
        reader.object(node, path, wanted) { object in
          var whole = blank
          for key in keys { key.read(&object, &whole) }
          return finish(whole, reader, path)
        }
      }, write: { .object(Key.write($0, keys)) })
  }
}

extension JSON {
  /// A schema with a description.
  fileprivate func described(_ about: String) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members + [.init("description", .string(about))])
  }
}
