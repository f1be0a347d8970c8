import BankCore

extension Law {
  /// The name is well formed, and a summary is there.
  static let nameAndSummary = Law(
    20, title: "the name is well formed, and a summary is there",
    tried: "the name, and the summary in both languages",
    hint: "lower-case words with hyphens between, and one line of what the policy does",
    test: .once { subject, _ in
      var findings: [Phrase] = []
      if !NameRule.isWellFormed(subject.name) {
        findings.append(
          "The name \"\(subject.name)\" is not of lower-case words with hyphens between.")
      }
      func isLine(_ text: String) -> Bool { !text.isEmpty && !text.contains(where: \.isNewline) }
      if !isLine(subject.summary) {
        findings.append("There is no summary of one line.")
      } else if !isLine(subject.koreanSummary) {
        findings.append("There is no Korean summary of one line.")
      }
      return (findings, 3)
    })
}
