extension Bank {
  /// `teller` calls the head of `line`; both were checked.
  @inlinable
  @inline(__always)
  mutating func start<Observer: BankObserver>(
    _ line: Int, _ teller: Int, _ observer: inout Observer
  ) {
    guard let client = queues[line].dequeue() else { preconditionFailure("a queue lost a client") }
    _floor.leave(line)
    if client.slot >= 0 { departures.forget(client) }
    refreshHead(of: line)

    _floor.unseat(teller, to: .serving)
    _floor.tellerStates[teller].client = client
    _serving += 1
    let speed = _floor.site.speeds[teller]
    let length =
      speed == 1 ? client.serviceTime : Time.seconds(client.serviceTime.seconds / speed)
    planRelease(of: teller, after: length)
    observer.started(client, line: line, teller: teller, at: _floor.now, session: session)
    if !isEjected { policy.started(client, at: teller, on: _floor) }
  }

  /// `teller` is through with a client or with a hand-over.
  @inlinable
  @inline(__always)
  mutating func release<Observer: BankObserver>(_ teller: Int, _ observer: inout Observer) {
    let state = _floor.tellerStates[teller]
    guard state.status == .serving else {
      _floor.seat(teller)
      return
    }
    let client = state.client
    _serving -= 1
    if _floor.site.hasNeeds[client.service] { reservations[client.service] -= 1 }
    if !state.onDuty {
      _floor.tellerStates[teller].status = .absent
    } else if _floor.plan.handover > .zero {
      _floor.tellerStates[teller].status = .handingOver
      planRelease(of: teller, after: _floor.plan.handover)
    } else {
      _floor.seat(teller)
    }
    if isEmpty { workClock.stop(at: _floor.now) }
    observer.finished(
      client, teller: teller, started: state.since, at: _floor.now, session: session)
    if !state.onDuty { tellOfLeaving(teller, &observer) }
    if !isEjected { policy.finished(client, at: teller, on: _floor) }
  }

  @usableFromInline
  @inline(never)
  mutating func tellOfLeaving<Observer: BankObserver>(_ teller: Int, _ observer: inout Observer) {
    tell(&observer, .left(teller: teller))
  }

  @inlinable
  @inline(__always)
  mutating func planRelease(of teller: Int, after length: Time) {
    _floor.tellerStates[teller].release = sequence
    addToAgenda(.release, at: _floor.now + length, index: teller)
  }

  @inlinable
  @inline(__always)
  mutating func addToAgenda(_ kind: Agenda.Kind, at time: Time, index: Int) {
    agenda.pointee.add(kind, at: time, sequence: sequence, index: index)
    sequence += 1
  }

  /// Finds who is first in `line` now, past those who have left it.
  @inlinable
  @inline(__always)
  mutating func refreshHead(of line: Int) {
    if _floor.lineStates[line].ghosts > 0 { dropGhosts(at: line) }
    if let head = queues[line].peek { _floor.lineStates[line].head = head }
  }

  @usableFromInline
  mutating func dropGhosts(at line: Int) {
    while let head = queues[line].peek, departures.hasLeft(head) {
      _ = queues[line].dequeue()
      _floor.lineStates[line].ghosts -= 1
    }
    // Keeps the memory in proportion to those who wait, also in a queue that is not in order.
    guard _floor.lineStates[line].ghosts > _floor.lineStates[line].count + 32 else { return }
    let all = queues[line]
    queues[line] = emptyQueue
    _floor.lineStates[line].ghosts = 0
    var rest = all
    while let client = rest.dequeue() {
      if !departures.hasLeft(client) { queues[line].enqueue(client) }
    }
  }
}
