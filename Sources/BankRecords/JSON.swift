/// A JSON document whose members keep their order.
public enum JSON: Sendable, Equatable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number; one that is not finite is written as `null`.
  case number(Double)
  /// A string.
  case string(String)
  /// A list.
  case array([JSON])
  /// Members in their order.
  case object([Member])

  /// A key and its value.
  public struct Member: Sendable, Equatable {
    /// The key.
    public var key: String
    /// The value.
    public var value: JSON

    /// Makes a member.
    public init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// The value under `key` of an object, or `nil`.
  public subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  /// Makes an object.
  public init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map(Member.init))
  }

  /// Makes a list.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }

  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Makes a number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }

  /// Makes a number.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// Makes a truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Makes `null`.
  public init(nilLiteral: ()) { self = .null }

  /// Makes a number.
  public static func number(_ value: Int) -> JSON { .number(Double(value)) }

  /// Makes a number, or `null`.
  public static func optional(_ value: Double?) -> JSON { value.map { .number($0) } ?? .null }
}

extension JSON: CustomStringConvertible {
  /// The document on one line.
  public var description: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// The document with a line for each member, two spaces deeper at each level; what fits into 80
  /// columns stays on one line.
  public var pretty: String {
    var text = ""
    write(to: &text, indent: 0)
    return text
  }

  private func write(to text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += Self.written(value)
    case .string(let value): text += Self.quoted(value)
    case .array(let elements):
      Self.write(elements.map { (nil, $0) }, "[", "]", to: &text, indent: indent)
    case .object(let members):
      Self.write(members.map { ($0.key, $0.value) }, "{", "}", to: &text, indent: indent)
    }
  }

  private static func write(
    _ items: [(key: String?, value: JSON)], _ open: String, _ close: String, to text: inout String,
    indent: Int?
  ) {
    func line() -> String {
      var text = open
      for (index, item) in items.enumerated() {
        if index > 0 { text += indent == nil ? "," : ", " }
        if let key = item.key { text += quoted(key) + (indent == nil ? ":" : ": ") }
        item.value.write(to: &text, indent: indent.map { _ in 0 })
      }
      return text + close
    }
    guard let indent else { return text += line() }
    let short = line()
    if short.count + indent <= 80, !short.contains("\n") { return text += short }
    text += open
    for (index, item) in items.enumerated() {
      text += (index > 0 ? ",\n" : "\n") + String(repeating: " ", count: indent + 2)
      if let key = item.key { text += quoted(key) + ": " }
      item.value.write(to: &text, indent: indent + 2)
    }
    text += "\n" + String(repeating: " ", count: indent) + close
  }

  /// A number with no more digits than it needs.
  static func written(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if value == value.rounded(), abs(value) < 9e18 { return String(Int64(value)) }
    return value.description
  }

  /// A string with quotes and escapes.
  public static func quoted(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      // Whatever somebody may take for the end of a line, too.
      case _
      where scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value
        || scalar.value == 0x2028 || scalar.value == 0x2029:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
