import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension WebServer {
  /// One connection, as the server's thread sees it.
  struct Connection {
    let descriptor: Int32
    /// Where the other end is, without the port.
    let peer: [UInt8]
    /// Who asks: the other end, or whom it asks for where it is a proxy that is believed.
    var address: [UInt8]
    var parser = HTTPParser()
    var pending = Pending()
    var isAnswering = false
    var isStream = false
    var closesWhenWritten = false
    var lastActive: Double
    /// When the present request began to arrive.
    var since: Double?
    /// A request that has arrived and is answered once fewer of its kind are, or others have taken their answers.
    var heldBack: HTTPRequest?
    var isHeldBack: Bool { heldBack != nil }
    /// Whether it takes no stream and has taken every answer.
    var asksNothing: Bool { !isStream && pending.isEmpty }

    init(descriptor: Int32, peer: [UInt8], lastActive: Double) {
      (self.descriptor, self.peer, address, self.lastActive) = (descriptor, peer, peer, lastActive)
    }
  }

  /// Bytes that wait to be taken.
  ///
  /// What was broadcast is shared by all who wait for it.
  struct Pending {
    private var chunks: [(bytes: ArraySlice<UInt8>, isShared: Bool)] = []
    private var first = 0
    /// How many bytes are this connection's own.
    private(set) var own = 0
    /// How many bytes were broadcast.
    private(set) var shared = 0

    var isEmpty: Bool { first == chunks.count }

    mutating func append(_ bytes: [UInt8], isShared: Bool = false) {
      guard !bytes.isEmpty else { return }
      chunks.append((bytes[...], isShared))
      if isShared { shared += bytes.count } else { own += bytes.count }
    }

    /// Sends what the other end takes now; returns how `send` ended: bytes, or -1.
    func send(to descriptor: Int32) -> Int {
      chunks[first].bytes.withUnsafeBytes {
        #if canImport(Glibc)
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        #else
          Darwin.send(descriptor, $0.baseAddress, $0.count, 0)
        #endif
      }
    }

    mutating func removeFirst(_ sent: Int) {
      if chunks[first].isShared { shared -= sent } else { own -= sent }
      chunks[first].bytes = chunks[first].bytes.dropFirst(sent)
      guard chunks[first].bytes.isEmpty else { return }
      chunks[first].bytes = []
      first += 1
      if first == chunks.count { (chunks, first) = ([], 0) }
      if first > 64 {
        chunks.removeFirst(first)
        first = 0
      }
    }
  }
}
