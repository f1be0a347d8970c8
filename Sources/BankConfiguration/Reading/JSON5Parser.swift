package import BankCore

/// Reads JSON5 (json5.org) into nodes that know where they stand, with duplicate keys refused.
///
/// Foundation's decoder accepts the same texts, but says neither where one is wrong nor that a key
/// is there twice; the tests hold the two against each other.
package struct JSON5Parser {
  /// What is wrong with a text, and where.
  package struct Failure: Error, Equatable {
    package var position: Node.Position
    package var finding: Phrase
    /// What else is wrong.
    package var others: [Failure] = []
  }

  /// More levels than any config needs, and fewer than the stack holds.
  package static let deepest = 128

  private let scalars: [Unicode.Scalar]
  private let lineStarts: [Int]
  private var index = 0
  private var depth = 0
  private var duplicates: [Failure] = []

  /// Reads the one value of `text`.
  package static func parse(_ text: String) -> Result<Node, Failure> {
    var parser = JSON5Parser(text)
    do throws(Failure) {
      let node = try parser.document()
      if var duplicate = parser.duplicates.first {
        duplicate.others = Array(parser.duplicates.dropFirst())
        return .failure(duplicate)
      }
      return .success(node)
    } catch {
      return .failure(error)
    }
  }

  private init(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    self.scalars = scalars
    lineStarts =
      [0]
      + scalars.indices.filter { index in
        scalars[index] == "\n"
          || (scalars[index] == "\r" && scalars.dropFirst(index + 1).first != "\n")
      }.map { $0 + 1 }
    if scalars.first == "\u{FEFF}" { index = 1 }
  }

  private mutating func document() throws(Failure) -> Node {
    try skipSpace()
    guard peek != nil else { throw failure("the file is empty; {} is the standard branch") }
    let node = try value()
    try skipSpace()
    if let extra = peek { throw failure("\(Self.name(extra)) after the end of the value") }
    return node
  }

  // MARK: - Values

  private mutating func value() throws(Failure) -> Node {
    let start = position
    guard let first = peek else { throw failure("the text ends where a value is due") }
    switch first {
    case "{": return Node(.object(try object()), at: start)
    case "[": return Node(.array(try array()), at: start)
    case "\"", "'": return Node(.string(try string(first)), at: start)
    case "+", "-", ".", "0"..."9": return Node(.number(try number()), at: start)
    default: break
    }
    guard let word = try? identifier() else {
      throw failure("\(Self.name(first)) where a value is due")
    }
    switch word {
    case "true": return Node(.bool(true), at: start)
    case "false": return Node(.bool(false), at: start)
    case "null": return Node(.null, at: start)
    case "Infinity": return Node(.number(.infinity), at: start)
    case "NaN": return Node(.number(.nan), at: start)
    default:
      throw Failure(position: start, finding: "\(word) is not a value; text goes in quotes")
    }
  }

  private mutating func object() throws(Failure) -> [Node.Member] {
    var members: [Node.Member] = []
    var seen: Set<String> = []
    try enter()
    while true {
      try skipSpace()
      if take("}") { break }
      let start = position
      guard let first = peek else { throw failure("the text ends inside an object; } is due") }
      let key = first == "\"" || first == "'" ? try string(first) : try identifier()
      try skipSpace()
      guard take(":") else { throw failure("\(found) where : is due after \"\(key)\"") }
      try skipSpace()
      let node = try value()
      if !seen.insert(key).inserted {
        duplicates.append(Failure(position: start, finding: "\"\(key)\" is there twice; keep one"))
      }
      members.append(Node.Member(key: key, keyPosition: start, node: node))
      try skipSpace()
      if !take(","), peek != "}" { throw failure("\(found) where , or } is due") }
    }
    depth -= 1
    return members
  }

  private mutating func array() throws(Failure) -> [Node] {
    var elements: [Node] = []
    try enter()
    while true {
      try skipSpace()
      if take("]") { break }
      if peek == nil { throw failure("the text ends inside a list; ] is due") }
      elements.append(try value())
      try skipSpace()
      if !take(","), peek != "]" { throw failure("\(found) where , or ] is due") }
    }
    depth -= 1
    return elements
  }

  private mutating func enter() throws(Failure) {
    index += 1
    depth += 1
    if depth > Self.deepest { throw failure("more than \(Self.deepest) levels deep") }
  }

  private mutating func identifier() throws(Failure) -> String {
    let start = index
    while let next = peek,
      next.properties.isAlphabetic || next == "_" || next == "$"
        || (index > start && next.properties.numericType == .decimal)
    {
      index += 1
    }
    guard index > start else { throw failure("\(found) where a key is due") }
    return text(start..<index)
  }

  private mutating func number() throws(Failure) -> Double {
    let start = index
    let isNegative = peek == "-"
    if isNegative || peek == "+" { index += 1 }
    let body = index
    while let next = peek,
      next.properties.isAlphabetic || next.properties.numericType == .decimal || next == "."
        || ((next == "+" || next == "-") && index > body
          && "eE".unicodeScalars.contains(scalars[index - 1])
          && !Self.isHex(scalars[body...]))
    {
      index += 1
    }
    let digits = text(body..<index)
    let isBad = digits.first == "0" && digits.dropFirst().first?.isWholeNumber == true
    guard !isBad, let value = Self.magnitude(digits) else {
      throw Failure(position: position(at: start), finding: "\(text(start..<index)) is no number")
    }
    return isNegative ? -value : value
  }

  private static func isHex(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    let start = rest.prefix(2).map { $0 }
    return start == ["0", "x"] || start == ["0", "X"]
  }

  private static func magnitude(_ digits: String) -> Double? {
    if digits == "Infinity" { return .infinity }
    if digits == "NaN" { return .nan }
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      return UInt64(digits.dropFirst(2), radix: 16).map { Double($0) }
    }
    // JSON5 allows .5 and 5. where Swift does not.
    guard digits.utf8.contains(where: { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      digits.utf8.allSatisfy({ "0123456789.eE+-".utf8.contains($0) })
    else { return nil }
    var whole = digits.hasPrefix(".") ? "0" + digits : digits
    if let dot = whole.firstIndex(of: "."),
      whole.index(after: dot) == whole.endIndex || "eE".contains(whole[whole.index(after: dot)])
    {
      whole.insert("0", at: whole.index(after: dot))
    }
    return Double(whole)
  }

  // MARK: - Strings

  private mutating func string(_ quote: Unicode.Scalar) throws(Failure) -> String {
    let start = position
    index += 1
    var text = String.UnicodeScalarView()
    while let next = peek {
      index += 1
      switch next {
      case quote: return String(text)
      case "\\": try escape(into: &text)
      case "\n", "\r": throw Failure(position: start, finding: "a text that does not end")
      default: text.append(next)
      }
    }
    throw Failure(position: start, finding: "a text that does not end")
  }

  private mutating func escape(into text: inout String.UnicodeScalarView) throws(Failure) {
    guard let next = peek else { throw failure("the text ends after \\") }
    index += 1
    switch next {
    case "n": text.append("\n")
    case "t": text.append("\t")
    case "r": text.append("\r")
    case "b": text.append("\u{8}")
    case "f": text.append("\u{C}")
    case "v": text.append("\u{B}")
    case "0" where peek.map { !("0"..."9" ~= $0) } ?? true: text.append("\0")
    case "\r":
      if peek == "\n" { index += 1 }
      text.append("\n")
    case "x": text.append(try scalar(hex(2)))
    case "u":
      var code = try hex(4)
      if 0xD800..<0xDC00 ~= code, peek == "\\", index + 1 < scalars.count,
        scalars[index + 1] == "u"
      {
        index += 2
        let low = try hex(4)
        guard 0xDC00..<0xE000 ~= low else { throw failure("half of a surrogate pair") }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      text.append(try scalar(code))
    case "1"..."9", "0": throw failure("\\\(next) is no escape")
    default: text.append(next)
    }
  }

  private mutating func hex(_ digits: Int) throws(Failure) -> UInt32 {
    let end = index + digits
    guard end <= scalars.count, let code = UInt32(text(index..<end), radix: 16) else {
      throw failure("\(digits) hexadecimal digits are due")
    }
    index = end
    return code
  }

  private func scalar(_ code: UInt32) throws(Failure) -> Unicode.Scalar {
    guard let scalar = Unicode.Scalar(code) else { throw failure("half of a surrogate pair") }
    return scalar
  }

  // MARK: - Letters

  private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() throws(Failure) {
    while let next = peek {
      if next.properties.isWhitespace || next == "\u{FEFF}" {
        index += 1
      } else if next == "/", index + 1 < scalars.count, scalars[index + 1] == "/" {
        while let next = peek, next != "\n", next != "\r" { index += 1 }
      } else if next == "/", index + 1 < scalars.count, scalars[index + 1] == "*" {
        let start = position
        index += 2
        while index + 1 < scalars.count, !(scalars[index] == "*" && scalars[index + 1] == "/") {
          index += 1
        }
        guard index + 1 < scalars.count else {
          throw Failure(position: start, finding: "a comment that does not end; */ is due")
        }
        index += 2
      } else {
        return
      }
    }
  }

  private func text(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range]))
  }

  private var found: Phrase { peek.map(Self.name) ?? "the end of the text" }

  private static func name(_ scalar: Unicode.Scalar) -> Phrase {
    scalar.properties.isWhitespace || scalar.value < 0x20
      ? "the character U+\(String(scalar.value, radix: 16, uppercase: true))"
      : Phrase(verbatim: String(scalar))
  }

  private func failure(_ finding: Phrase) -> Failure {
    Failure(position: position, finding: finding)
  }

  private var position: Node.Position { position(at: index) }

  private func position(at index: Int) -> Node.Position {
    var low = 0
    var high = lineStarts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if lineStarts[middle] <= index { low = middle } else { high = middle - 1 }
    }
    return Node.Position(line: low + 1, column: index - lineStarts[low] + 1)
  }
}
