import BankConformance
import BankCore
import BankRecords
import Foundation
import Synchronization

/// Writes lines to a file descriptor through a buffer; may be used from any task.
final class LineWriter: Sendable {
  private struct State {
    var buffer: [UInt8] = []
    var failure: Int32?
    /// Why the disk did not keep what was written: it says so once, and what was written before may be gone.
    var syncFailure: Int32?
    /// Whether what cannot be written is kept and tried again.
    var isPatient = false
    /// Whether what was in the file before is still there: it goes when there is something to write.
    var isUntouched = false
    /// The file that is to be the one written to, and how long it is.
    var path: String?
    var length: off_t = 0
    /// Whether something was written that the disk was not asked to keep.
    var isUnsynced = false
  }

  /// Where a command says what came of it: standard output, or standard error while a file that was asked
  /// for goes there (`--clients-out -`).
  static var standardOutput: LineWriter {
    hasFile.load(ordering: .relaxed) ? standardError : output
  }
  static let standardError = LineWriter(descriptor: 2)

  private static let output = LineWriter(descriptor: 1)
  private static let hasFile = Atomic(false)

  /// Standard output, for a file.
  static func forFile() -> LineWriter {
    hasFile.store(true, ordering: .relaxed)
    return output
  }

  let descriptor: Int32
  private let state = Mutex(State())
  /// Those who wait for the disk, and whether a thread asks it.
  private let syncing = Mutex((waiting: [CheckedContinuation<Void, Never>](), isRunning: false))

  /// Writes to a descriptor; `replacing` what is in its file once there is something to write.
  init(descriptor: Int32, replacing: Bool = false) {
    self.descriptor = descriptor
    state.withLock { $0.isUntouched = replacing }
  }

  /// Whether nothing was written to a file whose contents were to be replaced.
  var isUntouched: Bool { state.withLock(\.isUntouched) }

  /// Whether the disk was asked to keep all that was written.
  var isSynced: Bool { state.withLock { !$0.isUnsynced } }

  /// What the system said, where the last thing could not be written.
  var failure: Phrase? { state.withLock { ($0.failure ?? $0.syncFailure).map(Self.told) } }

  private static func told(_ failure: Int32) -> Phrase {
    switch failure {
    case ESTALE: "the file was removed, moved or changed by somebody else"
    case EAGAIN: "nobody takes what is written"
    default: .ofSystem(failure)
    }
  }

  /// From now on keeps what cannot be written, and tries again whenever there is more or ``flush()`` is
  /// called: a full disk may have room again.
  ///
  /// - Parameter path: the file, if it is one: where somebody else removes, moves or changes it, nothing is written.
  func keepUnwritten(at path: String? = nil) {
    state.withLock { state in
      (state.isPatient, state.path) = (true, path)
      state.length = lseek(descriptor, 0, SEEK_END)
    }
    // A new file is in its folder for good only when the folder is kept.
    if let path { Self.keepFolder(of: path) }
    // Whoever read it may be gone: a failure like any other.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Whether the file is no longer what was written.
  private static func isGone(_ state: State, _ descriptor: Int32) -> Bool {
    var (own, there) = (stat(), stat())
    guard let path = state.path, fstat(descriptor, &own) == 0, own.st_mode & S_IFMT == S_IFREG
    else { return false }
    return stat(path, &there) != 0 || !own.isSameFile(as: there) || own.st_size != state.length
  }

  /// Writes `line` and a line break; at once if `isFlushed`, else when enough has come together.
  func line(_ line: String, isFlushed: Bool = false) { text(line + "\n", isFlushed: isFlushed) }

  /// Writes `text` as it is.
  func text(_ text: String, isFlushed: Bool = false) {
    state.withLock { state in
      state.buffer.append(contentsOf: text.utf8)
      state.isUnsynced = true
      if isFlushed || state.buffer.count >= 1 << 16 { Self.flush(&state, descriptor) }
    }
  }

  /// Writes what is left; returns what the system said if something could not be written.
  @discardableResult
  func flush() -> Phrase? {
    state.withLock { state in
      Self.flush(&state, descriptor)
      return state.failure.map(Self.told)
    }
  }

  /// Returns when what was written before is on the disk, or is known not to be: ``failure`` says so from then on.
  ///
  /// One thread of its own asks the disk, for all who wait: nobody else waits for it. Where there is no thread for it,
  /// whoever came first asks in its place.
  func synced() async {
    await withCheckedContinuation { continuation in
      let isFirst = syncing.withLock { syncing in
        syncing.waiting.append(continuation)
        defer { syncing.isRunning = true }
        return !syncing.isRunning
      }
      if isFirst, !OwnThread.start({ [self] in sync() }) { sync() }
    }
  }

  private func sync() {
    while true {
      let waiting = syncing.withLock { syncing in
        defer { syncing = ([], !syncing.waiting.isEmpty) }
        return syncing.waiting
      }
      guard !waiting.isEmpty else { return }
      state.withLock { $0.isUnsynced = false }
      if fsync(descriptor) != 0, ![EINVAL, ENOTSUP, EROFS, EINTR].contains(errno) {
        let failure = errno
        state.withLock { $0.syncFailure = failure }
      }
      for each in waiting { each.resume() }
    }
  }

  private static func keepFolder(of path: String) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }

  /// What follows the name of a file in that of the one that has what could not be written into it.
  static let unwritten = ".unwritten"

  /// What could not be written, written into another file; `nil` where there is nothing, or that cannot be either.
  func rescue() -> String? {
    state.withLock { state in
      guard state.failure != nil, !state.buffer.isEmpty, let path = state.path else { return nil }
      let other = FilePlace.now(of: descriptor, openedAt: path) + Self.unwritten
      guard let handle = FileHandle(forWritingAtPath: other) ?? Self.made(other) else { return nil }
      defer { try? handle.close() }
      guard let end = try? handle.seekToEnd() else { return nil }
      guard (try? handle.write(contentsOf: state.buffer)) != nil else {
        // Of half a line nobody knows where the rest is.
        try? handle.truncate(atOffset: end)
        if end == 0 { try? FileManager.default.removeItem(atPath: other) }
        return nil
      }
      // It is there now, and is not to be in the file as well: from now on nothing is tried again.
      (state.buffer, state.isPatient) = ([], false)
      return other
    }
  }

  private static func made(_ path: String) -> FileHandle? {
    FileManager.default.createFile(atPath: path, contents: nil)
      ? FileHandle(forWritingAtPath: path) : nil
  }

  private static func flush(_ state: inout State, _ descriptor: Int32) {
    var written = 0
    if state.isUntouched, !state.buffer.isEmpty {
      _ = ftruncate(descriptor, 0)
      state.isUntouched = false
    }
    if state.isPatient { state.failure = isGone(state, descriptor) ? ESTALE : nil }
    // Whoever reads standard output may stop: a page of it fits where there is room, and nobody waits.
    let mayStall = state.isPatient && state.path == nil
    while state.failure == nil, written < state.buffer.count {
      var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if mayStall, poll(&polled, 1, 0) == 0 {
        state.failure = EAGAIN
        break
      }
      let most = mayStall ? 4096 : Int.max
      let count = state.buffer.withUnsafeBytes { bytes in
        write(
          descriptor, bytes.baseAddress?.advanced(by: written), min(bytes.count - written, most))
      }
      if count >= 0 {
        written += count
        state.length += off_t(count)
      } else if errno != EINTR {
        state.failure = errno
      }
    }
    if state.isPatient, state.failure != nil {
      state.buffer.removeFirst(written)
    } else {
      state.buffer.removeAll(keepingCapacity: true)
    }
  }
}
