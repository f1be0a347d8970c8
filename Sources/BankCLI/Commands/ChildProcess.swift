import Foundation
import Synchronization

/// This executable, run again beside itself.
///
/// Its standard input is open for as long as the process that started it lives: it ends when that one is gone.
final class ChildProcess: Sendable {
  /// How waiting for it came to an end.
  enum Ending {
    case ended, timedOut, interrupted
  }

  /// Tells the child that somebody waits for it.
  private static let mark = "BANK_ASKED_BY_A_PROCESS"
  /// How often to look whether somebody has pressed Ctrl-C: the seconds between two looks.
  private static let look = 0.1
  /// How long it may take to say what it was doing, in seconds.
  private static let lastWords = 2.0

  let process = Process()
  /// What it says.
  let output: Reading
  /// What it complains of.
  let errors: Reading
  private let lifeline = Pipe()
  private let hasEnded = DispatchSemaphore(value: 0)

  /// Starts it with `words`, and with an environment like this one's, but for `changes`.
  init(_ words: [String], changes: [String: String?] = [:], folder: URL? = nil) throws {
    process.executableURL =
      Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = words
    if let folder { process.currentDirectoryURL = folder }
    // A trap says in a line what it is; the toolchain's own page about it helps nobody here.
    var environment = ProcessInfo.processInfo.environment
    environment[Self.mark] = "1"
    environment["SWIFT_BACKTRACE"] = "enable=no"
    for (name, value) in changes { environment[name] = value }
    process.environment = environment
    let (said, complaints) = (Pipe(), Pipe())
    process.standardInput = lifeline
    process.standardOutput = said
    process.standardError = complaints
    process.terminationHandler = { [hasEnded] _ in hasEnded.signal() }
    try process.run()
    // A pipe holds little: both are read while the child writes.
    (output, errors) = (Reading(said), Reading(complaints))
  }

  /// Waits for its end; it is killed when it takes more than `seconds`, or when somebody presses Ctrl-C.
  func wait(_ seconds: Double) -> Ending {
    let end = DispatchTime.now() + seconds
    var ending = Ending.ended
    while hasEnded.wait(timeout: min(end, .now() + Self.look)) == .timedOut {
      let isLate = DispatchTime.now() >= end
      guard isLate || Interrupt.shared.isRequested else { continue }
      ending = .timedOut
      // Asked first, so that it may say what it was doing.
      kill(process.processIdentifier, isLate ? SIGABRT : SIGKILL)
      if hasEnded.wait(timeout: .now() + Self.lastWords) == .timedOut {
        kill(process.processIdentifier, SIGKILL)
      }
      break
    }
    process.waitUntilExit()
    // The signal was for the child too, which says nothing then.
    return Interrupt.shared.isRequested ? .interrupted : ending
  }

  /// Whether this process is such a child.
  static var isAsked: Bool { ProcessInfo.processInfo.environment[mark] != nil }

  /// In the child: ends it when the process that asked is gone.
  static func endWithParent() {
    guard isAsked else { return }
    Thread.detachNewThread {
      _ = FileHandle.standardInput.readDataToEndOfFile()
      _exit(0)
    }
  }
}

/// What comes out of a pipe, read to its end on a thread of its own.
final class Reading: Sendable {
  private let isDone = DispatchSemaphore(value: 0)
  private let data = Mutex(Data())

  init(_ pipe: Pipe) {
    let handle = pipe.fileHandleForReading
    Thread.detachNewThread { [self] in
      let all = handle.readDataToEndOfFile()
      data.withLock { $0 = all }
      isDone.signal()
    }
  }

  /// All of it; waits for the end.
  var text: String {
    isDone.wait()
    isDone.signal()
    return String(decoding: data.withLock { $0 }, as: UTF8.self)
  }
}
