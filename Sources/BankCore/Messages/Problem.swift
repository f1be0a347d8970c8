/// Something wrong with what was given: where it is, what was found, and what is allowed.
public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where: a path such as `services[1].needs`, empty for the whole.
  public var path: String

  /// What was found: a sentence (`"loan" is not a service`), what is true of the place (`is not whole`), or the bad value.
  public var finding: Phrase

  /// What is allowed or how to mend it, as a clause such as `allowed: deposit, loan`; may be empty.
  public var remedy: Phrase

  /// Makes a problem.
  public init(_ path: String, _ finding: Phrase, _ remedy: Phrase = "") {
    self.path = path
    self.finding = finding
    self.remedy = remedy
  }

  /// The problem that `name` is none of `services`; `nil` if it is one of them.
  public init?(_ path: String, service name: String, of services: [String]) {
    guard !services.contains(name) else { return nil }
    self.init(path, "\"\(name)\" is not a service", Suggestion.allowed(services, meant: name))
  }

  /// The same problem, `outer` put before its path: `tellers` inside `options` is `options.tellers`.
  public func inside(_ outer: String) -> Problem {
    guard !outer.isEmpty else { return self }
    guard !path.isEmpty else { return Problem(outer, finding, remedy) }
    let separator = path.hasPrefix("[") ? "" : "."
    return Problem(outer + separator + path, finding, remedy)
  }

  /// One sentence: `services[1].name: "loan" is there twice; give every service a name of its
  /// own`.
  public var description: String { phrase.description }

  /// The same as words that can be translated.
  public var phrase: Phrase { path.isEmpty ? sentence : "\(path): \(sentence)" }

  /// The sentence without its path.
  public var sentence: Phrase { remedy.isEmpty ? finding : "\(finding); \(remedy)" }
}

/// Everything that is wrong, at once.
public struct Problems: Error, Sendable, CustomStringConvertible {
  /// The problems, in the order they were found.
  public let all: [Problem]

  /// Makes the collection.
  public init(_ all: [Problem]) {
    self.all = all
  }

  /// A line for each.
  public var description: String { all.map(\.description).joined(separator: "\n") }
}
