package import BankCore
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
/// to be taken by a slow one.
package final class WebServer: Sendable {
  /// The bounds of a server.
  package struct Limits: Sendable {
    package var connections = 2000
    /// A connection that has not taken so many bytes is let go; a browser comes back and resumes.
    package var pending = 4 << 20
    /// Seconds for a request to arrive whole.
    package var requestTime = 10.0
    /// Seconds for a connection to do nothing.
    package var idleTime = 60.0
    /// So many broadcasts are kept for streams that are just beginning.
    package var recent = 256
  }

  package typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

  /// What other threads have for the server's.
  private enum Message: Sendable {
    case answer(connection: Int, HTTPResponse, keepsAlive: Bool, isHead: Bool)
    case broadcast(number: Int, [UInt8])
    case stop
  }

  private struct Outbox {
    var messages: [Message] = []
    var broadcasts = 0
  }

  package let port: Int
  private let limits: Limits
  private let listener: Int32
  private let wakeUp: (read: Int32, write: Int32)
  private let outbox = Mutex(Outbox())
  private let isDone = DispatchSemaphore(value: 0)

  /// Listens on `host` (a numeric address or `localhost`) and `port` (0 for any).
  ///
  /// - Throws: why it cannot.
  package init(host: String, port: Int, limits: Limits = Limits()) throws(Problems) {
    func problem(_ what: String) -> Problems {
      Problems([
        Problem("--host \(host) --port \(port)", what, String(cString: strerror(errno)))
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
    self.limits = limits
    listener = descriptor
    wakeUp = (ends[0], ends[1])
    self.port = Self.port(of: descriptor) ?? port
  }

  private static func port(of descriptor: Int32) -> Int? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let isKnown = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        getsockname(descriptor, pointer, &length) == 0
      }
    }
    guard isKnown else { return nil }
    // The port stands at the same place in addresses of both families.
    return withUnsafeBytes(of: storage) { Int($0[2]) << 8 | Int($0[3]) }
  }

  /// Serves until ``stop()``, on a thread of its own.
  package func start(_ handler: @escaping Handler) {
    Thread.detachNewThread { [self] in
      var loop = Loop(server: self, handler: handler)
      loop.run()
      isDone.signal()
    }
  }

  /// Sends `text` to everybody who takes a stream; returns the number of this broadcast.
  @discardableResult
  package func broadcast(_ text: String) -> Int {
    let number = outbox.withLock { outbox in
      outbox.broadcasts += 1
      outbox.messages.append(.broadcast(number: outbox.broadcasts, Array(text.utf8)))
      return outbox.broadcasts
    }
    _ = write(wakeUp.write, [1], 1)
    return number
  }

  /// Ends every connection and returns when that is done.
  package func stop() {
    post(.stop)
    isDone.wait()
  }

  private func post(_ message: Message) {
    outbox.withLock { $0.messages.append(message) }
    _ = write(wakeUp.write, [1], 1)
  }
}

extension WebServer {
  /// One connection, as the server's thread sees it.
  private struct Connection {
    let descriptor: Int32
    var parser = HTTPParser()
    var pending: [UInt8] = []
    var isAnswering = false
    var isStream = false
    var closesWhenWritten = false
    var lastActive: Double
    /// When the present request began to arrive.
    var since: Double?
  }

  /// The thread's own state: nobody else touches it.
  private struct Loop {
    let server: WebServer
    let handler: Handler
    var connections: [Int: Connection] = [:]
    var numbers = 0
    var recent: [(number: Int, bytes: [UInt8])] = []
    var isStopped = false

    init(server: WebServer, handler: @escaping Handler) {
      self.server = server
      self.handler = handler
    }

    private static func now() -> Double { ProcessInfo.processInfo.systemUptime }

    mutating func run() {
      while !isStopped {
        let order = Array(connections.keys)
        var polled = [
          pollfd(fd: server.wakeUp.read, events: Int16(POLLIN), revents: 0),
          pollfd(fd: server.listener, events: Int16(POLLIN), revents: 0),
        ]
        for key in order {
          guard let connection = connections[key] else { continue }
          // Who is being answered is not read from: what waits then waits at the other end.
          var events =
            connection.isAnswering || connection.closesWhenWritten ? 0 : Int16(POLLIN)
          if !connection.pending.isEmpty { events |= Int16(POLLOUT) }
          polled.append(pollfd(fd: connection.descriptor, events: events, revents: 0))
        }
        _ = poll(&polled, nfds_t(polled.count), 1000)
        if polled[0].revents != 0 { takeMessages() }
        if polled[1].revents != 0 { accept() }
        for (key, state) in zip(order, polled.dropFirst(2)) where state.revents != 0 {
          if state.revents & Int16(POLLOUT) != 0 { writePending(key) }
          if state.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 { readMore(key) }
        }
        sweep()
      }
      for connection in connections.values { close(connection.descriptor) }
      close(server.listener)
      close(server.wakeUp.read)
    }

