// The lines. Everybody who waits is in the queue of a line: the injected one or, once that was dropped, the fallback
// queue. The floor shows as the line's head the client whom the queue's `peek` names. Whenever a client joins, is called
// or leaves, the bank compares, in O(1), the queue's count with its own, and at a call also whom the queue handed out
// with whom it showed. Whoever leaves before being called stays in the queue, because a queue hands out its first
// element only. The bank takes such clients out when they come to the front. When a line becomes empty the bank also
// compares who joined with who left (`LineState.ticketSquares`). A queue that fails one of these comparisons is dropped,
// and the fallback queue takes over.
//
// A watched bank (`isWatched`) then loses nobody: its waiting list has everybody who waits. That of an unwatched bank
// may have only some of them (`WaitingList` says whom). The others have to come out of the broken queue: a client
// whom it does not hand out is lost. So `simulate`, whose banks are not watched, runs with `isStrict` (of
// `VirtualDriver` in BankSimulation) and stops as soon as a policy or a queue is dropped.
extension Bank {
  /// The clients in `line`, in the order in which its queue would hand them out if nobody else came.
  ///
  /// Empties a copy of the line's queue, with a `dequeue` for each.
  ///
  /// - Precondition: the floor has the line.
  public func clients(inLine line: Int) -> [Client] {
    var clients: [Client] = []
    var rest = queues[line]
    for _ in 0..<storage.lines[line].queued {
      guard let client = rest.dequeue().client else { break }
      if !isPassedOver(client) { clients.append(client) }
    }
    return clients
  }

  /// Whether the bank passes over `client`, an element of a queue: a packed one (``Client/isPacked``) who waits in no
  /// line.
  ///
  /// That is one who was listed and has left, or one whom the queue made up (the public `Client.init` makes a packed
  /// client who is in no list).
  func isPassedOver(_ client: Client) -> Bool {
    client.isPacked && waitingList.line(of: client) == nil
  }

  /// Everybody who waits, by line and then by arrival: from the waiting list, and from the queues those who are not
  /// in it.
  var everybodyByLine: [[Client]] {
    var lines = currentFloor.lines.map { line in clients(inLine: line).filter { !$0.isPacked } }
    for (client, line) in waitingList.everybody { lines[line].append(client) }
    // A broken queue may hand out one client twice, or a client who is being served.
    var seen = ticketsBeingServed
    return lines.map { line in
      line.sorted { $0.joined(before: $1) }.filter { seen.insert($0.ticket).inserted }
    }
  }

  private var ticketsBeingServed: Set<Int> {
    Set(storage.tellers.elements.filter { $0.status == .serving }.map(\.client.ticket))
  }

  /// Puts `client` into `line`.
  @inlinable
  @inline(__always)
  mutating func put<Observer: BankObserver>(
    _ client: Client, in line: Int, _ observer: inout Observer
  ) {
    storage.lines[line].add(client)
    storage.state.waiting &+= 1
    if client.isPacked { waitingList.put(client, in: line) }
    let front = queues[line].enqueue(client)
    let state = storage.lines[line]
    // The head is nearly always the new client or the old head. The bank already holds both, so it compares only the
    // ticket of the one whom the queue shows.
    if front.count != state.count || state.departed != 0 {
      showHead(of: line, &observer)
    } else if front.client?.ticket == client.ticket {
      storage.lines[line].head = client
    } else if state.count == 1 || front.client?.ticket != state.head.ticket {
      showHead(of: line, &observer)
    }
  }

  /// Takes the head out of `line`, where somebody waits; returns the head and the service time.
  @inlinable
  @inline(__always)
  mutating func takeHead<Observer: BankObserver>(
    of line: Int, _ observer: inout Observer
  ) -> (client: Client, time: Time) {
    let head = storage.lines[line].head
    let time = head.isPacked ? waitingList.remove(head) : Time(nanoseconds: head.hidden)
    storage.lines[line].remove(head)
    storage.state.waiting &-= 1
    let (handed, front) = queues[line].dequeue()
    if handed?.ticket != head.ticket {
      dropQueue(.handsAnother, of: line, handed, isCalling: true, &observer)
    } else if storage.lines[line].isMissingSomebody {
      dropQueue(.losesSomebody, of: line, nil, isCalling: true, &observer)
    } else {
      show(front, of: line, &observer)
    }
    return (head, time)
  }

