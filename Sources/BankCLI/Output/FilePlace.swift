import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Where an open file is: somebody may have moved it, or it was opened through a link.
enum FilePlace {
  /// The file at `path`, where that is a link to it.
  static func behindLinks(_ path: String) -> String {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK,
      let real = realpath(path, nil)
    else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// What an open file is called that was at `path`.
  ///
  /// Where there is another one now, it is the name to which it was moved, if that can be known.
  static func now(of descriptor: Int32, openedAt path: String) -> String {
    var (own, there) = (stat(), stat())
    guard fstat(descriptor, &own) == 0, stat(path, &there) == 0, !own.isSameFile(as: there),
      let moved = name(of: descriptor), stat(moved, &there) == 0, own.isSameFile(as: there)
    else { return behindLinks(path) }
    return moved
  }

  /// What the system calls an open file.
  private static func name(of descriptor: Int32) -> String? {
    #if canImport(Glibc)
      return try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/fd/\(descriptor)")
    #else
      var name = [CChar](repeating: 0, count: Int(MAXPATHLEN))
      guard fcntl(descriptor, F_GETPATH, &name) == 0 else { return nil }
      return name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    #endif
  }
}

extension stat {
  /// Whether both are of one file.
  func isSameFile(as other: stat) -> Bool { st_ino == other.st_ino && st_dev == other.st_dev }
}
