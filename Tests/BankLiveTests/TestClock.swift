import Synchronization

/// A clock that stands still until a test moves it, or goes on a little whenever somebody looks.
final class TestClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var step = Duration.zero
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var sleepersEver = 0
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  var now: Instant {
    state.withLock { state in
      state.now = state.now.advanced(by: state.step)
      return state.now
    }
  }

  /// Goes on by `step` at every look from now on.
  func goOn(by step: Duration) { state.withLock { $0.step = step } }
  var minimumResolution: Duration { .nanoseconds(1) }
  /// How many tasks sleep.
  var sleepers: Int { state.withLock { $0.sleepers.count } }
  /// How many ever slept.
  var sleepersEver: Int { state.withLock { $0.sleepersEver } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.sleepersEver += 1
      return state.sleepersEver
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
          if state.cancelled.remove(id) != nil {
            continuation.resume(throwing: CancellationError())
            return nil
          }
          if deadline <= state.now {
            continuation.resume()
            return nil
          }
          state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          defer { state.waiter = nil }
          return state.waiter
        }
        waiter?.resume()
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        let sleeper = state.sleepers.removeValue(forKey: id)
        if sleeper == nil { state.cancelled.insert(id) }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Moves on to `seconds` and wakes whoever slept until then.
  func advance(to seconds: Double) {
    let target = Instant(offset: .nanoseconds(Int64((seconds * 1e9).rounded())))
    wake(until: target)
  }

  /// Waits until somebody sleeps, then moves on to the end of the shortest sleep.
  func passOneSleep() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isReady = state.withLock { state in
        if state.sleepers.isEmpty { state.waiter = continuation }
        return !state.sleepers.isEmpty
      }
      if isReady { continuation.resume() }
    }
    let next = state.withLock { $0.sleepers.values.map(\.deadline).min() }
    if let next { wake(until: next) }
  }

  /// Lets whoever waits in ``passOneSleep()`` go.
  func release() {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  private func wake(until target: Instant) {
    let due = state.withLock { state in
      state.now = max(state.now, target)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }
}
