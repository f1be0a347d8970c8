import Foundation

/// Keeps a file for this process, until it ends.
enum FileLock {
  /// Whether nobody else holds the file at `path`, which from now on this process does.
  ///
  /// Of a file that is not there, or cannot be opened, nothing is said: that is told elsewhere.
  static func take(_ path: String) -> Bool {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    return descriptor < 0 || flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }
}
