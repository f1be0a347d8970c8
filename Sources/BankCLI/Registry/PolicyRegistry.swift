import BankCore

/// The policies of an executable, each under its name.
struct PolicyRegistry: Sendable {
  /// In the order of their registration.
  let policies: [RegisteredPolicy]

  /// Makes a registry.
  ///
  /// - Throws: a problem for each name that is ill-formed or taken, or when there is no policy.
  init(_ policies: [RegisteredPolicy]) throws(Problems) {
    var problems: [Problem] = []
    var seen: Set<String> = []
    for policy in policies {
      if !Self.isWellFormed(policy.name) {
        problems.append(
          Problem(
            "policies", "\"\(policy.name)\" is no name for a policy",
            "use lower-case words with hyphens between, such as fixed-split"))
      }
      if !seen.insert(policy.name).inserted {
        problems.append(
          Problem(
            "policies", "\"\(policy.name)\" is registered twice",
            "remove one from the list in main.swift, or change its name"))
      }
    }
    if policies.isEmpty {
      problems.append(
        Problem("policies", "none is registered", "add one to the list in main.swift"))
    }
    guard problems.isEmpty else { throw Problems(problems) }
    self.policies = policies
  }

  /// The one used where nobody chose: `fixed-split`, or the first.
  var standard: RegisteredPolicy {
    policies.first { $0.name == "fixed-split" } ?? policies[0]
  }

  /// The policy called `name`.
  ///
  /// - Throws: a problem under `path` that names those that are there.
  func policy(named name: String, _ path: String) throws(Problems) -> RegisteredPolicy {
    if let policy = policies.first(where: { $0.name == name }) { return policy }
    let module = PolicyNames(name).module
    if Checkout.current?.modules.contains(module) == true {
      throw Problems([Problem(path, "unknown policy \"\(name)\"", Checkout.hint(module))])
    }
    throw Problems([
      Problem(path, "unknown policy \"\(name)\"", allowed(policies.map(\.name), meant: name))
    ])
  }

  static func isWellFormed(_ name: String) -> Bool {
    let words = name.split(separator: "-", omittingEmptySubsequences: false)
    return name.count <= 64
      && words.allSatisfy { word in
        !word.isEmpty
          && word.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
              || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          }
      }
  }
}
