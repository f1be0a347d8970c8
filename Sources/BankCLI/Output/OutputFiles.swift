import BankCore
import BankRecords
import Foundation

/// The files a command writes, opened together before anything is done; each keeps what was in it until there is
/// something to write.
struct OutputFiles {
  private var files: [(path: String, writer: LineWriter)] = []
  /// Those that were not there before.
  private var created: [String] = []

  /// Opens `paths` (by flag), none of which may be read or written by the command already.
  ///
  /// `kept` says how many bytes of a file stay, by path; what is written comes after them, and they may have been read.
  ///
  /// - Throws: every file that cannot be written.
  init(
    _ paths: [(flag: String, path: String)], kept: [String: Int] = [:]
  ) throws(Problems) {
    var problems: [Problem] = []
    let known = CommandFiles.known
    var own: [CommandFiles.Identity] = []
    for (flag, path) in paths {
      if Self.isStandardOutput(path) {
        if hasStandardOutput || CommandFiles.hasStandardOutput {
          problems.append(
            Problem("\(flag) \(path)", "standard output has a file already", "give a file"))
        }
        files.append((path, LineWriter.forFile()))
        continue
      }
      if access(path, F_OK) != 0 { created.append(path) }
      let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else {
        problems.append(
          Problem("\(flag) \(path)", "cannot be written", .ofSystem(errno)))
        continue
      }
      if kept[path] == nil, FileLock.isTakenElsewhere(descriptor) {
        problems.append(
          Problem("\(flag) \(path)", "is the journal of a server that runs", "give another file"))
      }
      if let file = CommandFiles.Identity(descriptor) {
        if own.contains(file) || known.contains(file) && kept[path] == nil {
          problems.append(InputFile.isUsed("\(flag) \(path)"))
        }
        own.append(file)
      }
      files.append((path, LineWriter(descriptor: descriptor, replacing: kept[path] == nil)))
    }
    guard problems.isEmpty else {
      for file in ownFiles { close(file.writer.descriptor) }
      for path in created { unlink(path) }
      throw Problems(problems)
    }
    for file in ownFiles {
      guard let length = kept[file.path] else { continue }
      _ = ftruncate(file.writer.descriptor, off_t(length))
      if length > 0 { _ = lseek(file.writer.descriptor, 0, SEEK_END) }
    }
    CommandFiles.write(self, own)
  }

  subscript(path: String?) -> LineWriter? { files.first { $0.path == path }?.writer }

  /// Writes what is left and closes the files; returns a problem for each that is not complete.
  ///
  /// Where nothing came of what was to be written, a file is what it was before, or is not there.
  func finish() -> [Problem] {
    files.compactMap { file in
      let failure = file.writer.flush()
      if !Self.isStandardOutput(file.path) { close(file.writer.descriptor) }
      if file.writer.isUntouched, created.contains(file.path), Self.isFile(file.path) {
        unlink(file.path)
      }
      return failure.map { Problem(file.path, "could not be written to the end", $0) }
    }
  }

  /// Removes those that were not there before and in which nothing is yet; returns them.
  ///
  /// For a process that ends in the middle: asks no writer, which may be busy.
  func removeEmpty() -> [String] {
    created.filter { path in
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
        && unlink(path) == 0
    }
  }

  /// Whether one of them goes to standard output.
  var hasStandardOutput: Bool { files.contains { Self.isStandardOutput($0.path) } }

  /// Those that are not standard output.
  private var ownFiles: [(path: String, writer: LineWriter)] {
    files.filter { !Self.isStandardOutput($0.path) }
  }

  static func isStandardOutput(_ path: String) -> Bool {
    path == "-" || path == "/dev/stdout"
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
