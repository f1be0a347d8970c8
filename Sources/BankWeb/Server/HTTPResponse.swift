package import BankRecords

/// An answer: a whole one, or the beginning of a stream of events.
package struct HTTPResponse: Sendable, Equatable {
  package var status = 200
  package var headers: [(name: String, value: String)] = []
  package var body: [UInt8] = []
  /// The beginning of a stream, in pieces that others may share.
  package var pieces: [[UInt8]] = []
  /// Whether the body goes on with everything that is broadcast.
  package var isStream = false
  /// The hash of the only script of a page that brings its own style and nothing else: a report.
  package var ownScript: String?
  /// Whether the page has a form, which is sent to this server.
  package var hasForm = false
  /// The last broadcast that the beginning of a stream already knows of.
  package var after = 0

  package static func == (left: HTTPResponse, right: HTTPResponse) -> Bool {
    left.status == right.status && left.body == right.body && left.pieces == right.pieces
      && left.isStream == right.isStream
      && left.headers.elementsEqual(right.headers, by: ==)
  }

  package static func text(_ text: String, type: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [("Content-Type", type + "; charset=utf-8")],
      body: Array(text.utf8))
  }

  package static func json(_ json: JSON, status: Int = 200) -> HTTPResponse {
    text(json.description, type: "application/json", status: status)
  }

  package static func error(_ status: Int, _ message: String) -> HTTPResponse {
    json(["error": .string(message)], status: status)
  }

  /// Sends whoever asks to another place of this server, with a cookie if there is one.
  package static func redirect(to place: String, cookie: String?) -> HTTPResponse {
    HTTPResponse(
      status: 303, headers: [("Location", place)] + (cookie.map { [("Set-Cookie", $0)] } ?? []))
  }

  /// A page that has the browser open `place` of this server, as if somebody had followed a link on a page of its own.
  package static func reopening(_ place: String) -> HTTPResponse {
    var page = text("", type: "text/html")
    page.headers.append(("Refresh", "0; url=\(place)"))
    return page
  }

  /// Why a page asks for a token once more.
  package enum SignInTrouble: Sendable { case none, wrong, tooMany }

  /// The page that asks for a token.
  package static func signIn(after trouble: SignInTrouble) -> HTTPResponse {
    var html = WebPages.signinHtml
    if trouble != .wrong { html.replace(/\ *<p id="wrong".*\n/, with: "") }
    if trouble != .tooMany { html.replace(/\ *<p id="many".*\n/, with: "") }
    var page = text(html, type: "text/html", status: trouble == .tooMany ? 429 : 401)
    page.hasForm = true
    return page
  }

  package static func stream(_ pieces: [[UInt8]], after: Int) -> HTTPResponse {
    HTTPResponse(
      headers: [("Content-Type", "text/event-stream"), ("X-Accel-Buffering", "no")],
      pieces: pieces, isStream: true, after: after)
  }

  /// The bytes before the body.
  package func head(keepsAlive: Bool) -> [UInt8] {
    var head = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Unknown")\r\n"
    let policy =
      ownScript.map(Self.selfContained) ?? (hasForm ? Self.form : Self.ownFiles)
    // With no referrer at all a browser would not say either where a form comes from.
    let referrer = hasForm ? "same-origin" : "no-referrer"
    for (name, value) in headers + Self.always
      + [("Referrer-Policy", referrer), ("Content-Security-Policy", policy)]
    {
      head += "\(name): \(value)\r\n"
    }
    if !isStream { head += "Content-Length: \(body.count)\r\n" }
    head += "Connection: \(keepsAlive && !isStream ? "keep-alive" : "close")\r\n\r\n"
    return Array(head.utf8)
  }

  /// Says that the body of a request may come.
  static let goOn = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  private static let always: [(name: String, value: String)] = [
    ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  private static let ownFiles =
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';"
    + nothingElse
  private static let form =
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self';" + unframed
  private static func selfContained(script hash: String) -> String {
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-\(hash)';" + nothingElse
  }
  private static let nothingElse = " form-action 'none';" + unframed
  private static let unframed = " base-uri 'none'; frame-ancestors 'none'"

  private static let reasons = [
    200: "OK", 303: "See Other", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 413: "Content Too Large",
    415: "Unsupported Media Type", 421: "Misdirected Request", 422: "Unprocessable Content",
    429: "Too Many Requests", 431: "Request Header Fields Too Large", 500: "Internal Server Error",
    501: "Not Implemented", 503: "Service Unavailable", 507: "Insufficient Storage",
  ]
}
