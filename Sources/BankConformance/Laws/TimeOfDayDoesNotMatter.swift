import BankCore

extension Law {
  /// Shifting all times changes only times.
  static let timeOfDayDoesNotMatter = Law(
    13, title: "the time of day does not matter",
    tried: "the same world later: by seconds, hours, days, or a nanosecond",
    hint:
      "does the policy read floor.now, other than to take differences? does it round a time, or keep one as Double or Float?",
    test: .relation { evidence in
      guard !evidence.world.hasShifts else { return .irrelevant }
      return .unless(
        difference(
          evidence, .later(evidence.world),
          "\(Variation.later(evidence.world).offset) s later the same world goes otherwise"))
    })
}
