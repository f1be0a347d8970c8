@preconcurrency import Dispatch
import Foundation
import Synchronization

/// Ctrl-C, as something to ask about or to be told of.
///
/// While something runs, the first interrupt asks it to stop; otherwise, or a second time, the
/// process ends with status 130.
final class Interrupt: Sendable {
  static let status: Int32 = 130
  static let shared = Interrupt()

  private struct State {
    var isRunning = false
    var isRequested = false
    var action: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let source: any DispatchSourceSignal

  private init() {
    signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler { [weak self] in self?.arrive() }
    // An interrupt that came before the registration would be lost.
    let isRegistered = DispatchSemaphore(value: 0)
    source.setRegistrationHandler { isRegistered.signal() }
    source.resume()
    isRegistered.wait()
  }

  /// Whether an interrupt came during the present run.
  var isRequested: Bool { state.withLock { $0.isRequested } }

  /// Begins a run that an interrupt stops: `action` is called once, if one comes.
  func begin(_ action: @escaping @Sendable () -> Void = {}) {
    state.withLock { $0 = State(isRunning: true, action: action) }
  }

  /// Ends the run; returns whether it was interrupted.
  func end() -> Bool {
    state.withLock { state in
      defer { state = State() }
      return state.isRequested
    }
  }

  private func arrive() {
    let action = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.isRunning, !state.isRequested else { return nil }
      state.isRequested = true
      return state.action
    }
    guard let action else {
      LineWriter.standardOutput.flush()
      exit(Self.status)
    }
    action()
  }
}
