import BankCore

extension Law {
  /// Options: the defaults suit, a round trip changes nothing, every bad value is refused.
  static let options = Law(
    17, title: "options keep what they promise",
    tried: "a table made from the options' own type",
    hint:
      "let the compiler write Codable; put what is allowed into problems(with:for:) and the guide",
    test: .once { subject, _ in
      guard let plan = try? World([.init([0, 1]), .init([0, 1]), .init([0, 1])], []).plan() else {
        return ([], 0)
      }
      return subject.optionFindings(on: plan)
    })
}
