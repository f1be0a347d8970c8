import Foundation
import Synchronization
import Testing

@testable import BankWeb

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct `A web server` {
  /// A server whose answer is the path; `/stream` begins a stream at once, and `/late` one during
  /// whose beginning something is broadcast.
  final class Served: Sendable {
    let server: WebServer
    static let large = 20 << 20

    init(_ limits: WebServer.Limits = WebServer.Limits(), proxies: Proxies = Proxies()) throws {
      let server = try WebServer(host: "127.0.0.1", port: 0, limits: limits, proxies: proxies)
      self.server = server
      let change = Change()
      server.start { request in
        switch request.path {
        case "/stream": return .stream([Array("begin;".utf8)], after: 0)
        case "/large":
          return .text(String(repeating: "x", count: Self.large) + "END", type: "text/plain")
        case "/late":
          for number in 1...3 { server.broadcast("late \(number);") }
          return .stream([Array("beg".utf8), Array("in;".utf8)], after: 1)
        case "/slow":
          // Looks for as long as nobody changes anything.
          while !change.isDone.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(1)) }
        case "/change": change.isDone.withLock { $0 = true }
        default: break
        }
        return .text(request.path, type: "text/plain")
      }
    }

    deinit { server.stop() }
  }

  private final class Change: Sendable {
    let isDone = Mutex(false)
  }

  /// A connection that sends what it is told to, byte for byte.
  final class Wire: Sendable {
    private let descriptor: Int32

    convenience init(_ served: Served) throws { try self.init(port: served.server.port) }

    init(port: Int) throws {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      #if canImport(Glibc)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #else
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
      #endif
      let isConnected = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      try #require(isConnected)
      // What never comes fails a test, and does not hang it. (Other tests keep the threads busy.)
      var patience = timeval(tv_sec: 100, tv_usec: 0)
      setsockopt(
        descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Sends half a request and goes, so that the other end is told.
    func reset() {
      send("GET / HT")
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }

    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    func send(_ text: String) {
      #if canImport(Glibc)
        _ = Glibc.send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL))
      #else
        _ = Darwin.send(descriptor, text, text.utf8.count, 0)
      #endif
    }

    /// Everything until `isEnough`, or until the server ends the connection.
    func received(until isEnough: (@Sendable (String) -> Bool)? = nil) async -> String {
      await withCheckedContinuation { continuation in
        // Reading waits, and the threads of tasks are few.
        Thread.detachNewThread { [self] in
          var bytes: [UInt8] = []
          var buffer = [UInt8](repeating: 0, count: 4096)
          while isEnough?(String(decoding: bytes, as: UTF8.self)) != true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
          }
          continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
        }
      }
    }
  }

  static func get(_ path: String, _ method: String = "GET", close: Bool = true) -> String {
    "\(method) \(path) HTTP/1.1\r\nHost: h\r\n" + (close ? "Connection: close\r\n\r\n" : "\r\n")
  }

  @Test func `answers requests of one connection in their order`() async throws {
    let served = try Served()
    let wire = try Wire(served)
    wire.send(Self.get("/1", close: false) + Self.get("/2", close: false) + Self.get("/3"))
    let text = await wire.received()
    let bodies = text.split(separator: "HTTP/1.1 200 OK").map { $0.suffix(2) }
    #expect(bodies == ["/1", "/2", "/3"])
  }

  @Test func `believes a named proxy about whom it asks for, and nobody else`() async throws {
    func asked(_ forwarded: String, _ proxies: [String]) async throws -> String {
      let server = try WebServer(
        host: "127.0.0.1", port: 0, proxies: try #require(Proxies(proxies)))
      defer { server.stop() }
      server.start { .text($0.address.map(String.init).joined(separator: "."), type: "text/plain") }
      let wire = try Wire(port: server.port)
      wire.send(
        "GET / HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: \(forwarded)\r\nConnection: close\r\n\r\n")
      return await wire.received().split(separator: "\r\n").last.map(String.init) ?? ""
    }
    #expect(try await asked("192.0.2.7", []) == "127.0.0.1")
    #expect(try await asked("192.0.2.7", ["127.0.0.1"]) == "192.0.2.7")
    #expect(try await asked("192.0.2.7", ["127.0.0.2"]) == "127.0.0.1")
    // The first was written by whoever asked; the last by the outer of two proxies.
    #expect(
      try await asked("198.51.100.1, 192.0.2.7,10.0.0.9", ["127.0.0.1", "10.0.0.9"]) == "192.0.2.7")
    #expect(try await asked("192.0.2.7, rubbish", ["127.0.0.1"]) == "127.0.0.1")
    #expect(Proxies(["localhost"]) == nil)
  }

  /// On a socket for both families a proxy of IPv4 comes as `::ffff:127.0.0.1`.
  @Test func `knows an address of IPv4 that is written as one of IPv6`() {
    #expect(SocketAddress.host(of: "::ffff:192.0.2.7") == [192, 0, 2, 7])
    #expect(SocketAddress.host(of: "::1")?.count == 16)
  }

  @Test func `answers HEAD with the length and without the body`() async throws {
    let served = try Served()
    let wire = try Wire(served)
    wire.send(Self.get("/page", "HEAD"))
    let text = await wire.received()
    #expect(text.contains("Content-Length: 5\r\n") && text.hasSuffix("\r\n\r\n"))
    let stream = try Wire(served)
    stream.send(Self.get("/stream", "HEAD", close: false))
    #expect(await stream.received().hasSuffix("\r\n\r\n"))
  }

  @Test(arguments: [
    ("rubbish\r\n\r\n", "400"),
    ("GET / HTTP/1.1\r\nHost: h\r\nx: " + String(repeating: "y", count: 17_000), "431"),
    ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 65537\r\n\r\n", "413"),
    // The sign of Kelvin, lowered, is a k.
    ("GET / HTTP/1.1\r\nHost: h\r\nCoo\u{212A}ie: a=b\r\n\r\n", "400"),
  ])
  func `refuses what is none, and serves the others on`(text: String, status: String) async throws {
    let served = try Served()
    let bad = try Wire(served)
    bad.send(text)
    let good = try Wire(served)
    good.send(Self.get("/good"))
    #expect(await good.received().hasSuffix("/good"))
    #expect(await bad.received().hasPrefix("HTTP/1.1 \(status) "))
  }

  @Test(arguments: ["GET / HT", get("/1", close: false) + "GET / HT"])
  func `gives up a request that does not arrive in time`(begins: String) async throws {
    let served = try Served(WebServer.Limits(requestTime: 0.1))
    let slow = try Wire(served)
    slow.send(begins)
    #expect(await slow.received().contains("HTTP/1.1 408 "))
  }

  @Test func `ends a connection that does nothing`() async throws {
    let served = try Served(WebServer.Limits(idleTime: 0.1))
    #expect(try await Wire(served).received().isEmpty)
  }

  @Test func `tells one connection too many so, and ends no stream for it`() async throws {
    // Between two steps of a test a busy machine may take longer than a connection may be idle.
    let served = try Served(WebServer.Limits(connections: 1, streams: 1, idleTime: 1000))
    let first = try Wire(served)
    first.send(Self.get("/stream", close: false))
    _ = await first.received { $0.hasSuffix("begin;") }
    #expect(try await Wire(served).received().hasPrefix("HTTP/1.1 503 "))
    served.server.broadcast("end;")
    #expect(await first.received { $0.hasSuffix("end;") }.hasSuffix("end;"))
  }

  @Test func `leaves room beside streams, for those who change something`() async throws {
    let served = try Served(WebServer.Limits(connections: 4, idleTime: 1000))
    let streams = try (0..<3).map { _ in try Wire(served) }
    for one in streams {
      one.send(Self.get("/stream", close: false))
      _ = await one.received { $0.hasSuffix("begin;") }
    }
    let late = try Wire(served)
    late.send(Self.get("/stream", close: false))
    #expect(await late.received().hasPrefix("HTTP/1.1 503 "))
    let visitor = try Wire(served)
    visitor.send(Self.get("/in"))
    #expect(await visitor.received().hasSuffix("/in"))
  }

  @Test func `of one crowd of streams the oldest gives way to another address`() async throws {
    let proxies = try #require(Proxies(["127.0.0.1"]))
    let served = try Served(WebServer.Limits(connections: 4, idleTime: 1000), proxies: proxies)
    func stream(of address: String) async throws -> Wire {
      let wire = try Wire(served)
      wire.send("GET /stream HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: \(address)\r\n\r\n")
      return wire
    }
    var crowd: [Wire] = []
    for _ in 0..<3 {
      crowd.append(try await stream(of: "192.0.2.1"))
      _ = await crowd[crowd.count - 1].received { $0.hasSuffix("begin;") }
    }
    #expect(try await stream(of: "192.0.2.1").received().hasPrefix("HTTP/1.1 503 "))
    let other = try await stream(of: "192.0.2.2")
    #expect(await other.received { $0.hasSuffix("begin;") }.hasSuffix("begin;"))
    // The first of the crowd is at its end.
    #expect(await crowd[0].received().isEmpty)
  }

  @Test func `lets a visitor in beside many who say nothing: the idlest go`() async throws {
    let served = try Served(WebServer.Limits(connections: 20, idleTime: 1000))
    let silent = try (0..<60).map { _ in try Wire(served) }
    let visitor = try Wire(served)
    visitor.send(Self.get("/in"))
    #expect(await visitor.received().hasSuffix("/in"))
    // The first have gone without a word, the last are still there.
    #expect(await silent[0].received().isEmpty)
    silent[59].send(Self.get("/too"))
    #expect(await silent[59].received().hasSuffix("/too"))
  }

  @Test func `lets a visitor in beside a crowd of one address that takes none of its answers`()
    async throws
  {
    let proxies = try #require(Proxies(["127.0.0.1"]))
    let limits = WebServer.Limits(connections: 4, allPending: 1 << 30, idleTime: 1000)
    let served = try Served(limits, proxies: proxies)
    var crowd: [Wire] = []
    for _ in 0..<4 {
      let wire = try Wire(served)
      wire.send(
        "GET /large HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\nConnection: close\r\n\r\n")
      // It has its answer, and takes only the head of it.
      _ = await wire.received { $0.contains("200 OK") }
      crowd.append(wire)
    }
    let visitor = try Wire(served)
    visitor.send(Self.get("/in"))
    #expect(await visitor.received().hasSuffix("/in"))
    // One of the crowd is at its end before the whole is there.
    var cut = 0
    for wire in crowd where await !wire.received().hasSuffix("END") { cut += 1 }
    #expect(cut == 1)
  }

  @Test func `survives visitors who are gone before they are told anything`() async throws {
    let served = try Served(WebServer.Limits(connections: 1, streams: 1, idleTime: 1000))
    let first = try Wire(served)
    first.send(Self.get("/stream", close: false))
    _ = await first.received { $0.hasSuffix("begin;") }
    for _ in 0..<500 { try Wire(served).reset() }
    served.server.broadcast("end;")
    #expect(await first.received { $0.hasSuffix("end;") }.hasSuffix("end;"))
  }

  @Test func `sends a large body whole to whoever takes it slowly, and others meanwhile`()
    async throws
  {
    let served = try Served(
      WebServer.Limits(pending: 1000, allPending: 1 << 20, patience: 1000, idleTime: 1000))
    let slow = try Wire(served)
    slow.send(Self.get("/large"))
    let other = try Wire(served)
    other.send(Self.get("/small"))
    #expect(await other.received().hasSuffix("/small"))
    let large = await slow.received()
    #expect(large.utf8.count > Served.large && large.hasSuffix("xxxEND"))
  }

  @Test func `keeps no more large answers than fit beside the largest`() async throws {
    let served = try Served(
      WebServer.Limits(allPending: 3 * Served.large / 2, patience: 1000, idleTime: 1000))
    var takers: [Wire] = []
    for _ in 0..<2 {
      takers.append(try Wire(served))
      takers[takers.count - 1].send(Self.get("/large"))
      // It has its answer, and takes only the head of it.
      _ = await takers[takers.count - 1].received { $0.contains("200 OK") }
    }
    let third = try Wire(served)
    third.send(Self.get("/large"))
    #expect(await third.received().hasPrefix("HTTP/1.1 503 "))
    let visitor = try Wire(served)
    visitor.send(Self.get("/small"))
    #expect(await visitor.received().hasSuffix("/small"))
    for taker in takers { #expect(await taker.received().hasSuffix("xxxEND")) }
  }

  /// One answer for each connection lies here at most, however many were asked for; and who takes nothing is in nobody's way.
  @Test func `answers nobody who has not taken the answer before`() async throws {
    let served = try Served(WebServer.Limits(allPending: 70 << 20, patience: 1000))
    let greedy = try (0..<3).map { _ in try Wire(served) }
    for wire in greedy {
      wire.send(String(repeating: Self.get("/large", close: false), count: 20))
    }
    for number in 0..<20 {
      let other = try Wire(served)
      other.send(Self.get("/\(number)"))
      #expect(await other.received().hasSuffix("/\(number)"))
    }
  }

  @Test func `answers whoever changes something while those who look are held back`() async throws {
    let served = try Served(WebServer.Limits(answering: 1, idleTime: 1000))
    let lookers = try (0..<5).map { _ in try Wire(served) }
    for looker in lookers { looker.send(Self.get("/slow")) }
    let changer = try Wire(served)
    changer.send(Self.get("/change", "POST"))
    #expect(await changer.received().hasSuffix("/change"))
    for looker in lookers { #expect(await looker.received().hasSuffix("/slow")) }
  }

  @Test func `sends everything to whoever asks for nothing more, and takes it slowly`() async throws
  {
    // Other tests keep the threads busy.
    let served = try Served(WebServer.Limits(idleTime: 1000))
    let wire = try Wire(served)
    wire.send(Self.get("/large", close: false))
    try await Task.sleep(for: .milliseconds(50))
    wire.endSending()
    try await Task.sleep(for: .milliseconds(50))
    #expect(await wire.received().hasSuffix("xxxEND"))
  }

  @Test func `goes on with a stream from where its beginning ends`() async throws {
    let served = try Served()
    let wire = try Wire(served)
    wire.send(Self.get("/late", close: false))
    _ = await wire.received { $0.hasSuffix("late 3;") }
    served.server.broadcast("live;")
    let other = try Wire(served)
    other.send(Self.get("/stream", close: false))
    let all = await other.received { $0.hasSuffix("live;") }
    #expect(all.hasSuffix("\r\n\r\nbegin;late 1;late 2;late 3;live;"))
  }

  /// Two broadcasts are kept, by their number or by their bytes.
  @Test(arguments: [(2, 1000), (256, 14)])
  func `leaves out nothing, and does not begin a stream that it cannot go on with`(
    recent: Int, bytes: Int
  ) async throws {
    let served = try Served(WebServer.Limits(recent: recent, recentBytes: bytes))
    let late = try Wire(served)
    late.send(Self.get("/late", close: false))
    let text = await late.received { $0.hasSuffix("late 3;") }
    #expect(text.hasSuffix("\r\n\r\nbegin;late 2;late 3;"))
    let old = try Wire(served)
    old.send(Self.get("/stream", close: false))
    #expect(await old.received().isEmpty)
  }

  @Test func `lets a stream go whose taker takes nothing`() async throws {
    let served = try Served(WebServer.Limits(pending: 1000))
    let wire = try Wire(served)
    wire.send(Self.get("/stream", close: false))
    _ = await wire.received { $0.hasSuffix("begin;") }
    let much = String(repeating: "x", count: 1 << 20)
    for _ in 0..<20 { served.server.broadcast(much) }
    // The connection ends, with less than everything.
    #expect(await wire.received().utf8.count < 20 << 20)
  }
}

extension WebServer {
  @discardableResult
  fileprivate func broadcast(_ text: String) -> Int { broadcast([Array(text.utf8)]) }
}
