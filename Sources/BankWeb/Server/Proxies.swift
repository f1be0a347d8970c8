/// The proxies that are believed about whom they ask for.
package struct Proxies: Sendable {
  private var addresses: Set<[UInt8]> = []

  /// Believes nobody.
  package init() {}

  /// Believes a proxy at each of `addresses`, such as `127.0.0.1`; `nil` where one is no address.
  package init?(_ addresses: [some StringProtocol]) {
    for text in addresses {
      guard let host = SocketAddress.host(of: text) else { return nil }
      self.addresses.insert(host)
    }
  }

  /// Whom `request`, which came from `peer`, is for; `nil` where that is not known.
  ///
  /// It is the last whom `X-Forwarded-For` names and who is no such proxy: what stands before it anybody may have
  /// written.
  func address(of request: HTTPRequest, from peer: [UInt8]) -> [UInt8]? {
    guard addresses.contains(peer) else { return nil }
    let named = (request.headers["x-forwarded-for"] ?? "").split(separator: ",")
      .map { SocketAddress.host(of: $0.filter { $0 != " " && $0 != "\t" }) }
    return named.last { $0.map { !addresses.contains($0) } ?? true } ?? nil
  }
}