  /// Takes `client` out of `line`, wherever in it the client is.
  ///
  /// The queue can hand out its first element only: it keeps the client, who counts as departed.
  mutating func takeOut<Observer: BankObserver>(
    _ client: Client, of line: Int, _ observer: inout Observer
  ) {
    waitingList.remove(client)
    storage.lines[line].remove(client)
    storage.state.waiting -= 1
    storage.lines[line].departed += 1
    // Keeps the memory in proportion to those who wait.
    if storage.lines[line].departed > storage.lines[line].count + 32 {
      let waiting = clients(inLine: line)
      storage.lines[line].departed = 0
      refill(line, waiting)
      // `waiting` is in the order of handing out. For a stack, clients of one instant have to go in the other way
      // round.
      if !wouldHandOut(waiting, inLine: line) { refill(line, waiting.reversed()) }
    }
    showHead(of: line, &observer)
  }

  /// Refills the queue of `line` with `clients` in order of arrival; clients of one instant keep the given order.
  private mutating func refill(_ line: Int, _ clients: [Client]) {
    queues[line].clear()
    let sorted = clients.enumerated().sorted {
      ($0.element.arrival, $0.offset) < ($1.element.arrival, $1.offset)
    }
    for (_, client) in sorted { _ = queues[line].enqueue(client) }
  }

  /// Whether the queue of `line` would hand out `clients`, in this order.
  private func wouldHandOut(_ clients: [Client], inLine line: Int) -> Bool {
    self.clients(inLine: line).elementsEqual(clients) { $0.ticket == $1.ticket }
  }

  /// Shows on the floor who is at the head of `line` now that the old head is being called, and checks what the queue
  /// says.
  @inlinable
  @inline(__always)
  mutating func show<Observer: BankObserver>(
    _ front: LineQueue<Queue>.Front, of line: Int, _ observer: inout Observer
  ) {
    let state = storage.lines[line]
    if let head = front.client, !head.isPacked, front.count == state.count, state.departed == 0 {
      storage.lines[line].head = head
    } else if (front.count | state.count | state.departed) != 0 {
      // (Where all three are 0, the queue and the bank agree that the line is empty.)
      showHead(of: line, isCalling: true, &observer)
    }
  }

  /// The slow path of ``show(_:of:_:)``, ``put(_:in:_:)`` and ``takeOut(_:of:_:)``: right for every line, also for one
  /// that has listed or departed clients.
  @inlinable
  @inline(never)
  mutating func showHead<Observer: BankObserver>(
    of line: Int, isCalling: Bool = false, _ observer: inout Observer
  ) {
    if storage.lines[line].departed > 0 { passDeparted(in: line) }
    let front = queues[line].front
    if front.count != storage.lines[line].queued {
      return dropQueue(.miscounts, of: line, nil, isCalling: isCalling, &observer)
    }
    if storage.lines[line].isMissingSomebody {
      return dropQueue(.losesSomebody, of: line, nil, isCalling: isCalling, &observer)
    }
    guard storage.lines[line].count > 0 else { return }
    guard let head = front.client.flatMap({ clientToShow(for: $0, inLine: line) }) else {
      return dropQueue(.showsStranger, of: line, front.client, isCalling: isCalling, &observer)
    }
    storage.lines[line].head = head
  }

  /// Whom the floor shows when the queue of `line` shows `shown`; `nil` for a packed client who does not wait there.
  ///
  /// For a packed client this is the bank's own copy: on a route the queue may have kept that of an earlier step. One
  /// who is not packed is taken as shown, for the bank cannot look them up; `ticketSquares` finds a wrong one later.
  @usableFromInline
  func clientToShow(for shown: Client, inLine line: Int) -> Client? {
    guard shown.isPacked else { return shown }
    guard let found = waitingList.find(shown.slot, ticket: shown.ticket), found.line == line else {
      return nil
    }
    return found.client
  }

  /// Removes departed clients from the front of the queue of `line`.
  @usableFromInline
  @inline(never)
  mutating func passDeparted(in line: Int) {
    while storage.lines[line].departed > 0, let first = queues[line].front.client,
      isPassedOver(first)
    {
      _ = queues[line].dequeue()
      storage.lines[line].departed -= 1
    }
  }