    private mutating func takeMessages() {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while read(server.wakeUp.read, &buffer, buffer.count) > 0 {}
      let messages = server.outbox.withLock { outbox in
        defer { outbox.messages = [] }
        return outbox.messages
      }
      for message in messages {
        switch message {
        case .answer(let key, let response, let keepsAlive, let isHead):
          answer(key, response, keepsAlive: keepsAlive, isHead: isHead)
        case .broadcast(let number, let bytes):
          recent.append((number, bytes))
          if recent.count > server.limits.recent { recent.removeFirst() }
          for key in connections.keys where connections[key]?.isStream == true {
            connections[key]?.pending += bytes
            writePending(key)
          }
        case .stop:
          for key in connections.keys { writePending(key) }
          isStopped = true
        }
      }
    }

    private mutating func accept() {
      while true {
        #if canImport(Glibc)
          let descriptor = Glibc.accept(server.listener, nil, nil)
        #else
          let descriptor = Darwin.accept(server.listener, nil, nil)
        #endif
        guard descriptor >= 0 else { return }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        guard connections.count < server.limits.connections else {
          let busy = HTTPResponse.error(503, "too many connections").bytes(keepsAlive: false)
          _ = write(descriptor, busy, busy.count)
          close(descriptor)
          continue
        }
        numbers += 1
        connections[numbers] = Connection(descriptor: descriptor, lastActive: Self.now())
      }
    }

    private mutating func readMore(_ key: Int) {
      guard let descriptor = connections[key]?.descriptor else { return }
      var buffer = [UInt8](repeating: 0, count: 16_384)
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { return end(key) }
      guard count > 0, connections[key]?.isStream == false else { return }
      connections[key]?.lastActive = Self.now()
      connections[key]?.parser.add(buffer[..<count])
      handleNext(key)
    }

    /// Answers the next request of a connection, one at a time.
    private mutating func handleNext(_ key: Int) {
      guard var connection = connections[key], !connection.isAnswering,
        !connection.closesWhenWritten
      else { return }
      let result = connection.parser.next()
      switch result {
      case .needsMore:
        connection.since =
          connection.parser.isInTheMiddle ? connection.since ?? Self.now() : nil
        connections[key] = connection
      case .refused(let status):
        connections[key] = connection
        answer(key, .error(status, "not a request that is understood here"), keepsAlive: false)
      case .request(let request):
        connection.isAnswering = true
        connection.since = nil
        connections[key] = connection
        let server = server
        let handler = handler
        // Somebody is waiting, whatever else is being computed.
        Task(priority: .userInitiated) {
          let response = await handler(request)
          server.post(
            .answer(
              connection: key, response, keepsAlive: request.keepsAlive,
              isHead: request.method == "HEAD"))
        }
      }
    }

    private mutating func answer(
      _ key: Int, _ response: HTTPResponse, keepsAlive: Bool, isHead: Bool = false
    ) {
      guard connections[key] != nil else { return }
      let streams = response.isStream && !isHead
      connections[key]?.pending += response.bytes(keepsAlive: keepsAlive, isHead: isHead)
      if streams {
        // What was broadcast between the making of the beginning and now; where that is no longer
        // known, the browser comes back.
        if let first = recent.first, response.after < first.number - 1 { return end(key) }
        for late in recent where late.number > response.after {
          connections[key]?.pending += late.bytes
        }
      }
      connections[key]?.isAnswering = false
      connections[key]?.isStream = streams
      connections[key]?.closesWhenWritten = !streams && (!keepsAlive || response.isStream)
      connections[key]?.lastActive = Self.now()
      writePending(key)
      handleNext(key)
    }

    private mutating func writePending(_ key: Int) {
      guard var connection = connections[key] else { return }
      while !connection.pending.isEmpty {
        let count = send(
          connection.descriptor, connection.pending, connection.pending.count, Self.quietly)
        if count < 0, errno == EINTR { continue }
        if count < 0, errno == EAGAIN {
          connections[key] = connection
          if connection.pending.count > server.limits.pending { end(key) }
          return
        }
        guard count > 0 else { return end(key) }
        connection.pending.removeFirst(count)
        connection.lastActive = Self.now()
      }
      connections[key] = connection
      if connection.closesWhenWritten { end(key) }
    }

    #if canImport(Glibc)
      private static let quietly = Int32(MSG_NOSIGNAL)
    #else
      private static let quietly: Int32 = 0
    #endif

    /// Ends what takes too long.
    private mutating func sweep() {
      let now = Self.now()
      for (key, connection) in connections {
        if let since = connection.since, now - since > server.limits.requestTime,
          !connection.isAnswering
        {
          answer(key, .error(408, "the request did not arrive in time"), keepsAlive: false)
        } else if !connection.isStream, !connection.isAnswering,
          now - connection.lastActive > server.limits.idleTime
        {
          end(key)
        } else if connection.isStream, !connection.pending.isEmpty,
          now - connection.lastActive > server.limits.idleTime
        {
          end(key)
        }
      }
    }

    private mutating func end(_ key: Int) {
      guard let connection = connections.removeValue(forKey: key) else { return }
      close(connection.descriptor)
    }
  }
}
