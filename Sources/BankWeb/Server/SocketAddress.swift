#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An address of either family, as a call of the system writes it.
struct SocketAddress {
  private var storage = sockaddr_storage()

  /// Has `call` write it, with the room there is; returns what that says.
  mutating func written(
    by call: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Int32
  ) -> Int32 {
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) }
    }
  }

  var bytes: [UInt8] { withUnsafeBytes(of: storage) { Array($0) } }

  /// The host, without port and family: four bytes for IPv4, also on a socket for both families.
  var host: [UInt8] {
    Int32(storage.ss_family) == AF_INET ? Array(bytes[4..<8]) : Self.unmapped(Array(bytes[8..<24]))
  }

  /// The bytes of a written address, `192.0.2.7` or `2001:db8::7`, as ``host`` has them; `nil` where it is none.
  static func host(of text: some StringProtocol) -> [UInt8]? {
    let text = String(text)
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes[..<4]) }
    return inet_pton(AF_INET6, text, &bytes) == 1 ? unmapped(bytes) : nil
  }

  /// An address of IPv4 that is written as one of IPv6, `::ffff:192.0.2.7`, as itself.
  private static func unmapped(_ bytes: [UInt8]) -> [UInt8] {
    let prefix: [UInt8] = Array(repeating: 0, count: 10) + [255, 255]
    return bytes.starts(with: prefix) ? Array(bytes[12...]) : bytes
  }
}
