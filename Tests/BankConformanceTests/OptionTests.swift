import BankConformance
import BankCore
import BrokenPolicies
import Testing

@Suite struct `Options that nobody tried` {
  @Test(.thorough) func `are texts in a list of objects, with elements at first and without`() {
    func findings<P: TellerPolicy>(_ type: P.Type) -> String {
      let report = check(type, alsoLarge: false) { $0.laws = [.policy(17)] }
      return report.counterexamples.map(\.finding.sentence.description).joined()
    }
    #expect(findings(Rules.self).contains("the option rules takes \"-\" for 0.service"))
    #expect(findings(RulesAtFirst.self).contains("the option rules takes \"-\" for 0.service"))
  }

  /// Some are named, the others not; or all get what is large and allowed.
  @Test(.thorough) func `are lists of some names and tables of large numbers`() {
    let some = [
      check(FirstThree.self, alsoLarge: false) { $0.laws = [.policy(17)] },
      check(HourOfCredit.self, alsoLarge: false) { $0.laws = [.policy(17)] },
      check(ChosenTellers.self, alsoLarge: false) { $0.laws = [.policy(17)] },
    ]
    for report in some { #expect(failed(report) == ["L17"], "\(report)") }
  }

  @Test(.thorough) func `are a word and a number together`() {
    let report = check(ModeAndNumber.self, alsoLarge: false) { $0.laws = [.policy(17)] }
    #expect(failed(report) == ["L17"], "\(report)")
  }
}
