import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension WebServer {
  /// The thread's own state: nobody else touches it.
  struct Loop {
    let server: WebServer
    let handler: Handler
    var connections: [Int: Connection] = [:]
    var numbers = 0
    var recent: [(number: Int, bytes: [UInt8])] = []
    var recentBytes = 0
    /// The bytes of answers that wait to be taken, of all connections.
    var pending = 0
    /// How many requests are being answered: of those that look, and of those that change something.
    var answering = 0
    var changing = 0
    /// Until when nobody is let in, because there are no descriptors left.
    var fullUntil = 0.0
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
          pollfd(
            fd: server.listener, events: Self.now() < fullUntil ? 0 : Int16(POLLIN), revents: 0),
        ]
        for key in order {
          guard let connection = connections[key] else { continue }
          // Who is being answered, or has not taken an answer, is not read from: what waits then waits at the other end.
          var events =
            connection.isAnswering || connection.isHeldBack || connection.closesWhenWritten
              || connection.pending.own > 0 ? 0 : Int16(POLLIN)
          if !connection.pending.isEmpty { events |= Int16(POLLOUT) }
          polled.append(pollfd(fd: connection.descriptor, events: events, revents: 0))
        }
        _ = poll(&polled, nfds_t(polled.count), Self.now() < fullUntil ? 100 : 1000)
        if polled[0].revents != 0 { takeMessages() }
        if polled[1].revents != 0 { accept() }
        for (key, state) in zip(order, polled.dropFirst(2)) where state.revents != 0 {
          if state.revents & Int16(POLLOUT) != 0 {
            writePending(key)
            handleNext(key)
          }
          if state.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 { readMore(key) }
        }
        sweep()
      }
      for connection in connections.values { close(connection.descriptor) }
      close(server.listener)
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
        case .answer(let key, let response, let keepsAlive, let isHead, let isChange):
          if isChange { changing -= 1 } else { answering -= 1 }
          answer(key, response, keepsAlive: keepsAlive, isHead: isHead)
        case .broadcast(let number, let bytes):
          recent.append((number, bytes))
          recentBytes += bytes.count
          while recent.count > 1,
            recent.count > server.limits.recent || recentBytes > server.limits.recentBytes
          {
            recentBytes -= recent.removeFirst().bytes.count
          }
          for key in connections.keys where connections[key]?.isStream == true {
            connections[key]?.pending.append(bytes, isShared: true)
            writePending(key)
          }
        case .stop:
          for key in connections.keys { writePending(key) }
          isStopped = true
        }
      }
    }

    /// Lets in who waits at the door; so many at a time, for whoever is in has something to say meanwhile.
    private mutating func accept() {
      var idlest: [Int] = []
      for _ in 0..<64 {
        var address = SocketAddress()
        let descriptor = address.written { pointer, length in
          #if canImport(Glibc)
            Glibc.accept(server.listener, pointer, &length)
          #else
            Darwin.accept(server.listener, pointer, &length)
          #endif
        }
        guard descriptor >= 0 else {
          // Without a descriptor left whoever comes is told nothing: somebody else has to go.
          if errno == EMFILE || errno == ENFILE {
            if !endIdlest(for: [], &idlest) { fullUntil = Self.now() + 0.1 }
          }
          return
        }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        // An answer's body does not wait until its head was taken.
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, size)
        #if !canImport(Glibc)
          setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, size)
        #endif
        let host = address.host
        numbers += 1
        var connection = Connection(
          descriptor: descriptor, peer: host, lastActive: Self.now())
        if connections.count >= server.limits.connections, !endIdlest(for: host, &idlest) {
          let busy = HTTPResponse.error(503, "too many connections")
          connection.pending.append(busy.head(keepsAlive: false) + busy.body)
          _ = connection.pending.send(to: descriptor)
          close(descriptor)
          continue
        }
        connections[numbers] = connection
      }
    }

    /// Makes room for somebody from `address`; returns whether it could.
    ///
    /// Of the address with most connections whoever has asked for nothing longest goes; whoever takes a stream, or has
    /// not taken an answer, only for another address, where its own has more than half of all.
    ///
    /// `idlest` is in which order they go, of one round: to work it out takes longer than to let somebody in.
    private mutating func endIdlest(for address: [UInt8], _ idlest: inout [Int]) -> Bool {
      let isNew = idlest.isEmpty
      if isNew { idlest = idlestLast() }
      if let key = idlest.last, let connection = connections[key] {
        // Those before it are all of this crowd, too.
        if !connection.asksNothing, connection.address == address { return false }
        idlest.removeLast()
        end(key)
        return true
      }
      // Those who came in this round were not among them.
      return isNew ? false : endIdlest(for: address, &idlest)
    }

    /// Who has nothing to take and waits for no answer, then streams, then those who have not taken an answer, both of
    /// an address with more than half of all connections alone; whoever is to go first comes last.
    private func idlestLast() -> [Int] {
      var counts: [[UInt8]: Int] = [:]
      for connection in connections.values { counts[connection.address, default: 0] += 1 }
      func rank(_ connection: Connection) -> (Int, Int, Double) {
        let order = !connection.pending.isEmpty ? 0 : connection.isStream ? 1 : 2
        return (order, counts[connection.address] ?? 0, -connection.lastActive)
      }
      return connections.filter { _, connection in
        !connection.isAnswering
          && (connection.asksNothing
            || 2 * (counts[connection.address] ?? 0) > connections.count)
      }
      .sorted { rank($0.value) < rank($1.value) }.map(\.key)
    }

    private mutating func readMore(_ key: Int) {
      guard let descriptor = connections[key]?.descriptor else { return }
      var buffer = [UInt8](repeating: 0, count: 16_384)
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0, let connection = connections[key], !connection.isStream,
        !connection.pending.isEmpty
      {
        // The other end asks for nothing more, and takes what it asked for.
        connections[key]?.closesWhenWritten = true
        return
      }
      if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { return end(key) }
      guard count > 0, connections[key]?.isStream == false else { return }
      connections[key]?.lastActive = Self.now()
      connections[key]?.parser.add(buffer[..<count])
      handleNext(key)
    }

    /// Answers the next request of a connection, once the answer before was taken.
    ///
    /// So nobody has more than one answer lying here, however many requests were sent at once.
    private mutating func handleNext(_ key: Int) {
      guard var connection = connections[key], !connection.isAnswering, !connection.isStream,
        !connection.closesWhenWritten, connection.pending.own == 0
      else { return }
      let result = connection.heldBack.map { .request($0) } ?? connection.parser.next()
      connection.heldBack = nil
      switch result {
      case .needsMore, .needsContinue:
        connection.since =
          connection.parser.isInTheMiddle ? connection.since ?? Self.now() : nil
        connections[key] = connection
        if result == .needsContinue {
          add(HTTPResponse.goOn, to: key)
          writePending(key)
        }
      case .refused(let status):
        connections[key] = connection
        answer(key, .error(status, HTTPParser.reason(of: status)), keepsAlive: false)
      case .request(var request):
        if let asker = server.proxies.address(of: request, from: connection.peer) {
          connection.address = asker
        }
        request.address = connection.address
        connection.since = nil
        let isChange = request.method == "POST"
        // Whoever changes something does not wait for those who look.
        let isHeldBack =
          isChange
          ? changing >= server.limits.changing
          : answering >= server.limits.answering || isCrowded()
        guard !isHeldBack else {
          connection.heldBack = request
          return connections[key] = connection
        }
        connection.isAnswering = true
        if isChange { changing += 1 } else { answering += 1 }
        connections[key] = connection
        let server = server
        let (handler, asked) = (handler, request)
        // Somebody is waiting, whatever else is being computed.
        Task(priority: .userInitiated) {
          let response = await handler(asked)
          server.post(
            .answer(
              connection: key, response, keepsAlive: asked.keepsAlive,
              isHead: asked.method == "HEAD", isChange: isChange))
        }
      }
    }

    private mutating func answer(
      _ key: Int, _ response: HTTPResponse, keepsAlive: Bool, isHead: Bool = false
    ) {
      guard connections[key] != nil else { return }
      let streams = response.isStream && !isHead
      if streams, !makeRoomForStream(of: connections[key]?.address ?? []) {
        return answer(key, .error(503, "too many streams"), keepsAlive: false)
      }
      if !isHead, response.body.count > Self.small, isCrowded(with: response.body.count) {
        return answer(key, server.crowded, keepsAlive: keepsAlive)
      }
      add(response.head(keepsAlive: keepsAlive), to: key)
      if !isHead {
        add(response.body, to: key)
        for piece in response.pieces { add(piece, to: key) }
      }
      if streams {
        // What was broadcast between the making of the beginning and now; where that is no longer
        // known, the browser comes back.
        if let first = recent.first, response.after < first.number - 1 { return end(key) }
        for late in recent where late.number > response.after {
          connections[key]?.pending.append(late.bytes, isShared: true)
        }
      }
      connections[key]?.isAnswering = false
      connections[key]?.isStream = streams
      connections[key]?.closesWhenWritten = !streams && (!keepsAlive || response.isStream)
      connections[key]?.lastActive = Self.now()
      writePending(key)
      handleNext(key)
    }

    /// Whether somebody at `address` may have a stream.
    ///
    /// Where there are as many as may be, one of an address with more than half of them gives way to another address.
    private mutating func makeRoomForStream(of address: [UInt8]) -> Bool {
      let most = max(1, Int(server.limits.streams * Double(server.limits.connections)))
      let streams = connections.filter(\.value.isStream)
      guard streams.count >= most else { return true }
      let crowds = Dictionary(grouping: streams, by: \.value.address)
      guard let crowd = crowds.max(by: { $0.value.count < $1.value.count }), crowd.key != address,
        2 * crowd.value.count > streams.count,
        let oldest = crowd.value.min(by: { $0.value.lastActive < $1.value.lastActive })
      else { return false }
      end(oldest.key)
      return true
    }

    /// An answer that is always given room.
    private static let small = 1 << 20

    /// Whether more than may be waits to be taken, or would with `more` bytes; the largest answer apart.
    ///
    /// So a file that one takes slowly holds up nobody.
    private func isCrowded(with more: Int = 0) -> Bool {
      guard pending + more > server.limits.allPending else { return false }
      let largest = connections.values.map(\.pending.own).max() ?? 0
      return pending + more - max(largest, more) > server.limits.allPending
    }

    private mutating func add(_ bytes: [UInt8], to key: Int) {
      connections[key]?.pending.append(bytes)
      pending += bytes.count
    }

    private mutating func writePending(_ key: Int) {
      while let connection = connections[key], !connection.pending.isEmpty {
        let count = connection.pending.send(to: connection.descriptor)
        if count < 0, errno == EINTR { continue }
        if count < 0, errno == EAGAIN {
          if connection.pending.shared > server.limits.pending { end(key) }
          return
        }
        guard count > 0 else { return end(key) }
        connections[key]?.pending.removeFirst(count)
        pending += (connections[key]?.pending.own ?? 0) - connection.pending.own
        connections[key]?.lastActive = Self.now()
      }
      if connections[key]?.closesWhenWritten == true { end(key) }
    }

    /// Ends what takes too long.
    private mutating func sweep() {
      let now = Self.now()
      if isCrowded() {
        let stuck = connections.filter {
          $0.value.pending.own > 0 && now - $0.value.lastActive > server.limits.patience
        }
        .sorted { $0.value.pending.own > $1.value.pending.own }
        for (key, _) in stuck where isCrowded() { end(key) }
      }
      // Those held back in the order in which they came.
      let held = connections.filter(\.value.isHeldBack)
        .sorted { $0.value.lastActive < $1.value.lastActive }
      for (key, _) in held { handleNext(key) }
      for (key, connection) in connections where !connection.isHeldBack {
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
      pending -= connection.pending.own
      close(connection.descriptor)
    }
  }
}
