import Foundation

/// Options as JSON has them: to be changed, and given to a policy's own type again.
///
/// There are thousands of changes a policy. `JSONSerialization`, with `Any` for values, took a third of a whole check.
enum OptionValue: Equatable, Sendable {
  case null
  case truth(Bool)
  case whole(Int)
  case number(Double)
  case text(String)
  case list([OptionValue])
  case object([String: OptionValue])

  /// The keys of an object with their values; `nil` for anything else.
  var members: [String: OptionValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  var elements: [OptionValue]? { if case .list(let elements) = self { elements } else { nil } }

  var text: String? { if case .text(let text) = self { text } else { nil } }

  var truth: Bool? { if case .truth(let truth) = self { truth } else { nil } }

  /// A number, whole or not, as a `Double`.
  var double: Double? {
    switch self {
    case .whole(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// The JSON text.
  var json: Data {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return Data(bytes)
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .truth(let truth): bytes += "\(truth)".utf8
    case .whole(let number): bytes += "\(number)".utf8
    case .number(let number): bytes += number.isFinite ? "\(number)".utf8 : "null".utf8
    case .text(let text): Self.write(text, to: &bytes)
    case .list(let elements):
      bytes.append(UInt8(ascii: "["))
      for (place, element) in elements.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      var isFirst = true
      for (key, value) in members {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        Self.write(key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case ..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension OptionValue: Decodable {
  /// Reads JSON; a number that an `Int` holds is a whole one.
  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    // What there is most of in tables comes first.
    if let number = try? value.decode(Int.self) {
      self = .whole(number)
    } else if let members = try? value.decode([String: OptionValue].self) {
      self = .object(members)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let elements = try? value.decode([OptionValue].self) {
      self = .list(elements)
    } else if let truth = try? value.decode(Bool.self) {
      self = .truth(truth)
    } else {
      self = .null
    }
  }

  /// What `value` is encoded as; `nil` where it cannot be encoded.
  init?(encoding value: some Encodable) {
    guard let data = try? JSONEncoder().encode(value),
      let decoded = try? JSONDecoder().decode(Self.self, from: data)
    else { return nil }
    self = decoded
  }
}

extension OptionValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  init(integerLiteral value: Int) { self = .whole(value) }
  init(floatLiteral value: Double) { self = .number(value) }
  init(stringLiteral value: String) { self = .text(value) }
  init(booleanLiteral value: Bool) { self = .truth(value) }
  init(arrayLiteral elements: OptionValue...) { self = .list(elements) }
  init(dictionaryLiteral members: (String, OptionValue)...) {
    self = .object(Dictionary(members) { $1 })
  }
}

extension [String: OptionValue] {
  /// The same with `value` under `key`.
  func with(_ key: String, _ value: OptionValue) -> Self {
    var other = self
    other[key] = value
    return other
  }
}
