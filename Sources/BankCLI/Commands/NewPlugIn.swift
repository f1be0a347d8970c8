import BankCore
import Foundation

/// The command `bank new-policy`.
enum NewPolicy {
  static let command = NewPlugIn.command(
    .policy, summary: "Begin a policy: its target, test and page, registered.",
    discussion: """
      NAME is lower-case words with hyphens between. The policy passes its tests and all laws as it
      is; write your rule into it. In the tree it is registered between the comments "policies begin"
      and "policies end" of Package.swift and \(Checkout.shippedPath). Prints the diff.
      """)
}

/// The command `bank new-queue`.
enum NewQueue {
  static let command = NewPlugIn.command(
    .queue, summary: "Begin a queue: its file and test, registered.",
    discussion: """
      NAME is lower-case words with hyphens between. The queue passes its laws as it is; write your
      order into it. In the tree it is registered between the comments "queues begin" and "queues
      end" of \(Checkout.queuesPath). Prints the diff.
      """)
}

/// Begins a policy or a queue, in the tree or in a package of its own.
enum NewPlugIn {
  static let outOfTree = Flag(
    "--out-of-tree", "DIR", "in a package of its own in DIR, or added to the one begun there")
  static let dryRun = Flag("--dry-run", nil, "print the diff and change nothing")

  static func command(_ kind: PlugInKind, summary: Phrase, discussion: Phrase) -> Command {
    Command(
      name: "new-\(kind.rawValue)", summary: summary, usage: "NAME [options]",
      flags: [outOfTree, dryRun], without: [.config, .set, .policy, .option, .queue, .seed],
      discussion: discussion, takesWords: true
    ) { arguments, registry throws(Problems) in try run(kind, arguments) }
  }

  private static func run(_ kind: PlugInKind, _ arguments: Arguments) throws(Problems) -> Int32 {
    var problems = arguments.problems
    if arguments.positionals.count != 1 {
      let given: Phrase =
        arguments.positionals.isEmpty ? "no name" : "\(arguments.positionals.count) names"
      problems.append(Problem("", given, "give one, such as \(kind.example)"))
    }
    guard let checkout = Checkout.current else {
      throw Problems(
        problems + [
          Problem("", "no checkout of bank is around here", "run it in the folder of Package.swift")
        ])
    }
    let names = PlugInNames(arguments.positionals.first ?? "", kind)
    if arguments.positionals.count == 1 {
      problems += names.problems([checkout.manifest, checkout.shipped])
    }
    guard problems.isEmpty else { throw Problems(problems) }
    let patch: Patch
    var executable = "bank"
    if let folder = arguments[outOfTree] {
      let package = OutsidePackage(URL(fileURLWithPath: folder), checkout)
      patch = try package.adding(names)
      executable = package.executable ?? "\(names.name)-bank"
    } else {
      patch = try inTree(names, checkout)
    }
    guard patch.obstacles.isEmpty else { throw Problems(patch.obstacles) }
    if !arguments.has(dryRun) { try patch.write() }
    LineWriter.standardOutput.line("\(patch)", isFlushed: true)
    if arguments.has(dryRun) {
      Console.tell("nothing was changed in \(patch.root.path)")
    } else {
      Console.tell("written in \(patch.root.path)")
      Console.tell("next")
      LineWriter.standardError.line(next(names, arguments[outOfTree], executable))
    }
    return 0
  }

