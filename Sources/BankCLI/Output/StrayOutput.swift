import Foundation

/// Keeps apart what others write to standard output: a policy that prints would be in the middle of what a command says.
struct StrayOutput {
  private let original: Int32
  private let apart: Int32

  /// From now on it goes to a file of its own; `nil` where there can be none.
  init?() {
    var path = Array((NSTemporaryDirectory() + "bank-output-XXXXXX").utf8CString)
    let original = dup(1)
    guard original >= 0 else { return nil }
    let apart = mkstemp(&path)
    guard apart >= 0 else {
      close(original)
      return nil
    }
    unlink(path)
    // What was said before is said first.
    LineWriter.standardOutput.flush()
    fflush(nil)
    (self.original, self.apart) = (original, apart)
    dup2(apart, 1)
  }

  /// Gives standard output back; returns how many bytes were written meanwhile, and the first line.
  func end() -> (count: Int, first: String) {
    fflush(nil)
    dup2(original, 1)
    var bytes = [UInt8](repeating: 0, count: 200)
    let read = max(0, pread(apart, &bytes, bytes.count, 0))
    let count = Int(lseek(apart, 0, SEEK_END))
    close(original)
    close(apart)
    let text = String(decoding: bytes[..<read], as: UTF8.self)
    return (count, String(text.prefix { !$0.isNewline }))
  }
}
