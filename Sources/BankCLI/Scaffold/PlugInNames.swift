import BankCore

/// What can be begun: a policy or a queue.
enum PlugInKind: String {
  case policy, queue

  /// The ending of the type's name.
  var suffix: String { self == .policy ? "Policy" : "Queue" }

  /// The word in the comments around its lists.
  var list: String { self == .policy ? "policies" : "queues" }

  /// A name, for messages.
  var example: String { self == .policy ? "quiet-hours" : "longest-patience-first" }
}

/// The three names of a policy or a queue: on the command line, of its module, of its type.
struct PlugInNames: Equatable {
  let kind: PlugInKind
  /// `quiet-hours`.
  let name: String
  /// `QuietHours`.
  let module: String
  /// `QuietHoursPolicy`.
  var type: String { module + kind.suffix }

  /// The names that follow from the one on the command line.
  init(_ name: String, _ kind: PlugInKind = .policy) {
    self.kind = kind
    self.name = name
    module = name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Why nothing can be called so, if that is so.
  ///
  /// `texts` are files; the module's or the type's name is taken where one of them has it.
  func problems(_ texts: [String]) -> [Problem] {
    guard NameRule.isWellFormed(name), name.first?.isLetter == true else {
      return [
        Problem(
          "", "\"\(name)\" is no name for a \(kind.rawValue)",
          "use lower-case words with hyphens between, beginning with a letter, such as \(kind.example)"
        )
      ]
    }
    let taken =
      ["Swift", "Foundation", "Dispatch", "Synchronization", "Testing", "XCTest", "Bank"]
      + ["Self", "Any", "All", "Type", "Protocol"]
    let types = ["TellerPolicy", "AnyQueue", "AnyPolicy"]
    let isTaken =
      taken.contains(module) || types.contains(type)
      || texts.contains { $0.contains("\"\(module)\"") || $0.contains("(\(type).self)") }
    return isTaken
      ? [Problem("", "the name \(module) is taken", "choose another than \"\(name)\"")] : []
  }
}
