import BankCore

/// The policies and the queues of an executable, each under its name.
struct Registry: Sendable {
  /// In the order of their registration.
  let policies: [RegisteredPolicy]
  /// In the order of their registration.
  let queues: [RegisteredQueue]
  /// What `bench` measures policies beside, if the executable brings one.
  var straightLoop: LoopBeside?

  /// Makes a registry.
  ///
  /// - Throws: a problem for each name that is ill-formed or taken, or when there is no policy.
  init(
    _ policies: [RegisteredPolicy], queues: [RegisteredQueue] = [.standard]
  ) throws(Problems) {
    let problems =
      Self.problems(policies.map(\.name), "policies", "policy", such: "fixed-split")
      + Self.problems(queues.map(\.name), "queues", "queue", such: "last-in-first-out")
    guard problems.isEmpty else { throw Problems(problems) }
    self.policies = policies
    self.queues = queues
  }

  private static func problems(
    _ names: [String], _ path: String, _ word: String, such example: String
  ) -> [Problem] {
    guard !names.isEmpty else {
      return [Problem(path, "none is registered", "add one to the list given to BankCommand.main")]
    }
    var problems: [Problem] = []
    var seen: Set<String> = []
    for name in names {
      if !NameRule.isWellFormed(name) {
        problems.append(
          Problem(
            path, "\"\(name)\" is no name for a \(word)",
            "use lower-case words with hyphens between, such as \(example)"))
      }
      if !seen.insert(name).inserted {
        problems.append(
          Problem(
            path, "\"\(name)\" is registered twice",
            "remove one from the list given to BankCommand.main, or change its name"))
      }
    }
    return problems
  }

  /// The policy used where nobody chose: `fixed-split`, or the first.
  var standard: RegisteredPolicy {
    policies.first { $0.name == "fixed-split" } ?? policies[0]
  }

  /// The queue used where nobody chose: `ring`, or the first.
  var standardQueue: RegisteredQueue {
    queues.first { $0.name == RegisteredQueue.standard.name } ?? queues[0]
  }

  /// The policy called `name`.
  ///
  /// - Throws: a problem under `path` that names those that are there.
  func policy(named name: String, _ path: String) throws(Problems) -> RegisteredPolicy {
    if let policy = policies.first(where: { $0.name == name }) { return policy }
    let module = PlugInNames(name).module
    if Checkout.current?.modules.contains(module) == true {
      throw Problems([Problem(path, "unknown policy \"\(name)\"", Checkout.hint(module))])
    }
    if path.isEmpty, queues.contains(where: { $0.name == name }) {
      throw Problems([Problem("", "\"\(name)\" is a queue", "add --queues")])
    }
    throw unknown("policy", name, policies.map(\.name), path)
  }

  /// The queue called `name`.
  ///
  /// - Throws: a problem under `path` that names those that are there.
  func queue(named name: String, _ path: String) throws(Problems) -> RegisteredQueue {
    if let queue = queues.first(where: { $0.name == name }) { return queue }
    throw unknown("queue", name, queues.map(\.name), path)
  }

  private func unknown(
    _ word: Phrase, _ name: String, _ names: [String], _ path: String
  ) -> Problems {
    Problems([
      Problem(path, "unknown \(word) \"\(name)\"", Suggestion.allowed(names, meant: name))
    ])
  }
}
