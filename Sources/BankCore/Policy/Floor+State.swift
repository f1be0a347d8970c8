/// How many wait in a line, and who is first.
@usableFromInline
struct LineState: Sendable {
  @usableFromInline var count = 0
  /// Means nothing while `count` is 0.
  @usableFromInline var head = Client(
    ticket: 0, service: 0, priority: 0, arrival: .zero, serviceTime: .zero, slot: -1)

  @inlinable init() {}
}

/// Where a teller is, and the links of the bench it may sit on.
@usableFromInline
struct TellerState: Sendable {
  @usableFromInline
  enum Status: UInt8, Sendable {
    case absent, idle, serving, handingOver
  }

  @usableFromInline var status = Status.absent
  /// Whether a shift is on; a teller who serves beyond its end is still there, but not on duty.
  @usableFromInline var onDuty = false
  @usableFromInline var bench = 0
  @usableFromInline var next = -1
  @usableFromInline var previous = -1
  /// When the present status began.
  @usableFromInline var since = Time.zero

  @inlinable init() {}

  /// Sits down at the end of a bench.
  @inlinable
  mutating func sit(after last: Int, at now: Time) {
    status = .idle
    since = now
    previous = last
    next = -1
  }

  /// Stands up, and returns the state of before.
  @inlinable
  mutating func stand(to status: Status, at now: Time) -> TellerState {
    let before = self
    self.status = status
    since = now
    return before
  }
}

/// A bench: a doubly linked list of idle tellers through their states, longest idle first.
@usableFromInline
struct BenchState: Sendable {
  @usableFromInline var first = -1
  @usableFromInline var last = -1

  @inlinable init() {}

  /// Puts `teller` at the end, and returns who was last.
  @inlinable
  mutating func append(_ teller: Int) -> Int {
    let before = last
    last = teller
    if before < 0 { first = teller }
    return before
  }

  /// Mends the ends after a teller in `state` has left.
  @inlinable
  mutating func close(_ state: TellerState) {
    if state.previous < 0 { first = state.next }
    if state.next < 0 { last = state.previous }
  }
}

extension Floor {
  /// Seats `teller` at the end of its bench.
  @inlinable
  @inline(__always)
  mutating func seat(_ teller: Int) {
    let last = benchStates[tellerStates[teller].bench].append(teller)
    tellerStates[teller].sit(after: last, at: now)
    if last >= 0 { tellerStates[last].next = teller }
    _idleTellers += 1
  }

  /// Takes the idle `teller` from its bench, to be `status`.
  @inlinable
  @inline(__always)
  mutating func unseat(_ teller: Int, to status: TellerState.Status) {
    let state = tellerStates[teller].stand(to: status, at: now)
    if state.previous >= 0 { tellerStates[state.previous].next = state.next }
    if state.next >= 0 { tellerStates[state.next].previous = state.previous }
    if state.previous < 0 || state.next < 0 { benchStates[state.bench].close(state) }
    _idleTellers -= 1
  }
}
