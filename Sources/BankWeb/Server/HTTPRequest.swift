/// A request, read whole.
package struct HTTPRequest: Sendable, Equatable {
  package var method: String
  /// Without the query.
  package var path: String
  package var query: [String: String] = [:]
  /// By lower-case name; of a name that came twice, the values with a comma between.
  package var headers: [String: String] = [:]
  package var body: [UInt8] = []
  /// Where whoever asks is: four bytes or sixteen.
  package var address: [UInt8] = []

  /// Whether the connection may stay open after the answer.
  package var keepsAlive: Bool {
    let words = headers["connection"]?.lowercased().split(whereSeparator: { ", \t".contains($0) })
    return !(words ?? []).contains("close")
  }

  /// What the body is, in small letters and without parameters: `application/json`.
  package var mediaType: String {
    let type = headers["content-type"]?.lowercased().split(separator: ";").first ?? ""
    return String(type.filter { $0 != " " && $0 != "\t" })
  }

  /// The fields of a form in the body; none where it is no form.
  package var form: [String: String] {
    guard mediaType == "application/x-www-form-urlencoded",
      let text = String(validating: body, as: UTF8.self)
    else { return [:] }
    return HTTPParser.fields(text[...]) ?? [:]
  }
}

/// Reads requests from bytes as they come: HTTP/1.1 with a length, nothing chunked.
package struct HTTPParser: Sendable {
  package static let longestHead = 16_384
  package static let longestBody = 65_536
  package static let mostHeaders = 100

  /// What the bytes so far are.
  package enum Result: Equatable {
    case needsMore
    /// The body is still to come, and is sent only when `100 Continue` was answered; told once.
    case needsContinue
    case request(HTTPRequest)
    /// Not to be answered otherwise than by this status and an end; see ``reason(of:)``.
    case refused(status: Int)
  }

  private var bytes: [UInt8] = []
  /// So many bytes were looked at for the end of the head.
  private var searched = 0
  /// The request whose body is still to come, and how long head and body are.
  private var begun: (request: HTTPRequest, head: Int, body: Int)?
  private var isContinueTold = false

  /// Why a request is refused with `status`.
  static func reason(of status: Int) -> String {
    switch status {
    case 413: "the body of a request may have at most \(longestBody) bytes"
    case 431:
      "the head of a request may have at most \(longestHead) bytes and \(mostHeaders) fields"
    case 501: "a body needs a Content-Length: no Transfer-Encoding is read"
    default:
      "this server reads HTTP/1.1 with a Host, a path and text in UTF-8: this request is not that"
    }
  }

  /// Whether a request has begun and not ended.
  package var isInTheMiddle: Bool { !bytes.isEmpty }

  package mutating func add(_ new: some Sequence<UInt8>) { bytes += new }

  /// Takes the next request out of the bytes so far.
  package mutating func next() -> Result {
    if begun == nil {
      if searched == 0 { skipEmptyLines() }
      guard let end = Self.end(of: bytes, from: max(0, searched - 3)) else {
        searched = bytes.first == 13 ? 0 : bytes.count
        return bytes.count > Self.longestHead ? .refused(status: 431) : .needsMore
      }
      guard end <= Self.longestHead else { return .refused(status: 431) }
      switch Self.head(bytes[..<end]) {
      case .failure(let refusal): return .refused(status: refusal.status)
      case .success(let (request, length)): begun = (request, end + 4, length)
      }
    }
    guard let (request, head, length) = begun, bytes.count >= head + length else {
      guard !isContinueTold, let begun, bytes.count == begun.head,
        begun.request.headers["expect"]?.lowercased() == "100-continue"
      else { return .needsMore }
      isContinueTold = true
      return .needsContinue
    }
    var whole = request
    whole.body = Array(bytes[head..<head + length])
    bytes.removeFirst(head + length)
    (begun, searched, isContinueTold) = (nil, 0, false)
    return .request(whole)
  }

  /// Goes past empty lines before a request.
  private mutating func skipEmptyLines() {
    var empty = 0
    while bytes[empty...].starts(with: [13, 10]) { empty += 2 }
    bytes.removeFirst(empty)
  }

  private struct Refusal: Error { let status: Int }

  /// Reads a head: the request without its body, and how long that is.
  private static func head(_ bytes: ArraySlice<UInt8>) -> Swift.Result<(HTTPRequest, Int), Refusal>
  {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .failure(Refusal(status: 400))
    }
    var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
    guard let first = lines.popFirst(), let asked = Self.request(first) else {
      return .failure(Refusal(status: 400))
    }
    var request = asked.request
    guard lines.count <= mostHeaders else { return .failure(Refusal(status: 431)) }
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else {
        return .failure(Refusal(status: 400))
      }
      // Checked before it is lowered: K, the sign of Kelvin, is no letter here.
      guard line[..<colon].utf8.allSatisfy(isToken) else {
        return .failure(Refusal(status: 400))
      }
      let name = line[..<colon].lowercased()
      func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
      var value = line[line.index(after: colon)...].drop(while: isSpace)
      while let last = value.last, isSpace(last) { value.removeLast() }
      guard !value.utf8.contains(where: { $0 < 32 && $0 != 9 || $0 == 127 }) else {
        return .failure(Refusal(status: 400))
      }
      // Cookies alone are not joined by a comma.
      let comma = name == "cookie" ? "; " : ","
      request.headers[name] = request.headers[name].map { $0 + comma + value } ?? String(value)
    }
    // Whoever speaks 1.0 does not wait for leave to go on.
    if first.hasSuffix("1.0") { request.headers["expect"] = nil }
    guard request.headers["host"] != nil else { return .failure(Refusal(status: 400)) }
    // The host of a whole address is the one that counts.
    if let host = asked.host { request.headers["host"] = host }
    guard request.headers["transfer-encoding"] == nil else {
      return .failure(Refusal(status: 501))
    }
    guard let written = request.headers["content-length"] else { return .success((request, 0)) }
    guard written.utf8.allSatisfy({ (48...57).contains($0) }), written.utf8.count < 10,
      let length = Int(written)
    else { return .failure(Refusal(status: 400)) }
    return length <= longestBody
      ? .success((request, length)) : .failure(Refusal(status: 413))
  }

  /// Where the head ends: the place of the empty line, looked for from `start`.
  private static func end(of bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count >= start + 4 else { return nil }
    return (start...bytes.count - 4).first { place in
      bytes[place] == 13 && bytes[place + 1] == 10 && bytes[place + 2] == 13
        && bytes[place + 3] == 10
    }
  }

  /// What the first line asks for, and the host where that has the whole address.
  private static func request(_ line: Substring) -> (request: HTTPRequest, host: String?)? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0",
      !words[0].isEmpty, words[0].utf8.allSatisfy(isToken),
      let (host, target) = target(words[1])
    else { return nil }
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = decoded(parts[0]) else { return nil }
    var request = HTTPRequest(method: String(words[0]), path: path)
    guard let query = fields(parts.count > 1 ? parts[1] : "") else { return nil }
    request.query = query
    if words[2] == "HTTP/1.0" { request.headers["connection"] = "close" }
    return (request, host.map(String.init))
  }

  /// What is asked for, and the host where the whole address is written: `http://localhost:8080/`.
  private static func target(_ text: Substring) -> (host: Substring?, path: Substring)? {
    if text.hasPrefix("/") { return (nil, text) }
    guard let scheme = text.firstRange(of: "://"),
      ["http", "https"].contains(text[..<scheme.lowerBound].lowercased())
    else { return nil }
    let address = text[scheme.upperBound...]
    let end = address.firstIndex { $0 == "/" || $0 == "?" } ?? address.endIndex
    guard end > address.startIndex else { return nil }
    let path = address[end...]
    return (address[..<end], path.hasPrefix("/") ? path : "/" + path)
  }

  /// The fields of a query or a form; `nil` where one is no text.
  static func fields(_ text: Substring) -> [String: String]? {
    var fields: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let key = decoded(sides[0]), let value = decoded(sides.count > 1 ? sides[1] : "")
      else { return nil }
      fields[key] = value
    }
    return fields
  }

  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
          let value = UInt8(digits, radix: 16)
        else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? 32 : byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
