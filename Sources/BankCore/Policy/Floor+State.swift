/// How many wait in a line, and who is first.
@usableFromInline
struct LineState: BitwiseCopyable, Sendable {
  @usableFromInline var count = 0
  /// How many elements of the line's queue have left the line but not yet the queue.
  @usableFromInline var ghosts = 0
  /// Means nothing while `count` is 0.
  @usableFromInline var head = Client.nobody

  @inlinable init() {}
}

/// Where a teller is, and the links of the bench it may sit on.
@usableFromInline
struct TellerState: BitwiseCopyable, Sendable {
  @usableFromInline
  enum Status: UInt8, BitwiseCopyable, Sendable {
    case absent, idle, serving, handingOver
  }

  @usableFromInline var status = Status.absent
  /// Whether a shift is on; a teller who serves beyond its end is still there, but not on duty.
  @usableFromInline var onDuty = false
  @usableFromInline var bench = 0
  @usableFromInline var next = -1
  @usableFromInline var previous = -1
  /// When the teller became idle, or began to serve.
  @usableFromInline var since = Time.zero
  /// Who is being served; means nothing in any other status.
  @usableFromInline var client = Client.nobody
  /// The number of the agenda's entry that ends the service or the hand-over.
  @usableFromInline var release = -1

  @inlinable init() {}
}

/// A bench: a doubly linked list of idle tellers through their states, longest idle first.
@usableFromInline
struct BenchState: BitwiseCopyable, Sendable {
  @usableFromInline var first = -1
  @usableFromInline var last = -1

  @inlinable init() {}
}

extension Floor {
  /// Notes that one more waits in `line`.
  @inlinable
  @inline(__always)
  mutating func enter(_ line: Int) {
    lineStates[line].count += 1
    _waiting += 1
    hall.occupied.insert(line)
  }

  /// Notes that one less waits in `line`, or `count` less.
  @inlinable
  @inline(__always)
  mutating func leave(_ line: Int, count: Int = 1) {
    lineStates[line].count -= count
    _waiting -= count
    if lineStates[line].count == 0 { hall.occupied.remove(line) }
  }

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
    if last < 0 { benchStates[bench].first = teller } else { tellerStates[last].next = teller }
    benchStates[bench].last = teller
    hall.staffed.insert(bench)
    _idleTellers += 1
  }

  /// Goes on with a teller of another floor.
  mutating func takeOver(_ teller: Int, from before: TellerState) {
    if before.status == .idle { seat(teller) }
    tellerStates[teller].status = before.status
    tellerStates[teller].onDuty = before.onDuty
    tellerStates[teller].since = before.since
    tellerStates[teller].client = before.client
    tellerStates[teller].release = before.release
  }

  /// Takes the idle `teller` from its bench, to be `status`.
  @inlinable
  @inline(__always)
  mutating func unseat(_ teller: Int, to status: TellerState.Status) {
    let state = tellerStates[teller]
    if state.previous < 0 {
      benchStates[state.bench].first = state.next
    } else {
      tellerStates[state.previous].next = state.next
    }
    if state.next < 0 {
      benchStates[state.bench].last = state.previous
    } else {
      tellerStates[state.next].previous = state.previous
    }
    if benchStates[state.bench].first < 0 { hall.staffed.remove(state.bench) }
    tellerStates[teller].status = status
    tellerStates[teller].since = now
    _idleTellers -= 1
  }
}
