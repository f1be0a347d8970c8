package import BankCore
import BankRecords
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A small web server: one thread that polls its connections, and tasks that answer.
///
/// Everything is bounded: connections, what one may send, how long it may take, and how much may wait
/// to be taken by slow ones. No signal, no visitor and no full table of descriptors ends it.
package final class WebServer: Sendable {
  /// The bounds of a server.
  package struct Limits: Sendable {
    package var connections = 2000
    /// The share of them that may be streams: whoever only looks leaves room for those who change something.
    package var streams = 0.75
    /// A stream of which so many bytes were not taken is let go; a browser comes back and resumes.
    package var pending = 1 << 20
    /// Whoever only looks is not answered while so many bytes of answers beside the largest were not taken; then
    /// whoever takes nothing goes. (What is broadcast is there once, however many wait for it.)
    package var allPending = 64 << 20
    /// Seconds for taking nothing of an answer while others are held back.
    package var patience = 2.0
    /// So many requests of those who look are answered at a time, and apart from them so many that change something,
    /// which may wait for a disk.
    package var answering = 16
    package var changing = 256
    /// Seconds for a request to arrive whole.
    package var requestTime = 10.0
    /// Seconds for a connection to do nothing.
    package var idleTime = 60.0
    /// So many broadcasts, and bytes of them, are kept for streams that are just beginning.
    package var recent = 256
    package var recentBytes = 4 << 20
  }

  package typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

  /// What other threads have for the server's.
  enum Message: Sendable {
    case answer(connection: Int, HTTPResponse, keepsAlive: Bool, isHead: Bool, isChange: Bool)
    case broadcast(number: Int, [UInt8])
    case stop
  }

  struct Outbox {
    var messages: [Message] = []
    var broadcasts = 0
  }

  package let port: Int
  package let limits: Limits
  let proxies: Proxies
  /// What whoever asks for a large file is told as long as others have not taken theirs.
  let crowded: HTTPResponse
  let listener: Int32
  let wakeUp: (read: Int32, write: Int32)
  let outbox = Mutex(Outbox())
  private let isDone = DispatchSemaphore(value: 0)

  /// Listens on `host` (a numeric address or `localhost`) and `port` (0 for any), and believes `proxies`.
  ///
  /// `crowded` is the answer to whoever asks for a large file as long as others have not taken theirs.
  ///
  /// - Throws: why it cannot.
  package init(
    host: String, port: Int, limits: Limits = Limits(), proxies: Proxies = Proxies(),
    crowded: HTTPResponse = .error(503, "")
  ) throws(Problems) {
    func problem(_ what: Phrase) -> Problems {
      Problems([
        Problem("--host \(host) --port \(port)", what, .ofSystem(errno))
      ])
    }
    let files = Self.descriptorLimit
    guard files >= Self.fewestDescriptors else {
      throw Problems([
        Problem(
          "ulimit -n \(files)",
          "no more than \(files) files may be open, and a server needs \(Self.fewestDescriptors)",
          "more with ulimit -n 1024")
      ])
    }
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &found) == 0, let address = found else {
      throw Problems([Problem("--host", "\"\(host)\"", "give an address, such as 127.0.0.1")])
    }
    defer { freeaddrinfo(found) }
    let descriptor = socket(
      address.pointee.ai_family, address.pointee.ai_socktype, address.pointee.ai_protocol)
    guard descriptor >= 0 else { throw problem("cannot be opened") }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0,
      listen(descriptor, 512) == 0
    else {
      let failure = problem("cannot be listened on")
      close(descriptor)
      throw failure
    }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      let failure = problem("cannot be opened")
      close(descriptor)
      throw failure
    }
    for end in ends + [descriptor] {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    var limits = limits
    limits.connections = max(1, min(limits.connections, Self.descriptorLimit - 64))
    (self.limits, self.proxies, self.crowded) = (limits, proxies, crowded)
    listener = descriptor
    wakeUp = (ends[0], ends[1])
    self.port = Self.port(of: descriptor) ?? port
  }

  /// With fewer there is nothing left for visitors beside signals, files and the journal.
  private static let fewestDescriptors = 24

  /// How many descriptors the process may have.
  private static var descriptorLimit: Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    #else
      let isKnown = getrlimit(RLIMIT_NOFILE, &limit) == 0
    #endif
    return isKnown ? Int(clamping: limit.rlim_cur) : 256
  }

  private static func port(of descriptor: Int32) -> Int? {
    var address = SocketAddress()
    guard address.written(by: { getsockname(descriptor, $0, &$1) }) == 0 else { return nil }
    // The port stands at the same place in addresses of both families.
    return Int(address.bytes[2]) << 8 | Int(address.bytes[3])
  }

  /// Serves until ``stop()``, on a thread of its own.
  package func start(_ handler: @escaping Handler) {
    Thread.detachNewThread { [self] in
      var loop = Loop(server: self, handler: handler)
      loop.run()
      isDone.signal()
    }
  }

  /// Sends `pieces` after one another to everybody who takes a stream; returns the number of this broadcast.
  @discardableResult
  package func broadcast(_ pieces: [[UInt8]]) -> Int {
    let bytes = Array(pieces.joined())
    let number = outbox.withLock { outbox in
      outbox.broadcasts += 1
      outbox.messages.append(.broadcast(number: outbox.broadcasts, bytes))
      return outbox.broadcasts
    }
    _ = write(wakeUp.write, [1], 1)
    return number
  }

  // Closed no sooner than nobody can write there: writing to a closed pipe ends a process.
  deinit {
    close(wakeUp.read)
    close(wakeUp.write)
  }

  /// Ends every connection and returns when that is done.
  package func stop() {
    post(.stop)
    isDone.wait()
  }

  func post(_ message: Message) {
    outbox.withLock { $0.messages.append(message) }
    _ = write(wakeUp.write, [1], 1)
  }
}
