import BankCore
import Foundation

/// A change of a source tree: new files, and lines put into files that are there.
struct Patch {
  /// One file of it.
  struct File {
    let path: String
    let text: String
    /// The lines that were put in; `nil` for a new file.
    var inserted: [Int]?
  }

  let root: URL
  var files: [File] = []

  /// Everything that is in the way.
  var obstacles: [Problem] {
    files.filter { $0.inserted == nil }.map { root.appending(path: $0.path).path }
      .filter { FileManager.default.fileExists(atPath: $0) }
      .map {
        Problem($0, "is there already and is not written over", "choose another name or folder")
      }
  }

  /// Writes all of it, or nothing.
  func write() throws(Problems) {
    var undo: [() -> Void] = []
    for file in files {
      let place = root.appending(path: file.path)
      let before = try? Data(contentsOf: place)
      do {
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        undo.append {
          if let before {
            try? before.write(to: place)
          } else {
            try? FileManager.default.removeItem(at: place)
          }
        }
        try Data(file.text.utf8).write(to: place, options: .atomic)
      } catch {
        for step in undo.reversed() { step() }
        throw Problems([
          Problem(place.path, "cannot be written", InputFile.reason(error))
        ])
      }
    }
  }
}

extension Patch: CustomStringConvertible {
  /// A diff, as `git apply` takes it.
  var description: String { files.map(Self.diff).joined(separator: "\n") }

  private static func diff(_ file: File) -> String {
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    var diff = ["diff --git a/\(file.path) b/\(file.path)"]
    guard let inserted = file.inserted else {
      let count = lines.count - 1
      diff += [
        "new file mode 100644", "--- /dev/null", "+++ b/\(file.path)", "@@ -0,0 +1,\(count) @@",
      ]
      return (diff + lines.prefix(count).map { "+" + $0 }).joined(separator: "\n")
    }
    diff += ["--- a/\(file.path)", "+++ b/\(file.path)"]
    // Lines in a row are one change.
    var changes: [ClosedRange<Int>] = []
    for index in inserted.sorted() {
      if let last = changes.last, last.upperBound + 1 == index {
        changes[changes.count - 1] = last.lowerBound...index
      } else {
        changes.append(index...index)
      }
    }
    var before = 0
    for change in changes {
      // Two lines around each; blocks lie further apart.
      let shown = max(0, change.lowerBound - 2)...min(lines.count - 1, change.upperBound + 2)
      diff.append(
        "@@ -\(shown.lowerBound + 1 - before),\(shown.count - change.count) "
          + "+\(shown.lowerBound + 1),\(shown.count) @@")
      diff += shown.map { (change.contains($0) ? "+" : " ") + lines[$0] }
      before += change.count
    }
    return diff.joined(separator: "\n")
  }
}
