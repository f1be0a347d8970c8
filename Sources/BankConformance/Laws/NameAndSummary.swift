import BankCore

extension Law {
  /// The name is well formed, and a summary is there.
  static let nameAndSummary = Law(
    20, title: "the name is well formed, and a summary is there",
    tried: "name and summary, in both languages",
    hint: "lower-case words with hyphens between, and one line of what the policy does",
    test: .once { subject, _ in
      var findings: [Phrase] = []
      if !NameRule.isWellFormed(subject.name) {
        findings.append(
          "The name \"\(subject.name)\" is not of lower-case words with hyphens between.")
      }
      for summary in [subject.summary, subject.koreanSummary]
      where summary.isEmpty || summary.contains(where: \.isNewline) {
        findings.append("There is no summary of one line.")
        break
      }
      return (findings, 3)
    })
}
