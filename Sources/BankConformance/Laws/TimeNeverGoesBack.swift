import BankCore

extension Law {
  /// Time never goes back, and simultaneous events come in the documented order.
  ///
  /// The law tests the bank.
  static let timeNeverGoesBack = Law(
    16, title: "time never goes back",
    tried: "every run's events",
    hint: "the bank itself: no policy can do this",
    test: .run { evidence, _ in
      // Services of no time are completed at the instant at which they begin.
      let fastest = evidence.world.staff.flatMap { [$0.speed] + $0.speeds.values }.max() ?? 1
      let hasNoTime = evidence.world.visitors.contains {
        Double($0.time.nanoseconds) < max(1, fastest) || $0.patience == .zero
      }
      var last = (time: Time.zero, rank: 0)
      for entry in evidence.run.entries {
        let rank =
          switch entry.what {
          case .finished: 0
          case .came: 1
          case .abandoned: 2
          case .arrived(_, _, step: 0), .refused: 3
          case .reset: 0
          // Follow from another event: a call, a balk, a leaving or a further step after a service.
          default: -1
          }
        let isOutOfOrder = entry.time == last.time && rank >= 0 && rank < last.rank
        let isReset = entry.what == .reset
        if entry.time < last.time || isOutOfOrder && !hasNoTime && !isReset {
          return .broken(Finding(entry.time, "This came too late: \(entry.words)."))
        }
        last = (entry.time, rank >= 0 ? rank : entry.time == last.time ? last.rank : 0)
      }
      return .kept
    })
}
