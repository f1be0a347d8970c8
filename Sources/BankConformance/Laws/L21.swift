import BankCore

extension Law {
  /// The work per decision grows no faster than declared.
  ///
  /// Looks at the floor are not counted yet, so the law is never exercised.
  static let l21 = Law(
    id: "L21", title: "the work per decision grows no faster than declared",
    hint: "declare the work in claims", test: .once { _ in ([], 0) })
}
