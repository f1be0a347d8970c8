import BankCore
import BankRecords
import BankWeb
import Foundation

/// Who may open the pages of a server, and do what.
struct Access: Sendable {
  /// What somebody may do; each may do what the ones before it may.
  enum Role: String, CaseIterable, Sendable {
    /// See the floor and take its files.
    case look
    /// Let clients in.
    case serve
    /// Everything: begin anew, undo, choose the policy, set the speed and the stock.
    case manage

    func may(_ other: Role) -> Bool {
      Role.allCases.firstIndex(of: self) ?? 0 >= Role.allCases.firstIndex(of: other) ?? 0
    }
  }

  /// A word that a page has to bring, and what whoever knows it may do.
  struct Token: Sendable {
    let text: String
    let role: Role

    /// Makes a token; `nil` where it is too easily guessed.
    init?(_ text: some StringProtocol, _ role: Role) {
      let isLong = text.utf8.count >= 16
      guard isLong, text.utf8.allSatisfy({ Self.isLetterOrDigit($0) }) else { return nil }
      (self.text, self.role) = (String(text), role)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }
  }

  /// The tokens; where there is none everybody who reaches the server may manage.
  var tokens: [Token] = []
  /// The names this server may be called by, with the port where it is not the usual one; any where there
  /// is none and tokens are asked for.
  var hosts: Set<String> = []
  /// Where pages say they come from, beside `http://` and the server's own name: the address of a proxy.
  var origin: String?
  /// What the cookie is called: each port has its own.
  var cookie = "bank-token"

  /// Reads a file of tokens: a line for each, `look`, `serve` or `manage` and the token.
  ///
  /// - Throws: every line that is none.
  static func tokens(in text: String, at path: String) throws(Problems) -> [Token] {
    var problems: [Problem] = []
    var tokens: [Token] = []
    // Some editors begin a file with a byte order mark.
    let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated() where !line.hasPrefix("#") && !line.allSatisfy(\.isWhitespace)
    {
      let words = line.split(whereSeparator: \.isWhitespace)
      let place = "\(path):\(number + 1)"
      guard words.count == 2, let role = Role(rawValue: String(words[0])) else {
        problems.append(
          Problem(place, "is no line of tokens", "write look, serve or manage, and the token"))
        continue
      }
      guard let token = Token(words[1], role) else {
        problems.append(
          Problem(place, "is not good enough", "use at least 16 letters and digits"))
        continue
      }
      if tokens.contains(where: { $0.text == token.text }) {
        problems.append(Problem(place, "is there twice", "give each a token of its own"))
      }
      tokens.append(token)
    }
    if tokens.isEmpty, problems.isEmpty {
      problems.append(Problem(path, "is empty", "write look, serve or manage, and the token"))
    }
    guard problems.isEmpty else { throw Problems(problems) }
    return tokens
  }

  /// Whether `request` calls this server by a name of its own: a page of somewhere else that had its name
  /// point here would send that name.
  func knows(host request: HTTPRequest) -> Bool {
    hosts.contains(request.headers["host"]?.lowercased() ?? "") || !tokens.isEmpty && hosts.isEmpty
  }

  /// Whether `request` comes from a page of this server, as far as browsers say.
  func isOwn(_ request: HTTPRequest) -> Bool {
    let host = request.headers["host"]?.lowercased() ?? ""
    // Behind a proxy with TLS a page without it is another.
    let isOfProxy = self.origin.map { $0.hasSuffix("//" + host) } ?? false
    let own = isOfProxy ? self.origin : "http://" + host
    if let origin = request.headers["origin"]?.lowercased(), origin != own, origin != self.origin {
      return false
    }
    // Whoever follows a link from elsewhere may look.
    let site = request.headers["sec-fetch-site"] ?? "none"
    return ["same-origin", "none"].contains(site)
      || request.method == "GET" && request.headers["sec-fetch-mode"] == "navigate"
  }

  /// The token that a request brings, in the form of the sign-in page, its address or its cookie.
  func given(by request: HTTPRequest) -> String? {
    if request.method == "POST", request.path == "/" { return request.form["token"] ?? "" }
    return request.query["token"] ?? kept(by: request)
  }

  /// The token in a request's cookie.
  private func kept(by request: HTTPRequest) -> String? {
    let cookies = request.headers["cookie"] ?? ""
    return cookies.split(separator: ";").lazy.map { $0.drop { $0 == " " } }
      .first { $0.hasPrefix(cookie + "=") }.map { String($0.dropFirst(cookie.count + 1)) }
  }

  /// What whoever brings the token `given` may do; `nil` for nothing.
  @Sendable func role(of given: String) -> Role? {
    // Every token is looked at, for as long whatever is wrong.
    tokens.reduce(nil) { Self.isSame($1.text, given) ? $1.role : $0 }
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    guard one.utf8.count == other.utf8.count else { return false }
    return zip(one.utf8, other.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Takes a token out of the form or the address bar: keeps it in a cookie and sends the page to itself
  /// without it.
  func welcome(_ request: HTTPRequest) -> HTTPResponse? {
    let isForm = request.method == "POST"
    guard request.path == "/", isForm || ["GET", "HEAD"].contains(request.method),
      let token = isForm ? request.form["token"] : request.query["token"]
    else { return nil }
    let language = request.query["lang"].flatMap { $0 == "ko" || $0 == "en" ? "lang=\($0)" : nil }
    let place = language.map { "/?" + $0 } ?? "/"
    let site = request.headers["sec-fetch-site"] ?? "none"
    guard isForm || ["same-origin", "none"].contains(site) else {
      // With a link on another page a browser sends no cookie: who has one is seen when this page opens the address again.
      return .reopening("/?token=\(token)" + (language.map { "&" + $0 } ?? ""))
    }
    // A link gives nobody another right than the one they have.
    let isKnown = !isForm && site == "same-origin" && role(of: kept(by: request) ?? "") != nil
    let isSecure = origin?.hasPrefix("https://") == true
    return .redirect(
      to: place,
      cookie: isKnown
        ? nil
        : "\(cookie)=\(token); HttpOnly; SameSite=Strict; Path=/" + (isSecure ? "; Secure" : ""))
  }
}
