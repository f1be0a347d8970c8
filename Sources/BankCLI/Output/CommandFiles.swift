import BankCore
import BankRecords
import Foundation
import Synchronization

/// The files that the command of this process reads and writes.
///
/// ``InputFile`` and ``OutputFiles`` note them here, whatever command they are of: none is written over that is read or
/// written already, and each that cannot be written to its end is told of as the command ends. Where no command was begun,
/// nothing is noted.
enum CommandFiles {
  /// Which file it is, whatever it is called.
  struct Identity: Hashable {
    private let device: UInt64
    private let number: UInt64

    /// That of an open file; `nil` for what is none, such as a pipe.
    init?(_ descriptor: Int32) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { return nil }
      self.init(status)
    }

    /// That of the file at a path; `nil` where there is none.
    init?(at path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      self.init(status)
    }

    private init?(_ status: stat) {
      guard status.st_mode & S_IFMT == S_IFREG else { return nil }
      (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
  }

  private struct State {
    var read: Set<Identity> = []
    var written: Set<Identity> = []
    var open: [OutputFiles] = []
  }

  private static let state = Mutex<State?>(nil)

  /// From now on files are noted.
  static func begin() { state.withLock { $0 = State() } }

  /// Those that are read or written.
  static var known: Set<Identity> { state.withLock { $0.map { $0.read.union($0.written) } ?? [] } }

  /// Whether a file of the command goes to standard output.
  static var hasStandardOutput: Bool {
    state.withLock { $0?.open.contains(where: \.hasStandardOutput) ?? false }
  }

  /// Notes an open file that is read; returns whether it may be, for it is not written.
  static func read(_ descriptor: Int32) -> Bool {
    guard let file = Identity(descriptor) else { return true }
    return state.withLock { state in
      state?.read.insert(file)
      return state?.written.contains(file) != true
    }
  }

  /// Notes files that are written, and which of them they are.
  static func write(_ files: OutputFiles, _ identities: [Identity]) {
    state.withLock { state in
      state?.written.formUnion(identities)
      state?.open.append(files)
    }
  }

  /// Removes the new files of a command that ends in the middle, as long as nothing is in them; returns them.
  static func removeEmpty() -> [String] {
    state.withLock { $0?.open ?? [] }.flatMap { $0.removeEmpty() }
  }

  /// Closes what is written; returns a problem for each file that is not complete.
  static func finish() -> [Problem] {
    let open = state.withLock { state in
      defer { state = nil }
      return state?.open ?? []
    }
    return open.flatMap { $0.finish() }
  }
}