  /// Drops the injected queue if it has lost somebody who waits; returns whether it did.
  ///
  /// For a reset, the end of a day, and a policy that is dropped: empties a copy of the queue of each line in which
  /// somebody waits. A line in which nobody waits was checked when the last client left it.
  @discardableResult
  mutating func dropQueueIfItLost<Observer: BankObserver>(_ observer: inout Observer) -> Bool {
    guard !isQueueDropped else { return false }
    for line in currentFloor.lines where storage.lines[line].count > 0 {
      var inQueue = LineState()
      for client in clients(inLine: line) { inQueue.add(client) }
      if inQueue.ticketSquares != storage.lines[line].ticketSquares {
        dropQueue(.losesSomebody, of: line, nil, isCalling: false, &observer)
        return true
      }
    }
    return false
  }

  /// Drops the injected queue because of what it did in `line`; the fallback queue takes over in every line.
  ///
  /// `wrong` is whom the queue showed or handed out in place of another. The head of `line` is being called if
  /// `isCalling`: they no longer wait, whatever the queue says.
  @usableFromInline
  @inline(never)
  mutating func dropQueue<Observer: BankObserver>(
    _ breach: QueueBreach, of line: Int, _ wrong: Client?, isCalling: Bool,
    _ observer: inout Observer
  ) {
    let finding: Phrase =
      switch (breach, wrong) {
      case (.miscounts, _):
        "counts \(queues[line].front.count) elements in line \(line) instead of"
          + " \(storage.lines[line].queued)"
      case (.showsStranger, nil):
        "shows nobody as next in line \(line), where clients wait"
      case (.showsStranger, let client?):
        "shows ticket \(client.ticket) as next, who does not wait in line \(line)"
      case (.handsAnother, nil): "hands out nobody in line \(line), where clients wait"
      case (.handsAnother, let client?):
        "hands out ticket \(client.ticket) in line \(line), after showing another as the next"
      case (.losesSomebody, _): "does not hand out exactly those who joined line \(line), each once"
      }
    var fault = BankFault(
      kind: .brokenQueue(line: line), law: breach.law, finding: finding, time: currentFloor.now)
    fault.culprit = String(String(reflecting: queues[line].injected).prefix(2000))
    var everybody = everybodyByLine
    if isCalling {
      let called = storage.lines[line].head.ticket
      for line in everybody.indices { everybody[line].removeAll { $0.ticket == called } }
    }
    if case .handsAnother = breach, let wrong { add(wrong, to: &everybody[line], of: line) }
    queueFault = fault
    for line in currentFloor.lines {
      queues[line].drop(for: everybody[line])
      var state = LineState()
      for client in everybody[line] { state.add(client) }
      state.head = everybody[line].first ?? .nobody
      storage.lines[line] = state
    }
    storage.state.waiting = everybody.reduce(0) { $0 + $1.count }
    // If everybody who waited is lost, the bank may be empty now. (A client who is being called is already in
    // `serving`.)
    if isEmpty { workClock.stop(at: currentFloor.now) }
    tell(&observer, .ejected(fault))
  }

  /// Adds `handed`, whom the queue of `line` handed out instead of its head, to `clients`, who are known to wait there.
  ///
  /// Only if fewer are known than should wait there, and if `handed` is not listed, not among them and not being
  /// served. (Whether `handed` was served before is not known: nobody keeps a list of those.)
  private func add(_ handed: Client, to clients: inout [Client], of line: Int) {
    guard !handed.isPacked, clients.count < storage.lines[line].count,
      !ticketsBeingServed.contains(handed.ticket),
      !clients.contains(where: { $0.ticket == handed.ticket })
    else { return }
    clients.insert(handed, at: clients.firstIndex { handed.joined(before: $0) } ?? clients.count)
  }
}

/// How a queue broke a law.
@usableFromInline
enum QueueBreach {
  /// It shows somebody who does not wait in its line, or nobody.
  case showsStranger
  /// It hands out another client than it showed, or nobody.
  case handsAnother
  /// Its count is not how many went in and have not come out.
  case miscounts
  /// It counts correctly, but does not hand out exactly those who joined its line: for example one client twice and
  /// another never.
  case losesSomebody

  var law: LawID {
    switch self {
    case .showsStranger, .losesSomebody: .queue(1)
    case .handsAnother: .queue(2)
    case .miscounts: .queue(3)
    }
  }
}
