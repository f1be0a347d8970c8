import BankCore

extension Law {
  /// Two instances, step by step in turn, do not influence each other.
  static let instancesAreApart = Law(
    18, title: "instances do not influence each other",
    tried: "another instance at work in another world, step by step in turn",
    hint: "static or global state is shared by all instances",
    test: .relation { evidence in
      .unless(
        difference(evidence, .besideAnother, "Beside another instance the world goes otherwise"))
    })
}
