import BankCore

/// The three names of a policy: on the command line, of its module, of its type.
struct PolicyNames: Equatable {
  /// `quiet-hours`.
  let name: String
  /// `QuietHours`.
  let module: String
  /// `QuietHoursPolicy`.
  var type: String { module + "Policy" }

  /// The names that follow from the one on the command line.
  init(_ name: String) {
    self.name = name
    module = name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Why no policy can be called so, if that is so.
  ///
  /// - Parameter manifest: the text of `Package.swift`, whose targets are taken.
  func problems(manifest: String) -> [Problem] {
    guard PolicyRegistry.isWellFormed(name), name.first?.isLetter == true else {
      return [
        Problem(
          "", "\"\(name)\" is no name for a policy",
          "use lower-case words with hyphens between, beginning with a letter, such as quiet-hours")
      ]
    }
    let taken = ["Swift", "Foundation", "Dispatch", "Synchronization", "Testing", "XCTest", "Bank"]
    if manifest.contains("\"\(module)\"") || taken.contains(module) || type == "TellerPolicy" {
      return [Problem("", "the name \(module) is taken", "choose another than \"\(name)\"")]
    }
    return []
  }
}
