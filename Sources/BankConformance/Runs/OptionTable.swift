import BankCore
import Foundation

/// Tries the options type of a policy: the defaults, a round trip, and wrong values for every key.
///
/// Unknown keys and the wording of errors are the loader's, and tested there.
enum OptionTable {
  /// Options that suit, or `nil`.
  static func decoded<Policy: TellerPolicy>(
    _ type: Policy.Type, _ members: [String: OptionValue], _ plan: BranchPlan
  ) -> Policy.Options? {
    guard let options = read(type, members), Policy.problems(with: options, for: plan).isEmpty
    else { return nil }
    return options
  }

  /// Options as they are written, whether they suit or not; `nil` where something is of the wrong kind or missing.
  static func read<Policy: TellerPolicy>(
    _ type: Policy.Type, _ members: [String: OptionValue]
  ) -> Policy.Options? {
    try? decoder.decode(Policy.Options.self, from: OptionValue.object(members).json)
  }

  /// What is not a number, as a caller in Swift can make it: JSON has none.
  private static let notANumber = "NaN"

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: notANumber)
    return decoder
  }

  private static let unknownName = "-"

  /// Whether a map of numbers takes one for a service and also one for what is in no branch.
  private static func takesUnknownName<Policy: TellerPolicy>(
    _ type: Policy.Type, _ json: [String: OptionValue], _ key: String,
    _ object: [String: OptionValue], _ plan: BranchPlan
  ) -> Bool {
    guard object.values.allSatisfy({ $0.double != nil }) else { return false }
    let number = object.values.first ?? 1
    func isTaken(_ name: String) -> Bool {
      decoded(type, json.with(key, .object(object.with(name, number))), plan) != nil
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
    guard let data = try? JSONEncoder().encode(defaults),
      let keys = OptionValue(encoding: defaults)?.members
    else { return (findings + ["the default options cannot be encoded as an object"], 1) }
    if (try? JSONDecoder().decode(Policy.Options.self, from: data)) != defaults {
      findings.append("the default options change when they are encoded and decoded")
    }
    var cases = 2
    for key in keys.keys.sorted() {
      cases += 1
      // A value that is of no sensible type for any option.
      if decoded(type, keys.with(key, [["no": ["such": "value"]]]), plan) != nil {
        findings.append("the option \(key) takes a list of objects without complaint")
      }
      if !Policy.Options.guide.contains(where: { $0.key == key }) {
        findings.append("the option \(key) is not in the guide")
      }
    }
    for key in keys.keys.sorted() {
      guard let object = keys[key]?.members,
        takesUnknownName(type, keys, key, object, plan)
      else { continue }
      cases += 1
      findings.append(
        "the option \(key) takes a number for \"\(unknownName)\", which is nothing in the branch, without complaint"
      )
    }
    // A text, or a list of texts, must name something in the branch or be a word of the guide.
    for key in keys.keys.sorted() {
      let isList = keys[key]?.elements != nil
      func isTaken(_ name: String) -> Bool {
        decoded(type, keys.with(key, isList ? [.text(name)] : .text(name)), plan) != nil
      }
      guard keys[key]?.text != nil || isList && isTaken(plan.services[0].name),
        isTaken(unknownName)
      else { continue }
      cases += 1
      findings.append(
        "the option \(key) takes \"\(unknownName)\", which is nothing in the branch, without complaint"
      )
    }
    // So must a text in an object, in a list or a table of them.
    for (key, value) in keys.sorted(by: { $0.key < $1.key }) {
      var value = value
      if value == [] {
        let words = OptionChanges.words(of: key, in: Policy.Options.guide)
        value = OptionShape.element(type, keys, key, plan, words).map { .list([$0]) } ?? value
      }
      for path in OptionShape.texts(in: value) where path.count > 1 {
        func isTaken(_ text: String) -> Bool {
          let other = OptionShape.replacing(value, at: path[...], with: text)
          return decoded(type, keys.with(key, other), plan) != nil
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
      let wrong: OptionValue =
        switch keys[key] {
        case .object(let members): .object(members.with(unknownName, members.values.first ?? 1))
        case .truth: 7
        case .text: .text(unknownName)
        default: -1_000_000
        }
      guard let options = read(type, keys.with(key, wrong)) else { continue }
      cases += 1
      let strange = Policy.problems(with: options, for: plan).first { problem in
        !own.contains(String(problem.path.prefix { $0 != "." && $0 != "[" }))
      }
      guard let strange else { continue }
      findings.append(
        "what is wrong with the option \(key) is told of \"\(strange.path)\", which is no option")
    }
    for key in keys.keys.sorted() where keys[key]?.double != nil {
      for number in [0, 1, 2.5, 10, 97.75, 600, 1_000_000] {
        let value = Int(exactly: number).map { .whole($0) } ?? OptionValue.number(number)
        guard let options = decoded(type, keys.with(key, value), plan) else { continue }
        cases += 1
        let again = OptionValue(encoding: options)?.members
        guard let kept = again?[key]?.double, abs(kept - number) > 1e-6 * max(1, kept)
        else { continue }
        findings.append("the option \(key) is given \(number) and is \(kept) without complaint")
        break
      }
      cases += 1
      guard decoded(type, keys.with(key, .text(notANumber)), plan) != nil else { continue }
      findings.append("the option \(key) takes what is not a number without complaint")
    }
    return (findings, cases)
  }
}
