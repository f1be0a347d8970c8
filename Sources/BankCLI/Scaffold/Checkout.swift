import BankCore
import Foundation

/// The source tree that policies are registered in.
struct Checkout {
  let root: URL
  let manifest: String
  let main: String

  static let manifestPath = "Package.swift"
  static let mainPath = "Sources/bank/main.swift"

  /// The tree around the working folder, or else around this executable.
  static let current: Checkout? =
    find(from: URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
    ?? Bundle.main.executableURL.flatMap { find(from: $0.resolvingSymlinksInPath()) }

  static func find(from place: URL) -> Checkout? {
    var folder = place.standardizedFileURL
    while true {
      let manifest = try? String(
        contentsOf: folder.appending(path: manifestPath), encoding: .utf8)
      let main = try? String(contentsOf: folder.appending(path: mainPath), encoding: .utf8)
      if let manifest, let main, main.contains("import BankCLI") {
        return Checkout(root: folder, manifest: manifest, main: main)
      }
      if folder.path == "/" { return nil }
      folder = folder.deletingLastPathComponent()
    }
  }

  /// The modules in `Policies/`, in order.
  var modules: [String] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "Policies").path)
    return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  /// Says what to do about each policy of the tree that `registry` does not know.
  ///
  /// Silent in executables of other packages, which register what they like.
  static func warn(of registry: PolicyRegistry) {
    guard BankCommand.executable == "bank", let current else { return }
    let known = Set(registry.policies.map { PolicyNames($0.name).module })
    for module in current.modules where !known.contains(module) {
      LineWriter.standardError.line("bank: warning: \(hint(module))")
    }
  }

  /// What to do about a policy that is there and not registered.
  static func hint(_ module: String) -> String {
    "Policies/\(module) is there, and this build does not know it: build again, or if that does"
      + " not help add it between the comments \"policies begin\""
      + " and \"policies end\" of \(manifestPath) and \(mainPath)"
  }
}

/// A text with lines to insert between marker comments.
struct MarkedText {
  static let begin = "// policies begin"
  static let end = "// policies end"

  private(set) var lines: [String]
  /// Where each line was put in, as indices into ``lines``.
  private(set) var inserted: [Int] = []

  init(_ text: String) { lines = text.components(separatedBy: "\n") }

  var text: String { lines.joined(separator: "\n") }

  /// Puts `line` in the block number `block`, in order by name; returns whether there is one.
  mutating func insert(_ line: String, block: Int) -> Bool {
    let begins = lines.indices.filter {
      lines[$0].trimmingCharacters(in: .whitespaces).hasPrefix(Self.begin)
    }
    guard begins.indices.contains(block),
      let end = lines[begins[block]...].firstIndex(where: {
        $0.trimmingCharacters(in: .whitespaces).hasPrefix(Self.end)
      })
    else { return false }
    let entries = (begins[block] + 1..<end).filter { !lines[$0].isEmpty }
    let place = entries.first { lines[$0] > line } ?? (entries.last ?? begins[block]) + 1
    lines.insert(line, at: place)
    inserted = inserted.map { $0 >= place ? $0 + 1 : $0 } + [place]
    return true
  }
}
