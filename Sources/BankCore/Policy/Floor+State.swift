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
}

/// A bench: a doubly linked list of idle tellers through their states, longest idle first.
@usableFromInline
struct BenchState: Sendable {
  @usableFromInline var first = -1
  @usableFromInline var last = -1

  @inlinable init() {}
}

extension Floor {
  /// Seats `teller` at the end of its bench.
  @inlinable
  @inline(__always)
  mutating func seat(_ teller: Int) {
    let bench = tellerStates[teller].bench
    let last = benchStates[bench].last
    tellerStates[teller].status = .idle
    tellerStates[teller].since = now
    tellerStates[teller].previous = last
    tellerStates[teller].next = -1
    if last >= 0 { tellerStates[last].next = teller } else { benchStates[bench].first = teller }
    benchStates[bench].last = teller
    _idleTellers += 1
  }

  /// Takes the idle `teller` from its bench, to be `status`.
  @inlinable
  @inline(__always)
  mutating func unseat(_ teller: Int, to status: TellerState.Status) {
    let state = tellerStates[teller]
    if state.previous >= 0 {
      tellerStates[state.previous].next = state.next
    } else {
      benchStates[state.bench].first = state.next
    }
    if state.next >= 0 {
      tellerStates[state.next].previous = state.previous
    } else {
      benchStates[state.bench].last = state.previous
    }
    tellerStates[teller].status = status
    tellerStates[teller].since = now
    _idleTellers -= 1
  }
}
