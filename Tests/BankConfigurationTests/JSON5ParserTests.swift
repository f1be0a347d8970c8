import BankCore
import Foundation
import Testing

@testable import BankConfiguration

@Suite struct `JSON5` {
  static let accepted = [
    "{}", "[]", "null", "true", "-1", "+1", ".5", "5.", "1e3", "0x1F", "'it\\'s'",
    "{a: 1, 'b': 2, \"c\": 3,}", "[1, 2, 3,]", "// c\n{a /* x */ : 1}", "{_a$1: 'x'}",
    "\"\\u00e9\\n\\x41\\uD83C\\uDF53\"", "{\"예금\": \"대출\"}", "\u{FEFF}{}", "[1,\n\r\n\t2]",
    "'a\\\nb'", "{a: Infinity, b: -Infinity, c: NaN}", "123456789012345678901234567890",
  ]

  static let refused: [(text: String, line: Int, column: Int, finding: String)] = [
    ("", 1, 1, "the file is empty; {} is the standard branch"),
    ("  // nothing\n ", 2, 2, "the file is empty; {} is the standard branch"),
    ("{a: 1,\n b: [1, 2}", 2, 10, "} where , or ] is due"),
    ("{a: 1,\n b 2}", 2, 4, "2 where : is due after \"b\""),
    ("{a: 1 b: 2}", 1, 7, "b where , or } is due"),
    ("{a: tru}", 1, 5, "tru is not a value; text goes in quotes"),
    ("{a: 1, b: 2, a: 3}", 1, 14, "\"a\" is there twice; keep one"),
    ("{a: 'x\n'}", 1, 5, "a text that does not end"),
    ("{a:", 1, 4, "the text ends where a value is due"),
    ("{a: 1", 1, 6, "the end of the text where , or } is due"),
    ("{} {}", 1, 4, "{ after the end of the value"),
    ("{a: 1.2.3}", 1, 5, "1.2.3 is no number"),
    ("{a: 012}", 1, 5, "012 is no number"),
    ("{a: 1e}", 1, 5, "1e is no number"),
    ("/* x", 1, 1, "a comment that does not end; */ is due"),
    ("{a: '\\uD800'}", 1, 12, "half of a surrogate pair"),
    ("{,}", 1, 2, ", where a key is due"),
    (String(repeating: "[", count: 5000), 1, 130, "more than 128 levels deep"),
  ]

  @Test(arguments: accepted)
  func `is read as Foundation reads it`(text: String) throws {
    guard case .success(let node) = JSON5Parser.parse(text) else {
      Issue.record("refused")
      return
    }
    #expect(Plain(node) == (try Plain.foundation(text)))
  }

  @Test(arguments: refused)
  func `is refused with line and column`(
    row: (text: String, line: Int, column: Int, finding: String)
  ) {
    let expected = JSON5Parser.Failure(
      position: Node.Position(line: row.line, column: row.column),
      finding: Phrase(verbatim: row.finding))
    guard case .failure(let failure) = JSON5Parser.parse(row.text) else {
      Issue.record("accepted")
      return
    }
    #expect(failure == expected)
  }

  /// Texts cut, doubled and scrambled: never a crash, and whatever both readers take means the same.
  @Test func `agrees with Foundation on damaged texts`() throws {
    var random = RandomSource(seed: 4)
    let letters = Array("{}[],:'\"\\/* \n0123456789.eE+-xabtrufnlsINy_$".unicodeScalars)
    var agreed = 0
    for round in 0..<20_000 {
      var text = Array(Self.accepted[round % Self.accepted.count].unicodeScalars)
      for _ in 0...Int.random(in: 0...2, using: &random) where !text.isEmpty {
        let place = Int.random(in: 0..<text.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text.remove(at: place)
        case 1: text.insert(letters.randomElement(using: &random) ?? " ", at: place)
        default: text[place] = letters.randomElement(using: &random) ?? " "
        }
      }
      let damaged = String(String.UnicodeScalarView(text))
      guard case .success(let node) = JSON5Parser.parse(damaged),
        let other = try? Plain.foundation(damaged)
      else { continue }
      agreed += 1
      #expect(Plain(node) == other, "\(damaged)")
    }
    #expect(agreed > 2000)
  }

  @Test func `knows where every value stands`() throws {
    let text = "{\n  services: [\n    { name: 'a' },\n    { name: 'b', time: 'x' },\n  ],\n}"
    let node = try JSON5Parser.parse(text).get()
    #expect(node.position(of: "services[1].time") == Node.Position(line: 4, column: 18))
    #expect(node.position(of: "services[1].needs.cash") == Node.Position(line: 4, column: 5))
    #expect(node.position(of: "elsewhere") == Node.Position(line: 1, column: 1))
    let dotted = try JSON5Parser.parse("{ a: { 'b.c': 1, b: { c: 2 }, '1.5': [0, 3] } }").get()
    #expect(dotted.position(of: "a.b.c")?.column == 8, "the longest key that is there")
    #expect(dotted.position(of: "a.1.5[1]")?.column == 42)
  }

  @Test func `says of each key that is there twice`() {
    guard case .failure(let failure) = JSON5Parser.parse("{ a: 1, a: 2, b: { c: 1, c: 2 } }") else {
      return #expect(Bool(false))
    }
    #expect([failure].map(\.position.column) + failure.others.map(\.position.column) == [9, 26])
  }
}

/// A document without order and positions, as Foundation knows it.
enum Plain: Equatable, Decodable {
  case null, bool(Bool), number(Double), notANumber, string(String), array([Plain]), object(
    [String: Plain])

  init(_ node: Node) {
    switch node.value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .number(let value): self = value.isNaN ? .notANumber : .number(value)
    case .string(let value), .bare(let value): self = .string(value)
    case .array(let elements): self = .array(elements.map(Plain.init))
    case .object(let members):
      self = .object(
        Dictionary(members.map { ($0.key, Plain($0.node)) }, uniquingKeysWith: { $1 }))
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = value.isNaN ? .notANumber : .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([Plain].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: Plain].self))
    }
  }

  static func foundation(_ text: String) throws -> Plain {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    return try decoder.decode(Plain.self, from: Data(text.utf8))
  }
}
