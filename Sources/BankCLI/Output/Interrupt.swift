import BankCore
@preconcurrency import Dispatch
import Foundation
import Synchronization

/// Ctrl-C, a request to terminate, or a terminal that is closed, as something to ask about or to be told of.
///
/// While something runs, the first asks it to stop; otherwise, or a second time, the process ends
/// with ``status``.
final class Interrupt: Sendable {
  static let shared = Interrupt()

  private struct State {
    var isRunning = false
    var isRequested = false
    var action: (@Sendable () -> Void)?
    /// What is said where the run does not end in time.
    var lastWord: (@Sendable () -> Void)?
  }

  /// Seconds that a run with a last word has to end in.
  private static let patience = 5.0

  private let state = Mutex(State())
  private let last = Mutex(SIGINT)
  private let sources: [any DispatchSourceSignal]
  /// A queue of its own: the shared ones may have no thread left beside a simulation.
  private let queue = DispatchQueue(label: "signals")

  private init() {
    let queue = queue
    // Whoever started it with nohup wants it to stay.
    var hangUp = sigaction()
    sigaction(SIGHUP, nil, &hangUp)
    let isKept = Self.isIgnored(hangUp)
    let numbers = isKept ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]
    // One that comes before a source listens is held back, and found pending below: ignored, it would be lost.
    var (both, before, pending) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&both)
    for number in numbers { sigaddset(&both, number) }
    pthread_sigmask(SIG_BLOCK, &both, &before)
    sources = numbers.map { number in
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: queue)
    }
    for (source, number) in zip(sources, numbers) {
      source.setEventHandler { [weak self] in self?.arrive(number) }
      let isRegistered = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { isRegistered.signal() }
      source.resume()
      isRegistered.wait()
    }
    sigpending(&pending)
    for number in numbers where sigismember(&pending, number) == 1 { arrive(number) }
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Glibc)
      let handler = action.__sigaction_handler.sa_handler
    #else
      let handler = action.__sigaction_u.__sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// What a process that was asked to stop ends with: 130 for Ctrl-C, 143 for a termination, 129 for a closed terminal.
  var status: Int32 { 128 + last.withLock(\.self) }

  /// Whether an interrupt came during the present run.
  var isRequested: Bool { state.withLock { $0.isRequested } }

  /// Begins a run that an interrupt stops: `action` is called once, if one comes.
  ///
  /// `lastWord` is for a run that may not stop by itself: it is called five seconds later if the run did not end, or at the
  /// next interrupt, and the process ends.
  func begin(
    _ action: @escaping @Sendable () -> Void = {}, lastWord: (@Sendable () -> Void)? = nil
  ) {
    state.withLock { $0 = State(isRunning: true, action: action, lastWord: lastWord) }
  }

  /// Ends the run; returns whether it was interrupted.
  func end() -> Bool {
    state.withLock { state in
      defer { state = State() }
      return state.isRequested
    }
  }

  private func arrive(_ signal: Int32) {
    last.withLock { $0 = signal }
    let action = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.isRunning, !state.isRequested else { return nil }
      state.isRequested = true
      return state.action
    }
    guard let action else { return leave() }
    action()
    queue.asyncAfter(deadline: .now() + Self.patience) { [self] in
      if isRequested, state.withLock({ $0.lastWord }) != nil { leave() }
    }
  }

  /// Ends the process, after its last word.
  private func leave() {
    state.withLock({ $0.lastWord })?()
    for path in CommandFiles.removeEmpty() { Console.tell("interrupted: \(path) was not written") }
    LineWriter.standardOutput.flush()
    exit(status)
  }
}
