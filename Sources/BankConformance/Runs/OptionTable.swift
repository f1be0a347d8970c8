import BankCore
import Foundation

/// Tries the options type of a policy: the defaults, a round trip, and wrong values for every key.
///
/// Unknown keys and the wording of errors are the loader's, and tested there.
enum OptionTable {
  static func findings<Policy: TellerPolicy>(
    _ type: Policy.Type, _ plan: BranchPlan
  ) -> (findings: [String], cases: Int) {
    let defaults = Policy.Options.defaults(for: plan)
    var findings = Policy.problems(with: defaults, for: plan).map {
      "the default options do not suit the standard branch: \($0)"
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
    return (findings, cases)
  }
}
