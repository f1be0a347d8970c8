import BankCore
import Foundation

/// Tries the options type of a policy: the defaults, a round trip, and wrong values for every key.
///
/// Unknown keys and the wording of errors are the loader's, and tested there.
enum OptionTable {
  /// Options that suit, or `nil`.
  static func decoded<Policy: TellerPolicy>(
    _ type: Policy.Type, _ json: Any, _ plan: BranchPlan
  ) -> Policy.Options? {
    guard let data = try? JSONSerialization.data(withJSONObject: json),
      let options = try? JSONDecoder().decode(Policy.Options.self, from: data),
      Policy.problems(with: options, for: plan).isEmpty
    else { return nil }
    return options
  }

  private static let unknownName = "-"

  /// Whether a map of numbers takes one for a service and also one for what is in no branch.
  private static func takesUnknownName<Policy: TellerPolicy>(
    _ type: Policy.Type, _ json: [String: Any], _ key: String, _ object: [String: Any],
    _ plan: BranchPlan
  ) -> Bool {
    guard object.values.allSatisfy({ $0 is Int || $0 is Double }) else { return false }
    let number = object.values.first ?? 1
    func isTaken(_ name: String) -> Bool {
      decoded(type, json.merging([key: object.merging([name: number]) { $1 }]) { $1 }, plan) != nil
    }
    return isTaken(plan.services[0].name) && isTaken(unknownName)
  }

  static func findings<Policy: TellerPolicy>(
    _ type: Policy.Type, _ plan: BranchPlan
  ) -> (findings: [Phrase], cases: Int) {
    let defaults = Policy.Options.defaults(for: plan)
    // What is said of the branch itself is no fault of an option.
    let own = Set(Policy.Options.guide.map(\.key))
    let services = plan.services.count
    var findings: [Phrase] = Policy.problems(with: defaults, for: plan).filter { problem in
      services <= 2 || own.contains { problem.path.split(separator: ".").first == $0[...] }
    }.map { problem in
      "the default options do not suit a branch of \(counted(services, "1 service", "\(services) services")) and \(counted(plan.tellers.count, "1 teller", "\(plan.tellers.count) tellers")) who can do everything: \(problem)"
    }
    let encoder = JSONEncoder()
    guard let data = try? encoder.encode(defaults),
      let keys = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return (findings + ["the default options cannot be encoded as an object"], 1) }
    if (try? JSONDecoder().decode(Policy.Options.self, from: data)) != defaults {
      findings.append("the default options change when they are encoded and decoded")
    }
    var cases = 2
    for key in keys.keys.sorted() {
      cases += 1
      var wrong = keys
      // A value that is of no sensible type for any option.
      wrong[key] = [["no": ["such": "value"]]]
      guard let bad = try? JSONSerialization.data(withJSONObject: wrong) else { continue }
      if let options = try? JSONDecoder().decode(Policy.Options.self, from: bad),
        Policy.problems(with: options, for: plan).isEmpty
      {
        findings.append("the option \(key) takes a list of objects without complaint")
      }
      if !Policy.Options.guide.contains(where: { $0.key == key }) {
        findings.append("the option \(key) is not in the guide")
      }
    }
    for key in keys.keys.sorted() {
      guard let object = keys[key] as? [String: Any],
        takesUnknownName(type, keys, key, object, plan)
      else { continue }
      cases += 1
      findings.append(
        "the option \(key) takes a number for \"\(unknownName)\", which is nothing in the branch, without complaint"
      )
    }
    // A text, or a list of texts, must name something in the branch or be a word of the guide.
    for key in keys.keys.sorted() {
      let (word, wrong): (Any, Any) =
        keys[key] is [Any]
        ? ([plan.services[0].name], [unknownName]) : (plan.services[0].name, unknownName)
      func isTaken(_ value: Any) -> Bool {
        decoded(type, keys.merging([key: value]) { $1 }, plan) != nil
      }
      guard keys[key] is String || keys[key] is [Any] && isTaken(word), isTaken(wrong) else {
        continue
      }
      cases += 1
      findings.append(
        "the option \(key) takes \"\(unknownName)\", which is nothing in the branch, without complaint"
      )
    }
    // So must a text in an object, in a list or a table of them.
    for key in keys.keys.sorted() {
      var value = keys[key] as Any
      if let list = value as? [Any], list.isEmpty {
        let words = OptionChanges.words(of: key, in: Policy.Options.guide)
        value = OptionShape.element(type, keys, key, plan, words).map { [$0] } ?? value
      }
      for path in OptionShape.texts(in: value) where path.count > 1 {
        func isTaken(_ text: String) -> Bool {
          let other = OptionShape.replacing(value, at: path[...], with: text)
          return decoded(type, keys.merging([key: other]) { $1 }, plan) != nil
        }
        guard isTaken(plan.services[0].name) else { continue }
        cases += 1
        guard isTaken(unknownName) else { continue }
        findings.append(
          "the option \(key) takes \"\(unknownName)\" for \(path.joined(separator: ".")), which is nothing in the branch, without complaint"
        )
      }
    }
    // What is wrong is told where it is: nothing in a branch is called so, and hardly anything may be so small.
    for key in keys.keys.sorted() {
      let wrong: Any =
        switch keys[key] {
        case let object as [String: Any]:
          object.merging([unknownName: object.values.first ?? 1]) { $1 }
        case let value where OptionChanges.flag(value) != nil: 7
        case is String: unknownName
        default: -1_000_000
        }
      guard
        let data = try? JSONSerialization.data(withJSONObject: keys.merging([key: wrong]) { $1 }),
        let options = try? JSONDecoder().decode(Policy.Options.self, from: data)
      else { continue }
      cases += 1
      let strange = Policy.problems(with: options, for: plan).first { problem in
        !own.contains(String(problem.path.prefix { $0 != "." && $0 != "[" }))
      }
      guard let strange else { continue }
      findings.append(
        "what is wrong with the option \(key) is told of \"\(strange.path)\", which is no option")
    }
    for key in keys.keys.sorted() where keys[key] is Int || keys[key] is Double {
      guard OptionChanges.flag(keys[key]) == nil else { continue }
      for number in [0, 1, 2.5, 10, 97.75, 600, 1_000_000] {
        guard let options = decoded(type, keys.merging([key: number]) { $1 }, plan) else {
          continue
        }
        cases += 1
        let again = (try? encoder.encode(options)).flatMap {
          try? JSONSerialization.jsonObject(with: $0) as? [String: Any]
        }
        guard let kept = again?[key] as? Double, abs(kept - number) > 1e-6 * max(1, kept)
        else { continue }
        findings.append("the option \(key) is given \(number) and is \(kept) without complaint")
        break
      }
    }
    return (findings, cases)
  }
}
