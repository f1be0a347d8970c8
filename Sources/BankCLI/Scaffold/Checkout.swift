import BankCore
import Foundation

/// The source tree that policies are registered in.
struct Checkout {
  let root: URL
  let manifest: String
  let shipped: String
  let queues: String
  /// The page of documentation that lists the queues.
  var queuesPage: String?

  static let manifestPath = "Package.swift"
  /// Where the policies are registered.
  static let shippedPath = "Sources/bank/ShippedPolicies/Shipped.swift"
  /// Where the queues are listed.
  static let queuesPath = "Sources/BankQueues/ShippedQueues.swift"
  static let queuesPagePath = "Sources/BankQueues/BankQueues.docc/BankQueues.md"

  /// The tree around the working folder, or else around this executable.
  static let current: Checkout? =
    find(from: URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
    ?? Bundle.main.executableURL.flatMap { find(from: $0.resolvingSymlinksInPath()) }

  static func find(from place: URL) -> Checkout? {
    var folder = place.standardizedFileURL
    // So often and not up to the root: a working folder that was removed has no path to it.
    for _ in folder.pathComponents {
      func text(_ path: String) -> String? {
        try? String(contentsOf: folder.appending(path: path), encoding: .utf8)
      }
      if let manifest = text(manifestPath), let shipped = text(shippedPath),
        let queues = text(queuesPath), shipped.contains("import BankCLI")
      {
        return Checkout(
          root: folder, manifest: manifest, shipped: shipped, queues: queues,
          queuesPage: text(queuesPagePath))
      }
      folder = folder.deletingLastPathComponent()
    }
    return nil
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
  static func warn(of registry: Registry) {
    guard BankCommand.executable == "bank", let current else { return }
    let known = Set(registry.policies.map { PlugInNames($0.name).module })
    for module in current.modules where !known.contains(module) {
      Console.warn(hint(module))
    }
  }

  /// What to do about a policy that is there and not registered.
  static func hint(_ module: String) -> Phrase {
    "Policies/\(module) is there, and this build does not know it: build again, or if that does"
      + " not help add it between the comments \"policies begin\""
      + " and \"policies end\" of \(manifestPath) and \(shippedPath)"
  }
}

/// A text with lines to insert between marker comments.
struct MarkedText {
  private let path: String
  private let isNew: Bool
  private(set) var lines: [String]
  /// Where each line was put in, as indices into ``lines``.
  private(set) var inserted: [Int] = []

  init(_ text: String, path: String, isNew: Bool = false) {
    self.path = path
    self.isNew = isNew
    lines = text.components(separatedBy: "\n")
  }

  var text: String { lines.joined(separator: "\n") }

  /// The file as it is to be.
  var file: Patch.File { .init(path: path, text: text, inserted: isNew ? nil : inserted) }

  /// Puts `text` between the comments "`list` begin" and "`list` end", in order by name.
  ///
  /// `block` is the number, from 0, of the pair that is meant, where several pairs say so.
  ///
  /// - Throws: a problem where there is no such pair.
  mutating func insert(_ text: String, in list: String, block: Int = 0) throws(Problems) {
    func isMarker(_ line: String, _ word: String) -> Bool {
      line.trimmingCharacters(in: .whitespaces).hasPrefix("// \(list) \(word)")
    }
    let begins = lines.indices.filter { isMarker(lines[$0], "begin") }
    guard begins.indices.contains(block),
      let end = lines[begins[block]...].firstIndex(where: { isMarker($0, "end") })
    else {
      throw Problems([
        Problem(
          path, "has no comments \"// \(list) begin\" and \"// \(list) end\"",
          "put them back around the list of \(list)")
      ])
    }
    let entries = (begins[block] + 1..<end).filter { !lines[$0].isEmpty }
    // What takes several lines comes last: its lines stay together.
    let follower = text.contains("\n") ? nil : entries.first { lines[$0] > text }
    insert(text, at: follower ?? (entries.last ?? begins[block]) + 1)
  }

  /// Puts an item at the end of the list below `heading`; nothing where there is no such heading.
  mutating func insert(item: String, below heading: String) {
    guard let begin = lines.firstIndex(of: heading) else { return }
    let end = lines[(begin + 1)...].firstIndex { $0.hasPrefix("#") } ?? lines.count
    let last = lines[begin..<end].lastIndex { $0.hasPrefix("- ") }
    insert("- " + item, at: last.map { $0 + 1 } ?? begin + 1)
  }

  private mutating func insert(_ text: String, at place: Int) {
    let new = text.components(separatedBy: "\n")
    lines.insert(contentsOf: new, at: place)
    inserted = inserted.map { $0 >= place ? $0 + new.count : $0 } + new.indices.map { place + $0 }
  }
}