  /// The change that adds a policy or a queue to the tree.
  static func inTree(_ names: PlugInNames, _ checkout: Checkout) throws(Problems) -> Patch {
    guard names.kind == .policy else {
      var queues = MarkedText(checkout.queues, path: Checkout.queuesPath)
      try queues.insert("    \(names.type).self,", in: "queues")
      let page = checkout.queuesPage.map { text in
        var page = MarkedText(text, path: Checkout.queuesPagePath)
        page.insert(item: "``\(names.type)``", below: "### Other orders")
        return page.file
      }
      return Patch(
        root: checkout.root,
        files: [
          .init(path: "Sources/BankQueues/\(names.type).swift", text: Templates.queue(names)),
          .init(
            path: "Tests/BankQueuesTests/\(names.type)Tests.swift",
            text: Templates.queueTest(names, module: "BankQueues")),
          queues.file,
        ] + [page].compactMap(\.self))
    }
    var manifest = MarkedText(checkout.manifest, path: Checkout.manifestPath)
    var shipped = MarkedText(checkout.shipped, path: Checkout.shippedPath)
    try manifest.insert("  \"\(names.module)\",", in: "policies")
    try shipped.insert("import \(names.module)", in: "policies")
    try shipped.insert("    .init(\(names.type).self),", in: "policies", block: 1)
    let folder = "Policies/\(names.module)"
    return Patch(
      root: checkout.root,
      files: [
        .init(path: "\(folder)/Sources/\(names.type).swift", text: Templates.policy(names)),
        .init(path: "\(folder)/Tests/\(names.module)Tests.swift", text: Templates.test(names)),
        .init(path: "\(folder)/README.md", text: Templates.readme(names)),
        manifest.file, shipped.file,
      ])
  }

  private static func next(
    _ names: PlugInNames, _ folder: String?, _ executable: String
  ) -> String {
    let place = folder.map { "cd \($0) && " } ?? ""
    let flag = names.kind == .policy ? "" : "--queues "
    return """
        \(place)swift build
        swift run \(executable) --\(names.kind.rawValue) \(names.name)
        swift run \(executable) conformance \(flag)\(names.name)
        swift test
      """
  }
}

/// A package of somebody's own, with policies and queues beside the shipped ones.
struct OutsidePackage {
  let root: URL
  private let checkout: Checkout
  private let manifest: String?
  private let main: String?

  init(_ root: URL, _ checkout: Checkout) {
    self.root = root.standardizedFileURL
    self.checkout = checkout
    manifest = try? String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    main = Self.mainPath(in: root).flatMap {
      try? String(contentsOf: root.appending(path: $0), encoding: .utf8)
    }
  }

  /// The executable of the package that is there.
  var executable: String? {
    Self.mainPath(in: root).map { $0.split(separator: "/")[1] }.map(String.init)
  }

  private static func mainPath(in root: URL) -> String? {
    let folders = try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "Sources").path)
    return (folders ?? []).sorted().map { "Sources/\($0)/main.swift" }.first {
      FileManager.default.fileExists(atPath: root.appending(path: $0).path)
    }
  }

  /// The change that adds a policy or a queue, to a new package or to the one that is there.
  func adding(_ names: PlugInNames) throws(Problems) -> Patch {
    let path = Self.mainPath(in: root) ?? "Sources/\(names.name)-bank/main.swift"
    var manifest = MarkedText(
      self.manifest ?? Templates.manifest(names, checkout: relativePath), path: "Package.swift",
      isNew: self.manifest == nil)
    var main = MarkedText(self.main ?? Templates.main, path: path, isNew: self.main == nil)
    try manifest.insert(Templates.targets(names), in: "targets")
    try manifest.insert("        \"\(names.module)\",", in: "modules")
    try main.insert("import \(names.module)", in: "imports")
    try main.insert("    .init(\(names.type).self),", in: names.kind.list)
    let isPolicy = names.kind == .policy
    return Patch(
      root: root,
      files: [
        manifest.file,
        .init(
          path: "Sources/\(names.module)/\(names.type).swift",
          text: isPolicy ? Templates.policy(names) : Templates.queue(names)),
        main.file,
        .init(
          path: "Tests/\(names.module)Tests/\(names.module)Tests.swift",
          text: isPolicy
            ? Templates.test(names) : Templates.queueTest(names, module: names.module)),
      ]
        + (self.manifest == nil
          ? [.init(path: "README.md", text: Templates.readme(names))] : []))
  }

  /// The way from the package to the checkout, so that both can move together.
  private var relativePath: String {
    let from = root.standardizedFileURL.pathComponents
    let to = checkout.root.standardizedFileURL.pathComponents
    let common = zip(from, to).prefix { $0 == $1 }.count
    let steps = from.dropFirst(common).map { _ in ".." } + to.dropFirst(common)
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }
}
