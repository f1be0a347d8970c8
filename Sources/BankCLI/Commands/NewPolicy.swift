import BankCore
import Foundation

/// The command `bank new-policy`.
enum NewPolicy {
  static let outOfTree = Flag(
    "--out-of-tree", "DIR", "make a package of its own in DIR, with an executable")
  static let dryRun = Flag("--dry-run", nil, "print the diff and change nothing")

  static let command = Command(
    name: "new-policy", summary: "Begin a policy: its target, test and page, registered.",
    usage: "NAME [options]", flags: [outOfTree, dryRun],
    without: [.config, .policy, .option, .queue, .seed],
    discussion: """
      NAME is lower-case words with hyphens between. The policy passes its tests and all laws as it
      is; write your rule into it. In the tree it is registered between the comments "policies begin"
      and "policies end" of Package.swift and Sources/bank/main.swift. Prints the diff.
      """, takesWords: true
  ) { arguments, registry throws(Problems) in
    var problems = arguments.problems
    if arguments.positionals.count != 1 {
      let given = arguments.positionals.isEmpty ? "no name" : "\(arguments.positionals.count) names"
      problems.append(Problem("", "\(given)", "give one, such as quiet-hours"))
    }
    guard let checkout = Checkout.current else {
      throw Problems(
        problems + [
          Problem("", "no checkout of bank is around here", "run it in the folder of Package.swift")
        ])
    }
    let names = PolicyNames(arguments.positionals.first ?? "")
    if arguments.positionals.count == 1 { problems += names.problems(manifest: checkout.manifest) }
    guard problems.isEmpty else { throw Problems(problems) }
    let folder = arguments[outOfTree]
    let patch: Patch
    if let folder {
      patch = package(names, at: folder, checkout)
    } else {
      patch = try registered(names, checkout)
    }
    guard patch.obstacles.isEmpty else { throw Problems(patch.obstacles) }
    if !arguments.has(dryRun) { try patch.write() }
    LineWriter.standardOutput.line("\(patch)", isFlushed: true)
    LineWriter.standardError.line(
      arguments.has(dryRun)
        ? "bank: nothing was changed in \(patch.root.path)"
        : "bank: written in \(patch.root.path)\n" + next(names, folder))
    return 0
  }

  /// The change that adds a policy to the tree.
  static func registered(
    _ names: PolicyNames, _ checkout: Checkout
  ) throws(Problems) -> Patch {
    let folder = "Policies/\(names.module)"
    var manifest = MarkedText(checkout.manifest)
    var main = MarkedText(checkout.main)
    var problems: [Problem] = []
    for (path, isMarked) in [
      (Checkout.manifestPath, manifest.insert("  \"\(names.module)\",", block: 0)),
      (
        Checkout.mainPath,
        main.insert("import \(names.module)", block: 0)
          && main.insert("    .init(\(names.type).self),", block: 1)
      ),
    ] where !isMarked {
      problems.append(
        Problem(
          path, "has no comments \"\(MarkedText.begin)\" and \"\(MarkedText.end)\"",
          "put them back around the lists of policies"))
    }
    guard problems.isEmpty else { throw Problems(problems) }
    return Patch(
      root: checkout.root,
      files: [
        .init(path: "\(folder)/Sources/\(names.type).swift", text: Templates.policy(names)),
        .init(path: "\(folder)/Tests/\(names.module)Tests.swift", text: Templates.test(names)),
        .init(path: "\(folder)/README.md", text: Templates.readme(names)),
        .init(path: Checkout.manifestPath, text: manifest.text, inserted: manifest.inserted),
        .init(path: Checkout.mainPath, text: main.text, inserted: main.inserted),
      ])
  }

  /// A package of its own in `path`, beside whatever else is there.
  private static func package(_ names: PolicyNames, at path: String, _ checkout: Checkout) -> Patch
  {
    let root = URL(fileURLWithPath: path)
    let tests = "Tests/\(names.module)Tests/\(names.module)Tests.swift"
    return Patch(
      root: root,
      files: [
        .init(
          path: "Package.swift",
          text: Templates.manifest(names, checkout: checkout.root.path)),
        .init(
          path: "Sources/\(names.module)/\(names.type).swift", text: Templates.policy(names)),
        .init(path: "Sources/\(names.name)-bank/main.swift", text: Templates.main(names)),
        .init(path: tests, text: Templates.test(names)),
        .init(path: "README.md", text: Templates.readme(names)),
      ])
  }

  private static func next(_ names: PolicyNames, _ folder: String?) -> String {
    let bank = folder == nil ? "bank" : "\(names.name)-bank"
    let place = folder.map { "cd \($0) && " } ?? ""
    return """
      bank: next
        \(place)swift build
        swift run \(bank) --policy \(names.name)
        swift run \(bank) conformance \(names.name)
        swift test
      """
  }
}
