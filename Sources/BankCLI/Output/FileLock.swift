import BankCore
import BankRecords
import Foundation

/// Keeps a file for this process, until it ends.
enum FileLock {
  /// Takes the file at `path`, which is made where there is none.
  ///
  /// - Throws: that it cannot be opened, that it is no file, or that another process holds it.
  static func take(_ path: String, _ flag: String) throws(Problems) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw Problems([Problem("\(flag) \(path)", "cannot be written", .ofSystem(errno))])
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Problems([
        Problem("\(flag) \(path)", "is no file that can be gone on with", "give a file")
      ])
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      throw Problems([
        Problem(
          "\(flag) \(path)", "another server writes it", "end that one, or give another file")
      ])
    }
  }

  /// Whether another process, or another lock of this one, keeps the open file.
  static func isTakenElsewhere(_ descriptor: Int32) -> Bool {
    guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
    _ = flock(descriptor, LOCK_UN)
    return false
  }
}
