// The lines: who is first stands in the hall, where the policy sees it, and a queue holds those
// behind.
//
// So it is with a queue that keeps its order. In any other, whoever joins may come to be first: it
// holds everybody, and the hall shows whom it would give up next.
//
// A queue gives up its elements at the front only. Who leaves from behind stays in it as a ghost;
// see `Departures`.
extension Bank {
  /// The clients in `line`, in the order in which they will be called.
  ///
  /// Grows with their number.
  public func clients(inLine line: Int) -> [Client] {
    var rest = queues[line]
    var clients: [Client] = []
    if Queue.isFirstInFirstOut, hall.lines[line].count > 0 { clients.append(hall.lines[line].head) }
    while let client = rest.dequeue() {
      if !departures.hasLeft(client) { clients.append(client) }
    }
    return clients
  }

  /// Puts `client` into `line`.
  @inlinable
  @inline(__always)
  mutating func put(_ client: Client, in line: Int) {
    if Queue.isFirstInFirstOut, hall.lines[line].count == 0 {
      hall.lines[line].head = client
    } else {
      queues[line].enqueue(client)
    }
    hall.enter(line)
    if client.mayLeave { note(client, in: line) }
    if !Queue.isFirstInFirstOut { showHead(of: line) }
  }

  @usableFromInline
  mutating func note(_ client: Client, in line: Int) { departures.note(client, in: line) }

  /// Takes the first client out of `line`, where somebody waits.
  @inlinable
  @inline(__always)
  mutating func takeFirst(of line: Int) -> Client {
    let first = Queue.isFirstInFirstOut ? hall.lines[line].head : dequeue(from: line)
    hall.leave(line)
    showHead(of: line)
    return first
  }

  /// Takes `client`, who no longer waits, out of `line`.
  mutating func takeOut(_ client: Client, of line: Int) {
    hall.leave(line)
    if Queue.isFirstInFirstOut, hall.lines[line].head.ticket == client.ticket {
      return showHead(of: line)
    }
    hall.lines[line].ghosts += 1
    if !Queue.isFirstInFirstOut { showHead(of: line) }
    // Keeps the memory in proportion to those who wait.
    guard hall.lines[line].ghosts > hall.lines[line].count + 32 else { return }
    var all = queues[line]
    queues[line] = emptyQueue
    hall.lines[line].ghosts = 0
    while let client = all.dequeue() {
      if !departures.hasLeft(client) { queues[line].enqueue(client) }
    }
  }

  /// Shows who is first in `line` now, if anybody is.
  @inlinable
  @inline(__always)
  mutating func showHead(of line: Int) {
    guard hall.lines[line].count > 0 else { return }
    hall.lines[line].head = Queue.isFirstInFirstOut ? dequeue(from: line) : peek(at: line)
    if hall.lines[line].ghosts > 0 { passGhosts(in: line) }
  }

  /// Goes past those at the front of `line` who have left it.
  @usableFromInline
  @inline(never)
  mutating func passGhosts(in line: Int) {
    while departures.hasLeft(hall.lines[line].head) {
      hall.lines[line].ghosts -= 1
      if Queue.isFirstInFirstOut {
        hall.lines[line].head = dequeue(from: line)
      } else {
        _ = dequeue(from: line)
        hall.lines[line].head = peek(at: line)
      }
    }
  }

  @inlinable
  @inline(__always)
  mutating func dequeue(from line: Int) -> Client {
    guard let client = queues[line].dequeue() else { preconditionFailure("a queue lost a client") }
    return client
  }

  @inlinable
  func peek(at line: Int) -> Client {
    guard let client = queues[line].peek else { preconditionFailure("a queue lost a client") }
    return client
  }
}
